/** Knows how the arbiter's page asks the service, and what a refusal looks like. */

import { Refused, Unreachable } from "../api.js";
import { byId } from "../dom.js";
import { t } from "../i18n.js";

/** Put a question to the service and say what went wrong, if anything did. */
export async function asking(question) {
  say("");
  try {
    await question();
  } catch (fault) {
    if (fault instanceof Refused) say(refusal(fault));
    else if (fault instanceof Unreachable) say(t("fault.network"));
    else throw fault;
  }
}

/** Say what went wrong; an empty text takes it back. */
export function say(text) {
  byId("fault").textContent = text;
}

/** A refusal in words. */
export function refusal({ status, message }) {
  return status === 401 || status === 403 ? t("fault.key") : message;
}
