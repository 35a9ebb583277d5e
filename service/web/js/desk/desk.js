/**
 * Knows the arbiter's challenge desk: words, Enter, check, Enter, verdict, Escape; slips, the log of
 * verdicts, and who waits.
 *
 * The words stay on the page until the next challenge begins, at most two minutes after the last
 * step. Those of a table that waits, and those of the latest slip, are in memory only.
 */

import { usualVariant } from "../core/announced.js";
import { pause } from "../core/api.js";
import { desk, sayAt, wakeLater } from "../core/asking.js";
import { byId, el, field, fillChoice, firstIn, li, ol, p, there } from "../core/dom.js";
import {
  differingText,
  lexiconLine,
  tileRow,
  variantText,
  verdictShape,
  verdictWord,
  whatFollows,
} from "../core/edition.js";
import { fingerprint, salt } from "../core/fingerprint.js";
import { t, timeOfDay } from "../core/i18n.js";
import { saveFile } from "../core/packing.js";
/** @import { Child } from "../core/dom.js" */

const DELAY = 600;
const FORGET = 120000;
const TABLE = /^\p{L}{0,2}[ .-]?\p{Nd}{1,4}\p{L}?$/u;

let drawnFor = "";
let first = null;
let forgetting = 0;
let asked = 0;
/** What the stage shows, so that another language can show it again. @type {() => Child[]} */
let drawn = () => [];

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
  byId("desk-again").addEventListener("click", printAgain);
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
  const { id, variants } = desk.edition;
  const chosen = usualVariant(desk.edition, desk.settings);
  /** @type {[string, string][]} */
  const choices = variants.map((name) => [name, variantText(desk.edition, name)]);
  fillChoice("desk-variant", choices, chosen);
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

