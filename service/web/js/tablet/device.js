/** Knows what this device is for: its set-up, its edition and lexicon, the challenge at hand. */

import { untilAnswered } from "../api.js";
import { Unreachable } from "../client.js";
import { byId } from "../dom.js";
import { lexiconLine, showColours } from "../edition.js";
import { t } from "../i18n.js";
import { Alphabet } from "../tiles.js";
import { ARMED } from "./challenge.js";

/** Under which name the organiser's choices are remembered. */
export const SETTINGS = "arbiter.tablet";

/**
 * Everything that screens are drawn from.
 *
 * @type {import("./types.js").Tablet}
 */
export const tablet = {
  settings: {},
  api: null,
  alphabet: null,
  edition: null,
  challenge: ARMED,
  note: "",
  tone: "",
  salt: "",
  game: null,
  contesting: false,
};

/**
 * Ask for the edition's data and show which lexicon judges; `onDown` is told if that fails,
 * `signal` gives up.
 */
export async function loadEdition({ onDown, signal }) {
  const { rules, table } = tablet.settings;
  const edition = await untilAnswered(() => tablet.api.edition(rules), { onDown, signal });
  if (signal.aborted) throw signal.reason;
  Object.assign(tablet, { edition, alphabet: new Alphabet(edition) });
  showColours(edition);
  byId("where").textContent = t("header.table", { table });
  byId("federation").textContent = edition.sections.identity?.name ?? "";
  byId("edition").textContent = edition.title;
  byId("lexicon").replaceChildren(...lexiconLine(edition.lexicon).filter(Boolean));
}

/** Take up the game clock, where the organiser wants one on this device. */
export async function loadClock({ onDown, signal }) {
  const seconds = Number(tablet.settings.clock);
  Object.assign(tablet, { game: null, contesting: false });
  if (!seconds) return;
  const load = () =>
    import("./gameclock.js").catch(() => {
      throw new Unreachable("gameclock.js");
    });
  tablet.game = await untilAnswered(load, { onDown, signal });
  tablet.game.takeUp(seconds);
}

/** The device belongs to no table for now. */
export function forgetEdition() {
  byId("where").textContent = "Arbiter";
  for (const name of ["federation", "edition"]) byId(name).textContent = "";
  byId("lexicon").replaceChildren();
}
