/** Knows the tiles that nobody has seen: the set without those on the board and on a known rack. */

import { el } from "../dom.js";
import { t } from "../i18n.js";

/** How many of each tile are unseen, by face; a blank is "?". */
export function unseen(edition, alphabet, position, rack) {
  const left = new Map(edition.tiles.map(({ face, count }) => [face, count]));
  left.set("?", edition.blank.count);
  const take = (face) => left.set(face, (left.get(face) ?? 0) - 1);
  for (const { face, blank } of position.values()) take(blank ? "?" : face);
  for (const piece of rack.split("?")) alphabet.facesOf(alphabet.fold(piece)).forEach(take);
  for (let i = rack.split("?").length; i > 1; i -= 1) take("?");
  return left;
}

/** The unseen tiles as a line; a tile that was used too often stands out. */
export function drawUnseen(edition, alphabet, position, rack) {
  const left = [...unseen(edition, alphabet, position, rack)].filter(([, count]) => count !== 0);
  const total = left.reduce((sum, [, count]) => sum + count, 0);
  const tiles = left.map(([face, count]) =>
    el("span", { class: count < 0 ? "wrong" : "" }, face, el("sub", {}, String(count)), " "),
  );
  return el("p", { class: "unseen" }, el("span", {}, t("editor.unseen", { total })), " ", tiles);
}
