/**
 * Knows what arbiters note about players beside the games (warnings, a compensation, spread given or
 * taken), what it does to a classification and by which article, and who is to be eliminated.
 *
 * What an edition is silent about is not offered: the service would refuse to count it.
 */

import { sayAt } from "../core/asking.js";
import { byId, el, field, li, p, ul } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { drawReading } from "../core/readings.js";
import { latestRound, notesOf, withdraw, withNote, withoutNote } from "./document.js";
import { isSilent, number } from "./parts.js";

/** What may be noted, and the section that says what it is worth. */
const KINDS = {
  technical_warning: "warnings",
  disciplinary_warning: "warnings",
  compensation: "compensation",
  spread: "classification",
};
/** The values that a kind is noted with; those that are numbers have bounds. */
const VALUES = { compensation: ["play"], spread: ["amount", "article"] };
const BOUNDS = { play: { least: 0, most: 9999 }, amount: { least: -9999, most: 9999 } };
const LONGEST_ARTICLE = 100;

/** @param {import("./tournament.js").Director} director */
export function drawNotes(director) {
  const { tournament, desk } = director;
  if (!tournament.players.length) return el("p", { class: "note" }, t("tour.noPlayers"));
  const kinds = Object.keys(KINDS).filter((kind) => !isSilent(desk.edition, KINDS[kind]));
  const stage = el("div", { id: "tour-out" });
  if (!isSilent(desk.edition, "elimination")) showEliminated(director, stage);
  return [
    kinds.length > 0 && drawForm(director, kinds),
    ...(kinds.length > 0 ? drawSilences(desk.edition) : []),
    drawList(director),
    stage,
  ];
}

/** What cannot be noted because nobody has said what it costs, before anybody tries. */
function drawSilences(edition) {
  const silent = [...new Set(Object.values(KINDS))].filter((name) => isSilent(edition, name));
  return silent.map((name) =>
    el(
      "div",
      { class: "note" },
      p(t("tour.note.silent", { what: t(`section.${name}`) })),
      drawReading(edition, edition.sections[name].reading),
    ),
  );
}

function drawForm(director, kinds) {
  const { tournament, desk, nameOf } = director;
  const { sections } = desk.edition;
  const article = (kind) =>
    kind === "spread" ? "" : ` (${articleText(sections[KINDS[kind]].article)})`;
  const rounds = Array.from({ length: latestRound(tournament) }, (_, i) => String(i + 1));
  const take = (event) => {
    event.preventDefault();
    const note = readNote(new FormData(form));
    if (note === null) return;
    director.keep(withNote(director.tournament, note));
    director.draw();
    byId("tour-note-player").focus();
  };
  const fit = () => {
    const { kind } = Object.fromEntries(new FormData(form));
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]")))
      part.hidden = part.dataset.for !== kind;
  };
  const form = el(
    "form",
    { submit: take, change: fit, id: "tour-note", autocomplete: "off", novalidate: true },
    choice(
      "player",
      tournament.players.map(({ id }) => [id, nameOf(id)]),
    ),
    choice(
      "kind",
      kinds.map((kind) => [kind, `${t(`tour.note.${kind}`)}${article(kind)}`]),
    ),
    choice("round", [["", "–"], ...rounds.map((n) => [n, n])], rounds.at(-1)),
    Object.entries(VALUES).flatMap(([kind, names]) => names.map((name) => valueField(kind, name))),
    el("button", { class: "primary", id: "tour-note-keep" }, t("tour.keep")),
  );
  fit();
  return form;
}

function choice(name, options, chosen = "") {
  const id = `tour-note-${name}`;
  return p(
    el("label", { for: id }, t(`tour.${name === "kind" ? "note.kind" : name}`)),
    el(
      "select",
      { id, name, autocomplete: "off" },
      options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
    ),
  );
}

function valueField(kind, name) {
  const id = `tour-note-${name}`;
  const attributes = name === "article" ? {} : { inputmode: "numeric", class: "tour-score" };
  return el(
    "p",
    { "data-for": kind },
    el("label", { for: id }, t(`tour.note.${name}`)),
    el("input", { id, name, type: "text", ...attributes }),
  );
}

/** The note in the form, or nothing; then it is said beside the field what is wrong with it. */
function readNote(form) {
  const { player, kind, round } = Object.fromEntries(form);
  const note = { player, kind, ...(round ? { round: Number(round) } : {}) };
  sayAt(null);
  for (const name of VALUES[kind] ?? []) {
    const text = String(form.get(name)).trim().replace("−", "-");
    const bounds = BOUNDS[name];
    const wrong = bounds ? numberFault(text, bounds) : articleFault(text);
    const control = field(`tour-note-${name}`);
    control.ariaInvalid = wrong ? "true" : null;
    if (wrong) {
      sayAt(control.parentElement, wrong);
      control.focus();
      return null;
    }
    note[name] = bounds ? Number(text) : text;
  }
  return note;
}

function numberFault(text, bounds) {
  if (!/^[-+]?\d+$/.test(text)) return t("problem.shape.number");
  const within = Number(text) >= bounds.least && Number(text) <= bounds.most;
  return within ? "" : t("problem.shape.between", bounds);
}

function articleFault(text) {
  if (!text) return t("tour.note.needsArticle");
  return text.length > LONGEST_ARTICLE ? t("problem.shape.long", { most: LONGEST_ARTICLE }) : "";
}

