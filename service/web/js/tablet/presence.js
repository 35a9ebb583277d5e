/**
 * Knows whether arbitration mode was left (another page, another window, no full screen, a reload)
 * and whether the service can be reached while nobody asks.
 *
 * A browser cannot keep a player in; it can make leaving visible to both players and the arbiter.
 * The times stay on the screen and on the device until the organiser clears them with the PIN.
 */

import { pause, untilAnswered } from "../core/api.js";
import { byId } from "../core/dom.js";
import { t, timeOfDay } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";

const LEFT = "arbiter.left";
/** How many words the challenge had that a reload broke off. */
const BROKEN = "arbiter.broken";
const SHOWN = 5;
const AT_ONCE = 3000;
let watching = false;
/** @type {WakeLockSentinel | null} */
let lock = null;

/** Keep the screen on and full, and notice when it is left. Full screen needs a tap. */
export function enterArbitration() {
  watching = true;
  fullScreen();
  keepAwake();
  // The back key of a phone would leave the page; this gives it a step to take back.
  history.pushState(null, "");
  showLeft();
}

/** Stop watching; the organiser took the device back. */
export function endArbitration() {
  watching = false;
  lock?.release();
  lock = null;
  if (document.fullscreenElement) document.exitFullscreen();
  forgetLeft();
}

/**
 * Note that arbitration mode was left now, and with how many words under way if the page was closed
 * over them; what happens at once is one leaving.
 *
 * @param {number} [count]
 */
export function noteLeft(count = 0) {
  const times = remembered(LEFT) ?? [];
  if (!watching) return;
  if (count > 0) remember(BROKEN, count);
  if (Date.now() - (times.at(-1) ?? 0) >= AT_ONCE) remember(LEFT, [...times, Date.now()]);
  showLeft();
}

/** The organiser has seen it. */
export function forgetLeft() {
  remember(LEFT, []);
  remember(BROKEN, 0);
  showLeft();
}

/** Fill the screen, where the browser can and a tap allows it. */
function fullScreen() {
  if (navigator.userActivation?.isActive === false) return;
  document.documentElement.requestFullscreen?.({ navigationUI: "hide" }).catch(() => {});
}

/** Listen for everything that counts as leaving. */
export function watchPresence() {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) noteLeft();
    else if (watching) keepAwake();
  });
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) noteLeft();
  });
  addEventListener("popstate", () => {
    if (watching) history.pushState(null, "");
  });
  addEventListener("beforeunload", (event) => {
    if (watching) event.preventDefault();
  });
  byId("refill").addEventListener("click", fullScreen);
}

async function keepAwake() {
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    // Refused on low battery; the screen may go dark, the challenge is not affected.
  }
}

function showLeft() {
  /** @type {number[]} */
  const times = remembered(LEFT) ?? [];
  const last = times.slice(-SHOWN).map((time) => timeOfDay(new Date(time)));
  byId("left").hidden = !watching || times.length === 0;
  const broken = remembered(BROKEN) ?? 0;
  const lost = broken > 0 ? `. ${t("left.broken", { count: broken })}` : "";
  byId("left-text").textContent =
    t("left.text", { count: times.length, times: last.join(", ") }) + lost;
}

/** Whether the service can be reached while nobody is asking it anything. */

const EVERY = 20000;
/** @typedef {{ready: () => Promise<unknown>}} Service What says that it can be reached. */
/** @type {Service | null} */
let watched = null;

/**
 * Look again and again, and say at once when the service is gone; null stops looking.
 *
 * @param {Service | null} api
 */
export async function watchNetwork(api) {
  watched = api;
  tell(false);
  while (api !== null && api === watched) {
    await untilAnswered(api.ready, { onDown: () => tell(api === watched) });
    if (api === watched) tell(false);
    await pause(EVERY);
  }
}

addEventListener("offline", () => tell(watched !== null));
addEventListener("online", () =>
  watched?.ready().then(
    () => tell(false),
    () => {},
  ),
);

/** @param {boolean} down */
function tell(down) {
  byId("network").hidden = !down;
}
