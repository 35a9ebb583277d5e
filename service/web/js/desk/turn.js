/**
 * Knows what a game is typed in with: the form of one turn (the play as text, rack, declared score,
 * running total, placement), the heads above it, and the keys on the board.
 */

import { variantsOf } from "../core/announced.js";
import { desk } from "../core/asking.js";
import { button, byId, el, field, options } from "../core/dom.js";
import { faceName } from "../core/edition.js";
import { form, labelled, textField, tickField, wholeOf, written } from "../core/forms.js";
import { t } from "../core/i18n.js";
import { erased, moved, turned, typed } from "./draft.js";
import { kindOf } from "./happenings.js";
import { defined, headerOf, withHeader } from "./record.js";

/** @import { Edited } from "../core/dom.js" */
/** @import { Editor } from "./editor.js" */
/** @import { GameRecord, Happening } from "./record.js" */
/** @typedef {(change: (record: GameRecord) => GameRecord) => void} Keep Takes the record with a change. */

const ENTRY = ["rack", "declared", "total"];
/** What a sheet has above its turns, and how it is written. */
export const HEADS = { tournament: "text", round: "number", table: "text", date: "date" };
/** A name may begin with a capital. */
const TITLE = { autocapitalize: null, maxlength: 100 };
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, number>} */
const STEPS = { PageUp: -1, PageDown: 1 };

/** The form of a turn; `editor` is told of every step. @param {Editor} editor */
export function drawTurn(editor) {
  /** @param {KeyboardEvent} event */
  const keydown = (event) => event.key === "Escape" && editor.leave();
  const play = { "aria-describedby": "editor-small", input: editor.written };
  return form(
    { id: "editor-turn", keydown },
    editor.end,
    textField("editor-play", t("score.play"), play, "grow"),
    ENTRY.map((name) => {
      const more = { ...(name !== "rack" && { type: "number", step: 1 }), input: editor.noted };
      return textField(`editor-${name}`, t(`editor.${name}`), more, `entry-${name}`);
    }),
    el("button", { class: "primary" }, t("editor.endTurn")),
    el("p", { id: "editor-small", class: "note", role: "status" }),
    drawFaces(editor),
    desk.edition.sections.placement.stands_uncontested &&
      tickField("editor-uncontested", t("score.uncontested"), { change: editor.noted }),
  );
}

/** Keys for tiles that a keyboard has no key for. @param {Editor} editor */
function drawFaces({ typeFace }) {
  const special = desk.alphabet.faces.filter((face) => !/^[A-Z]$/.test(face));
  const keys = special.map((face) => {
    /** @param {MouseEvent} event */
    const click = (event) => typeFace(face, event.shiftKey);
    return el("button", { type: "button", "aria-label": faceName(face), click }, face);
  });
  return keys.length > 0 && el("p", { class: "faces" }, keys);
}

/** Fill the form with what an event says. @param {Happening} [event] */
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
  const rack = written("editor-rack") || undefined;
  const [declared, total] = [wholeOf("editor-declared"), wholeOf("editor-total")];
  return defined({ rack, declared, total });
}

/** Whether nobody contested where the play lies. @returns {"uncontested" | undefined} */
export function placement() {
  return field("editor-uncontested")?.checked ? "uncontested" : undefined;
}

/** A word in small letters would be made of blanks; offer it in capitals. @param {string} text @param {(text: string) => void} [take] */
export function warnSmall(text, take = () => {}) {
  const [place, tiles = ""] = text.trim().split(/\s+/);
  const small = tiles.length > 1 && tiles === tiles.toLowerCase() && tiles !== tiles.toUpperCase();
  const meant = `${place.toUpperCase()} ${tiles.toUpperCase()}`;
  const yes = button(meant, () => take(meant));
  byId("editor-small").replaceChildren(...(small ? [t("editor.small"), " ", yes] : []));
}

/** What stands above a game: who plays, tournament, round, table, date, the announced penalty. @param {GameRecord} record @param {Keep} keep */
export function drawHeads(record, keep) {
  const players = record.players.map((value, i) => {
    /** @param {Edited} event */
    const input = ({ target }) =>
      keep((old) => ({
        ...old,
        players: old.players.map((name, j) => (i === j ? target.value : name)),
        nicks: undefined,
      }));
    const id = `editor-player${i}`;
    const more = { ...TITLE, value, input, class: "name" };
    return textField(id, t("editor.player", { number: i + 1 }), more, id);
  });
  const heads = Object.entries(HEADS).map(([name, type]) => {
    /** @param {Edited} event */
    const input = ({ target }) => keep((old) => withHeader(old, name, target.value));
    const more = { ...TITLE, value: headerOf(record, name), input, type };
    return textField(`editor-${name}`, t(`editor.head.${name}`), more, `editor-${name}`);
  });
  return form({ class: "players" }, () => {}, players, heads, drawVariant(record, keep));
}

/** The penalty that was announced, in words, where the edition leaves a choice. @param {GameRecord} record @param {Keep} keep */
function drawVariant(record, keep) {
  const { variants, variant } = variantsOf(desk.edition, desk.settings, record.variant);
  if (variants.length < 2) return null;
  /** @param {Edited} event */
  const change = ({ target }) => keep((old) => ({ ...old, variant: target.value }));
  const select = { id: "editor-variant", autocomplete: "off", change };
  const list = el("select", select, options(variants, variant));
  return labelled(t("setup.variant"), list, "editor-variant");
}

/** Take a key on the board; what it does is the editor's. @param {KeyboardEvent} event @param {Editor} editor */
export function pressKey(event, editor) {
  const typing = event.getModifierState("AltGraph");
  if ((event.ctrlKey || event.altKey || event.metaKey) && !typing) return;
  if (!pressed(event.key, event.shiftKey, editor)) return;
  event.preventDefault();
}

/** Whether a key meant something. @param {string} key @param {boolean} shift @param {Editor} editor */
export function pressed(key, shift, editor) {
  const { draft } = editor;
  const declared = field("editor-declared");
  const arrow = ARROWS[key];
  if (arrow) editor.edit(moved(draft, arrow[0], arrow[1], desk.alphabet.longest));
  else if (STEPS[key]) editor.step(STEPS[key]);
  else if (key === " ") editor.edit(turned(draft));
  else if (key === "Backspace" && draft.text) editor.edit(erased(draft, desk.alphabet));
  // Without tiles, the last digit of the declared score.
  else if (key === "Backspace") declare(declared.value.slice(0, -1), editor);
  else if (key === "Escape") editor.cancel();
  else if (key === "Enter") editor.end();
  else if (/^\d$/.test(key)) declare(declared.value + key, editor);
  else if (key === "/") field("editor-rack").focus();
  else return key.length === 1 && letterOrKind(key, shift, editor);
  return true;
}

/** @param {string} score @param {Editor} editor */
function declare(score, { noted }) {
  field("editor-declared").value = score;
  noted();
}

/** @param {string} key @param {boolean} shift @param {Editor} editor */
function letterOrKind(key, shift, { draft, edit, openKind }) {
  const next = typed(draft, key, shift, desk.alphabet);
  const kind = kindOf(key);
  if (next !== draft) edit(next);
  else if (kind && draft.text === "") openKind(kind);
  return next !== draft || kind !== undefined;
}
