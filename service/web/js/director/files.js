/**
 * Knows which files a director has: our own document, a table of it, a list of players, and what
 * tsh, AUPAIR and FIDE's report keep. What cannot be read is told and changes nothing.
 */

import { DocumentError } from "./document.js";
import { cellsOf, decoded } from "./lists.js";
import { readReport, readTou, readTsh } from "./numbered.js";

/** What a line about a player says, in this order. */
const PLAYER = ["id", "name", "rating", "club", "joined", "left", "reason", "team"];
const READERS = { t: readTsh, tou: readTou, trf: readReport, trfx: readReport };

/**
 * What a file holds: a document, as JSON; a list of players, as text; or why it cannot be read.
 *
 * @param {File} file
 * @param {string} language Where a file that is not in UTF-8 comes from.
 * @returns {Promise<{document?: string, list?: string, fault?: string}>}
 */
export async function readFile(file, language) {
  const bytes = await file.arrayBuffer();
  const [one, two] = new Uint8Array(bytes.slice(0, 2));
  // A spreadsheet or a text document of today is a zip.
  if (one === 0x50 && two === 0x4b) return { fault: "tour.notText" };
  const text = decoded(bytes, language);
  const ending = file.name.toLowerCase().split(".").at(-1);
  if (ending === "json" || text.trimStart().startsWith("{")) return { document: text };
  try {
    if (ending in READERS) return { document: JSON.stringify(READERS[ending](text)) };
    const table = readTable(text);
    return table ? { document: JSON.stringify(table) } : { list: text };
  } catch (fault) {
    if (!(fault instanceof DocumentError || fault instanceof SyntaxError)) throw fault;
    return { fault: "tour.notReadable" };
  }
}

/** The document in a table that the command wrote, every line of which says what it is about. */
function readTable(text) {
  const [, separator] = /^"?tournament"? *([,;\t])/i.exec(text) ?? [];
  if (!separator) return null;
  const lines = text.split(/\r\n|\r|\n/);
  const rows = lines.map((line) => cellsOf(line, separator).map(unescaped));
  const of = (kind) => rows.filter(([first]) => first === kind).map(([, ...cells]) => cells);
  const [[name, rounds, version]] = of("tournament");
  const [[, days = ""] = []] = of("option").filter(([option]) => option === "days");
  return {
    ...(days ? { days: JSON.parse(days) } : {}),
    ...{ name, rounds: Number(rounds), version: number(version) ?? 0 },
    players: of("player").map(([id, called, rating, club, joined, left, reason, team]) =>
      said({
        ...{ id, name: called, rating: number(rating), club: club || null },
        ...{ joined: number(joined), left: number(left), reason, team },
      }),
    ),
    games: of("game").map(([round, at, one, two, first, own, other, ended, fault, excused]) =>
      said({
        ...{ round: Number(round), table: number(at), players: [one, two].filter(Boolean), first },
        scores: own ? [Number(own), Number(other)] : null,
        ...{ ended_by: ended, player: json(fault), excused: json(excused?.toLowerCase()) },
      }),
    ),
    adjustments: of("adjustment").map(([player, kind, amount, round, article]) =>
      said({
        ...{ player, kind, [kind === "compensation" ? "play" : "amount"]: number(amount) },
        ...{ round: number(round), article },
      }),
    ),
  };
}

/** A text that a spreadsheet would have run as a formula has a sign before it. */
function unescaped(cell) {
  return cell.replace(/^'(?='*[=+\-@\t\r])/, "");
}

/**
 * The document as the table that the command writes, for a spreadsheet.
 *
 * @param {import("./document.js").Tournament} tournament
 */
export function writeTable({ name, rounds, version, players, games, adjustments, days = [] }) {
  const rows = [
    ["tournament", name, rounds, version],
    ...players.map((player) => ["player", ...PLAYER.map((column) => player[column])]),
    ...games.map(({ round, table, players: [one, two], first, scores, ...rest }) => [
      ...["game", round, table, one, two, first, scores?.[0], scores?.[1]],
      ...[rest.ended_by, written(rest.player), written(rest.excused)],
    ]),
    ...adjustments.map(({ player, kind, play, amount, ...rest }) => [
      ...["adjustment", player, kind, play ?? amount, rest.round, rest.article],
    ]),
    ...(days.length ? [["option", "days", written(days)]] : []),
  ];
  // By the mark at its beginning a spreadsheet knows the letters, and semicolons it takes everywhere.
  return `\uFEFF${rows.map((cells) => `${cells.map(cellText).join(";")}\r\n`).join("")}`;
}

/** One value or several, as JSON. */
function written(value) {
  return value === undefined ? "" : JSON.stringify(value).replaceAll(",", ", ");
}

function cellText(value) {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function number(text) {
  return text ? Number(text) : null;
}

function json(text) {
  return text ? JSON.parse(text) : null;
}

/** Without what the line leaves out. */
function said(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? "") !== ""));
}
