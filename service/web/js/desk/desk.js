/**
 * Knows the arbiter's challenge desk: words, Enter, check, Enter, verdict, Escape; slips, the log of
 * verdicts, and who waits.
 *
 * The words stay on the page until the next challenge begins, at most two minutes after the last
 * step. Those of a table that waits, and those of the latest slip, are in memory only.
 */

import { variantsOf } from "../core/announced.js";
import { pause } from "../core/api.js";
import { desk, sayAt, wakeLater } from "../core/asking.js";
import { announce, button, byId, el, field, fillChoice, firstIn, li, ol, p } from "../core/dom.js";
import { terms, there } from "../core/dom.js";
import { differingText, lexiconLine, tileRow, verdictShape } from "../core/edition.js";
import { verdictWord, whatFollows } from "../core/edition.js";
import { fingerprint, salt } from "../core/fingerprint.js";
import { t, timeOfDay } from "../core/i18n.js";
import { wordsIn } from "../core/notation.js";
import { saveFile } from "../core/packing.js";

/** @import { Spelling } from "../core/answers.js" */
/** @import { Child } from "../core/dom.js" */
/**
 * @typedef {{table: string, words: string[], valid: boolean, second: boolean, argument: string}}
 *   Slip What goes back to the table (FRS 5.11.3 g, 5.11.6 h): never a mark on a single word.
 * @typedef {{table: string, text: string}} Entry What was typed for a table that waits.
 */

const DELAY = 600;
const FORGET = 120000;
const KEEP_SLIP = 600000;
const COUNT = "arbiter.challenges";
const LOG = "arbiter.verdicts";
const MOST = 500;
const TABLE = /^\p{L}{0,2}[ .-]?\p{Nd}{1,4}\p{L}?$/u;

let drawnFor = "";
/** The first verdict, while the same words are challenged again. @type {{valid: boolean, salt: string, print: string} | null} */
let first = null;
let forgetting = 0;
let asked = 0;
/** What the stage shows, so that another language can show it again. @type {() => Child[]} */
let drawn = () => [];

const printed = new WeakSet();
/** The latest slip, in memory only. @type {Slip | null} */
let kept = null;
let keeping = 0;
/** The tables that wait, in memory only; nobody sees their words while another is at the desk. @type {Entry[]} */
let waiting = [];

/** Make the desk work. */
export function prepare() {
  byId("desk-form").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  byId("desk-words").addEventListener("input", () => {
    const target = field("desk-words");
    asked += 1;
    stage();
    forgetLater();
    const dotted = desk.alphabet.dotted(target.value);
    if (dotted !== target.value) target.value = dotted;
  });
  byId("desk-argument").addEventListener("input", forgetLater);
  byId("desk-wait").addEventListener("click", letWait);
  // A printer may have jammed while the next table came.
  byId("desk-again").addEventListener("click", () => kept && printSlip(kept));
  byId("desk-log-save").addEventListener("click", saveLog);
  byId("desk-table").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const back = callBack(field("desk-table").value.trim());
    // Without words there is nothing to check yet: Enter goes on to them.
    if (!back && field("desk-words").value.trim()) return;
    event.preventDefault();
    if (!back) byId("desk-words").focus();
  });
  byId("desk-variant").addEventListener("change", () => {
    desk.settings.variant = field("desk-variant").value;
    desk.keep();
    stage(drawn);
  });
  document.addEventListener("keydown", pressed);
}

/** Draw the desk anew; a challenge goes on in another language, but not by other rules. */
export function show() {
  const { id } = desk.edition;
  const { variants, variant } = variantsOf(desk.edition, desk.settings);
  fillChoice("desk-variant", variants, variant);
  byId("desk-variant-row").hidden = variants.length < 2;
  byId("desk-dot").hidden = desk.alphabet.dotted("l-l") === "l-l";
  drawLog();
  if (id === drawnFor) {
    drawQueue();
    stage(drawn);
    return;
  }
  drawnFor = id;
  waiting = [];
  keepSlip(null);
  startAnew();
}

