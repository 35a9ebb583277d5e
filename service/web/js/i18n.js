/** Knows the language of the page: one flat file of texts for each. */

export const LANGUAGES = { it: "Italiano", ca: "Català", ro: "Română", en: "English" };

let texts = {};

/** The language to begin with: the one asked for, the browser's, or English. */
export function pickLanguage(wanted) {
  const choices = [wanted, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  return choices.find((choice) => choice in LANGUAGES);
}

/** Load a language and put it into everything on the page that names a text. */
export async function useLanguage(language) {
  const response = await fetch(`/web/i18n/${language}.json`);
  texts = await response.json();
  document.documentElement.lang = language;
  translate(document);
}

/** The text with this name; `{amount}` in it is replaced by the value called amount. */
export function t(name, values = {}) {
  const text = texts[name];
  if (text === undefined) return name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
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

function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
  }
}
