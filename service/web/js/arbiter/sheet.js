/** Knows how a recounted game looks on paper: the sheet and the settlement. */

import { el } from "../dom.js";
import { articleText } from "../edition.js";
import { t } from "../i18n.js";
import { drawUnsettled, stoppedAt } from "./faults.js";

/**
 * The events one below the other; where the sheet is wrong, the row says so.
 *
 * An event that was not counted keeps its number in the record, so a step is a row, not a number.
 */
export function drawSheet(game, goTo) {
  const columns = ["recount.player", "recount.event", "recount.declared", "recount.counted"];
  const head = ["#", ...columns.map((name) => t(name)), ...game.players];
  return el(
    "table",
    { class: "sheet" },
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head.map((text) => el("th", { scope: "col" }, text)),
      ),
    ),
    el(
      "tbody",
      {},
      game.events.map((event, i) => drawEvent(game, event, () => goTo(i + 1))),
    ),
  );
}

function drawEvent(game, event, click) {
  const wrong = Boolean(event.difference);
  const sum = game.additions.find(({ n }) => n === event.n);
  const whose = payer(event);
  const number = el("button", { type: "button", click }, String(event.n));
  return el(
    "tr",
    { class: wrong || sum ? "disagrees" : "" },
    el("th", { scope: "row" }, number),
    el("td", {}, game.players[whose] ?? ""),
    el("td", {}, described(event)),
    el("td", {}, event.declared === undefined ? "" : signed(event.declared)),
    el("td", {}, worth(event), wrong && el("span", { class: "wrong" }, ` ${t("recount.wrong")}`)),
    event.totals.map((total, player) =>
      el("td", {}, points(total), sum?.player === player && onSheet(sum.declared)),
    ),
  );
}

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
    game.result && el("p", {}, t(`result.${game.result}`, { player: winner })),
    ending(game),
    drawUnsettled(game),
    settlement(game),
    arithmeticLine(game),
    wrong > 0 && el("p", { class: "fault" }, t("recount.disagreements", { count: wrong })),
    wrong + sums === 0 && !stoppedAt(game) && el("p", { class: "note" }, t("recount.agrees")),
    sums > 0 && el("p", { class: "fault" }, t("recount.additions", { count: sums })),
    el("button", { type: "button", class: "no-print", click: () => print() }, t("recount.print")),
  );
}

/** How the game ended, or where its recount did because a play could not be laid. */
function ending(game) {
  const n = stoppedAt(game);
  if (n) return el("p", { class: "fault" }, t("recount.stopped", { n }));
  return el("p", {}, game.over ? t(`ending.${game.reason}`) : t("recount.unfinished"));
}

function settlement({ players, adjustments = [], points: standing, spread = [] }) {
  const changes = adjustments.map(({ player, points: change, article }) =>
    el("li", {}, `${players[player]}: ${signed(change)} (${articleText(article)})`),
  );
  const won = { points: standing?.join(" – "), spread: spread.map(signed).join(" / ") };
  return [
    changes.length > 0 && el("p", {}, t("recount.adjustments")),
    changes.length > 0 && el("ul", {}, changes),
    standing && el("p", {}, t("recount.points", won)),
  ];
}

/** The sums of the true scores, where those that decide are others. */
export function arithmeticLine({ players, arithmetic }) {
  if (!arithmetic.difference.some(Boolean)) return null;
  const sums = arithmetic.final ?? arithmetic.totals;
  const said = players.map((name, i) => `${name} ${points(sums[i])}`).join(" – ");
  return el("p", {}, t("recount.arithmetic", { sums: said }));
}

/** One event in a line. */
export function eventLine(game, event) {
  if (event.type === "end") return described(event);
  return `${event.n}. ${game.players[payer(event)]}: ${described(event)} ${worth(event)}`;
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
