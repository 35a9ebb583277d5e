/** Knows how a recounted game is told: row by row, its faults, its result and how it came about. */

import { english, problemText } from "../core/asking.js";
import { button, el, li, p, tbody, td, thead, tr, ul } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { note } from "../core/forms.js";
import { t } from "../core/i18n.js";
import { coordinate, playOf } from "./record.js";

/** @import { Adjustment, Disagreement, Fault, Recount, RecountedEvent } from "../core/answers.js" */
/** @import { GameRecord, Happening } from "./record.js" */

const COLUMNS = ["player", "square", "event", "declared", "counted", "difference"];
const PASSED_OVER = ["no_play", "game_over"];

/** On whose row an event stands: a challenge on that of the player who gains or loses by it. @param {RecountedEvent} event */
export function payer({ type, player, challenger, mover, withdrawn }) {
  const other = type === "challenge" && (withdrawn || (!challenger?.points && mover?.points));
  return other ? 1 - Number(player) : player;
}

/** What an event is worth; a play that is taken back, and the penalty beside it. @param {RecountedEvent} event */
function worth(event) {
  const penalty = event.withdrawn ? event.mover.points : 0;
  if (!penalty || penalty === event.score) return signed(event.score);
  return `${signed(event.score - penalty)} ${signed(penalty)}`;
}

/** The result, what made it, and how many numbers on the sheet were wrong. @param {Recount} game */
export function summary(game) {
  const wrong = game.disagreements.length;
  const sums = game.additions.length;
  return el(
    "div",
    { class: "summary" },
    el("h2", {}, scoreLine(game.players, game.final ?? game.totals)),
    game.result && p(t(`result.${game.result}`, { player: game.players[game.winner ?? -1] ?? "" })),
    ending(game),
    drawUnsettled(game),
    settlement(game),
    arithmeticLine(game),
    wrong > 0 && el("p", { class: "fault" }, t("recount.disagreements", { count: wrong })),
    wrong + sums === 0 && !stoppedAt(game) && note(t("recount.agrees")),
    sums > 0 && el("p", { class: "fault" }, t("recount.additions", { count: sums })),
  );
}

/** Who has how many points. @param {string[]} players @param {number[]} scores */
export function scoreLine(players, scores) {
  return players.map((name, i) => `${name} ${points(scores[i])}`).join(" – ");
}

/** How the game ended, or where its recount did because a play could not be laid. @param {Recount} game */
function ending(game) {
  const n = stoppedAt(game);
  if (n) return el("p", { class: "fault" }, t("recount.stopped", { n }));
  const how = game.over && t(`ending.${game.reason}`);
  return p(how ? t("recount.ended", { how }) : t("recount.unfinished"));
}

/**
 * What was added or taken at the end, with the article, and what it is worth.
 * @param {{players: string[], adjustments?: (Adjustment & {why?: string})[], points?: number[],
 *   spread?: number[]}} game
 */
export function settlement({ players, adjustments = [], points: standing, spread = [] }) {
  const changes = adjustments.map(({ player, points: change, article, why }) =>
    li(`${players[player]}: ${signed(change)} (${articleText(article)})`, why && ` · ${why}`),
  );
  const won = { points: standing?.join(" – ") ?? "", spread: spread.map(signed).join(" / ") };
  return [
    changes.length > 0 && p(t("recount.adjustments")),
    changes.length > 0 && ul(changes),
    standing && p(t("recount.points", won)),
  ];
}

/** The sums of the true scores, where those that decide are others. @param {Recount} game */
function arithmeticLine({ players, arithmetic }) {
  if (!arithmetic.difference.some(Boolean)) return null;
  const sums = scoreLine(players, arithmetic.final ?? arithmetic.totals);
  return p(t("recount.arithmetic", { sums }));
}

/** Points gained or lost. @param {number} number */
export function signed(number) {
  return number < 0 ? points(number) : `+${number}`;
}

/** Points, with a minus sign that is one. @param {number} number */
export function points(number) {
  return number < 0 ? `−${-number}` : String(number);
}

/** The number of the play that ended the recount because it cannot be laid, or 0. @param {Recount} game */
export function stoppedAt({ events, faults }) {
  const last = faults.at(-1);
  const counted = events.at(-1)?.n ?? 0;
  return last && last.n > counted && !PASSED_OVER.includes(last.code) ? last.n : 0;
}

/** One fault, with its article. @param {Fault} fault @param {string[]} players */
function drawFault(fault, players) {
  const where = fault.article ? ` (${articleText(fault.article)})` : "";
  return li(`${fault.n}: `, problemText(fault, players) ?? english(fault.detail), where);
}

/** Why a game that is over has no result, or null. @param {Recount} game */
function drawUnsettled({ unsettled, unsettled_by: why, players }) {
  if (!unsettled) return null;
  return p(t("recount.unsettled"), " ", (why && problemText(why, players)) ?? english(unsettled));
}

