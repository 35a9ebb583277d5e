/**
 * Knows what can happen in a game beside a play, and the form for each: a kind, and its fields.
 *
 * The fields are those of the event in `POST /replay`; what is left empty is left out.
 */

import { desk, sayAt } from "../core/asking.js";
import { byId, el, field, p } from "../core/dom.js";
import { unfoundedPenalty } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { latestPlay } from "./record.js";

const PLAIN = { autocomplete: "off", autocapitalize: "none", spellcheck: "false" };
/** A whole number. */
export const WHOLE = { type: "number", inputmode: "numeric", step: "1" };

/** Each kind with its fields, the key that begins it on the board, and which editions know it. */
export const KINDS = {
  pass: { key: "-", fields: [] },
  exchange: { key: "+", fields: ["tiles"] },
  cambio_secco: { key: "*", fields: [], only: ({ free_exchange }) => free_exchange.per_player },
  challenge: { key: "?", fields: ["verdict", "words"] },
  correction: { fields: ["of", "right"] },
  adjustment: { fields: ["player", "points", "spread", "article", "reason"] },
  turn_lost: { fields: ["article", "reason"] },
  redeclared: { fields: ["square", "face"] },
  overdraw: { fields: ["player", "count", "corrected"] },
  underdraw: { fields: ["player", "count", "corrected"] },
  rejudged: { fields: ["later", "on_rack"] },
  called_time: { fields: ["player", "supplementary"], only: ({ overtime }) => overtime.needs_call },
  time: { fields: ["player", "seconds"] },
  end: { key: "=", fields: ["ended_by", "ender", "racks", "overtime", "remaining"] },
};

const ENDINGS = ["", "out", "scoreless", "time", "total_time", "round_time", "abandon", "absence"];

/**
 * The kinds that can happen by an edition.
 *
 * @param {import("../core/answers.js").Edition} edition
 */
export function kindsOf({ sections }) {
  return Object.keys(KINDS).filter((kind) => !KINDS[kind].only || KINDS[kind].only(sections));
}

/** The keys that begin something else than a play. @param {import("../core/answers.js").Edition} edition */
export function keysOf(edition) {
  const keyed = kindsOf(edition).filter((kind) => KINDS[kind].key);
  return keyed.map((kind) => `${KINDS[kind].key} ${t(`event.${kind}`)}`).join(", ");
}

/**
 * What seconds of overtime are: all beyond the allowance, or those since the opponent's call.
 *
 * @param {import("../core/answers.js").Edition} edition
 */
export function overtimeLabel({ sections }) {
  return t(`editor.field.overtime${sections.overtime.needs_call ? ".called" : ""}`);
}

/** The kinds that a sheet gives a score, a total and a rack. */
export function isEntry(type) {
  return ["pass", "exchange", "cambio_secco", "challenge"].includes(type);
}

/**
 * The fields of a kind, filled with what an event says already.
 *
 * @param {string} kind
 * @param {{event?: Record<string, any>, players: string[], words: string[],
 *   edition: import("../core/answers.js").Edition, variant?: string}} known
 */
export function drawFields(kind, { event = {}, players, words, edition, variant }) {
  // Where each word has its price, nobody else says which were meant.
  const each = words.length > 1 && /_per_word$/.test(unfoundedPenalty(edition, variant).kind);
  const overtime = overtimeLabel(edition);
  const draw = {
    tiles: () => input("tiles", event.tiles, { required: true }),
    verdict: () => choice("verdict", verdicts(), verdictOf(event)),
    words: () => contested(words, event.words ?? event.contested ?? (each ? [] : words)),
    of: () => input("of", event.of, { ...WHOLE, required: true }),
    right: () => input("right", event.declared, { ...WHOLE, required: true }),
    player: () =>
      choice(
        "player",
        players.map((name, i) => [String(i), name]),
        event.player,
      ),
    points: () => input("points", event.points, WHOLE),
    spread: () => input("spread", event.spread, WHOLE),
    article: () => input("article", event.article, { maxlength: 100 }),
    reason: () => input("reason", event.reason, { maxlength: 1000 }),
    square: () => input("square", event.square, { required: true }),
    face: () => input("face", event.face, { required: true }),
    count: () => input("count", event.tiles, { ...WHOLE, min: 1, max: 99, required: true }),
    corrected: () => tick("corrected", event.corrected ?? true),
    later: () => choice("later", verdicts().slice(0, 2), String(event.valid ?? true)),
    on_rack: () => tick("on_rack", event.on_rack),
    supplementary: () => tick("supplementary", event.supplementary),
    seconds: () =>
      textField("editor-seconds", overtime, { value: event.seconds ?? "", ...WHOLE, min: 0 }),
    ended_by: () => choice("ended_by", ENDINGS.concat("arbiter_draw").map(ending), event.ended_by),
    ender: () => choice("ender", enders(players), enderOf(event)),
    racks: () => players.map((name, i) => input("rack", event.racks?.[i], {}, name, i)),
    overtime: () => clocks("overtime", event.overtime_seconds, players, overtime),
    remaining: () =>
      clocks("remaining", event.remaining_seconds, players, t("editor.field.remaining")),
  };
  return KINDS[kind].fields.flatMap((name) => draw[name]());
}

