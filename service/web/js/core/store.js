/**
 * Knows what a device remembers: the organiser's choices, never a word.
 *
 * A QR code or a link may bring choices in the fragment of the address, which no server sees:
 *
 *   /tablet#rules=frs-2019&lang=ro&table=12&procedure=device_at_table
 *
 *   rules      an edition or a federation, as in /v1/{rules}
 *   lang       the language of the page: it, ca, ro, en
 *   table      the number or name of the table
 *   procedure  device_at_table, device_away or arbiter, if the edition knows it
 *   variant    the penalty for an unfounded challenge that the organiser announced (FRS 5.10.14)
 *   sides      one or two: whether a verdict is shown for the other side of the table too
 *   seconds    how long a verdict stays on the screen: 5 to 60
 *   clock      the seconds of each player, where the device is the game clock too
 *   code       a one-time code, which is exchanged for a key (enrol.js) and brings all of the above
 *
 *   game       a game for the arbiter's editor, as JSON in base64url
 *   tournament a director's document, in the same way
 *   tab        which part of the arbiter's page is open
 *
 * The arbiter's page takes `rules`, `lang`, `code`, `variant`, `game`, `tournament` and `tab`. A key or a PIN is never
 * in an address, which a camera shows and a browser's history keeps; a code that is still there has been used up.
 */

const NAMES =
  "rules lang table procedure variant sides seconds clock code game tournament tab".split(" ");
const unsaved = new Map();

/** What is remembered under a name, or null. @param {string} name */
export function remembered(name) {
  if (unsaved.has(name)) return unsaved.get(name);
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Remember a value; where the browser allows no storage or has no room, for as long as the page is
 * open. Tells whether it will last.
 *
 * @param {string} name @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    unsaved.delete(name);
    return true;
  } catch {
    unsaved.set(name, value);
    return false;
  }
}

/** The choices that the address brings; they are gone from it afterwards. */
export function takeFragment() {
  // A link opened into the open page changes nothing but the fragment.
  addEventListener("hashchange", () => location.reload());
  const given = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(null, "", location.pathname);
  return Object.fromEntries(NAMES.filter((name) => given.get(name)).map((n) => [n, given.get(n)]));
}
