/**
 * Knows the editor of a game: a board to type on, what else can happen, and the sheet below it.
 *
 * The record is kept in the browser until the arbiter clears it; after each step the service
 * counts the whole of it again. Every step can be done on the keyboard.
 */

import { byId, el, field } from "../dom.js";
import { t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { sayAt } from "./asking.js";
import { drawBoard, squareAt } from "./board.js";
import { cursorOf, draftAt, draftOf, firstSquare, laidBy, writePlay } from "./draft.js";
import { drawFiles } from "./files.js";
import { coordinate, readPlay } from "./game.js";
import { drawFields, isEntry, KINDS, readFields } from "./happenings.js";
import { drawHeads } from "./heads.js";
import { pressKey } from "./keys.js";
import { drawPrints, printRecount } from "./papers.js";
import { drawScore, preview } from "./preview.js";
import { boards, defined, emptyRecord, fromFragment, isEmpty, latestPlay } from "./record.js";
import { playOf, playsBefore, question, turnAt, withEvent, without } from "./record.js";
import { drawRows } from "./rows.js";
import { summary } from "./sheet.js";
import { drawStepper } from "./stepper.js";
import { isOpen } from "./tabs.js";
import { drawTurn, fillTurn, placement, readTurn, warnSmall } from "./turn.js";
import { drawUnseen } from "./unseen.js";

const KEPT = "arbiter.game";
const TURN = "arbiter.turn";

/**
 * What the modules of the editor share, and what the keys on the board may do.
 *
 * @typedef {typeof editor} Editor
 */
const editor = {
  /** @type {import("./main.js").Desk} */
  desk: null,
  record: emptyRecord(),
  /** @type {import("./record.js").Place} */
  place: { at: 0, replacing: false },
  draft: draftAt("H8"),
  /** @type {any} The recount of the record, or null. */
  answer: null,
  /** @type {{position: any, laid: Set<string>}[]} */
  steps: [],
  /** The play as text, where it was typed as text: what is typed is what is asked. */
  text: "",
  /** The event that the board shows, or null where it shows the turn at hand. */
  viewed: null,
  edit,
  noted,
  step: (by) => view((editor.viewed ?? editor.place.at) + by),
  cancel,
  end: endTurn,
  leave: () => byId("editor-board").focus(),
  written: writeInstead,
  typeFace: (face, blank) => pressKey(faceKey(face, blank), editor),
  openKind,
  names: () => asked().players,
  asked,
  open: openRecord,
  clear,
};
let edition = "";
let tickets = 0;

/** Make the editor work; `shared` holds the page's edition, and a game that a link has brought. */
export function prepare(shared) {
  editor.desk = shared;
  editor.record = remembered(KEPT) ?? emptyRecord();
  const { game } = shared.brought;
  const brought = game ? fromFragment(game) : null;
  if (brought && (isEmpty(editor.record) || confirm(t("editor.replaceSure")))) keep(() => brought);
  addEventListener("online", () => editor.answer === null && recount());
  addEventListener("beforeprint", () => {
    if (isOpen("editor") && !document.body.dataset.print && current()) printRecount(editor);
  });
}

/** Draw the editor anew: the language or the edition has changed; the game stays. */
export function show() {
  const { desk, record } = editor;
  const kept = remembered(TURN);
  const same = edition === desk.edition.id || (edition === "" && kept?.rules === desk.edition.id);
  const turn = same ? kept : null;
  edition = desk.edition.id;
  editor.draft = draftAt(desk.edition.board.centre);
  editor.answer = null;
  byId("editor").replaceChildren(
    el("h1", {}, t("editor.title")),
    drawHeads(desk, record, (change) => {
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
      ),
      el(
        "div",
        { class: "side" },
        drawTurn(desk, editor),
        el("div", { id: "editor-sums", "aria-live": "polite" }),
        drawOther(),
        el("div", { id: "editor-summary" }),
      ),
    ),
    el("div", { id: "editor-rows", class: "scroll", tabindex: "0" }),
    el("details", { class: "help" }, el("summary", {}, t("editor.keys")), drawHelp()),
    drawPrints(editor),
    drawFiles(editor),
  );
  goOn();
  if (turn) takeUp(turn);
  recount();
}

/** The turn that was being typed when the page was left. */
function takeUp({ draft, entry, at }) {
  if (at !== editor.place.at) return;
  fillTurn(entry);
  edit(draft);
}

function drawHelp() {
  return el("p", { id: "editor-hint", class: "note" }, t("editor.hint"));
}

function asked() {
  return question(editor.record, (number) => t("editor.player", { number }));
}

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

function faceKey(key, shiftKey) {
  return { key, shiftKey, getModifierState: () => false, preventDefault: () => editor.leave() };
}

function drawOther() {
  const options = Object.keys(KINDS).map((kind) => {
    const { key } = KINDS[kind];
    return el("option", { value: kind }, t(`event.${kind}`) + (key ? ` (${key})` : ""));
  });
  const choose = { id: "editor-kind", autocomplete: "off", change: () => showFields() };
  const submit = (event) => {
    event.preventDefault();
    const known = { event: replaced(), players: editor.names() };
    putDown(readFields(field("editor-kind").value, known));
  };
  const keydown = (event) => event.key === "Escape" && editor.leave();
  return el(
    "form",
    { id: "editor-other", submit, keydown },
    el(
      "p",
      {},
      el("label", { for: "editor-kind" }, t("editor.other")),
      el("select", choose, options),
    ),
    el("div", { id: "editor-fields", class: "row" }),
    el("button", { class: "primary" }, t("editor.put")),
  );
}

/** The event that is being changed, if one is. */
function replaced() {
  return editor.place.replacing ? editor.record.events[editor.place.at] : undefined;
}

function showFields() {
  const { record, place, answer } = editor;
  const kind = field("editor-kind").value;
  const number = latestPlay(record, place.at);
  const made = answer?.events.find(({ n }) => n === number);
  const words = (made?.words ?? []).map(({ word }) => word);
  const given = replaced()?.type === kind ? replaced() : undefined;
  const usual = kind === "correction" && number ? { of: number } : undefined;
  const known = { event: given ?? usual, players: editor.names(), words };
  byId("editor-fields").replaceChildren(...drawFields(kind, known));
}

function openKind(kind) {
  field("editor-kind").value = kind;
  showFields();
  const fields = byId("editor-fields").querySelector("input, select");
  const first = fields ?? byId("editor-other").querySelector("button");
  /** @type {HTMLElement} */ (first).focus();
}

/** Go to the end of the record and wait for the next turn. */
function goOn() {
  editor.place = { at: editor.record.events.length, replacing: false };
  begin();
}

function begin() {
  const { record, desk, place } = editor;
  editor.steps = boards(record, desk.alphabet);
  const event = replaced();
  const play = playOf(event);
  const { position } = editor.steps[place.at];
  const { draft } = editor;
  fillTurn(event);
  if (event && !play)
    field("editor-kind").value = event.type === "arbiters_draw" ? "end" : event.type;
  showFields();
  edit(play ? draftOf(play, position, desk.alphabet) : draftAt(firstSquare(draft), draft.across));
  drawSheet();
}

/** Take another draft, and show it on the board and as text. */
function edit(next) {
  Object.assign(editor, { draft: next, text: "" });
  const text = next.text ? (writePlay(next, before(), editor.desk.alphabet) ?? "") : "";
  field("editor-play").value = text;
  warnSmall("", null);
  showBoard();
  noted();
}

function before() {
  return editor.steps[editor.place.at].position;
}

/** The play typed as text instead of on the board. */
function writeInstead() {
  const text = field("editor-play").value;
  const take = (meant) => {
    field("editor-play").value = meant;
    writeInstead();
    field("editor-play").focus();
  };
  warnSmall(text, take);
  const play = readPlay(text);
  const onBoard = play && /^[A-O]\d+$/.test(play.start);
  if (onBoard) editor.draft = draftOf(play, before(), editor.desk.alphabet);
  editor.text = text.trim();
  showBoard();
  noted();
}

/** The play of the turn at hand as GCG writes it; empty where there is none. */
function playAtHand() {
  const { draft, desk, text } = editor;
  return text || (draft.text && writePlay(draft, before(), desk.alphabet)) || "";
}

/** Something of the turn has changed: keep it, and ask what it is worth. */
function noted() {
  const { desk, draft, record, place } = editor;
  remember(TURN, { rules: desk.edition.id, at: place.at, draft, entry: readTurn() });
  const play = playAtHand();
  const laid = laidBy(draft, before(), desk.alphabet) ?? new Map();
  const asking =
    play && defined({ before: playsBefore(record, place.at), play, placement: placement() });
  preview(desk, byId("editor-sums"), asking, {
    position: new Map([...before(), ...laid]),
    laid: new Set(laid.keys()),
    direction: readPlay(play)?.direction ?? "across",
    declared: field("editor-declared").value,
  });
}

function showBoard() {
  const { draft, desk, record, place } = editor;
  editor.viewed = null;
  const laid = laidBy(draft, before(), desk.alphabet) ?? new Map();
  const cursor = cursorOf(draft, before(), desk.alphabet);
  draw(new Map([...before(), ...laid]), new Set(laid.keys()), cursor);
  const player = turnAt(record, countedEvents(), place.at);
  const whose = player === null ? "" : `${editor.names()[player]} · `;
  const where = coordinate(firstSquare(draft), draft.across ? "across" : "down");
  const turn = t("editor.turn", { n: place.at + 1 });
  byId("editor-at").textContent = `${turn} · ${whose}${where} ${draft.across ? "→" : "↓"}`;
  drawSteps(place.at);
}

function draw(position, laid, cursor) {
  const board = drawBoard(editor.desk.edition, editor.desk.alphabet, position, laid);
  const square = board.querySelector(`[data-square="${cursor}"]`);
  square?.classList.add("cursor", editor.draft.across ? "across" : "down");
  byId("editor-board").replaceChildren(board);
}

function drawSteps(at) {
  const held = byId("editor-steps").contains(document.activeElement)
    ? document.activeElement
    : null;
  const index = held ? [...held.parentElement.children].indexOf(held) : -1;
  byId("editor-steps").replaceChildren(drawStepper(editor.record.events.length, at, view));
  if (held) /** @type {HTMLElement} */ (byId("editor-stepper").children[index]).focus();
}

function countedEvents() {
  return new Map((editor.answer?.events ?? []).map((event) => [event.n, event]));
}

/** The board as it was after an event; the next key goes back to the turn at hand. */
function view(number) {
  const { record, steps, desk } = editor;
  const n = Math.max(0, Math.min(record.events.length, number));
  const { position, laid } = steps[n];
  draw(position, laid, "");
  editor.viewed = n;
  drawSteps(n);
  byId("editor-at").textContent = n ? t("editor.after", { n }) : t("recount.start");
  const event = countedEvents().get(n);
  const direction = playOf(record.events[n - 1])?.direction ?? "across";
  const declared = String(record.events[n - 1]?.declared ?? "");
  const sums = event?.words.length
    ? drawScore(desk, event, { position, laid, direction, declared })
    : [];
  preview(desk, byId("editor-sums"), null, null);
  byId("editor-sums").replaceChildren(...sums);
  for (const row of byId("editor-rows").querySelectorAll("tbody tr:not(.remark)"))
    row.toggleAttribute("aria-current", row.getAttribute("data-n") === String(n));
  byId("editor-board").scrollIntoView({ block: "nearest" });
}

function pick(event) {
  const name = event.target.closest("[data-square]")?.getAttribute("data-square");
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
  const old = replaced();
  const player = old?.type === "play" ? old.player : undefined;
  return putDown(defined({ type: "play", play, player, placement: placement() }));
}

/** Put an event into the record at the place at hand, and go on behind the last one. */
function putDown(event) {
  const entry = event.type === "play" || isEntry(event.type) ? readTurn() : {};
  const note = replaced()?.note;
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
  const { desk } = editor;
  const ticket = ++tickets;
  if (editor.record.events.length === 0) {
    editor.answer = null;
    drawSheet();
    return;
  }
  await desk.asking(async () => {
    const counted = await desk.api.replay(desk.edition.id, asked());
    if (ticket !== tickets) return;
    editor.answer = counted;
    drawSheet();
    const { activeElement } = document;
    if (!editor.place.replacing && !byId("editor-fields").contains(activeElement)) showFields();
    if (editor.viewed === null) showBoard();
  }, byId("editor-turn"));
  if (ticket === tickets && editor.answer === null) drawSheet();
}

function drawSheet() {
  const { record, place, steps, desk } = editor;
  const change = (i, replacing) => {
    editor.place = { at: i, replacing };
    begin();
    editor.leave();
  };
  const table = drawRows(record, current(), {
    at: place.replacing ? place.at : -1,
    names: editor.names(),
    view,
    edit: (i) => change(i, true),
    insert: (i) => change(i, false),
    remove: (i) => {
      keep((old) => without(old, i));
      changed();
    },
  });
  byId("editor-rows").replaceChildren(...(record.events.length ? [table] : []));
  const { position } = steps[place.at];
  const rack = field("editor-rack").value;
  byId("editor-summary").replaceChildren(
    ...(current() ? drawSummary(current()) : []),
    drawUnseen(desk.edition, desk.alphabet, position, rack),
  );
}

/** The recount, where it is of the record at hand. */
function current() {
  return editor.answer && editor.record.events.length ? editor.answer : null;
}

function drawSummary(game) {
  const held = game.held.map((count, i) => `${game.players[i]} ${count}`).join(", ");
  const done = game.final && game.players.length === 2;
  const print = () => printRecount(editor, true);
  return [
    summary(game),
    el("p", { class: "note" }, t("editor.bag", { bag: game.bag, held })),
    el(
      "p",
      { class: "row" },
      el("button", { type: "button", click: print }, t("recount.print")),
      done && el("button", { type: "button", click: handOver }, t("editor.toTournament")),
    ),
  ];
}

/** The result goes to the tournament's tab, which looks for the game between the two. */
async function handOver() {
  const { players, final, reason } = editor.answer;
  await editor.desk.open("tournament");
  dispatchEvent(new CustomEvent("arbiter:result", { detail: { players, final, reason } }));
}

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
