/** Knows the scoring table: a board, the plays on it, and one play being written. */

import { byId, el, field } from "../dom.js";
import { t } from "../i18n.js";
import { drawBoard } from "./board.js";
import { sum, wordsFormed } from "./breakdown.js";
import { coordinate, lay, readPlay } from "./game.js";

let desk = null;
let plays = [];
let position = new Map();
let asked = 0;

/** Make the table work; `shared` holds the edition and the connection of the page. */
export function prepareScore(shared) {
  desk = shared;
  byId("score-form").addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
  byId("score-play").addEventListener("input", () => {
    const target = field("score-play");
    // A hyphen is never part of a play, so after L it can stand for the middle dot.
    const dotted = target.value.replace(/(l)-/gi, "$1·");
    if (dotted !== target.value) target.value = dotted;
  });
  byId("score-form").addEventListener("input", rewritten);
  byId("score-board").addEventListener("click", (event) => {
    const square = /** @type {Element} */ (event.target).closest("[data-square]");
    if (square) startAt(square.getAttribute("data-square"));
  });
  byId("score-undo").addEventListener("click", () => takeBack(plays.slice(0, -1)));
  byId("score-clear").addEventListener("click", () => takeBack([]));
}

/** Begin with an empty board of the edition at hand. */
export function showScore() {
  byId("score-uncontested-row").hidden = !desk.edition.sections.placement.stands_uncontested;
  const special = desk.alphabet.faces.filter((face) => !/^[A-Z]$/.test(face));
  byId("score-faces").replaceChildren(
    ...special
      .flatMap((face) => [face, face.toLowerCase()])
      .map((text) => el("button", { type: "button", click: () => insert(text) }, text)),
  );
  replay([]);
}

function replay(kept) {
  plays = kept;
  position = plays.reduce(
    (before, { play }) => lay(before, readPlay(play), desk.alphabet).position,
    new Map(),
  );
  field("score-play").value = "";
  field("score-declared").value = "";
  byId("score-plays").replaceChildren(
    ...plays.map(({ play, score }) => el("li", {}, `${play}: `, el("strong", {}, String(score)))),
  );
  field("score-undo").disabled = field("score-clear").disabled = plays.length === 0;
  rewritten();
}

/** A button that can no longer be pressed would keep the focus to itself. */
function takeBack(kept) {
  replay(kept);
  if (plays.length === 0) byId("score-play").focus();
}

/** An answer, shown or still under way, was for the play as it stood. */
function rewritten() {
  forgetAnswer();
  preview();
}

function forgetAnswer() {
  asked += 1;
  byId("score-answer").replaceChildren();
}

function preview() {
  const play = readPlay(field("score-play").value);
  const laid = play && lay(position, play, desk.alphabet);
  const board = drawBoard(desk.edition, desk.alphabet, laid?.position ?? position, laid?.laid);
  byId("score-board").replaceChildren(board);
  return laid;
}

/** A click on a square starts the play there; a second click turns it. */
function startAt(square) {
  const text = field("score-play");
  const [place = "", tiles = ""] = text.value.split(/\s+/);
  const turned = place === coordinate(square, "across");
  text.value = `${coordinate(square, turned ? "down" : "across")} ${tiles}`;
  text.focus();
  rewritten();
}

function insert(text) {
  const play = field("score-play");
  play.setRangeText(text, play.selectionStart, play.selectionEnd, "end");
  play.focus();
  rewritten();
}

async function ask() {
  const play = field("score-play").value.trim();
  /** @type {Record<string, any>} */
  const question = { before: plays.map((done) => done.play), play };
  if (field("score-declared").value !== "")
    question.declared = Number(field("score-declared").value);
  if (field("score-uncontested").checked) question.placement = "uncontested";
  forgetAnswer();
  const ticket = asked;
  await desk.asking(async () => {
    const answer = await desk.api.score(desk.edition.id, question);
    if (ticket === asked) showAnswer(play, answer);
  });
}

function showAnswer(play, answer) {
  const laid = preview();
  const sums = laid ? explain(readPlay(play), laid, answer) : [];
  const rows = answer.words.map(({ word, score }, i) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, word),
      el("td", {}, sums[i]?.text ?? ""),
      el("td", {}, String(score)),
    ),
  );
  const bonus = answer.bonus
    ? [
        el(
          "tr",
          {},
          el("th", { scope: "row" }, t("score.bonus")),
          el("td"),
          el("td", {}, String(answer.bonus)),
        ),
      ]
    : [];
  const put = el(
    "button",
    { type: "button", class: "primary", click: () => putDown(play, answer.score) },
    t("score.put"),
  );
  byId("score-answer").replaceChildren(
    el("table", { class: "sums" }, el("tbody", {}, rows, bonus)),
    el("p", { class: "total" }, t("score.total", { points: answer.score })),
    answer.agrees === undefined
      ? ""
      : el("p", { class: answer.agrees ? "note" : "fault" }, t(`score.agrees.${answer.agrees}`)),
    put,
  );
  put.focus();
}

/** The sums behind the words, if they come to what the service says. */
function explain(play, { position: after, laid }, answer) {
  const words = laid.size ? wordsFormed(after, laid, play.direction) : [];
  const sums = words.map((squares) => sum(squares, { ...desk, position: after, laid }));
  const agree =
    sums.length === answer.words.length &&
    sums.every(({ score }, i) => score === answer.words[i].score);
  return agree ? sums : [];
}

function putDown(play, score) {
  replay([...plays, { play, score }]);
  byId("score-play").focus();
}