function drawList(director) {
  const { tournament, nameOf, desk } = director;
  if (!tournament.adjustments.length) return el("p", { class: "note" }, t("tour.note.none"));
  const remove = (at) => {
    director.keep(withoutNote(director.tournament, at));
    director.draw();
    byId("tour-notes").focus();
  };
  return el(
    "ul",
    { class: "tour-noted" },
    tournament.adjustments.map((note, at) =>
      li(
        el("strong", {}, nameOf(note.player)),
        ` ${noteText(note)}${articleOf(note, desk.edition)} `,
        el(
          "button",
          {
            ...{ type: "button", id: `tour-unnote-${at}`, click: () => remove(at) },
            "aria-label": `${t("tour.remove")}: ${nameOf(note.player)}, ${noteText(note)}`,
          },
          t("tour.remove"),
        ),
        isUnknown(note, desk.edition) && el("p", { class: "wrong" }, t("tour.note.uncounted")),
      ),
    ),
  );
}

/** Every note as a row: who, what and by which article. @param {import("./tournament.js").Director} director */
export function notesTold({ tournament, nameOf, desk }) {
  return tournament.adjustments.map((note) => [
    nameOf(note.player),
    `${noteText(note)}${articleOf(note, desk.edition)}`,
  ]);
}

/** Whether an edition says nothing of what a note is worth. */
function isUnknown({ kind }, edition) {
  return kind in KINDS && isSilent(edition, KINDS[kind]);
}

/** @param {import("./document.js").Adjustment} note */
function articleOf({ kind, article }, { sections }) {
  const said = article ?? (kind === "spread" ? "" : sections[KINDS[kind]]?.article);
  return said ? ` (${articleText(said)})` : "";
}

/** A note in words: what it is, of how much, in which round. @param {import("./document.js").Adjustment} note */
function noteText({ kind, play, amount, round }) {
  const value =
    kind === "compensation" ? t("tour.note.playOf", { play: play ?? "" }) : number(amount, true);
  const parts = [`${t(`tour.note.${kind}`)}${kind in VALUES ? ` ${value}` : ""}`];
  if (round) parts.push(t("tour.roundN", { round }));
  return parts.join(" · ");
}

function isWarning({ kind }) {
  return KINDS[kind] === "warnings";
}

/**
 * What was noted about somebody in a row of a classification, and what it does to the spread.
 *
 * @param {import("./tournament.js").Director} director
 * @param {import("../core/answers.js").StandingsRow} row
 * @param {{after: number, final: boolean}} counted
 */
export function notedText({ tournament, desk }, row, { after, final }) {
  const notes = notesOf(tournament, row.player, after);
  if (!notes.length) return "";
  const effects = row.adjustments.map(
    ({ points, article }) =>
      `${t("tour.key.spread")} ${number(points, true)}${article === "arbiter" ? "" : ` (${articleText(article)})`}`,
  );
  if (notes.some(isWarning) && !row.adjustments.some(isWarning)) {
    const article = articleText(desk.edition.sections.warnings.article);
    effects.push(t(final ? "tour.note.free" : "tour.note.later", { article }));
  }
  return `${notes.map(noteText).join("; ")} → ${effects.join("; ")}`;
}

/** What was noted, as it stands on a card that is printed before anything is counted. */
export function drawCardNotes({ tournament, desk }, id) {
  const notes = notesOf(tournament, id);
  if (!notes.length) return null;
  return el(
    "ul",
    { class: "tour-noted" },
    notes.map((note) => li(`${noteText(note)}${articleOf(note, desk.edition)}`)),
  );
}

/** Beside a classification: everybody of whom something was noted. */
export function drawNoted(director, counted) {
  const rows = counted.standings
    .map((row) => ({ row, text: notedText(director, row, counted) }))
    .filter(({ text }) => text);
  if (!rows.length) return null;
  return el(
    "div",
    { class: "remarks" },
    el("h2", {}, t("tour.notes")),
    ul(rows.map(({ row, text }) => li(el("strong", {}, director.nameOf(row.player)), ` ${text}`))),
  );
}

async function showEliminated(director, stage) {
  await director.desk.asking(async () => {
    const { eliminated } = await director.count("check", {});
    stage.append(drawEliminated(director, eliminated) ?? "");
  });
}

/** Who has missed too many rounds and is still in, each with a button. */
export function drawEliminated(director, eliminated) {
  const { tournament, desk, nameOf } = director;
  const here = tournament.players.filter(
    ({ id, left }) => left === undefined && eliminated.includes(id),
  );
  if (!here.length) return null;
  const round = latestRound(tournament) + 1;
  if (round > tournament.rounds) return null;
  const eliminate = (id) => {
    director.keep(withdraw(director.tournament, id, "eliminated"));
    director.draw();
    byId(`tour-${director.part}`).focus();
  };
  const article = articleText(desk.edition.sections.elimination.article);
  return el(
    "div",
    { class: "remarks" },
    el("h2", {}, t("tour.eliminated", { article })),
    ul(
      here.map(({ id }) =>
        li(
          el("strong", {}, nameOf(id)),
          " ",
          el(
            "button",
            {
              ...{ type: "button", id: `tour-eliminate-${id}`, click: () => eliminate(id) },
              "aria-label": `${t("tour.eliminate", { round })}: ${nameOf(id)}`,
            },
            t("tour.eliminate", { round }),
          ),
        ),
      ),
    ),
  );
}
