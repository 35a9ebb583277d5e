/**
 * Knows how to build elements. Data always goes in as text, never as markup.
 *
 * @typedef {Node | string | number | boolean | null | undefined} Leaf What is not there is left out.
 * @typedef {Leaf | Leaf[] | (Leaf | Leaf[])[]} Child
 * @typedef {Event & {target: HTMLInputElement}} Edited
 * @typedef {KeyboardEvent & {target: HTMLElement}} Pressed
 *
 * @typedef {{[name: string]: Leaf | Function, click?: (event: MouseEvent) => void,
 *   change?: (event: Edited) => void, input?: (event: Edited) => void,
 *   keydown?: (event: Pressed) => void, submit?: (event: SubmitEvent) => void}} Attributes
 */

/** What a value holds before the page is ready: nobody reads it until then. */
export const UNSET = /** @type {never} */ (/** @type {unknown} */ (null));

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element; a function among the attributes listens to the event of that name.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Attributes} [attributes] @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** @type {(tag: any) => (...children: Child[]) => HTMLElement} */
const plain =
  (tag) =>
  (...children) =>
    el(tag, {}, ...children);

/** Parts of texts, lists and tables, which mostly need no attributes. */
export const [p, ol, ul, li, thead, tbody, tr, td] = "p ol ul li thead tbody tr td"
  .split(" ")
  .map(plain);

/** Something to press. @param {Child} text @param {() => unknown} click @param {Attributes} [more] */
export function button(text, click, more = {}) {
  return el("button", { type: "button", click, ...more }, text);
}

/** Terms, each with what is said of it. @param {[Child, Child][]} pairs @param {string} [kind] */
export function terms(pairs, kind) {
  const parts = pairs.flatMap(([name, said]) => [el("dt", {}, name), el("dd", {}, said)]);
  return el("dl", { class: kind }, parts);
}

/** What a list offers, as `[value, text]`. @param {string[][]} list @param {unknown} [chosen] */
export function options(list, chosen) {
  return list.map(([value, text]) =>
    el("option", { value, selected: value === String(chosen) }, text),
  );
}

/** A drawing made of paths, invisible to screen readers. @param {string} viewBox @param {...string} paths */
export function drawing(viewBox, ...paths) {
  const svg = fill(document.createElementNS(SVG, "svg"), { viewBox, "aria-hidden": "true" }, []);
  svg.append(...paths.map((d) => fill(document.createElementNS(SVG, "path"), { d }, [])));
  return svg;
}

/** The element with this id, which the page is written to have. @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** The control with this id: something to fill in, choose from or press. @param {string} id */
export function field(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/**
 * Fill a list with `[value, text]` and choose one, or the first if that is not offered.
 *
 * @param {string} name @param {[string, string][]} list @param {string} [chosen]
 */
export function fillChoice(name, list, chosen) {
  field(name).replaceChildren(...options(list, chosen));
}

/** The dialogue with this id. @param {string} id */
export function dialogue(id) {
  return /** @type {HTMLDialogElement} */ (byId(id));
}

/**
 * @template {Element} Node
 * @param {Node} node @param {Attributes} attributes @param {Child[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      node.addEventListener(name, /** @type {EventListener} */ (value));
    else if (value === true) node.setAttribute(name, "");
    else if (isThere(value)) node.setAttribute(name, String(value));
  }
  node.append(...there(children));
  return node;
}

/**
 * The first element of a kind in a node that is drawn to have one.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {ParentNode} node @param {Tag} tag
 */
export function firstIn(node, tag) {
  return /** @type {HTMLElementTagNameMap[Tag]} */ (node.querySelector(tag));
}

/**
 * Let a screen reader say what has come, and read the words: where what had the focus goes, it
 * passes over what has it next.
 * @param {Element} node
 */
export function announce(node) {
  const parts = [...node.querySelectorAll("h1, .submitted .word, p.said")];
  byId("said").textContent = parts.map((part) => part.ariaLabel ?? part.textContent).join(". ");
}

/** What is there of the children, flat. @param {...unknown} children */
export function there(...children) {
  return /** @type {Leaf[]} */ (children.flat(3))
    .filter(isThere)
    .map((leaf) => (leaf instanceof Node ? leaf : String(leaf)));
}

/** @param {Leaf | Function} value */
function isThere(value) {
  return value !== undefined && value !== null && value !== false;
}
