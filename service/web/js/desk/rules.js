/**
 * Knows how to lay an edition's rules open: lexicon, tiles, board, every section and its article, by
 * what they are about, alone or beside another edition.
 *
 * A field is shown if it has a value and there is a text for its name; what a section leaves open
 * is said by its `reading`.
 */

import { desk } from "../core/asking.js";
import { button, byId, el, field, options, p } from "../core/dom.js";
import { tbody, td, terms, thead, there, tr } from "../core/dom.js";
import { articleText, faceName, lexiconLine, penaltyText, variantName } from "../core/edition.js";
import { columns, form, labelled, tick } from "../core/forms.js";
import { has, t } from "../core/i18n.js";
import { drawReading } from "../core/readings.js";
import { drawBoard } from "./board.js";

/** @import { Edition } from "../core/answers.js" */
/** @import { Edited } from "../core/dom.js" */
/** @typedef {Record<string, any>} Section */

/** @type {Record<string, string[]>} */
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

const MINUTES = new Set(["seconds", "least", "most", "lost_from"]);
const HALVES = new Set(["win_halves", "draw_halves"]);
// The loser's: the data have how much, the regulation writes it with a minus (FRS 4.4.6 c).
const LOST = new Set(["loser_spread", "excused_spread"]);

/** What is shown beside the edition in force. @type {Edition | null} */
let other = null;

/** Show everything about the edition at hand, or how it differs from another one. */
export function show() {
  const { edition } = desk;
  if (other?.id === edition.id) other = null;
  const shown = other === null ? laidOpen() : compared(edition, other);
  byId("rulebook").replaceChildren(el("h1", {}, edition.title), drawChoice(), ...there(shown));
}

function drawChoice() {
  const titles = desk.editions.map(({ id, title }) => [id, title]);
  const others = titles.filter(([id]) => id !== desk.edition.id);
  const list = options([["", t("rules.alone")], ...others], other?.id);
  const change = () => compareWith(field("rules-with").value);
  const select = el("select", { id: "rules-with", autocomplete: "off", change }, list);
  return form(
    { class: "no-print" },
    () => {},
    labelled(t("rules.with"), select),
    button(t("recount.print"), () => print()),
  );
}

/** @param {string} id */
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

function laidOpen() {
  const { edition } = desk;
  const { federation, lexicon } = edition;
  // What the numbers of articles mean in this regulation, where they are no plain numbers.
  const articles = `rules.articles.${federation}`;
  const count = lexicon.words.toLocaleString(document.documentElement.lang);
  return [
    p(t("rules.explained"), " ", has(articles) && t(articles)),
    ...groups(edition.sections).flatMap(({ group, names }) => [
      el("h2", {}, t(`rules.group.${group}`)),
      group === "set" && el("div", { class: "beside" }, boardBox(), tiles(edition)),
      el(
        "div",
        { class: "articles" },
        names.map((name) => article(name, edition.sections[name])),
      ),
    ]),
    el("h2", {}, t("rules.lexicon")),
    el("p", { class: "lexicon" }, lexiconLine(lexicon)),
    p(t("rules.words", { count })),
    p(el("code", { class: "hash" }, `sha256 ${fullHash(lexicon.sha256)}`)),
  ];
}

/** The sections that say something, by what they are about. @param {Record<string, Section>} sections */
function groups(sections) {
  const said = Object.keys(sections).filter(
    (name) =>
      name !== "identity" && (definitions(name, sections[name]).length || sections[name].reading),
  );
  const known = Object.values(GROUPS).flat();
  const rest = said.filter((name) => !known.includes(name));
  return Object.entries({ ...GROUPS, tournament: rest })
    .map(([group, names]) => ({ group, names: names.filter((name) => said.includes(name)) }))
    .filter(({ names }) => names.length);
}

/** @param {Edition} edition */
function tiles({ tiles: set, blank, tile_total: total }) {
  /** @param {string} face @param {number} count @param {number} value */
  const row = (face, count, value) => {
    const name = el("th", { scope: "row", "aria-label": faceName(face) }, face);
    return tr(name, td(count), td(value));
  };
  return el(
    "div",
    {},
    el("h3", {}, t("rules.tiles")),
    el(
      "table",
      { class: "tiles" },
      thead(tr(columns(["rules.tile", "rules.count", "rules.value"].map((name) => t(name))))),
      tbody(
        set.map(({ face, count, value }) => row(face, count, value)),
        row(t("board.blank"), blank.count, blank.value),
      ),
      el("tfoot", {}, tr(el("th", { scope: "row" }, t("rules.total")), td(total), td())),
    ),
  );
}

