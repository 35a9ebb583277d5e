/** Knows how plays change a position; what is allowed and what it scores only the service knows. */

import { squareAt, squareName } from "./board.js";

const COORDINATE = /^(?:(\d{1,2})([A-Z])|([A-Z])(\d{1,2}))$/;

/** A play as GCG writes it, "8F MICIO": row first is across. Null where it cannot be read. */
export function readPlay(text) {
  const [place = "", tiles = "", ...rest] = text.trim().split(/\s+/);
  const match = COORDINATE.exec(place.toUpperCase());
  if (!match || rest.length) return null;
  const across = match[1] !== undefined;
  const start = across ? match[2] + Number(match[1]) : match[3] + Number(match[4]);
  return { start, direction: across ? "across" : "down", tiles };
}

/** The coordinate of a play that starts on a square. */
export function coordinate(start, direction) {
  return direction === "across" ? start.slice(1) + start[0] : start;
}

/** The position after a play, and the squares it lays; null where the tiles cannot be read. */
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
