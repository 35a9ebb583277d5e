/** Knows how the arbiter's page asks the service, and where it says that it was refused. */

import { Refused, Unreachable } from "../client.js";
import { byId } from "../dom.js";
import { t } from "../i18n.js";
import { english, problemText } from "./problems.js";

/** Put a question to the service and say what went wrong, if anything did. */
export async function asking(question) {
  say();
  try {
    await question();
  } catch (fault) {
    if (fault instanceof Refused) sayRefused(fault);
    else if (fault instanceof Unreachable) say(problemText(fault) ?? t("fault.network"));
    else throw fault;
  }
}

/** Say what the service has against a question. */
export function sayRefused(fault) {
  say(problemText(fault) ?? english(fault.message));
}

/** Say what went wrong; without a text, take it back. */
export function say(...texts) {
  byId("fault").replaceChildren(...texts.filter(Boolean));
}
