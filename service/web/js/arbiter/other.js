/** Knows the form for what happens in a game besides plays. */

import { byId, el, field } from "../dom.js";
import { t } from "../i18n.js";
import { drawFields, KINDS, kindsOf, readFields } from "./happenings.js";
import { latestPlay } from "./record.js";

/** @typedef {import("./editor.js").Editor} Editor */

function option(kind) {
  const { key } = KINDS[kind];
  return el("option", { value: kind }, t(`event.${kind}`) + (key ? ` (${key})` : ""));
}

/** @param {Editor} editor */
export function drawOther(editor) {
  const options = kindsOf(editor.desk.edition).map(option);
  const choose = { id: "editor-kind", autocomplete: "off", change: () => showFields(editor) };
  const submit = (event) => {
    event.preventDefault();
    const known = { event: replaced(editor), players: editor.names() };
    editor.put(readFields(field("editor-kind").value, known));
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

/** The event that is being changed, if one is. @param {Editor} editor */
export function replaced({ place, record }) {
  return place.replacing ? record.events[place.at] : undefined;
}

/** Choose the kind of an event that is there: a file may have one that the edition does not know. */
export function chooseKind(kind) {
  const select = field("editor-kind");
  select.value = kind;
  if (select.value !== kind) select.append(option(kind));
  select.value = kind;
}

/** Show what the chosen kind asks for. @param {Editor} editor */
export function showFields(editor) {
  const { record, place, answer } = editor;
  const kind = field("editor-kind").value;
  const number = latestPlay(record, place.at);
  const made = answer?.events.find(({ n }) => n === number);
  const words = (made?.words ?? []).map(({ word }) => word);
  const given = replaced(editor)?.type === kind ? replaced(editor) : undefined;
  const usual = kind === "correction" && number ? { of: number } : undefined;
  const { edition } = editor.desk;
  const known = { event: given ?? usual, players: editor.names(), words, edition };
  byId("editor-fields").replaceChildren(...drawFields(kind, known));
}

/**
 * Choose a kind and go to the first thing it asks for.
 *
 * @param {Editor} editor
 * @param {string} kind
 */
export function openKind(editor, kind) {
  field("editor-kind").value = kind;
  showFields(editor);
  const fields = byId("editor-fields").querySelector("input, select");
  const first = fields ?? byId("editor-other").querySelector("button");
  /** @type {HTMLElement} */ (first).focus();
}
