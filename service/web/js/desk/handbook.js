/**
 * Knows the handbook on the desk: what has happened, the facts that matter, what is to be done.
 *
 * Incidents, questions and steps are the service's, in the edition's language and in English.
 */

import { eventAtHand } from "../core/announced.js";
import { desk } from "../core/asking.js";
import { button, byId, el, field, li, ol, options, p, ul, UNSET } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import {
  choiceField,
  form,
  labelled,
  note,
  textField,
  WHOLE,
  wholeOf,
  written,
} from "../core/forms.js";
import { t } from "../core/i18n.js";

/** @import { Incident, Incidents, Question, Ruling, Sentence } from "../core/answers.js" */

/** @type {Incidents} */
let handbook = UNSET;
let asked = 0;
/** Who may have ruled; the first is meant where nothing is chosen. */
const DECIDERS = ["arbiter", "chief_arbiter"];
/** How many characters of a reason a document takes. */
const LONGEST = 1000;

/** Draw the handbook anew: the language or the edition has changed. */
export function show() {
  handbook = UNSET;
  byId("handbook").replaceChildren(el("h1", {}, t("handbook.title")));
  load();
}

async function load() {
  const ticket = ++asked;
  await desk.asking(async () => {
    const given = await desk.api.incidents(desk.edition.id);
    if (ticket !== asked) return;
    handbook = given;
    draw();
  });
}

function draw() {
  const list = handbook.incidents.map(({ id, title }) => [id, ours(title)]);
  const change = () => showQuestions();
  const choose = { id: "handbook-incident", autocomplete: "off", change };
  const about = el("input", { id: "handbook-about", type: "search", maxlength: 100 });
  byId("handbook").replaceChildren(
    el("h1", {}, t("handbook.title")),
    form(
      { id: "handbook-search", role: "search", autocomplete: "off" },
      search,
      labelled(t("handbook.about"), about),
      el("button", {}, t("handbook.search")),
    ),
    el("div", { id: "handbook-found", "aria-live": "polite" }),
    form(
      { id: "handbook-form", autocomplete: "off" },
      ask,
      labelled(t("handbook.incident"), el("select", choose, options(list)), "grow"),
      el("div", { id: "handbook-facts", change: showNeeded }),
      el("button", { class: "primary" }, t("handbook.ask")),
    ),
    el("div", { id: "handbook-ruling", "aria-live": "polite" }),
  );
  showQuestions();
}

/** Look for words in the whole handbook. */
async function search() {
  const about = written("handbook-about");
  const ticket = ++asked;
  byId("handbook-found").replaceChildren();
  if (!about) return;
  await desk.asking(async () => {
    const { incidents } = await desk.api.incidents(desk.edition.id, about);
    if (ticket !== asked) return;
    byId("handbook-found").replaceChildren(
      ...(incidents.length ? incidents.map(showFound) : [p(t("handbook.nothing"))]),
    );
  }, byId("handbook-search"));
}

/** @param {Incident} found */
function showFound({ id, title, found = [] }) {
  const click = () => {
    field("handbook-incident").value = id;
    showQuestions();
    byId("handbook-incident").focus();
  };
  return el(
    "section",
    {},
    el("h2", {}, button(ours(title), click)),
    ul(found.map(({ article, step }) => li(ours(step), " ", where(article)))),
  );
}

/** @param {string} article */
function where(article) {
  return el("span", { class: "article" }, articleText(article));
}

/** The one that is chosen, of those that are offered. */
function incident() {
  const { value } = field("handbook-incident");
  const [chosen] = handbook.incidents.filter(({ id }) => id === value);
  return chosen;
}

function showQuestions() {
  byId("handbook-facts").replaceChildren(...incident().asks.map(drawQuestion));
  byId("handbook-ruling").replaceChildren();
  showNeeded();
}

/** @param {Question} question */
function drawQuestion({ name, kind, text, least, most, options: offered = [] }) {
  const id = `handbook-fact-${name}`;
  const label = el("label", { for: id }, ours(text));
  const bounds = { type: "number", step: 1, min: least ?? 0, max: most };
  const yesNo = ["yes", "no"].map((word) => [String(word === "yes"), t(`handbook.${word}`)]);
  const given = offered.map((option) => [option.value, ours(option.text)]);
  const list = [["", "–"], ...(kind === "yes_no" ? yesNo : given)];
  const typed = isNumber(kind) ? bounds : kind === "tile" ? {} : null;
  const control = typed ? el("input", { id, ...typed }) : el("select", { id }, options(list));
  return el("p", { "data-fact": name }, label, control);
}

