/**
 * Knows how a challenge runs: which screen follows a step, and when the service is asked.
 *
 * The order of a challenge is challenge.js, its screens are screens.js; here they meet the network
 * and the timers. A verdict lives in this module from the answer until it is on the screen, and
 * nowhere else.
 */

import { pause, untilAnswered } from "../api.js";
import { Refused } from "../client.js";
import { byId } from "../dom.js";
import { fingerprint, salt } from "../fingerprint.js";
import { t } from "../i18n.js";
import * as challenges from "./challenge.js";
import { loadEdition, tablet } from "./device.js";
import * as interludes from "./interludes.js";
import * as screens from "./screens.js";
import * as verdicts from "./verdicts.js";

const DELAY = 1500;
const STILL_WATCHING = 20000;
const STEPPED_AWAY = 120000;
const SHOWS_WORDS = ["words", "check", "consent"];

const SCREENS = {
  armed: screens.armedScreen,
  words: screens.wordsScreen,
  check: screens.checkScreen,
  consent: screens.checkScreen,
  judging: verdicts.judgingScreen,
  verdict: verdicts.verdictScreen,
  consequences: verdicts.consequencesScreen,
};

let shown = { node: null };
let attempt = new AbortController();
let timer = 0;

const act = {
  declare: (count) => change(challenges.declare(tablet.challenge, count)),
  type: (key) => respell(tablet.alphabet.typed(word(), key)),
  erase: () => respell(tablet.alphabet.erased(word())),
  forward: () => forward(),
  select: (at) => change(challenges.select(tablet.challenge, at)),
  submit: () => submit(),
  correct: () => change(challenges.correct(tablet.challenge)),
  consent: () => change(challenges.consent(tablet.challenge)),
  judge: () => judge(),
  dismiss: () => dismiss(),
  retract: () => ask(t("retract.question"), () => change(challenges.retract(tablet.challenge))),
  again: () => show(interludes.againScreen(tablet, act)),
  backToConsequences: () => change(tablet.challenge),
  challengeAgain: () => change(challenges.challengeAgain(tablet.challenge)),
  misplaced: () => show(interludes.misplacedScreen(tablet, act)),
  rearm: () => rearm(),
};

function word() {
  return tablet.challenge.words[tablet.challenge.at];
}

function respell(text) {
  if (text !== word()) change(challenges.respell(tablet.challenge, text));
}

/** Enter: the next word without letters; after the last, the words go to the opponent. */
function forward() {
  const { words } = tablet.challenge;
  const unfinished = words.findIndex((text) => !tablet.alphabet.complete(text));
  if (unfinished === -1) submit();
  else change(challenges.select(tablet.challenge, unfinished));
}

async function submit() {
  const { rules } = tablet.settings;
  const texts = tablet.challenge.words.map((text) => tablet.alphabet.spelled(text));
  const question = () => tablet.api.spell(rules, texts);
  shown.wait?.();
  await asking(async (signal) => {
    const words = await untilAnswered(question, { onDown: showOutage, signal });
    if (signal.aborted) return;
    change(challenges.submit(tablet.challenge, words), compareWithFirst(texts));
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

function showVerdict({ valid }, texts) {
  const mayRepeat = !["silent", "none"].includes(tablet.edition.sections.challenge.rechallenge);
  const keep = mayRepeat ? { valid, print: fingerprintOf(texts) } : null;
  tablet.valid = valid;
  change(challenges.answer(tablet.challenge, valid, keep));
  tablet.valid = null;
  countDown(Number(tablet.settings.seconds));
}

function countDown(left) {
  shown.tick(left);
  later(() => (left > 1 ? countDown(left - 1) : dismiss()), 1000);
}

function later(then, milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(then, milliseconds);
}

function dismiss() {
  change(challenges.dismiss(tablet.challenge));
}

/** Forget the challenge and be ready for the next. */
export function rearm() {
  tablet.salt = salt();
  change(challenges.ARMED);
}

/** Ask the service; a refusal leaves the challenge where it was, and says so. */
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
    const back = waiting ? challenges.postpone(tablet.challenge) : tablet.challenge;
    change(back, t(fault.status === 401 || fault.status === 403 ? "problem.key" : "fault.refused"));
  }
}

function fingerprintOf(texts) {
  return fingerprint([...texts].sort().join(" "), tablet.salt);
}

function compareWithFirst(texts) {
  const { second, first } = tablet.challenge;
  return second && first.print !== fingerprintOf(texts) ? t("again.otherWords") : "";
}

/** Show the next value of the challenge; an answer still under way was for the old one. */
function change(challenge, note = "", tone = note && "alarm") {
  clearTimeout(timer);
  attempt.abort();
  const sameScreen = challenge.step === tablet.challenge.step && shown.update && !note;
  Object.assign(tablet, { challenge, note, tone });
  if (sameScreen && shown.node.isConnected) shown.update();
  else show(SCREENS[challenge.step](tablet, act));
  if (tablet.settings.procedure === "device_away" && SHOWS_WORDS.includes(challenge.step)) {
    later(rearm, STEPPED_AWAY);
  }
}

function show(screen) {
  shown = screen;
  byId("stage").replaceChildren(screen.node);
  screen.update?.();
  screen.node.querySelector("h1").focus();
}

/** Say, large, that there is no answer. */
export function showOutage() {
  clearTimeout(timer);
  show(interludes.outageScreen(tablet));
}

function ask(question, yes) {
  show(interludes.confirmScreen(question, yes, () => change(tablet.challenge)));
}

/** Hand a key of the hardware keyboard to the screen; true if the screen used it. */
export function pressKey(event) {
  return shown.key?.(event) ?? false;
}

/** Take the last screen and its challenge away. */
export function clearScreen() {
  clearTimeout(timer);
  attempt.abort();
  shown = { node: null };
  tablet.challenge = challenges.ARMED;
  byId("stage").replaceChildren();
}
