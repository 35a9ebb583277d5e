/** Knows the lists that an edition or a language is chosen from. */

import { el, field } from "./dom.js";

/**
 * The edition asked for, the newest of its federation or of the page's language, or any.
 *
 * @param {{id: string, title: string, federation: string, language: string, newest: boolean}[]} editions
 * @param {{rules?: string, lang?: string}} wanted
 */
export function suited(editions, { rules, lang }) {
  const latest = editions.filter(({ newest }) => newest);
  return (
    editions.find(({ id }) => id === rules) ??
    latest.find(({ federation }) => federation === rules) ??
    latest.find(({ language }) => language === lang) ??
    latest[0] ??
    editions[0]
  );
}

/**
 * Fill a list with `[value, text]` and choose one, or the first if that is not offered.
 *
 * @param {string} name @param {[string, string][]} options @param {string} [chosen]
 */
export function fillChoice(name, options, chosen) {
  const select = field(name);
  select.replaceChildren(...options.map(([value, text]) => el("option", { value }, text)));
  if (chosen && options.some(([value]) => value === chosen)) select.value = chosen;
}
