/** Knows how two editions are read side by side. */

import { byId, el } from "../dom.js";
import { articleText } from "../edition.js";
import { has, t } from "../i18n.js";
import { fieldName, inWords } from "./values.js";

/**
 * Every value of two editions in one row; where they differ, the row says so.
 *
 * @param {import("../answers.js").Edition} ours
 * @param {import("../answers.js").Edition} theirs
 * @param {[string, string[]][]} groups The names of the sections, by what they are about.
 */
export function compared(ours, theirs, groups) {
  const only = el("input", { type: "checkbox", id: "rules-only", checked: true, change: hideSame });
  const heads = [t("rules.rule"), ours.title, theirs.title];
  return [
    el("p", { class: "no-print" }, el("label", { class: "tick" }, only, t("rules.onlyDifferent"))),
    el(
      "div",
      { class: "scroll", tabindex: "0" },
      el(
        "table",
        { class: "compared-rules only" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            heads.map((text) => el("th", { scope: "col" }, text)),
          ),
        ),
        groups.map(([group, names]) =>
          el(
            "tbody",
            {},
            el(
              "tr",
              { class: "group" },
              el("th", { colspan: 3, scope: "rowgroup" }, t(`rules.group.${group}`)),
            ),
            names.flatMap((name) => comparedRows(name, ours.sections[name], theirs.sections[name])),
          ),
        ),
      ),
    ),
  ];
}

/**
 * A section: where each regulation has it, then its values.
 *
 * @param {string} name
 * @param {Record<string, any>} ours
 * @param {Record<string, any>} theirs
 */
function comparedRows(name, ours = {}, theirs = {}) {
  const fields = Object.keys({ ...ours, ...theirs }).filter((key) => has(`field.${key}`));
  const where = (section) => (section.article ? articleText(section.article) : "–");
  const rows = fields.map((key) => {
    const said = [ours, theirs].map((section) => valueText(key, section[key]));
    return comparedRow(fieldName(name, key), said, said[0] === said[1]);
  });
  const same = rows.every((row) => row.classList.contains("same"));
  const head = comparedRow(t(`section.${name}`), [where(ours), where(theirs)], same);
  head.classList.add("section");
  return [head, ...rows];
}

function valueText(key, value) {
  return (value === undefined ? "" : inWords(key, value)) || "–";
}

function comparedRow(title, said, same) {
  return el(
    "tr",
    { class: same ? "same" : "differs" },
    el("th", { scope: "row" }, title),
    said.map((text) => el("td", {}, text)),
  );
}

function hideSame({ target }) {
  byId("rulebook").querySelector(".compared-rules").classList.toggle("only", target.checked);
}
