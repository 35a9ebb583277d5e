/** Knows how to answer the page: one message a question, one an answer, in the order they came. */

import { boot } from "./boot.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PACKED = new URL("./service.zip", import.meta.url);
const ready = start();

async function start() {
  const packed = await (await fetch(PACKED)).arrayBuffer();
  return boot(loadPyodide, new Uint8Array(packed));
}

addEventListener("message", async ({ data: { id, asked } }) => {
  try {
    const answer = await ready;
    postMessage({ id, given: answer(asked) });
  } catch (fault) {
    postMessage({ id, fault: String(fault) });
  }
});
