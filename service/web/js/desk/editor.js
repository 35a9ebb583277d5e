/**
 * Knows the editor of a game: a board to type on, what else can happen, and the sheet below it.
 *
 * The record is kept in the browser until the arbiter clears it; after each step the service
 * counts the whole of it again. Every step can be done on the keyboard.
 */

import { desk, sayAt } from "../core/asking.js";
import { byId, el, field } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import { draftAt, draftOf, firstSquare, writePlay } from "./draft.js";
import { drawFiles } from "./files.js";
import { chooseKind, drawOther, isEntry, keysOf, openKind } from "./happenings.js";
import { replaced, showFields } from "./happenings.js";
import { current, drawPrints, drawSheet, printRecount } from "./papers.js";
import { boards, defined, emptyRecord, fromFragment, isEmpty, playOf } from "./record.js";
import { playsBefore, question, readPlay, squareAt, withEvent, without } from "./record.js";
import { before, preview, showEvent, showTurn } from "./showing.js";
import { drawHeads, drawTurn, fillTurn, placement, pressed, pressKey } from "./turn.js";
import { readTurn, warnSmall } from "./turn.js";

/** @import { Recount } from "../core/answers.js" */
/** @import { Draft } from "./draft.js" */
/** @import { GameRecord, Happening, Place, Step } from "./record.js" */

const KEPT = "arbiter.game";
const TURN = "arbiter.turn";

/** What the modules of the editor share, and what the keys on the board may do. @typedef {typeof editor} Editor */
const editor = {
  record: emptyRecord(),
  place: /** @type {Place} */ ({ at: 0, replacing: false }),
  draft: draftAt("H8"),
  /** The recount of the record, where there is one. @type {Recount | null} */
  answer: null,
  steps: /** @type {Step[]} */ ([]),
  /** The play as text, where it was typed as text: what is typed is what is asked. */
  text: "",
  /** The event that the board shows, or null where it shows the turn at hand. @type {number | null} */
  viewed: null,
  edit,
  noted,
  /** @param {number} by */
  step: (by) => showEvent(editor, (editor.viewed ?? editor.place.at) + by),
  cancel,
  end: endTurn,
  leave: () => byId("editor-board").focus(),
  written: writeInstead,
  /** @param {string} face @param {boolean} blank */
  typeFace: (face, blank) => pressed(face, blank, editor) && editor.leave(),
  /** @param {string} kind */
  openKind: (kind) => openKind(editor, kind),
  put: putDown,
  goTo,
  remove,
  names: () => asked().players,
  asked,
  open: openRecord,
  clear,
};
let edition = "";
let tickets = 0;

/** Make the editor work; a link may have brought a game. */
export function prepare() {
  editor.record = remembered(KEPT) ?? emptyRecord();
  const { game } = desk.brought;
  const brought = game ? fromFragment(game) : null;
  if (brought && (isEmpty(editor.record) || confirm(t("editor.replaceSure")))) keep(() => brought);
  addEventListener("online", () => editor.answer === null && recount());
  addEventListener("beforeprint", () => {
    if (desk.isOpen("editor") && !document.body.dataset.print && current(editor))
      printRecount(editor);
  });
}

/** Draw the editor anew: the language or the edition has changed; the game stays. */
export function show() {
  const { record } = editor;
  const kept = remembered(TURN);
  const same = edition === desk.edition.id || (edition === "" && kept?.rules === desk.edition.id);
  const turn = same ? kept : null;
  edition = desk.edition.id;
  editor.draft = draftAt(desk.edition.board.centre);
  editor.answer = null;
  byId("editor").replaceChildren(
    el("h1", {}, t("editor.title")),
    drawHeads(record, (change) => {
      keep(change);
      recount();
    }),
    el(
      "div",
      { class: "beside" },
      el(
        "div",
        { class: "board-box" },
        drawGrid(),
        el("p", { id: "editor-at", role: "status" }),
        el("div", { id: "editor-steps" }),
        drawHelp(isEmpty(record)),
      ),
      el(
        "div",
        { class: "side" },
        drawTurn(editor),
        el("div", { id: "editor-sums", "aria-live": "polite" }),
        drawOther(editor),
        el("div", { id: "editor-summary" }),
      ),
    ),
    el("div", { id: "editor-rows", class: "scroll", tabindex: "0" }),
    drawPrints(editor),
    drawFiles(editor),
  );
  goOn();
  if (turn) takeUp(turn);
  recount();
}

/** The turn that was being typed when the page was left. @param {{draft: Draft, entry: Happening, at: number}} turn */
function takeUp({ draft, entry, at }) {
  if (at !== editor.place.at) return;
  fillTurn(entry);
  edit(draft);
}

/** The keys, under the board; who begins a game sees them without asking. @param {boolean} open */
function drawHelp(open) {
  const hint = t("editor.hint", { kinds: keysOf() });
  return el(
    "details",
    { id: "editor-help", open },
    el("summary", {}, t("editor.keys")),
    el("p", { id: "editor-hint", class: "note" }, hint),
  );
}

function asked() {
  return question(editor.record, (number) => t("editor.player", { number }));
}

