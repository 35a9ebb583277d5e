/** Knows how a recounted game is told: an event in words, the result and how it came about. */

import { el } from "../dom.js";
import { articleText } from "../edition.js";
import { t } from "../i18n.js";
import { drawUnsettled, stoppedAt } from "./faults.js";

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
  );
}

/** How the game ended, or where its recount did because a play could not be laid. */
function ending(game) {
  const n = stoppedAt(game);
  if (n) return el("p", { class: "fault" }, t("recount.stopped", { n }));
  const how = game.over && t(`ending.${game.reason}`);
  return el("p", {}, how ? t("recount.ended", { how }) : t("recount.unfinished"));
}

/** What was added or taken at the end, with the article, and what it is worth. */
export function settlement({ players, adjustments = [], points: standing, spread = [] }) {
  const changes = adjustments.map(({ player, points: change, article, why }) =>
    el(
      "li",
      {},
      `${players[player]}: ${signed(change)} (${articleText(article)})`,
      why && ` · ${why}`,
    ),
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
