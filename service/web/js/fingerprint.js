/**
 * Knows how to tell whether two texts are the same without keeping either.
 *
 * Used for the organiser's PIN and for words that are typed a second time. It keeps a player from
 * leaving arbitration mode and a word out of memory; it is no cryptography, and a four-digit PIN
 * would gain nothing from any. It works on a local network without HTTPS, where browsers offer
 * no other.
 */

/** A salt of its own for each secret. */
export function salt() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join("-");
}

/** FNV-1a of the salted text, in 32 bits. */
export function fingerprint(text, salted) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${salted}:${text}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
