/**
 * Knows what of a game stands below the board (sheet, result, unseen tiles) and goes on paper: the
 * recount to be signed, the score sheet, the result form.
 */

import { desk, sayAt } from "../core/asking.js";
import { button, byId, el, field, there } from "../core/dom.js";
import { note } from "../core/forms.js";
import { t } from "../core/i18n.js";
import { gameSigners, paperHead, putOnPaper, resultForm } from "../core/paper.js";
import { scoreSheet, signatureLines } from "../core/paper.js";
import { drawBoard, drawUnseen } from "./board.js";
import { coordinate, headerOf, isEmpty, playOf } from "./record.js";
import { drawRows, payer, points, signed, stoppedAt, summary } from "./sheet.js";
import { showEvent } from "./showing.js";
import { HEADS } from "./turn.js";

/** @import { Recount, RecountedEvent } from "../core/answers.js" */
/** @import { Editor } from "./editor.js" */
/** @import { GameRecord, Happening } from "./record.js" */

/** The part of the editor for paper: filled in, or blank. @param {Editor} editor */
export function drawPrints(editor) {
  /** @param {string} name @param {() => void} print */
  const sheet = (name, print) => button(t(`editor.paper.${name}`), print);
  return el(
    "details",
    { id: "editor-papers" },
    el("summary", {}, t("editor.papers")),
    el(
      "p",
      { class: "row" },
      sheet("sheet", () => isCounted(editor) && printSheet(editor)),
      sheet("form", () => isCounted(editor) && printForm(editor)),
      sheet("blankSheet", () => printSheet(null)),
      sheet("blankForm", () => printForm(null)),
    ),
  );
}

/** The recount on one page: the sheet, the board at the end, the result, lines to sign if it is whole. @param {Editor} editor */
export function printRecount(editor, start = false) {
  const { record, steps } = editor;
  const answer = current(editor);
  const last = steps.at(-1);
  if (!answer || !last) return;
  const rows = drawRows(record, answer, { names: shortNames(editor.names()), at: -1 });
  const aside = el(
    "aside",
    {},
    drawBoard(last.position),
    summary(answer),
    !stoppedAt(answer) && signatureLines(gameSigners(editor.names())),
  );
  const head = paperHead(desk.edition, t("recount.title"), heads(record));
  putOnPaper([head, el("div", { class: "recounted" }, rows, aside)], start);
}

/** What was played, with no count of all of it by the service, is nothing to sign. @param {Editor} editor */
function isCounted(editor) {
  const counted = current(editor);
  const whole = counted ? !stoppedAt(counted) : isEmpty(editor.record);
  sayAt(byId("editor-papers"), whole ? "" : t("editor.notCounted"));
  return whole;
}

/** @param {Editor | null} editor */
function printSheet(editor) {
  const players = editor?.names() ?? [1, 2].map((number) => t("editor.player", { number }));
  const table = editor ? scoreSheet(players, ownRows(editor), footOf(editor)) : scoreSheet(players);
  const head = paperHead(desk.edition, t("form.sheet"), editor ? heads(editor.record) : {});
  putOnPaper([head, table, signatureLines(gameSigners(players))]);
}

/** @param {Editor | null} editor */
function printForm(editor) {
  const challenges = (editor?.answer?.events ?? [])
    .filter(({ type }) => type === "challenge")
    .map(({ contested, valid }) => ({ words: contested ?? [], valid }));
  const known = editor ? { ...editor.answer, players: editor.names(), challenges } : {};
  const head = paperHead(desk.edition, t("form.title"), editor ? heads(editor.record) : {});
  putOnPaper([head, resultForm(desk.edition, known)]);
}

/** What fits over a column: the first of each one's names, where that tells them apart. @param {string[]} names */
function shortNames(names) {
  const short = names.map((name) => name.split(" ")[0]);
  return new Set(short).size === names.length ? short : names;
}

/** @param {GameRecord} record */
function heads(record) {
  return Object.fromEntries(Object.keys(HEADS).map((name) => [name, headerOf(record, name)]));
}

/** What each player has on the own side of a sheet, as counted. @param {Editor} editor */
function ownRows({ record, answer }) {
  const counted = answer?.events ?? [];
  return record.players.slice(0, 2).map((_, player) =>
    counted
      .filter((event) => event.player !== null && payer(event) === player)
      .map((event) => ({
        what: told(record.events[event.n - 1], event),
        score: scoreOf(event),
        total: points(event.totals[player]),
      })),
  );
}

/** What the tiles left and the time come to for each player, where the game is over. @param {Editor} editor */
function footOf({ answer }) {
  if (!answer?.final) return undefined;
  const { leftover, overtime, time_loss: loss } = desk.edition.sections;
  const { adjustments = [], final } = answer;
  /** @param {...string} articles */
  const sum = (...articles) =>
    final.map((_, player) => {
      const own = adjustments.filter(
        (each) => each.player === player && articles.includes(each.article),
      );
      return own.length ? signed(own.reduce((all, { points: each }) => all + each, 0)) : "";
    });
  return {
    left: sum(leftover.article, leftover.nobody_out, leftover.several),
    time: sum(overtime.article, loss.article),
    final: final.map(points),
  };
}

/** A hyphen for an exchange, and a ring where all of a rack was played (FISC G§5). @param {RecountedEvent} event */
function scoreOf({ type, score, bonus }) {
  if (type === "exchange") return "-";
  if (type !== "play") return signed(score);
  return bonus ? el("b", { class: "ringed" }, points(score)) : points(score);
}

/** What was done, a blank of its word in brackets (FISC G§5). @param {Happening} event @param {RecountedEvent} counted */
function told(event, counted) {
  const play = playOf(event);
  if (!play) return t(`event.${event.type}`);
  const tiles = desk.alphabet.written(counted.words[0]?.word ?? play.tiles) ?? [];
  const faces = tiles.map((tile) => (tile?.blank ? `(${tile.face})` : (tile?.face ?? ".")));
  return `${coordinate(play.start, play.direction)} ${faces.join("")}`;
}

/** What stands below and beside the editor's board: the sheet, its result, unseen tiles. @param {Editor} editor */
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
  byId("editor-summary").replaceChildren(
    ...there(counted && drawSummary(editor, counted)),
    drawUnseen(steps[place.at].position, field("editor-rack").value),
  );
}

/** The recount, where it is of the record at hand. @param {Editor} editor */
export function current({ answer, record }) {
  return record.events.length ? answer : null;
}

/** @param {Editor} editor @param {Recount} game */
function drawSummary(editor, game) {
  const held = game.held.map((count, i) => `${game.players[i]} ${count}`).join(", ");
  const done = game.final && game.players.length === 2;
  return [
    summary(game),
    note(t("editor.bag", { bag: game.bag, held })),
    el(
      "p",
      { class: "row" },
      button(t("recount.print"), () => printRecount(editor, true)),
      done && button(t("editor.toTournament"), () => handOver(game)),
    ),
  ];
}

/** The result goes to the tournament's tab, which looks for the game between the two. @param {Recount} game */
async function handOver({ players, final, totals, winner, reason }) {
  await desk.open("tournament");
  const detail = { players, final, totals, winner, reason };
  dispatchEvent(new CustomEvent("arbiter:result", { detail }));
}
