/**
 * Knows the language of the page. A language is one file of texts, which also says its own name;
 * which there are, the service says (`i18n/index.json`), so no script names any.
 *
 *   {amount}                                              a value
 *   {amount|one:un punct|few:# puncte|other:# de puncte}  what goes with a number (# is it), by the
 *                                                         language's plural categories (CLDR)
 */

import { pageFile } from "./api.js";

// Beside this script: a page takes its texts from the version that its scripts are of.
export const FOLDER = new URL("../../i18n", import.meta.url).pathname;
const HOLE = /\{(\w+)((?:\|\w+:[^|}]*)*)\}/g;

/** @type {Record<string, string>} */
let texts = {};
/** @type {Record<string, string>} */
let languages = {};
let plurals = new Intl.PluralRules("en");
/** The parts whose texts are there. @type {Set<string>} */
let parts = new Set();

/** Ask which languages there are; needed before any is picked. */
export async function loadLanguages() {
  languages = await pageFile(`${FOLDER}/index.json`);
}

/** The languages to choose from, each with the name it gives itself. */
export function languageChoices() {
  return Object.entries(languages);
}

/** The language to begin with: the one asked for, the browser's, or English. @param {string} [wanted] */
export function pickLanguage(wanted) {
  const choices = [wanted, ...navigator.languages.map((tag) => tag.split("-")[0]), "en"];
  return choices.find((choice) => choice && choice in languages) ?? "en";
}

/**
 * Load a language and put it into everything on the page that names a text. Where it cannot be
 * had (`Unreachable`), the page keeps the language it has. `part` is a page that needs only some of
 * the texts.
 *
 * @param {string} language @param {"" | "tablet/" | "desk/" | "home/"} [part]
 */
export async function useLanguage(language, part = "") {
  texts = await pageFile(`${FOLDER}/${part}${language}.json`);
  parts = new Set([part]);
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
  translate(document);
  document.documentElement.setAttribute("data-ready", "");
}

/**
 * Add the texts of a part that is opened only now, in the language of the page.
 *
 * @param {"tournament/" | "rules/" | "clock/" | "report/"} part
 */
export async function alsoSay(part) {
  if (parts.has(part)) return;
  const language = document.documentElement.lang;
  const more = await pageFile(`${FOLDER}/${part}${language}.json`);
  // Another language may have come in the meantime; its own texts are asked for then.
  if (document.documentElement.lang !== language) return;
  texts = { ...texts, ...more };
  parts.add(part);
}

/**
 * The text with this name, with its values put in.
 *
 * @param {string} name @param {Record<string, string | number>} [values]
 */
export function t(name, values = {}) {
  return filled(texts[name] ?? name, values, plurals);
}

/** Whether there is a text with this name. @param {string} name */
export function has(name) {
  return name in texts;
}

/**
 * A text with its values put in.
 *
 * @param {string} text @param {Record<string, string | number>} values
 * @param {Intl.PluralRules} rules
 */
export function filled(text, values, rules) {
  return text.replace(HOLE, (whole, name, forms) => {
    if (!(name in values)) return whole;
    const value = String(values[name]);
    return forms ? form(forms, Number(value), rules).replaceAll("#", value) : value;
  });
}

/** The time of day as people of this language write it. @param {Date} moment */
export function timeOfDay(moment) {
  return moment.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  });
}

/** @param {string} forms @param {number} number @param {Intl.PluralRules} rules */
function form(forms, number, rules) {
  const pairs = forms.slice(1).split("|");
  const by = Object.fromEntries(pairs.map((pair) => pair.split(/:(.*)/s).slice(0, 2)));
  return by[rules.select(number)] ?? by.other;
}

/** @param {ParentNode} root */
function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) {
    node.textContent = t(node.getAttribute("data-t") ?? "");
  }
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.getAttribute("data-t-label") ?? ""));
  }
}