/** Wherever the focus is, as long as the desk is on the screen. @param {KeyboardEvent} event */
function pressed(event) {
  if (!desk.isOpen("desk") || byId("main").inert || event.defaultPrevented) return;
  /** @type {Record<string, () => unknown>} */
  const keys = { Escape: startAnew, F8: letWait, F9: () => callBack(waiting[0]?.table) };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

/** Forget everything and wait for the next challenge. */
function startAnew() {
  forgetChallenge();
  field("desk-table").value = "";
  drawQueue();
  byId("desk-words").focus();
}

function forgetChallenge() {
  first = null;
  byId("desk-argument-row").hidden = true;
  clearWords();
}

function drawQueue() {
  const tables = waiting.map(({ table }) =>
    li(button(t("header.table", { table }), () => callBack(table))),
  );
  byId("desk-queue").replaceChildren(...tables);
  byId("desk-queue-row").hidden = tables.length === 0;
}

/** The table at the desk waits; whoever has no number could not be called back. */
function letWait() {
  const [table, text] = [field("desk-table").value.trim(), field("desk-words").value];
  if (!table) return sayAtTable(t("desk.needsTable"));
  if (!numbered()) return;
  park({ table, text });
  startAnew();
  byId("desk-table").focus();
}

/**
 * Whether what stands for a table can be one, such as 4, B2 or 12a: a word typed there would be
 * printed and kept.
 */
function numbered() {
  const table = field("desk-table").value.trim();
  const can = !table || TABLE.test(table);
  if (!can) sayAtTable(t("desk.noNumber"));
  return can;
}

/** @param {string} text */
function sayAtTable(text) {
  sayAt(byId("desk-form"), text);
  byId("desk-table").focus();
}

/** Take a waiting table up again; the one that was here waits instead. @param {string} [name] */
function callBack(name) {
  const entry = waiting.find(({ table }) => table === name);
  if (!entry) return false;
  waiting = waiting.filter((other) => other !== entry);
  const here = { table: field("desk-table").value.trim(), text: field("desk-words").value };
  if (here.table && here.table !== entry.table) park(here);
  forgetChallenge();
  field("desk-table").value = entry.table;
  field("desk-words").value = entry.text;
  drawQueue();
  forgetLater();
  byId("desk-words").focus();
  return true;
}

async function check() {
  const words = wordsIn(field("desk-words").value);
  if (!numbered() || !words.length) return;
  const most = desk.edition.rack_size + 1;
  if (words.length > most) return sayAt(byId("desk-form"), t("desk.tooMany", { most }));
  const ticket = ++asked;
  await desk.asking(async () => {
    const spelled = await desk.api.spell(desk.edition.id, words);
    if (ticket === asked) showSpelled(words, spelled);
  }, byId("desk-form"));
}

/** @param {string[]} words @param {Spelling[]} spelled */
function showSpelled(words, spelled) {
  stage(() => {
    const rows = spelled.map(({ text, tiles }) => {
      const noTile = `${text} (${t("desk.noTile")})`;
      return li(tiles === null ? noTile : tileRow(tiles, desk.alphabet));
    });
    const others = first !== null && first.print !== fingerprintOf(words, first.salt);
    return [
      el("ol", { class: "submitted", "aria-label": t("check.words") }, rows),
      others && el("p", { class: "fault" }, t("again.otherWords")),
      waking(t("desk.judge"), () => ask(words)),
    ];
  });
  firstIn(byId("desk-stage"), "button").focus();
  forgetLater();
}

/** @param {string} text @param {() => void} press */
function waking(text, press) {
  return wakeLater(el("button", { type: "button", class: "primary" }, text), press);
}

/** @param {string[]} words */
async function ask(words) {
  const ticket = ++asked;
  const judge = firstIn(byId("desk-stage"), "button");
  judge.disabled = true;
  await desk.asking(async () => {
    const question = desk.api.challenge(desk.edition.id, words);
    const [{ body, lexicon }] = await Promise.all([question, pause(DELAY)]);
    // The lexicon named on the page and on the slip must be the one that answered.
    if (lexicon?.includes(desk.edition.lexicon.sha256) === false) await desk.renewEdition();
    if (ticket === asked && !byId("main").inert) showVerdict(words, body.valid);
  }, byId("desk-stage"));
  judge.disabled = false;
  if (document.activeElement === document.body) judge.focus();
}

/** @param {string[]} words @param {boolean} valid */
function showVerdict(words, valid) {
  const [table, argument] = [field("desk-table").value, field("desk-argument").value];
  const second = first !== null;
  const differs = first !== null && first.valid !== valid;
  const slip = { table, words, valid, second, argument };
  logVerdict(slip);
  keepSlip(slip);
  stage(() => {
    const variant = field("desk-variant").value;
    return [
      drawVerdict(slip, differs),
      differs && el("p", { class: "fault" }, differingText(desk.edition)),
      terms(whatFollows(desk.edition, { stands: valid, variant, count: words.length }), "follows"),
      el("p", { class: "row" }, waking(t("desk.new"), startAnew), furtherSteps(slip)),
    ];
  });
  firstIn(byId("desk-stage"), "button").focus();
  forgetLater();
}

function forgetLater() {
  clearTimeout(forgetting);
  forgetting = setTimeout(startAnew, FORGET);
}

/** @param {Slip} slip @param {boolean} differs */
function drawVerdict({ valid, second }, differs) {
  const compared = second ? t(differs ? "verdict.differs" : "verdict.same") : "";
  return el(
    "div",
    { class: `verdict ${valid ? "stands" : "falls"}` },
    verdictShape(valid),
    el("p", { class: "said" }, verdictWord(desk.edition, desk.settings.lang, valid)),
    el("p", { class: "compared" }, compared),
  );
}

/** @param {Slip} slip */
function furtherSteps(slip) {
  const kind = desk.edition.sections.challenge.rechallenge;
  const again = !slip.second && !["silent", "none"].includes(kind);
  return [
    button(t("desk.print"), () => printSlip(slip)),
    again && button(t("again.button"), () => challengeAgain(slip, kind)),
  ];
}

/** The words are typed from scratch; only a fingerprint tells whether they are the same. @param {Slip} slip @param {string} kind */
function challengeAgain({ words, valid }, kind) {
  const salted = salt();
  first = { valid, salt: salted, print: fingerprintOf(words, salted) };
  clearWords();
  byId("desk-argument-row").hidden = kind !== "once_with_argument";
  byId("desk-words").focus();
}

function clearWords() {
  clearTimeout(forgetting);
  asked += 1;
  field("desk-words").value = "";
  field("desk-argument").value = "";
  stage();
  clearSlip();
  // A refusal quotes what was typed.
  if (desk.isOpen("desk")) desk.hush();
}

/** @param {() => Child[]} [draw] */
function stage(draw = () => []) {
  drawn = draw;
  byId("desk-stage").replaceChildren(...there(draw()));
  announce(byId("desk-stage"));
}

/** @param {string[]} words @param {string} salted */
function fingerprintOf(words, salted) {
  const folded = words.map((word) => desk.alphabet.fold(word));
  const spelled = folded.map((word) => desk.alphabet.spelled(word) || word);
  return fingerprint(spelled.sort().join(" "), salted);
}

/** Keep the latest slip for ten minutes; null forgets it. @param {Slip | null} slip */
function keepSlip(slip) {
  kept = slip;
  byId("desk-again").hidden = slip === null;
  clearTimeout(keeping);
  keeping = setTimeout(keepSlip, KEEP_SLIP, null);
}

/**
 * Put the slip on paper, in the edition's own words for yes and no: it goes to the players, whatever
 * language the arbiter's page speaks. One that is printed again says so.
 * @param {Slip} slip
 */
function printSlip(slip) {
  const { edition } = desk;
  const { table, words, valid, second, argument } = slip;
  const copy = printed.has(slip);
  printed.add(slip);
  /** @param {boolean} side */
  const letter = (side) => {
    const said = edition.verdicts[side ? "valid" : "invalid"];
    const looks = { class: side === valid ? "circled" : "" };
    return p(el("span", looks, said[0].toUpperCase()), " ", said);
  };
  const now = new Date();
  const when = `${now.toLocaleDateString(edition.language)} ${timeOfDay(now)}`;
  const parts = [
    p(edition.title),
    copy && p(el("strong", {}, t("desk.copy"))),
    p(el("strong", {}, t("header.table", { table: table || "____" })), ` · ${when}`),
    ol(words.map((word) => li(word))),
    el("div", { class: "letters" }, letter(true), letter(false)),
    p(second ? t("again.title") : ""),
    p(argument),
    el("p", { class: "lexicon" }, lexiconLine(edition.lexicon)),
  ];
  byId("slip").replaceChildren(...there(parts));
  document.body.dataset.print = "slip";
  // Some browsers come back from print() before they have drawn the slip.
  addEventListener("afterprint", clearSlip, { once: true });
  print();
}

/** Nothing of a slip stays on the page. */
function clearSlip() {
  delete document.body.dataset.print;
  byId("slip").replaceChildren();
}

/** Write a verdict of this session down: time, table and verdict, never a word. @param {Slip} slip */
function logVerdict({ table, valid, second }) {
  const now = new Date();
  const { id } = desk.edition;
  const entry = { at: now.toISOString(), time: timeOfDay(now), table, valid, second, rules: id };
  sessionStorage.setItem(LOG, JSON.stringify([entry, ...read()].slice(0, MOST)));
  sessionStorage.setItem(COUNT, String(judged() + 1));
  drawLog();
}

/** Show the log, newest first. */
function drawLog() {
  byId("desk-counter").textContent = String(judged());
  const rows = read().map(({ time, table, valid, second }) => {
    const where = table ? `${t("header.table", { table })} · ` : "";
    const said = verdictWord(desk.edition, desk.settings.lang, valid);
    return li(`${time} · ${where}${said}${second ? ` · ${t("again.title")}` : ""}`);
  });
  byId("desk-log").replaceChildren(...rows);
  byId("desk-log-save").hidden = rows.length === 0;
}

/** The log as a file that a spreadsheet opens. */
function saveLog() {
  const lines = read().map(({ at, table, rules, valid, second }) =>
    [at, table.replace(/\s+/g, " "), rules, valid, Boolean(second)].join("\t"),
  );
  const head = ["time", "table", "rules", "valid", "second"].join("\t");
  saveFile(`${[head, ...lines.reverse()].join("\n")}\n`, "verdicts.tsv");
}

/** @returns {(Omit<Slip, "words" | "argument"> & {at: string, time: string, rules: string})[]} */
function read() {
  return JSON.parse(sessionStorage.getItem(LOG) ?? "[]");
}

function judged() {
  return Number(sessionStorage.getItem(COUNT) ?? "0");
}

/** Let a table wait behind the others. @param {Entry} entry */
function park(entry) {
  waiting = [...waiting.filter(({ table }) => table !== entry.table), entry];
}
