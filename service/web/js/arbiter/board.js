/**
 * Knows how a board looks: squares and premiums from the edition's data, tiles on top of them.
 *
 * A square is named as the regulations do, column letter and row number ("H8"); a position is a
 * map from names to `{face, blank}`.
 */

import { el } from "../dom.js";
import { faceName } from "../edition.js";
import { t } from "../i18n.js";

/** The name of the square at a column and a row counted from zero. */
export function squareName(col, row) {
  return String.fromCharCode(65 + col) + (row + 1);
}

/** Column and row of a square, counted from zero. */
export function squareAt(name) {
  return { col: name.charCodeAt(0) - 65, row: Number(name.slice(1)) - 1 };
}

/** The mark of the premium on a square: d, t, D, T or "." for none. */
export function premiumOf(edition, name) {
  const { col, row } = squareAt(name);
  return edition.board.rows[row]?.[col] ?? ".";
}

/** The board as a table; `laid` are the squares of a new play, whose premiums stay in sight. */
export function drawBoard(edition, alphabet, position, laid = new Set()) {
  const columns = [...edition.board.rows[0]].map((_, col) => String.fromCharCode(65 + col));
  const head = el(
    "tr",
    {},
    el("td"),
    columns.map((name) => el("th", { scope: "col" }, name)),
  );
  const rows = edition.board.rows.map((line, row) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, String(row + 1)),
      [...line].map((_, col) =>
        drawSquare(edition, alphabet, position, laid, squareName(col, row)),
      ),
    ),
  );
  const caption = el("caption", { class: "visually-hidden" }, t("board.caption"));
  return el("table", { class: "board" }, caption, el("thead", {}, head), el("tbody", {}, rows));
}

function drawSquare(edition, alphabet, position, laid, name) {
  const premium = premiumOf(edition, name);
  const tile = position.get(name);
  const label = premium === "." ? "" : t(`premium.${premium}`);
  const classes = [`premium-${premium === "." ? "none" : premium}`, laid.has(name) && "laid"];
  const attributes = { class: classes.filter(Boolean).join(" "), "data-square": name };
  if (!tile) {
    const centre =
      name === edition.board.centre ? el("span", { "aria-hidden": "true" }, "★") : null;
    return el("td", attributes, centre ?? label);
  }
  const value = tile.blank ? alphabet.blankValue : alphabet.values.get(tile.face);
  const spoken = faceName(tile.face) + (tile.blank ? ` (${t("board.blank")})` : "");
  return el(
    "td",
    attributes,
    el(
      "span",
      { class: tileClass(tile), role: "img", "aria-label": spoken },
      tile.blank ? tile.face.toLowerCase() : tile.face,
      el("small", {}, String(value)),
    ),
    laid.has(name) && label && el("span", { class: "under" }, label),
  );
}

function tileClass({ face, blank }) {
  return ["tile", face.length > 1 && "two", blank && "blank"].filter(Boolean).join(" ");
}
