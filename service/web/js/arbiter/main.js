/**
 * Knows the arbiter's page as a whole: its settings and the edition in force.
 *
 * The edition shown is the edition that judges: from a choice until the service has answered,
 * nothing can be asked.
 *
 * @typedef {object} Desk
 * @property {Record<string, string>} settings
 * @property {any} api
 * @property {import("../answers.js").Edition} edition
 * @property {Notation} alphabet
 * @property {any[]} editions Every edition there is.
 * @property {{game?: string, tournament?: string}} brought What the address has brought.
 * @property {typeof asking} asking
 * @property {() => void} hush Nothing is wrong any more.
 * @property {() => void} missing A part of the page could not be loaded.
 * @property {typeof openTab} open
 * @property {() => void} keep Remember the settings.
 * @property {() => Promise<void>} renewEdition
 */

import { untilAnswered } from "../api.js";
import { connect, Refused } from "../client.js";
import { fillChoice, suited } from "../choices.js";
import { byId, field } from "../dom.js";
import { lexiconLine, showColours } from "../edition.js";
import { enrol, pendingCode } from "../enrol.js";
import { languageChoices, loadLanguages, pickLanguage, t, useLanguage } from "../i18n.js";
import { remember, remembered, takeFragment } from "../store.js";
import { asking, say, sayRefused } from "./asking.js";
import { Notation } from "./notation.js";
import { pressOnce } from "./presses.js";
import { drawTabs, openTab, prepareTabs } from "./tabs.js";

const SETTINGS = "arbiter.desk";
/** What the service said last: its editions, and the one in force. */
const KNOWN = "arbiter.known";
/** @type {Desk} */
const desk = {
  settings: {},
  api: null,
  edition: null,
  alphabet: null,
  editions: [],
  brought: {},
  asking,
  hush: () => byId("main").inert || say(),
  missing: () => say(t("arbiter.missing")),
  open: openTab,
  keep: () => remember(SETTINGS, desk.settings),
  renewEdition,
};
let choice = new AbortController();

/**
 * Try until the edition is there; only the newest choice counts, a refused one is taken back. A page
 * that opens without a network goes by what it knew, so that its game and its tournament are there.
 */
async function choose(load) {
  choice.abort();
  choice = new AbortController();
  const { signal } = choice;
  byId("main").inert = true;
  say();
  try {
    const onDown = () => {
      if (desk.edition === null && remembered(KNOWN)) offLine(remembered(KNOWN));
      else say(t("fault.network"));
    };
    const edition = await untilAnswered(load, { onDown, signal });
    if (!signal.aborted) await putInForce(edition);
  } catch (fault) {
    if (signal.aborted) return;
    if (!(fault instanceof Refused)) throw fault;
    setOffLine(false);
    sayRefused(fault);
    goBack();
  }
}

async function putInForce(edition) {
  take(edition);
  remember(KNOWN, { editions: desk.editions, edition });
  setOffLine(false);
  byId("main").inert = false;
  agree();
  await showEdition();
}

/** The page as it was when the service answered last; another edition cannot be chosen. */
function offLine({ editions, edition }) {
  offer(editions, edition.id);
  take(edition);
  setOffLine(true);
  byId("main").inert = false;
  showEdition();
}

function setOffLine(off) {
  byId("off-line").hidden = !off;
  field("rules").disabled = off;
}

/** The edition in force goes on, if there is one. */
function goBack() {
  if (desk.edition === null) return;
  byId("main").inert = false;
  agree();
}

/** Choice and memory name the edition in force. */
function agree() {
  field("rules").value = desk.settings.rules = desk.edition.id;
  desk.keep();
}

function take(edition) {
  Object.assign(desk, { edition, alphabet: new Notation(edition) });
}

async function showEdition() {
  say();
  showColours(desk.edition);
  byId("lexicon").replaceChildren(...lexiconLine(desk.edition.lexicon).filter(Boolean));
  await drawTabs();
}

/** Ask anew for the edition in force: its lexicon is no longer the one that the page names. */
async function renewEdition() {
  const old = desk.edition;
  const edition = await desk.api.edition(old.id);
  if (desk.edition !== old) return;
  take(edition);
  await showEdition();
}

async function loadAll() {
  desk.api = connect(desk.settings.key);
  await choose(async () => {
    const editions = await desk.api.rules();
    const { id } = suited(editions, desk.settings);
    offer(editions, field("rules").value || id);
    return desk.api.edition(id);
  });
}

/** Offer the editions there are. */
function offer(editions, chosen) {
  desk.editions = editions;
  fillChoice(
    "rules",
    editions.map(({ id, title }) => [id, title]),
    chosen,
  );
}

function keep(name, then) {
  byId(name).addEventListener("change", async () => {
    desk.settings[name] = field(name).value;
    desk.keep();
    await then();
  });
}

/** Without its texts the page can say nothing, not even that they are missing. */
function speak() {
  return untilAnswered(() => useLanguage(desk.settings.lang, "desk/"));
}

async function speakAnother() {
  await speak();
  if (!byId("main").inert) await showEdition();
}

/** Take the key that a code stands for, if one was brought; the refusal of one that is no good. */
async function exchange(code) {
  try {
    const place = code ? await enrol(code, () => say(t("fault.network"))) : {};
    Object.assign(desk.settings, place);
    desk.keep();
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return fault;
  }
  return null;
}

async function open() {
  const { game, tournament, tab, code = pendingCode(), ...given } = takeFragment();
  desk.brought = { game, tournament };
  desk.settings = { key: "", ...remembered(SETTINGS), ...given };
  await untilAnswered(loadLanguages);
  desk.settings.lang = pickLanguage(desk.settings.lang);
  desk.keep();
  prepareTabs(desk, game ? "game" : tournament ? "tournament" : tab);
  await speak();
  const refused = await exchange(code);
  // The code's own language.
  if (document.documentElement.lang !== desk.settings.lang) await speak();
  fillChoice("lang", languageChoices(), desk.settings.lang);
  field("key").value = desk.settings.key;
  byId("main").addEventListener("keydown", pressOnce);
  keep("rules", () => choose(() => desk.api.edition(desk.settings.rules)));
  keep("lang", speakAnother);
  keep("key", loadAll);
  await loadAll();
  if (refused) sayRefused(refused);
  navigator.serviceWorker?.register("/service-worker.js", { scope: "/arbiter" }).catch(() => {});
}

open();
