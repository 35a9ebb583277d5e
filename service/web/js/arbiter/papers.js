/** Knows what of a game goes on paper: the recount to be signed, the score sheet, the result form. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { gameSigners, paperHead, putOnPaper, resultForm, scoreSheet } from "../paper.js";
import { signatureLines } from "../paper.js";
import { drawBoard } from "./board.js";
import { coordinate } from "./game.js";
import { HEADS } from "./heads.js";
import { headerOf, playOf } from "./record.js";
import { drawRows } from "./rows.js";
import { payer, points, signed, summary } from "./sheet.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** The part of the editor for paper: filled in, or blank. @param {Editor} editor */
export function drawPrints(editor) {
  const sheets = {
    "editor.paper.sheet": () => printSheet(editor, true),
    "editor.paper.form": () => printForm(editor, true),
    "editor.paper.blankSheet": () => printSheet(editor, false),
    "editor.paper.blankForm": () => printForm(editor, false),
  };
  const buttons = Object.entries(sheets).map(([name, click]) =>
    el("button", { type: "button", click }, t(name)),
  );
  return el(
    "details",
    { id: "editor-papers" },
    el("summary", {}, t("editor.papers")),
    el("p", { class: "row" }, buttons),
  );
}

/** The recount on one page: the sheet, the board at the end, the result, lines to sign. */
export function printRecount(editor, start = false) {
  const { desk, record, answer, steps } = editor;
  const board = drawBoard(desk.edition, desk.alphabet, steps.at(-1).position);
  const rows = drawRows(record, answer, { names: editor.names(), at: -1 });
  const aside = el(
    "aside",
    {},
    board,
    summary(answer),
    signatureLines(gameSigners(editor.names())),
  );
  const head = paperHead(desk.edition, t("recount.title"), heads(record));
  putOnPaper([head, el("div", { class: "recounted" }, rows, aside)], start);
}

function printSheet(editor, filled) {
  const { desk, record } = editor;
  const players = filled ? editor.names() : [1, 2].map((number) => t("editor.player", { number }));
  const head = paperHead(desk.edition, t("form.sheet"), filled ? heads(record) : {});
  const table = filled
    ? scoreSheet(players, ownRows(editor), footOf(desk.edition, editor.answer))
    : scoreSheet(players);
  putOnPaper([head, table, signatureLines(gameSigners(players))]);
}

function printForm(editor, filled) {
  const { desk, record, answer } = editor;
  const challenges = (answer?.events ?? [])
    .filter(({ type }) => type === "challenge")
    .map(({ contested, valid }) => ({ words: contested ?? [], valid }));
  const known = filled ? { ...answer, players: editor.names(), challenges } : {};
  const head = paperHead(desk.edition, t("form.title"), filled ? heads(record) : {});
  putOnPaper([head, resultForm(desk.edition, known)]);
}

function heads(record) {
  return Object.fromEntries(Object.keys(HEADS).map((name) => [name, headerOf(record, name)]));
}

/** What each player has on the own side of a sheet, as counted. */
function ownRows({ record, answer }) {
  const counted = answer?.events ?? [];
  return record.players.slice(0, 2).map((_, player) =>
    counted
      .filter((event) => event.player !== null && payer(event) === player)
      .map((event) => ({
        what: told(record.events[event.n - 1], event),
        score: event.type === "play" ? points(event.score) : signed(event.score),
        total: points(event.totals[player]),
      })),
  );
}

/** What the tiles left and the time come to for each player, where the game is over. */
function footOf({ sections }, answer) {
  if (!answer?.final) return undefined;
  const { leftover, overtime, time_loss: loss } = sections;
  const { adjustments, final } = answer;
  const sum = (articles) =>
    final.map((_, player) => {
      const own = adjustments.filter(
        (each) => each.player === player && articles.includes(each.article),
      );
      return own.length ? signed(own.reduce((all, { points: each }) => all + each, 0)) : "";
    });
  return {
    left: sum([leftover.article, leftover.nobody_out, leftover.several]),
    time: sum([overtime.article, loss.article]),
    final: final.map(points),
  };
}

function told(event, counted) {
  const play = playOf(event);
  if (play)
    return `${coordinate(play.start, play.direction)} ${counted.words[0]?.word ?? play.tiles}`;
  return t(`event.${event.type}`);
}
