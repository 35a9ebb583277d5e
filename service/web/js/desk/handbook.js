/**
 * Knows the handbook on the desk: what has happened, the facts that matter, what is to be done.
 *
 * Incidents, questions and steps are the service's, in the edition's language and in English.
 */

import { desk } from "../core/asking.js";
import { byId, el, field, li, ol, p, ul, UNSET } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";

/** @type {import("../core/answers.js").Incidents} */
let handbook = UNSET;
let asked = 0;

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
  const options = handbook.incidents.map(({ id, title }) =>
    el("option", { value: id }, ours(title)),
  );
  const change = () => showQuestions();
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    ask();
  };
  byId("handbook").replaceChildren(
    el("h1", {}, t("handbook.title")),
    el(
      "form",
      { id: "handbook-search", role: "search", autocomplete: "off", submit: search },
      el(
        "p",
        {},
        el("label", { for: "handbook-about" }, t("handbook.about")),
        el("input", { id: "handbook-about", type: "search", maxlength: 100 }),
      ),
      el("button", {}, t("handbook.search")),
    ),
    el("div", { id: "handbook-found", "aria-live": "polite" }),
    el(
      "form",
      { id: "handbook-form", autocomplete: "off", submit },
      el(
        "p",
        { class: "grow" },
        el("label", { for: "handbook-incident" }, t("handbook.incident")),
        el("select", { id: "handbook-incident", autocomplete: "off", change }, options),
      ),
      el("div", { id: "handbook-facts", change: showNeeded }),
      el("button", { class: "primary" }, t("handbook.ask")),
    ),
    el("div", { id: "handbook-ruling", "aria-live": "polite" }),
  );
  showQuestions();
}

/** Look for words in the whole handbook. @param {SubmitEvent} event */
async function search(event) {
  event.preventDefault();
  const about = field("handbook-about").value.trim();
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

/** @param {import("../core/answers.js").Incident} found */
function showFound({ id, title, found = [] }) {
  const click = () => {
    field("handbook-incident").value = id;
    showQuestions();
    byId("handbook-incident").focus();
  };
  return el(
    "section",
    {},
    el("h2", {}, el("button", { type: "button", click }, ours(title))),
    ul(
      found.map(({ article, step }) =>
        li(ours(step), " ", el("span", { class: "article" }, articleText(article))),
      ),
    ),
  );
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

/** @param {import("../core/answers.js").Question} question */
function drawQuestion({ name, kind, text, least, most, options = [] }) {
  const id = `handbook-${name}`;
  const label = el("label", { for: id }, ours(text));
  if (["number", "seconds"].includes(kind)) {
    const bounds = { type: "number", step: 1, min: least ?? 0, max: most };
    return el("p", { "data-fact": name }, label, el("input", { id, ...bounds }));
  }
  if (kind === "tile") return el("p", { "data-fact": name }, label, el("input", { id }));
  const yesNo = [
    ["true", t("handbook.yes")],
    ["false", t("handbook.no")],
  ];
  const given = options.map((option) => [option.value, ours(option.text)]);
  const list = [["", "–"], ...(kind === "yes_no" ? yesNo : given)];
  const choices = list.map(([value, shown]) => el("option", { value }, shown));
  return el("p", { "data-fact": name }, label, el("select", { id }, choices));
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

/** @param {{fact: string, among?: any[], least?: number, most?: number}} condition @param {Record<string, any>} known */
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
    const value = field(`handbook-${name}`).value.trim();
    if (value === "") continue;
    if (["number", "seconds"].includes(kind)) known[name] = Math.trunc(Number(value));
    else known[name] = kind === "yes_no" ? value === "true" : value;
  }
  return known;
}

async function ask() {
  showNeeded();
  const known = facts();
  const shown = incident().asks.filter(
    ({ name }) => !byId(`handbook-${name}`).closest("p")?.hidden && name in known,
  );
  const told = Object.fromEntries(shown.map(({ name }) => [name, known[name]]));
  const ticket = ++asked;
  byId("handbook-ruling").replaceChildren();
  await desk.asking(async () => {
    const ruling = await desk.api.incident(desk.edition.id, incident().id, told);
    if (ticket === asked) showRuling(ruling);
  }, byId("handbook-form"));
}

/** @param {import("../core/answers.js").Ruling} ruling */
function showRuling({ title, article, silent, steps, decides }) {
  byId("handbook-ruling").replaceChildren(
    el(
      "div",
      { class: "summary" },
      el("h2", {}, ours(title), " ", el("span", { class: "article" }, articleText(article))),
      ol(steps.map((step) => li(ours(step)))),
      silent &&
        decides &&
        el("p", { class: "note" }, `${ours(decides.text)} (${articleText(decides.article)})`),
    ),
  );
}

/** A sentence as the page says it, or else the regulation. @param {Record<string, string>} sentence */
function ours(sentence) {
  return sentence[desk.settings.lang] ?? sentence[desk.edition.language] ?? sentence.en;
}
