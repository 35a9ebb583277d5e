/** Knows how a field is drawn: a label, and below it something to fill in or choose from. */

import { el, field } from "../dom.js";

const PLAIN = { autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
/** A whole number. */
export const WHOLE = { type: "number", inputmode: "numeric", step: "1" };

/** @param {string} id @param {string} label @param {object} [more] */
export function textField(id, label, more = {}) {
  return el("p", {}, el("label", { for: id }, label), el("input", { id, ...PLAIN, ...more }));
}

/** @param {string} id @param {string} label @param {object} [more] */
export function areaField(id, label, more = {}) {
  const area = el("textarea", { id, ...PLAIN, ...more });
  return el("p", { class: "grow" }, el("label", { for: id }, label), area);
}

/** @param {string} id @param {string} label @param {string[][]} options @param {any} [chosen] */
export function choiceField(id, label, options, chosen = "") {
  const list = options.map(([value, shown]) =>
    el("option", { value, selected: value === String(chosen) }, shown),
  );
  return el(
    "p",
    {},
    el("label", { for: id }, label),
    el("select", { id, autocomplete: "off" }, list),
  );
}

/** @param {string} id @param {string} label @param {boolean} [on] */
export function tickField(id, label, on = false) {
  const box = el("input", { type: "checkbox", id, checked: on });
  return el("p", {}, el("label", { class: "tick" }, box, label));
}

/** What is written in a field, without blanks around it. */
export function written(id) {
  return field(id).value.trim();
}

/** The whole number in a field; undefined where there is none. */
export function wholeOf(id) {
  return written(id) === "" ? undefined : Math.trunc(Number(written(id)));
}
