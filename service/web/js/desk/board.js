/**
 * Knows how a board looks: squares and premiums from the edition's data, tiles on top of them, where
 * the points of a play come from, which tiles are unseen, and how one steps through a game.
 *
 * A square is named as the regulations do, column letter and row number ("H8"); a position is a
 * map from names to `{face, blank}`.
 */

import { desk } from "../core/asking.js";
import { el, tbody, thead, tr } from "../core/dom.js";
import { faceName } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { squareAt, squareName } from "./record.js";

/** The mark of the premium on a square: d, t, D, T or "." for none. */
function premiumOf(name) {
  const { col, row } = squareAt(name);
  return desk.edition.board.rows[row]?.[col] ?? ".";
}

/** The board as a table; `laid` are the squares of a new play, whose premiums stay in sight. */
export function drawBoard(position, laid = new Set()) {
  const { edition } = desk;
  const columns = [...edition.board.rows[0]].map((_, col) => String.fromCharCode(65 + col));
  const head = tr(
    el("td"),
    columns.map((name) => el("th", { scope: "col" }, name)),
  );
  const rows = edition.board.rows.map((marks, row) =>
    tr(
      el("th", { scope: "row" }, String(row + 1)),
      [...marks].map((_, col) => drawSquare(position, laid, squareName(col, row))),
    ),
  );
  const caption = el("caption", { class: "visually-hidden" }, t("board.caption"));
  return el("table", { class: "board" }, caption, thead(head), tbody(rows));
}

function drawSquare(position, laid, name) {
  const { edition, alphabet } = desk;
  const premium = premiumOf(name);
  const tile = position.get(name);
  const label = premium === "." ? "" : t(`premium.${premium}`);
  // Who sees the square reads its mark; who hears it, what a player says.
  const marked = label && [
    el("span", { "aria-hidden": "true" }, label),
    el("span", { class: "visually-hidden" }, t(`premium.${premium}.said`)),
  ];
  const classes = [`premium-${premium === "." ? "none" : premium}`, laid.has(name) && "laid"];
  const attributes = { class: classes.filter(Boolean).join(" "), "data-square": name };
  if (!tile) {
    const centre = name === edition.board.centre && el("span", { "aria-hidden": "true" }, "★");
    return el("td", attributes, centre || marked);
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

/**
 * How to show where the points of a play come from, letter by letter.
 *
 * An illustration of the service's answer, never an answer of its own: if the two did not agree,
 * nothing would be shown.
 */

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
export function sum(squares, position, laid) {
  const { alphabet } = desk;
  let times = 1;
  let total = 0;
  const parts = squares.map((name) => {
    const tile = position.get(name);
    const premium = laid.has(name) ? premiumOf(name) : ".";
    const value = (!tile.blank && alphabet.values.get(tile.face)) || alphabet.blankValue;
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

/** How one steps through a game: two buttons, a slider, and the board at any event. */

/** A stepper over so many events; `goTo` is told which one. */
export function drawStepper(events, at, goTo) {
  const input = ({ target }) => goTo(Number(target.value));
  const range = { type: "range", min: 0, max: events, value: at, autocomplete: "off" };
  const slider = el("input", { ...range, id: "editor-step", input });
  slider.setAttribute("aria-label", t("recount.step"));
  const step = (text, label, by) => {
    const click = () => goTo(Math.max(0, Math.min(events, Number(slider.value) + by)));
    return el("button", { type: "button", "aria-label": t(label), click }, text);
  };
  return el(
    "p",
    { class: "row stepper", id: "editor-stepper", hidden: events === 0 },
    step("◀", "recount.back", -1),
    slider,
    step("▶", "recount.forward", 1),
  );
}

/** The tiles that nobody has seen: the set without those on the board and on a known rack. */

/** How many of each tile are unseen, by face; a blank is "?". */
function unseen(position, rack) {
  const { edition, alphabet } = desk;
  const left = new Map(edition.tiles.map(({ face, count }) => [face, count]));
  left.set("?", edition.blank.count);
  const take = (face) => left.set(face, (left.get(face) ?? 0) - 1);
  for (const { face, blank } of position.values()) take(blank ? "?" : face);
  for (const piece of rack.split("?")) alphabet.facesOf(alphabet.fold(piece)).forEach(take);
  for (let i = rack.split("?").length; i > 1; i -= 1) take("?");
  return left;
}

/** The unseen tiles as a line; a tile that was used too often stands out. */
export function drawUnseen(position, rack) {
  const left = [...unseen(position, rack)].filter(([, count]) => count !== 0);
  const total = left.reduce((all, [, count]) => all + count, 0);
  const tiles = left.map(([face, count]) =>
    el("span", { class: count < 0 ? "wrong" : "" }, face, el("sub", {}, String(count)), " "),
  );
  return el("p", { class: "unseen" }, el("span", {}, t("editor.unseen", { total })), " ", tiles);
}
