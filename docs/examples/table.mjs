// A challenge table in a terminal: one line is one challenge, the answer is one word.
//
//     node table.mjs http://127.0.0.1:8000 fisc
//
// client.mjs is the file that Arbiter's pages load: cp <checkout>/service/web/js/core/client.js client.mjs
// (by that name Node takes it for a module in every folder), or `npm install <checkout>/clients/js`
// and import "scrabble-arbiter".
import { createInterface } from "node:readline";

import { connect, Refused, Unreachable } from "./client.mjs";

const [url, rules] = process.argv.slice(2);
const arbiter = connect("", { url });

/** The verdict on a line of words in the edition's own words, or what was mistyped. */
async function answer(line, verdicts) {
  try {
    const { body } = await arbiter.challenge(rules, line.split(/\s+/));
    return body.valid ? verdicts.valid : verdicts.invalid;
  } catch (fault) {
    if (fault instanceof Refused) return fault.message;
    if (fault instanceof Unreachable) return "No answer: is the service running?";
    throw fault;
  }
}

const { title, lexicon, verdicts } = await arbiter.edition(rules).catch((fault) => {
  console.error(`${url} cannot be asked about ${rules}: ${fault.message}`);
  process.exit(2);
});
console.log(`${title}\n${lexicon.name}, ${lexicon.version} (${lexicon.sha256.slice(0, 12)})`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) console.log(await answer(line.trim(), verdicts));
}
