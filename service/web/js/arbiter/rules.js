/**
 * Knows how to lay an edition's rules open: lexicon, tiles, board, every section and its article, by
 * what they are about, alone or beside another edition.
 *
 * A field is shown if it has a value and there is a text for its name; what a section leaves open
 * is said by its `reading`.
 */

import { byId, el, field } from "../dom.js";
import { articleText, faceName, fullHash, lexiconLine } from "../edition.js";
import { has, t } from "../i18n.js";
import { drawBoard } from "./board.js";
import { compared } from "./comparing.js";
import { drawReading } from "./readings.js";
import { fieldName, inWords } from "./values.js";

const GROUPS = {
  set: ["board", "tiles", "rack", "premiums", "bingo", "blanks"],
  turn: ["opening", "placement", "exchange", "free_exchange", "passing", "corrections"],
  challenge: ["procedures", "challenge", "later_verdicts"],
  time: ["clock", "overtime", "time_loss", "total_time", "round_time"],
  end: [
    ...["going_out", "scoreless", "leftover", "drawn", "standing", "abandonment", "both_abandon"],
    ...["absence", "both_absent", "arbiters_draw", "rating"],
  ],
};

let desk = null;
let other = null;

/** Make the page work; `shared` holds the edition at hand. */
export function prepare(shared) {
  desk = shared;
}

/** Show everything about the edition at hand, or how it differs from another one. */
export function show() {
  const { edition } = desk;
  if (other?.id === edition.id) other = null;
  byId("rulebook").replaceChildren(
    el("h1", {}, edition.title),
    drawChoice(),
    ...(other === null ? laidOpen(desk) : beside(edition, other)),
  );
}

function drawChoice() {
  const others = desk.editions.filter(({ id }) => id !== desk.edition.id);
  const options = [el("option", { value: "" }, t("rules.alone"))].concat(
    others.map(({ id, title }) => el("option", { value: id, selected: id === other?.id }, title)),
  );
  const change = () => compareWith(field("rules-with").value);
  return el(
    "form",
    { class: "no-print", submit: (event) => event.preventDefault() },
    el(
      "p",
      {},
      el("label", { for: "rules-with" }, t("rules.with")),
      el("select", { id: "rules-with", autocomplete: "off", change }, options),
    ),
    el("button", { type: "button", click: () => print() }, t("recount.print")),
  );
}

async function compareWith(id) {
  const { edition } = desk;
  await desk.asking(async () => {
    const found = id ? await desk.api.edition(id) : null;
    if (desk.edition !== edition) return;
    other = found;
    show();
    byId("rules-with").focus();
  });
}

function beside(ours, theirs) {
  return compared(ours, theirs, groups({ ...theirs.sections, ...ours.sections }));
}

function laidOpen({ edition, alphabet }) {
  const { lexicon } = edition;
  const count = lexicon.words.toLocaleString(document.documentElement.lang);
  return [
    el("p", {}, t("rules.explained"), " ", articlesOf(edition)),
    ...groups(edition.sections).flatMap(([group, names]) => [
      el("h2", {}, t(`rules.group.${group}`)),
      group === "set" &&
        el("div", { class: "beside" }, boardBox(edition, alphabet), tiles(edition)),
      el(
        "div",
        { class: "articles" },
        names.map((name) => article(edition, name, edition.sections[name])),
      ),
    ]),
    el("h2", {}, t("rules.lexicon")),
    el("p", { class: "lexicon" }, lexiconLine(lexicon)),
    el("p", {}, t("rules.words", { count })),
    el("p", {}, el("code", { class: "hash" }, `sha256 ${fullHash(lexicon.sha256)}`)),
  ].filter(Boolean);
}

/** What the numbers of articles mean in this regulation, where they are no plain numbers. */
function articlesOf({ federation }) {
  return has(`rules.articles.${federation}`) ? t(`rules.articles.${federation}`) : "";
}

/** The sections that say something, by what they are about. @returns {[string, string[]][]} */
function groups(sections) {
  const said = Object.keys(sections).filter(
    (name) =>
      name !== "identity" && (definitions(name, sections[name]).length || sections[name].reading),
  );
  const named = Object.entries(GROUPS).map(([group, names]) => [
    group,
    names.filter((name) => said.includes(name)),
  ]);
  const known = new Set(Object.values(GROUPS).flat());
  const rest = said.filter((name) => !known.has(name));
  return /** @type {[string, string[]][]} */ (
    [...named, ["tournament", rest]].filter(([, names]) => names.length)
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
    el("h3", {}, t("rules.tiles")),
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
  return el("div", {}, el("h3", {}, t("rules.board")), el("div", { class: "board-box" }, board));
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
    el("dl", {}, definitions(name, section)),
    section.reading && drawReading(edition, section.reading),
  );
}

function definitions(name, section) {
  return Object.entries(section).flatMap(([key, value]) => definition(name, key, value));
}

function definition(name, key, value) {
  const said = has(`field.${key}`) ? inWords(key, value) : "";
  return said ? [el("dt", {}, fieldName(name, key)), el("dd", {}, said)] : [];
}
