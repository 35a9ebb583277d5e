/** Knows the log of verdicts of this session: times, tables and verdicts, never a word. */

import { byId, el } from "../dom.js";
import { verdictWord } from "../edition.js";
import { t, timeOfDay } from "../i18n.js";
import { saveFile } from "./saving.js";

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
    return el("li", {}, `${time} · ${where}${said}${second ? ` · ${t("again.title")}` : ""}`);
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
