/**
 * Knows what of a game stands below the board (sheet, result, unseen tiles) and goes on paper: the
 * recount to be signed, the score sheet, the result form.
 */

import { desk, sayAt } from "../core/asking.js";
import { byId, el, field } from "../core/dom.js";
import { t } from "../core/i18n.js";
import {
  gameSigners,
  paperHead,
  putOnPaper,
  resultForm,
  scoreSheet,
  signatureLines,
} from "../core/paper.js";
import { drawBoard, drawUnseen, wordsFormed } from "./board.js";
import { coordinate, headerOf, isEmpty, playOf } from "./record.js";
import { drawRows, payer, points, signed, stoppedAt, summary } from "./sheet.js";
import { showEvent } from "./showing.js";
import { HEADS } from "./turn.js";

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

/** The recount on one page: the sheet, the board at the end, the result, lines to sign if it is whole. */
export function printRecount(editor, start = false) {
  const { record, answer, steps } = editor;
  const board = drawBoard(steps.at(-1).position);
  const rows = drawRows(record, answer, { names: shortNames(editor.names()), at: -1 });
  const aside = el(
    "aside",
    {},
    board,
    summary(answer),
    !stoppedAt(answer) && signatureLines(gameSigners(editor.names())),
  );
  const head = paperHead(desk.edition, t("recount.title"), heads(record));
  putOnPaper([head, el("div", { class: "recounted" }, rows, aside)], start);
}

/** What was played, with no count of all of it by the service, is nothing to sign. */
function isCounted(editor) {
  const counted = current(editor);
  const whole = counted ? !stoppedAt(counted) : isEmpty(editor.record);
  sayAt(byId("editor-papers"), whole ? "" : t("editor.notCounted"));
  return whole;
}

function printSheet(editor, filled) {
  if (filled && !isCounted(editor)) return;
  const { record } = editor;
  const players = filled ? editor.names() : [1, 2].map((number) => t("editor.player", { number }));
  const head = paperHead(desk.edition, t("form.sheet"), filled ? heads(record) : {});
  const table = filled
    ? scoreSheet(players, ownRows(editor), footOf(desk.edition, editor.answer))
    : scoreSheet(players);
  putOnPaper([head, table, signatureLines(gameSigners(players))]);
}

function printForm(editor, filled) {
  if (filled && !isCounted(editor)) return;
  const { record, answer } = editor;
  const challenges = (answer?.events ?? [])
    .filter(({ type }) => type === "challenge")
    .map(({ contested, valid }) => ({ words: contested ?? [], valid }));
  const known = filled ? { ...answer, players: editor.names(), challenges } : {};
  const head = paperHead(desk.edition, t("form.title"), filled ? heads(record) : {});
  putOnPaper([head, resultForm(desk.edition, known)]);
}

/** What fits over a column: the first of each one's names, where that tells them apart. */
function shortNames(names) {
  const short = names.map((name) => name.split(" ")[0]);
  return new Set(short).size === names.length ? short : names;
}

function heads(record) {
  return Object.fromEntries(Object.keys(HEADS).map((name) => [name, headerOf(record, name)]));
}

/** What each player has on the own side of a sheet, as counted. */
function ownRows({ record, answer, steps }) {
  const counted = answer?.events ?? [];
  return record.players.slice(0, 2).map((_, player) =>
    counted
      .filter((event) => event.player !== null && payer(event) === player)
      .map((event) => ({
        what: told(record.events[event.n - 1], event, steps[event.n]),
        score: scoreOf(event),
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

/** A hyphen for an exchange, and a ring where all of a rack was played (FISC G§5). */
function scoreOf({ type, score, bonus }) {
  if (type === "exchange") return "-";
  if (type !== "play") return signed(score);
  return bonus ? el("b", { class: "ringed" }, points(score)) : points(score);
}

/** What was done, a blank of its word in brackets (FISC G§5). */
function told(event, counted, { position, laid }) {
  const play = playOf(event);
  if (!play) return t(`event.${event.type}`);
  const [squares = []] = laid.size ? wordsFormed(position, laid, play.direction) : [];
  const tiles = squares.map((name) => position.get(name));
  const word = tiles.map(({ face, blank }) => (blank ? `(${face})` : face)).join("");
  return `${coordinate(play.start, play.direction)} ${word || (counted.words[0]?.word ?? play.tiles)}`;
}

/** What stands below and beside the editor's board: the sheet, its result, unseen tiles. */

/** @param {Editor} editor */
export function drawSheet(editor) {
  const { record, place, steps } = editor;
  const counted = current(editor);
  const table = drawRows(record, counted, {
    at: place.replacing ? place.at : -1,
    names: editor.names(),
    view: (n) => showEvent(editor, n),
    edit: (i) => editor.goTo(i, true),
    insert: (i) => editor.goTo(i, false),
    remove: editor.remove,
  });
  byId("editor-rows").replaceChildren(...(record.events.length ? [table] : []));
  const { position } = steps[place.at];
  const rack = field("editor-rack").value;
  byId("editor-summary").replaceChildren(
    ...(counted ? drawSummary(editor, counted) : []),
    drawUnseen(position, rack),
  );
}

/** The recount, where it is of the record at hand. @param {Editor} editor */
export function current({ answer, record }) {
  return answer && record.events.length ? answer : null;
}

function drawSummary(editor, game) {
  const held = game.held.map((count, i) => `${game.players[i]} ${count}`).join(", ");
  const done = game.final && game.players.length === 2;
  const print = () => printRecount(editor, true);
  const handOn = () => handOver(editor);
  return [
    summary(game),
    el("p", { class: "note" }, t("editor.bag", { bag: game.bag, held })),
    el(
      "p",
      { class: "row" },
      el("button", { type: "button", click: print }, t("recount.print")),
      done && el("button", { type: "button", click: handOn }, t("editor.toTournament")),
    ),
  ];
}

/** The result goes to the tournament's tab, which looks for the game between the two. */
async function handOver({ answer }) {
  const { players, final, totals, winner, reason } = answer;
  await desk.open("tournament");
  const detail = { players, final, totals, winner, reason };
  dispatchEvent(new CustomEvent("arbiter:result", { detail }));
}