/** Wherever the focus is, as long as the desk is on the screen. */
function pressed(event) {
  if (!desk.isOpen("desk") || byId("main").inert || event.defaultPrevented) return;
  const keys = { Escape: startAnew, F8: letWait, F9: () => callBack(waiting[0]?.table) };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

/** Forget everything and wait for the next challenge. */
function startAnew() {
  forgetChallenge();
  field("desk-table").value = "";
  byId("desk-again").hidden = kept === null;
  drawQueue();
  byId("desk-words").focus();
}

/** The latest slip once more: a printer may have jammed while the next table came. */
function printAgain() {
  if (kept) printSlip(kept);
  else byId("desk-again").hidden = true;
}

function forgetChallenge() {
  first = null;
  byId("desk-argument-row").hidden = true;
  clearWords();
}

function drawQueue() {
  const tables = waiting.map(({ table }) => {
    const click = () => callBack(table);
    return li(el("button", { type: "button", click }, t("header.table", { table })));
  });
  byId("desk-queue").replaceChildren(...tables);
  byId("desk-queue-row").hidden = tables.length === 0;
}

/** The table at the desk waits; whoever has no number could not be called back. */
function letWait() {
  const [table, text] = [field("desk-table").value.trim(), field("desk-words").value];
  if (!table) {
    sayAtTable(t("desk.needsTable"));
    return;
  }
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

function sayAtTable(text) {
  sayAt(byId("desk-form"), text);
  byId("desk-table").focus();
}

/** Take a waiting table up again; the one that was here waits instead. */
function callBack(table) {
  const entry = table ? recall(table) : null;
  if (entry === null) return false;
  const here = { table: field("desk-table").value.trim(), text: field("desk-words").value };
  if (here.table && here.table !== table) park(here);
  forgetChallenge();
  field("desk-table").value = entry.table;
  field("desk-words").value = entry.text;
  drawQueue();
  forgetLater();
  byId("desk-words").focus();
  return true;
}

async function check() {
  const words = field("desk-words")
    .value.split(/[\s,;]+/)
    .filter(Boolean);
  if (!numbered() || !words.length) return;
  const most = desk.edition.rack_size + 1;
  if (words.length > most) {
    sayAt(byId("desk-form"), t("desk.tooMany", { most }));
    return;
  }
  const ticket = ++asked;
  await desk.asking(async () => {
    const spelled = await desk.api.spell(desk.edition.id, words);
    if (ticket === asked) showSpelled(words, spelled);
  }, byId("desk-form"));
}

function showSpelled(words, spelled) {
  stage(() => {
    const rows = spelled.map(({ text, tiles }) => {
      const noTile = `${text} (${t("desk.noTile")})`;
      return li(tiles === null ? noTile : tileRow(tiles, desk.alphabet));
    });
    const others = first !== null && first.print !== fingerprintOf(words);
    const judge = el("button", { type: "button", class: "primary" }, t("desk.judge"));
    return [
      el("ol", { class: "submitted", "aria-label": t("check.words") }, rows),
      others && el("p", { class: "fault" }, t("again.otherWords")),
      wakeLater(judge, () => ask(words)),
    ];
  });
  firstIn(byId("desk-stage"), "button").focus();
  forgetLater();
}

async function ask(words) {
  const ticket = ++asked;
  const button = firstIn(byId("desk-stage"), "button");
  button.disabled = true;
  await desk.asking(async () => {
    const question = desk.api.challenge(desk.edition.id, words);
    const [{ body, lexicon }] = await Promise.all([question, pause(DELAY)]);
    // The lexicon named on the page and on the slip must be the one that answered.
    if (lexicon?.includes(desk.edition.lexicon.sha256) === false) await desk.renewEdition();
    if (ticket === asked && !byId("main").inert) showVerdict(words, body.valid);
  }, byId("desk-stage"));
  button.disabled = false;
  if (document.activeElement === document.body) button.focus();
}

function showVerdict(words, valid) {
  const [table, argument] = [field("desk-table").value, field("desk-argument").value];
  const second = first !== null;
  const differs = second && first.valid !== valid;
  const slip = { table, words, valid, second, argument };
  logVerdict(slip);
  keepSlip(slip);
  byId("desk-again").hidden = false;
  stage(() => {
    const fresh = el("button", { type: "button", class: "primary" }, t("desk.new"));
    return [
      drawVerdict(valid, second, differs),
      differs && el("p", { class: "fault" }, differingText(desk.edition)),
      drawFollows(words.length, valid),
      el("p", { class: "row" }, wakeLater(fresh, startAnew), furtherSteps(slip)),
    ];
  });
  firstIn(byId("desk-stage"), "button").focus();
  forgetLater();
}

function forgetLater() {
  clearTimeout(forgetting);
  forgetting = setTimeout(startAnew, FORGET);
}

function drawVerdict(valid, second, differs) {
  const compared = second ? t(differs ? "verdict.differs" : "verdict.same") : "";
  return el(
    "div",
    { class: `verdict ${valid ? "stands" : "falls"}` },
    verdictShape(valid),
    el("p", { class: "said" }, verdictWord(desk.edition, desk.settings.lang, valid)),
    el("p", { class: "compared" }, compared),
  );
}

/** What happens to the play, and what the challenge costs under the announced penalty. */
function drawFollows(count, stands) {
  const told = { stands, variant: field("desk-variant").value, count };
  const lines = whatFollows(desk.edition, told);
  return el(
    "dl",
    { class: "follows" },
    lines.flatMap(([who, what]) => [el("dt", {}, who), el("dd", {}, what)]),
  );
}

function furtherSteps(slip) {
  const { words, valid, second } = slip;
  const kind = desk.edition.sections.challenge.rechallenge;
  const again = () => challengeAgain(words, valid, kind);
  return [
    el("button", { type: "button", click: () => printSlip(slip) }, t("desk.print")),
    !second &&
      !["silent", "none"].includes(kind) &&
      el("button", { type: "button", click: again }, t("again.button")),
  ];
}

/** The words are typed from scratch; only a fingerprint tells whether they are the same. */
function challengeAgain(words, valid, kind) {
  first = { valid, salt: salt(), print: "" };
  first.print = fingerprintOf(words);
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
}

function fingerprintOf(words) {
  const folded = words.map((word) => desk.alphabet.fold(word));
  const spelled = folded.map((word) => desk.alphabet.spelled(word) || word);
  return fingerprint(spelled.sort().join(" "), first.salt);
}

/**
 * What the desk keeps of its tables. The slip goes back to the table (FRS 5.11.3 g, 5.11.6 h): table,
 * time, the words as typed, and one letter of two circled. Never a mark on a single word.
 */

const KEEP_SLIP = 600000;
const printed = new WeakSet();
let kept = null;
let keeping = 0;

/** Keep the latest slip for ten minutes, in memory only; null forgets it. */
function keepSlip(slip) {
  kept = slip;
  clearTimeout(keeping);
  keeping = setTimeout(() => (kept = null), KEEP_SLIP);
}

/**
 * Put the slip on paper, in the edition's own words for yes and no: it goes to the players, whatever
 * language the arbiter's page speaks. One that is printed again says so.
 */
function printSlip(slip) {
  const { edition } = desk;
  const { table, words, valid, second, argument } = slip;
  const copy = printed.has(slip);
  printed.add(slip);
  const said = (side) => edition.verdicts[side ? "valid" : "invalid"];
  const letter = (side) => {
    const mark = el(
      "span",
      { class: side === valid ? "circled" : "" },
      said(side)[0].toUpperCase(),
    );
    return p(mark, " ", said(side));
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

/** The log of verdicts of this session: times, tables and verdicts, never a word. */

const COUNT = "arbiter.challenges";
const LOG = "arbiter.verdicts";
const MOST = 500;

/** Write a verdict down. */
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

function read() {
  return JSON.parse(sessionStorage.getItem(LOG) ?? "[]");
}

function judged() {
  return Number(sessionStorage.getItem(COUNT) ?? "0");
}

/**
 * The tables that wait at the desk: what was typed for each, in memory and nowhere else. A
 * table waits once; its words are never shown while another is at the desk.
 *
 * @typedef {{table: string, text: string}} Entry
 */

/** @type {Entry[]} */
let waiting = [];

/** Let a table wait behind the others. @param {Entry} entry */
function park(entry) {
  waiting = [...waiting.filter(({ table }) => table !== entry.table), entry];
}

/** Take a table out of the queue, or null where it does not wait. @returns {Entry | null} */
function recall(table) {
  const found = waiting.find((entry) => entry.table === table) ?? null;
  waiting = waiting.filter((entry) => entry !== found);
  return found;
}
