/**
 * Knows the arbiter's page as a whole: its settings, the edition in force, and the tabs, each a part
 * of the page from one of its two rooms.
 *
 * The edition shown is the edition that judges: from a choice until the service has answered,
 * nothing can be asked.
 */

import { announcedIn } from "./core/announced.js";
import { untilAnswered } from "./core/api.js";
import { desk, pressOnce, say, sayRefused } from "./core/asking.js";
import { connect, Refused } from "./core/client.js";
import { byId, field, fillChoice, there } from "./core/dom.js";
import { lexiconLine, showColours, suited } from "./core/edition.js";
import { enrol, pendingCode } from "./core/enrol.js";
import {
  alsoSay,
  languageChoices,
  loadLanguages,
  pickLanguage,
  t,
  useLanguage,
} from "./core/i18n.js";
import { remember, remembered, takeFragment } from "./core/store.js";
import { Notation } from "./core/notation.js";

/** @import { Edition, EditionSummary } from "./core/answers.js" */

const SETTINGS = "arbiter.desk";
/** What the service said last: its editions, and the one in force. */
const KNOWN = "arbiter.known";
Object.assign(desk, {
  hush: () => byId("main").inert || say(),
  missing: () => say(t("arbiter.missing")),
  open: openTab,
  load: loadPart,
  /** @param {string} name */
  isOpen: (name) => current === name,
  keep: () => remember(SETTINGS, desk.settings),
  renewEdition,
});
let choice = new AbortController();

/**
 * Try until the edition is there; only the newest choice counts, a refused one is taken back. A page
 * that opens without a network goes by what it knew, so that its game and its tournament are there.
 *
 * @param {() => Promise<Edition>} load
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

/** @param {Edition} edition */
async function putInForce(edition) {
  take(edition);
  remember(KNOWN, { editions: desk.editions, edition });
  setOffLine(false);
  byId("main").inert = false;
  agree();
  await showEdition();
}

/**
 * The page as it was when the service answered last; another edition cannot be chosen.
 *
 * @param {{editions: EditionSummary[], edition: Edition}} known
 */
function offLine({ editions, edition }) {
  offer(editions, edition.id);
  take(edition);
  setOffLine(true);
  byId("main").inert = false;
  showEdition();
}

/** @param {boolean} off */
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

/** @param {Edition} edition */
function take(edition) {
  Object.assign(desk, { edition, alphabet: new Notation(edition) });
}

async function showEdition() {
  say();
  showColours(desk.edition);
  byId("lexicon").replaceChildren(...there(lexiconLine(desk.edition.lexicon)));
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

/** The conditions of the event, said with every question about it. */
function announced() {
  const conditions = announcedIn(desk.edition, desk.settings);
  return Object.keys(conditions).length ? { conditions } : {};
}

async function loadAll() {
  desk.api = connect(desk.settings.key, { announced });
  await choose(async () => {
    const editions = await desk.api.rules();
    const { id } = suited(editions, desk.settings);
    offer(editions, field("rules").value || id);
    return desk.api.edition(id);
  });
}

/** Offer the editions there are. @param {EditionSummary[]} editions @param {string} chosen */
function offer(editions, chosen) {
  desk.editions = editions;
  fillChoice(
    "rules",
    editions.map(({ id, title }) => [id, title]),
    chosen,
  );
}

/** @param {string} name @param {() => unknown} then */
function keep(name, then) {
  byId(name).addEventListener("change", async () => {
    desk.settings[name] = field(name).value;
    desk.keep();
    await then();
  });
}

/** Without its texts the page can say nothing, not even that they are missing. */
function speak() {
  byId("help").setAttribute("href", `/arbiter/help/${desk.settings.lang}`);
  return untilAnswered(() => useLanguage(desk.settings.lang, "desk/"));
}

async function speakAnother() {
  await speak();
  if (!byId("main").inert) await showEdition();
}

/**
 * Take the key that a code stands for, if one was brought; the refusal of one that is no good.
 *
 * @param {string | undefined} code
 */
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
  desk.brought = { game: game ?? undefined, tournament: tournament ?? undefined };
  desk.settings = { key: "", ...remembered(SETTINGS), ...given };
  await untilAnswered(loadLanguages);
  desk.settings.lang = pickLanguage(desk.settings.lang);
  desk.keep();
  prepareTabs(game ? "game" : tournament ? "tournament" : tab);
  await speak();
  const refused = await exchange(code);
  // The code's own language.
  if (document.documentElement.lang !== desk.settings.lang) await speak();
  fillChoice("lang", languageChoices(), desk.settings.lang);
  field("key").value = desk.settings.key;
  byId("key-row").hidden = !desk.settings.key;
  byId("main").addEventListener("keydown", pressOnce);
  keep("rules", () => choose(() => desk.api.edition(desk.settings.rules)));
  keep("lang", speakAnother);
  keep("key", loadAll);
  await loadAll();
  if (refused) sayRefused(refused);
  navigator.serviceWorker?.register("/service-worker.js", { scope: "/arbiter" }).catch(() => {});
}

