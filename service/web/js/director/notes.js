/**
 * Knows what arbiters note about players beside the games (warnings, a compensation, spread given or
 * taken), what it does to a classification and by which article, and who is to be eliminated.
 *
 * What an edition is silent about is not offered: the service would refuse to count it.
 */

import { sayAt } from "../core/asking.js";
import { byId, el, field, li, p } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { drawReading } from "../core/readings.js";
import { changed, gameOf, latestRound, notesOf, present, withdraw } from "./document.js";
import {
  button,
  choice,
  director,
  inBrackets,
  isSilent,
  note,
  number,
  remarks,
  section,
} from "./parts.js";
import { withAct } from "./record.js";

/** @import { Standings, StandingsRow } from "../core/answers.js" */
/** @import { Adjustment } from "./document.js" */

/**
 * What may be noted, and the section that says what it is worth.
 * @type {Record<string, string>}
 */
const KINDS = {
  technical_warning: "warnings",
  disciplinary_warning: "warnings",
  compensation: "compensation",
  spread: "classification",
};
/**
 * The values that a kind is noted with; those that are numbers have bounds.
 * @type {Record<string, string[]>}
 */
const VALUES = { compensation: ["play"], spread: ["amount", "article"] };
/** @type {Record<string, {least: number, most: number}>} */
const BOUNDS = { play: { least: 0, most: 9999 }, amount: { least: -9999, most: 9999 } };
const LONGEST_ARTICLE = 100;

export function drawNotes() {
  const { tournament } = director;
  if (!tournament.players.length) return note(t("tour.noPlayers"));
  const kinds = Object.keys(KINDS).filter((kind) => !isSilent(KINDS[kind]));
  const stage = el("div", { id: "tour-out" });
  if (!isSilent("elimination")) showEliminated(stage);
  return [
    kinds.length > 0 && drawForm(kinds),
    kinds.length > 0 && drawSilences(),
    drawList(),
    stage,
  ];
}

/** What cannot be noted because nobody has said what it costs, before anybody tries. */
function drawSilences() {
  const { edition } = director.desk;
  return [...new Set(Object.values(KINDS))]
    .filter(isSilent)
    .map((name) =>
      el(
        "div",
        { class: "note" },
        p(t("tour.note.silent", { what: t(`section.${name}`) })),
        drawReading(edition, section(name).reading),
      ),
    );
}

/** @param {string[]} kinds */
function drawForm(kinds) {
  const { tournament, nameOf } = director;
  const rounds = Array.from({ length: latestRound(tournament) }, (_, i) => String(i + 1));
  /** @param {Event} event */
  const take = (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const noted = readNote(given);
    if (noted === null) return;
    const act = isWarning(noted) ? warning(noted, given) : null;
    keep([...director.tournament.adjustments, noted], "tour-note-player", act);
  };
  const fit = () => {
    const kind = String(new FormData(form).get("kind"));
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-for]")))
      part.hidden = ![kind, KINDS[kind]].includes(part.dataset.for ?? "");
  };
  const named = kinds.map((kind) => [kind, `${t(`tour.note.${kind}`)}${articleOf({ kind })}`]);
  const players = tournament.players.map(({ id }) => [id, nameOf(id)]);
  const deciders = ["chief_arbiter", "arbiter"].map((by) => [by, t(`tour.by.${by}`)]);
  const why = valueField("warnings", "reason", "tour.why");
  const form = el(
    "form",
    { submit: take, change: fit, id: "tour-note", autocomplete: "off", novalidate: true },
    labelled("player", "tour.player", players),
    labelled("kind", "tour.note.kind", named),
    labelled("round", "tour.round", [["", "–"], ...rounds.map((n) => [n, n])], rounds.at(-1)),
    el("div", { "data-for": "warnings" }, labelled("by", "handbook.who", deciders), why),
    Object.entries(VALUES).flatMap(([kind, names]) => names.map((name) => valueField(kind, name))),
    el("button", { class: "primary", id: "tour-note-keep" }, t("tour.keep")),
  );
  fit();
  return form;
}

/** A warning as the record has it: by whose word, at which table and why. @param {Adjustment} noted @param {FormData} given */
function warning({ player, kind, round }, given) {
  const [by, reason] = ["by", "reason"].map((name) => String(given.get(name)).trim() || null);
  const table = gameOf(director.tournament, round ?? 0, player)?.table;
  const { article } = section("warnings");
  return present({ act: "warning", by, player, round, table, article, reason, after: { kind } });
}

/** The tournament with other notes, and the cursor where it goes on. @param {Adjustment[]} adjustments @param {string} at @param {any} [act] */
function keep(adjustments, at, act) {
  const noted = changed(director.tournament, { adjustments });
  director.keep(act ? withAct(noted, act) : noted);
  director.draw();
  byId(at).focus();
}

/** @param {string} name @param {string} label @param {string[][]} options @param {string} [chosen] */
function labelled(name, label, options, chosen) {
  const id = `tour-note-${name}`;
  return p(el("label", { for: id }, t(label)), choice({ id, name }, options, chosen));
}

/** @param {string} kind @param {string} name @param {string} [label] */
function valueField(kind, name, label = `tour.note.${name}`) {
  const id = `tour-note-${name}`;
  const attributes = BOUNDS[name] && { inputmode: "numeric", class: "tour-score" };
  return el(
    "p",
    { "data-for": kind },
    el("label", { for: id }, t(label)),
    el("input", { id, name, type: "text", maxlength: 200, ...attributes }),
  );
}

