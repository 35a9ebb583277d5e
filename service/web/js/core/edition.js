/** Knows how to say, in the language of the page, what an edition's data decide. */

import { drawing, el } from "./dom.js";
import { has, t } from "./i18n.js";

/** @import { Edition, EditionSummary, Lexicon, Penalty } from "./answers.js" */
/** @import { Alphabet } from "./tiles.js" */

const TICK = ["M60 6a54 54 0 1 0 .1 0z", "M34 62l18 18 36-42"];
const CROSS = ["M8 8h104v104h-104z", "M36 36l48 48M84 36l-48 48"];

/**
 * The edition asked for, the newest of its federation or of the page's language, or any.
 *
 * @param {EditionSummary[]} editions
 * @param {{rules?: string, lang?: string}} wanted
 */
export function suited(editions, { rules, lang }) {
  const latest = editions.filter(({ newest }) => newest);
  return (
    editions.find(({ id }) => id === rules) ??
    latest.find(({ federation }) => federation === rules) ??
    latest.find(({ language }) => language === lang) ??
    latest[0] ??
    editions[0]
  );
}

/**
 * The edition's own word for the verdict, or the page's when the page speaks another language.
 *
 * @param {Edition} edition @param {string} language @param {boolean} valid
 */
export function verdictWord(edition, language, valid) {
  const side = valid ? "valid" : "invalid";
  return edition.language === language ? edition.verdicts[side] : t(`verdict.${side}`);
}

/** A verdict for eyes that cannot tell its colour: a tick in a ring, or a cross in a box. @param {boolean} valid */
export function verdictShape(valid) {
  return drawing("0 0 120 120", ...(valid ? TICK : CROSS));
}

/**
 * What an unfounded challenge costs under the variant that was announced.
 *
 * @param {Edition} edition @param {string | undefined} variant
 */
export function unfoundedPenalty(edition, variant) {
  const { unfounded, aliases, default_variant: usual } = edition.sections.challenge;
  return unfounded[aliases[variant ?? usual] ?? variant] ?? unfounded[usual];
}

/**
 * A penalty in words, with its article; worked out where the number of words is known.
 *
 * @param {Penalty} penalty @param {number} [count]
 */
export function penaltyText({ kind, amount = 0, steps = [], article }, count = 0) {
  const worked = `penalty.${kind}.worked`;
  const name = count > 1 && has(worked) ? worked : `penalty.${kind}`;
  const text = t(name, { amount, count, total: amount * count, steps: steps.join(", ") });
  return `${text} (${articleText(article)})`;
}

/**
 * A variant of the penalty as the organiser announces it: its name, and what it comes to.
 *
 * @param {Edition} edition @param {string} variant
 */
export function variantText(edition, variant) {
  const { unfounded, aliases } = edition.sections.challenge;
  const { kind, amount, steps = [] } = unfounded[aliases[variant] ?? variant];
  return `${variantName(variant)}: ${t(`variant.${kind}`, { amount, steps: steps.join(", ") })}`;
}

/** What a variant is called; most have no name but the letter of their article. @param {string} variant */
export function variantName(variant) {
  return has(`variant.name.${variant}`) ? t(`variant.name.${variant}`) : variant;
}

/**
 * The times that the edition gives a player, and where it leaves that open some others.
 *
 * @returns {[string, string][]}
 * @param {Edition} edition
 */
export function clockTimes({ sections }) {
  const { seconds, least, most, others } = sections.clock;
  const times = [seconds, least, most, ...(others ? [1200, 1800] : [])];
  const minutes = [...new Set(times)].filter(Boolean).sort((a, b) => a - b);
  return minutes.map((time) => [String(time), t("setup.clock.minutes", { minutes: time / 60 })]);
}

/**
 * What follows from a verdict, each line with whom it concerns.
 *
 * @param {Edition} edition
 * @param {{stands: boolean, variant?: string, count: number}} verdict
 * @returns {[string, string][]}
 */
export function whatFollows(edition, { stands, variant, count }) {
  const { rejected } = edition.sections.challenge;
  const penalty = stands ? unfoundedPenalty(edition, variant) : rejected;
  const score = edition.sections.procedures.score || "confirmed";
  const play = stands ? t(`after.stands.${score}`) : t("after.falls");
  const who = t(stands ? "after.challenger" : "after.player");
  /** @type {[string, string][]} */
  const costs = [[who, penaltyText(penalty, count)]];
  return [[t("after.play"), play], ...(stands || penalty.kind !== "none" ? costs : [])];
}

/** Two verdicts that differ: what the regulation says of it. @param {Edition} edition */
export function differingText({ sections }) {
  const { rechallenge, articles, article } = sections.challenge;
  const where = articleText(articles?.rechallenge ?? article);
  return `${t(`after.differs.${rechallenge}`)} (${where})`;
}

/** Where a rule is written, or that it is not: a bare number could be read as points. @param {string} article */
export function articleText(article) {
  if (article === "silent") return t("value.silent");
  const dashed = article.replace(/(\d)-(?=\d)/g, "$1–");
  return /^\d/.test(dashed) ? `art. ${dashed}` : dashed;
}

/** Let the header carry the colours of the federation, where the edition names them. @param {Edition} edition */
export function showColours({ sections }) {
  /** @type {string[]} */
  const colours = sections.identity?.colours ?? [];
  const part = 100 / colours.length;
  const bands = colours.map((colour, i) => `${colour} ${i * part}% ${(i + 1) * part}%`);
  const stripe = bands.length ? `linear-gradient(90deg, ${bands.join(", ")})` : "none";
  document.body.style.setProperty("--stripe", stripe);
}

/**
 * The beginning of a hash, in the groups in which the box, the sheet and the terminal write it.
 *
 * @param {string} sha256
 */
function shortHash(sha256) {
  return [0, 4, 8].map((at) => sha256.slice(at, at + 4)).join(" ");
}

/** The lexicon with its version, its short hash, and whether a federation stands behind it. @param {Lexicon} lexicon */
export function lexiconLine(lexicon) {
  return [
    el("span", { class: "title" }, lexicon.name),
    el("span", { class: "version" }, lexicon.version),
    el("code", { title: lexicon.sha256 }, shortHash(lexicon.sha256)),
    lexicon.official
      ? null
      : el("span", { class: "open" }, t(lexicon.guarded ? "lexicon.guarded" : "lexicon.open")),
  ];
}

/** How a face is read aloud. @param {string} face */
export function faceName(face) {
  return has(`tile.${face}`) ? t(`tile.${face}`) : face;
}

/** A word in tiles; a screen reader hears it letter by letter. @param {string[]} faces @param {Alphabet} alphabet */
export function tileRow(faces, alphabet) {
  const name = faces.map(faceName).join(", ");
  const tiles = faces.map((face) =>
    el(
      "span",
      { class: face.length > 1 ? "tile two" : "tile", "aria-hidden": "true" },
      face,
      el("small", {}, valueOf(face, alphabet)),
    ),
  );
  const word = el("span", { class: "word", role: "img", "aria-label": name }, tiles);
  word.style.setProperty("--tiles", String(faces.length));
  return word;
}

/**
 * What a tile is worth; one that is only half typed is worth nothing yet, not even zero.
 *
 * @param {string} face @param {Alphabet} alphabet
 */
function valueOf(face, { values, faces, blankValue }) {
  return faces.includes(face) ? String(values.get(face) ?? blankValue) : "";
}
