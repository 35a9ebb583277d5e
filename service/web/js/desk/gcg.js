/**
 * Knows how to read a GCG file into a record that can be edited, as the service reads it.
 *
 *     >Ada: GATTOEN 8D GATTO +44 44          a play; also -BUC, -3, -, -- and (challenge)
 *     >Ada: Q (Q) -10 479                    a rack at the end; (time) is overtime paid in points
 *     #note event adjustment player=Ada ...  what GCG has no line for
 *     #title Final                           a header; lines without a mark go on with it
 *     #note lots were drawn                  a note on the event above it
 */

import { defined, withNote } from "./record.js";

const LINE = /^>\s*([^:]+):\s*(.*?)\s*([+-]\d+)?\s+(-?\d+)(\s+\D.*)?$/;
const HEADER = /^[a-z][a-z0-9_-]{0,31}$/;
const FIELD = /(\w+)=((?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])*)/g;
const NUMBERS = ["points", "spread", "of", "declared", "total", "tiles"];
const FLAGS = ["corrected", "supplementary", "valid", "on_rack"];

/** @import { GameRecord, Happening } from "./record.js" */
/**
 * @typedef {Required<Pick<GameRecord, "nicks" | "players" | "events" | "headers">> & {variant?:
 *   string, end: Happening | null, notes: [number, string][]}} File
 */

/** The record in a text of GCG; null where no game is found in it. @param {string} text */
export function readGcg(text) {
  /** @type {File} */
  const file = { nicks: [], players: [], events: [], end: null, headers: [], notes: [] };
  for (const line of joined(text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/))) {
    if (line.startsWith("#")) readPragma(file, line);
    else if (!line.startsWith(">") || !readLine(file, line)) return null;
  }
  const { players, nicks, events, end, variant, headers, notes } = file;
  if (players.length < 2 || Object.values(players).length < players.length) return null;
  /** @type {GameRecord} */
  let record = { players, nicks, events: end ? [...events, end] : events, variant, headers };
  for (const [after, note] of notes) record = withNote(record, after, note);
  return defined(record);
}

