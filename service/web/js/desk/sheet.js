/** Knows how a recounted game is told: row by row, its faults, its result and how it came about. */

import { english, problemText } from "../core/asking.js";
import { el, li, p, tbody, thead, tr, ul } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { coordinate, playOf } from "./record.js";

/** A running total that does not follow from the sheet's own scores. */
export function onSheet(total) {
  return el("span", { class: "wrong" }, ` ${t("recount.onSheet", { total: points(total) })}`);
}

/** On whose row an event stands: a challenge on that of the player who gains or loses by it. */
export function payer(event) {
  if (event.type !== "challenge") return event.player;
  const { player, challenger, mover, withdrawn } = event;
  const other = withdrawn || (!challenger?.points && mover?.points);
  return other ? 1 - player : player;
}

/** What an event is worth; a play that is taken back, and the penalty beside it. */
export function worth(event) {
  const penalty = event.withdrawn ? event.mover.points : 0;
  if (!penalty || penalty === event.score) return signed(event.score);
  return `${signed(event.score - penalty)} ${signed(penalty)}`;
}

/** The result, what made it, and how many numbers on the sheet were wrong. */
export function summary(game) {
  const scores = game.final ?? game.totals;
  const winner = game.players[game.winner] ?? "";
  const wrong = game.disagreements.length;
  const sums = game.additions.length;
  return el(
    "div",
    { class: "summary" },
    el("h2", {}, game.players.map((name, i) => `${name} ${points(scores[i])}`).join(" – ")),
    game.result && p(t(`result.${game.result}`, { player: winner })),
    ending(game),
    drawUnsettled(game),
    settlement(game),
    arithmeticLine(game),
    wrong > 0 && el("p", { class: "fault" }, t("recount.disagreements", { count: wrong })),
    wrong + sums === 0 && !stoppedAt(game) && el("p", { class: "note" }, t("recount.agrees")),
    sums > 0 && el("p", { class: "fault" }, t("recount.additions", { count: sums })),
  );
}

/** How the game ended, or where its recount did because a play could not be laid. */
function ending(game) {
  const n = stoppedAt(game);
  if (n) return el("p", { class: "fault" }, t("recount.stopped", { n }));
  const how = game.over && t(`ending.${game.reason}`);
  return p(how ? t("recount.ended", { how }) : t("recount.unfinished"));
}

/** What was added or taken at the end, with the article, and what it is worth. */
export function settlement({ players, adjustments = [], points: standing, spread = [] }) {
  const changes = adjustments.map(({ player, points: change, article, why }) =>
    li(`${players[player]}: ${signed(change)} (${articleText(article)})`, why && ` · ${why}`),
  );
  const won = { points: standing?.join(" – "), spread: spread.map(signed).join(" / ") };
  return [
    changes.length > 0 && p(t("recount.adjustments")),
    changes.length > 0 && ul(changes),
    standing && p(t("recount.points", won)),
  ];
}

/** The sums of the true scores, where those that decide are others. */
export function arithmeticLine({ players, arithmetic }) {
  if (!arithmetic.difference.some(Boolean)) return null;
  const sums = arithmetic.final ?? arithmetic.totals;
  const said = players.map((name, i) => `${name} ${points(sums[i])}`).join(" – ");
  return p(t("recount.arithmetic", { sums: said }));
}

/** What happened, in words. */
export function described(event) {
  const verdict = event.valid ? "verdict.valid" : "verdict.invalid";
  if (event.type === "challenge") return `${t("event.challenge")}: ${t(verdict)}`;
  return event.words.map(({ word }) => word).join(", ") || t(`event.${event.type}`);
}

/** Points gained or lost. */
export function signed(number) {
  return number < 0 ? points(number) : `+${number}`;
}

/** Points, with a minus sign that is one. */
export function points(number) {
  return number < 0 ? `−${-number}` : String(number);
}

/** What is told of a record that breaks the rules: each fault, and where counting stopped. */

const PASSED_OVER = ["no_play", "game_over"];

/** The number of the play that ended the recount because it cannot be laid, or 0. */
export function stoppedAt({ events, faults }) {
  const last = faults.at(-1);
  const counted = events.at(-1)?.n ?? 0;
  return last?.n > counted && !PASSED_OVER.includes(last.code) ? last.n : 0;
}

/** One fault, with its article. */
export function drawFault(fault, players) {
  const where = fault.article ? ` (${articleText(fault.article)})` : "";
  return li(`${fault.n}: `, problemText(fault, players) ?? english(fault.detail), where);
}

/** Why a game that is over has no result, or null. */
export function drawUnsettled({ unsettled, unsettled_by: why, players }) {
  if (!unsettled) return null;
  return p(t("recount.unsettled"), " ", problemText(why, players) ?? english(unsettled));
}

/** The sheet of a game that is being entered: a row for each event, counted or not yet. */

const COLUMNS = ["player", "square", "event", "declared", "counted", "difference"];

/**
 * The sheet; `answer` is the recount, or null where it has not come yet.
 *
 * @param {import("./record.js").GameRecord} record @param {any} answer
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
    thead(
      tr(
        head("#", "number"),
        COLUMNS.map(column),
        steps.names.map((name) => head(name, "running")),
        steps.edit && column("change"),
      ),
    ),
    tbody(
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
    names.map((_, player) => running(counted, player, sum)),
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
function running(counted, player, sum) {
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
    list.length > 0 && ul(list),
  );
  return [el("tr", { class: "remark" }, el("td"), cell)];
}
