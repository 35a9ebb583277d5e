/**
 * Knows what this device is for: its set-up, its edition and lexicon, the challenge at hand.
 *
 * @typedef {object} Tablet What this device is for.
 * @property {import("../core/answers.js").Edition} edition Null until the service has answered.
 * @property {import("../core/tiles.js").Alphabet} alphabet
 * @property {Settings} settings
 * @property {ReturnType<typeof import("../core/client.js").connect>} api
 * @property {import("./challenge.js").Challenge} challenge
 * @property {string} note What the screen has to say at this moment, if anything.
 * @property {string} tone How it is said: "alarm", "calm" or nothing.
 * @property {string} salt
 * @property {typeof import("./gameclock.js") | null} game The game clock, where there is one here.
 * @property {boolean} hasEvent Whether results are reported here.
 * @property {boolean} contesting Whether the clock has made room for a challenge.
 *
 * @typedef {Record<string, any>} Settings The organiser's choices.
 * @typedef {{onDown: () => void, signal: AbortSignal}} Load Who is told of an outage, and who gives up.
 */

import { untilAnswered } from "../core/api.js";
import { Unreachable } from "../core/client.js";
import { byId, there, UNSET } from "../core/dom.js";
import { lexiconLine, showColours } from "../core/edition.js";
import { alsoSay, t } from "../core/i18n.js";
import { Alphabet } from "../core/tiles.js";
import { ARMED } from "./challenge.js";

/** Under which name the organiser's choices are remembered. */
export const SETTINGS = "arbiter.tablet";

/**
 * Everything that screens are drawn from.
 *
 * @type {Tablet}
 */
export const tablet = {
  settings: {},
  api: UNSET,
  alphabet: UNSET,
  edition: UNSET,
  challenge: ARMED,
  note: "",
  tone: "",
  salt: "",
  game: null,
  hasEvent: false,
  contesting: false,
};

/**
 * Ask for the edition's data and show which lexicon judges; `onDown` is told if that fails,
 * `signal` gives up.
 *
 * @param {Load} load
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
  byId("lexicon").replaceChildren(...there(lexiconLine(edition.lexicon)));
}

/**
 * Find out whether results of games are reported here, where a box keeps the event; what is asked
 * again and again then says what was announced meanwhile.
 *
 * @param {Load} load
 */
export async function loadEvent(load) {
  const { keepsEvent, learn } = await import("./result.js");
  tablet.hasEvent = await keepsEvent(tablet, load);
  // Who may learn nothing any more still has to know whether the service is there.
  const learned = () => tablet.hasEvent && learn(tablet).catch(() => {});
  return { ready: async () => (await tablet.api.ready(), learned()) };
}

/** Take up the game clock, where the organiser wants one on this device. @param {Load} load */
export async function loadClock({ onDown, signal }) {
  const seconds = Number(tablet.settings.clock);
  Object.assign(tablet, { game: null, contesting: false });
  if (!seconds) return;
  const load = () =>
    import("./gameclock.js").catch(() => {
      throw new Unreachable("gameclock.js");
    });
  await untilAnswered(() => alsoSay("clock/"), { onDown, signal });
  tablet.game = await untilAnswered(load, { onDown, signal });
  tablet.game.takeUp(seconds);
}

/** The device belongs to no table for now. */
export function forgetEdition() {
  byId("where").textContent = "Arbiter";
  for (const name of ["federation", "edition", "lexicon"]) byId(name).replaceChildren();
}
