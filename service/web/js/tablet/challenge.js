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
 * With the verdict the words are gone, and a reload takes them too. What stays until the next challenge begins is the verdict,
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

/**
 * The challenger says how many words are contested; may be said again until that is locked in.
 *
 * @param {Challenge} challenge @param {number} count
 */
export function declare(challenge, count) {
  expect(challenge, "armed", "words");
  if (challenge.locked) throw new Error("the challenge is locked in");
  const words = Array(count).fill("");
  return next(ARMED, { step: "words", words, count });
}

/**
 * The word at hand is spelled anew; where the edition says so, a letter locks the challenge in.
 *
 * @param {Challenge} challenge @param {string} text @param {boolean} locks
 */
export function respell(challenge, text, locks) {
  expect(challenge, "words");
  const words = challenge.words.map((word, i) => (i === challenge.at ? text : word));
  return next(challenge, { words, locked: challenge.locked || (locks && text !== "") });
}

/** Another word is taken in hand. @param {Challenge} challenge @param {number} at */
export function select(challenge, at) {
  expect(challenge, "words");
  return next(challenge, { at: Math.max(0, Math.min(at, challenge.words.length - 1)) });
}

/**
 * The words go to the opponent, as the service spells them in tiles.
 *
 * @param {Challenge} challenge @param {Spelled[]} spelled
 */
export function submit(challenge, spelled) {
  expect(challenge, "words");
  if (spelled.length !== challenge.words.length) throw new Error("every word must be spelled");
  return next(challenge, { step: "check", spelled });
}

/** Back to the words, for the spelling only. @param {Challenge} challenge */
export function correct(challenge) {
  expect(challenge, "check", "consent");
  return next(challenge, { step: "words", spelled: [] });
}

/** The opponent agrees that these are the words. @param {Challenge} challenge */
export function consent(challenge) {
  expect(challenge, "check");
  return next(challenge, { step: "consent" });
}

/** The verdict is asked for, by whom the procedure says. @param {Challenge} challenge */
export function ask(challenge) {
  expect(challenge, "consent");
  return next(challenge, { step: "judging" });
}

/** The service could not be asked; the consent still stands. @param {Challenge} challenge */
export function postpone(challenge) {
  expect(challenge, "judging");
  return next(challenge, { step: "consent" });
}

/**
 * The answer came and the words are dropped. `print` is what a second challenge will be compared
 * with, or null where the edition knows none.
 *
 * @param {Challenge} challenge @param {boolean} valid @param {string | null} print
 */
export function answer(challenge, valid, print) {
  expect(challenge, "judging");
  const { second, first } = challenge;
  const differs = second && first?.valid !== valid;
  const keep = second || print === null ? null : { valid, print };
  const dropped = { words: [], spelled: [], at: 0, locked: false };
  return next(challenge, { ...dropped, step: "verdict", valid, differs, first: keep, seen: [] });
}

/**
 * A player has seen the verdict; when both have, it leaves the screen.
 *
 * @param {Challenge} challenge @param {Player} player
 */
export function see(challenge, player) {
  expect(challenge, "verdict");
  const seen = [...new Set([...challenge.seen, player])];
  const seeing = next(challenge, { seen });
  return seen.length === BOTH ? dismiss(seeing) : seeing;
}

/** The verdict leaves the screen. @param {Challenge} challenge */
export function dismiss(challenge) {
  expect(challenge, "verdict");
  return next(challenge, { step: "consequences" });
}

/**
 * The challenge is taken back; what that comes to is the edition's business.
 *
 * @param {Challenge} challenge
 */
export function retract(challenge) {
  expect(challenge, "words", "check", "consent");
  if (challenge.second) throw new Error("a second challenge is given up, not retracted");
  return next(ARMED, { step: "consequences", retracted: true, count: challenge.count });
}

/**
 * The same play is challenged once more: as many words, typed from scratch.
 *
 * @param {Challenge} challenge
 */
export function challengeAgain(challenge) {
  expect(challenge, "consequences");
  if (challenge.first === null) throw new Error("nothing to challenge again");
  const { first, count } = challenge;
  const words = Array(count).fill("");
  return next(ARMED, { step: "words", words, count, locked: true, second: true, first });
}

/**
 * The second challenge is given up: the first verdict stands, as if it had not been begun.
 *
 * @param {Challenge} challenge
 */
export function giveUp(challenge) {
  expect(challenge, "words", "check", "consent");
  if (!challenge.second) throw new Error("a first challenge is retracted, not given up");
  const { first, count } = challenge;
  return next(ARMED, { step: "consequences", valid: first?.valid ?? null, count, first });
}

/**
 * Ready for the next challenge, from wherever this one was; its verdict can still be recalled.
 *
 * @param {Challenge} challenge
 */
export function rearm(challenge) {
  const last = challenge.valid === null ? challenge.last : { valid: challenge.valid };
  return next(ARMED, { last });
}

/**
 * What outlives a reload: where the challenge stood and its verdict, but never a word.
 *
 * @param {Challenge} challenge
 */
export function withoutWords(challenge) {
  return { ...challenge, words: [], spelled: [], at: 0, seen: [] };
}

/**
 * A challenge as it was before a reload. What was locked stays locked, but the words have to be typed
 * again; a verdict that was on the screen counts as seen.
 *
 * @param {Challenge} kept
 */
export function resumed(kept) {
  const known = next(ARMED, kept);
  if (known.step === "verdict") return dismiss(known);
  if (known.step === "armed" || known.step === "consequences") return known;
  return next(known, { step: "words", words: Array(known.count).fill("") });
}

/** @param {Challenge} challenge @param {...Challenge["step"]} steps */
function expect(challenge, ...steps) {
  if (!steps.includes(challenge.step)) throw new Error(`out of order in ${challenge.step}`);
}

/** @param {Challenge} challenge @param {Partial<Challenge>} change */
function next(challenge, change) {
  return Object.freeze({ ...challenge, ...change });
}
