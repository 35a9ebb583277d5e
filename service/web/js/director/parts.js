/**
 * Knows what the parts of the director's tab share: the tournament that is open, and what they are
 * made of (buttons, choices, lists that sort, remarks about rules, and how points are written).
 */

import { el, li, tbody, thead, tr, ul, UNSET } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { has, t } from "../core/i18n.js";
import { empty, nameOf } from "./document.js";

/** @import { Checked, Pairings, TournamentAnswers } from "../core/answers.js" */
/** @import { Attributes, Child } from "../core/dom.js" */
/** @import { Proposal, Tournament } from "./document.js" */

/**
 * @typedef {Proposal & Partial<Omit<Pairings, "bye" | "pairings">> & {rules: string,
 *   faults: Fault[], sound?: Proposed}} Proposed A round that is looked at before it is published;
 *   `sound` is what it was while it is checked.
 * @typedef {Checked["faults"][number]} Fault
 * @typedef {{rule?: string, code?: string, detail: string, article?: string, players?: string[]}} Remark
 *
 * @typedef {object} Director
 * @property {import("../core/asking.js").Desk} desk
 * @property {Tournament} tournament
 * @property {string} part Which part is open.
 * @property {number} round The round that is looked at.
 * @property {string} [sheet] What was printed last.
 * @property {Proposed | null} proposal The round that is proposed, if one is.
 * @property {Record<string, any>} wishes How it was asked for.
 * @property {Tournament[]} before The document before each change.
 * @property {(tournament: Tournament) => void} keep
 * @property {(part: string) => void} open
 * @property {() => void} draw
 * @property {() => void} drawBar What comes next, and nothing else.
 * @property {() => void} redraw Draw, and leave alone what is being typed.
 * @property {(document: Tournament) => void} adopt Take another document, without a question.
 * @property {(format: string) => Promise<void>} save
 * @property {(id: string) => string} nameOf
 * @property {<Name extends keyof TournamentAnswers>(operation: Name, options: object) =>
 *   Promise<TournamentAnswers[Name]>} count Ask about the tournament.
 */

/** What the parts of the tab share; the tab fills it in. @type {Director} */
export const director = {
  desk: UNSET,
  tournament: empty(),
  part: "entries",
  round: 1,
  proposal: null,
  wishes: {},
  before: [],
  keep: UNSET,
  open: UNSET,
  draw: UNSET,
  drawBar: UNSET,
  redraw: UNSET,
  adopt: UNSET,
  save: UNSET,
  nameOf: (id) => nameOf(director.tournament, id),
  count: (operation, options) => {
    const { desk, tournament } = director;
    const question = /** @type {any} */ ({ ...tournament, ...options });
    return desk.api.tournament(desk.edition.id, operation, question);
  },
};

/** @param {string} id @param {Child} text @param {() => void} click @param {Attributes} [more] */
export function button(id, text, click, more = {}) {
  return el("button", { type: "button", id, click, ...more }, text);
}

/**
 * A menu of `[value, text]`.
 *
 * @param {Attributes} attributes @param {Iterable<string[]>} options @param {string} [chosen]
 */
export function choice(attributes, options, chosen = "") {
  const drawn = [...options].map(([value, text]) =>
    el("option", { value, selected: value === chosen }, text),
  );
  return el("select", { autocomplete: "off", ...attributes }, drawn);
}

/** What is said aside. @param {...Child} text */
export function note(...text) {
  return el("p", { class: "note" }, ...text);
}

/** A list under its heading; nothing without lines. @param {string} title @param {Child[][]} lines */
export function remarks(title, lines) {
  if (!lines.length) return "";
  const drawn = lines.map((line) => li(...line));
  return el("div", { class: "remarks" }, el("h2", {}, title), ul(drawn));
}

/**
 * A table under its heads; a text becomes a cell, and a cell that is drawn already stays.
 *
 * @param {string} kind @param {Child[]} heads @param {Child[][]} rows
 * @param {boolean} [sorts] Whether a press on a head sorts the rows by its column.
 */
