/**
 * Knows the tables that wait at the desk: what was typed for each, in memory and nowhere else. A
 * table waits once; its words are never shown while another is at the desk.
 *
 * @typedef {{table: string, text: string}} Entry
 */

/** @type {Entry[]} */
let waiting = [];

/** The numbers of the tables that wait, longest first. */
export function tablesWaiting() {
  return waiting.map(({ table }) => table);
}

/** Let a table wait behind the others. @param {Entry} entry */
export function park(entry) {
  waiting = [...waiting.filter(({ table }) => table !== entry.table), entry];
}

/** Take a table out of the queue, or null where it does not wait. @returns {Entry | null} */
export function recall(table) {
  const found = waiting.find((entry) => entry.table === table) ?? null;
  waiting = waiting.filter((entry) => entry !== found);
  return found;
}

/** Nobody waits any more. */
export function emptyQueue() {
  waiting = [];
}
