/** Knows the choices at the head of the arbiter's page. */

import { byId, el } from "../dom.js";

/** The edition asked for, the newest of its federation or of the page's language, or any. */
export function suited(editions, { rules, lang }) {
  const latest = editions.filter(({ newest }) => newest);
  return (
    editions.find(({ id }) => id === rules) ??
    latest.find(({ federation }) => federation === rules) ??
    latest.find(({ language }) => language === lang) ??
    editions[0]
  );
}

/** Fill a list with `[value, text]` and choose one. */
export function fillChoice(name, options, chosen) {
  byId(name).replaceChildren(...options.map(([value, text]) => el("option", { value }, text)));
  byId(name).value = chosen;
}
