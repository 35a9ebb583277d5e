/**
 * Knows how tournaments travel in other programs' files: one is read or written by the service. In a
 * file of its own, since a device at a table has no use for it.
 *
 *     const { document } = await readFile(arbiter, "frs", "entries.csv", "Ana Pop;1520");
 */

/** @import { FileRead } from "./answers.js" */
/** @typedef {ReturnType<typeof import("./client.js").connect>} Arbiter */

/**
 * The tournament, or the list of players, in another program's file.
 *
 * @param {Arbiter} arbiter @param {string} rules
 * @param {string} name What the file is called.
 * @param {Blob | string} file
 * @returns {Promise<FileRead>}
 */
export async function readFile(arbiter, rules, name, file) {
  const path = `/v1/${encodeURIComponent(rules)}/tournament/read?name=${encodeURIComponent(name)}`;
  return (await arbiter.call(path, { method: "POST", body: file })).body;
}

/**
 * A tournament as another program's file.
 *
 * @param {Arbiter} arbiter @param {string} rules @param {string} format @param {object} document
 * @param {string} [names] How pages call the players.
 * @returns {Promise<Blob>}
 */
export async function writeFile(arbiter, rules, format, document, names = "whole") {
  const path = `/v1/${encodeURIComponent(rules)}/tournament/write?format=${format}&names=${names}`;
  return (await arbiter.post(path, document, { file: true })).body;
}
