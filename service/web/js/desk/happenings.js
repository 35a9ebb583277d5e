/**
 * Knows what can happen in a game beside a play, and the form for each: a kind, and its fields.
 *
 * The fields are those of the event in `POST /replay`; what is left empty is left out.
 */

import { desk, sayAt } from "../core/asking.js";
import { byId, el, field, there } from "../core/dom.js";
import { unfoundedPenalty } from "../core/edition.js";
import { choiceField, form, labelled, note, textField, tick, tickField } from "../core/forms.js";
import { WHOLE, wholeOf, written } from "../core/forms.js";
import { t } from "../core/i18n.js";
import { defined, latestPlay } from "./record.js";

/** @import { Attributes, Child, Pressed } from "../core/dom.js" */
/** @import { Editor } from "./editor.js" */
/** @import { Happening } from "./record.js" */
/**
 * @typedef {{kind: string, event: Happening, players: string[], words?: string[], variant?: string}}
 *   Known What is known before a form is filled in: `event` is the one that is changed.
 * @typedef {{draw: (known: Known) => Child, read: (known: Known) => Happening}} Field
 */

/**
 * Each kind with its fields, the key that begins it on the board, and which editions know it.
 * @type {Record<string, {key?: string, fields: string[], only?: (sections: any) => boolean}>}
 */
