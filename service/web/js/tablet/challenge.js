/**
 * Knows the order of a challenge, and nothing about screens or the network.
 *
 *   armed → words → check → consent → judging → verdict → consequences → armed
 *
 * The challenger declares how many words; where the edition says so (FRS 5.10.8 b), the first letter
 * locks that in, after which only the spelling can change. The verdict can be asked for only after
 * the opponent has checked the words (FRS 5.11.1 g, 5.11.2 e, 5.11.5 g), and leaves the screen when
 * both players have seen it or its time is over. A challenge is a frozen value and a step is a
 * function from one to the next; a step out of order throws.
 *
 * With the verdict the words are gone. What stays until the next challenge begins is the verdict,
 * so that the arbiter can show it once more, and, where the edition knows a second challenge of the
 * same play, a fingerprint of the words.
 *
 * @typedef {{text: string, tiles: string[] | null}} Spelled A word as the service cuts it in tiles.
 *
 * @typedef {{valid: boolean, print: string}} First What is kept of a first verdict.
 *
 * @typedef {"challenger" | "opponent"} Player
 *
 * @typedef {object} Challenge
 * @property {"armed" | "words" | "check" | "consent" | "judging" | "verdict" | "consequences"} step
 * @property {string[]} words
 * @property {Spelled[]} spelled
 * @property {number} at The word at hand.
 * @property {number} count How many words are, or were, contested.
 * @property {boolean} locked
 * @property {boolean} second
 * @property {First | null} first
 * @property {boolean | null} valid The verdict, once there is one.
 * @property {boolean} differs
 * @property {boolean} retracted
 * @property {Player[]} seen Who has seen the verdict.
 * @property {{valid: boolean} | null} last The verdict before, until a new challenge begins.
 */

const BOTH = 2;

/**
 * Nothing is contested: before a challenge, and again after it.
 *
 * @type {Readonly<Challenge>}
 */
export const ARMED = Object.freeze({
  step: "armed",
  words: [],
  spelled: [],
  at: 0,
  count: 0,
  locked: false,
  second: false,
  first: null,
  valid: null,
  differs: false,
  retracted: false,
  seen: [],
  last: null,
});

/** The challenger says how many words are contested; may be said again until that is locked in. */
export function declare(challenge, count) {
  expect(challenge, "armed", "words");
  if (challenge.locked) throw new Error("the challenge is locked in");
  const words = Array(count).fill("");
  return next(ARMED, { step: "words", words, count });
}

/** The word at hand is spelled anew; where the edition says so, a letter locks the challenge in. */
export function respell(challenge, text, locks) {
  expect(challenge, "words");
  const words = challenge.words.map((word, i) => (i === challenge.at ? text : word));
  return next(challenge, { words, locked: challenge.locked || (locks && text !== "") });
}

/** Another word is taken in hand. */
export function select(challenge, at) {
  expect(challenge, "words");
  return next(challenge, { at: Math.max(0, Math.min(at, challenge.words.length - 1)) });
}

/** The words go to the opponent, as the service spells them in tiles. */
export function submit(challenge, spelled) {
  expect(challenge, "words");
  if (spelled.length !== challenge.words.length) throw new Error("every word must be spelled");
  return next(challenge, { step: "check", spelled });
}

/** Back to the words, for the spelling only. */
export function correct(challenge) {
  expect(challenge, "check", "consent");
  return next(challenge, { step: "words", spelled: [] });
}

/** The opponent agrees that these are the words. */
export function consent(challenge) {
  expect(challenge, "check");
  return next(challenge, { step: "consent" });
}

/** The verdict is asked for, by whom the procedure says. */
export function ask(challenge) {
  expect(challenge, "consent");
  return next(challenge, { step: "judging" });
}

/** The service could not be asked; the consent still stands. */
export function postpone(challenge) {
  expect(challenge, "judging");
  return next(challenge, { step: "consent" });
}

/**
 * The answer came and the words are dropped. `print` is what a second challenge will be compared
 * with, or null where the edition knows none.
 */
export function answer(challenge, valid, print) {
  expect(challenge, "judging");
  const { second, first } = challenge;
  const differs = second && first.valid !== valid;
  const keep = second || print === null ? null : { valid, print };
  const dropped = { words: [], spelled: [], at: 0, locked: false };
  return next(challenge, { ...dropped, step: "verdict", valid, differs, first: keep, seen: [] });
}

/** A player has seen the verdict; when both have, it leaves the screen. */
export function see(challenge, player) {
  expect(challenge, "verdict");
  const seen = [...new Set([...challenge.seen, player])];
  const seeing = next(challenge, { seen });
  return seen.length === BOTH ? dismiss(seeing) : seeing;
}

/** The verdict leaves the screen. */
export function dismiss(challenge) {
  expect(challenge, "verdict");
  return next(challenge, { step: "consequences" });
}

/** The challenge is taken back; what that comes to is the edition's business. */
export function retract(challenge) {
  expect(challenge, "words", "check", "consent");
  if (challenge.second) throw new Error("a second challenge is given up, not retracted");
  return next(ARMED, { step: "consequences", retracted: true, count: challenge.count });
}

/** The same play is challenged once more: as many words, typed from scratch. */
export function challengeAgain(challenge) {
  expect(challenge, "consequences");
  if (challenge.first === null) throw new Error("nothing to challenge again");
  const { first, count } = challenge;
  const words = Array(count).fill("");
  return next(ARMED, { step: "words", words, count, locked: true, second: true, first });
}

/** The second challenge is given up: the first verdict stands, as if it had not been begun. */
export function giveUp(challenge) {
  expect(challenge, "words", "check", "consent");
  if (!challenge.second) throw new Error("a first challenge is retracted, not given up");
  const { first, count } = challenge;
  return next(ARMED, { step: "consequences", valid: first.valid, count, first });
}

/** Ready for the next challenge, from wherever this one was; its verdict can still be recalled. */
export function rearm(challenge) {
  const last = challenge.valid === null ? challenge.last : { valid: challenge.valid };
  return next(ARMED, { last });
}

function expect(challenge, ...steps) {
  if (!steps.includes(challenge.step)) throw new Error(`out of order in ${challenge.step}`);
}

function next(challenge, change) {
  return Object.freeze({ ...challenge, ...change });
}
