/**
 * Knows the order of a challenge, and nothing about screens or the network.
 *
 *   armed → words → check → consent → judging → verdict → consequences → armed
 *
 * The challenger declares how many words; the first letter typed locks that in (FRS 5.10.8 b),
 * after which only the spelling can change. The verdict can be asked for only after the opponent
 * has checked the words (FRS 5.11.1 g, 5.11.2 e, 5.11.5 g). A challenge is a frozen value and a
 * step is a function from one to the next; a step out of order throws. After the verdict the
 * words are gone: only a fingerprint stays, for a second challenge of the same play, and only where
 * the edition knows such a challenge.
 */

/**
 * @typedef {{text: string, tiles: string[] | null}} Spelled A word as the service cuts it in tiles.
 *
 * @typedef {{valid: boolean, print: string}} First What is kept of a first verdict.
 *
 * @typedef {object} Challenge
 * @property {"armed" | "words" | "check" | "consent" | "judging" | "verdict" | "consequences"} step
 * @property {string[]} words
 * @property {Spelled[]} spelled
 * @property {number} at The word at hand.
 * @property {boolean} locked
 * @property {boolean} second
 * @property {First | null} first
 * @property {number} [count]
 * @property {boolean} [differs]
 * @property {boolean} [retracted]
 */

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
  locked: false,
  second: false,
  first: null,
});

/** The challenger says how many words are contested; may be said again until a letter is typed. */
export function declare(challenge, count) {
  expect(challenge, "armed", "words");
  if (challenge.locked) throw new Error("the challenge is locked in");
  return next(challenge, { step: "words", words: Array(count).fill(""), at: 0 });
}

/** The word at hand is spelled anew; the first letter locks the challenge in. */
export function respell(challenge, text) {
  expect(challenge, "words");
  const words = challenge.words.map((word, i) => (i === challenge.at ? text : word));
  return next(challenge, { words, locked: challenge.locked || text !== "" });
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
 * The answer came and the words are dropped. `keep` is what a second challenge will be compared
 * with, `{valid, print}`, or null where the edition knows none.
 */
export function answer(challenge, valid, keep) {
  expect(challenge, "judging");
  const { second, first, words } = challenge;
  const differs = second && first.valid !== valid;
  const dropped = { words: [], spelled: [], count: words.length };
  return next(challenge, { ...dropped, step: "verdict", differs, first: second ? null : keep });
}

/** The verdict leaves the screen. */
export function dismiss(challenge) {
  expect(challenge, "verdict");
  return next(challenge, { step: "consequences" });
}

/** The challenge is taken back; what that comes to is the edition's business. */
export function retract(challenge) {
  expect(challenge, "words", "check", "consent");
  return next({ ...ARMED }, { step: "consequences", retracted: true });
}

/** The same play is challenged once more: as many words, typed from scratch. */
export function challengeAgain(challenge) {
  expect(challenge, "consequences");
  if (challenge.first === null) throw new Error("nothing to challenge again");
  const { first, count } = challenge;
  const words = Array(count).fill("");
  return next({ ...ARMED }, { step: "words", words, locked: true, second: true, first });
}

function expect(challenge, ...steps) {
  if (!steps.includes(challenge.step)) throw new Error(`out of order in ${challenge.step}`);
}

function next(challenge, change) {
  return Object.freeze({ ...challenge, ...change });
}
