/**
 * Knows the life of the tablet: set-up first, then arbitration mode until the organiser's PIN.
 */

import { untilAnswered } from "../core/api.js";
import { connect, Refused } from "../core/client.js";
import { byId, dialogue } from "../core/dom.js";
import { enrol, pendingCode } from "../core/enrol.js";
import { loadLanguages, pickLanguage, useLanguage } from "../core/i18n.js";
import { remember, remembered, takeFragment } from "../core/store.js";
import { forgetEdition, loadClock, loadEdition, loadEvent, SETTINGS, tablet } from "./device.js";
import { preparePin } from "./pin.js";
import * as presence from "./presence.js";
import {
  clearScreen,
  correctClock,
  lastVerdict,
  pressKey,
  rearm,
  recall,
  showOutage,
  stillHere,
  takeUp,
  underWay,
} from "./referee.js";
import { sayRefused, showSetup } from "./setup.js";
import { outageScreen } from "./verdicts.js";

/** @import { Settings } from "./device.js" */

const ARBITRATION = "arbiter.arbitration";
let starting = new AbortController();

/** @param {Settings} settings */
async function start(settings) {
  remember(SETTINGS, settings);
  remember(ARBITRATION, true);
  Object.assign(tablet, { settings, api: connect(settings.key), edition: null });
  starting = new AbortController();
  const { signal } = starting;
  document.body.classList.add("arbitration");
  presence.enterArbitration();
  try {
    await loadEdition({ onDown: showOutage, signal });
    const service = await loadEvent({ onDown: showOutage, signal });
    await loadClock({ onDown: showOutage, signal });
    takeUp();
    presence.watchNetwork(service);
  } catch (fault) {
    if (signal.aborted) return;
    if (!(fault instanceof Refused)) throw fault;
    setUp(settings);
  }
}

/** @param {Settings} settings */
function setUp(settings) {
  starting.abort();
  remember(ARBITRATION, false);
  presence.endArbitration();
  presence.watchNetwork(null);
  document.body.classList.remove("arbitration");
  clearScreen();
  tablet.game?.forget();
  forgetEdition();
  return showSetup(settings, start);
}

/** Until the edition is there, there is no challenge to discard. */
function discard() {
  if (tablet.edition !== null) rearm();
}

/**
 * Set up by a code, if one was brought; the refusal of one that is no good.
 *
 * @param {Settings} settings @param {string | undefined} code
 */
async function exchange(settings, code) {
  const sayDown = () => byId("stage").replaceChildren(outageScreen(tablet).node);
  try {
    const place = code ? { pin: null, ...(await enrol(code, sayDown)) } : {};
    remember(SETTINGS, Object.assign(settings, place));
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return fault;
  }
  return null;
}

async function open() {
  const { code = pendingCode(), ...given } = takeFragment();
  const settings = remembered(SETTINGS) ?? {};
  const armed = remembered(ARBITRATION) && settings.rules;
  // In arbitration mode an address must not change the set-up: any player could type one.
  if (!armed) Object.assign(settings, given);
  await untilAnswered(loadLanguages);
  settings.lang = pickLanguage(settings.lang);
  remember(SETTINGS, settings);
  await untilAnswered(() => useLanguage(settings.lang, "tablet/"));
  const refused = armed ? null : await exchange(settings, code);
  presence.watchPresence();
  preparePin({
    discard,
    recall,
    correctClock,
    last: () => lastVerdict() !== null,
    clock: () => tablet.edition !== null && tablet.game !== null,
    forgive: presence.forgetLeft,
    leave: () => setUp(tablet.settings),
  });
  document.addEventListener("keydown", (event) => {
    if (!dialogue("pin-dialog").open && pressKey(event)) event.preventDefault();
  });
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, touched);
  // Without HTTPS there is no service worker; the page works the same while the network does.
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
  if (!armed) {
    await setUp(settings);
    return refused && sayRefused(refused);
  }
  byId("other-code").hidden = !code;
  const count = underWay();
  start(settings);
  return presence.noteLeft(count);
}

/** Somebody is there, and has seen that a code was not used. */
function touched() {
  byId("other-code").hidden = true;
  stillHere();
}

open();
