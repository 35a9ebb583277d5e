/**
 * Knows how a board looks: squares and premiums from the edition's data, tiles on top of them, which
 * tiles are unseen, and how one steps through a game.
 *
 * A square is named as the regulations do, column letter and row number ("H8").
 */

import { desk } from "../core/asking.js";
import { button, el, tbody, thead, tr } from "../core/dom.js";
import { faceName } from "../core/edition.js";
import { columns } from "../core/forms.js";
import { t } from "../core/i18n.js";
import { squareAt, squareName } from "./record.js";

/** @import { Position } from "./record.js" */

/** The mark of the premium on a square: d, t, D, T or "." for none. @param {string} name */
function premiumOf(name) {
  const { col, row } = squareAt(name);
  return desk.edition.board.rows[row]?.[col] ?? ".";
}

/** The board as a table; `laid` are the squares of a new play, whose premiums stay in sight. @param {Position} position */
export function drawBoard(position, laid = /** @type {Set<string>} */ (new Set())) {
  const { rows } = desk.edition.board;
  const letters = [...rows[0]].map((_, col) => String.fromCharCode(65 + col));
  const lines = rows.map((marks, row) =>
    tr(
      el("th", { scope: "row" }, String(row + 1)),
      [...marks].map((_, col) => drawSquare(position, laid, squareName(col, row))),
    ),
  );
  const caption = el("caption", { class: "visually-hidden" }, t("board.caption"));
  const head = thead(tr(el("td"), columns(letters)));
  return el("table", { class: "board" }, caption, head, tbody(lines));
}

/** @param {Position} position @param {Set<string>} laid @param {string} name */
function drawSquare(position, laid, name) {
  const { edition, alphabet } = desk;
  const premium = premiumOf(name);
  const tile = position.get(name);
  const label = premium === "." ? "" : t(`premium.${premium}`);
  const kind = `premium-${premium === "." ? "none" : premium}`;
  const attributes = { class: laid.has(name) ? `${kind} laid` : kind, "data-square": name };
  if (!tile) {
    const centre = name === edition.board.centre && el("span", { "aria-hidden": "true" }, "★");
    // Who sees the square reads its mark; who hears it, what a player says.
    const marked = label && [
      el("span", { "aria-hidden": "true" }, label),
      el("span", { class: "visually-hidden" }, t(`premium.${premium}.said`)),
    ];
    return el("td", attributes, centre || marked);
  }
  const { face, blank } = tile;
  const value = blank ? alphabet.blankValue : alphabet.values.get(face);
  const spoken = faceName(face) + (blank ? ` (${t("board.blank")})` : "");
  const looks = `tile${face.length > 1 ? " two" : ""}${blank ? " blank" : ""}`;
  return el(
    "td",
    attributes,
    el(
      "span",
      { class: looks, "aria-hidden": "true" },
      blank ? face.toLowerCase() : face,
      el("small", {}, String(value)),
    ),
    el("span", { class: "visually-hidden" }, spoken),
    laid.has(name) && label && el("span", { class: "under" }, label),
  );
}

/**
 * A stepper over so many events, two buttons and a slider; `goTo` is told which one.
 * @param {number} events @param {number} at @param {(n: number) => void} goTo
 */
export function drawStepper(events, at, goTo) {
  /** @param {import("../core/dom.js").Edited} event */
  const input = ({ target }) => goTo(Number(target.value));
  const range = { type: "range", min: 0, max: events, value: at, autocomplete: "off" };
  const label = { id: "editor-step", "aria-label": t("recount.step") };
  const slider = el("input", { ...range, ...label, input });
  /** @param {string} text @param {string} name @param {number} by */
  const step = (text, name, by) =>
    button(text, () => goTo(Number(slider.value) + by), { "aria-label": t(name) });
  return el(
    "p",
    { class: "row stepper", id: "editor-stepper", hidden: events === 0 },
    step("◀", "recount.back", -1),
    slider,
    step("▶", "recount.forward", 1),
  );
}

/** How many of each tile are on no board and on no known rack, by face; a blank is "?". @param {Position} position @param {string} rack */
function unseen(position, rack) {
  const { edition, alphabet } = desk;
  const left = new Map(edition.tiles.map(({ face, count }) => [face, count]));
  left.set("?", edition.blank.count);
  /** @param {string} face */
  const take = (face) => left.set(face, (left.get(face) ?? 0) - 1);
  for (const { face, blank } of position.values()) take(blank ? "?" : face);
  for (const piece of rack.split("?")) alphabet.facesOf(alphabet.fold(piece)).forEach(take);
  for (let i = rack.split("?").length; i > 1; i -= 1) take("?");
  return left;
}

/** The unseen tiles as a line; a tile that was used too often stands out. @param {Position} position @param {string} rack */
export function drawUnseen(position, rack) {
  const left = [...unseen(position, rack)].filter(([, count]) => count !== 0);
  const total = left.reduce((all, [, count]) => all + count, 0);
  const tiles = left.map(([face, count]) =>
    el("span", { class: count < 0 ? "wrong" : "" }, face, el("sub", {}, String(count)), " "),
  );
  return el("p", { class: "unseen" }, el("span", {}, t("editor.unseen", { total })), " ", tiles);
}
