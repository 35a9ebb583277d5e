/**
 * Knows the pieces every screen of the tablet is put together from, and when they may be pressed.
 *
 * @typedef {object} Screen A screen: its node, and what it can do beside being looked at.
 * @property {HTMLElement} node
 * @property {number} [quiet]
 * @property {() => void} [update]
 * @property {() => void} [wait]
 * @property {(event: KeyboardEvent) => boolean} [key]
 * @property {(left: number) => void} [tick]
 */

import { el } from "../core/dom.js";

/** @import { Child, Leaf } from "../core/dom.js" */

/** For how long a new screen must be left alone before it can be pressed, in milliseconds. */
export const QUIET = 900;

/**
 * A screen made of these pieces.
 *
 * @param {...any} children
 * @returns {Screen}
 */
export function screen(...children) {
  return { node: el("section", { class: "screen" }, children) };
}

/**
 * What the screen is about; it takes the focus, so that no stray Enter presses a button.
 *
 * @param {string} text
 */
export function heading(text) {
  return el("h1", { tabindex: "-1" }, text);
}

/** Something to press. @param {string} text @param {() => void} press */
export function button(text, press, kind = "quiet") {
  return el("button", { type: "button", class: kind, click: press }, text);
}

/**
 * The bottom of a screen: ways out on the left, the way on at the right.
 *
 * @param {Child} ways @param {...(Leaf | Leaf[])} go
 */
export function actions(ways, ...go) {
  return el("div", { class: "actions" }, el("div", { class: "leave" }, ways), go);
}

/**
 * Let nothing in a node be pressed until no finger has touched the screen for a while: neither the
 * second half of a double tap nor any number of taps goes on to what has appeared under the finger.
 *
 * @param {HTMLElement} node @param {number} [quiet]
 */
export function settle(node, quiet = QUIET) {
  let timer = 0;
  /** @param {Event} event */
  const swallow = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const open = () => {
    node.classList.remove("settling");
    node.removeEventListener("click", swallow, true);
    removeEventListener("pointerdown", wait, true);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(open, quiet);
  };
  node.classList.add("settling");
  node.addEventListener("click", swallow, true);
  addEventListener("pointerdown", wait, true);
  wait();
}
