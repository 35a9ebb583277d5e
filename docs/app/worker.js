/** Knows how to answer the page: one message a question, one an answer, in the order they came. */

import { boot } from "./boot.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const packed = fetch(new URL("./service.zip", import.meta.url));
const ready = boot(
  loadPyodide,
  packed.then(async (given) => new Uint8Array(await given.arrayBuffer())),
);

addEventListener("message", async ({ data: { id, asked } }) => {
  try {
    const answer = await ready;
    postMessage({ id, given: answer(asked) });
  } catch (fault) {
    postMessage({ id, fault: String(fault) });
  }
});
