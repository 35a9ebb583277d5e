/** Knows what is told of a record that breaks the rules: each fault, and where counting stopped. */

import { el } from "../dom.js";
import { articleText } from "../edition.js";
import { t } from "../i18n.js";
import { english, problemText } from "./problems.js";

const PASSED_OVER = ["no_play", "game_over"];

/** The number of the play that ended the recount because it cannot be laid, or 0. */
export function stoppedAt({ events, faults }) {
  const last = faults.at(-1);
  const counted = events.at(-1)?.n ?? 0;
  return last?.n > counted && !PASSED_OVER.includes(last.code) ? last.n : 0;
}

/** One fault, with its article. */
export function drawFault(fault, players) {
  const where = fault.article ? ` (${articleText(fault.article)})` : "";
  return el("li", {}, `${fault.n}: `, problemText(fault, players) ?? english(fault.detail), where);
}

/** Why a game that is over has no result, or null. */
export function drawUnsettled({ unsettled, unsettled_by: why, players }) {
  if (!unsettled) return null;
  return el("p", {}, t("recount.unsettled"), " ", problemText(why, players) ?? english(unsettled));
}
