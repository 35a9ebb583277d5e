/**
 * Knows how plays are written down with an edition's tiles; the tablet needs none of it.
 *
 * @typedef {{face: string, blank: boolean}} Tile
 */

import { Alphabet } from "./tiles.js";

/** @import { Edition } from "./answers.js" */

/** The tiles of an edition, for who writes plays. */
export class Notation extends Alphabet {
  /** @param {Edition} edition */
  constructor(edition) {
    super(edition);
    const eitherCase = this.spellings().flatMap((text) => [text, text.toLowerCase()]);
    this._written = new RegExp(`\\[[^\\]]*\\]|\\([^)]*\\)|\\.|${eitherCase.join("|")}`, "g");
  }

  /**
   * A line of typing in which `l.l` and `l-l` get their middle dot, where there is such a tile.
   *
   * @param {string} line
   */
  dotted(line) {
    return this.values.has("L·L") ? line.replace(/(l)[.-](?=l)/gi, "$1·") : line;
  }

  /**
   * Tile notation, square by square: `{face, blank}`, or null for a square already covered.
   * Null altogether where it cannot be read.
   *
   * @param {string} text
   * @returns {(Tile | null)[] | null}
   */
  written(text) {
    const folded = this.unmarked(text);
    const pieces = folded.match(this._written) ?? [];
    if (pieces.join("") !== folded) return null;
    const squares = pieces.map((piece) => this._squares(piece));
    return squares.includes(null) ? null : squares.flatMap((known) => known ?? []);
  }

  /** @param {string} piece @returns {(Tile | null)[] | null} */
  _squares(piece) {
    if (piece === ".") return [null];
    if (piece.startsWith("("))
      return (this.cut(this.fold(piece.slice(1, -1))) ?? []).map(() => null);
    const text = piece.replace(/[[\]]/g, "");
    const face = this._faceOf.get(text.toUpperCase());
    return face === undefined ? null : [{ face, blank: text !== text.toUpperCase() }];
  }
}

/** The words in a text, however they are set apart. @param {string} text */
export function wordsIn(text) {
  return text.split(/[\s,;]+/).filter(Boolean);
}
