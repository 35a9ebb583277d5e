/**
 * Knows lists of players as people have them: columns pasted from a spreadsheet, a table saved by
 * one, in UTF-8 or as Windows wrote it. Pure: nothing here draws or asks.
 *
 * @typedef {{name: string, rating: number | null, club: string, team: string}} Entry
 */

import { folded } from "./document.js";

const LONGEST_NAME = 200;
const RATING = /^\d{1,4}(?:[.,]\d+)?$/;
const NUMBER = /^\d+[.,)]?\d*$/;
/** How columns are headed, by their letters alone. A given name stands before the rest of it. */
const HEADS = {
  given: ["prenume", "first name", "given name"],
  name: [
    ...["name", "player", "nume", "nume si prenume", "jucator", "nom", "nom i cognoms", "jugador"],
    ...["nome", "nome e cognome", "giocatore"],
  ],
  surname: ["surname", "last name", "cognom", "cognoms", "cognome"],
  rating: ["rating", "elo", "coeficient", "coeficient elo", "punteggio"],
  club: ["club", "clubul", "societate", "societat", "entitat", "societa"],
  team: ["team", "pair", "pereche", "parella", "coppia"],
};

/**
 * The text in a file: UTF-8 or UTF-16 by its mark, otherwise as Windows writes where the language is
 * spoken. Old Romanian files have cedillas for want of commas.
 *
 * @param {ArrayBuffer} bytes
 * @param {string} language
 */
export function decoded(bytes, language) {
  const [one, two] = new Uint8Array(bytes.slice(0, 2));
  const mark = { "255,254": "utf-16le", "254,255": "utf-16be" }[`${one},${two}`];
  if (mark) return new TextDecoder(mark).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const central = language.startsWith("ro");
    const text = new TextDecoder(central ? "windows-1250" : "windows-1252").decode(bytes);
    const commas = { ş: "ș", Ş: "Ș", ţ: "ț", Ţ: "Ț" };
    return central ? text.replace(/[şŞţŢ]/g, (letter) => commas[letter]) : text;
  }
}

/**
 * Players, one a line: name, rating, club and pair, or as a first line of headings says. Tabs part
 * columns, or else semicolons, or else commas; a name with a comma in it may be quoted.
 *
 * @param {string} text
 * @returns {Entry[]}
 */
export function readEntries(text) {
  const rows = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => cellsOf(line))
    .filter((cells) => cells.some(Boolean));
  const heads = headsOf(rows[0] ?? []);
  const entries = heads
    ? rows.slice(1).map((cells) => underHeads(heads, cells))
    : rows.map(inOrder);
  return entries.filter(({ name }) => name);
}

/** Entries as lines that are read as they are. @param {Entry[]} entries */
export function writeEntries(entries) {
  const line = ({ name, rating, club, team }) => [name, rating ?? "", club, team].join("; ");
  return entries.map((one) => line(one).replace(/[; ]+$/, "")).join("\n");
}

/**
 * The cells of a line of a table.
 *
 * @param {string} line
 * @param {string} [separator] Where it is not known, the likeliest of those that the line has.
 */
export function cellsOf(line, separator = ["\t", ";"].find((s) => line.includes(s)) ?? ",") {
  const cells = [];
  let rest = line;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    const end = rest.indexOf(separator, quoted?.[0].length ?? 0);
    const cell = end < 0 ? rest : rest.slice(0, end);
    cells.push((quoted ? quoted[1].replaceAll('""', '"') : cell).trim());
    if (end < 0) return cells;
    rest = rest.slice(end + 1);
  }
}

/** Which column is which, if the line is one of headings. */
function headsOf(cells) {
  const known = cells.map((cell) =>
    Object.keys(HEADS).find((head) => HEADS[head].includes(folded(cell))),
  );
  return known.includes("name") || known.includes("surname") ? known : null;
}

/** @returns {Entry} */
function underHeads(heads, cells) {
  const under = (head) => cells[heads.indexOf(head)] ?? "";
  const name = [under("given"), under("name"), under("surname")].filter(Boolean).join(" ");
  return entry(name, under("rating"), under("club"), under("team"));
}

/** Without headings: a number of the line may stand first, and the rating behind the club. */
function inOrder(cells) {
  const [name, ...more] = NUMBER.test(cells[0]) ? cells.slice(1) : cells;
  const at = Math.max(
    0,
    more.findIndex((cell) => NUMBER.test(cell)),
  );
  const isNumber = !more[at] || NUMBER.test(more[at]);
  const [club, team] = more.filter((_, i) => !isNumber || i !== at);
  return entry(name, isNumber ? more[at] : "", club, team);
}

/** @returns {Entry} */
function entry(name = "", rating = "", club = "", team = "") {
  const number = RATING.test(rating) ? Math.round(Number(rating.replace(",", "."))) : null;
  return { name: name.slice(0, LONGEST_NAME), rating: number, club, team };
}
