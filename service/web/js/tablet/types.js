/**
 * Knows the shapes of the tablet's values: types for those who write its scripts (and for `tsc`),
 * which no page loads.
 */

/**
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

/**
 * @typedef {object} Tablet What this device is for.
 * @property {import("../answers.js").Edition | null} edition
 * @property {import("../tiles.js").Alphabet | null} alphabet
 * @property {Record<string, any>} settings The organiser's choices.
 * @property {ReturnType<typeof import("../client.js").connect> | null} api
 * @property {Challenge} challenge
 * @property {string} note What the screen has to say at this moment, if anything.
 * @property {string} tone How it is said: "alarm", "calm" or nothing.
 * @property {string} salt
 * @property {typeof import("./gameclock.js") | null} game The game clock, where there is one here.
 * @property {boolean} contesting Whether the clock has made room for a challenge.
 */

/**
 * @typedef {object} Screen A screen: its node, and what it can do beside being looked at.
 * @property {HTMLElement} node
 * @property {number} [quiet]
 * @property {() => void} [update]
 * @property {() => void} [wait]
 * @property {(event: KeyboardEvent) => boolean} [key]
 * @property {(left: number) => void} [tick]
 */

/**
 * @typedef {object} Way How a procedure goes.
 * @property {"challenger" | "opponent" | "arbiter"} asks
 * @property {"first_letter" | "rising" | "slip" | "silent"} fixed_by
 * @property {("board" | "racks")[]} covers
 * @property {boolean} slip
 * @property {string} article
 */

export {};
