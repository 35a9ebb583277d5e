/** Knows how a rule that was relaxed, a silence or a fault is told, and how points are written. */

import { el, li, ul } from "../core/dom.js";
import { has, t } from "../core/i18n.js";

/** What stands for an article where there is none. */
const UNSAID = new Set(["silent", "document"]);

/**
 * Whether an edition has an article about something and nothing more.
 *
 * @param {import("../core/answers.js").Edition} edition @param {string} section
 */
export function isSilent({ sections }, section) {
  const said = Object.keys(sections[section] ?? {});
  return said.every((name) => name === "article" || name === "reading");
}

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
    el("h2", {}, title),
    ul(
      remarks.map(({ rule, code, detail, article, players = [] }) =>
        li(
          told(rule ?? code),
          players.length > 0 && el("strong", {}, players.map(nameOf).join(", ")),
          " ",
          explained(rule ?? code, detail),
          article && !UNSAID.has(article) ? ` (${article})` : null,
        ),
      ),
    ),
  );
}

/** What there is to say beside the rule: in the page's language where it has the words for it. */
function explained(rule, detail) {
  if (rule && has(`tour.unsaid.${rule}`)) return t(`tour.unsaid.${rule}`);
  const [, round] = /round (\d+)/.exec(detail) ?? [];
  if (rule && has(`tour.rule.${rule}`)) return round ? t("tour.roundN", { round }) : "";
  return el("span", { lang: "en" }, detail);
}

function told(rule) {
  if (!rule || has(`tour.unsaid.${rule}`) || !has(`tour.rule.${rule}`)) return null;
  return `${t(`tour.rule.${rule}`)} `;
}

/** How points are written: halves and quarters as people write them. */

/**
 * @param {number | null | undefined} value
 * @param {boolean} [sign] Whether a plus is written too.
 */
export function number(value, sign = false) {
  if (value === null || value === undefined) return "–";
  const whole = Math.trunc(Math.abs(value));
  const part = { 0.25: "¼", 0.5: "½", 0.75: "¾" }[Math.abs(value) - whole] ?? "";
  const digits = part && whole === 0 ? part : `${whole}${part}`;
  return value < 0 ? `−${digits}` : sign && value > 0 ? `+${digits}` : digits;
}
