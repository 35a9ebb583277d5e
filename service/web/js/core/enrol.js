/**
 * Knows how a device gets its key: it makes one, and a one-time code puts that in force.
 *
 * Until the service has answered, code and key are remembered together: a lost answer costs nothing,
 * because the same device may come again with the same key.
 */

import { untilAnswered } from "./api.js";
import { connect } from "./client.js";
import { remember, remembered } from "./store.js";

const PENDING = "arbiter.code";
const CODE = /^[0-9a-z]{4}[ -]?[0-9a-z]{4}$/i;

/** Whether somebody typed a code where a key is asked for: a key is longer. @param {string} typed */
export function isCode(typed) {
  return CODE.test(typed.trim());
}

/** The code that was being exchanged when the page was closed, if any. */
export function pendingCode() {
  return remembered(PENDING)?.code;
}

/**
 * What the code is for, with the key that is good for it from now on; a refusal is thrown.
 *
 * @param {string} code @param {() => void} [onDown]
 */
export async function enrol(code, onDown) {
  const pending = remembered(PENDING);
  const key = pending?.code === code ? pending.key : newKey();
  remember(PENDING, { code, key });
  const place = await untilAnswered(() => connect().enrol(code, key), { onDown }).finally(() =>
    remember(PENDING, null),
  );
  return { ...place, key };
}

/** 256 bits in letters that a header can carry. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
}
