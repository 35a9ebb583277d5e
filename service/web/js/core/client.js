/**
 * Knows how the service is spoken to: every operation of its contract, typed, in one file without
 * dependencies. The pages use it as it is, and so may an app (clients/js).
 *
 *     const arbiter = connect("", { url: "http://127.0.0.1:8000" });
 *     const { valid } = (await arbiter.challenge("frs", ["CASĂ"])).body;
 *
 * `Refused` is an answer ("this is not a word", "no such key"); `Unreachable` is none. Nothing is
 * cached and nothing is logged, so no word outlives the screen that showed it.
 */

/** @import { Edition, EditionSummary, Finish, Game, Incidents, JudgeQuestion, Judgement, Lexicon,
 *   PinTry, Place, PlayScore, Recount, Result, Ruling, ScoreQuestion, ShapeFault, Spelling,
 *   TournamentAnswers, TournamentQuestions, Values } from "./answers.js" */
/** @typedef {{method?: string, type?: string, body?: BodyInit, accept?: string,
 *   file?: boolean}} Call A file is given as it is. */

const PATIENCE = 6000;
const JSON_TYPE = "application/json";
const GCG_TYPE = "text/plain";

/** The service answered, and the answer is a problem (RFC 9457). */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{detail?: string, title?: string, code?: string, errors?: ShapeFault[],
   *   reason?: string, values?: Values}} problem
   */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? String(status));
    this.status = status;
    this.code = problem.code ?? "";
    this.errors = problem.errors ?? [];
    this.reason = problem.reason ?? "";
    this.values = problem.values ?? {};
  }
}

