/**
 * Knows how a question reaches the service in this tab instead of one elsewhere. All else that the
 * page loads are its files, which are loaded as ever.
 */

import { carryBy } from "./web/js/core/client.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
/** @type {Map<number, {resolve: (given: Response) => void, reject: (fault: Error) => void}>} */
const waiting = new Map();
let last = 0;

worker.addEventListener("message", ({ data: { id, given, fault } }) => {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  document.getElementById("starting")?.remove();
  if (given) resolve(new Response(given.body, given));
  else reject(new Error(fault));
});
// A worker that could not be loaded answers nothing; what it was asked must not wait for ever.
worker.addEventListener("error", () => {
  for (const { reject } of waiting.values()) reject(new Error("no worker"));
  waiting.clear();
  document.getElementById("starting")?.remove();
});

/** Ask the worker, however long Python takes to start: there is nobody else to ask. */
async function askHere(path, { method, headers, body }) {
  const sent = new Uint8Array(await new Response(body).arrayBuffer());
  last += 1;
  const id = last;
  worker.postMessage({ id, asked: { method, path, headers, body: sent } });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

carryBy((path, asked) => (path.startsWith("/v1/") ? askHere(path, asked) : fetch(path, asked)));
