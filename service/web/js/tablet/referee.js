/**
 * Knows how a challenge runs: which screen follows a step, and when the service is asked.
 *
 * The order of a challenge is challenge.js, its screens are screens.js; here they meet the network
 * and the timers.
 */

import { pause, untilAnswered } from "../core/api.js";
import { Refused } from "../core/client.js";
import { announce, byId, firstIn, UNSET } from "../core/dom.js";
import { penaltyText, unfoundedPenalty } from "../core/edition.js";
import { fingerprint, salt } from "../core/fingerprint.js";
import { t } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import * as challenges from "./challenge.js";
import { loadEdition, tablet } from "./device.js";
import { settle } from "./parts.js";
import { locks } from "./procedure.js";
import * as screens from "./screens.js";
import * as verdicts from "./verdicts.js";

/** @import { Challenge, Player } from "./challenge.js" */
/** @import { Tablet } from "./device.js" */
/** @import { Screen } from "./parts.js" */
/** @import { Act } from "./screens.js" */

const DELAY = 1500;
const STILL_WATCHING = 20000;
const STEPPED_AWAY = 100000;
const LAST_CALL = 20000;
/** Where a challenge stands, for whoever loads the page anew; its words are nowhere. */
const KEPT = "arbiter.challenge";
const SHOWS_WORDS = ["words", "check", "consent"];

const SCREENS = {
  /** @param {Tablet} device @param {Act} on */
  armed: (device, on) =>
    device.game && !device.contesting
      ? device.game.clockScreen(device, on)
      : screens.armedScreen(device, on),
  words: screens.wordsScreen,
  check: screens.checkScreen,
  consent: screens.checkScreen,
  judging: verdicts.judgingScreen,
  verdict: verdicts.verdictScreen,
  consequences: verdicts.consequencesScreen,
};

/** @type {Screen} */
let shown = { node: UNSET };
let attempt = new AbortController();
let timer = 0;

const act = {
  /** @param {number} count */
  declare: (count) => change(challenges.declare(tablet.challenge, count)),
  /** @param {string} key */
  type: (key) => respell(tablet.alphabet.typed(word(), key)),
  erase: () => respell(tablet.alphabet.erased(word())),
  forward,
  /** @param {number} at */
  select: (at) => change(challenges.select(tablet.challenge, at)),
  submit,
  correct: () => change(challenges.correct(tablet.challenge)),
  consent: () => change(challenges.consent(tablet.challenge)),
  judge,
  see,
  back,
  retract: () =>
    ask("retract", () => change(challenges.retract(tablet.challenge)), retractionCost()),
  giveUp: () => ask("giveUp", () => change(challenges.giveUp(tablet.challenge))),
  again: () => show(verdicts.againScreen(tablet, act)),
  backToConsequences: () => change(tablet.challenge),
  challengeAgain: () => change(challenges.challengeAgain(tablet.challenge)),
  misplaced: () => show(verdicts.misplacedScreen(tablet, act)),
  rearm,
  contest,
  newGame: () => ask("newGame", newGame),
  report,
};

function word() {
  return tablet.challenge.words[tablet.challenge.at];
}

/** Change the word at hand; false if there is nothing to change. @param {string} text */
function respell(text) {
  if (text === word()) return false;
  change(challenges.respell(tablet.challenge, text, locks(tablet)));
  return true;
}

/** Enter: the next word without letters; after the last, the words go to the opponent. */
function forward() {
  const { words } = tablet.challenge;
  const unfinished = words.findIndex((text) => !tablet.alphabet.complete(text));
  if (unfinished === -1) submit();
  else change(challenges.select(tablet.challenge, unfinished));
}

/** Back to the number of words; letters that would be lost are asked about. */
function back() {
  if (tablet.challenge.words.some(Boolean)) ask("discard", rearm);
  else rearm();
}

async function submit() {
  const { rules } = tablet.settings;
  const texts = tablet.challenge.words.map((text) => tablet.alphabet.spelled(text));
  const question = () => tablet.api.spell(rules, texts);
  // The second time no other word of the play may be brought up (FISC G§6, FRS 5.10.3 d).
  if (otherWords(texts)) return change(tablet.challenge, t("again.otherWords"));
  shown.wait?.();
  return asking(async (signal) => {
    const words = await untilAnswered(question, { onDown: showOutage, signal });
    if (!signal.aborted) change(challenges.submit(tablet.challenge, words));
  });
}