/**
 * The event that the fields of a kind tell; what they do not ask for is kept from `event`.
 *
 * @param {string} kind @param {{event?: Record<string, any>, players: string[]}} known
 */
export function readFields(kind, { event = {}, players }) {
  const read = {
    tiles: () => ({ tiles: /^\d+$/.test(text("tiles")) ? whole("tiles") : text("tiles") }),
    verdict: () => verdict(text("verdict")),
    words: () => ({ words: ticked() }),
    of: () => ({ of: whole("of") }),
    right: () => ({ declared: whole("right") }),
    player: () => ({ player: whole("player") }),
    points: () => ({ points: whole("points") ?? (whole("spread") === undefined ? 0 : undefined) }),
    spread: () => ({ spread: whole("spread") }),
    article: () => ({ article: text("article") || (kind === "adjustment" ? "–" : undefined) }),
    reason: () => ({ reason: text("reason") || undefined }),
    square: () => ({ square: text("square").toUpperCase() }),
    face: () => ({ face: text("face").toUpperCase() }),
    count: () => ({ tiles: whole("count") }),
    corrected: () => ({ corrected: field("editor-corrected").checked }),
    later: () => ({ valid: text("later") === "true" }),
    on_rack: () => ({ on_rack: field("editor-on_rack").checked }),
    supplementary: () => ({ supplementary: field("editor-supplementary").checked }),
    seconds: () => ({ seconds: whole("seconds") ?? 0 }),
    ended_by: () => ({ ended_by: text("ended_by") || undefined }),
    ender: () => ({ player: text("ender") ? text("ender").split(",").map(Number) : undefined }),
    racks: () => ({ racks: racks(players) }),
    overtime: () => ({ overtime_seconds: seconds("overtime", players) }),
    remaining: () => ({ remaining_seconds: seconds("remaining", players) }),
  };
  const told = Object.assign({}, ...KINDS[kind].fields.map((name) => read[name]()));
  const kept = event.type === kind ? event : {};
  const whose = kept.player === undefined ? {} : { player: kept.player };
  const all = { type: kind, ...whose, ...also(kept), ...told };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** What no field asks for and an event read from a file may say. @param {Record<string, any>} event */
function also({ excused, called, variant, totals }) {
  return { excused, called, variant, totals };
}

/** @param {string} name @param {any} value @param {object} [more] @param {string} [label] @param {number | string} [i] */
function input(name, value, more = {}, label = "", i = "") {
  const shown = label ? `${t(`editor.field.${name}`)}: ${label}` : t(`editor.field.${name}`);
  return textField(`editor-${name}${i}`, shown, { value: value ?? "", ...more });
}

function clocks(name, given, players, label) {
  return players.map((player, i) => {
    const value = { value: given?.[i] ?? "", ...WHOLE, min: 0 };
    return textField(`editor-${name}${i}`, `${label}: ${player}`, value);
  });
}

function tick(name, on) {
  return tickField(`editor-${name}`, t(`editor.field.${name}`), Boolean(on));
}

function choice(name, options, chosen) {
  return choiceField(`editor-${name}`, t(`editor.field.${name}`), options, chosen ?? "");
}

function contested(words, chosen) {
  const boxes = words.map((word) => {
    const on = chosen.includes(word);
    const box = el("input", { type: "checkbox", class: "contested", value: word, checked: on });
    return el("label", { class: "tick" }, box, word);
  });
  return el(
    "fieldset",
    {},
    el("legend", {}, t("desk.words")),
    boxes.length ? boxes : el("p", { class: "note" }, t("problem.no_play")),
  );
}

function ticked() {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll(".contested:checked")
  );
  return boxes.length ? [...boxes].map((box) => box.value) : undefined;
}

function verdicts() {
  return [
    ["true", t("verdict.valid")],
    ["false", t("verdict.invalid")],
    ["retracted", t("editor.retracted")],
  ];
}

/** @param {Record<string, any>} event */
function verdictOf({ retracted, valid }) {
  return retracted ? "retracted" : valid;
}

function verdict(said) {
  return said === "retracted" ? { retracted: true } : { valid: said === "true" };
}

function ending(name) {
  return [name, name === "" ? t("editor.byTheGame") : t(`ending.${name}`)];
}

function enders(players) {
  const each = players.map((name, i) => [String(i), name]);
  return [["", "–"], ...each, ...(players.length === 2 ? [["0,1", players.join(", ")]] : [])];
}

