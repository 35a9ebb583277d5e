/** Knows the pieces every screen of the tablet is put together from. */

import { el } from "../dom.js";

const DOUBLE_TAP = 700;

/** A screen made of these pieces. */
export function screen(...children) {
  return { node: el("section", { class: "screen" }, children) };
}

/** What the screen is about; it takes the focus, so that no stray Enter presses a button. */
export function heading(text) {
  return el("h1", { tabindex: "-1" }, text);
}

/** Something to press. */
export function button(text, press, kind) {
  return el("button", { type: "button", class: kind, click: press }, text);
}

/** The bottom of a screen: ways out on the left, the way on at the right. */
export function actions(ways, ...go) {
  return el("div", { class: "actions" }, el("div", { class: "leave" }, ways), go);
}

/** The second half of a double tap must not press what has just appeared under the finger. */
export function heldBack(go) {
  go.disabled = true;
  setTimeout(() => (go.disabled = false), DOUBLE_TAP);
  return go;
}
