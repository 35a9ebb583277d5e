/** Asks the app's Python what stands in a file, one request after the other, as the worker does. */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [app, asked, answered] = process.argv.slice(2);
const { boot } = await import(resolve(app, "boot.js"));
const { loadPyodide } = await import(resolve(app, "pyodide/pyodide.mjs"));
const answer = await boot(loadPyodide, new Uint8Array(readFileSync(resolve(app, "service.zip"))));
const given = JSON.parse(readFileSync(asked, "utf8")).map((question) => {
  const { status, headers, body } = answer({
    ...question,
    body: new Uint8Array(Buffer.from(question.body, "base64")),
  });
  return [status, headers, Buffer.from(body).toString("base64")];
});
writeFileSync(answered, JSON.stringify(given));