const KINDS = {
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

/** How a game of two can end. */
export const ENDINGS = "out scoreless time total_time round_time abandon absence".split(" ");

/** @type {Record<string, Field>} */
const FIELDS = {
  tiles: texts("tiles", { required: true }, (said) => (/^\d+$/.test(said) ? Number(said) : said)),
  verdict: {
    draw: ({ event }) => choice("verdict", verdicts(), event.retracted ? "retracted" : event.valid),
    read: () =>
      text("verdict") === "retracted" ? { retracted: true } : { valid: text("verdict") === "true" },
  },
  words: { draw: contested, read: () => ({ words: ticked() }) },
  of: numbers("of", { required: true }),
  right: numbers("right", { required: true }, "declared"),
  player: {
    draw: ({ event, players }) => choice("player", numbered(players), event.player),
    read: () => ({ player: whole("player") }),
  },
  points: {
    ...numbers("points"),
    read: () => ({ points: whole("points") ?? (whole("spread") === undefined ? 0 : undefined) }),
  },
  spread: numbers("spread"),
  article: {
    ...texts("article", { maxlength: 100 }),
    read: ({ kind }) => ({
      article: text("article") || (kind === "adjustment" ? "–" : undefined),
    }),
  },
  reason: texts("reason", { maxlength: 1000 }),
  square: texts("square", { required: true }, (said) => said.toUpperCase()),
  face: texts("face", { required: true }, (said) => said.toUpperCase()),
  count: numbers("count", { min: 1, max: 99, required: true }, "tiles"),
  corrected: ticks("corrected", true),
  later: {
    draw: ({ event }) => choice("later", verdicts().slice(0, 2), event.valid ?? true),
    read: () => ({ valid: text("later") === "true" }),
  },
  on_rack: ticks("on_rack"),
  supplementary: ticks("supplementary"),
  seconds: {
    draw: ({ event }) => clock("seconds", overtimeLabel(), event.seconds),
    read: () => ({ seconds: whole("seconds") ?? 0 }),
  },
  ended_by: {
    draw: ({ event }) => choice("ended_by", endings(), event.ended_by),
    read: () => ({ ended_by: text("ended_by") || undefined }),
  },
  ender: {
    draw: ({ event, players }) => choice("ender", enders(players), [event.player ?? []].join()),
    read: () => ({ player: endersIn("editor-ender") }),
  },
  racks: {
    draw: ({ event, players }) =>
      players.map((name, i) => {
        const label = `${t("editor.field.rack")}: ${name}`;
        return textField(`editor-rack${i}`, label, { value: event.racks?.[i] ?? "" });
      }),
    read: ({ players }) => {
      const racks = players.map((_, i) => text(`rack${i}`) || null);
      return { racks: racks.some((rack) => rack !== null) ? racks : undefined };
    },
  },
  overtime: clocks("overtime", overtimeLabel),
  remaining: clocks("remaining", () => t("editor.field.remaining")),
};

/** The kinds that can happen by the edition in force. */
function kinds() {
  const { sections } = desk.edition;
  return Object.keys(KINDS).filter((kind) => KINDS[kind].only?.(sections) ?? true);
}

/** The kind that a key on the board begins. @param {string} key */
export function kindOf(key) {
  return kinds().find((kind) => KINDS[kind].key === key);
}

/** The keys that begin something else than a play. */
export function keysOf() {
  const keyed = kinds().filter((kind) => KINDS[kind].key);
  return keyed.map((kind) => `${KINDS[kind].key} ${t(`event.${kind}`)}`).join(", ");
}

/** What seconds of overtime are: all beyond the allowance, or those since the opponent's call. */
export function overtimeLabel() {
  const { needs_call: called } = desk.edition.sections.overtime;
  return t(`editor.field.overtime${called ? ".called" : ""}`);
}

/** The kinds that a sheet gives a score, a total and a rack. @param {string} type */
export function isEntry(type) {
  return ["pass", "exchange", "cambio_secco", "challenge"].includes(type);
}

/** The event that the fields of a kind tell; what they do not ask for is kept. @param {Known} known */
function readFields(known) {
  const { kind, event } = known;
  const { player, excused, called, variant, totals } = event.type === kind ? event : {};
  const told = KINDS[kind].fields.map((name) => FIELDS[name].read(known));
  return defined(Object.assign({ type: kind, player, excused, called, variant, totals }, ...told));
}

/**
 * @param {string} name @param {Attributes} [more] @param {(said: string) => string | number} [meant]
 * @returns {Field}
 */
function texts(name, more, meant = (said) => said) {
  return {
    draw: ({ event }) => input(name, event[name], more),
    read: () => ({ [name]: text(name) ? meant(text(name)) : undefined }),
  };
}

/** @param {string} name @param {Attributes} [more] @param {string} [key] @returns {Field} */
function numbers(name, more, key = name) {
  return {
    draw: ({ event }) => input(name, event[key], { ...WHOLE, ...more }),
    read: () => ({ [key]: whole(name) }),
  };
}

/** @param {string} name @returns {Field} */
function ticks(name, usual = false) {
  const id = `editor-${name}`;
  return {
    draw: ({ event }) =>
      tickField(id, t(`editor.field.${name}`), { checked: event[name] ?? usual }),
    read: () => ({ [name]: field(id).checked }),
  };
}

/** The seconds of each player. @param {string} name @param {() => string} label @returns {Field} */
function clocks(name, label) {
  const key = `${name}_seconds`;
  return {
    draw: ({ event, players }) =>
      players.map((player, i) => clock(`${name}${i}`, `${label()}: ${player}`, event[key]?.[i])),
    read: ({ players }) => {
      const given = players.map((_, i) => whole(`${name}${i}`) ?? 0);
      return { [key]: given.some(Boolean) ? given : undefined };
    },
  };
}

/** @param {string} name @param {string} label @param {number} [seconds] */
function clock(name, label, seconds) {
  return textField(`editor-${name}`, label, { ...WHOLE, min: 0, value: seconds ?? "" });
}

/** @param {string} name @param {string | number} [value] @param {Attributes} [more] */
function input(name, value = "", more = {}) {
  return textField(`editor-${name}`, t(`editor.field.${name}`), { value, ...more });
}

/** @param {string} name @param {[string, string][]} list @param {unknown} [chosen] */
function choice(name, list, chosen) {
  return choiceField(`editor-${name}`, t(`editor.field.${name}`), list, chosen);
}

/** @param {Known} known */
function contested({ event, words = [], variant }) {
  // Where each word has its price, nobody else says which were meant.
  const priced = /_per_word$/.test(unfoundedPenalty(desk.edition, variant).kind);
  const usual = priced && words.length > 1 ? [] : words;
  const chosen = event.words ?? event.contested ?? usual;
  const boxes = words.map((word) =>
    tick(word, { class: "contested", value: word, checked: chosen.includes(word) }),
  );
  const none = note(t("problem.no_play"));
  return el("fieldset", {}, el("legend", {}, t("desk.words")), boxes.length ? boxes : none);
}

function ticked() {
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll(".contested:checked")
  );
  return boxes.length ? [...boxes].map((box) => box.value) : undefined;
}

