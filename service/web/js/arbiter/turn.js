/** Knows the form of one turn: the play as text, rack, declared score, running total, placement. */

import { byId, el, field } from "../dom.js";
import { faceName } from "../edition.js";
import { t } from "../i18n.js";
import { defined } from "./record.js";

const ENTRY = ["rack", "declared", "total"];

/**
 * The form; `editor` is told of every step.
 *
 * @param {import("./main.js").Desk} desk
 * @param {{typeFace: (face: string, blank: boolean) => void, written: () => void, noted: () => void,
 *   end: () => void, leave: () => void}} editor
 */
export function drawTurn(desk, editor) {
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
    drawFaces(desk, editor),
    desk.edition.sections.placement.stands_uncontested && drawUncontested(editor),
  );
}

/** Keys for tiles that a keyboard has no key for. */
function drawFaces({ alphabet }, { typeFace }) {
  const special = alphabet.faces.filter((face) => !/^[A-Z]$/.test(face));
  const keys = special.map((face) => {
    const click = (event) => typeFace(face, event.shiftKey);
    return el("button", { type: "button", "aria-label": faceName(face), click }, face);
  });
  return keys.length > 0 && el("p", { class: "faces" }, keys);
}

function drawUncontested({ noted }) {
  const box = el("input", { type: "checkbox", id: "editor-uncontested", change: noted });
  return el("p", {}, el("label", { class: "tick" }, box, t("score.uncontested")));
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
