/**
 * Knows how the arbiter's page asks the service, and where and in which words it says that it was
 * refused; what the parts of that page share; and which presses do not count: a key held down, and
 * the second half of a double press.
 */

import { Refused, Unreachable } from "./client.js";
import { byId, el, UNSET } from "./dom.js";
import { has, t } from "./i18n.js";

/** @import { Edition, EditionSummary, Values } from "./answers.js" */
/** @import { Child } from "./dom.js" */

/** What the parts of the arbiter's page share; the page fills it in. @typedef {typeof desk} Desk */
export const desk = {
  settings: /** @type {Record<string, string>} */ ({}),
  api: /** @type {ReturnType<typeof import("./client.js").connect>} */ (UNSET),
  edition: /** @type {Edition} */ (UNSET),
  alphabet: /** @type {import("./notation.js").Notation} */ (UNSET),
  /** Every edition there is. @type {EditionSummary[]} */
  editions: [],
  /** What the address has brought. @type {{game?: string, tournament?: string}} */
  brought: {},
  asking,
  /** Nothing is wrong any more. @type {() => void} */
  hush: UNSET,
  /** A part of the page could not be loaded. @type {() => void} */
  missing: UNSET,
  open: /** @type {(name: string) => Promise<void>} */ (UNSET),
  /** Have a part ready without opening it; null where it cannot be had. @type {(name: string) => Promise<object | null>} */
  load: UNSET,
  /** Whether a part is the one on the screen. @type {(name: string) => boolean} */
  isOpen: UNSET,
  /** Remember the settings. @type {() => void} */
  keep: UNSET,
  renewEdition: /** @type {() => Promise<void>} */ (UNSET),
};

const line = byId("fault");
const home = byId("main");

/**
 * Put a question to the service and say what went wrong, if anything did: behind `place`, the form
 * that asked, or above everything. Tells whether there was an answer.
 *
 * @param {() => Promise<any>} question @param {Element} [place]
 */
export async function asking(question, place) {
  sayAt(place);
  try {
    await question();
    return true;
  } catch (fault) {
    if (fault instanceof Refused) sayRefused(fault, place);
    else if (fault instanceof Unreachable) sayAt(place, problemText(fault) ?? t("fault.network"));
    else throw fault;
    return false;
  }
}

/** Say what the service has against a question. @param {Refused} refused @param {Element} [place] */
export function sayRefused(refused, place) {
  sayAt(place, placed(refused, problemText(refused)) ?? english(refused.message));
  if (refused.status === 401 || refused.status === 403) wantKey();
}

/** Where no key is wanted, no field asks for one; a page without such a field has another way. */
function wantKey() {
  const row = document.getElementById("key-row");
  row?.removeAttribute("hidden");
  row?.classList.add("wanted");
}

/**
 * A fault of shape in a record, with the event and the field that it is in.
 *
 * @param {Refused} refused @param {string | null} text
 */
function placed({ errors }, text) {
  const [, list, at, name = ""] = errors[0]?.pointer.split("/") ?? [];
  if (text === null || list !== "events" || at === undefined) return text;
  const label = has(`editor.field.${name}`) ? t(`editor.field.${name}`) : name;
  const named = label ? `${label}: ${text}` : text;
  return t("problem.at.event", { event: Number(at) + 1, text: named });
}

/** Say what went wrong, above everything; without a text, take it back. @param {...Child} texts */
export function say(...texts) {
  sayAt(undefined, ...texts);
}

/**
 * Say what went wrong behind the form or field that it is about.
 *
 * @param {Element | null | undefined} place @param {...any} texts
 */
export function sayAt(place, ...texts) {
  const told = texts.filter(Boolean);
  if (told.length && place?.isConnected) place.after(line);
  else if (told.length || !line.isConnected) home.before(line);
  line.replaceChildren(...told);
}

/**
 * How a refusal, or a fault in a record, is said in the language of the page.
 *
 * The service explains itself in English, and says what its sentence is made of: a code, often a
 * reason, and values. Each code has a text in every language, and so has each reason.
 */

/** Where something is wrong: a line of a file, an event, a play on the board, a word; in which game. */
const PLACES = ["line", "event", "before", "entry", "game"];

/**
 * The text for what the service has against something, or null where there is none.
 *
 * @param {{code: string, reason?: string, values?: Values}} problem
 * @param {string[]} [players] Their names: the service counts them from 0.
 */
export function problemText({ code, reason = "", values = {} }, players = []) {
  const narrow = `problem.${code}.${reason}`;
  const name = has(narrow) ? narrow : `problem.${code}`;
  if (!has(name)) return null;
  return PLACES.filter((known) => known in values).reduce(
    (text, place) => t(`problem.at.${place}`, { ...values, text }),
    t(name, said(values, players)),
  );
}

/**
 * A sentence of the service that there is no text for, in smaller letters and marked as English.
 *
 * @param {string} sentence
 */
export function english(sentence) {
  return el("small", { lang: "en" }, sentence);
}

/**
 * The values as they are read: players by their names, an ending in words.
 *
 * @param {Values} values @param {string[]} players
 */
function said(values, players) {
  const shown = { ...values };
  for (const who of ["player", "other"]) shown[who] = players[Number(values[who])] ?? values[who];
  if (has(`ending.${values.ending}`)) shown.ending = t(`ending.${values.ending}`);
  return shown;
}

const DOUBLE_PRESS = 700;
/** How far apart in pixels the halves of a double press may be. */
const NEAR = 24;

/**
 * A button that does nothing to the press that made it appear, and shows it: it looks asleep until
 * it is awake. It is not disabled meanwhile: it must take the focus at once.
 *
 * @param {HTMLButtonElement} button @param {() => void} press
 */
export function wakeLater(button, press) {
  button.setAttribute("aria-disabled", "true");
  setTimeout(() => button.removeAttribute("aria-disabled"), DOUBLE_PRESS);
  button.addEventListener("click", () => button.hasAttribute("aria-disabled") || press());
  return button;
}

/** A key that is held down presses once. @param {KeyboardEvent} event */
export function pressOnce(event) {
  const typing = event.target instanceof HTMLTextAreaElement;
  if (event.key === "Enter" && event.repeat && !typing) event.preventDefault();
}

/**
 * The second half of a double press does nothing to the buttons of a part of the page: what it meets
 * may have come into the place of what was pressed.
 *
 * @param {HTMLElement} part
 */
export function ignoreDoublePresses(part) {
  let last = { at: -Infinity, x: 0, y: 0 };
  /** @param {MouseEvent} event */
  const ignore = (event) => {
    // A key presses what has the focus, wherever it is.
    if (event.detail === 0 || !(event.target instanceof Element && event.target.closest("button")))
      return;
    const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;
    const second = near && event.timeStamp - last.at < DOUBLE_PRESS;
    last = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    if (!second) return;
    event.preventDefault();
    event.stopPropagation();
  };
  part.addEventListener("click", ignore, { capture: true });
}