/** @returns {[string, string][]} */
function verdicts() {
  return [
    ["true", t("verdict.valid")],
    ["false", t("verdict.invalid")],
    ["retracted", t("editor.retracted")],
  ];
}

/** @returns {[string, string][]} */
function endings() {
  const named = [...ENDINGS, "arbiter_draw"].map((name) => [name, t(`ending.${name}`)]);
  return /** @type {[string, string][]} */ ([["", t("editor.byTheGame")], ...named]);
}

/** @param {string[]} players @returns {[string, string][]} */
function numbered(players) {
  return players.map((name, i) => [String(i), name]);
}

/** Who can have ended a game: nobody, one, or both of two. @param {string[]} players @returns {[string, string][]} */
export function enders(players) {
  const both = players.length === 2 ? [["0,1", players.join(", ")]] : [];
  return /** @type {[string, string][]} */ ([["", "–"], ...numbered(players), ...both]);
}

/** Who ended it, as a list says. @param {string} id */
export function endersIn(id) {
  return written(id) ? written(id).split(",").map(Number) : undefined;
}

/** @param {string} name */
function text(name) {
  return written(`editor-${name}`);
}

/** @param {string} name */
function whole(name) {
  return wholeOf(`editor-${name}`);
}

/** @param {string} kind */
function option(kind) {
  const { key } = KINDS[kind];
  return el("option", { value: kind }, t(`event.${kind}`) + (key ? ` (${key})` : ""));
}

/** The form for what happens in a game besides plays. @param {Editor} editor */
export function drawOther(editor) {
  const choose = { id: "editor-kind", autocomplete: "off", change: () => showFields(editor) };
  const submit = () => {
    const [word] = byId("editor-fields").getElementsByClassName("contested");
    if (!word || ticked()) return editor.put(readFields(knownOf(editor)));
    sayAt(byId("editor-other"), t("editor.whichWords"));
    return /** @type {HTMLElement} */ (word).focus();
  };
  /** @param {Pressed} event */
  const keydown = (event) => {
    if (event.key === "Escape") editor.leave();
    // A list takes Enter for itself; here it records, as everywhere in the form.
    if (event.key !== "Enter" || event.target.tagName !== "SELECT") return;
    event.preventDefault();
    other.requestSubmit();
  };
  const other = form(
    { id: "editor-other", keydown },
    submit,
    labelled(t("editor.other"), el("select", choose, kinds().map(option))),
    el("div", { id: "editor-fields", class: "row" }),
    el("button", { class: "primary" }, t("editor.put")),
  );
  return other;
}

/** The event that is being changed, if one is. @param {Editor} editor */
export function replaced({ place, record }) {
  return place.replacing ? record.events[place.at] : undefined;
}

/** Choose the kind of an event that is there: a file may have one that the edition does not know. @param {string} kind */
export function chooseKind(kind) {
  const select = field("editor-kind");
  select.value = kind;
  if (select.value !== kind) select.append(option(kind));
  select.value = kind;
}

/** @param {Editor} editor @returns {Known} */
function knownOf(editor) {
  const { variant } = editor.record;
  const event = replaced(editor) ?? {};
  return { kind: field("editor-kind").value, event, players: editor.names(), variant };
}

/** Show what the chosen kind asks for. @param {Editor} editor */
export function showFields(editor) {
  const { record, place, answer } = editor;
  const { event, ...more } = knownOf(editor);
  const { kind } = more;
  const number = latestPlay(record, place.at);
  const made = answer?.events.find(({ n }) => n === number);
  const words = (made?.words ?? []).map(({ word }) => word);
  const usual = kind === "correction" && number ? { of: number } : {};
  const shown = { ...more, words, event: event.type === kind ? event : usual };
  const fields = KINDS[kind].fields.map((name) => FIELDS[name].draw(shown));
  byId("editor-fields").replaceChildren(...there(fields));
}

/** Choose a kind and go to the first thing it asks for. @param {Editor} editor @param {string} kind */
export function openKind(editor, kind) {
  field("editor-kind").value = kind;
  showFields(editor);
  const first = byId("editor-fields").querySelector("input, select");
  const control = first ?? byId("editor-other").querySelector("button");
  /** @type {HTMLElement} */ (control).focus();
}
