/**
 * Knows of the event at hand what the whole of the arbiter's page goes by: whether there is one, and
 * what was announced of it, for everything that is asked about it.
 */

import { variantText } from "./edition.js";
import { remembered } from "./store.js";

/** @import { Edition } from "./answers.js" */

/** The director's document, or null where none is open. */
export function eventAtHand() {
  return remembered("arbiter.tournament");
}

/**
 * What was announced of the event, so far as an edition leaves it open: on the page of the hall, and
 * before that in the director's document.
 *
 * @param {Edition} edition @param {Record<string, string>} settings
 * @returns {Record<string, any>}
 */
export function announcedIn(edition, { variant, clock }) {
  const hall = { variant: variant || null, clock_seconds: Number(clock) || null };
  const said = { ...hall, ...eventAtHand()?.conditions };
  const open = Object.entries(said).filter(([name, value]) => isOpen(edition, name, value));
  return Object.fromEntries(open);
}

/** @param {Edition} edition @param {string} name @param {any} value */
function isOpen({ conditions, sections, variants }, name, value) {
  const { least, most, others } = sections.clock;
  if (value === null || !(name in conditions)) return false;
  if (name === "clock_seconds") return others || (least <= value && value <= most);
  return name !== "variant" || variants.includes(value.split(":")[0]);
}

/**
 * The variant to begin with: the one that was announced.
 *
 * @param {Edition} edition @param {Record<string, string>} settings
 */
export function usualVariant(edition, settings) {
  const { variant } = announcedIn(edition, settings);
  const usual = edition.sections.challenge.default_variant;
  return edition.variants.includes(variant) ? variant : usual;
}

/**
 * The variants of the penalty to choose from, and the one to begin with.
 *
 * @param {Edition} edition @param {Record<string, string>} settings @param {string} [chosen]
 * @returns {{variants: [string, string][], variant: string}}
 */
export function variantsOf(edition, settings, chosen = "") {
  const variants = edition.variants.map((name) => [name, variantText(edition, name)]);
  const known = edition.variants.includes(chosen) ? chosen : usualVariant(edition, settings);
  return { variants: /** @type {[string, string][]} */ (variants), variant: known };
}
