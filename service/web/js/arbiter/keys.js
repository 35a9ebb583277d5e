/** Knows what each key means on the board of the editor. */

import { field } from "../dom.js";
import { erased, moved, turned, typed } from "./draft.js";
import { KINDS, kindsOf } from "./happenings.js";

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
  const { draft, desk } = editor;
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

function letterOrKind(key, shift, { draft, desk, edit, openKind }) {
  const next = typed(draft, key, shift, desk.alphabet);
  const kind = kindsOf(desk.edition).find((name) => KINDS[name].key === key);
  if (next !== draft) edit(next);
  else if (kind && draft.text === "") openKind(kind);
  return next !== draft || kind !== undefined;
}

/** The last tile; without tiles, the last digit of the declared score. */
function takeBack({ draft, desk, edit, noted }) {
  const declared = field("editor-declared");
  if (draft.text) return edit(erased(draft, desk.alphabet));
  declared.value = declared.value.slice(0, -1);
  return noted();
}
