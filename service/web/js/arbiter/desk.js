/**
 * Knows the arbiter's challenge desk: words, Enter, check, Enter, verdict, Escape.
 *
 * The words stay on the page until the next challenge begins, at most two minutes after the last
 * step; the session counts challenges, never words.
 */

import { pause } from "../api.js";
import { byId, el, field } from "../dom.js";
import { differingText, tileRow, verdictShape, verdictWord } from "../edition.js";
import { fingerprint, salt } from "../fingerprint.js";
import { t, timeOfDay } from "../i18n.js";
import { say } from "./asking.js";
import { heldBack } from "./presses.js";
import { clearSlip, printSlip } from "./slip.js";

const COUNT = "arbiter.challenges";
const LOG = "arbiter.verdicts";
const MOST = 200;
const DELAY = 600;
const FORGET = 120000;

let desk = null;
let first = null;
let forgetting = 0;
let asked = 0;

/** Make the desk work; `shared` holds the edition and the connection of the page. */
export function prepareDesk(shared) {
  desk = shared;
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
  byId("desk").addEventListener("keydown", (event) => event.key === "Escape" && startAnew());
  byId("desk-counter").textContent = count();
  showLog();
}

/** Forget everything and wait for the next challenge. */
export function startAnew() {
  forgetChallenge();
  field("desk-table").value = "";
  showLog();
  byId("desk-dot").hidden = desk.alphabet.dotted("l-l") === "l-l";
  byId("desk-words").focus();
}

/** Nothing of a challenge stays on the page, and an answer under way is not shown. */
export function forgetChallenge() {
  first = null;
  byId("desk-argument-row").hidden = true;
  clearWords();
}

async function check() {
  const words = field("desk-words")
    .value.split(/[\s,;]+/)
    .filter(Boolean);
  if (!words.length) return;
  const ticket = ++asked;
  await desk.asking(async () => {
    const spelled = await desk.api.spell(desk.edition.id, words);
    if (ticket === asked) showSpelled(words, spelled);
  });
}

function showSpelled(words, spelled) {
  const rows = spelled.map(({ text, tiles }) =>
    el("li", {}, tiles === null ? `${text} (${t("desk.noTile")})` : tileRow(tiles, desk.alphabet)),
  );
  const others = first !== null && first.print !== fingerprintOf(words);
  const judge = el(
    "button",
    { type: "button", class: "primary", click: heldBack(() => ask(words)) },
    t("desk.judge"),
  );
  stage(
    el("ol", { class: "submitted", "aria-label": t("check.words") }, rows),
    others && el("p", { class: "fault" }, t("again.otherWords")),
    judge,
  );
  judge.focus();
  forgetLater();
}

async function ask(words) {
  const ticket = ++asked;
  const button = byId("desk-stage").querySelector("button");
  button.disabled = true;
  await desk.asking(async () => {
    const question = desk.api.challenge(desk.edition.id, words);
    const [{ body, lexicon }] = await Promise.all([question, pause(DELAY)]);
    // The lexicon named on the page and on the slip must be the one that answered.
    if (lexicon?.includes(desk.edition.lexicon.sha256) === false) await desk.renewEdition();
    if (ticket === asked) showVerdict(words, body.valid);
  });
  button.disabled = false;
  if (document.activeElement === document.body) button.focus();
}

function showVerdict(words, valid) {
  sessionStorage.setItem(COUNT, String(Number(count()) + 1));
  byId("desk-counter").textContent = count();
  writeLog(valid);
  const differs = first !== null && first.valid !== valid;
  const click = heldBack(startAnew);
  const fresh = el("button", { type: "button", class: "primary", click }, t("desk.new"));
  stage(
    drawVerdict(valid, differs),
    differs && el("p", { class: "fault" }, differingText(desk.edition)),
    el("p", { class: "row" }, fresh, furtherSteps(words, valid)),
  );
  fresh.focus();
  forgetLater();
}

function forgetLater() {
  clearTimeout(forgetting);
  forgetting = setTimeout(startAnew, FORGET);
}

function drawVerdict(valid, differs) {
  const compared = first === null ? "" : t(differs ? "verdict.differs" : "verdict.same");
  return el(
    "div",
    { class: `verdict ${valid ? "stands" : "falls"}` },
    verdictShape(valid),
    el("p", { class: "said" }, verdictWord(desk.edition, desk.settings.lang, valid)),
    el("p", { class: "compared" }, compared),
  );
}

function furtherSteps(words, valid) {
  const table = field("desk-table").value;
  const slip = {
    table,
    words,
    valid,
    second: first !== null,
    argument: field("desk-argument").value,
  };
  const kind = desk.edition.sections.challenge.rechallenge;
  const again = () => challengeAgain(words, valid, kind);
  return [
    el("button", { type: "button", click: slipPrinter(slip) }, t("desk.print")),
    first === null &&
      !["silent", "none"].includes(kind) &&
      el("button", { type: "button", click: again }, t("again.button")),
  ];
}

/** The second slip of a verdict is a copy of the first. */
function slipPrinter(slip) {
  let copy = false;
  return () => {
    printSlip(desk, { ...slip, copy });
    copy = true;
  };
}

/** The log has times, tables and verdicts; never a word. */
function writeLog(valid) {
  const entry = { time: timeOfDay(new Date()), table: field("desk-table").value, valid };
  sessionStorage.setItem(LOG, JSON.stringify([entry, ...readLog()].slice(0, MOST)));
  showLog();
}

function readLog() {
  return JSON.parse(sessionStorage.getItem(LOG) ?? "[]");
}

function showLog() {
  if (desk.edition === null) return;
  const rows = readLog().map(({ time, table, valid }) => {
    const where = table ? `${t("header.table", { table })} · ` : "";
    return el(
      "li",
      {},
      `${time} · ${where}${verdictWord(desk.edition, desk.settings.lang, valid)}`,
    );
  });
  byId("desk-log").replaceChildren(...rows);
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
  if (!byId("desk").hidden) say();
}

function stage(...nodes) {
  byId("desk-stage").replaceChildren(...nodes.filter(Boolean));
}

function fingerprintOf(words) {
  const folded = words.map((word) => desk.alphabet.fold(word));
  const spelled = folded.map((word) => desk.alphabet.spelled(word) || word);
  return fingerprint(spelled.sort().join(" "), first.salt);
}

function count() {
  return sessionStorage.getItem(COUNT) ?? "0";
}
