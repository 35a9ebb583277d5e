/**
 * Knows the arbiter's page as a whole: its settings and the edition in force.
 *
 * The edition shown is the edition that judges: from a choice until the service has answered,
 * nothing can be asked.
 *
 * @typedef {{settings: Record<string, string>, api: any, edition: import("../answers.js").Edition,
 *   alphabet: Notation, asking: typeof asking, renewEdition: () => Promise<void>}} Desk
 */

import { untilAnswered } from "../api.js";
import { connect, Refused } from "../client.js";
import { fillChoice, suited } from "../choices.js";
import { byId, field } from "../dom.js";
import { lexiconLine } from "../edition.js";
import { enrol, pendingCode } from "../enrol.js";
import { languageChoices, loadLanguages, pickLanguage, t, useLanguage } from "../i18n.js";
import { remember, remembered, takeFragment } from "../store.js";
import { Notation } from "./notation.js";
import { asking, say, sayRefused } from "./asking.js";
import { forgetChallenge, prepareDesk, startAnew } from "./desk.js";
import { prepareEditor, showEditor } from "./editor.js";
import { prepareHandbook, showHandbook } from "./handbook.js";
import { pressOnce } from "./presses.js";
import { clearRecount, prepareRecount } from "./recount.js";
import { showRules } from "./rules.js";
import { prepareScore, showScore } from "./score.js";
import { prepareTabs } from "./tabs.js";
import { prepareTournament, showTournament } from "../tournament/tournament.js";

const SETTINGS = "arbiter.desk";
/** @type {Desk} */
const desk = { settings: {}, api: null, edition: null, alphabet: null, asking, renewEdition };
let choice = new AbortController();

/** Try until the edition is there; only the newest choice counts, a refused one is taken back. */
async function choose(load) {
  choice.abort();
  choice = new AbortController();
  const { signal } = choice;
  byId("main").inert = true;
  say();
  forgetChallenge();
  try {
    const onDown = () => say(t("fault.network"));
    const edition = await untilAnswered(load, { onDown, signal });
    if (!signal.aborted) putInForce(edition);
  } catch (fault) {
    if (signal.aborted) return;
    if (!(fault instanceof Refused)) throw fault;
    sayRefused(fault);
    goBack();
  }
}

function putInForce(edition) {
  take(edition);
  byId("main").inert = false;
  showEdition();
  agree();
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
  remember(SETTINGS, desk.settings);
}

function take(edition) {
  Object.assign(desk, { edition, alphabet: new Notation(edition) });
}

function nameLexicon() {
  byId("lexicon").replaceChildren(...lexiconLine(desk.edition.lexicon).filter(Boolean));
  showRules(desk);
}

function showEdition() {
  say();
  nameLexicon();
  startAnew();
  showScore();
  clearRecount();
  showEditor();
  showHandbook();
  showTournament();
}

/** Ask anew for the edition in force: its lexicon is no longer the one that the page names. */
async function renewEdition() {
  const old = desk.edition;
  const edition = await desk.api.edition(old.id);
  if (desk.edition !== old) return;
  take(edition);
  nameLexicon();
}

async function loadAll() {
  desk.api = connect(desk.settings.key);
  await choose(async () => {
    const editions = await desk.api.rules();
    const { id } = suited(editions, desk.settings);
    const titles = editions.map((edition) => [edition.id, edition.title]);
    fillChoice("rules", titles, field("rules").value || id);
    return desk.api.edition(id);
  });
}

function keep(name, then) {
  byId(name).addEventListener("change", async () => {
    desk.settings[name] = field(name).value;
    remember(SETTINGS, desk.settings);
    await then();
  });
}

/** Without its texts the page can say nothing, not even that they are missing. */
function speak() {
  return untilAnswered(() => useLanguage(desk.settings.lang, "desk/"));
}

async function speakAnother() {
  await speak();
  if (!byId("main").inert) showEdition();
}

/** Take the key that a code stands for, if one was brought; the refusal of one that is no good. */
async function exchange(code) {
  try {
    if (code) remember(SETTINGS, Object.assign(desk.settings, await enrol(code)));
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return fault;
  }
  return null;
}

async function open() {
  const { game, tournament, code = pendingCode(), ...given } = takeFragment();
  desk.settings = { key: "", ...remembered(SETTINGS), ...given };
  const refused = await exchange(code);
  await untilAnswered(loadLanguages);
  desk.settings.lang = pickLanguage(desk.settings.lang);
  remember(SETTINGS, desk.settings);
  prepareTabs(() => byId("main").inert || say());
  await speak();
  fillChoice("lang", languageChoices(), desk.settings.lang);
  field("key").value = desk.settings.key;
  byId("main").addEventListener("keydown", pressOnce);
  prepareDesk(desk);
  prepareScore(desk);
  prepareRecount(desk);
  prepareTournament(desk, tournament);
  prepareHandbook(desk);
  prepareEditor(desk, game);
  keep("rules", () => choose(() => desk.api.edition(desk.settings.rules)));
  keep("lang", speakAnother);
  keep("key", loadAll);
  await loadAll();
  if (refused) sayRefused(refused);
}

open();
