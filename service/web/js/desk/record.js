/**
 * Knows the record of a game as `POST /replay` takes it: who played, and what happened in
 * order, and how plays are written and change a position.
 *
 * A record is a value; a step gives another one. What its events are worth only the service knows.
 * A note stands on the event that it follows (`note`), so that it moves along with it.
 *
 * @typedef {Record<string, any>} Happening An event; what it holds depends on its `type`.
 * @typedef {Omit<Game, "notes"> & {note?: string}} GameRecord With what is noted before the first event.
 * @typedef {{at: number, replacing: boolean}} Place
 * @typedef {Map<string, Tile>} Position
 * @typedef {{position: Position, laid: Set<string>}} Step A board, and which of its tiles are new.
 */

import { packed, unpacked } from "../core/packing.js";

/** @import { Game, RecountedEvent, SquarePlay } from "../core/answers.js" */
/** @import { Notation, Tile } from "../core/notation.js" */

const TURNS = ["play", "exchange", "pass", "turn_lost"];
const NEXT = ["challenge", "cambio_secco"];
const MOST_EVENTS = 500;

/** A record in which nothing has happened. @returns {GameRecord} */
export function emptyRecord() {
  return { players: ["", ""], events: [] };
}

/** Whether there is anything to lose. @param {GameRecord} record */
export function isEmpty({ players, events, headers = [] }) {
  return events.length === 0 && headers.length === 0 && players.every((name) => name === "");
}

/**
 * The record with an event put before another one, or in its place.
 * @param {GameRecord} record @param {Place} place @param {Happening} event
 */
export function withEvent(record, { at, replacing }, event) {
  const events = replacing ? record.events : renumbered(record.events, at, 1);
  const after = events.slice(replacing ? at + 1 : at);
  return { ...record, events: [...events.slice(0, at), event, ...after] };
}

/**
 * The record without one event, nor what put its score right.
 * @param {GameRecord} record @param {number} at @returns {GameRecord}
 */
export function without(record, at) {
  const left = record.events.filter((event, i) => i !== at && event.of !== at + 1);
  const gone = record.events.flatMap((event, i) => (left.includes(event) ? [] : [i]));
  return { ...record, events: gone.reduceRight((events, i) => renumbered(events, i, -1), left) };
}

/**
 * Events in which a play behind a place is called by its new number.
 * @param {Happening[]} events @param {number} at @param {number} by
 */
function renumbered(events, at, by) {
  return events.map((event) => (event.of > at ? { ...event, of: event.of + by } : event));
}

/**
 * The record as a question: whoever has no name is called by a number, notes come after events.
 * @param {GameRecord} record @param {(number: number) => string} nameOf
 * @returns {Game}
 */
export function question({ players, events, note, ...more }, nameOf) {
  const notes = [{ note }, ...events].flatMap((event, after) =>
    event.note ? [{ after, text: event.note }] : [],
  );
  return {
    ...more,
    ...(notes.length && { notes }),
    players: players.map((name, i) => name.trim() || nameOf(i + 1)),
    events: events.map((event) => defined({ ...event, note: undefined })),
  };
}

/** What the file says of the game under a name. @param {GameRecord} record @param {string} name */
export function headerOf({ headers = [] }, name) {
  return headers.find((header) => header.name === name)?.value ?? "";
}

/**
 * The record with another header; an empty one is none. @returns {GameRecord}
 *
 * @param {GameRecord} record @param {string} name @param {string} value
 */
export function withHeader(record, name, value) {
  const { headers = [] } = record;
  const others = headers.filter((header) => header.name !== name);
  const at = headers.findIndex((header) => header.name === name);
  if (value) others.splice(at < 0 ? others.length : at, 0, { name, value });
  return { ...record, headers: others };
}

/**
 * The plays that lie on the board before an event, in order: those that were not taken back.
 * @param {GameRecord} record @param {number} at
 */
export function playsBefore({ events }, at) {
  /** @type {(string | SquarePlay)[]} */
  let plays = [];
  /** @type {string | SquarePlay | null} */
  let latest = null;
  for (const event of events.slice(0, at)) {
    const judged = ["challenge", "rejudged"].includes(event.type);
    if (event.type === "play") plays = [...plays, (latest = event.play ?? playOf(event))];
    else if (judged && latest !== null) {
      const others = plays.filter((play) => play !== latest);
      plays = event.retracted || event.valid ? [...others, latest] : others;
    } else if (TURNS.includes(event.type)) latest = null;
  }
  return plays;
}

/** The play of an event by its square, or null. @param {Happening} [event] */
export function playOf(event) {
  if (event?.type !== "play") return null;
  const { play = event } = event;
  return typeof play === "string" ? readPlay(play) : play;
}

/** The board before the first event and after each. @param {GameRecord} record @param {Notation} alphabet */
export function boards({ events }, alphabet) {
  /** @type {Position} */
  let position = new Map();
  let before = position;
  /** @type {Step | null} */
  let play = null;
  /** @type {Step[]} */
  const steps = [{ position, laid: new Set() }];
  for (const event of events) {
    let laid = /** @type {Set<string>} */ (new Set());
    const next = playOf(event);
    if (next) {
      before = position;
      play = lay(position, next, alphabet);
      position = play?.position ?? position;
      laid = play?.laid ?? laid;
    } else if (["challenge", "rejudged"].includes(event.type)) {
      const stands = event.retracted || event.valid;
      position = stands ? (play?.position ?? position) : before;
    } else if (event.type === "redeclared" && position.has(event.square)) {
      position = new Map(position).set(event.square, { face: event.face, blank: true });
    } else if (TURNS.includes(event.type)) play = null;
    steps.push({ position, laid });
  }
  return steps;
}

