/**
 * Knows what goes on paper and who signs it: the head of a sheet, the score sheet, and the form for
 * challenges and result (FRS Annex 2). What is not known yet is a line to write on.
 *
 * @typedef {{tournament?: string, round?: string | number, table?: string | number, date?: string}} Heads
 * @typedef {{what: string, score: string | HTMLElement, total: string}} Row
 * @typedef {{left: string[], time: string[], final: string[]}} Foot
 * @typedef {{words: string[], valid: boolean}} Challenge
 */

import { byId, el, p, tbody, td, thead, there, tr } from "./dom.js";
import { lexiconLine } from "./edition.js";
import { columns, note } from "./forms.js";
import { t } from "./i18n.js";

/** @import { Edition } from "./answers.js" */

const ROWS = 24;
const BOXES = 6;
/** @type {Foot} */
const BLANK = { left: [], time: [], final: [] };

/**
 * Put something on paper and nothing else of the page; without `start` whoever prints has begun.
 *
 * @param {any[]} nodes @param {boolean} [start]
 */
export function putOnPaper(nodes, start = true) {
  byId("paper").replaceChildren(...there(nodes));
  document.body.dataset.print = "paper";
  // Some browsers come back from print() before they have drawn the page.
  addEventListener("afterprint", clearPaper, { once: true });
  if (start) print();
}

function clearPaper() {
  delete document.body.dataset.print;
  byId("paper").replaceChildren();
}

/**
 * What every sheet begins with: what it is, of which game, by which rules and lexicon.
 *
 * @param {Edition} edition @param {string} title @param {Heads} heads
 */
export function paperHead(edition, title, heads) {
  const { tournament, round, table, date } = heads;
  const known = date ? new Date(`${date}T12:00`).toLocaleDateString(edition.language) : "";
  /** @param {string} name @param {string | number | undefined} value */
  const item = (name, value) =>
    el("p", { class: `head-${name}` }, `${t(`editor.head.${name}`)}: `, el("b", {}, value || ""));
  return el(
    "header",
    { class: "paper-head" },
    el("h1", {}, title),
    el(
      "div",
      { class: "heads" },
      item("tournament", tournament),
      item("round", round && String(round)),
      item("table", table && String(table)),
      item("date", known),
    ),
    el("p", { class: "lexicon" }, el("span", {}, edition.title), lexiconLine(edition.lexicon)),
  );
}

/** Lines to sign on. @param {string[]} names */
export function signatureLines(names) {
  const lines = names.map((name) => p(name));
  return el("div", { class: "signatures" }, lines);
}

/** Who signs a game: both players and the arbiter. @param {string[]} players */
export function gameSigners(players) {
  return [...players, t("form.arbiter")];
}

/**
 * A score sheet for two: what each played, its score and the running total.
 *
 * @param {string[]} players
 * @param {Row[][]} [rows] What each has done, in order.
 * @param {Foot} [foot] What each gained or lost by tiles and time at the end, and the final scores.
 */
export function scoreSheet(players, rows = [[], []], foot = BLANK) {
  const count = Math.max(ROWS, ...rows.map((own) => own.length));
  const heads = players.map((name) => el("th", { scope: "col", colspan: 3 }, name));
  const names = players.flatMap(() => [t("form.play"), t("form.points"), t("form.sum")]);
  /** @param {number} i */
  const cells = (i) =>
    players.flatMap((_, player) => {
      const { what = "", score = "", total = "" } = rows[player][i] ?? {};
      return [td(what), number(score), number(total)];
    });
  const lines = Array.from({ length: count }, (_, i) =>
    tr(el("th", { scope: "row" }, String(i + 1)), cells(i)),
  );
  const last = [
    footRow("form.left", players, (player) => [foot.left[player], ""]),
    footRow("form.time", players, (player) => [foot.time[player], ""]),
    footRow("form.final", players, (player) => ["", foot.final[player]]),
  ];
  return el(
    "table",
    { class: "score-sheet" },
    el("col", { class: "number" }),
    players.map(() => [el("col"), el("col", { class: "points" }), el("col", { class: "points" })]),
    thead(tr(el("td"), heads), tr(el("td"), columns(names))),
    tbody(lines),
    el("tfoot", {}, last),
  );
}

/** @param {string | HTMLElement} [text] */
function number(text = "") {
  return el("td", { class: "count" }, text);
}

/**
 * A line below the turns; its name takes the place of the first player's plays.
 *
 * @param {string} name @param {string[]} players @param {(player: number) => string[]} cells
 */
function footRow(name, players, cells) {
  return tr(
    el("th", { scope: "row", colspan: 2 }, t(name)),
    players.map((_, player) => [
      player > 0 && el("td"),
      ...cells(player).map((text) => number(text)),
    ]),
  );
}

/**
 * The form for challenges and result: a box for each challenge, who won, and who signs.
 *
 * @param {Edition} edition
 * @param {{players?: string[], final?: number[], winner?: number | null,
 *   challenges?: Challenge[]}} [game]
 */
export function resultForm(edition, { players = [], final, winner, challenges = [] } = {}) {
  const places = Math.max(BOXES, challenges.length);
  const boxes = Array.from({ length: places }, (_, i) => box(edition, i + 1, challenges[i]));
  const order = winner === 1 ? [1, 0] : [0, 1];
  /** @param {number} place @param {number} i */
  const row = (place, i) => {
    const known = final && typeof winner === "number";
    const sign = i === 0 ? "+" : "−";
    const cells = known
      ? ["", players[place], String(final[place]), `${sign}${Math.abs(final[0] - final[1])}`]
      : ["", "", "", ""];
    const who = t(i === 0 ? "form.winner" : "form.loser");
    return tr(el("th", { scope: "row" }, who), ...cells.map((text) => td(text)));
  };
  const heads = [t("form.id"), t("form.name"), t("form.score"), t("form.difference")];
  return [
    el("h2", {}, t("form.challenges")),
    note(t("form.check")),
    el("div", { class: "boxes" }, boxes),
    el("h2", {}, t("form.result")),
    players.length > 0 && p(players.join(" – ")),
    el(
      "table",
      { class: "score-sheet result" },
      thead(tr(el("td"), columns(heads))),
      tbody(order.map(row)),
    ),
    edition.sections.event?.winner_fills && note(t("form.winnerFills")),
    signatureLines([t("form.winner"), t("form.loser"), t("form.arbiter")]),
  ];
}

/**
 * A challenge: its words, and the letter of the verdict, circled or to be circled.
 *
 * @param {Edition} edition @param {number} n @param {Challenge} [judged]
 */
function box({ verdicts }, n, judged) {
  /** @param {"valid" | "invalid"} side */
  const letter = (side) => {
    const circled = judged && judged.valid === (side === "valid");
    return el("b", { class: circled ? "circled" : "" }, verdicts[side][0].toUpperCase());
  };
  return el(
    "div",
    { class: "box" },
    p(`${n}. ${judged?.words.join(", ") ?? ""}`),
    el("p", { class: "verdicts" }, letter("valid"), letter("invalid")),
  );
}
