/**
 * Knows our readings of a regulation in the language of its federation. The rulebook has them in
 * English, for those who keep it; a page in another language shows the federation's own.
 */

import { pageFile } from "./api.js";
import { el } from "./dom.js";
import { FOLDER, t } from "./i18n.js";

/** @import { Edition } from "./answers.js" */

/** @type {Map<string, Promise<Record<string, string>>>} */
const asked = new Map();

/** A reading, which is put in when its language has arrived. @param {Edition} edition @param {string} english */
export function drawReading(edition, english) {
  const text = el("span", {});
  say(text, edition.language, english);
  return el("p", { class: "note" }, t("rules.reading"), " ", text);
}

/** @param {HTMLElement} node @param {string} theirs @param {string} english */
async function say(node, theirs, english) {
  const page = document.documentElement.lang;
  for (const language of page === "en" ? [] : [page, theirs]) {
    const known = (await load(language))[english];
    if (known) return write(node, language, known);
  }
  return write(node, "en", english);
}

/** @param {HTMLElement} node @param {string} language @param {string} text */
function write(node, language, text) {
  node.lang = language;
  node.textContent = text;
}

/** A file that cannot be had leaves the English. @param {string} language */
function load(language) {
  const file = `${FOLDER}/readings/${language}.json`;
  const found = asked.get(language) ?? pageFile(file).catch(() => ({}));
  asked.set(language, found);
  return found;
}
