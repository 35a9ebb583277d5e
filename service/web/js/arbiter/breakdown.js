/**
 * Knows how to show where the points of a play come from, letter by letter.
 *
 * An illustration of the service's answer, never an answer of its own: if the two did not agree,
 * nothing would be shown.
 */

import { premiumOf, squareAt, squareName } from "./board.js";

const LETTER = { d: 2, t: 3 };
const WORD = { D: 2, T: 3 };

/** The words that a play forms, each a list of squares: the main word, then those that cross it. */
export function wordsFormed(position, laid, direction) {
  const across = direction === "across";
  const first = [...laid][0];
  const crossing = [...laid].map((name) => line(position, name, !across));
  return [line(position, first, across), ...crossing].filter((squares) => squares.length > 1);
}

/** One word as a sum: `{text, score}`, such as (3×2 + 1 + 2) × 2 and 18. */
export function sum(squares, { edition, alphabet, position, laid }) {
  let times = 1;
  let total = 0;
  const parts = squares.map((name) => {
    const tile = position.get(name);
    const premium = laid.has(name) ? premiumOf(edition, name) : ".";
    const value = tile.blank ? alphabet.blankValue : alphabet.values.get(tile.face);
    times *= WORD[premium] ?? 1;
    total += value * (LETTER[premium] ?? 1);
    return LETTER[premium] ? `${value}×${LETTER[premium]}` : String(value);
  });
  const letters = parts.join(" + ");
  return { text: times > 1 ? `(${letters}) × ${times}` : letters, score: total * times };
}

function line(position, name, across) {
  const step = (from, by) => {
    const { col, row } = squareAt(from);
    return across ? squareName(col + by, row) : squareName(col, row + by);
  };
  let start = name;
  while (position.has(step(start, -1))) start = step(start, -1);
  const squares = [];
  for (let square = start; position.has(square); square = step(square, 1)) squares.push(square);
  return squares;
}