function boardBox() {
  const board = el("div", { class: "board-box" }, drawBoard(new Map()));
  return el("div", {}, el("h3", {}, t("rules.board")), board);
}

/** @param {string} name @param {Section} section */
function article(name, section) {
  const where = el("span", { class: "article" }, articleText(section.article));
  return el(
    "section",
    {},
    el("h3", {}, t(`section.${name}`), " ", where),
    terms(definitions(name, section)),
    section.reading && drawReading(desk.edition, section.reading),
  );
}

/** What a section says, each by its name. @param {string} name @param {Section} section @returns {[string, string][]} */
function definitions(name, section) {
  return Object.entries(section).flatMap(([key, value]) => {
    const said = has(`field.${key}`) ? inWords(key, value) : "";
    return said ? [/** @type {[string, string]} */ ([fieldName(name, key), said])] : [];
  });
}

/** Every value of two editions in one row; where they differ, the row says so. @param {Edition} ours @param {Edition} theirs */
function compared(ours, theirs) {
  const sections = groups({ ...theirs.sections, ...ours.sections });
  const only = { id: "rules-only", checked: true, change: hideSame };
  return [
    el("p", { class: "no-print" }, tick(t("rules.onlyDifferent"), only)),
    el(
      "div",
      { class: "scroll", tabindex: "0" },
      el(
        "table",
        { class: "compared-rules only" },
        thead(tr(columns([t("rules.rule"), ours.title, theirs.title]))),
        sections.map(({ group, names }) => {
          const head = el("th", { colspan: 3, scope: "rowgroup" }, t(`rules.group.${group}`));
          return tbody(
            el("tr", { class: "group" }, head),
            names.flatMap((name) => comparedRows(name, ours.sections[name], theirs.sections[name])),
          );
        }),
      ),
    ),
  ];
}

/** A section: where each regulation has it, then its values. @param {string} name @param {Section} [ours] @param {Section} [theirs] */
function comparedRows(name, ours = {}, theirs = {}) {
  const fields = Object.keys({ ...ours, ...theirs }).filter((key) => has(`field.${key}`));
  /** @param {Section} section */
  const where = (section) => (section.article ? articleText(section.article) : "–");
  const rows = fields.map((key) => {
    const said = [ours, theirs].map((section) => inWords(key, section[key]) || "–");
    return comparedRow(fieldName(name, key), said, said[0] === said[1]);
  });
  const same = rows.every((row) => row.classList.contains("same"));
  const head = comparedRow(t(`section.${name}`), [where(ours), where(theirs)], same);
  head.classList.add("section");
  return [head, ...rows];
}

/** @param {string} title @param {string[]} said @param {boolean} same */
function comparedRow(title, said, same) {
  return el(
    "tr",
    { class: same ? "same" : "differs" },
    el("th", { scope: "row" }, title),
    said.map((text) => td(text)),
  );
}

/** @param {Edited} event */
function hideSame({ target }) {
  byId("rulebook").querySelector(".compared-rules")?.classList.toggle("only", target.checked);
}

/**
 * What a value is called: by its section, where that means something of its own by it.
 * @param {string} name @param {string} key
 */
function fieldName(name, key) {
  const own = `field.${name}.${key}`;
  return t(has(own) ? own : `field.${key}`);
}

/**
 * A value in the language of the page; nothing where it says that there is none.
 * @param {string} name @param {any} value @returns {string}
 */
function inWords(name, value) {
  if (value === true) return t("confirm.yes");
  if (MINUTES.has(name) && value) return t("rules.minutes", { minutes: clock(value) });
  if (HALVES.has(name) && value) return (value / 2).toLocaleString(document.documentElement.lang);
  if (LOST.has(name) && value) return `−${value}`;
  if (typeof value === "number") return value ? String(value) : "";
  if (name === "default_variant") return variantName(value);
  if (typeof value === "string") return has(`value.${value}`) ? t(`value.${value}`) : value;
  if (Array.isArray(value)) return value.map((item) => inWords(name, item)).join("; ");
  if (!value) return "";
  if (value.turns)
    return t("rules.run", { turns: value.turns, kinds: inWords("kinds", value.kinds) });
  if (value.article) return penaltyText(value);
  const items = Object.entries(value);
  if (items.length === 1) return inWords(name, items[0][1]);
  return items.map(([key, item]) => `${variantName(key)}: ${inWords(name, item)}`).join("; ");
}

/** @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A whole hash in the groups in which its beginning is written. @param {string} sha256 */
function fullHash(sha256) {
  return sha256.replace(/(.{4})(?=.)/g, "$1 ");
}
