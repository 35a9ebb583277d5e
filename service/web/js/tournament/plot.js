/** Knows the two drawings of a tournament, as SVG: places over the rounds, and the race for the title. */

import { el } from "../dom.js";
import { t } from "../i18n.js";

const SVG = "http://www.w3.org/2000/svg";
const HUES = 8;

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
 * A line a player from the first round to the last; the eight who are ahead in colour.
 *
 * @param {{player: string, place: number}[][]} rounds
 * @param {(id: string) => string} nameOf
 */
export function drawPlaces(rounds, nameOf) {
  const last = rounds.at(-1) ?? [];
  const step = 60;
  const row = 22;
  const width = (rounds.length - 1) * step;
  const at = (round, player) => 14 + row * round.findIndex((entry) => entry.player === player);
  const lines = [...last].reverse().map(({ player }) => {
    const rank = last.findIndex((entry) => entry.player === player);
    const points = rounds
      .map((round, i) => [i * step, at(round, player)])
      .filter(([, y]) => y >= 14)
      .map((point) => point.join(","));
    return svg("polyline", {
      points: points.join(" "),
      class: rank < HUES ? `line hue-${rank}` : "line faint",
    });
  });
  const names = last.map(({ player }, i) =>
    svg("text", { x: width + 10, y: 18 + row * i }, `${i + 1}. ${nameOf(player)}`),
  );
  const longest = Math.max(16, ...last.map(({ player }) => nameOf(player).length));
  const size = `-10 0 ${width + 60 + 9 * longest} ${row * last.length + 16}`;
  return el(
    "figure",
    { class: "plot" },
    el("figcaption", {}, t("tour.plotPlaces")),
    svg(
      "svg",
      { viewBox: size, role: "img", "aria-label": t("tour.plotPlaces") },
      ...lines,
      ...names,
    ),
  );
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
  const shown = standings.filter(({ player }) => able.includes(player)).slice(0, 16);
  const unit = 240 / most;
  const bars = shown.flatMap(({ player, points }, i) => {
    const y = i * 26;
    return [
      svg("rect", { x: 0, y, width: (points + left) * unit, height: 18, class: "could" }),
      svg("rect", { x: 0, y, width: points * unit, height: 18, class: "has" }),
      svg("text", { x: 250, y: y + 14 }, nameOf(player)),
    ];
  });
  const rounds = left / (standings[0].players?.length ?? 1);
  const title = t("tour.race", { count: able.length, left: rounds });
  const longest = Math.max(22, ...shown.map(({ player }) => nameOf(player).length));
  const size = `0 0 ${250 + 9 * longest} ${Math.max(26, shown.length * 26)}`;
  return el(
    "figure",
    { class: "plot" },
    el("figcaption", {}, title),
    svg("svg", { viewBox: size, role: "img", "aria-label": title }, ...bars),
  );
}
