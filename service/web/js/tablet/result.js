/**
 * Knows how a table's device comes to report results: only where a box keeps the event, so that no
 * other device loads any of it.
 */

import { untilAnswered } from "../core/api.js";
import { Refused } from "../core/client.js";
import { el } from "../core/dom.js";
import { eventTable, sendReport } from "../core/event.js";
import { alsoSay, t } from "../core/i18n.js";
import { actions, button, heading, screen } from "./parts.js";
import { resultReport } from "./report.js";

/** @import { Load, Tablet } from "./device.js" */

const STYLE = new URL("../../css/report.css", import.meta.url).href;

/**
 * Whether a box keeps the event; then the page has the words and the look of a report. Only an
 * answer says so: an outage is waited for.
 *
 * @param {Tablet} tablet @param {Load} load
 */
export async function keepsEvent(tablet, load) {
  try {
    await untilAnswered(() => learn(tablet), load);
    await untilAnswered(() => alsoSay("report/"), load);
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return false;
  }
  if (!document.querySelector(`link[href="${STYLE}"]`))
    document.head.append(el("link", { rel: "stylesheet", href: STYLE }));
  return true;
}

/**
 * Take over the penalty, and from the next game on the time of the clock, that the director has
 * announced since the device was set up.
 *
 * @param {Tablet} tablet
 */
export async function learn({ api, settings }) {
  const { announced = {} } = await eventTable(api, settings);
  for (const name of ["variant", "clock"])
    if (settings[name] && announced[name]) settings[name] = announced[name];
}

/** The result of the game, with a way back. @param {Tablet} tablet @param {() => void} back */
export function reportScreen({ api, settings }, back) {
  const report = resultReport({
    look: () => eventTable(api, settings),
    send: (said) => sendReport(api, said),
    sides: [0, 1],
  });
  return screen(heading(t("report.title")), report, actions(button(t("report.back"), back)));
}
