/**
 * Knows a play being typed on the board: letters laid one after the other, over what is there.
 *
 * A draft has a first square, a direction, the letters as typed, and which of the tiles are blanks.
 * It is a value: each key gives another one. Whether the play is allowed only the service knows.
 *
 * @typedef {{col: number, row: number, across: boolean, text: string, blanks: number[]}} Draft
 */

import { coordinate, squareAt, squareName, wordThrough } from "./record.js";

/** @import { SquarePlay } from "../core/answers.js" */
/** @import { Notation, Tile } from "../core/notation.js" */
/** @import { Position } from "./record.js" */

/** An empty draft that begins on a square. @returns {Draft} @param {string} name */
export function draftAt(name, across = true) {
  return { ...squareAt(name), across, text: "", blanks: [] };
}

/** The square on which a draft begins. @param {Draft} draft */
export function firstSquare({ col, row }) {
  return squareName(col, row);
}

/**
 * The draft with one more key; Shift makes the tile that it ends a blank.
 * @param {Draft} draft @param {string} key @param {boolean} shift @param {Notation} alphabet @returns {Draft}
 */
export function typed(draft, key, shift, alphabet) {
  const text = alphabet.typed(draft.text, key);
  if (text === draft.text) return draft;
  const last = alphabet.facesOf(text).length - 1;
  const blanks = draft.blanks.filter((i) => i <= last);
  return { ...draft, text, blanks: shift ? [...new Set([...blanks, last])] : blanks };
}

/** The draft without its last tile. @param {Draft} draft @param {Notation} alphabet */
export function erased(draft, alphabet) {
  const text = alphabet.erased(draft.text);
  const left = alphabet.facesOf(text).length;
  return { ...draft, text, blanks: draft.blanks.filter((i) => i < left) };
}

/**
 * The draft begun some squares away, but never off the board.
 * @param {Draft} draft @param {number} right @param {number} down @param {number} size
 */
export function moved(draft, right, down, size) {
  /** @param {number} at */
  const within = (at) => Math.max(0, Math.min(size - 1, at));
  return { ...draft, col: within(draft.col + right), row: within(draft.row + down) };
}

/** The draft in the other direction. @param {Draft} draft */
export function turned(draft) {
  return { ...draft, across: !draft.across };
}

/**
 * The new tiles by their squares, in order; null where they do not fit on the board.
 * @param {Draft} draft @param {Position} position @param {Notation} alphabet
 */
export function laidBy(draft, position, alphabet) {
  /** @type {Position} */
  const laid = new Map();
  let { col, row } = draft;
  const tiles = alphabet.facesOf(draft.text);
  for (const [i, face] of tiles.entries()) {
    while (position.has(squareName(col, row))) [col, row] = next(col, row, draft.across, 1);
    if (Math.max(col, row) >= alphabet.longest) return null;
    laid.set(squareName(col, row), { face, blank: draft.blanks.includes(i) });
    [col, row] = next(col, row, draft.across, 1);
  }
  return laid;
}

/** The square that takes the next tile. @param {Draft} draft @param {Position} position @param {Notation} alphabet */
export function cursorOf(draft, position, alphabet) {
  const laid = laidBy(draft, position, alphabet);
  let { col, row } = draft;
  /** @param {string} name */
  const taken = (name) => laid?.has(name) || (draft.text !== "" && position.has(name));
  while (taken(squareName(col, row))) [col, row] = next(col, row, draft.across, 1);
  return squareName(col, row);
}

/**
 * The play as GCG writes it, from the first to the last letter of its word; null where unfinished.
 * @param {Draft} draft @param {Position} position @param {Notation} alphabet
 */
export function writePlay(draft, position, alphabet) {
  const laid = alphabet.complete(draft.text) ? laidBy(draft, position, alphabet) : null;
  if (laid === null) return null;
  const after = new Map([...position, ...laid]);
  const first = [...laid.keys()][0];
  // One tile alone has no direction of its own: its word has.
  const alone = laid.size === 1 && wordThrough(after, first, draft.across).length === 1;
  const across = alone ? !draft.across : draft.across;
  const squares = wordThrough(after, first, across);
  const tiles = squares.map((name) => writeTile(laid.get(name)));
  return `${coordinate(squares[0], across ? "across" : "down")} ${tiles.join("")}`;
}

/**
 * The draft that gives a play which was written down before.
 * @param {SquarePlay} play @param {Position} position @param {Notation} alphabet
 */
export function draftOf({ start, direction, tiles }, position, alphabet) {
  const draft = draftAt(start, direction === "across");
  const squares = alphabet.written(tiles) ?? [];
  let { col, row } = draft;
  for (const tile of squares) {
    if (tile !== null && !position.has(squareName(col, row))) {
      if (tile.blank) draft.blanks.push(alphabet.facesOf(draft.text).length);
      draft.text += tile.face;
    }
    [col, row] = next(col, row, draft.across, 1);
  }
  return draft;
}

/** @param {number} col @param {number} row @param {boolean} across @param {number} by @returns {[number, number]} */
function next(col, row, across, by) {
  return across ? [col + by, row] : [col, row + by];
}

/** @param {Tile | undefined} tile */
function writeTile(tile) {
  if (!tile) return ".";
  const { face, blank } = tile;
  const shown = blank ? face.toLowerCase() : face;
  return face.length > 1 ? `[${shown}]` : shown;
}