/** @param {Question["kind"]} kind */
function isNumber(kind) {
  return ["number", "seconds"].includes(kind);
}

/** A question is shown where the answers before it make it matter. */
function showNeeded() {
  const known = facts();
  for (const { name, needed_if: conditions } of incident().asks) {
    const row = /** @type {HTMLElement} */ (
      byId("handbook-facts").querySelector(`[data-fact="${name}"]`)
    );
    row.hidden = !conditions.every((condition) => holds(condition, known));
    if (row.hidden) delete known[name];
  }
}

/** @param {Question["needed_if"][number]} condition @param {Record<string, any>} known */
function holds({ fact, among, least, most }, known) {
  if (!(fact in known)) return false;
  const value = known[fact];
  return (
    (among === undefined || among.includes(value)) &&
    (least === undefined || value >= least) &&
    (most === undefined || value <= most)
  );
}

/** The facts as they are filled in, in the kinds that the service takes. */
function facts() {
  /** @type {Record<string, number | boolean | string>} */
  const known = {};
  for (const { name, kind } of incident().asks) {
    const value = written(`handbook-fact-${name}`);
    if (value === "") continue;
    if (isNumber(kind)) known[name] = Number(wholeOf(`handbook-fact-${name}`));
    else known[name] = kind === "yes_no" ? value === "true" : value;
  }
  return known;
}

async function ask() {
  showNeeded();
  const known = facts();
  const shown = incident().asks.filter(
    ({ name }) => !byId(`handbook-fact-${name}`).closest("p")?.hidden && name in known,
  );
  const told = Object.fromEntries(shown.map(({ name }) => [name, known[name]]));
  const ticket = ++asked;
  byId("handbook-ruling").replaceChildren();
  await desk.asking(async () => {
    const ruling = await desk.api.incident(desk.edition.id, incident().id, told);
    if (ticket === asked) showRuling(ruling);
  }, byId("handbook-form"));
}

/** @param {Ruling} ruling */
function showRuling(ruling) {
  const { title, article, silent, steps, decides } = ruling;
  byId("handbook-ruling").replaceChildren(
    el(
      "div",
      { class: "summary" },
      el("h2", {}, ours(title), " ", where(article)),
      ol(steps.map((step) => li(ours(step)))),
      silent && decides && note(`${ours(decides.text)} (${articleText(decides.article)})`),
      eventAtHand()?.players?.length > 0 && drawTaking(ruling),
    ),
  );
}

/** Where an event is at hand its record takes the ruling. @param {Ruling} ruling */
function drawTaking(ruling) {
  const deciders = DECIDERS.map(
    (by) => /** @type {[string, string]} */ ([by, t(`handbook.by.${by}`)]),
  );
  return form(
    { id: "handbook-take", autocomplete: "off" },
    () => takeDown(ruling),
    textField("handbook-table", t("setup.table"), { ...WHOLE, min: 1, max: 999 }),
    choiceField("handbook-by", t("handbook.who"), deciders),
    el("button", {}, t("handbook.take")),
  );
}

/** The ruling goes to the tournament's tab, which has the record. @param {Ruling} ruling */
async function takeDown({ title, article, silent, steps, decides }) {
  const table = wholeOf("handbook-table");
  const by = written("handbook-by");
  const reason = `${ours(title)}: ${steps.map(ours).join(" ")}`.slice(0, LONGEST);
  const named = silent && decides ? decides.article : article;
  const detail = { ...(table && { table }), by, article: named, reason };
  desk.hush();
  if (!(await desk.load("tournament"))) return;
  const ruled = new CustomEvent("arbiter:ruling", { detail, cancelable: true });
  // Whoever takes the ruling leaves nothing to be done about it.
  if (!dispatchEvent(ruled)) byId("handbook-take").replaceWith(note(t("handbook.taken")));
}

/** A sentence as the page says it, or else the regulation. @param {Sentence} sentence */
function ours(sentence) {
  return sentence[desk.settings.lang] ?? sentence[desk.edition.language] ?? sentence.en;
}
