/**
 * Knows what other programs keep of a tournament: numbered players, each with a cell for every round.
 * tsh, AUPAIR and FIDE's report name opponents by number; 0 is nobody. Pure, like the document.
 *
 * @typedef {{opponent: number, score: number | null, first: boolean | null, halves?: number | null,
 *   forfeit?: boolean}} Cell `halves` are the points; a forfeit was not played.
 * @typedef {{name: string, rating: number | null, cells: Cell[], joined?: number, club?: string}} Line
 */

import { DocumentError, empty, newId } from "./document.js";

/** The scores of a round without an opponent: a bye, an absence, or one before the player came. */
const [BYE, MISSED, LATE] = [50, -50, 0];
/** A wide gap ends a name, which may then end with a number. */
const TSH_PLAYERS = ["(.*?\\S)\\s{2,}", "(.*?\\D)\\s+"].map(
  (name) => new RegExp(`^${name}(-?\\d+)(?:[+/]\\S*)?((?:\\s+\\d+)*)\\s*$`),
);
const TOU_NAME = 20;
const TOU_CELL = /(-?\d+)(?:\s*(\+)\s*|\s+)(\d+)/g;
const [REPORT_FIRST, REPORT_WIDTH] = [91, 10];
const REPORT_CELL = /^\s*(\d*)\s+([wb-]?)\s*(\S?)\s*$/i;
const REPORT_HALVES = {
  ...{ 1: 2, "=": 1, 0: 0, "+": 2, "-": 0, U: 2, F: 2, H: 1, Z: 0 },
  ...{ W: 2, D: 1, L: 0 },
};

/** The document of a division file of tsh. @param {string} text */
export function readTsh(text) {
  return documentOf(
    "",
    linesOf(text)
      .filter((line) => line.trim() && !line.startsWith("#"))
      .map(tshLine),
  );
}

/** @returns {Line} */
function tshLine(line) {
  const [head, scored = "", ...fields] = line.split(";");
  const known = TSH_PLAYERS.find((player) => player.test(head)) ?? TSH_PLAYERS[0];
  const [, name, rating, met] = matched(known, head);
  const words = (text) => text.split(/\s+/).filter(Boolean);
  const scores = words(scored).map(whole);
  const field = (title) => words(fields.find((one) => words(one)[0] === title) ?? "").slice(1);
  const began = field("p12");
  const cells = words(met).map((opponent, i) => ({
    opponent: Number(opponent),
    score: scores[i] ?? null,
    first: { 1: true, 2: false }[began[i]] ?? null,
  }));
  const rated = Number(rating) > 0 ? Number(rating) : null;
  return { name: name.trim(), rating: rated, cells, club: field("team").join(" ") };
}

/** The document of AUPAIR's file, which holds one division. @param {string} text */
export function readTou(text) {
  const lines = linesOf(text);
  if (lines.filter((line) => /^\*[A-Z]\s*$/.test(line)).length > 1) throw unreadable();
  const title = lines.find((line) => line.startsWith("*M")) ?? "";
  const rows = lines.filter((line) => !line.startsWith("*") && line.slice(0, TOU_NAME).trim());
  return documentOf(title.replace(/^\S*\s*/, "").trim(), rows.map(touLine));
}

/** @returns {Line} */
function touLine(line, at) {
  const rest = line.slice(TOU_NAME);
  if (rest.replace(TOU_CELL, "").trim()) throw unreadable();
  const cells = [...rest.matchAll(TOU_CELL)].map(([, score, began, opponent]) => {
    const halves = Math.floor(Math.max(0, Number(score)) / 1000);
    if (Number(opponent) === at + 1)
      return Number(score) ? nobody(halves) : { opponent: 0, score: LATE, first: null };
    const points = ((Number(score) % 1000) + 1000) % 1000;
    return { opponent: Number(opponent), score: points, first: Boolean(began), halves };
  });
  return { name: line.slice(0, TOU_NAME).trim(), rating: null, cells };
}

/** The document of FIDE's report. It holds no game scores: a win is read as one point. */
export function readReport(text) {
  const lines = linesOf(text);
  const rows = lines.filter((line) => line.startsWith("001"));
  const numbers = rows.map((row) => whole(row.slice(4, 8)));
  const [rounds = "0"] = lines.filter((line) => /^(142|XXR)/.test(line)).map((l) => l.slice(4));
  const name =
    lines
      .find((line) => line.startsWith("012"))
      ?.slice(4)
      .trim() ?? "";
  if (new Set(numbers).size < numbers.length) throw unreadable();
  return documentOf(
    name,
    rows.map((row) => reportLine(row, numbers)),
    whole(rounds.trim()),
  );
}

