/**
 * Knows how to tell whether two texts are the same without keeping either.
 *
 * Used for words that are typed a second time, and for the organiser's PIN on a device that was set up
 * by hand; an enrolled one asks the service instead. Without HTTPS a browser offers no cryptography.
 */

const PRIME = 0x01000193;
const ROUNDS = 1000000;
const ITERATIONS = 600000;

/** A salt of its own for each secret. */
export function salt() {
  return hexadecimal(crypto.getRandomValues(new Uint8Array(16)));
}

/** The salted text in 32 bits. @param {string} text @param {string} salted */
export function fingerprint(text, salted) {
  return (hash(`${salted}:${text}`) >>> 0).toString(16);
}

/**
 * The same for a secret of a few digits, made slow: PBKDF2 where there is cryptography. Elsewhere
 * rounds of our own, which keep out who reads the storage by chance and no more.
 *
 * @param {string} text @param {string} salted @param {SubtleCrypto | undefined} subtle
 */
export async function slowPrint(text, salted, subtle = crypto.subtle) {
  if (!subtle) return mixed(text, salted);
  const [secret, salting] = [text, salted].map((part) => new TextEncoder().encode(part));
  const key = await subtle.importKey("raw", secret, "PBKDF2", false, ["deriveBits"]);
  const way = { name: "PBKDF2", hash: "SHA-256", salt: salting, iterations: ITERATIONS };
  return hexadecimal(new Uint8Array(await subtle.deriveBits(way, key, 256)));
}

/**
 * Every round takes a letter of the secret, so that nobody can go the way back without it.
 *
 * @param {string} text @param {string} salted
 */
function mixed(text, salted) {
  const bytes = new TextEncoder().encode(text);
  let one = hash(`${salted}:${text}`);
  let other = hash(`${text}:${salted}`);
  for (let round = 0; round < ROUNDS; round += 1) {
    one = Math.imul(one ^ other ^ bytes[round % bytes.length], PRIME);
    other = Math.imul(((other << 13) | (other >>> 19)) ^ one, 0x85ebca6b);
  }
  return `${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`;
}

/** @param {Uint8Array} bytes */
function hexadecimal(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** FNV-1a. @param {string} text */
function hash(text) {
  return new TextEncoder()
    .encode(text)
    .reduce((value, byte) => Math.imul(value ^ byte, PRIME), 0x811c9dc5);
}
