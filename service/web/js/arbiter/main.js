/** Knows the arbiter's page as a whole: its settings, its tabs, and what a refusal looks like. */

import { connect, Refused } from "../api.js";
import { byId, el } from "../dom.js";
import { lexiconLine } from "../edition.js";
import { LANGUAGES, pickLanguage, t, useLanguage } from "../i18n.js";
import { remember, remembered, takeFragment } from "../store.js";
import { Alphabet } from "../tiles.js";
import { prepareDesk, startAnew } from "./desk.js";
import { clearRecount, prepareRecount } from "./recount.js";
import { showRules } from "./rules.js";
import { prepareScore, showScore } from "./score.js";

const SETTINGS = "arbiter.desk";
const desk = { settings: {}, api: null, edition: null, alphabet: null, asking };

/** Put a question to the service and say what went wrong, if anything did. */
async function asking(question) {
  byId("fault").textContent = "";
  try {
    await question();
  } catch (fault) {
    if (fault instanceof Refused) byId("fault").textContent = refusal(fault);
    else if (fault.name === "Error") byId("fault").textContent = t("fault.network");
    else throw fault;
  }
}

function refusal({ status, message }) {
  return status === 401 || status === 403 ? t("fault.key") : message;
}

async function loadEdition() {
  const edition = await desk.api.edition(desk.settings.rules);
  Object.assign(desk, { edition, alphabet: new Alphabet(edition) });
  byId("lexicon").replaceChildren(...lexiconLine(edition.lexicon).filter(Boolean));
  startAnew();
  showScore();
  clearRecount();
  showRules(desk);
}

async function loadAll() {
  desk.api = connect(desk.settings.key);
  await asking(async () => {
    const editions = await desk.api.rules();
    const known = editions.find(({ id }) => id === desk.settings.rules);
    const latest = editions.filter(({ newest }) => newest);
    const own = latest.find(({ federation }) => federation === desk.settings.rules);
    const local = latest.find(({ language }) => language === desk.settings.lang);
    desk.settings.rules = (known ?? own ?? local ?? editions[0]).id;
    fillChoice(
      "rules",
      editions.map(({ id, title }) => [id, title]),
      desk.settings.rules,
    );
    await loadEdition();
  });
}

function fillChoice(name, options, chosen) {
  byId(name).replaceChildren(...options.map(([value, text]) => el("option", { value }, text)));
  byId(name).value = chosen;
}

function keep(name, then) {
  byId(name).addEventListener("change", async ({ target }) => {
    desk.settings[name] = target.value;
    remember(SETTINGS, desk.settings);
    await then();
  });
}

function prepareTabs() {
  const tabs = [...byId("tabs").children];
  const open = (tab) => {
    byId("fault").textContent = "";
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      byId(other.getAttribute("aria-controls")).hidden = !chosen;
    }
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const by = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[key];
      if (!by) return;
      const next = tabs[(i + by) % tabs.length];
      open(next);
      next.focus();
    });
  });
  open(tabs[0]);
}

async function open() {
  desk.settings = { key: "", ...remembered(SETTINGS), ...takeFragment() };
  desk.settings.lang = pickLanguage(desk.settings.lang);
  remember(SETTINGS, desk.settings);
  prepareTabs();
  await useLanguage(desk.settings.lang);
  fillChoice("lang", Object.entries(LANGUAGES), desk.settings.lang);
  byId("key").value = desk.settings.key;
  prepareDesk(desk);
  prepareScore(desk);
  prepareRecount(desk);
  keep("rules", () => asking(loadEdition));
  keep("lang", async () => {
    await useLanguage(desk.settings.lang);
    await asking(loadEdition);
  });
  keep("key", loadAll);
  await loadAll();
}

open();