/**
 * The tabs of the arbiter's page: one part is open, the arrow keys go round, the address says
 * which, and a part is loaded when it is opened first.
 *
 * @typedef {{prepare?: (desk: any) => void, show: () => void}} Part
 */

/** @type {Record<string, () => Promise<Part>>} */
const LOADERS = {
  desk: () => import("./desk/desk.js"),
  editor: () => import("./desk/editor.js"),
  outcome: () => import("./desk/outcome.js"),
  handbook: () => import("./desk/handbook.js"),
  tournament: async () => {
    await alsoSay("tournament/");
    return import("./director/tournament.js");
  },
  rulebook: async () => {
    await alsoSay("rules/");
    return import("./desk/rules.js");
  },
};
/**
 * How the address calls a part, where it is not by the name of its panel.
 * @type {Record<string, string>}
 */
const NAMES = { challenge: "desk", game: "editor", consequences: "outcome", rules: "rulebook" };
const FIRST = "desk";
/** @type {Map<string, Part>} */
const loaded = new Map();
const stale = new Set();
let current = FIRST;

/** Make the tabs work; `name` is the part that the address asks for. @param {string | null} [name] */
function prepareTabs(name) {
  const all = tabs();
  all.forEach((tab, i) => {
    tab.addEventListener("click", () => openTab(partOf(tab)));
    tab.addEventListener("keydown", ({ key }) => {
      const by = { ArrowRight: 1, ArrowLeft: all.length - 1 }[key];
      if (!by) return;
      const next = all[(i + by) % all.length];
      openTab(partOf(next));
      next.focus();
    });
  });
  const part = NAMES[name ?? ""] ?? name ?? FIRST;
  select(part in LOADERS ? part : FIRST);
}

/** Open a part, and wait until it is there. @param {string} name */
async function openTab(name) {
  desk.hush();
  select(name);
  if (desk.edition !== null) await draw(name);
}

/**
 * The language, the edition or its lexicon has changed: every part is drawn anew when it is seen.
 * The desk is there before, so that what is typed as soon as one comes to it is not lost.
 */
async function drawTabs() {
  for (const name of loaded.keys()) stale.add(name);
  await draw(current);
  await draw(FIRST);
}

/** @param {string} name */
async function draw(name) {
  const part = await loadPart(name);
  if (!part || !stale.delete(name)) return;
  part.show();
}

/** A part with its texts; one that cannot be had is asked for again. @param {string} name */
async function loadPart(name) {
  let part;
  try {
    part = await LOADERS[name]();
  } catch {
    desk.missing();
    return null;
  }
  if (loaded.has(name)) return loaded.get(name);
  loaded.set(name, part);
  stale.add(name);
  part.prepare?.(desk);
  return part;
}

/** @param {string} name */
function select(name) {
  current = name;
  for (const tab of tabs()) {
    const chosen = partOf(tab) === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(partOf(tab)).hidden = !chosen;
    if (chosen) tab.scrollIntoView({ block: "nearest", inline: "center" });
  }
  const called = Object.keys(NAMES).find((one) => NAMES[one] === name) ?? name;
  history.replaceState(null, "", name === FIRST ? location.pathname : `#tab=${called}`);
}

function tabs() {
  return /** @type {HTMLElement[]} */ ([...byId("tabs").children]);
}

/** @param {HTMLElement} tab */
function partOf(tab) {
  return tab.getAttribute("aria-controls") ?? "";
}

open();