/** No answer came, or the service cannot answer now; then it may have said why, and until when. */
export class Unreachable extends Error {
  /**
   * @param {string} message @param {string} [code]
   * @param {number | null} [retryAfter] In how many seconds to ask again.
   */
  constructor(message, code = "", retryAfter = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/**
 * The service as seen with one key; an empty key is no key. Without an address it is the one that
 * the page came from; `patience` is how many milliseconds an answer may take, `announced` what is said
 * with every question about an event.
 *
 * @param {string} [key] @param {{url?: string, patience?: number, announced?: () => object}} [options]
 */
export function connect(key = "", { url = "", patience = PATIENCE, announced = () => ({}) } = {}) {
  const root = url.replace(/\/+$/, "");
  /** @type {(path: string, call?: Call) => Promise<{body: any, lexicon: string | null}>} */
  const call = (path, options = {}) => request(`${root}${path}`, key, patience, options);
  /** @type {(path: string, body: object, more?: Call) => Promise<{body: any, lexicon: string | null}>} */
  const post = (path, body, more) =>
    call(path, { method: "POST", type: JSON_TYPE, body: JSON.stringify(body), ...more });
  /** @type {(rules: string, operation: string) => string} */
  const at = (rules, operation) => `/v1/${encodeURIComponent(rules)}/${operation}`;
  /** @type {(rules: string, operation: string, question: object) => Promise<any>} */
  const ask = async (rules, operation, question) =>
    (await post(at(rules, operation), question)).body;
  /** @type {typeof ask} */
  const askUnder = (rules, operation, question) =>
    ask(rules, operation, { ...announced(), ...question });
  /** @type {(path: string) => Promise<any>} */
  const look = async (path) => (await call(path)).body;
  return {
    /** Any call, as files.js makes them. */
    call,

    /** A question in JSON, as event.js puts them. */
    post,

    /** Whether the lexicons are loaded. @returns {Promise<{body: {status: string}, lexicon: string | null}>} */
    ready: () => call("/readyz"),

    /** Every edition. @returns {Promise<EditionSummary[]>} */
    rules: async () => (await look("/v1/rules")).rules,

    /** One edition in full. @param {string} rules @returns {Promise<Edition>} */
    edition: (rules) => look(`/v1/rules/${encodeURIComponent(rules)}`),

    /** Every lexicon. @returns {Promise<Lexicon[]>} */
    lexicons: async () => (await look("/v1/lexicons")).lexicons,

    /**
     * Put a key of one's own making in force: a one-time code is exchanged for it.
     * @param {string} code @param {string} own
     * @returns {Promise<Place>}
     */
    enrol: async (code, own) => (await post("/v1/devices", { code, key: own })).body,

    /** Whether this is the organiser's PIN. @param {string} pin @returns {Promise<PinTry>} */
    tryPin: async (pin) => (await post("/v1/devices/pin", { pin })).body,

    /** How each entry is read. @param {string} rules @param {string[]} words @returns {Promise<Spelling[]>} */
    spell: async (rules, words) => (await ask(rules, "spell", { words })).words,

    /**
     * Whether all the words are valid, with the lexicon that said so.
     * @param {string} rules @param {string[]} words
     * @returns {Promise<{body: {valid: boolean}, lexicon: string | null}>}
     */
    challenge: (rules, words) => post(at(rules, "challenge"), { words }),

    /** What a play scores. @param {string} rules @param {ScoreQuestion} question @returns {Promise<PlayScore>} */
    score: (rules, question) => ask(rules, "score", question),

    /** What a challenge does to both. @param {string} rules @param {JudgeQuestion} question @returns {Promise<Judgement>} */
    judge: (rules, question) => askUnder(rules, "judge", question),

    /** The result of a finished game. @param {string} rules @param {Finish} finish @returns {Promise<Result>} */
    settle: (rules, finish) => askUnder(rules, "settle", finish),

    /** A game counted again. @param {string} rules @param {Game} game @returns {Promise<Recount>} */
    replay: (rules, game) => askUnder(rules, "replay", game),

    /** A GCG file counted again, and the `record` in it. @param {string} rules @param {Blob | string} body @returns {Promise<Recount>} */
    replayGcg: async (rules, body) =>
      (await call(at(rules, "replay?record=1"), { method: "POST", type: GCG_TYPE, body })).body,

    /** A game counted again, as a GCG file. @param {string} rules @param {Game} game @returns {Promise<string>} */
    writeGcg: async (rules, game) =>
      (await post(at(rules, "replay"), game, { accept: GCG_TYPE })).body,

    /** What the handbook has entries for, or says about something. @param {string} rules @param {string} [about] @returns {Promise<Incidents>} */
    incidents: (rules, about = "") =>
      look(at(rules, `incidents${about && `?about=${encodeURIComponent(about)}`}`)),

    /**
     * What the regulation says about an incident.
     * @param {string} rules @param {string} incident
     * @param {Record<string, number | boolean | string>} facts
     * @returns {Promise<Ruling>}
     */
    incident: (rules, incident, facts) =>
      askUnder(rules, `incidents/${encodeURIComponent(incident)}`, facts),

    /**
     * A tournament's standings, pairings, schedule or check by its document, or with a list entered.
     * @template {keyof TournamentAnswers} Operation
     * @param {string} rules @param {Operation} operation
     * @param {TournamentQuestions[Operation]} document
     * @returns {Promise<TournamentAnswers[Operation]>}
     */
    tournament: (rules, operation, document) =>
      askUnder(rules, `tournament/${operation}`, document),
  };
}

/**
 * How a question travels: over HTTP, unless a page that judges for itself brings another way.
 * @type {(path: string, asked: RequestInit) => Promise<Response>}
 */
let carry = (...asked) => fetch(...asked);

/** Let questions travel another way. @param {typeof carry} way */
export function carryBy(way) {
  carry = way;
}

/**
 * Whatever is asked, in one place: the key, the patience, and what counts as an answer.
 *
 * @param {string} path @param {string} key @param {number} patience @param {Call} call
 * @returns {Promise<{body: any, lexicon: string | null}>}
 */
export async function request(path, key, patience, { method = "GET", type, body, accept, file }) {
  /** @type {Record<string, string>} */
  const headers = { Accept: accept ?? JSON_TYPE };
  if (key) headers.Authorization = `Bearer ${key}`;
  if (type) headers["Content-Type"] = type;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const response = await carry(path, {
      method,
      headers,
      body,
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: stop.signal,
    });
    return await read(response, file);
  } catch (fault) {
    if (fault instanceof Refused || fault instanceof Unreachable) throw fault;
    throw new Unreachable(
      `No answer from ${path}: it is down or too slow, or does not let this site ask (CORS_ORIGINS).`,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** What names no code, somebody else answered. @param {Response} response @param {boolean} [file] */
async function read(response, file) {
  if (file && response.ok) return { body: await response.blob(), lexicon: null };
  const written = response.headers.get("Content-Type")?.startsWith(GCG_TYPE);
  const body = await (written ? response.text() : response.json());
  if (response.ok) return { body, lexicon: response.headers.get("Lexicon") };
  if (response.status >= 500 || response.status === 429 || !body.code) {
    const wait = response.headers.get("Retry-After") ?? "";
    throw new Unreachable(body.detail ?? "", body.code, /^\d+$/.test(wait) ? Number(wait) : null);
  }
  throw new Refused(response.status, body);
}
