/** Knows how the arbiter's page asks the service, and where it says that it was refused. */

import { Refused, Unreachable } from "../client.js";
import { byId } from "../dom.js";
import { t } from "../i18n.js";
import { english, problemText } from "./problems.js";

const line = byId("fault");
const home = byId("main");

/**
 * Put a question to the service and say what went wrong, if anything did: behind `place`, the form
 * that asked, or above everything. Tells whether there was an answer.
 *
 * @param {() => Promise<any>} question
 * @param {Element} [place]
 */
export async function asking(question, place) {
  sayAt(place);
  try {
    await question();
    return true;
  } catch (fault) {
    if (fault instanceof Refused) sayRefused(fault, place);
    else if (fault instanceof Unreachable) sayAt(place, problemText(fault) ?? t("fault.network"));
    else throw fault;
    return false;
  }
}

/**
 * Say what the service has against a question.
 *
 * @param {Refused} refused
 * @param {Element} [place]
 */
export function sayRefused(refused, place) {
  sayAt(place, problemText(refused) ?? english(refused.message));
}

/** Say what went wrong, above everything; without a text, take it back. */
export function say(...texts) {
  sayAt(undefined, ...texts);
}

/**
 * Say what went wrong behind the form or field that it is about.
 *
 * @param {Element | null | undefined} place
 * @param {...any} texts
 */
export function sayAt(place, ...texts) {
  const told = texts.filter(Boolean);
  if (told.length && place?.isConnected) place.after(line);
  else if (told.length || !line.isConnected) home.before(line);
  line.replaceChildren(...told);
}
