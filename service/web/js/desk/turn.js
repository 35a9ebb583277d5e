/**
 * Knows what a game is typed in with: the form of one turn (the play as text, rack, declared score,
 * running total, placement), the heads above it, and the keys on the board.
 */

import { usualVariant } from "../core/announced.js";
import { desk } from "../core/asking.js";
import { byId, el, field, p } from "../core/dom.js";
import { faceName, variantText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { erased, moved, turned, typed } from "./draft.js";
import { KINDS, kindsOf } from "./happenings.js";
import { defined, headerOf, withHeader } from "./record.js";

const ENTRY = ["rack", "declared", "total"];

/**
 * The form; `editor` is told of every step.
 *
 * @param {{typeFace: (face: string, blank: boolean) => void, written: () => void, noted: () => void,
 *   end: () => void, leave: () => void}} editor
 */
export function drawTurn(editor) {
  const submit = (event) => {
    event.preventDefault();
    editor.end();
  };
  const keydown = (event) => event.key === "Escape" && editor.leave();
  const plain = { autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
  const play = { id: "editor-play", "aria-describedby": "editor-small", input: editor.written };
  return el(
    "form",
    { id: "editor-turn", submit, keydown },
    labelled("grow", "editor-play", t("score.play"), el("input", { ...plain, ...play })),
    ENTRY.map((name) => {
      const number = name === "rack" ? {} : { type: "number", step: 1 };
      const input = el("input", { ...plain, ...number, id: `editor-${name}`, input: editor.noted });
      return labelled(`entry-${name}`, `editor-${name}`, t(`editor.${name}`), input);
    }),
    el("button", { class: "primary" }, t("editor.endTurn")),
    el("p", { id: "editor-small", class: "note", role: "status" }),
    drawFaces(editor),
    desk.edition.sections.placement.stands_uncontested && drawUncontested(editor),
  );
}

/** Keys for tiles that a keyboard has no key for. */
function drawFaces({ typeFace }) {
  const special = desk.alphabet.faces.filter((face) => !/^[A-Z]$/.test(face));
  const keys = special.map((face) => {
    const click = (event) => typeFace(face, event.shiftKey);
    return el("button", { type: "button", "aria-label": faceName(face), click }, face);
  });
  return keys.length > 0 && el("p", { class: "faces" }, keys);
}

function drawUncontested({ noted }) {
  const box = el("input", { type: "checkbox", id: "editor-uncontested", change: noted });
  return p(el("label", { class: "tick" }, box, t("score.uncontested")));
}

function labelled(kind, id, label, control) {
  return el("p", { class: kind }, el("label", { for: id }, label), control);
}

/** Fill the form with what an event says. @param {Record<string, any>} [event] */
export function fillTurn(event = {}) {
  for (const name of ENTRY) {
    const value = event[name];
    field(`editor-${name}`).value = typeof value === "object" ? "" : (value ?? "");
  }
  const box = field("editor-uncontested");
  if (box) box.checked = event.placement === "uncontested";
}

/** What the form says beside the play. */
export function readTurn() {
  const rack = field("editor-rack").value.trim() || undefined;
  const [declared, total] = ["declared", "total"].map((name) => {
    const { value } = field(`editor-${name}`);
    return value === "" ? undefined : Math.trunc(Number(value));
  });
  return defined({ rack, declared, total });
}

/** Whether nobody contested where the play lies. */
export function placement() {
  return field("editor-uncontested")?.checked ? "uncontested" : undefined;
}

/** A word in small letters would be made of blanks; offer it in capitals. @param {string} text */
export function warnSmall(text, take) {
  const [place, tiles = ""] = text.trim().split(/\s+/);
  const small = tiles.length > 1 && tiles === tiles.toLowerCase() && tiles !== tiles.toUpperCase();
  const meant = `${place.toUpperCase()} ${tiles.toUpperCase()}`;
  const yes = el("button", { type: "button", click: () => take(meant) }, meant);
  byId("editor-small").replaceChildren(...(small ? [t("editor.small"), " ", yes] : []));
}

/** What stands above a game: who plays, the announced penalty, tournament, round, table, date. */

/** What a sheet has above its turns, and how wide it is written. */
export const HEADS = { tournament: "text", round: "number", table: "text", date: "date" };

/**
 * The form; `keep` takes the record with a change.
 *
 * @param {import("./record.js").GameRecord} record
 * @param {(change: (record: any) => any) => void} keep
 */
export function drawHeads(record, keep) {
  const rename = (i, name) => (old) => ({
    ...old,
    players: old.players.map((other, j) => (i === j ? name : other)),
    nicks: undefined,
  });
  const players = record.players.map((value, i) => {
    const input = ({ target }) => keep(rename(i, target.value));
    return line(`editor-player${i}`, t("editor.player", { number: i + 1 }), {
      ...{ value, input, maxlength: 100, class: "name" },
    });
  });
  const heads = Object.entries(HEADS).map(([name, type]) => {
    const input = ({ target }) => keep((old) => withHeader(old, name, target.value));
    const value = headerOf(record, name);
    return line(`editor-${name}`, t(`editor.head.${name}`), { value, input, type, maxlength: 100 });
  });
  return el(
    "form",
    { class: "players", submit: (event) => event.preventDefault() },
    players,
    heads,
    drawVariant(record, keep),
  );
}

function line(id, label, more) {
  const plain = { autocomplete: "off", spellcheck: "false" };
  return el(
    "p",
    { class: id },
    el("label", { for: id }, label),
    el("input", { id, ...plain, ...more }),
  );
}

/** The penalty that was announced, in words, where the edition leaves a choice. */
function drawVariant(record, keep) {
  const { edition } = desk;
  const { variant } = record;
  if (edition.variants.length < 2) return null;
  const chosen = variant ?? usualVariant(edition, desk.settings);
  const options = edition.variants.map((name) =>
    el("option", { value: name, selected: name === chosen }, variantText(edition, name)),
  );
  const change = ({ target }) => keep((old) => ({ ...old, variant: target.value }));
  const select = el("select", { id: "editor-variant", autocomplete: "off", change }, options);
  const label = el("label", { for: "editor-variant" }, t("setup.variant"));
  return el("p", { class: "editor-variant" }, label, select);
}

/** What each key means on the board of the editor. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEPS = { PageUp: -1, PageDown: 1 };

/** Take a key on the board; what it does is the editor's. */
export function pressKey(event, editor) {
  const typing = event.getModifierState("AltGraph");
  if ((event.ctrlKey || event.altKey || event.metaKey) && !typing) return;
  if (!pressed(event.key, event.shiftKey, editor)) return;
  event.preventDefault();
}

/** Whether a key meant something. */
function pressed(key, shift, editor) {
  const { draft } = editor;
  const arrow = ARROWS[key];
  if (arrow) editor.edit(moved(draft, arrow[0], arrow[1], desk.alphabet.longest));
  else if (STEPS[key]) editor.step(STEPS[key]);
  else if (key === " ") editor.edit(turned(draft));
  else if (key === "Backspace") takeBack(editor);
  else if (key === "Escape") editor.cancel();
  else if (key === "Enter") editor.end();
  else if (/^\d$/.test(key)) typeDigit(key, editor);
  else if (key === "/") field("editor-rack").focus();
  else return key.length === 1 && letterOrKind(key, shift, editor);
  return true;
}

function typeDigit(digit, editor) {
  field("editor-declared").value += digit;
  editor.noted();
}

function letterOrKind(key, shift, { draft, edit, openKind }) {
  const next = typed(draft, key, shift, desk.alphabet);
  const kind = kindsOf(desk.edition).find((name) => KINDS[name].key === key);
  if (next !== draft) edit(next);
  else if (kind && draft.text === "") openKind(kind);
  return next !== draft || kind !== undefined;
}

/** The last tile; without tiles, the last digit of the declared score. */
function takeBack({ draft, edit, noted }) {
  const declared = field("editor-declared");
  if (draft.text) return edit(erased(draft, desk.alphabet));
  declared.value = declared.value.slice(0, -1);
  return noted();
}
