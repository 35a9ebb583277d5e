/** Knows the language of the page: one flat file of texts for each. */

import { pageFile } from "./api.js";

export const LANGUAGES = { it: "Italiano", ca: "Català", ro: "Română", en: "English" };

const ROMANIAN = new Intl.PluralRules("ro");
let texts = {};

/** The language to begin with: the one asked for, the browser's, or English. */
export function pickLanguage(wanted) {
  const choices = [wanted, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  return choices.find((choice) => choice in LANGUAGES);
}

/**
 * Load a language and put it into everything on the page that names a text. Where it cannot be
 * had (`Unreachable`), the page keeps the language it has.
 */
export async function useLanguage(language) {
  texts = await pageFile(`/web/i18n/${language}.json`);
  document.documentElement.lang = language;
  translate(document);
}

/** The text with this name; `{amount}` in it is replaced by the value called amount. */
export function t(name, values = {}) {
  const text = texts[name];
  if (text === undefined) return name;
  const filled = text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
  return document.documentElement.lang === "ro" ? counted(filled) : filled;
}

/** Whether there is a text with this name. */
export function has(name) {
  return name in texts;
}

/** The time of day as people of this language write it. */
export function timeOfDay(moment) {
  return moment.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** Romanian counts "5 puncte" but "20 de puncte"; its texts are written with the "de". */
function counted(text) {
  return text.replace(/(\d+) de /g, (whole, number) =>
    ROMANIAN.select(Number(number)) === "other" ? whole : `${number} `,
  );
}

function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
  }
}
