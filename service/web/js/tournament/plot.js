/** Knows the two drawings of a tournament, as SVG: places over the rounds, and the race for the title. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { number } from "./numbers.js";

const SVG = "http://www.w3.org/2000/svg";
const HUES = 8;
const MOST_LINES = 60;
const MOST_BARS = 16;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * A line a player from the first round to the last; the eight who are ahead in colour. Of a large
 * field those who are ahead at the end; whoever was behind them all comes from below.
 *
 * @param {{player: string, place: number}[][]} rounds
 * @param {(id: string) => string} nameOf
 */
export function drawPlaces(rounds, nameOf) {
  const last = rounds.at(-1).slice(0, MOST_LINES);
  const step = 60;
  const row = 22;
  const top = 34;
  const width = (rounds.length - 1) * step;
  const ranks = rounds.map((round) => new Map(round.map(({ player }, rank) => [player, rank])));
  const y = (rank) => top + row * Math.min(rank, last.length);
  const lines = last.map(({ player }, rank) => {
    const points = ranks
      .map((places, i) => ({ x: i * step, rank: places.get(player) }))
      .filter((point) => point.rank !== undefined)
      .map((point) => `${point.x},${y(point.rank)}`);
    return svg("polyline", {
      points: points.join(" "),
      class: rank < HUES ? `line hue-${rank}` : "line faint",
    });
  });
  const heads = rounds.map((_, i) =>
    svg("text", { x: i * step, y: 14, class: "axis" }, String(i + 1)),
  );
  const names = last.map(({ player, place }, rank) =>
    svg("text", { x: width + 10, y: y(rank) + 5 }, `${place}. ${nameOf(player)}`),
  );
  const longest = Math.max(16, ...last.map(({ player }) => nameOf(player).length));
  const wide = width + 60 + 9 * longest;
  // Those who are ahead are drawn last, above the others.
  return figure(t("tour.plotPlaces"), -10, wide, y(last.length), [
    ...heads,
    ...lines.reverse(),
    ...names,
  ]);
}

/** A drawing with its title; as large as its letters are to be read, or smaller on a small screen. */
function figure(title, left, width, height, parts) {
  const drawing = svg(
    "svg",
    { viewBox: `${left} 0 ${width} ${height}`, role: "img", "aria-label": title },
    ...parts,
  );
  drawing.style.maxWidth = `${width}px`;
  return el("figure", { class: "plot" }, el("figcaption", {}, title), drawing);
}

/**
 * A bar a player who can still win: what there is, and what there can be.
 *
 * @param {{player: string, players?: string[], points: number}[]} standings
 * @param {string[]} able
 * @param {number} left
 * @param {(id: string) => string} nameOf
 */
export function drawRace(standings, able, left, nameOf) {
  const most = Math.max(1, ...standings.map(({ points }) => points + left));
  const shown = standings.filter(({ player }) => able.includes(player)).slice(0, MOST_BARS);
  const rest = able.length - shown.length;
  const said = shown.map(
    ({ player, points }) => `${nameOf(player)}: ${number(points)} → ${number(points + left)}`,
  );
  const row = 42;
  const wide = 9 * Math.max(34, ...said.map((text) => text.length));
  const unit = (wide - 10) / most;
  const bars = shown.flatMap(({ points }, i) => {
    const y = i * row + 20;
    return [
      svg("text", { x: 0, y: y - 5 }, said[i]),
      svg("rect", { x: 0, y, width: (points + left) * unit, height: 14, class: "could" }),
      svg("rect", { x: 0, y, width: points * unit, height: 14, class: "has" }),
    ];
  });
  if (rest > 0)
    bars.push(svg("text", { x: 0, y: shown.length * row + 15 }, t("tour.more", { count: rest })));
  const rounds = left / (standings[0].players?.length ?? 1);
  const title = t("tour.race", { count: able.length, left: rounds });
  return figure(title, 0, wide, shown.length * row + (rest > 0 ? row / 2 : 0), bars);
}
