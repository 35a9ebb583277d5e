/** Knows the organiser's PIN: how it is kept, asked for, and what it opens. */

import { byId, dialogue, field } from "../dom.js";
import { fingerprint, salt } from "../fingerprint.js";
import { t } from "../i18n.js";

const WAIT_AFTER_WRONG = 1000;
let wrong = 0;

/** What is kept of a PIN: enough to recognise it. */
export function sealPin(pin) {
  const salted = salt();
  return { salt: salted, print: fingerprint(pin, salted) };
}

/** Prepare the dialogue; `act` has what the organiser may do: `discard`, `forgive`, `leave`. */
export function preparePin(sealed, act) {
  const dialog = dialogue("pin-dialog");
  const close = (then) => () => {
    dialog.close();
    then();
  };
  byId("organiser").addEventListener("click", () => openDialog(dialog));
  byId("pin-form").addEventListener("submit", (event) => {
    event.preventDefault();
    tryPin(sealed());
  });
  byId("pin-cancel").addEventListener(
    "click",
    close(() => {}),
  );
  byId("pin-discard").addEventListener("click", close(act.discard));
  byId("pin-forgive").addEventListener("click", close(act.forgive));
  byId("pin-leave").addEventListener("click", close(act.leave));
  dialog.addEventListener("close", () => show(false));
}

function openDialog(dialog) {
  show(false);
  dialog.showModal();
  byId("pin").focus();
}

function tryPin(sealed) {
  const right = fingerprint(field("pin").value, sealed.salt) === sealed.print;
  field("pin").value = "";
  if (right) {
    wrong = 0;
    show(true);
    byId("pin-discard").focus();
    return;
  }
  wrong += 1;
  byId("pin-fault").textContent = t("pin.wrong");
  // Each wrong try makes the next one wait twice as long: guessing takes longer than a game.
  field("pin-try").disabled = true;
  setTimeout(
    () => (field("pin-try").disabled = false),
    WAIT_AFTER_WRONG * 2 ** Math.min(wrong - 1, 8),
  );
}

function show(open) {
  field("pin").value = "";
  byId("pin-fault").textContent = "";
  byId("pin-form").hidden = open;
  byId("pin-menu").hidden = !open;
}
