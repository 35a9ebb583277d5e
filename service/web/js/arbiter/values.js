/** Knows how a value of an edition is called and said. */

import { penaltyText, variantName } from "../edition.js";
import { has, t } from "../i18n.js";

const MINUTES = new Set(["seconds", "least", "most", "lost_from"]);
const HALVES = new Set(["win_halves", "draw_halves"]);
// The loser's: the data have how much, the regulation writes it with a minus (FRS 4.4.6 c).
const LOST = new Set(["loser_spread", "excused_spread"]);

/** What a value is called: by its section, where that means something of its own by it. */
export function fieldName(name, key) {
  const own = `field.${name}.${key}`;
  return t(has(own) ? own : `field.${key}`);
}

/** A value in the language of the page; nothing where it says that there is none. */
export function inWords(name, value) {
  if (value === true) return t("confirm.yes");
  if (MINUTES.has(name) && value) return t("rules.minutes", { minutes: clock(value) });
  if (HALVES.has(name) && value) return (value / 2).toLocaleString(document.documentElement.lang);
  if (LOST.has(name) && value) return `−${value}`;
  if (typeof value === "number") return value ? String(value) : "";
  if (name === "default_variant") return variantName(value);
  if (typeof value === "string") return has(`value.${value}`) ? t(`value.${value}`) : value;
  if (Array.isArray(value)) return value.map((item) => inWords(name, item)).join("; ");
  if (value === false || value === null) return "";
  if (value?.turns)
    return t("rules.run", { turns: value.turns, kinds: inWords("kinds", value.kinds) });
  if (value?.article) return penaltyText(value);
  const items = Object.entries(value ?? {});
  if (items.length === 1) return inWords(name, items[0][1]);
  return items.map(([key, item]) => `${variantName(key)}: ${inWords(name, item)}`).join("; ");
}

function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
