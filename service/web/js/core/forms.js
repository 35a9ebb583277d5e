/**
 * Knows what forms and sheets are made of: fields with their labels, and how what is written in them
 * is read; remarks and the heads of columns.
 */

import { el, field, options } from "./dom.js";

/** @import { Attributes, Child } from "./dom.js" */

export const PLAIN = { autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
/** A whole number. */
export const WHOLE = { type: "number", inputmode: "numeric", step: "1" };

/** @param {Attributes} attributes @param {() => unknown} submit @param {...Child} children */
export function form(attributes, submit, ...children) {
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    submit();
  };
  return el("form", { ...attributes, submit: send }, ...children);
}

/** A control behind its label. @param {string} label @param {HTMLElement} control @param {string} [kind] */
export function labelled(label, control, kind) {
  return el("p", { class: kind }, el("label", { for: control.id }, label), control);
}

/** @param {string} id @param {string} label @param {Attributes} [more] @param {string} [kind] */
export function textField(id, label, more = {}, kind) {
  return labelled(label, el("input", { id, ...PLAIN, ...more }), kind);
}

/** @param {string} id @param {string} label @param {[string, string][]} list @param {unknown} [chosen] */
export function choiceField(id, label, list, chosen = "") {
  return labelled(label, el("select", { id, autocomplete: "off" }, options(list, chosen)));
}

/** @param {string} id @param {string} label @param {Attributes} [more] */
export function tickField(id, label, more = {}) {
  return el("p", {}, tick(label, { id, ...more }));
}

/** A box to tick before its words. @param {Child} label @param {Attributes} more */
export function tick(label, more) {
  return el("label", { class: "tick" }, el("input", { type: "checkbox", ...more }), label);
}

/** A remark in small letters. @param {...Child} texts */
export function note(...texts) {
  return el("p", { class: "note" }, ...texts);
}

/** The heads of columns. @param {string[]} texts */
export function columns(texts) {
  return texts.map((text) => el("th", { scope: "col" }, text));
}

/** What is written in a field, without blanks around it. @param {string} id */
export function written(id) {
  return field(id).value.trim();
}

/** The whole number in a field; undefined where there is none. @param {string} id */
export function wholeOf(id) {
  return written(id) === "" ? undefined : Math.trunc(Number(written(id)));
}
