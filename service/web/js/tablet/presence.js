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
const SHOWN = 5;
const AT_ONCE = 3000;
let watching = false;
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

/** Note that arbitration mode was left now; what happens at once is one leaving. */
export function noteLeft() {
  const times = remembered(LEFT) ?? [];
  if (!watching || Date.now() - (times[times.length - 1] ?? 0) < AT_ONCE) return;
  remember(LEFT, [...times, Date.now()]);
  showLeft();
}

/** The organiser has seen it. */
export function forgetLeft() {
  remember(LEFT, []);
  showLeft();
}

/** Fill the screen, where the browser can and a tap allows it. */
export function fullScreen() {
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
  const times = remembered(LEFT) ?? [];
  const last = times
    .slice(-SHOWN)
    .map((time) => timeOfDay(new Date(time)))
    .join(", ");
  byId("left").hidden = !watching || times.length === 0;
  byId("left-text").textContent = t("left.text", { count: times.length, times: last });
}

/** Whether the service can be reached while nobody is asking it anything. */

const EVERY = 20000;
let watched = null;

/** Look again and again, and say at once when the service is gone; null stops looking. */
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

function tell(down) {
  byId("network").hidden = !down;
}