/**
 * The sheet, a row for each event; `answer` is the recount, or null where it has not come yet.
 *
 * @typedef {{at: number, names: string[], view?: (n: number) => void, edit?: (i: number) => void,
 *   insert?: (i: number) => void, remove?: (i: number) => void}} Steps Without them it is on paper.
 * @param {GameRecord} record @param {Recount | null} answer @param {Steps} steps
 */
export function drawRows(record, answer, steps) {
  /** @param {string} text @param {string} name */
  const head = (text, name) => el("th", { scope: "col", class: name }, text);
  /** @param {string} name */
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
      record.events.flatMap((event, i) => {
        const sum = answer?.additions.find(({ n }) => n === i + 1);
        const row = drawRow(event, counted.get(i + 1), sum, { i, steps });
        return [row, ...remarks(event, i + 1, answer, steps.names.length)];
      }),
    ),
  );
}

/**
 * @param {Happening} event @param {RecountedEvent | undefined} counted
 * @param {Disagreement | undefined} sum @param {{i: number, steps: Steps}} row
 */
function drawRow(event, counted, sum, { i, steps }) {
  const { names, at, view, edit } = steps;
  const play = playOf(event);
  const difference = counted?.difference;
  const whose = counted ? payer(counted) : event.player;
  const n = String(i + 1);
  const look = view && button(n, () => view(i + 1), { "aria-label": t("editor.view", { n }) });
  return el(
    "tr",
    {
      class: difference || sum ? "disagrees" : "",
      "aria-current": i === at ? "true" : null,
      "data-n": n,
    },
    el("th", { scope: "row" }, look ?? n),
    el("td", { class: "player" }, names[whose] ?? ""),
    el("td", { class: "square" }, play ? coordinate(play.start, play.direction) : ""),
    el("td", { class: "event" }, what(event, counted)),
    td(event.declared === undefined ? "" : [event.declared].flat().map(signed).join(" / ")),
    td(counted ? worth(counted) : "…"),
    td(difference ? el("span", { class: "wrong" }, signed(difference)) : null),
    names.map((_, player) => running(counted, player, sum)),
    edit && el("td", { class: "change" }, steppers(i, steps)),
  );
}

/** Up and down go from row to row, and the board follows. @param {import("../core/dom.js").Pressed} event @param {Steps} steps */
function walk(event, { view }) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const row = event.target.closest("tr[data-n]");
  const rows = [...(row?.parentElement?.querySelectorAll("tr[data-n]") ?? [])];
  const next = row && by && rows[rows.indexOf(row) + by];
  if (!next) return;
  event.preventDefault();
  view?.(Number(next.getAttribute("data-n")));
  next.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * A running total, and beside it what the sheet has where its own scores do not add up to it.
 * @param {RecountedEvent | undefined} counted @param {number} player @param {Disagreement} [sum]
 */
function running(counted, player, sum) {
  const total = sum?.player === player && t("recount.onSheet", { total: points(sum.declared) });
  const text = counted ? points(counted.totals[player]) : "";
  return el("td", { class: "running" }, text, total && el("span", { class: "wrong" }, ` ${total}`));
}

/** What happened, in words. @param {Happening} event @param {RecountedEvent} [counted] */
function what(event, counted) {
  if (event.type === "exchange") return `${t("event.exchange")}: ${event.tiles}`;
  if (!counted) return playOf(event)?.tiles ?? t(`event.${event.type}`);
  const bonus = counted.bonus ? ` (${t("score.bonus")} ${signed(counted.bonus)})` : "";
  const where = event.article && event.article !== "–" ? ` (${articleText(event.article)})` : "";
  const words = counted.words.map(({ word }) => word).join(", ") || t(`event.${counted.type}`);
  if (event.type !== "challenge") return words + bonus + where;
  const verdict = t(counted.valid ? "verdict.valid" : "verdict.invalid");
  const contested = (counted.contested ?? []).join(", ");
  const said = `${t("event.challenge")}: ${verdict}${bonus}${where}`;
  return [said, contested && el("small", {}, ` ${contested}`)];
}

/** @param {number} i @param {Steps} steps */
function steppers(i, { edit, insert, remove }) {
  return [
    button("✎", () => edit?.(i), { "aria-label": t("editor.edit", { n: i + 1 }) }),
    button("+", () => insert?.(i), { "aria-label": t("editor.insert", { n: i + 1 }) }),
    button("✕", () => remove?.(i), { "aria-label": t("editor.remove", { n: i + 1 }) }),
  ];
}

/**
 * What is noted about an event, and what the rules have against it, under its row.
 * @param {Happening} event @param {number} n @param {Recount | null} answer @param {number} players
 */
function remarks(event, n, answer, players) {
  const faults = answer?.faults.filter((fault) => fault.n === n) ?? [];
  if (!faults.length && !event.note) return [];
  const list = faults.map((fault) => drawFault(fault, answer?.players ?? []));
  const cell = el(
    "td",
    { colspan: COLUMNS.length + players + 1 },
    event.note && note(event.note),
    list.length > 0 && ul(list),
  );
  return [el("tr", { class: "remark" }, el("td"), cell)];
}