/**
 * Whose turn it is before the event at a place, by what was counted so far.
 * @param {GameRecord} record @param {Map<number, RecountedEvent>} counted @param {number} at
 */
export function turnAt(record, counted, at) {
  const types = record.events.slice(0, at).map(({ type }) => type);
  const last = Math.max(...[...TURNS, ...NEXT].map((type) => types.lastIndexOf(type)));
  if (last < 0) return 0;
  const event = counted.get(last + 1);
  if (typeof event?.player !== "number") return null;
  const { type, player, challenger } = event;
  const lost = challenger?.turn === "lost";
  // Whoever challenges is the next to play, unless that turn is the price of it.
  const stays = type === "cambio_secco" || (type === "challenge" && !lost);
  return stays ? player : (player + 1) % record.players.length;
}

/** The number of the latest play before a place, or 0. @param {GameRecord} record @param {number} at */
export function latestPlay({ events }, at) {
  const types = events.slice(0, at).map(({ type }) => type);
  return types.lastIndexOf("play") + 1;
}

/** A record from a text of JSON; null where it is none. @returns {GameRecord | null} @param {string} text */
export function readJson(text) {
  try {
    const game = JSON.parse(text);
    const { players, events } = game;
    const named = Array.isArray(players) && players.every((name) => typeof name === "string");
    const typed = Array.isArray(events) && events.every((event) => typeof event?.type === "string");
    if (!named || players.length < 2 || players.length > 4 || !typed) return null;
    return events.length > MOST_EVENTS ? null : recordOf(game);
  } catch {
    return null;
  }
}

/** The record of a game, its notes with their events. @returns {GameRecord} @param {Game} game */
export function recordOf({ players, events, variant, nicks, headers, notes = [] }) {
  /** @type {GameRecord} */
  let record = { players, events, variant, nicks, headers };
  for (const { after, text } of notes) record = withNote(record, after, text);
  return defined(record);
}

/**
 * The record with one more note after an event; 0 is before the first.
 * @param {GameRecord} record @param {number} after @param {string} text @returns {GameRecord}
 */
export function withNote(record, after, text) {
  /** @param {Happening} noted */
  const joined = ({ note }) => (note ? `${note}\n${text}` : text);
  if (after === 0) return { ...record, note: joined(record) };
  const events = record.events.map((event, i) =>
    i === after - 1 ? { ...event, note: joined(event) } : event,
  );
  return { ...record, events };
}

/** What of some fields has a value. @template {Record<string, any>} T @param {T} fields @returns {T} */
export function defined(fields) {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return /** @type {T} */ (Object.fromEntries(known));
}

/** A game as the value of a fragment, which no server sees. @param {object} asked */
export function toFragment(asked) {
  return packed(JSON.stringify(asked));
}

/** The record that a fragment carries; null where it carries none. @param {string} value */
export function fromFragment(value) {
  const text = unpacked(value);
  return text === null ? null : readJson(text);
}

/** How plays change a position; what is allowed and what it scores only the service knows. */

const COORDINATE = /^(?:(\d{1,2})([A-Z])|([A-Z])(\d{1,2}))$/;

/** The name of the square at a column and a row counted from zero. @param {number} col @param {number} row */
export function squareName(col, row) {
  return String.fromCharCode(65 + col) + (row + 1);
}

/** Column and row of a square, counted from zero. @param {string} name */
export function squareAt(name) {
  return { col: name.charCodeAt(0) - 65, row: Number(name.slice(1)) - 1 };
}

/**
 * A play as GCG writes it, "8F MICIO": row first is across. Null where it cannot be read.
 * @param {string} text @returns {SquarePlay | null}
 */
export function readPlay(text) {
  const [place = "", tiles = "", ...rest] = text.trim().split(/\s+/);
  const match = COORDINATE.exec(place.toUpperCase());
  if (!match || rest.length) return null;
  const across = match[1] !== undefined;
  const start = across ? match[2] + Number(match[1]) : match[3] + Number(match[4]);
  return { start, direction: across ? "across" : "down", tiles };
}

/** The square so many steps further. @param {string} name @param {boolean} across @param {number} by */
function further(name, across, by) {
  const { col, row } = squareAt(name);
  return across ? squareName(col + by, row) : squareName(col, row + by);
}

/** The squares of the word through a square. @param {Position} position @param {string} name @param {boolean} across */
export function wordThrough(position, name, across) {
  let square = name;
  while (position.has(further(square, across, -1))) square = further(square, across, -1);
  const squares = [];
  for (; position.has(square); square = further(square, across, 1)) squares.push(square);
  return squares;
}

/** The coordinate of a play that starts on a square. @param {string} start @param {string} direction */
export function coordinate(start, direction) {
  return direction === "across" ? start.slice(1) + start[0] : start;
}

/**
 * The position after a play, and the squares it lays; null where the tiles cannot be read.
 * @param {Position} position @param {SquarePlay} play @param {Notation} alphabet
 */
export function lay(position, play, alphabet) {
  const tiles = alphabet.written(play.tiles);
  if (tiles === null) return null;
  const after = new Map(position);
  const laid = new Set();
  const { col, row } = squareAt(play.start);
  tiles.forEach((tile, i) => {
    const across = play.direction === "across";
    const name = squareName(col + (across ? i : 0), row + (across ? 0 : i));
    if (tile === null || position.has(name)) return;
    after.set(name, tile);
    laid.add(name);
  });
  return { position: after, laid };
}