/** Only the words that the opponent has seen are judged, exactly as they were shown. */
async function judge() {
  const texts = tablet.challenge.spelled.map(({ text }) => text);
  const { rules } = tablet.settings;
  const since = Date.now();
  // Once the players may have walked away, a verdict must not appear by itself (FRS 5.11.5 g).
  const question = () =>
    Date.now() - since < STILL_WATCHING
      ? tablet.api.challenge(rules, texts)
      : tablet.api.ready().then(() => null);
  change(challenges.ask(tablet.challenge));
  await asking(async (signal) => {
    const answer = untilAnswered(question, { onDown: showOutage, signal });
    const [reply] = await Promise.all([answer, pause(DELAY)]);
    // The lexicon named on the screen must be the one that answered.
    if (reply?.lexicon?.includes(tablet.edition.lexicon.sha256) === false)
      await loadEdition({ onDown: showOutage, signal });
    if (signal.aborted) return;
    if (reply === null) change(challenges.postpone(tablet.challenge), t("outage.over"), "calm");
    else showVerdict(reply.body, texts);
  });
}

/** @param {{valid: boolean}} given @param {string[]} texts */
function showVerdict({ valid }, texts) {
  const mayRepeat = !["silent", "none"].includes(tablet.edition.sections.challenge.rechallenge);
  const print = mayRepeat ? fingerprintOf(texts) : null;
  change(challenges.answer(tablet.challenge, valid, print));
  countDown(Number(tablet.settings.seconds));
}

/** @param {number} left */
function countDown(left) {
  shown.tick?.(left);
  later(() => (left > 1 ? countDown(left - 1) : dismiss()), 1000);
}

/** @param {Player} player */
function see(player) {
  const next = challenges.see(tablet.challenge, player);
  if (next.step !== "verdict") return change(next);
  tablet.challenge = next;
  return shown.update?.();
}

/** @param {() => void} then @param {number} milliseconds */
function later(then, milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(then, milliseconds);
}

function dismiss() {
  change(challenges.dismiss(tablet.challenge));
}

/** The game clock makes room for a challenge. */
function contest() {
  tablet.game?.neutralise();
  tablet.contesting = true;
  change(tablet.challenge);
}

function newGame() {
  tablet.game?.beginAnew(Number(tablet.settings.clock));
  rearm();
}

/** The result of the game, which both players confirm; the challenge goes on where it was. */
async function report() {
  const { reportScreen } = await import("./result.js");
  show(reportScreen(tablet, () => change(tablet.challenge)));
}

/** Be ready for the next challenge; of this one only the verdict is kept, for the organiser. */
export function rearm() {
  tablet.contesting = false;
  tablet.salt = salt();
  change(challenges.rearm(tablet.challenge));
}

/**
 * Go on where the challenge was when the page was left: by a reload, a closed page, a device that
 * started anew.
 */
export function takeUp() {
  const kept = remembered(KEPT);
  if (!kept) {
    rearm();
    return;
  }
  Object.assign(tablet, { salt: kept.salt, contesting: kept.contesting && tablet.game !== null });
  change(challenges.resumed(kept.challenge));
}

/** How many words a challenge had that was under way when the page was left; 0 for none. */
export function underWay() {
  const { step, count } = remembered(KEPT)?.challenge ?? challenges.ARMED;
  return step === "armed" || step === "consequences" ? 0 : count;
}

/** The verdict that can be shown once more, or null. */
export function lastVerdict() {
  const { valid, last } = tablet.challenge;
  return valid ?? last?.valid ?? null;
}

/** Show the last verdict once more; the challenge goes on where it was. */
export function recall() {
  if (atVerdict()) return;
  const valid = lastVerdict();
  if (valid !== null) show(verdicts.recallScreen(tablet, valid, () => change(tablet.challenge)));
}

/** Let the arbiter put the clock right; the challenge goes on where it was. */
export function correctClock() {
  const { game } = tablet;
  if (atVerdict() || game === null) return;
  game.neutralise();
  show(game.correctionScreen(() => change(tablet.challenge)));
}

