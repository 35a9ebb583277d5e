/**
 * Knows what the desk keeps of its tables: the slip, the log of verdicts, and who waits.
 *
 * The slip goes back to the table (FRS 5.11.3 g, 5.11.6 h): table, time, the words as typed, and
 * one letter of two circled. Never a mark on a single word.
 */

import { byId, el, li, ol, p, there } from "../core/dom.js";
import { lexiconLine, verdictWord } from "../core/edition.js";
import { t, timeOfDay } from "../core/i18n.js";
import { saveFile } from "../core/packing.js";

const FORGET = 600000;
const printed = new WeakSet();
let kept = null;
let forgetting = 0;

/** Keep the latest slip for ten minutes, in memory only; null forgets it. */
export function keepSlip(slip) {
  kept = slip;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (kept = null), FORGET);
}

/** The latest slip, or null. */
export function keptSlip() {
  return kept;
}

/**
 * Put the slip on paper, in the edition's own words for yes and no: it goes to the players, whatever
 * language the arbiter's page speaks. One that is printed again says so.
 */
export function printSlip(desk, slip) {
  const { edition } = desk;
  const { table, words, valid, second, argument } = slip;
  const copy = printed.has(slip);
  printed.add(slip);
  const said = (side) => edition.verdicts[side ? "valid" : "invalid"];
  const letter = (side) => {
    const mark = el(
      "span",
      { class: side === valid ? "circled" : "" },
      said(side)[0].toUpperCase(),
    );
    return p(mark, " ", said(side));
  };
  const now = new Date();
  const when = `${now.toLocaleDateString(edition.language)} ${timeOfDay(now)}`;
  const parts = [
    p(edition.title),
    copy && p(el("strong", {}, t("desk.copy"))),
    p(el("strong", {}, t("header.table", { table: table || "____" })), ` · ${when}`),
    ol(words.map((word) => li(word))),
    el("div", { class: "letters" }, letter(true), letter(false)),
    p(second ? t("again.title") : ""),
    p(argument),
    el("p", { class: "lexicon" }, lexiconLine(edition.lexicon)),
  ];
  byId("slip").replaceChildren(...there(parts));
  document.body.dataset.print = "slip";
  // Some browsers come back from print() before they have drawn the slip.
  addEventListener("afterprint", clearSlip, { once: true });
  print();
}

/** Nothing of a slip stays on the page. */
export function clearSlip() {
  delete document.body.dataset.print;
  byId("slip").replaceChildren();
}

/** The log of verdicts of this session: times, tables and verdicts, never a word. */

const COUNT = "arbiter.challenges";
const LOG = "arbiter.verdicts";
const MOST = 500;

/** Write a verdict down. */
export function logVerdict(desk, { table, valid, second }) {
  const now = new Date();
  const { id } = desk.edition;
  const entry = { at: now.toISOString(), time: timeOfDay(now), table, valid, second, rules: id };
  sessionStorage.setItem(LOG, JSON.stringify([entry, ...read()].slice(0, MOST)));
  sessionStorage.setItem(COUNT, String(count() + 1));
  drawLog(desk);
}

/** Show the log, newest first. */
export function drawLog(desk) {
  byId("desk-counter").textContent = String(count());
  const rows = read().map(({ time, table, valid, second }) => {
    const where = table ? `${t("header.table", { table })} · ` : "";
    const said = verdictWord(desk.edition, desk.settings.lang, valid);
    return li(`${time} · ${where}${said}${second ? ` · ${t("again.title")}` : ""}`);
  });
  byId("desk-log").replaceChildren(...rows);
  byId("desk-log-save").hidden = rows.length === 0;
}

/** The log as a file that a spreadsheet opens. */
export function saveLog() {
  const lines = read().map(({ at, table, rules, valid, second }) =>
    [at, table.replace(/\s+/g, " "), rules, valid, Boolean(second)].join("\t"),
  );
  const head = ["time", "table", "rules", "valid", "second"].join("\t");
  saveFile(`${[head, ...lines.reverse()].join("\n")}\n`, "verdicts.tsv");
}

function read() {
  return JSON.parse(sessionStorage.getItem(LOG) ?? "[]");
}

function count() {
  return Number(sessionStorage.getItem(COUNT) ?? "0");
}

/**
 * The tables that wait at the desk: what was typed for each, in memory and nowhere else. A
 * table waits once; its words are never shown while another is at the desk.
 *
 * @typedef {{table: string, text: string}} Entry
 */

/** @type {Entry[]} */
let waiting = [];

/** The numbers of the tables that wait, longest first. */
export function tablesWaiting() {
  return waiting.map(({ table }) => table);
}

/** Let a table wait behind the others. @param {Entry} entry */
export function park(entry) {
  waiting = [...waiting.filter(({ table }) => table !== entry.table), entry];
}

/** Take a table out of the queue, or null where it does not wait. @returns {Entry | null} */
export function recall(table) {
  const found = waiting.find((entry) => entry.table === table) ?? null;
  waiting = waiting.filter((entry) => entry !== found);
  return found;
}

/** Nobody waits any more. */
export function emptyQueue() {
  waiting = [];
}
