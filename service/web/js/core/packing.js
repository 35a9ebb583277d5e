/** Knows how a text leaves the page: in the fragment of a link, which no server sees, or as a file. */

import { el } from "./dom.js";

const CHUNK = 8192;

/** The text as letters that need no escaping in a link. @param {string} text */
export function packed(text) {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text that was packed; null where it is none. @param {string} value */
export function unpacked(value) {
  try {
    const binary = atob(value.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** How a text becomes a file on the arbiter's machine. */

/** Let the browser save a text under a name. @param {string} text @param {string} name */
export function saveFile(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