export function sheet(kind, heads, rows, sorts = false) {
  const body = tbody(rows.map((cells) => tr(cells.map((one) => (isCell(one) ? one : cell(one))))));
  /** @param {Child} text @param {number} at */
  const head = (text, at) => {
    if (isCell(text)) return text;
    const th = el("th", { scope: "col" }, sorts && text ? [] : text);
    if (sorts && text)
      th.append(el("button", { type: "button", click: () => sortBy(th, body, at) }, text));
    return th;
  };
  return el("table", { class: `sheet ${kind}` }, thead(tr(heads.map(head))), body);
}

/** @param {Child} text @param {string} [kind] */
export function cell(text, kind) {
  return el("td", { class: kind }, text ?? "");
}

/** What a row is about. @param {...Child} text */
export function rowHead(...text) {
  return el("th", { scope: "row" }, ...text);
}

/** @param {Child} one @returns {one is HTMLTableCellElement} */
function isCell(one) {
  return one instanceof HTMLTableCellElement;
}

/**
 * Sort by a column; again the other way round. Rows without a value come last either way.
 *
 * @param {HTMLElement} th @param {HTMLElement} body @param {number} at
 */
function sortBy(th, body, at) {
  const down = th.getAttribute("aria-sort") === "ascending";
  for (const other of th.parentElement?.children ?? []) other.removeAttribute("aria-sort");
  th.setAttribute("aria-sort", down ? "descending" : "ascending");
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
  /** @param {Element} row */
  const text = ({ children }) =>
    (children[at].textContent ?? "").replace("–", "").replace("−", "-").trim();
  const rows = [...body.children].sort((a, b) => {
    const [one, two] = [text(a), text(b)];
    if (!one || !two) return Number(!one) - Number(!two);
    const order = Number(one) - Number(two) || compare(one, two);
    return down ? -order : order;
  });
  body.append(...rows);
}

/** What stands for an article where there is none. */
const UNSAID = new Set(["silent", "document"]);

/** What the edition in force says under a heading. @param {string} name @returns {Record<string, any>} */
export function section(name) {
  return director.desk.edition.sections[name] ?? {};
}

/** Whether the edition in force has an article about something and nothing more. @param {string} name */
export function isSilent(name) {
  return Object.keys(section(name)).every((said) => said === "article" || said === "reading");
}

/** An article in brackets behind a text, if there is one. @param {string | null} [article] */
export function inBrackets(article) {
  return article ? ` (${articleText(article)})` : "";
}

/** Rules that were relaxed, silences or faults. @param {string} title @param {Remark[]} [said] */
export function drawRemarks(title, said = []) {
  const lines = said.map(({ rule, code, detail, article, players = [] }) => [
    told(rule ?? code),
    players.length > 0 && el("strong", {}, players.map(director.nameOf).join(", ")),
    " ",
    explained(rule ?? code, detail),
    article && !UNSAID.has(article) ? ` (${article})` : null,
  ]);
  return remarks(t(title), lines);
}

/**
 * What there is to say beside the rule: in the page's language where it has the words for it.
 *
 * @param {string | undefined} rule @param {string} detail
 */
function explained(rule, detail) {
  if (rule && has(`tour.unsaid.${rule}`)) return t(`tour.unsaid.${rule}`);
  const [, round] = /round (\d+)/.exec(detail) ?? [];
  if (rule && has(`tour.rule.${rule}`)) return round ? t("tour.roundN", { round }) : "";
  return el("span", { lang: "en" }, detail);
}

/** @param {string} [rule] */
function told(rule) {
  if (!rule || has(`tour.unsaid.${rule}`) || !has(`tour.rule.${rule}`)) return null;
  return `${t(`tour.rule.${rule}`)} `;
}

/**
 * How points are written: halves and quarters as people write them.
 *
 * @param {number | null | undefined} value
 * @param {boolean} [sign] Whether a plus is written too.
 */
export function number(value, sign = false) {
  if (value === null || value === undefined) return "–";
  const whole = Math.trunc(Math.abs(value));
  const part = ["", "¼", "½", "¾"][4 * (Math.abs(value) - whole)] ?? "";
  const digits = part && whole === 0 ? part : `${whole}${part}`;
  return value < 0 ? `−${digits}` : sign && value > 0 ? `+${digits}` : digits;
}
