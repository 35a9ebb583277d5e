/**
 * Knows how a refusal, or a fault in a record, is said in the language of the page.
 *
 * The service explains itself in English. Each of its codes has a text in every language; the
 * English sentence follows it where it names a square, a tile or a number that the text cannot.
 */

import { el } from "../dom.js";
import { has, t } from "../i18n.js";

const NOTHING_MORE = new Set([
  "centre_not_covered",
  "internal",
  "key",
  "no_play",
  "not_connected",
  "not_found",
  "not_in_line",
  "role",
  "too_large",
]);

/** The text for a code, or null where there is none. */
export function problemText(code) {
  return has(`problem.${code}`) ? t(`problem.${code}`) : null;
}

/** What the service's own sentence adds to the text, or null. */
export function problemDetail(code, detail) {
  return NOTHING_MORE.has(code) ? null : english(detail);
}

/** A sentence of the service, in smaller letters and marked as English. */
export function english(sentence) {
  return el("small", { lang: "en" }, sentence);
}
