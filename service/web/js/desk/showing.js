/** Knows what the editor's board shows: the turn at hand, the game after an event, what a play is worth. */

import { desk, english, problemText } from "../core/asking.js";
import { Refused, Unreachable } from "../core/client.js";
import { byId, el, tbody, tr } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { drawBoard, drawStepper, sum, wordsFormed } from "./board.js";
import { cursorOf, firstSquare, laidBy } from "./draft.js";
import { coordinate, playOf, turnAt } from "./record.js";
import { points } from "./sheet.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** What lies on the board before the turn at hand. @param {Editor} editor */
export function before({ steps, place }) {
  return steps[place.at].position;
}

/** The turn at hand, with the tiles of its play. @param {Editor} editor */
export function showTurn(editor) {
  const { draft, record, place } = editor;
  editor.viewed = null;
  const laid = laidBy(draft, before(editor), desk.alphabet) ?? new Map();
  const cursor = cursorOf(draft, before(editor), desk.alphabet);
  draw(editor, new Map([...before(editor), ...laid]), new Set(laid.keys()), cursor);
  const player = turnAt(record, countedEvents(editor), place.at);
  const whose = player === null ? "" : `${editor.names()[player]} · `;
  const where = coordinate(firstSquare(draft), draft.across ? "across" : "down");
  const turn = t("editor.turn", { n: place.at + 1 });
  byId("editor-at").textContent = `${turn} · ${whose}${where} ${draft.across ? "→" : "↓"}`;
  drawSteps(editor, place.at);
}

/**
 * The board as it was after an event; the next key goes back to the turn at hand.
 *
 * @param {Editor} editor @param {number} number
 */
export function showEvent(editor, number) {
  const { record, steps } = editor;
  const n = Math.max(0, Math.min(record.events.length, number));
  const { position, laid } = steps[n];
  draw(editor, position, laid, "");
  editor.viewed = n;
  drawSteps(editor, n);
  byId("editor-at").textContent = n ? t("editor.after", { n }) : t("recount.start");
  preview(byId("editor-sums"), null);
  byId("editor-sums").replaceChildren(...sumsOf(editor, n));
  for (const row of byId("editor-rows").querySelectorAll("tbody tr:not(.remark)"))
    row.toggleAttribute("aria-current", row.getAttribute("data-n") === String(n));
  byId("editor-board").scrollIntoView({ block: "nearest" });
}

/** The score of an event as a sum; nothing where no words were made. */
function sumsOf(editor, n) {
  const { position, laid } = editor.steps[n];
  const event = countedEvents(editor).get(n);
  const given = editor.record.events[n - 1];
  const direction = playOf(given)?.direction ?? "across";
  const declared = String(given?.declared ?? "");
  if (!event?.words.length) return [];
  return drawScore(event, { position, laid, direction, declared });
}

function draw({ draft }, position, laid, cursor) {
  const board = drawBoard(position, laid);
  const square = board.querySelector(`[data-square="${cursor}"]`);
  square?.classList.add("cursor", draft.across ? "across" : "down");
  byId("editor-board").replaceChildren(board);
}

/** Buttons and slider are drawn anew, and whichever was in use keeps the focus. */
function drawSteps(editor, at) {
  const held = byId("editor-steps").contains(document.activeElement)
    ? document.activeElement
    : null;
  const index = held ? [...(held.parentElement?.children ?? [])].indexOf(held) : -1;
  const goTo = (n) => showEvent(editor, n);
  byId("editor-steps").replaceChildren(drawStepper(editor.record.events.length, at, goTo));
  if (held) /** @type {HTMLElement} */ (byId("editor-stepper").children[index]).focus();
}

function countedEvents({ answer }) {
  return new Map((answer?.events ?? []).map((event) => [event.n, event]));
}

/**
 * What a play is worth while it is typed: each word as a sum under its premium squares. The
 * service counts; where it refuses, it says why beside the field.
 */

/** @typedef {{position: any, laid: Set<string>, direction: string, declared: string}} Laid */

const PAUSE = 250;
let asked = 0;

/**
 * Ask what a play scores, once its typist pauses, and show it in `place`.
 *
 * @param {HTMLElement} place
 * @param {any} question What is asked of the service, or nothing.
 * @param {Laid} [laid] What the play lays.
 */
export function preview(place, question, laid) {
  const ticket = ++asked;
  if (!question || !laid) return place.replaceChildren();
  return setTimeout(async () => {
    if (ticket !== asked) return;
    try {
      const answer = await desk.api.score(desk.edition.id, question);
      if (ticket === asked) place.replaceChildren(...drawScore(answer, laid));
    } catch (fault) {
      if (!(fault instanceof Refused || fault instanceof Unreachable)) throw fault;
      if (ticket === asked) place.replaceChildren(drawRefusal(fault));
    }
  }, PAUSE);
}

function drawRefusal(fault) {
  const unsaid = fault instanceof Refused ? english(fault.message) : t("fault.network");
  return el("p", { class: "fault" }, problemText(fault) ?? unsaid);
}

/** The words with their sums, the bonus, the total and whether the declared score is right. */
function drawScore(answer, { position, laid, direction, declared }) {
  const sums = explained(answer, { position, laid, direction });
  const row = (name, how, score) =>
    tr(el("th", { scope: "row" }, name), el("td", {}, how), el("td", {}, points(score)));
  const rows = answer.words.map(({ word, score }, i) => row(word, sums[i]?.text ?? "", score));
  const agrees = declared === "" ? null : Number(declared) === answer.score;
  return [
    el(
      "table",
      { class: "sums" },
      el("caption", { class: "visually-hidden" }, t("score.caption")),
      tbody(rows, answer.bonus ? row(t("score.bonus"), "", answer.bonus) : null),
    ),
    el(
      "p",
      { class: "total" },
      t("score.total", { points: answer.score }),
      agrees !== null &&
        el("small", { class: agrees ? "note" : "fault" }, ` ${t(`score.agrees.${agrees}`)}`),
    ),
  ];
}

/** The sums behind the words, if they come to what the service says. */
function explained(answer, { position, laid, direction }) {
  const words = laid.size ? wordsFormed(position, laid, direction) : [];
  const sums = words.map((squares) => sum(squares, position, laid));
  const agree =
    sums.length === answer.words.length &&
    sums.every(({ score }, i) => score === answer.words[i].score);
  return agree ? sums : [];
}
