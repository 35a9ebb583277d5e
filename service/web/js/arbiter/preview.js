/**
 * Knows what a play is worth while it is typed: each word as a sum under its premium squares. The
 * service counts; where it refuses, it says why beside the field.
 */

import { Refused, Unreachable } from "../client.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { sum, wordsFormed } from "./breakdown.js";
import { english, problemText } from "./problems.js";
import { points } from "./sheet.js";

const PAUSE = 250;
let asked = 0;

/**
 * Ask what a play scores, once its typist pauses, and show it in `place`.
 *
 * @param {import("./main.js").Desk} desk
 * @param {HTMLElement} place
 * @param {any} question What is asked of the service, or nothing.
 * @param {{position: any, laid: Set<string>, direction: string, declared: string}} laid
 */
export function preview(desk, place, question, laid) {
  const ticket = ++asked;
  if (!question) return place.replaceChildren();
  return setTimeout(async () => {
    if (ticket !== asked) return;
    try {
      const answer = await desk.api.score(desk.edition.id, question);
      if (ticket === asked) place.replaceChildren(...drawScore(desk, answer, laid));
    } catch (fault) {
      if (!(fault instanceof Refused || fault instanceof Unreachable)) throw fault;
      if (ticket === asked) place.replaceChildren(drawRefusal(fault));
    }
  }, PAUSE);
}

function drawRefusal(fault) {
  const unsaid = fault instanceof Refused ? english(fault.message) : t("fault.network");
  return el("p", { class: "fault" }, problemText(fault) ?? unsaid);
}

/** The words with their sums, the bonus, the total and whether the declared score is right. */
export function drawScore(desk, answer, { position, laid, direction, declared }) {
  const sums = explained(desk, answer, { position, laid, direction });
  const row = (name, how, score) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, how), el("td", {}, points(score)));
  const rows = answer.words.map(({ word, score }, i) => row(word, sums[i]?.text ?? "", score));
  const agrees = declared === "" ? null : Number(declared) === answer.score;
  return [
    el(
      "table",
      { class: "sums" },
      el("caption", { class: "visually-hidden" }, t("score.caption")),
      el("tbody", {}, rows, answer.bonus ? row(t("score.bonus"), "", answer.bonus) : null),
    ),
    el(
      "p",
      { class: "total" },
      t("score.total", { points: answer.score }),
      agrees !== null &&
        el("small", { class: agrees ? "note" : "fault" }, ` ${t(`score.agrees.${agrees}`)}`),
    ),
  ];
}

/** The sums behind the words, if they come to what the service says. */
function explained(desk, answer, { position, laid, direction }) {
  const words = laid.size ? wordsFormed(position, laid, direction) : [];
  const sums = words.map((squares) => sum(squares, { ...desk, position, laid }));
  const agree =
    sums.length === answer.words.length &&
    sums.every(({ score }, i) => score === answer.words[i].score);
  return agree ? sums : [];
}
