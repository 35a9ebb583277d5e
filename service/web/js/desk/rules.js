/**
 * Knows how to lay an edition's rules open: lexicon, tiles, board, every section and its article, by
 * what they are about, alone or beside another edition.
 *
 * A field is shown if it has a value and there is a text for its name; what a section leaves open
 * is said by its `reading`.
 */

import { desk } from "../core/asking.js";
import { byId, el, field, p, tbody, thead, there, tr } from "../core/dom.js";
import { articleText, faceName, lexiconLine, penaltyText, variantName } from "../core/edition.js";
import { has, t } from "../core/i18n.js";
import { drawReading } from "../core/readings.js";
import { drawBoard } from "./board.js";

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

let other = null;

/** Show everything about the edition at hand, or how it differs from another one. */
export function show() {
  const { edition } = desk;
  if (other?.id === edition.id) other = null;
  const shown = other === null ? laidOpen() : beside(edition, other);
  byId("rulebook").replaceChildren(el("h1", {}, edition.title), drawChoice(), ...there(shown));
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
    p(
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

function laidOpen() {
  const { edition } = desk;
  const { lexicon } = edition;
  const count = lexicon.words.toLocaleString(document.documentElement.lang);
  return [
    p(t("rules.explained"), " ", articlesOf(edition)),
    ...groups(edition.sections).flatMap(([group, names]) => [
      el("h2", {}, t(`rules.group.${group}`)),
      group === "set" && el("div", { class: "beside" }, boardBox(), tiles(edition)),
      el(
        "div",
        { class: "articles" },
        names.map((name) => article(edition, name, edition.sections[name])),
      ),
    ]),
    el("h2", {}, t("rules.lexicon")),
    el("p", { class: "lexicon" }, lexiconLine(lexicon)),
    p(t("rules.words", { count })),
    p(el("code", { class: "hash" }, `sha256 ${fullHash(lexicon.sha256)}`)),
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
    el("table", { class: "tiles" }, thead(tr(head)), tbody(rows, blank), el("tfoot", {}, tr(foot))),
  );
}

function tileRow(face, count, value) {
  const name = el("th", { scope: "row", "aria-label": faceName(face) }, face);
  return tr(name, el("td", {}, String(count)), el("td", {}, String(value)));
}

function boardBox() {
  const board = el("div", { class: "board-box" }, drawBoard(new Map()));
  return el("div", {}, el("h3", {}, t("rules.board")), board);
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

/** How two editions are read side by side. */

/**
 * Every value of two editions in one row; where they differ, the row says so.
 *
 * @param {import("../core/answers.js").Edition} ours
 * @param {import("../core/answers.js").Edition} theirs
 * @param {[string, string[]][]} sections The names of the sections, by what they are about.
 */
export function compared(ours, theirs, sections) {
  const only = el("input", { type: "checkbox", id: "rules-only", checked: true, change: hideSame });
  const heads = [t("rules.rule"), ours.title, theirs.title];
  return [
    el("p", { class: "no-print" }, el("label", { class: "tick" }, only, t("rules.onlyDifferent"))),
    el(
      "div",
      { class: "scroll", tabindex: "0" },
      el(
        "table",
        { class: "compared-rules only" },
        thead(tr(heads.map((text) => el("th", { scope: "col" }, text)))),
        sections.map(([group, names]) =>
          tbody(
            el(
              "tr",
              { class: "group" },
              el("th", { colspan: 3, scope: "rowgroup" }, t(`rules.group.${group}`)),
            ),
            names.flatMap((name) => comparedRows(name, ours.sections[name], theirs.sections[name])),
          ),
        ),
      ),
    ),
  ];
}

/**
 * A section: where each regulation has it, then its values.
 *
 * @param {string} name @param {Record<string, any>} ours @param {Record<string, any>} theirs
 */
function comparedRows(name, ours = {}, theirs = {}) {
  const fields = Object.keys({ ...ours, ...theirs }).filter((key) => has(`field.${key}`));
  const where = (section) => (section.article ? articleText(section.article) : "–");
  const rows = fields.map((key) => {
    const said = [ours, theirs].map((section) => valueText(key, section[key]));
    return comparedRow(fieldName(name, key), said, said[0] === said[1]);
  });
  const same = rows.every((row) => row.classList.contains("same"));
  const head = comparedRow(t(`section.${name}`), [where(ours), where(theirs)], same);
  head.classList.add("section");
  return [head, ...rows];
}

function valueText(key, value) {
  return (value === undefined ? "" : inWords(key, value)) || "–";
}

function comparedRow(title, said, same) {
  return el(
    "tr",
    { class: same ? "same" : "differs" },
    el("th", { scope: "row" }, title),
    said.map((text) => el("td", {}, text)),
  );
}

function hideSame({ target }) {
  byId("rulebook").querySelector(".compared-rules")?.classList.toggle("only", target.checked);
}

/** How a value of an edition is called and said. */

const MINUTES = new Set(["seconds", "least", "most", "lost_from"]);
const HALVES = new Set(["win_halves", "draw_halves"]);
// The loser's: the data have how much, the regulation writes it with a minus (FRS 4.4.6 c).
const LOST = new Set(["loser_spread", "excused_spread"]);

/** What a value is called: by its section, where that means something of its own by it. */
export function fieldName(name, key) {
  const own = `field.${name}.${key}`;
  return t(has(own) ? own : `field.${key}`);
}

/** A value in the language of the page; nothing where it says that there is none. */
export function inWords(name, value) {
  if (value === true) return t("confirm.yes");
  if (MINUTES.has(name) && value) return t("rules.minutes", { minutes: clock(value) });
  if (HALVES.has(name) && value) return (value / 2).toLocaleString(document.documentElement.lang);
  if (LOST.has(name) && value) return `−${value}`;
  if (typeof value === "number") return value ? String(value) : "";
  if (name === "default_variant") return variantName(value);
  if (typeof value === "string") return has(`value.${value}`) ? t(`value.${value}`) : value;
  if (Array.isArray(value)) return value.map((item) => inWords(name, item)).join("; ");
  if (value === false || value === null) return "";
  if (value?.turns)
    return t("rules.run", { turns: value.turns, kinds: inWords("kinds", value.kinds) });
  if (value?.article) return penaltyText(value);
  const items = Object.entries(value ?? {});
  if (items.length === 1) return inWords(name, items[0][1]);
  return items.map(([key, item]) => `${variantName(key)}: ${inWords(name, item)}`).join("; ");
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * A whole hash in the groups in which its beginning is written.
 *
 * @param {string} sha256
 */
function fullHash(sha256) {
  return sha256.replace(/(.{4})(?=.)/g, "$1 ");
}