/** @param {(record: GameRecord) => GameRecord} change */
function keep(change) {
  editor.record = defined(change(editor.record));
  remember(KEPT, editor.record);
}

function drawGrid() {
  return el("div", {
    id: "editor-board",
    role: "application",
    "aria-label": t("editor.board"),
    "aria-describedby": "editor-hint",
    tabindex: "0",
    keydown: (event) => pressKey(event, editor),
    click: pick,
  });
}

/** Go to the end of the record and wait for the next turn. */
function goOn() {
  editor.place = { at: editor.record.events.length, replacing: false };
  begin();
}

function begin() {
  const { record, place } = editor;
  editor.steps = boards(record, desk.alphabet);
  const event = replaced(editor);
  const play = playOf(event);
  const { position } = editor.steps[place.at];
  const { draft } = editor;
  fillTurn(event);
  if (event && !play) chooseKind(event.type === "arbiters_draw" ? "end" : event.type);
  showFields(editor);
  edit(play ? draftOf(play, position, desk.alphabet) : draftAt(firstSquare(draft), draft.across));
  drawSheet(editor);
}

/** Take another draft, and show it on the board and as text. @param {Draft} next */
function edit(next) {
  Object.assign(editor, { draft: next, text: "" });
  const text = next.text ? (writePlay(next, before(editor), desk.alphabet) ?? "") : "";
  field("editor-play").value = text;
  warnSmall("");
  showTurn(editor);
  noted();
}

/** The play typed as text instead of on the board. */
function writeInstead() {
  const text = field("editor-play").value;
  /** @param {string} meant */
  const take = (meant) => {
    field("editor-play").value = meant;
    writeInstead();
    field("editor-play").focus();
  };
  warnSmall(text, take);
  const play = readPlay(text);
  const onBoard = play && /^[A-O]\d+$/.test(play.start);
  if (onBoard) editor.draft = draftOf(play, before(editor), desk.alphabet);
  editor.text = text.trim();
  showTurn(editor);
  noted();
}

/** The play of the turn at hand as GCG writes it; empty where there is none. */
function playAtHand() {
  const { draft, text } = editor;
  return text || (draft.text && writePlay(draft, before(editor), desk.alphabet)) || "";
}

/** Something of the turn has changed: keep it, and ask what it is worth. */
function noted() {
  const { draft, record, place } = editor;
  const entry = readTurn();
  remember(TURN, { rules: desk.edition.id, at: place.at, draft, entry });
  const play = playAtHand();
  const event = { type: "play", play, placement: placement(), ...entry };
  preview(playsBefore(record, place.at), play ? event : null);
}

/** @param {MouseEvent} event */
function pick(event) {
  const square = event.target instanceof Element && event.target.closest("[data-square]");
  const name = square && square.getAttribute("data-square");
  if (!name) return;
  const { draft } = editor;
  const again = name === firstSquare(draft);
  edit({ ...draft, ...squareAt(name), across: again ? !draft.across : draft.across });
  editor.leave();
}

function cancel() {
  editor.draft = draftAt(firstSquare(editor.draft), editor.draft.across);
  goOn();
}

function endTurn() {
  const play = playAtHand();
  if (!play) return sayAt(byId("editor-turn"), t("editor.noPlay"));
  const old = replaced(editor);
  const player = old?.type === "play" ? old.player : undefined;
  return putDown(defined({ type: "play", play, player, placement: placement() }));
}

/** Put an event into the record at the place at hand, and go on behind the last one. @param {Happening} event */
function putDown(event) {
  const entry = event.type === "play" || isEntry(event.type) ? readTurn() : {};
  const note = replaced(editor)?.note;
  keep((record) => withEvent(record, editor.place, defined({ ...event, ...entry, note })));
  editor.draft = draftAt(firstSquare(editor.draft), editor.draft.across);
  changed();
  editor.leave();
}

function changed() {
  goOn();
  recount();
}

async function recount() {
  const ticket = ++tickets;
  if (editor.record.events.length === 0) {
    editor.answer = null;
    drawSheet(editor);
    return;
  }
  const isCounted = await desk.asking(async () => {
    const counted = await desk.api.replay(desk.edition.id, asked());
    if (ticket !== tickets) return;
    editor.answer = counted;
    drawSheet(editor);
    const { activeElement } = document;
    if (!editor.place.replacing && !byId("editor-fields").contains(activeElement))
      showFields(editor);
    if (editor.viewed === null) showTurn(editor);
  }, byId("editor-turn"));
  if (ticket !== tickets || isCounted) return;
  // What the service has not counted is not shown as if it had, and not printed.
  editor.answer = null;
  drawSheet(editor);
}

/** Go to an event, to change it or to put another before it. @param {number} i @param {boolean} replacing */
function goTo(i, replacing) {
  editor.place = { at: i, replacing };
  begin();
  editor.leave();
}

/** @param {number} i */
function remove(i) {
  keep((old) => without(old, i));
  changed();
}

/** @param {GameRecord} given */
function openRecord(given) {
  keep(() => given);
  editor.answer = null;
  show();
}

function clear() {
  if (isEmpty(editor.record) || !confirm(t("editor.clearSure"))) return;
  openRecord(emptyRecord());
  editor.leave();
}
