/**
 * Knows how the procedure that the organiser chose goes: who types, checks and asks, what is covered
 * and what makes the words final. It is the edition's data; a file that does not say gets the plain
 * procedure of that kind.
 *
 * @typedef {object} Way How a procedure goes.
 * @property {"challenger" | "opponent" | "arbiter"} asks
 * @property {"first_letter" | "rising" | "slip" | "silent"} fixed_by
 * @property {("board" | "racks")[]} covers
 * @property {boolean} slip
 * @property {string} article
 */

import { articleText } from "../core/edition.js";
import { has, t } from "../core/i18n.js";

/** @import { Tablet } from "./device.js" */

/** @type {Record<string, string>} */
const ASKS = { device_at_table: "challenger", device_away: "opponent" };
const LOCKING = ["first_letter", "rising"];

/**
 * How the chosen procedure goes.
 *
 * @param {import("./device.js").Tablet} tablet
 * @returns {Way}
 */
export function wayOf({ edition, settings }) {
  const { ways, article } = edition.sections.procedures;
  const plain = {
    asks: ASKS[settings.procedure] ?? "arbiter",
    fixed_by: "silent",
    covers: [],
    slip: false,
  };
  return ways?.[settings.procedure] ?? { ...plain, article };
}

/**
 * Whether the first letter typed on this device, or what came before it, makes the words final.
 *
 * @param {Tablet} tablet
 */
export function locks(tablet) {
  return LOCKING.includes(wayOf(tablet).fixed_by);
}

/** Who types: the arbiter, or the challenger. @param {Tablet} tablet */
export function typist(tablet) {
  return wayOf(tablet).asks === "arbiter" ? "arbiter" : "challenger";
}

/** What the players do before a word is typed, one line a step. @param {Tablet} tablet */
export function stepsBefore(tablet) {
  const { covers, slip, article } = wayOf(tablet);
  const cover = `armed.cover.${covers.join("_")}`;
  const steps = [
    t("armed.say"),
    // A clock on this device stands still by itself.
    !tablet.game && t("armed.clock"),
    t("armed.tell"),
    slip && t("armed.slip"),
    has(cover) && t(cover),
    `${t(`armed.go.${tablet.settings.procedure}`)} (${articleText(article)})`,
  ];
  return steps.filter(Boolean);
}

/**
 * What there is to know about the words at hand: whether they can still be changed, and why.
 *
 * @param {Tablet} tablet
 */
export function wordsStatus(tablet) {
  const { challenge } = tablet;
  if (challenge.second) return t("words.again");
  const state = challenge.locked ? "locked" : "unlocked";
  return t(`words.${state}.${wayOf(tablet).fixed_by}`);
}

/** What the words on the screen are compared with. @param {Tablet} tablet */
export function checkNote(tablet) {
  return t(wayOf(tablet).slip ? "check.note.slip" : "check.note.board");
}
