/**
 * Knows the record of a game as `POST /replay` takes it: who played, and what happened in order.
 *
 * A record is a value; a step gives another one. What its events are worth only the service knows.
 *
 * @typedef {{players: string[], events: Record<string, any>[], variant?: string}} GameRecord
 * @typedef {{at: number, replacing: boolean}} Place
 */

import { packed, unpacked } from "../packing.js";
import { lay, readPlay } from "./game.js";

const TURNS = ["play", "exchange", "pass", "turn_lost"];
const NEXT = ["challenge", "cambio_secco"];
const MOST_EVENTS = 500;

/** A record in which nothing has happened. @returns {GameRecord} */
export function emptyRecord() {
  return { players: ["", ""], events: [] };
}

/** Whether there is anything to lose. @param {GameRecord} record */
export function isEmpty({ players, events }) {
  return events.length === 0 && players.every((name) => name === "");
}

/** The record with an event put before another one, or in its place. */
export function withEvent(record, { at, replacing }, event) {
  const events = replacing ? record.events : renumbered(record.events, at, 1);
  const after = events.slice(replacing ? at + 1 : at);
  return { ...record, events: [...events.slice(0, at), event, ...after] };
}

/** The record without one event, nor what put its score right. */
export function without(record, at) {
  const left = record.events.filter((event, i) => i !== at && event.of !== at + 1);
  const gone = record.events.flatMap((event, i) => (left.includes(event) ? [] : [i]));
  return { ...record, events: gone.reduceRight((events, i) => renumbered(events, i, -1), left) };
}

/** Events in which a play behind a place is called by its new number. */
function renumbered(events, at, by) {
  return events.map((event) => (event.of > at ? { ...event, of: event.of + by } : event));
}

/** The record as a question: whoever has no name is called by a number. */
export function question(record, nameOf) {
  return { ...record, players: record.players.map((name, i) => name.trim() || nameOf(i + 1)) };
}

/** The play of an event by its square, or null. */
export function playOf(event) {
  if (event?.type !== "play") return null;
  const { play = event } = event;
  return typeof play === "string" ? readPlay(play) : play;
}

/** The board before the first event and after each. */
export function boards({ events }, alphabet) {
  let position = new Map();
  let before = position;
  let play = null;
  const steps = [{ position, laid: new Set() }];
  for (const event of events) {
    let laid = new Set();
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

/** Whose turn it is before the event at a place, by what was counted so far. */
export function turnAt(record, counted, at) {
  const types = record.events.slice(0, at).map(({ type }) => type);
  const last = Math.max(...[...TURNS, ...NEXT].map((type) => types.lastIndexOf(type)));
  if (last < 0) return 0;
  const { type, player } = counted.get(last + 1) ?? {};
  if (player === undefined || player === null) return null;
  const lost = counted.get(last + 1).challenger?.turn === "lost";
  // Whoever challenges is the next to play, unless that turn is the price of it.
  const stays = type === "cambio_secco" || (type === "challenge" && !lost);
  return stays ? player : (player + 1) % record.players.length;
}

/** The number of the latest play before a place, or 0. */
export function latestPlay({ events }, at) {
  const types = events.slice(0, at).map(({ type }) => type);
  return types.lastIndexOf("play") + 1;
}

/** A record from a text of JSON; null where it is none. */
export function readJson(text) {
  try {
    const { players, events, variant } = JSON.parse(text);
    const named = Array.isArray(players) && players.every((name) => typeof name === "string");
    const typed = Array.isArray(events) && events.every((event) => typeof event?.type === "string");
    if (!named || players.length < 2 || players.length > 4 || !typed) return null;
    if (events.length > MOST_EVENTS) return null;
    return variant === undefined ? { players, events } : { players, events, variant };
  } catch {
    return null;
  }
}

/** The record as the value of a fragment, which no server sees. */
export function toFragment(record) {
  return packed(JSON.stringify(record));
}

/** The record that a fragment carries; null where it carries none. */
export function fromFragment(value) {
  const text = unpacked(value);
  return text === null ? null : readJson(text);
}
