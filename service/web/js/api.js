/**
 * Knows how the service is spoken to: the only module that makes requests to it.
 *
 * `Refused` is an answer ("this is not a word", "no such key"); `Unreachable` is none. Nothing is
 * cached and nothing is logged, so no word outlives the screen that showed it.
 */

const PATIENCE = 6000;

/**
 * @typedef {{id: string, name: string, version: string, sha256: string, official: boolean}} Lexicon
 *
 * @typedef {object} Edition What `GET /v1/rules/{rules}` says.
 * @property {string} id
 * @property {string} federation
 * @property {string} language
 * @property {string} title
 * @property {Lexicon} lexicon
 * @property {{rows: string[], centre: string}} board
 * @property {{face: string, count: number, value: number, spellings: string[]}[]} tiles
 * @property {{count: number, value: number, faces: string[]}} blank
 * @property {number} tile_total
 * @property {number} rack_size
 * @property {{valid: string, invalid: string}} verdicts
 * @property {string[]} procedures
 * @property {string[]} variants
 * @property {Record<string, any>} sections
 *
 * @typedef {{kind: string, amount?: number, steps?: number[], article: string}} Penalty
 */

/** The service answered, and the answer is a problem (RFC 9457). */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? String(status));
    this.status = status;
    this.code = problem.code ?? "";
  }
}

/** No answer came, or the service cannot answer now; then it may have said why. */
export class Unreachable extends Error {
  constructor(path, code = "") {
    super(path);
    this.code = code;
  }
}

/**
 * The service as seen with one key; an empty key is no key.
 *
 * @param {string} key
 */
export function connect(key) {
  const call = (path, options) => request(path, key, options);
  const post = (path, body) =>
    call(path, { method: "POST", type: "application/json", body: JSON.stringify(body) });
  return {
    ready: () => call("/readyz"),
    rules: async () => (await call("/v1/rules")).body.rules,
    edition: async (rules) => (await call(`/v1/rules/${rules}`)).body,
    spell: async (rules, words) => (await post(`/v1/${rules}/spell`, { words })).body.words,
    challenge: (rules, words) => post(`/v1/${rules}/challenge`, { words }),
    score: async (rules, question) => (await post(`/v1/${rules}/score`, question)).body,
    replayGcg: async (rules, text) =>
      (await call(`/v1/${rules}/replay`, { method: "POST", type: "text/plain", body: text })).body,
  };
}

/** The data in one of the page's own files. */
export async function pageFile(path) {
  return (await request(path, "")).body;
}

/**
 * Repeat an attempt until it is answered: after 1, 2, 4 ... 15 seconds, and at once when the
 * device is on line again. `onDown` is told of the first failure; `signal` gives up.
 *
 * @template Answer
 * @param {() => Promise<Answer>} attempt
 * @param {{onDown?: () => void, signal?: AbortSignal}} [options]
 */
export async function untilAnswered(attempt, { onDown = () => {}, signal } = {}) {
  for (let wait = 1000; ; wait = Math.min(2 * wait, 15000)) {
    try {
      return await attempt();
    } catch (fault) {
      // Whoever gave up must not be told of an outage.
      signal?.throwIfAborted();
      if (!(fault instanceof Unreachable)) throw fault;
      if (wait === 1000) onDown();
    }
    await pauseOrOnline(wait);
    signal?.throwIfAborted();
  }
}

/**
 * A pause, in milliseconds.
 *
 * @param {number} milliseconds
 */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * @param {string} path
 * @param {string} key
 * @param {{method?: string, type?: string, body?: string}} [options]
 * @returns {Promise<{body: any, lexicon: string | null}>}
 */
async function request(path, key, { method = "GET", type, body } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (key) headers.Authorization = `Bearer ${key}`;
  if (type) headers["Content-Type"] = type;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const response = await fetch(path, {
      method,
      headers,
      body,
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: patience.signal,
    });
    return await read(response);
  } catch (fault) {
    if (fault instanceof Refused || fault instanceof Unreachable) throw fault;
    throw new Unreachable(path);
  } finally {
    clearTimeout(timer);
  }
}

async function read(response) {
  const body = await response.json();
  if (response.ok) return { body, lexicon: response.headers.get("Lexicon") };
  if (response.status >= 500 || response.status === 429)
    throw new Unreachable(response.url, body.code);
  throw new Refused(response.status, body);
}

function pauseOrOnline(milliseconds) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
  });
}
