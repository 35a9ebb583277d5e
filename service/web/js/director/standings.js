/**
 * Knows the classification on the screen: the table with a column for every key of the edition, the
 * crosstable, a player's card, and how places changed over the rounds.
 */

import { el } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import {
  gameOf,
  halvesOf,
  lastComplete,
  latestRound,
  membersOf,
  playerOf,
  tallyOf,
} from "./document.js";
import { drawCardNotes, drawEliminated, drawNoted, notedText } from "./notes.js";
import { button, drawRemarks, isSilent, number, sheet } from "./parts.js";

/** From how many players on a table is only laid out when somebody comes to it. */
const MANY = 200;
/** What is always shown; the other keys are tie-breaks. */
const FIRST = ["points", "spread"];
/** The tie-breaks that are made of the opponents' points. */
const OPPONENTS = ["median_buchholz", "berger"];
const SIGNS = ["lost", "drawn", "won"];

/** @param {import("./tournament.js").Director} director */
export function drawStandings(director) {
  const after = lastComplete(director.tournament);
  if (after === 0) return el("p", { class: "note" }, t("tour.noStandings"));
  if (isSilent(director.desk.edition, "classification")) return drawCards(director);
  const stage = el("div", { id: "tour-classification", "aria-live": "polite" });
  show(director, stage, after);
  return stage;
}

/** The classification after a round; after the last one it is final. */
export function classified(director, after = lastComplete(director.tournament)) {
  return director.count("standings", { after, final: after === director.tournament.rounds });
}

/** Where nothing is counted, everybody's results still stand together. */
function drawCards(director) {
  return director.tournament.players.map(({ id, name }) =>
    el("section", {}, el("h2", {}, name), card(director, id), drawCardNotes(director, id)),
  );
}

async function show(director, stage, after) {
  await director.desk.asking(async () => {
    const counted = await classified(director);
    const { faults, eliminated } = await director.count("check", {});
    const table = standingsTable(director, counted);
    const many = counted.standings.length > MANY ? "scroll many" : "scroll";
    stage.replaceChildren(
      heading(counted),
      drawRemarks(t("tour.faults"), faults, director.nameOf) ?? "",
      drawEliminated(director, eliminated) ?? "",
      tieChoice(counted.keys),
      el("div", { class: "scroll", tabindex: "0" }, table),
      drawNoted(director, counted) ?? "",
      drawRemarks(t("tour.silences"), counted.silent, director.nameOf) ?? "",
      el("h2", {}, t("tour.crosstable")),
      el("p", { class: "note" }, t("tour.crossHint")),
      el("div", { class: many, tabindex: "0" }, crosstable(director, counted)),
    );
    if (after > 1) await followPlaces(director, after, stage, table);
  });
}

/** After which round a classification is. */
export function heading({ final, after }) {
  return el("h2", {}, t(final ? "tour.final" : "tour.afterRound", { round: after }));
}

/** Whether the tie-breaks are shown: where there is room, without being asked. */
function tieChoice(keys) {
  if (keys.every(({ key }) => FIRST.includes(key) || key === "name")) return "";
  const tick = el("input", { type: "checkbox", id: "tour-ties", checked: innerWidth > 1000 });
  return el("label", { class: "tick" }, tick, t("tour.ties"));
}

/** The classification; a press on a name shows how it came about. */
export function standingsTable(director, counted) {
  const { keys, standings, after } = counted;
  const { tournament } = director;
  const shown = keys.filter(({ key }) => key !== "name" && key !== "best_differences");
  const kind = (key) => (FIRST.includes(key) ? "" : "tie");
  const heads = [
    t("tour.place"),
    el("th", { scope: "col", class: "change" }, "±"),
    t("tour.player"),
    el("th", { scope: "col", class: "club" }, t("tour.club")),
    el("th", { scope: "col", class: "club" }, t("tour.rating")),
    t("tour.tally"),
    ...shown.map(({ key, article }) =>
      el(
        "th",
        { scope: "col", class: kind(key), title: articleText(article) },
        t(`tour.key.${key}`),
      ),
    ),
    t("tour.games"),
  ];
  const rows = standings.map((row) => {
    const { club, rating, left } = playerOf(tournament, row.player) ?? {};
    const gone = left !== undefined && el("small", {}, ` ${t("tour.left", { round: left })}`);
    return [
      String(row.place),
      el("td", { class: "change", "data-of": row.player }),
      el("th", { scope: "row" }, nameButton(director, row, counted), gone),
      el("td", { class: "club text" }, club),
      el("td", { class: "club" }, rating),
      tallyOf(tournament, row.player, after).join("–"),
      ...shown.map(({ key }) => el("td", { class: kind(key) }, number(row[key], key === "spread"))),
      String(row.games),
    ];
  });
  return sheet("standings", heads, rows);
}

function nameButton(director, row, counted) {
  const noted = notedText(director, row, counted);
  const click = ({ target }) => {
    const line = target.closest("tr");
    const open = line.nextElementSibling?.classList.contains("tour-card");
    target.setAttribute("aria-expanded", String(!open));
    if (open) return line.nextElementSibling.remove();
    const shown = [card(director, row.player), noted && el("p", { class: "tour-noted" }, noted)];
    const cell = el("td", { colspan: line.children.length }, shown);
    if (counted.keys.some(({ key }) => OPPONENTS.includes(key)))
      explain(director, row.player, counted, cell);
    return line.after(el("tr", { class: "tour-card" }, cell));
  };
  const more = { class: "link", "aria-expanded": "false" };
  return button(`tour-card-${row.player}`, director.nameOf(row.player), click, more);
}

