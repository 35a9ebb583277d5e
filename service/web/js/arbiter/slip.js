/**
 * Knows the slip that goes back to the table (FRS 5.11.3 g, 5.11.6 h): table, time, the words as
 * typed, and one letter of two circled. Never a mark on a single word.
 */

import { byId, el } from "../dom.js";
import { lexiconLine } from "../edition.js";
import { t, timeOfDay } from "../i18n.js";

const FORGET = 600000;
const printed = new WeakSet();
let kept = null;
let forgetting = 0;

/** Keep the latest slip for ten minutes, in memory only; null forgets it. */
export function keepSlip(slip) {
  kept = slip;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (kept = null), FORGET);
}

/** The latest slip, or null. */
export function keptSlip() {
  return kept;
}

/**
 * Put the slip on paper, in the edition's own words for yes and no: it goes to the players, whatever
 * language the arbiter's page speaks. One that is printed again says so.
 */
export function printSlip(desk, slip) {
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
    return el("p", {}, mark, " ", said(side));
  };
  const now = new Date();
  const when = `${now.toLocaleDateString(edition.language)} ${timeOfDay(now)}`;
  const parts = [
    el("p", {}, edition.title),
    copy && el("p", {}, el("strong", {}, t("desk.copy"))),
    el("p", {}, el("strong", {}, t("header.table", { table: table || "____" })), ` · ${when}`),
    el(
      "ol",
      {},
      words.map((word) => el("li", {}, word)),
    ),
    el("div", { class: "letters" }, letter(true), letter(false)),
    el("p", {}, second ? t("again.title") : ""),
    el("p", {}, argument),
    el("p", { class: "lexicon" }, lexiconLine(edition.lexicon)),
  ];
  byId("slip").replaceChildren(...parts.filter(Boolean));
  document.body.dataset.print = "slip";
  // Some browsers come back from print() before they have drawn the slip.
  addEventListener("afterprint", clearSlip, { once: true });
  print();
}

/** Nothing of a slip stays on the page. */
export function clearSlip() {
  delete document.body.dataset.print;
  byId("slip").replaceChildren();
}