/**
 * The note in the form, or nothing; then it is said beside the field what is wrong with it.
 *
 * @param {FormData} form
 */
function readNote(form) {
  const [player, kind, round] = ["player", "kind", "round"].map((name) => String(form.get(name)));
  /** @type {Adjustment & Record<string, any>} */
  const noted = { player, kind, ...(round ? { round: Number(round) } : {}) };
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
    noted[name] = bounds ? Number(text) : text;
  }
  return noted;
}

/** @param {string} text @param {{least: number, most: number}} bounds */
function numberFault(text, bounds) {
  if (!/^[-+]?\d+$/.test(text)) return t("problem.shape.number");
  const within = Number(text) >= bounds.least && Number(text) <= bounds.most;
  return within ? "" : t("problem.shape.between", bounds);
}

/** @param {string} text */
function articleFault(text) {
  if (!text) return t("tour.note.needsArticle");
  return text.length > LONGEST_ARTICLE ? t("problem.shape.long", { most: LONGEST_ARTICLE }) : "";
}

function drawList() {
  const { adjustments } = director.tournament;
  if (!adjustments.length) return note(t("tour.note.none"));
  const lines = adjustments.map((noted, at) => {
    const name = director.nameOf(noted.player);
    const rest = () => director.tournament.adjustments.filter((_, i) => i !== at);
    return li(
      el("strong", {}, name),
      ` ${noteText(noted)}${articleOf(noted)} `,
      button(`tour-unnote-${at}`, t("tour.remove"), () => keep(rest(), "tour-notes"), {
        "aria-label": `${t("tour.remove")}: ${name}, ${noteText(noted)}`,
      }),
      // The edition may say nothing of what a note is worth.
      noted.kind in KINDS &&
        isSilent(KINDS[noted.kind]) &&
        el("p", { class: "wrong" }, t("tour.note.uncounted")),
    );
  });
  return el("ul", { class: "tour-noted" }, lines);
}

/** @param {{kind: string, article?: string}} noted */
function articleOf({ kind, article }) {
  return inBrackets(article ?? (kind === "spread" ? "" : section(KINDS[kind]).article));
}

/** A note in words: what it is, of how much, in which round. @param {Adjustment} noted */
function noteText({ kind, play, amount, round }) {
  const value =
    kind === "compensation" ? t("tour.note.playOf", { play: play ?? "" }) : number(amount, true);
  const said = `${t(`tour.note.${kind}`)}${kind in VALUES ? ` ${value}` : ""}`;
  return round ? `${said} · ${t("tour.roundN", { round })}` : said;
}

/** @param {{kind: string}} noted */
function isWarning({ kind }) {
  return KINDS[kind] === "warnings";
}

/**
 * What was noted about somebody in a row of a classification, and what it does to the spread.
 *
 * @param {StandingsRow} row @param {Standings} counted
 */
export function notedText(row, { after, final }) {
  const notes = notesOf(director.tournament, row.player, after);
  if (!notes.length) return "";
  const effects = row.adjustments.map(({ points, article }) => {
    const by = article === "arbiter" ? "" : inBrackets(article);
    return `${t("tour.key.spread")} ${number(points, true)}${by}`;
  });
  if (notes.some(isWarning) && !row.adjustments.some(isWarning)) {
    const article = articleText(section("warnings").article);
    effects.push(t(final ? "tour.note.free" : "tour.note.later", { article }));
  }
  return `${notes.map(noteText).join("; ")} → ${effects.join("; ")}`;
}

/** What was noted, as it stands on a card that is printed before anything is counted. @param {string} id */
export function drawCardNotes(id) {
  const lines = notesOf(director.tournament, id).map((noted) =>
    li(`${noteText(noted)}${articleOf(noted)}`),
  );
  return lines.length > 0 && el("ul", { class: "tour-noted" }, lines);
}

/** Beside a classification: everybody of whom something was noted. @param {Standings} counted */
export function drawNoted(counted) {
  const lines = counted.standings.flatMap((row) => {
    const text = notedText(row, counted);
    return text ? [[el("strong", {}, director.nameOf(row.player)), ` ${text}`]] : [];
  });
  return remarks(t("tour.notes"), lines);
}

/** @param {HTMLElement} stage */
async function showEliminated(stage) {
  await director.desk.asking(async () => {
    const { eliminated } = await director.count("check", {});
    stage.append(drawEliminated(eliminated));
  });
}

/** Who has missed too many rounds and is still in, each with a button. @param {string[]} eliminated */
export function drawEliminated(eliminated) {
  const { tournament, nameOf } = director;
  const round = latestRound(tournament) + 1;
  if (round > tournament.rounds) return "";
  const text = t("tour.eliminate", { round });
  /** @param {string} id */
  const eliminate = (id) => {
    director.keep(withdraw(director.tournament, id, "eliminated"));
    director.draw();
    byId(`tour-${director.part}`).focus();
  };
  const lines = tournament.players
    .filter(({ id, left }) => left === undefined && eliminated.includes(id))
    .map(({ id }) => [
      el("strong", {}, nameOf(id)),
      " ",
      button(`tour-eliminate-${id}`, text, () => eliminate(id), {
        "aria-label": `${text}: ${nameOf(id)}`,
      }),
    ]);
  const { article = "" } = section("elimination");
  return remarks(t("tour.eliminated", { article: articleText(article) }), lines);
}