/** Say whose points a tie-break counts, the points that are cut struck out. */
async function explain(director, id, { after, final }, cell) {
  await director.desk.asking(async () => {
    const { standings } = await director.count("standings", { after, final, explain: true });
    const { opponents = [] } = standings.find(({ player }) => player === id) ?? {};
    const told = opponents.flatMap(({ player, points, counted: counts }) => [
      " ",
      el(counts ? "span" : "s", {}, `${director.nameOf(player)} ${number(points)}`),
    ]);
    cell.append(el("p", { class: "note" }, t("tour.opponents"), told));
  });
}

/** Round by round: whom somebody met, and how it ended; on paper with room for the rounds to come. */
export function card(director, id, last = latestRound(director.tournament)) {
  const { tournament, nameOf } = director;
  const rows = [];
  for (let round = 1; round <= last; round += 1)
    for (const member of membersOf(tournament, id)) {
      const game = gameOf(tournament, round, member);
      const side = game?.players.indexOf(member) ?? 0;
      const other = game?.players[1 - side];
      const [own, theirs] = game?.scores ? [game.scores[side], game.scores[1 - side]] : [];
      const scores = own === undefined ? "" : `${own}–${theirs}`;
      const ending = other && game?.ended_by ? `(${t(`tour.short.${game.ended_by}`)})` : "";
      rows.push([
        String(round),
        game?.table,
        el("td", { class: "text" }, other ? nameOf(other) : game && alone(game)),
        game && other && signOf(game, side),
        [scores, ending].filter(Boolean).join(" "),
        own === undefined || game?.ended_by ? "" : number(own - (theirs ?? 0), true),
      ]);
    }
  const heads = ["round", "table", "player", "outcome", "score", "spread"];
  return sheet(
    "tour-rounds",
    heads.map((name) => t(`tour.card.${name}`)),
    rows,
  );
}

/** Why somebody has no opponent; nothing of a game between two. @param {import("./document.js").Game} game */
export function alone({ players, ended_by: ended }) {
  return players.length > 1 ? "" : t(`tour.alone.${ended === "bye" ? "bye" : "absence"}`);
}

function signOf(game, side) {
  const halves = halvesOf(game, side);
  return halves === null ? "" : t(`tour.sign.${SIGNS[halves]}`);
}

/** Everybody's rounds in a row: the opponent's place, the sign of the result and both scores. */
export function crosstable({ tournament, nameOf }, { standings }) {
  const rounds = Array.from({ length: latestRound(tournament) }, (_, i) => i + 1);
  const place = new Map();
  standings.forEach(({ player, players = [] }, i) =>
    [player, ...players].forEach((id) => place.set(id, i + 1)),
  );
  const met = (id, round) => {
    const game = gameOf(tournament, round, id);
    if (!game) return [];
    const side = game.players.indexOf(id);
    if (game.players.length === 1)
      return t(game.ended_by === "bye" ? "tour.sign.bye" : "tour.sign.missed");
    const scores = game.scores && `${game.scores[side]}–${game.scores[1 - side]}`;
    const told = game.ended_by ? t(`tour.short.${game.ended_by}`) : scores;
    const opponent = place.get(game.players[1 - side]) ?? "";
    return [`${signOf(game, side)}${opponent} `, told && el("small", {}, told)];
  };
  const heads = ["#", t("tour.player"), ...rounds.map(String), t("tour.key.points")];
  const rows = standings.map(({ player, points }) => [
    String(place.get(player)),
    el("th", { scope: "row" }, nameOf(player)),
    ...rounds.map((round) =>
      el(
        "td",
        {},
        membersOf(tournament, player).flatMap((id) => met(id, round)),
      ),
    ),
    number(points),
  ]);
  return sheet("crosstable", heads, rows);
}

/** How places changed: beside them since the round before, and drawn over all rounds. */
async function followPlaces(director, after, stage, table) {
  const rounds = [];
  for (let round = 1; round <= after; round += 1) {
    rounds.push((await director.count("standings", { after: round })).standings);
    if (!stage.isConnected) return;
  }
  const before = new Map(rounds[after - 2].map(({ player, place }) => [player, place]));
  for (const { player, place } of rounds[after - 1]) {
    const by = (before.get(player) ?? place) - place;
    const told = by ? `${by > 0 ? "▲" : "▼"}${Math.abs(by)}` : "";
    table.querySelector(`[data-of="${CSS.escape(player)}"]`).textContent = told;
  }
  stage.append(drawPlaces(rounds, director.nameOf));
}

const SVG = "http://www.w3.org/2000/svg";
const HUES = 8;
const MOST_LINES = 60;

/**
 * @param {string} tag @param {Record<string, string | number>} attributes
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
 * @param {{player: string, place: number}[][]} rounds @param {(id: string) => string} nameOf
 */
function drawPlaces(rounds, nameOf) {
  const last = (rounds.at(-1) ?? []).slice(0, MOST_LINES);
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
  const title = t("tour.plotPlaces");
  // Those who are ahead are drawn last, above the others.
  const drawing = svg(
    "svg",
    { viewBox: `-10 0 ${wide} ${y(last.length)}`, role: "img", "aria-label": title },
    ...[...heads, ...lines.reverse(), ...names],
  );
  drawing.style.maxWidth = `${wide}px`;
  return el("figure", { class: "plot" }, el("figcaption", {}, title), drawing);
}
