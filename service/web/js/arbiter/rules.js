/**
 * Knows how to lay an edition's rules open: lexicon, tiles, board, every section and its article.
 *
 * A field is shown if it has a value and there is a text for its name; what a section leaves open
 * is said by its `reading`.
 */

import { byId, el } from "../dom.js";
import { articleText, faceName, fullHash, lexiconLine, penaltyText } from "../edition.js";
import { has, t } from "../i18n.js";
import { drawBoard } from "./board.js";
import { drawReading } from "./readings.js";

const MINUTES = new Set(["seconds", "least", "most", "lost_from"]);
const HALVES = new Set(["win_halves", "draw_halves"]);
// The loser's: the data have how much, the regulation writes it with a minus (FRS 4.4.6 c).
const LOST = new Set(["loser_spread", "excused_spread"]);

/** Show everything about the edition at hand. */
export function showRules({ edition, alphabet }) {
  byId("rulebook").replaceChildren(
    el("h1", {}, edition.title),
    el("h2", {}, t("rules.lexicon")),
    el("p", { class: "lexicon" }, lexiconLine(edition.lexicon)),
    el(
      "p",
      {},
      t("rules.words", {
        count: edition.lexicon.words.toLocaleString(document.documentElement.lang),
      }),
    ),
    el("p", {}, el("code", { class: "hash" }, `sha256 ${fullHash(edition.lexicon.sha256)}`)),
    el("div", { class: "beside" }, tiles(edition), boardBox(edition, alphabet)),
    el("h2", {}, t("rules.articles")),
    el(
      "div",
      { class: "articles" },
      Object.entries(edition.sections)
        .filter(([, section]) => definitions(section).length || section.reading)
        .map(([name, section]) => article(edition, name, section)),
    ),
  );
}

function tiles(edition) {
  const rows = edition.tiles.map(({ face, count, value }) => tileRow(face, count, value));
  const blank = tileRow(t("board.blank"), edition.blank.count, edition.blank.value);
  const head = ["rules.tile", "rules.count", "rules.value"].map((name) =>
    el("th", { scope: "col" }, t(name)),
  );
  const foot = [
    el("th", { scope: "row" }, t("rules.total")),
    el("td", {}, String(edition.tile_total)),
    el("td"),
  ];
  return el(
    "div",
    {},
    el("h2", {}, t("rules.tiles")),
    el(
      "table",
      { class: "tiles" },
      el("thead", {}, el("tr", {}, head)),
      el("tbody", {}, rows, blank),
      el("tfoot", {}, el("tr", {}, foot)),
    ),
  );
}

function tileRow(face, count, value) {
  const name = el("th", { scope: "row", "aria-label": faceName(face) }, face);
  return el("tr", {}, name, el("td", {}, String(count)), el("td", {}, String(value)));
}

function boardBox(edition, alphabet) {
  const board = drawBoard(edition, alphabet, new Map());
  return el("div", {}, el("h2", {}, t("rules.board")), el("div", { class: "board-box" }, board));
}

function article(edition, name, section) {
  return el(
    "section",
    {},
    el(
      "h3",
      {},
      t(`section.${name}`),
      " ",
      el("span", { class: "article" }, articleText(section.article)),
    ),
    el("dl", {}, definitions(section)),
    section.reading && drawReading(edition, section.reading),
  );
}

function definitions(section) {
  return Object.entries(section).flatMap(([field, value]) => definition(field, value));
}

function definition(field, value) {
  const said = has(`field.${field}`) ? inWords(field, value) : "";
  return said ? [el("dt", {}, t(`field.${field}`)), el("dd", {}, said)] : [];
}

function inWords(field, value) {
  if (value === true) return t("confirm.yes");
  if (MINUTES.has(field) && value) return t("rules.minutes", { minutes: clock(value) });
  if (HALVES.has(field) && value) return (value / 2).toLocaleString(document.documentElement.lang);
  if (LOST.has(field) && value) return `−${value}`;
  if (typeof value === "number") return value ? String(value) : "";
  if (typeof value === "string") return has(`value.${value}`) ? t(`value.${value}`) : value;
  if (Array.isArray(value)) return value.map((item) => inWords(field, item)).join("; ");
  if (value?.turns)
    return t("rules.run", { turns: value.turns, kinds: inWords("kinds", value.kinds) });
  if (value?.article) return penaltyText(value);
  return Object.entries(value ?? {})
    .map(([key, item]) => `${key}: ${inWords(field, item)}`)
    .join("; ");
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
