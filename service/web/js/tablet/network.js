/** Knows whether the service can be reached while nobody is asking it anything. */

import { pause, untilAnswered } from "../api.js";
import { byId } from "../dom.js";

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
