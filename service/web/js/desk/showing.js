/** Knows what the editor's board shows: the turn at hand, the game after an event, what a play is worth. */

import { desk, english, problemText } from "../core/asking.js";
import { Refused, Unreachable } from "../core/client.js";
import { byId, el, tbody, td, tr } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { drawBoard, drawStepper } from "./board.js";
import { cursorOf, firstSquare, laidBy } from "./draft.js";
import { coordinate, defined, playOf, playsBefore, turnAt } from "./record.js";
import { points } from "./sheet.js";

/** @import { Play, PlayScore, RecountedEvent } from "../core/answers.js" */
/** @import { Editor } from "./editor.js" */
/** @import { Happening, Step } from "./record.js" */

const PAUSE = 250;
let asked = 0;

/** The board before the turn at hand. @param {Editor} editor */
export function before({ steps, place }) {
  return steps[place.at].position;
}

/** The board with the tiles of the turn at hand, and which these are. @param {Editor} editor @returns {Step} */
function atHand(editor) {
  const laid = laidBy(editor.draft, before(editor), desk.alphabet) ?? new Map();
  return { position: new Map([...before(editor), ...laid]), laid: new Set(laid.keys()) };
}

/** The turn at hand, with the tiles of its play. @param {Editor} editor */
export function showTurn(editor) {
  const { draft, record, place } = editor;
  editor.viewed = null;
  draw(editor, atHand(editor), cursorOf(draft, before(editor), desk.alphabet));
  const player = turnAt(record, countedEvents(editor), place.at);
  const whose = player === null ? "" : `${editor.names()[player]} · `;
  const where = coordinate(firstSquare(draft), draft.across ? "across" : "down");
  const turn = t("editor.turn", { n: place.at + 1 });
  // What lies on the square, a tile or a premium, is told to who cannot see it.
  const lies = byId("editor-board").querySelector(".cursor .visually-hidden")?.textContent ?? "";
  byId("editor-at").replaceChildren(
    `${turn} · ${whose}${where} ${draft.across ? "→" : "↓"}`,
    el("span", { class: "visually-hidden" }, ` ${lies}`),
  );
  drawSteps(editor, place.at);
}

/** The board as it was after an event; the next key goes back to the turn at hand. @param {Editor} editor @param {number} number */
export function showEvent(editor, number) {
  const { record, steps } = editor;
  const n = Math.max(0, Math.min(record.events.length, number));
  draw(editor, steps[n]);
  editor.viewed = n;
  drawSteps(editor, n);
  byId("editor-at").textContent = n ? t("editor.after", { n }) : t("recount.start");
  const event = record.events[n - 1];
  byId("editor-sums").replaceChildren();
  preview(playsBefore(record, n - 1), event?.type === "play" ? event : null);
  for (const row of byId("editor-rows").querySelectorAll("tbody tr:not(.remark)"))
    row.toggleAttribute("aria-current", row.getAttribute("data-n") === String(n));
  byId("editor-board").scrollIntoView({ block: "nearest" });
}

/** @param {Editor} editor @param {Step} step @param {string} [cursor] */
function draw({ draft }, { position, laid }, cursor = "") {
  const board = drawBoard(position, laid);
  const square = board.querySelector(`[data-square="${cursor}"]`);
  square?.classList.add("cursor", draft.across ? "across" : "down");
  byId("editor-board").replaceChildren(board);
}

/** Buttons and slider are drawn anew, and whichever was in use keeps the focus. @param {Editor} editor @param {number} at */
function drawSteps(editor, at) {
  const { activeElement: held } = document;
  const index = [...byId("editor-steps").querySelectorAll("button, input")].findIndex(
    (control) => control === held,
  );
  const stepper = drawStepper(editor.record.events.length, at, (n) => showEvent(editor, n));
  byId("editor-steps").replaceChildren(stepper);
  if (index >= 0) /** @type {HTMLElement} */ (stepper.children[index]).focus();
}

/** @param {Editor} editor @returns {Map<number, RecountedEvent>} */
function countedEvents({ answer }) {
  return new Map((answer?.events ?? []).map((event) => [event.n, event]));
}

/**
 * Ask what a play scores, once its typist pauses, and show each word as a sum under its premium
 * squares. The service counts; where it refuses, it says why beside the field.
 *
 * @param {Play[]} plays Those on the board. @param {Happening | null} event The play, if there is one.
 */
export function preview(plays, event) {
  const place = byId("editor-sums");
  const ticket = ++asked;
  if (event === null) return place.replaceChildren();
  const play = event.play ?? playOf(event);
  const { placement, declared } = event;
  const question = defined({ before: plays, play, placement, declared, sums: true });
  return setTimeout(async () => {
    if (ticket !== asked) return;
    try {
      const answer = await desk.api.score(desk.edition.id, question);
      if (ticket === asked) place.replaceChildren(...drawScore(answer));
    } catch (fault) {
      if (!(fault instanceof Refused || fault instanceof Unreachable)) throw fault;
      if (ticket === asked) place.replaceChildren(drawRefusal(fault));
    }
  }, PAUSE);
}

/** @param {Refused | Unreachable} fault */
function drawRefusal(fault) {
  const unsaid = fault instanceof Refused ? english(fault.message) : t("fault.network");
  return el("p", { class: "fault" }, problemText(fault) ?? unsaid);
}

/** The words with their sums, the bonus, the total and whether the declared score is right. @param {PlayScore} answer */
function drawScore({ words, bonus, score: total, agrees }) {
  /** @param {string} name @param {string} how @param {number} score */
  const row = (name, how, score) =>
    tr(el("th", { scope: "row" }, name), td(how), td(points(score)));
  const rows = words.map(({ word, sum = "", score }) => row(word, sum, score));
  return [
    el(
      "table",
      { class: "sums" },
      el("caption", { class: "visually-hidden" }, t("score.caption")),
      tbody(rows, bonus ? row(t("score.bonus"), "", bonus) : null),
    ),
    el(
      "p",
      { class: "total" },
      t("score.total", { points: total }),
      agrees !== undefined &&
        el("small", { class: agrees ? "note" : "fault" }, ` ${t(`score.agrees.${agrees}`)}`),
    ),
  ];
}