/** A verdict that is shown or awaited is not to be disturbed. */
function atVerdict() {
  return ["judging", "verdict"].includes(tablet.challenge.step);
}

/**
 * Ask the service; a refusal leaves the challenge where it was, and says so.
 *
 * @param {(signal: AbortSignal) => Promise<void>} question
 */
async function asking(question) {
  attempt.abort();
  attempt = new AbortController();
  const { signal } = attempt;
  try {
    await question(signal);
  } catch (fault) {
    if (signal.aborted) return;
    if (!(fault instanceof Refused)) throw fault;
    const waiting = tablet.challenge.step === "judging";
    const before = waiting ? challenges.postpone(tablet.challenge) : tablet.challenge;
    const unknown = fault.status === 401 || fault.status === 403;
    change(before, t(unknown ? "problem.key" : "fault.refused"));
  }
}

/** @param {string[]} texts */
function fingerprintOf(texts) {
  return fingerprint([...texts].sort().join(" "), tablet.salt);
}

/** @param {string[]} texts */
function otherWords(texts) {
  const { second, first } = tablet.challenge;
  return second && first?.print !== fingerprintOf(texts);
}

/**
 * Show a value of the challenge; an answer still under way was for the one before.
 *
 * @param {Challenge} challenge
 */
export function change(challenge, note = "", tone = note && "alarm") {
  clearTimeout(timer);
  attempt.abort();
  const sameScreen = challenge.step === tablet.challenge.step && shown.update;
  Object.assign(tablet, { challenge, note, tone });
  keep();
  if (sameScreen && shown.node.isConnected) shown.update?.();
  else show(SCREENS[challenge.step](tablet, act));
  watchOver();
}

function keep() {
  const { challenge, salt: salted, contesting } = tablet;
  remember(KEPT, { challenge: challenges.withoutWords(challenge), salt: salted, contesting });
}

/** On a device that tables share, words do not wait for ever, and do not go without a word. */
function watchOver() {
  const shared = tablet.settings.procedure === "device_away";
  if (!shared || !SHOWS_WORDS.includes(tablet.challenge.step)) return;
  later(() => {
    byId("away").hidden = false;
    later(clearAway, LAST_CALL);
  }, STEPPED_AWAY);
}

function clearAway() {
  tablet.challenge = challenges.rearm(tablet.challenge);
  keep();
  show(verdicts.clearedScreen(act));
}

/** Somebody is there: the words stay. */
export function stillHere() {
  if (byId("away").hidden) return;
  byId("away").hidden = true;
  watchOver();
}

/** @param {Screen} screen */
function show(screen) {
  shown = screen;
  byId("away").hidden = true;
  byId("stage").replaceChildren(screen.node);
  // What lies under a verdict must not be reached with the keyboard either.
  document.body.classList.toggle("showing-verdict", screen.node.classList.contains("verdict"));
  screen.update?.();
  firstIn(screen.node, "h1").focus();
  announce(screen.node);
  settle(screen.node, screen.quiet);
}

/** Say, large, that there is no answer. */
export function showOutage() {
  clearTimeout(timer);
  show(verdicts.outageScreen(tablet));
}

/** What taking the challenge back comes to. */
function retractionCost() {
  const { edition, settings, challenge } = tablet;
  return { penalty: penaltyText(unfoundedPenalty(edition, settings.variant), challenge.count) };
}

/**
 * A question with a way back, before something is lost.
 *
 * @param {string} what @param {() => void} yes
 */
function ask(what, yes, values = {}) {
  const no = { text: t(`confirm.${what}.no`), press: () => change(tablet.challenge) };
  show(
    verdicts.confirmScreen(
      t(`confirm.${what}.question`, values),
      { text: t(`confirm.${what}.yes`), press: yes },
      no,
    ),
  );
}

/**
 * Hand a key of the hardware keyboard to the screen; true if the screen used it.
 *
 * @param {KeyboardEvent} event
 */
export function pressKey(event) {
  return shown.key?.(event) ?? false;
}

/** Take the last screen and its challenge away. */
export function clearScreen() {
  clearTimeout(timer);
  attempt.abort();
  shown = { node: UNSET };
  tablet.challenge = challenges.ARMED;
  remember(KEPT, null);
  document.body.classList.remove("showing-verdict");
  byId("stage").replaceChildren();
  announce(byId("stage"));
}
