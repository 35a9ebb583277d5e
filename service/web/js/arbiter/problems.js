/**
 * Knows how a refusal, or a fault in a record, is said in the language of the page.
 *
 * The service explains itself in English, and says what its sentence is made of: a code, often a
 * reason, and values. Each code has a text in every language, and so has each reason.
 */

import { el } from "../dom.js";
import { has, t } from "../i18n.js";

/** Where something is wrong: a line of a file, an event, a play on the board, a word. */
const PLACES = ["line", "event", "before", "entry"];

/**
 * The text for what the service has against something, or null where there is none.
 *
 * @param {{code: string, reason?: string, values?: import("../answers.js").Values}} problem
 * @param {string[]} [players] Their names: the service counts them from 0.
 */
export function problemText({ code, reason = "", values = {} }, players = []) {
  const narrow = `problem.${code}.${reason}`;
  const name = has(narrow) ? narrow : `problem.${code}`;
  if (!has(name)) return null;
  const text = t(name, said(values, players));
  const place = PLACES.find((known) => known in values);
  return place ? t(`problem.at.${place}`, { ...values, text }) : text;
}

/** A sentence of the service that there is no text for, in smaller letters and marked as English. */
export function english(sentence) {
  return el("small", { lang: "en" }, sentence);
}

/** The values as they are read: players by their names, an ending in words. */
function said(values, players) {
  const shown = { ...values };
  for (const who of ["player", "other"]) shown[who] = players[values[who]] ?? values[who];
  if (has(`ending.${values.ending}`)) shown.ending = t(`ending.${values.ending}`);
  return shown;
}
