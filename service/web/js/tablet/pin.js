/** Knows the organiser's PIN: how it is kept, asked for, and what it opens. */

import { byId, dialogue, field } from "../dom.js";
import { salt, slowPrint } from "../fingerprint.js";
import { t } from "../i18n.js";
import { remember, remembered } from "../store.js";
import { settle } from "./parts.js";

const WRONG = "arbiter.wrong";
const WAIT_AFTER_WRONG = 1000;
const MOST_DOUBLINGS = 9;
let ticking = 0;

/** What is kept of a PIN: enough to recognise it. */
export function sealPin(pin) {
  const salted = salt();
  return { salt: salted, print: slowPrint(pin, salted) };
}

/**
 * The PIN that a link brings: its salt and its print, joined by a dot.
 *
 * @param {string} seal
 */
export function readSeal(seal) {
  const [salted, print] = seal.split(".");
  return { salt: salted, print };
}

/**
 * How long to wait after so many wrong tries, in milliseconds: 1, 2, 4 … 512 seconds. Ten thousand
 * PINs would take two months of standing at the device.
 *
 * @param {number} wrong
 */
export function backOff(wrong) {
  return wrong === 0 ? 0 : WAIT_AFTER_WRONG * 2 ** Math.min(wrong - 1, MOST_DOUBLINGS);
}

/**
 * Prepare the dialogue. `act` has what the organiser may do: `recall`, `discard`, `forgive`,
 * `leave`, and `last()`, whether there is a verdict to recall.
 */
export function preparePin(sealed, act) {
  const dialog = dialogue("pin-dialog");
  // The tap that closes the dialogue must not go on to what lay under it.
  const closing = () => {
    show(false);
    settle(document.querySelector("main"));
  };
  const close = (then) => () => {
    dialog.close();
    closing();
    then();
  };
  byId("organiser").addEventListener("click", () => openDialog(dialog));
  byId("pin-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (waiting() === 0) tryPin(sealed(), act);
  });
  byId("pin-cancel").addEventListener(
    "click",
    close(() => {}),
  );
  for (const name of ["recall", "discard", "forgive", "leave"]) {
    byId(`pin-${name}`).addEventListener("click", close(act[name]));
  }
  dialog.addEventListener("cancel", closing);
}

function openDialog(dialog) {
  show(false);
  dialog.showModal();
  byId("pin").focus();
  sayWait();
}

function tryPin(sealed, act) {
  const right = slowPrint(field("pin").value, sealed.salt) === sealed.print;
  field("pin").value = "";
  if (right) {
    remember(WRONG, null);
    byId("pin-recall").hidden = !act.last();
    show(true);
    settle(byId("pin-menu"));
    byId(act.last() ? "pin-recall" : "pin-discard").focus();
    return;
  }
  // Each wrong try makes the next one wait twice as long, and a reload does not shorten it.
  const wrong = (remembered(WRONG)?.wrong ?? 0) + 1;
  remember(WRONG, { wrong, until: Date.now() + backOff(wrong) });
  sayWait();
}

/** How many seconds are left before the next try; a clock set back must not lock the device. */
function waiting() {
  const { wrong = 0, until = 0 } = remembered(WRONG) ?? {};
  return Math.ceil(Math.min(Math.max(0, until - Date.now()), backOff(wrong)) / 1000);
}

function sayWait() {
  clearTimeout(ticking);
  const seconds = waiting();
  const wrong = remembered(WRONG) !== null;
  field("pin-try").disabled = seconds > 0;
  byId("pin-fault").textContent = wrong ? t("pin.wrong") : "";
  byId("pin-wait").textContent = seconds > 0 ? t("pin.wait", { seconds }) : "";
  if (seconds > 0) ticking = setTimeout(sayWait, 250);
}

function show(open) {
  clearTimeout(ticking);
  field("pin").value = "";
  byId("pin-fault").textContent = "";
  byId("pin-form").hidden = open;
  byId("pin-menu").hidden = !open;
}
