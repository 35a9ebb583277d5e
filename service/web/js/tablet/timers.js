/**
 * Knows the short times that a regulation gives around a challenge (FIGS 31; FRS 5.10.6, 7.1.2).
 * They are an aid: nothing follows from them but what the players do, and no lexicon is asked.
 */

import { el } from "../dom.js";
import { articleText } from "../edition.js";
import { t } from "../i18n.js";
import { QUIET } from "./parts.js";

/**
 * A button for each time that the edition knows.
 *
 * @param {import("../answers.js").Edition} edition
 */
export function timers(edition) {
  return (edition.sections.procedures.timers ?? []).map(timer);
}

function timer({ kind, seconds, article }) {
  const left = el("strong", { class: "left" }, `${seconds} s`);
  const bar = el("progress", { max: seconds, value: 0, "aria-hidden": "true" });
  const said = el("span", { class: "said", role: "status" });
  const where = el("span", { class: "where" }, ` (${articleText(article)})`);
  const name = el("span", {}, t(`timer.${kind}`), where, said);
  const node = el("button", { type: "button", class: "timer" }, left, name, bar);
  let end = 0;
  let since = 0;
  const show = () => {
    const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    left.textContent = `${rest} s`;
    bar.value = seconds - rest;
    node.classList.toggle("over", rest === 0);
    if (rest === 0) said.textContent = ` ${t(`timer.${kind}.over`)}`;
    else if (node.isConnected && end) setTimeout(show, 250);
  };
  const stop = () => {
    end = 0;
    left.textContent = `${seconds} s`;
    bar.value = 0;
    said.textContent = "";
    node.classList.remove("over");
  };
  node.addEventListener("click", () => {
    // The second half of a double tap must not stop what the first half started.
    if (performance.now() - since < QUIET) return;
    since = performance.now();
    if (end) return stop();
    end = since + 1000 * seconds;
    show();
  });
  return node;
}
