/** Knows what the editor's board shows: the turn at hand, or the game as it was after an event. */

import { byId } from "../dom.js";
import { t } from "../i18n.js";
import { drawBoard } from "./board.js";
import { cursorOf, firstSquare, laidBy } from "./draft.js";
import { coordinate } from "./game.js";
import { drawScore, preview } from "./preview.js";
import { playOf, turnAt } from "./record.js";
import { drawStepper } from "./stepper.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** What lies on the board before the turn at hand. @param {Editor} editor */
export function before({ steps, place }) {
  return steps[place.at].position;
}

/** The turn at hand, with the tiles of its play. @param {Editor} editor */
export function showTurn(editor) {
  const { draft, desk, record, place } = editor;
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
 * @param {Editor} editor
 * @param {number} number
 */
export function showEvent(editor, number) {
  const { record, steps } = editor;
  const n = Math.max(0, Math.min(record.events.length, number));
  const { position, laid } = steps[n];
  draw(editor, position, laid, "");
  editor.viewed = n;
  drawSteps(editor, n);
  byId("editor-at").textContent = n ? t("editor.after", { n }) : t("recount.start");
  preview(editor.desk, byId("editor-sums"), null, null);
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
  return drawScore(editor.desk, event, { position, laid, direction, declared });
}

function draw({ desk, draft }, position, laid, cursor) {
  const board = drawBoard(desk.edition, desk.alphabet, position, laid);
  const square = board.querySelector(`[data-square="${cursor}"]`);
  square?.classList.add("cursor", draft.across ? "across" : "down");
  byId("editor-board").replaceChildren(board);
}

/** Buttons and slider are drawn anew, and whichever was in use keeps the focus. */
function drawSteps(editor, at) {
  const held = byId("editor-steps").contains(document.activeElement)
    ? document.activeElement
    : null;
  const index = held ? [...held.parentElement.children].indexOf(held) : -1;
  const goTo = (n) => showEvent(editor, n);
  byId("editor-steps").replaceChildren(drawStepper(editor.record.events.length, at, goTo));
  if (held) /** @type {HTMLElement} */ (byId("editor-stepper").children[index]).focus();
}

function countedEvents({ answer }) {
  return new Map((answer?.events ?? []).map((event) => [event.n, event]));
}
