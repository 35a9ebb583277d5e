/** Knows how a text becomes a file on the arbiter's machine. */

import { el } from "../dom.js";

/** Let the browser save a text under a name. */
export function saveFile(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