/** @param {Record<string, any>} event */
function enderOf({ player }) {
  return player === undefined ? "" : [player].flat().join(",");
}

function racks(players) {
  const given = players.map((_, i) => text(`rack${i}`) || null);
  return given.some((rack) => rack !== null) ? given : undefined;
}

function seconds(name, players) {
  const given = players.map((_, i) => whole(`${name}${i}`) ?? 0);
  return given.some(Boolean) ? given : undefined;
}

function text(name) {
  return written(`editor-${name}`);
}

function whole(name) {
  return wholeOf(`editor-${name}`);
}

/** The form for what happens in a game besides plays. */

/** @typedef {import("./editor.js").Editor} Editor */

function option(kind) {
  const { key } = KINDS[kind];
  return el("option", { value: kind }, t(`event.${kind}`) + (key ? ` (${key})` : ""));
}

/** @param {Editor} editor */
export function drawOther(editor) {
  const options = kindsOf(desk.edition).map(option);
  const choose = { id: "editor-kind", autocomplete: "off", change: () => showFields(editor) };
  const submit = (event) => {
    event.preventDefault();
    const [word] = document.querySelectorAll("#editor-other .contested");
    if (word && !ticked()) {
      sayAt(byId("editor-other"), t("editor.whichWords"));
      /** @type {HTMLElement} */ (word).focus();
      return;
    }
    const known = { event: replaced(editor), players: editor.names() };
    editor.put(readFields(field("editor-kind").value, known));
  };
  const keydown = (event) => {
    if (event.key === "Escape") editor.leave();
    // A list takes Enter for itself; here it records, as everywhere in the form.
    if (event.key !== "Enter" || event.target.tagName !== "SELECT") return;
    event.preventDefault();
    form.requestSubmit();
  };
  const form = el(
    "form",
    { id: "editor-other", submit, keydown },
    p(el("label", { for: "editor-kind" }, t("editor.other")), el("select", choose, options)),
    el("div", { id: "editor-fields", class: "row" }),
    el("button", { class: "primary" }, t("editor.put")),
  );
  return form;
}

/** The event that is being changed, if one is. @param {Editor} editor */
export function replaced({ place, record }) {
  return place.replacing ? record.events[place.at] : undefined;
}

/** Choose the kind of an event that is there: a file may have one that the edition does not know. */
export function chooseKind(kind) {
  const select = field("editor-kind");
  select.value = kind;
  if (select.value !== kind) select.append(option(kind));
  select.value = kind;
}

/** Show what the chosen kind asks for. @param {Editor} editor */
export function showFields(editor) {
  const { record, place, answer } = editor;
  const kind = field("editor-kind").value;
  const number = latestPlay(record, place.at);
  const made = answer?.events.find(({ n }) => n === number);
  const words = (made?.words ?? []).map(({ word }) => word);
  const given = replaced(editor)?.type === kind ? replaced(editor) : undefined;
  const usual = kind === "correction" && number ? { of: number } : undefined;
  const { edition } = desk;
  const { variant } = record;
  const known = { event: given ?? usual, players: editor.names(), words, edition, variant };
  byId("editor-fields").replaceChildren(...drawFields(kind, known));
}

/**
 * Choose a kind and go to the first thing it asks for.
 *
 * @param {Editor} editor @param {string} kind
 */
export function openKind(editor, kind) {
  field("editor-kind").value = kind;
  showFields(editor);
  const fields = byId("editor-fields").querySelector("input, select");
  const first = fields ?? byId("editor-other").querySelector("button");
  /** @type {HTMLElement} */ (first).focus();
}

/** @param {string} id @param {string} label @param {object} [more] */
export function textField(id, label, more = {}) {
  return p(el("label", { for: id }, label), el("input", { id, ...PLAIN, ...more }));
}

/** @param {string} id @param {string} label @param {object} [more] */
export function areaField(id, label, more = {}) {
  const area = el("textarea", { id, ...PLAIN, ...more });
  return el("p", { class: "grow" }, el("label", { for: id }, label), area);
}

/** @param {string} id @param {string} label @param {string[][]} options @param {any} [chosen] */
export function choiceField(id, label, options, chosen = "") {
  const list = options.map(([value, shown]) =>
    el("option", { value, selected: value === String(chosen) }, shown),
  );
  return p(el("label", { for: id }, label), el("select", { id, autocomplete: "off" }, list));
}

/** @param {string} id @param {string} label @param {boolean} [on] */
export function tickField(id, label, on = false) {
  const box = el("input", { type: "checkbox", id, checked: on });
  return p(el("label", { class: "tick" }, box, label));
}

/** What is written in a field, without blanks around it. */
export function written(id) {
  return field(id).value.trim();
}

/** The whole number in a field; undefined where there is none. */
export function wholeOf(id) {
  return written(id) === "" ? undefined : Math.trunc(Number(written(id)));
}
