/**
 * Knows which letters an edition's tiles can show, and how typing becomes tiles.
 *
 * Everything comes from the edition's data: a face such as L·L, NY or QU is one key, one tile and
 * one step of the backspace. The service has the last word on spelling; this is for the eye and
 * the finger. A letter loses the marks that no tile shows, by the rule the service itself uses.
 */

/** @import { Edition } from "./answers.js" */

const DOTS = /[.\-·•∙⋅‧]/;

/** The tiles of an edition as `GET /v1/rules/{rules}` describes them. */
export class Alphabet {
  /** @param {Edition} edition */
  constructor({ tiles, blank, board }) {
    this.values = new Map(tiles.map((tile) => [tile.face, tile.value]));
    this.faces = [...new Set([...this.values.keys(), ...blank.faces])].sort(byLetter);
    this.blankValue = blank.value;
    this.longest = board.rows.length;
    this._faceOf = new Map(this.faces.map((face) => [face, face]));
    for (const tile of tiles) for (const text of tile.spellings) this._faceOf.set(text, tile.face);
    const starts = this.faces.flatMap((face) => [...face].map((_, i) => face.slice(0, i + 1)));
    this._starts = [...new Set(starts)].sort((a, b) => b.length - a.length);
    this._letters = new Set([...this._faceOf.keys()].join(""));
    this._cut = new RegExp(this.spellings().join("|"), "g");
  }

  /** Every way to write a tile, the longest first, as parts of a pattern. */
  spellings() {
    return [...this._faceOf.keys()].sort((a, b) => b.length - a.length).map(literally);
  }

  /** The pieces of a word in capitals, or null where it is not made of tiles. @param {string} text */
  cut(text) {
    const pieces = text.match(this._cut) ?? [];
    return pieces.join("") === text ? pieces : null;
  }

  /** The faces of a word being typed; a tile that is only half typed comes last, as typed. @param {string} text */
  facesOf(text) {
    const half = this._half(text);
    const pieces = this.cut(text.slice(0, text.length - half.length)) ?? [];
    return [...pieces.map((piece) => this._faceOf.get(piece) ?? piece), ...(half ? [half] : [])];
  }

  /** Whether the word can be put to the service: at least one tile, and none half typed. @param {string} text */
  complete(text) {
    return text !== "" && this.cut(text) !== null;
  }

  /**
   * The word with one more letter, dot or face; a key that cannot occur changes nothing.
   *
   * @param {string} text @param {string} key
   */
  typed(text, key) {
    const longer = text + (DOTS.test(key) && key.length === 1 ? "·" : this.fold(key));
    const fits = this.cut(longer) !== null || this._half(longer) !== "";
    return fits && this.facesOf(longer).length <= this.longest ? longer : text;
  }

  /** The word without its last tile. @param {string} text */
  erased(text) {
    const half = this._half(text);
    const last = half || (this.cut(text) ?? []).slice(-1).join("");
    return text.slice(0, text.length - last.length);
  }

  /** The word as its tiles spell it. @param {string} text */
  spelled(text) {
    return this.facesOf(text).join("");
  }

  /** The text in capitals, without marks that no tile shows. @param {string} text */
  fold(text) {
    return this.unmarked(text).toUpperCase();
  }

  /** The start of a face that ends the text and needs more to be one: the L· of L·L. @param {string} text */
  _half(text) {
    if (this.cut(text) !== null) return "";
    const half = this._starts.find((start) => text.endsWith(start)) ?? "";
    return this.cut(text.slice(0, text.length - half.length)) === null ? "" : half;
  }

  /** The text without marks that no tile shows. @param {string} text */
  unmarked(text) {
    return [...text.normalize("NFKC")].map((character) => this._unmarked(character)).join("");
  }

  /** @param {string} character */
  _unmarked(character) {
    const [base, ...marks] = character.normalize("NFD");
    return marks.reduce((kept, mark) => {
      const composed = (kept + mark).normalize("NFC");
      return this._letters.has(composed.toUpperCase()) ? composed : kept;
    }, base);
  }
}

/** @param {string} one @param {string} other */
function byLetter(one, other) {
  return one.localeCompare(other, "en") || one.length - other.length;
}

/** @param {string} text */
function literally(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