/** The lines that say something, each with those that go on with it. @param {string[]} lines */
function joined(lines) {
  /** @type {string[]} */
  const whole = [];
  for (const line of lines.map((raw) => raw.trim()).filter(Boolean)) {
    if (/^[#>]/.test(line) || !whole.at(-1)?.startsWith("#")) whole.push(line);
    else whole.push(`${whole.pop()}\n${line}`);
  }
  return whole;
}

/**
 * The text of a file: as it says itself, UTF-8, or else the Latin letters of older programs.
 * @param {ArrayBuffer} bytes
 */
export function decodeGcg(bytes) {
  const plain = new TextDecoder("iso-8859-1").decode(bytes);
  const [, named = "utf-8"] = /^#character-encoding[ \t]+(\S+)/im.exec(plain) ?? [];
  try {
    return new TextDecoder(named, { fatal: true }).decode(bytes);
  } catch {
    return plain;
  }
}

/** @param {File} file @param {string} line */
function readLine(file, line) {
  const match = LINE.exec(line);
  const player = match ? playerOf(file, match[1].trim()) : -1;
  if (!match || player < 0) return false;
  const [, , what, score, total, remark] = match;
  if (remark) file.notes.push([file.events.length + 1, remark.trim()]);
  const sums = { total: Number(total) };
  const declared = score === undefined ? {} : { declared: Number(score) };
  const parts = what.split(/\s+/).filter(Boolean);
  const said = parts.at(-1) ?? "";
  if (/^\(/.test(said) && !["(challenge)", "(cambio_secco)"].includes(said)) {
    readEnd(file, player, parts, Number(score ?? 0));
    return true;
  }
  const event = readTurn(parts);
  if (event === null) return false;
  const whose = event.type === "challenge" ? {} : { player };
  file.events.push({ ...event, ...whose, ...declared, ...sums });
  return true;
}

/** @param {string[]} parts */
function readTurn(parts) {
  const said = parts.at(-1);
  if (said === undefined) return null;
  if (said === "--") return { type: "challenge", valid: false };
  if (said === "(challenge)") return { type: "challenge", valid: true };
  const [before, place] = parts.slice(-3, -1).length > 1 ? parts.slice(-3, -1) : ["", parts.at(-2)];
  if (/^(\d+[A-Za-z]|[A-Za-z]\d+)$/.test(place ?? ""))
    return { type: "play", play: `${place} ${said}`, ...(before && { rack: before }) };
  const rack = parts.length > 1 ? { rack: parts[0] } : {};
  if (said === "-") return { type: "pass", ...rack };
  if (said === "(cambio_secco)") return { type: "cambio_secco", ...rack };
  if (!said.startsWith("-")) return null;
  const tiles = said.slice(1);
  return { type: "exchange", tiles: /^\d+$/.test(tiles) ? Number(tiles) : tiles, ...rack };
}

/**
 * A rack at the end: a player loses by the own tiles, and gains by the other's.
 * @param {File} file @param {number} player @param {string[]} parts @param {number} points
 */
function readEnd(file, player, parts, points) {
  const end = endOf(file);
  const said = parts.slice(-1).join().replace(/[()]/g, "");
  if (said === "time") return;
  const own = points < 0 || parts[0] === said;
  end.racks[own ? player : (player + 1) % end.racks.length] = said;
}

/** @param {File} file @param {string} line */
function readPragma(file, line) {
  const [, written, value] = /^#(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
  const name = written.toLowerCase();
  const latest = file.events.at(-1);
  const player = /^player([1-4])$/.exec(name);
  if (player) {
    const [nick, ...rest] = value.split(/\s+/);
    file.nicks[Number(player[1]) - 1] = nick;
    file.players[Number(player[1]) - 1] = rest.join(" ") || nick;
  } else if (name === "contested" && latest) latest.words = value.split(/\s+/);
  else if (name === "retracted" && latest) latest.retracted = true;
  else if (name === "uncontested" && latest) latest.placement = "uncontested";
  else if (name === "variant" && latest) latest.variant = value;
  else if (name === "variant") file.variant = value;
  else if (name === "note" && value.startsWith("event ")) readIncident(file, value.slice(6));
  else if (name === "note") file.notes.push([file.events.length, value]);
  else if (!readEnding(file, name, value) && HEADER.test(name) && name !== "character-encoding")
    file.headers.push({ name, value });
}

/** Whether a line was about the end of the game. @param {File} file @param {string} name @param {string} value */
function readEnding(file, name, value) {
  const rack = /^rack([1-4])$/.exec(name);
  if (rack) endOf(file).racks[Number(rack[1]) - 1] = value;
  else if (name === "overtime") endOf(file).overtime_seconds = value.split(/\s+/).map(Number);
  else if (name === "remaining") endOf(file).remaining_seconds = value.split(/\s+/).map(Number);
  else if (["excused", "called"].includes(name)) {
    const named = file.nicks.map((nick) => value.split(/\s+/).includes(nick));
    endOf(file)[name] = value === "" ? true : named;
  } else if (name === "end") {
    const [reason, ...nicks] = value.split(/\s+/);
    const enders = nicks.map((nick) => file.nicks.indexOf(nick));
    Object.assign(endOf(file), { ended_by: reason }, enders.length && { player: enders });
  } else return false;
  return true;
}

/** @param {File} file @param {string} text */
function readIncident(file, text) {
  const type = text.split(/\s/, 1)[0];
  const fields = [...text.matchAll(FIELD)].map(([, name, value]) => {
    const plain = value.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, "$1$2$3");
    if (name === "player") return [name, file.nicks.indexOf(plain)];
    if (NUMBERS.includes(name)) return [name, Number(plain)];
    return [name, FLAGS.includes(name) ? plain === "yes" : plain];
  });
  if (type === "arbiters_draw") endOf(file).ended_by = "arbiter_draw";
  else file.events.push({ type, ...Object.fromEntries(fields) });
}

/** @param {File} file */
function endOf(file) {
  file.end ??= { type: "end", racks: file.players.map(() => null) };
  return file.end;
}

/**
 * Whose line it is; a file without a list of players names them as they come.
 * @param {File} file @param {string} nick
 */
function playerOf(file, nick) {
  if (!file.nicks.includes(nick) && file.nicks.length < 2) {
    file.nicks.push(nick);
    file.players.push(nick);
  }
  return file.nicks.indexOf(nick);
}
