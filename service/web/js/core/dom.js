/** Knows how to build elements. Data always goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element; a function among the attributes listens to the event of that name.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** A drawing made of paths, invisible to screen readers. */
export function drawing(viewBox, ...paths) {
  const svg = fill(document.createElementNS(SVG, "svg"), { viewBox, "aria-hidden": "true" }, []);
  svg.append(...paths.map((d) => fill(document.createElementNS(SVG, "path"), { d }, [])));
  return svg;
}

/**
 * The element with this id, which the page is written to have.
 *
 * @param {string} id
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * The control with this id: something to fill in, choose from or press.
 *
 * @param {string} id
 */
export function field(id) {
  return /** @type {HTMLInputElement} */ (byId(id));
}

/**
 * The dialogue with this id.
 *
 * @param {string} id
 */
export function dialogue(id) {
  return /** @type {HTMLDialogElement} */ (byId(id));
}

/**
 * @template {Element} Node
 * @param {Node} node
 * @param {Record<string, any>} attributes
 * @param {any[]} children
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (isThere(value)) node.setAttribute(name, value);
  }
  node.append(...children.flat(2).filter(isThere));
  return node;
}

function isThere(value) {
  return value !== undefined && value !== null && value !== false;
}
