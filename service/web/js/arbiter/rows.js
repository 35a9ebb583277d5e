/** Knows the sheet of a game that is being entered: a row for each event, counted or not yet. */

import { el } from "../dom.js";
import { articleText } from "../edition.js";
import { t } from "../i18n.js";
import { drawFault } from "./faults.js";
import { coordinate } from "./game.js";
import { playOf } from "./record.js";
import { described, onSheet, payer, points, signed, worth } from "./sheet.js";

const COLUMNS = ["player", "square", "event", "declared", "counted", "difference"];

/**
 * The sheet; `answer` is the recount, or null where it has not come yet.
 *
 * @param {import("./record.js").GameRecord} record
 * @param {any} answer
 * @param {{at: number, names: string[], view?: (i: number) => void, edit?: (i: number) => void,
 *   insert?: (i: number) => void, remove?: (i: number) => void}} steps Without `edit` it is on paper.
 */
export function drawRows(record, answer, steps) {
  const head = (text, name) => el("th", { scope: "col", class: name }, text);
  const column = (name) => head(t(`editor.column.${name}`), name);
  const counted = new Map((answer?.events ?? []).map((event) => [event.n, event]));
  return el(
    "table",
    { class: "sheet rows", keydown: (event) => walk(event, steps) },
    el("caption", { class: "visually-hidden" }, t("recount.record")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head("#", "number"),
        COLUMNS.map(column),
        steps.names.map((name) => head(name, "running")),
        steps.edit && column("change"),
      ),
    ),
    el(
      "tbody",
      {},
      record.events.flatMap((event, i) => [
        drawRow(event, counted.get(i + 1), i, { answer, steps }),
        ...remarks(event, i + 1, answer, steps.names.length),
      ]),
    ),
  );
}

function drawRow(event, counted, i, { answer, steps }) {
  const { names } = steps;
  const play = playOf(event);
  const differs = Boolean(counted?.difference);
  const sum = (answer?.additions ?? []).find(({ n }) => n === i + 1);
  const whose = counted ? payer(counted) : event.player;
  const view = () => steps.view(i + 1);
  const number = String(i + 1);
  const aria = { "aria-label": t("editor.view", { n: number }) };
  return el(
    "tr",
    {
      class: differs || sum ? "disagrees" : "",
      "aria-current": i === steps.at ? "true" : null,
      "data-n": number,
    },
    el(
      "th",
      { scope: "row" },
      steps.view ? el("button", { type: "button", click: view, ...aria }, number) : number,
    ),
    el("td", { class: "player" }, names[whose] ?? ""),
    el("td", { class: "square" }, play ? coordinate(play.start, play.direction) : ""),
    el("td", { class: "event" }, what(event, counted)),
    el("td", {}, event.declared === undefined ? "" : declared(event.declared)),
    el("td", {}, counted ? worth(counted) : "…"),
    el("td", {}, differs && el("span", { class: "wrong" }, signed(counted.difference))),
    names.map((_, player) => total(counted, player, sum)),
    steps.edit && el("td", { class: "change" }, buttons(i, steps)),
  );
}

/** Up and down go from row to row, and the board follows. */
function walk(event, steps) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const row = event.target.closest("tr[data-n]");
  const rows = row ? [...row.parentElement.querySelectorAll("tr[data-n]")] : [];
  const next = rows[rows.indexOf(row) + by];
  if (!by || !next) return;
  event.preventDefault();
  steps.view(Number(next.getAttribute("data-n")));
  next.querySelector("th button").focus({ preventScroll: true });
}

function declared(number) {
  return Array.isArray(number) ? number.map(signed).join(" / ") : signed(number);
}

/** A running total, and beside it what the sheet has where its own scores do not add up to it. */
function total(counted, player, sum) {
  const text = counted ? points(counted.totals[player]) : "";
  return el("td", { class: "running" }, text, sum?.player === player && onSheet(sum.declared));
}

function what(event, counted) {
  if (event.type === "exchange") return `${t("event.exchange")}: ${event.tiles}`;
  if (!counted) return playOf(event)?.tiles ?? t(`event.${event.type}`);
  const bonus = counted.bonus ? ` (${t("score.bonus")} ${signed(counted.bonus)})` : "";
  const contested = event.type === "challenge" ? (counted.contested ?? []).join(", ") : "";
  const where = event.article && event.article !== "–" ? ` (${articleText(event.article)})` : "";
  return [described(counted) + bonus + where, contested && el("small", {}, ` ${contested}`)];
}

function buttons(i, { edit, insert, remove }) {
  const button = (text, name, click) =>
    el("button", { type: "button", "aria-label": t(name, { n: i + 1 }), click }, text);
  return [
    button("✎", "editor.edit", () => edit(i)),
    button("+", "editor.insert", () => insert(i)),
    button("✕", "editor.remove", () => remove(i)),
  ];
}

/** What is noted about an event, and what the rules have against it, under its row. */
function remarks(event, n, answer, players) {
  const { note } = event;
  const faults = (answer?.faults ?? []).filter((fault) => fault.n === n);
  if (!faults.length && !note) return [];
  const list = faults.map((fault) => drawFault(fault, answer.players));
  const cell = el(
    "td",
    { colspan: COLUMNS.length + players + 1 },
    note && el("p", { class: "note" }, note),
    list.length > 0 && el("ul", {}, list),
  );
  return [el("tr", { class: "remark" }, el("td"), cell)];
}
