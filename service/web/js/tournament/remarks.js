/** Knows how a rule that was relaxed, a silence or a fault is told, with its article. */

import { el } from "../dom.js";
import { has, t } from "../i18n.js";

/**
 * @param {string} title
 * @param {{rule?: string, code?: string, detail: string, article?: string, players?: string[]}[]} remarks
 * @param {(id: string) => string} nameOf
 */
export function drawRemarks(title, remarks, nameOf) {
  if (!remarks.length) return null;
  return el(
    "div",
    { class: "remarks" },
    el("h3", {}, title),
    el(
      "ul",
      {},
      remarks.map(({ rule, code, detail, article, players = [] }) =>
        el(
          "li",
          {},
          told(rule ?? code),
          players.length > 0 && el("strong", {}, players.map(nameOf).join(", ")),
          " ",
          el("span", { lang: "en" }, detail),
          article && article !== "silent" ? ` (${article})` : null,
        ),
      ),
    ),
  );
}

function told(rule) {
  return rule && has(`tour.rule.${rule}`) ? `${t(`tour.rule.${rule}`)} ` : null;
}
