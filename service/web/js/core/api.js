/** Knows what the pages ask beside the service's own questions: their files, and patience in an outage. */

import { request, Unreachable } from "./client.js";

const PATIENCE = 6000;
const ANSWERED = "arbiter:answered";
const BACK = ["online", ANSWERED];

/** The data in one of the page's own files. @param {string} path */
export async function pageFile(path) {
  return (await request(path, "", PATIENCE, {})).body;
}

/**
 * Repeat an attempt until it is answered: after 1, 2, 4 ... 15 seconds, and at once when the
 * device is on line again or another attempt was answered, so that all of a page recovers together.
 * `onDown` is told of the first failure; `signal` gives up.
 *
 * @template Answer
 * @param {() => Promise<Answer>} attempt
 * @param {{onDown?: () => void, signal?: AbortSignal}} [options]
 */
export async function untilAnswered(attempt, { onDown = () => {}, signal } = {}) {
  for (let wait = 1000; ; wait = Math.min(2 * wait, 15000)) {
    try {
      const answer = await attempt();
      if (wait > 1000) dispatchEvent(new Event(ANSWERED));
      return answer;
    } catch (fault) {
      // Whoever gave up must not be told of an outage.
      if (signal?.aborted) throw signal.reason ?? fault;
      if (!(fault instanceof Unreachable)) throw fault;
      if (wait === 1000) onDown();
    }
    await pauseUnlessBack(wait);
    if (signal?.aborted) throw signal.reason ?? new Unreachable("");
  }
}

/** A pause, in milliseconds. @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** @param {number} milliseconds */
function pauseUnlessBack(milliseconds) {
  const backs = BACK.map(
    (name) => new Promise((resolve) => addEventListener(name, resolve, { once: true })),
  );
  return Promise.race([pause(milliseconds), ...backs]);
}
