/**
 * Knows how a hall's event is spoken of where a box keeps one: what tables report, and the director's
 * document. In a file of its own, since most pages have no use for it.
 *
 * @typedef {ReturnType<typeof import("./client.js").connect>} Arbiter
 * @typedef {{n: number, state: "agreed" | "half" | "waiting", round: number, table: number,
 *   scores: number[], confirmed: boolean[], ended_by: string | null, players: string[]}} Report
 * @typedef {{event: string, round: number | null, table: number, first: string | null,
 *   players: {id: string, name: string}[], settled: boolean, state: string | null,
 *   scores: number[] | null, announced?: Record<string, string>}} EventTable
 * @typedef {{round: number | string, table: number | string, side: number | string,
 *   code?: string}} Form Which form a phone speaks by; the code is on its paper.
 */

/** @param {Arbiter} arbiter @param {object} report @returns {Promise<{n: number, state: string}>} */
export async function sendReport(arbiter, report) {
  return (await arbiter.post("/v1/event/results", report)).body;
}

/**
 * What tables have reported since, and which document is kept: 0 is none.
 *
 * @param {Arbiter} arbiter @param {number} after
 * @returns {Promise<{results: Report[], document: number}>}
 */
export async function reportsAfter(arbiter, after) {
  return (await arbiter.call(`/v1/event/results?after=${after}&document=true`)).body;
}

/** The code on a result form for one of its two players, as a drawing. @param {Arbiter} arbiter @param {Form} form */
export async function formCodeOf(arbiter, form) {
  return (await arbiter.call(`/event/code?${asked(form)}`, { file: true })).body.text();
}

/** The game that a form is of. @param {Arbiter} arbiter @param {Form} form @returns {Promise<EventTable>} */
export async function formTable(arbiter, form) {
  return (await arbiter.call(`/event/form?${asked(form)}`)).body;
}

/** @param {Arbiter} arbiter @param {Form} form @param {object} report @returns {Promise<{n: number, state: string}>} */
export async function sendForm(arbiter, form, report) {
  return (await arbiter.post(`/event/form?${asked(form)}`, report)).body;
}

/** @param {Form} form */
function asked(form) {
  return new URLSearchParams(Object.entries(form).map(([name, value]) => [name, `${value}`]));
}

/** Who plays at this device's table, and what was announced. @param {Arbiter} arbiter @param {Record<string, string>} settings @returns {Promise<EventTable>} */
export async function eventTable(arbiter, { table, rules }) {
  const about = new URLSearchParams({ table: /^\d+$/.test(table) ? table : "0", rules });
  return (await arbiter.call(`/v1/event/table?${about}`)).body;
}

/** The document that is kept. @param {Arbiter} arbiter @returns {Promise<any>} */
export async function keptDocument(arbiter) {
  return (await arbiter.call("/v1/event/document")).body;
}

/**
 * Leave the document; an older one only over the version that is named. `names` is how players are
 * called on their pages.
 *
 * @param {Arbiter} arbiter @param {object} document
 * @param {{rules: string, names?: string, over?: string}} how
 */
export async function keepDocument(arbiter, document, how) {
  const path = `/v1/event/document?${new URLSearchParams(how)}`;
  return (await arbiter.post(path, document, { method: "PUT" })).body;
}
