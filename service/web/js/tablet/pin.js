/**
 * Knows the organiser's PIN: who is asked about it, how long a wrong one waits, and what it opens.
 *
 * An enrolled device keeps nothing of the PIN: the service says whether it is right. Without a
 * connection the number of this device alone, on the organiser's sheet, opens it too. That number lies
 * in the device's storage: whoever can read it there could also end arbitration mode there, and it
 * opens nothing else. A device that was set up by hand keeps the seal of a PIN of its own.
 *
 * @typedef {{discard: () => void, recall: () => void, correctClock: () => void, forgive: () => void,
 *   leave: () => void, last: () => boolean, clock: () => boolean}} Pin What the organiser may do.
 */

import { Unreachable } from "../core/client.js";
import { byId, dialogue, field, firstIn } from "../core/dom.js";
import { salt, slowPrint } from "../core/fingerprint.js";
import { t } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import { tablet } from "./device.js";
import { settle } from "./parts.js";

const WRONG = "arbiter.wrong";
const WAIT_AFTER_WRONG = 1000;
const MOST_DOUBLINGS = 9;
let ticking = 0;
/** How often the dialogue was opened: an answer belongs to the one that asked. */
let opened = 0;
/** Whether nobody can say if a PIN is right: then the number of this device is asked for. */
let down = false;
let trying = false;

/**
 * What is kept of a PIN: enough to recognise it.
 *
 * @param {string} pin
 */
export async function sealPin(pin) {
  const salted = salt();
  return { salt: salted, print: await slowPrint(pin, salted) };
}

/**
 * How long to wait after so many wrong tries, in milliseconds: 1, 2, 4 … 512 seconds. Ten thousand
 * PINs would take two months of standing at the device.
 *
 * @param {number} wrong
 */
function backOff(wrong) {
  return wrong === 0 ? 0 : WAIT_AFTER_WRONG * 2 ** Math.min(wrong - 1, MOST_DOUBLINGS);
}

/**
 * Prepare the dialogue. `act` has what the organiser may do: `recall`, `discard`, `forgive`,
 * `leave`, `correctClock`; `last()` is whether there is a verdict to recall, `clock()` whether a clock.
 *
 * @param {Pin} act
 */
export function preparePin(act) {
  const dialog = dialogue("pin-dialog");
  // The tap that closes the dialogue must not go on to what lay under it.
  const closing = () => {
    show(false);
    settle(firstIn(document, "main"));
  };
  /** @param {() => void} then */
  const close = (then) => () => {
    dialog.close();
    closing();
    then();
  };
  byId("organiser").addEventListener("click", () => openDialog(dialog));
  byId("pin-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (waiting() === 0 && !field("pin-try").disabled) tryPin(dialog, act);
  });
  const { recall, correctClock, discard, forgive, leave } = act;
  const done = { recall, correctClock, discard, forgive, leave, cancel: () => {} };
  for (const [name, then] of Object.entries(done))
    byId(`pin-${name}`).addEventListener("click", close(then));
  dialog.addEventListener("cancel", closing);
}

/** @param {HTMLDialogElement} dialog */
function openDialog(dialog) {
  opened += 1;
  show(false);
  dialog.showModal();
  byId("pin").focus();
  setDown(!byId("network").hidden);
  if (tablet.settings.exit) findOut(opened);
}

/**
 * Ask at once whether the service is there, so that nobody types the PIN in vain.
 *
 * @param {number} asking
 */
async function findOut(asking) {
  const found = await tablet.api.ready().then(
    () => false,
    (fault) => fault instanceof Unreachable,
  );
  // A try that is under way finds it out itself.
  if (asking === opened && !trying) setDown(found);
}

/** @param {boolean} found */
function setDown(found) {
  down = found && Boolean(tablet.settings.exit);
  byId("pin-label").textContent = t(down ? "pin.number" : "pin.label");
  sayWait();
}

/** @param {HTMLDialogElement} dialog @param {Pin} act */
async function tryPin(dialog, act) {
  const asking = opened;
  const typed = field("pin").value.replace(/[ -]/g, "");
  field("pin").value = "";
  field("pin-try").disabled = true;
  trying = true;
  const tried = await ask(typed);
  trying = false;
  if (tried.right) remember(WRONG, null);
  // Each wrong try makes the next one wait twice as long, and a reload does not shorten it.
  else keepWrong(tried.wait);
  if (tried.right && dialog.open && asking === opened) openMenu(act);
  else setDown(tried.down ?? down);
}

/**
 * @returns {Promise<{right: boolean, wait?: number, down?: boolean}>} `down` where it was asked.
 *
 * @param {string} typed
 */
async function ask(typed) {
  const { exit, pin } = tablet.settings;
  if (exit && typed === exit) return { right: true };
  if (pin) return { right: (await slowPrint(typed, pin.salt)) === pin.print };
  if (!/^[0-9]{4,8}$/.test(typed)) return { right: false };
  try {
    return { down: false, ...(await tablet.api.tryPin(typed)) };
  } catch (fault) {
    return { right: false, down: fault instanceof Unreachable };
  }
}

function keepWrong(wait = 0) {
  const wrong = (remembered(WRONG)?.wrong ?? 0) + 1;
  const until = Date.now() + Math.max(1000 * wait, backOff(wrong));
  remember(WRONG, { wrong, until });
}

/** @param {Pin} act */
function openMenu(act) {
  byId("pin-recall").hidden = !act.last();
  byId("pin-correctClock").hidden = !act.clock();
  show(true);
  settle(byId("pin-menu"));
  byId(act.last() ? "pin-recall" : "pin-discard").focus();
}

/** How many seconds are left before the next try; a clock set back must not lock the device. */
function waiting() {
  const { until = 0 } = remembered(WRONG) ?? {};
  return Math.ceil(Math.min(Math.max(0, until - Date.now()), backOff(MOST_DOUBLINGS + 1)) / 1000);
}

function sayWait() {
  clearTimeout(ticking);
  const seconds = waiting();
  const wrong = remembered(WRONG) === null ? "" : t("pin.wrong");
  field("pin-try").disabled = seconds > 0;
  byId("pin-fault").textContent = down ? t("pin.down") : wrong;
  byId("pin-wait").textContent = seconds > 0 ? t("pin.wait", { seconds }) : "";
  if (seconds > 0) ticking = setTimeout(sayWait, 250);
}

/** @param {boolean} open */
function show(open) {
  clearTimeout(ticking);
  field("pin").value = "";
  byId("pin-fault").textContent = "";
  byId("pin-form").hidden = open;
  byId("pin-menu").hidden = !open;
}
