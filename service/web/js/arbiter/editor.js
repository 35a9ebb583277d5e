/**
 * Knows the editor of a game: a board to type on, what else can happen, and the sheet below it.
 *
 * The record is kept in the browser until the arbiter clears it; after each step the service
 * counts the whole of it again. Every step can be done on the keyboard.
 */

import { byId, el, field } from "../dom.js";
import { faceName, lexiconLine } from "../edition.js";
import { t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { say } from "./asking.js";
import { drawBoard, squareAt } from "./board.js";
import { cursorOf, draftAt, draftOf, erased, firstSquare } from "./draft.js";
import { laidBy, moved, turned, typed, writePlay } from "./draft.js";
import { drawFiles } from "./files.js";
import { coordinate, readPlay } from "./game.js";
import { drawFields, isEntry, KINDS, readFields } from "./happenings.js";
import { boards, emptyRecord, fromFragment, isEmpty, latestPlay, playOf } from "./record.js";
import { question, turnAt, withEvent, without } from "./record.js";
import { drawRows } from "./rows.js";
import { summary } from "./sheet.js";

const KEPT = "arbiter.game";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ENTRY = ["rack", "declared", "total"];

let desk = null;
let record = emptyRecord();
/** @type {import("./record.js").Place} */
let place = { at: 0, replacing: false };
let draft = draftAt("H8");
let answer = null;
let steps = [];
let asked = 0;

/** Make the editor work; `shared` holds the page's edition, `game` what a link has brought. */
export function prepareEditor(shared, game) {
  desk = shared;
  record = remembered(KEPT) ?? emptyRecord();
  const brought = game ? fromFragment(game) : null;
  if (brought && (isEmpty(record) || confirm(t("editor.replaceSure")))) record = brought;
  if (game) byId("tab-editor").click();
  addEventListener("online", () => answer === null && recount());
}

/** Draw the editor anew: the language or the edition has changed; the game stays. */
export function showEditor() {
  draft = draftAt(desk.edition.board.centre);
  answer = null;
  byId("editor").replaceChildren(
    el("h1", {}, t("editor.title")),
    drawPlayers(),
    el(
      "div",
      { class: "beside" },
      el("div", { class: "board-box" }, drawGrid(), el("p", { id: "editor-at", role: "status" })),
      el("div", { class: "side" }, drawTurn(), drawOther(), el("div", { id: "editor-summary" })),
    ),
    el("div", { id: "editor-rows", class: "scroll", tabindex: "0" }),
    drawFiles({ desk, asked: ask, open: openRecord, clear }),
  );
  goOn();
  recount();
}

function ask() {
  return question(record, (number) => t("editor.player", { number }));
}

function names() {
  return ask().players;
}

function drawPlayers() {
  const one = (i) => {
    const input = ({ target }) => rename(i, target.value);
    const id = `editor-player${i}`;
    const label = el("label", { for: id }, t("editor.player", { number: i + 1 }));
    const value = record.players[i];
    return el(
      "p",
      {},
      label,
      el("input", { id, maxlength: 100, value, autocomplete: "off", input }),
    );
  };
  return el(
    "form",
    { class: "players", submit: stay },
    record.players.map((_, i) => one(i)),
  );
}

function rename(i, name) {
  record = { ...record, players: record.players.map((old, j) => (i === j ? name : old)) };
  remember(KEPT, record);
  recount();
}

function stay(event) {
  event.preventDefault();
}

function drawGrid() {
  const about = { role: "application", "aria-label": t("editor.board"), tabindex: "0" };
  const grid = el("div", {
    ...about,
    id: "editor-board",
    "aria-describedby": "editor-hint",
    keydown: press,
    click: pick,
  });
  return grid;
}

function drawTurn() {
  const entry = ENTRY.map((name) => {
    const id = `editor-${name}`;
    const kind = name === "rack" ? {} : { type: "number", step: 1 };
    const control = el("input", { id, autocomplete: "off", spellcheck: "false", ...kind });
    return el("p", {}, el("label", { for: id }, t(`editor.${name}`)), control);
  });
  const special = desk.alphabet.faces.filter((face) => !/^[A-Z]$/.test(face));
  const keys = special.map((face) => {
    const click = (event) => edit(typed(draft, face, event.shiftKey, desk.alphabet));
    return el("button", { type: "button", "aria-label": faceName(face), click }, face);
  });
  const play = { id: "editor-play", autocomplete: "off", autocapitalize: "none" };
  const submit = (event) => {
    stay(event);
    endTurn();
  };
  return el(
    "form",
    { id: "editor-turn", submit, keydown: backToBoard },
    el(
      "p",
      { class: "grow" },
      el("label", { for: "editor-play" }, t("score.play")),
      el("input", { ...play, spellcheck: "false", input: () => writeInstead() }),
    ),
    keys.length > 0 && el("p", { class: "faces" }, keys),
    entry,
    el("button", { class: "primary" }, t("editor.endTurn")),
    el("p", { id: "editor-hint", class: "note" }, t("editor.hint")),
  );
}

/** From a field, Escape goes back to the board and drops nothing. */
function backToBoard(event) {
  if (event.key === "Escape") byId("editor-board").focus();
}

function drawOther() {
  const options = Object.keys(KINDS).map((kind) => {
    const { key } = KINDS[kind];
    return el("option", { value: kind }, t(`event.${kind}`) + (key ? ` (${key})` : ""));
  });
  const choose = { id: "editor-kind", autocomplete: "off", change: () => showFields() };
  const submit = (event) => {
    stay(event);
    putDown(readFields(field("editor-kind").value, { event: replaced(), players: names() }));
  };
  return el(
    "form",
    { id: "editor-other", submit, keydown: backToBoard },
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
  return place.replacing ? record.events[place.at] : undefined;
}

function showFields() {
  const kind = field("editor-kind").value;
  const number = latestPlay(record, place.at);
  const made = answer?.events.find(({ n }) => n === number);
  const words = (made?.words ?? []).map(({ word }) => word);
  const event = replaced()?.type === kind ? replaced() : undefined;
  const known = { event: event ?? defaults(kind, number), players: names(), words };
  byId("editor-fields").replaceChildren(...drawFields(kind, known));
}

function defaults(kind, number) {
  return kind === "correction" && number ? { of: number } : undefined;
}

/** Go to the end of the record and wait for the next turn. */
function goOn() {
  place = { at: record.events.length, replacing: false };
  begin();
}

function begin() {
  steps = boards(record, desk.alphabet);
  const event = replaced();
  const play = playOf(event);
  const { position } = steps[place.at];
  draft = play ? draftOf(play, position, desk.alphabet) : draftAt(firstSquare(draft), draft.across);
  for (const name of ENTRY) {
    const value = event?.[name];
    field(`editor-${name}`).value = typeof value === "object" ? "" : (value ?? "");
  }
  if (event && !play)
    field("editor-kind").value = event.type === "arbiters_draw" ? "end" : event.type;
  showFields();
  edit(draft);
  drawSheet();
}

/** Take another draft, and show it on the board and as text. */
function edit(next) {
  draft = next;
  const { position } = steps[place.at];
  field("editor-play").value = draft.text ? (writePlay(draft, position, desk.alphabet) ?? "") : "";
  showBoard();
}

/** The play typed as text instead of on the board. */
function writeInstead() {
  const play = readPlay(field("editor-play").value);
  if (!play || !/^[A-O]\d+$/.test(play.start)) return;
  draft = draftOf(play, steps[place.at].position, desk.alphabet);
  showBoard();
}

function showBoard() {
  const { position } = steps[place.at];
  const laid = laidBy(draft, position, desk.alphabet) ?? new Map();
  const cursor = cursorOf(draft, position, desk.alphabet);
  draw(new Map([...position, ...laid]), new Set(laid.keys()), cursor);
  const player = turnAt(record, countedEvents(), place.at);
  const whose = player === null ? "" : `${names()[player]} · `;
  const where = coordinate(firstSquare(draft), draft.across ? "across" : "down");
  const turn = t("editor.turn", { n: place.at + 1 });
  byId("editor-at").textContent = `${turn} · ${whose}${where} ${draft.across ? "→" : "↓"}`;
}

function draw(position, laid, cursor) {
  const board = drawBoard(desk.edition, desk.alphabet, position, laid);
  const square = board.querySelector(`[data-square="${cursor}"]`);
  square?.classList.add("cursor", draft.across ? "across" : "down");
  byId("editor-board").replaceChildren(board);
}

function countedEvents() {
  return new Map((answer?.events ?? []).map((event) => [event.n, event]));
}

/** The board as it was after an event; the next key goes back to the turn at hand. */
function view(n) {
  const { position, laid } = steps[n];
  draw(position, laid, "");
  byId("editor-at").textContent = t("editor.after", { n });
  byId("editor-board").scrollIntoView({ block: "nearest" });
}

function pick(event) {
  const name = event.target.closest("[data-square]")?.getAttribute("data-square");
  if (!name) return;
  const again = name === firstSquare(draft);
  edit({ ...draft, ...squareAt(name), across: again ? !draft.across : draft.across });
  byId("editor-board").focus();
}

function press(event) {
  const { key } = event;
  const typing = event.getModifierState("AltGraph");
  if ((event.ctrlKey || event.altKey || event.metaKey) && !typing) return;
  if (!pressed(key, event.shiftKey)) return;
  event.preventDefault();
}

/** Whether a key meant something. */
function pressed(key, shift) {
  const size = desk.alphabet.longest;
  if (ARROWS[key]) edit(moved(draft, ARROWS[key][0], ARROWS[key][1], size));
  else if (key === " ") edit(turned(draft));
  else if (key === "Backspace") takeBack();
  else if (key === "Escape") cancel();
  else if (key === "Enter") endTurn();
  else if (/^\d$/.test(key)) field("editor-declared").value += key;
  else if (key === "/") field("editor-rack").focus();
  else return key.length === 1 && letterOrKind(key, shift);
  return true;
}

function letterOrKind(key, shift) {
  const next = typed(draft, key, shift, desk.alphabet);
  const kind = Object.keys(KINDS).find((name) => KINDS[name].key === key);
  if (next !== draft) edit(next);
  else if (kind && draft.text === "") openKind(kind);
  return next !== draft || kind !== undefined;
}

function openKind(kind) {
  field("editor-kind").value = kind;
  showFields();
  const first = byId("editor-fields").querySelector("input, select") ?? otherButton();
  /** @type {HTMLElement} */ (first).focus();
}

function otherButton() {
  return byId("editor-other").querySelector("button");
}

/** The last tile; without tiles, the last digit of the declared score. */
function takeBack() {
  const declared = field("editor-declared");
  if (draft.text) edit(erased(draft, desk.alphabet));
  else declared.value = declared.value.slice(0, -1);
}

function cancel() {
  draft = draftAt(firstSquare(draft), draft.across);
  goOn();
}

function endTurn() {
  const { position } = steps[place.at];
  const typedPlay = field("editor-play").value.trim();
  const play = writePlay(draft, position, desk.alphabet) ?? typedPlay;
  if (!play) return say(t("editor.noPlay"));
  const old = replaced();
  const kept = old?.type === "play" ? { player: old.player, placement: old.placement } : {};
  return putDown(defined({ type: "play", play, ...kept }));
}

/** Put an event into the record at the place at hand, and go on behind the last one. */
function putDown(event) {
  const entry = event.type === "play" || isEntry(event.type) ? entries() : {};
  record = withEvent(record, place, { ...event, ...entry });
  draft = draftAt(firstSquare(draft), draft.across);
  changed();
  byId("editor-board").focus();
}

function entries() {
  const rack = field("editor-rack").value.trim() || undefined;
  const [declared, total] = ["declared", "total"].map((name) => {
    const { value } = field(`editor-${name}`);
    return value === "" ? undefined : Math.trunc(Number(value));
  });
  return defined({ rack, declared, total });
}

function defined(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function changed() {
  remember(KEPT, record);
  goOn();
  recount();
}

async function recount() {
  const ticket = ++asked;
  if (record.events.length === 0) {
    answer = null;
    drawSheet();
    return;
  }
  await desk.asking(async () => {
    const counted = await desk.api.replay(desk.edition.id, ask());
    if (ticket !== asked) return;
    answer = counted;
    drawSheet();
    if (!place.replacing && !byId("editor-fields").contains(document.activeElement)) showFields();
    showBoard();
  });
  if (ticket === asked && answer === null) drawSheet();
}

function drawSheet() {
  const remove = (i) => {
    record = without(record, i);
    changed();
  };
  const at = place.replacing ? place.at : -1;
  const change = (i, replacing) => {
    place = { at: i, replacing };
    begin();
    byId("editor-board").focus();
  };
  const table = drawRows(record, current(), {
    at,
    names: names(),
    view,
    edit: (i) => change(i, true),
    insert: (i) => change(i, false),
    remove,
  });
  byId("editor-rows").replaceChildren(...(record.events.length ? [table, drawSignatures()] : []));
  byId("editor-summary").replaceChildren(...(current() ? [drawSummary(current())] : []));
}

/** The recount, where it is of the record at hand. */
function current() {
  return answer && record.events.length ? answer : null;
}

function drawSummary(game) {
  const held = game.held.map((count, i) => `${game.players[i]} ${count}`).join(", ");
  const done = game.final && game.players.length === 2;
  const detail = { players: game.players, final: game.final };
  const click = () => dispatchEvent(new CustomEvent("arbiter:result", { detail }));
  return el(
    "div",
    {},
    drawHead(),
    summary(game),
    el("p", { class: "note" }, t("editor.bag", { bag: game.bag, held })),
    done && el("button", { type: "button", class: "no-print", click }, t("editor.toTournament")),
  );
}

/** What a recount on paper begins with: what is filled in by hand, and by which rules it was made. */
function drawHead() {
  const { title, language, lexicon } = desk.edition;
  const date = new Date().toLocaleDateString(document.documentElement.lang || language);
  return el(
    "div",
    { class: "on-paper" },
    el("p", {}, el("strong", {}, title), ` · ${date}`),
    el("p", { class: "lexicon" }, lexiconLine(lexicon)),
    el("p", {}, t("editor.paperHead")),
  );
}

/** The lines that the players and the arbiter sign on. */
function drawSignatures() {
  const signs = [...names(), t("tour.arbiterSigns")];
  return el(
    "div",
    { class: "on-paper signatures" },
    signs.map((name) => el("p", {}, name)),
  );
}

function openRecord(given) {
  record = given;
  remember(KEPT, record);
  answer = null;
  showEditor();
}

function clear() {
  if (isEmpty(record) || !confirm(t("editor.clearSure"))) return;
  openRecord(emptyRecord());
  byId("editor-board").focus();
}
