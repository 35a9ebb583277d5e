/**
 * Knows how to tell whether two texts are the same without keeping either.
 *
 * Used for the organiser's PIN and for words that are typed a second time. It keeps a player from
 * leaving arbitration mode and a word out of memory; it is no cryptography: on a local network
 * without HTTPS browsers offer none.
 */

const PRIME = 0x01000193;
const ROUNDS = 1000000;

/** A salt of its own for each secret. */
export function salt() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join("-");
}

/** The salted text in 32 bits. */
export function fingerprint(text, salted) {
  return (hash(`${salted}:${text}`) >>> 0).toString(16);
}

/**
 * The same for a secret of a few digits, made slow: a million tries take hours. The box seals the
 * PIN of a tournament in this way (service/command/box/seal.py).
 *
 * @param {string} text
 * @param {string} salted
 */
export function slowPrint(text, salted) {
  let one = hash(`${salted}:${text}`);
  let other = hash(`${text}:${salted}`);
  for (let round = 0; round < ROUNDS; round += 1) {
    one = Math.imul(one ^ other, PRIME);
    other = Math.imul(((other << 13) | (other >>> 19)) ^ one, 0x85ebca6b);
  }
  return `${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`;
}

/** FNV-1a. */
function hash(text) {
  return new TextEncoder()
    .encode(text)
    .reduce((value, byte) => Math.imul(value ^ byte, PRIME), 0x811c9dc5);
}
