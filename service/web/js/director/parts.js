/**
 * Knows what the parts of the director's tab are made of: buttons, lists that sort, remarks about rules
 * that were relaxed, silences and faults, and how points are written.
 */

import { el, li, tbody, thead, tr, ul } from "../core/dom.js";
import { has, t } from "../core/i18n.js";

/** @import { Attributes, Child } from "../core/dom.js" */

/** @param {string} id @param {Child} text @param {() => void} click @param {Attributes} [more] */
export function button(id, text, click, more = {}) {
  return el("button", { type: "button", id, click, ...more }, text);
}

/**
 * A table under its heads; a text becomes a cell, and a cell that is drawn already stays.
 *
 * @param {string} kind @param {Child[]} heads @param {Child[][]} rows
 * @param {boolean} [sorts] Whether a press on a head sorts the rows by its column.
 */
export function sheet(kind, heads, rows, sorts = false) {
  const body = tbody(
    rows.map((cells) => tr(cells.map((one) => (isCell(one) ? one : el("td", {}, one ?? ""))))),
  );
  const head = (text, at) => {
    if (isCell(text)) return text;
    const th = el("th", { scope: "col" }, sorts && text ? [] : text);
    if (sorts && text)
      th.append(el("button", { type: "button", click: () => sortBy(th, body, at) }, text));
    return th;
  };
  return el("table", { class: `sheet ${kind}` }, thead(tr(heads.map(head))), body);
}

function isCell(one) {
  return one instanceof HTMLTableCellElement;
}

/** Sort by a column; again the other way round. Rows without a value come last either way. */
function sortBy(th, body, at) {
  const down = th.getAttribute("aria-sort") === "ascending";
  for (const other of th.parentElement.children) other.removeAttribute("aria-sort");
  th.setAttribute("aria-sort", down ? "descending" : "ascending");
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const text = (row) => row.cells[at].textContent.replace("–", "").replace("−", "-").trim();
  const rows = [...body.rows].sort((a, b) => {
    const [one, two] = [text(a), text(b)];
    if (!one || !two) return Number(!one) - Number(!two);
    const order = Number(one) - Number(two) || compare(one, two);
    return down ? -order : order;
  });
  body.append(...rows);
}

/** What stands for an article where there is none. */
const UNSAID = new Set(["silent", "document"]);

/**
 * Whether an edition has an article about something and nothing more.
 *
 * @param {import("../core/answers.js").Edition} edition @param {string} section
 */
export function isSilent({ sections }, section) {
  const said = Object.keys(sections[section] ?? {});
  return said.every((name) => name === "article" || name === "reading");
}

/**
 * @param {string} title
 * @param {{rule?: string, code?: string, detail: string, article?: string, players?: string[]}[]} remarks
 * @param {(id: string) => string} nameOf
 */
export function drawRemarks(title, remarks, nameOf) {
  if (!remarks.length) return null;
  return el(
    "div",
    { class: "remarks" },
    el("h2", {}, title),
    ul(
      remarks.map(({ rule, code, detail, article, players = [] }) =>
        li(
          told(rule ?? code),
          players.length > 0 && el("strong", {}, players.map(nameOf).join(", ")),
          " ",
          explained(rule ?? code, detail),
          article && !UNSAID.has(article) ? ` (${article})` : null,
        ),
      ),
    ),
  );
}

/** What there is to say beside the rule: in the page's language where it has the words for it. */
function explained(rule, detail) {
  if (rule && has(`tour.unsaid.${rule}`)) return t(`tour.unsaid.${rule}`);
  const [, round] = /round (\d+)/.exec(detail) ?? [];
  if (rule && has(`tour.rule.${rule}`)) return round ? t("tour.roundN", { round }) : "";
  return el("span", { lang: "en" }, detail);
}

function told(rule) {
  if (!rule || has(`tour.unsaid.${rule}`) || !has(`tour.rule.${rule}`)) return null;
  return `${t(`tour.rule.${rule}`)} `;
}

/** How points are written: halves and quarters as people write them. */

/**
 * @param {number | null | undefined} value
 * @param {boolean} [sign] Whether a plus is written too.
 */
export function number(value, sign = false) {
  if (value === null || value === undefined) return "–";
  const whole = Math.trunc(Math.abs(value));
  const part = { 0.25: "¼", 0.5: "½", 0.75: "¾" }[Math.abs(value) - whole] ?? "";
  const digits = part && whole === 0 ? part : `${whole}${part}`;
  return value < 0 ? `−${digits}` : sign && value > 0 ? `+${digits}` : digits;
}