/** @returns {Line} */
function reportLine(row, numbers) {
  const cells = [];
  let half = 0;
  const end = row.trimEnd().length;
  for (let start = REPORT_FIRST; start < end; start += REPORT_WIDTH) {
    const written = row.slice(start, start + REPORT_WIDTH).padEnd(REPORT_WIDTH);
    const [, opponent, colour, sign] = matched(REPORT_CELL, written);
    const letter = sign.toUpperCase();
    if (letter && !(letter in REPORT_HALVES)) throw unreadable();
    const at = Number(opponent) ? numbers.indexOf(Number(opponent)) + 1 : 0;
    if (Number(opponent) && !at) throw unreadable();
    if (letter === "H") half = cells.length + 1;
    cells.push(reportCell(at, { w: true, b: false }[colour.toLowerCase()] ?? null, letter));
  }
  const joined =
    1 +
    Math.max(
      0,
      cells.findIndex(({ opponent }) => opponent),
    );
  if (half > joined) throw unreadable();
  const before = cells.slice(0, joined - 1);
  const late = half > 0 || before.every(({ score }) => score === null);
  const rating = row.slice(48, 52).trim();
  return {
    ...{ name: row.slice(14, 47).trim(), rating: rating ? whole(rating) : null },
    ...{ cells, joined: late ? joined : 1 },
  };
}

/** @returns {Cell} */
function reportCell(opponent, first, letter) {
  const halves = REPORT_HALVES[letter] ?? null;
  if (opponent === 0) return nobody(halves);
  const score = halves === null ? null : 299 + halves;
  return { opponent, score, first, halves, forfeit: "+-".includes(letter) && letter !== "" };
}

/** @returns {Cell} */
function nobody(halves) {
  const score = halves === null ? null : halves ? BYE : MISSED;
  return { opponent: 0, score, first: null, halves };
}

/**
 * @param {string} name
 * @param {Line[]} lines
 * @param {number} [rounds]
 */
function documentOf(name, lines, rounds = 0) {
  if (!lines.length) throw unreadable();
  /** @type {Set<string>} */
  const taken = new Set();
  const players = lines.map((line) => {
    const { name: called, rating, club } = line;
    const id = newId(called, taken);
    taken.add(id);
    const late = joinedOf(line) > 1 ? { joined: joinedOf(line) } : {};
    return { id, name: called, rating, ...(club ? { club } : {}), ...late };
  });
  const most = Math.max(...lines.map(({ cells }) => cells.length));
  const games = Array.from({ length: most }, (_, i) => roundOf(i, lines, players)).flat();
  const played = Math.max(1, ...games.map(({ round }) => round));
  return { ...empty(name, Math.max(rounds, played)), players, games };
}

/** The first round of a player: said, or the first one after those before they came. */
function joinedOf({ cells, joined = 1 }) {
  const here = cells.findIndex(({ opponent, score }) => opponent || score !== LATE);
  return Math.max(joined, here + 1);
}

function roundOf(number, lines, players) {
  const round = number + 1;
  return lines.flatMap((line, own) => {
    const cell = line.cells[number];
    if (!cell) return [];
    if (cell.opponent === 0) {
      const alone = { round, players: [players[own].id] };
      if (cell.score === null || round < joinedOf(line)) return [];
      return [{ ...alone, ended_by: cell.score > 0 ? "bye" : "absence" }];
    }
    const other = lines[cell.opponent - 1]?.cells[number];
    if (other?.opponent !== own + 1 || cell.opponent === own + 1) throw unreadable();
    if (own + 1 > cell.opponent) return [];
    const pair = [players[own].id, players[cell.opponent - 1].id];
    const known = cell.first !== other.first && (cell.first || other.first);
    const first = known ? { first: pair[cell.first ? 0 : 1] } : {};
    return [{ round, players: pair, ...first, ...resultOf(cell, other) }];
  });
}

function resultOf(cell, other) {
  if (cell.forfeit || other.forfeit) {
    const lost = [cell, other].flatMap(({ halves }, side) => (halves ? [] : [side]));
    return { ended_by: "absence", player: lost.length === 1 ? lost[0] : [0, 1] };
  }
  return cell.score === null || other.score === null ? {} : { scores: [cell.score, other.score] };
}

function linesOf(text) {
  return text.split(/\r\n|\r|\n/);
}

function whole(text) {
  if (!/^\s*-?\d+\s*$/.test(text)) throw unreadable();
  return Number(text);
}

function matched(pattern, text) {
  const found = pattern.exec(text);
  if (found === null) throw unreadable();
  return found;
}

function unreadable() {
  return new DocumentError("notReadable");
}
