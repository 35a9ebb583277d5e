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
import {
  button,
  cell,
  choice,
  director,
  drawRemarks,
  isSilent,
  note,
  number,
  rowHead,
  sheet,
} from "./parts.js";

/** @import { Standings, StandingsRow } from "../core/answers.js" */
/** @import { Child } from "../core/dom.js" */
/** @import { Game } from "./document.js" */

/** From how many players on a table is only laid out when somebody comes to it. */
const MANY = 200;
/** What is always shown; the other keys are tie-breaks. */
const FIRST = ["points", "spread"];
/** The tie-breaks that are made of the opponents' points. */
const OPPONENTS = ["median_buchholz", "berger"];
const SIGNS = ["lost", "drawn", "won"];

export function drawStandings() {
  const after = lastComplete(director.tournament);
  if (after === 0) return note(t("tour.noStandings"));
  if (isSilent("classification")) return drawCards();
  const stage = el("div", { id: "tour-classification", "aria-live": "polite" });
  show(stage, after);
  return stage;
}

/** The classification after a round; after the last one it is final. */
export function classified(after = lastComplete(director.tournament)) {
  return director.count("standings", { after, final: after === director.tournament.rounds });
}

/** Where nothing is counted, everybody's results still stand together. */
function drawCards() {
  return director.tournament.players.map(({ id, name }) =>
    el("section", {}, el("h2", {}, name), card(id), drawCardNotes(id)),
  );
}

/** @param {HTMLElement} stage @param {number} after */
async function show(stage, after) {
  await director.desk.asking(async () => {
    const counted = await classified();
    const { faults, eliminated } = await director.count("check", {});
    const table = standingsTable(counted);
    const many = counted.standings.length > MANY ? "scroll many" : "scroll";
    stage.replaceChildren(
      heading(counted),
      drawRemarks("tour.faults", faults),
      drawEliminated(eliminated),
      tieChoice(counted),
      el("div", { class: "scroll", tabindex: "0" }, table),
      drawNoted(counted),
      drawRemarks("tour.silences", counted.silent),
      el("h2", {}, t("tour.crosstable")),
      note(t("tour.crossHint")),
      el("div", { class: many, tabindex: "0" }, crosstable(counted)),
      drawPrizes(),
    );
    if (after > 1) await followPlaces(after, stage, table);
  });
}

/** The side prizes of clubs, among everybody or in a category; recorded games add some. */
function drawPrizes() {
  const { tournament, nameOf, desk } = director;
  const won = el("div", { id: "tour-won", class: "scroll", tabindex: "0" });
  /** @param {File} file */
  const textOf = async (file) => {
    const text = await file.text();
    if (!text.includes("\uFFFD")) return text;
    // In letters of its own: the service knows which.
    return JSON.stringify((await desk.api.replayGcg(desk.edition.id, file)).record);
  };
  const change = () =>
    desk.asking(async () => {
      const games = await Promise.all([...(recorded.files ?? [])].map(textOf));
      const among = [...category.selectedOptions].map(({ value }) => value);
      const prizes = { games, ...(among.length && { among }) };
      const answer = await director.count("standings", { prizes });
      won.replaceChildren(prizeTable(answer.prizes));
    });
  const players = tournament.players.map(({ id }) => [id, nameOf(id)]);
  const category = choice({ id: "tour-among", multiple: true, size: 5, change }, players);
  const more = { type: "file", multiple: true, accept: ".gcg,.json", change };
  const recorded = el("input", { id: "tour-recorded", ...more });
  change();
  return el(
    "section",
    { class: "tour-side" },
    el("h2", {}, t("tour.prize.title")),
    won,
    el("p", {}, el("label", { for: category.id }, t("tour.prize.among")), " ", category),
    el("p", {}, el("label", { for: recorded.id }, t("tour.prize.games")), " ", recorded),
  );
}

/** @param {Standings["prizes"]} prizes */
function prizeTable(prizes = []) {
  const heads = ["tour.prize.title", "tour.player", "form.score", "tour.round"].map((name) =>
    t(name),
  );
  const rows = prizes.map(({ kind, players, figure, round }) => [
    rowHead(t(`tour.prize.${kind}`)),
    cell(players.map(director.nameOf).join(", "), "text"),
    // Who is the best has a place, everybody else has points.
    kind.startsWith("best_") && kind !== "best_play" ? `${figure}.` : figure,
    round,
  ]);
  return sheet("prizes", heads, rows);
}

/** After which round a classification is. @param {Standings} counted */
export function heading({ final, after }) {
  return el("h2", {}, t(final ? "tour.final" : "tour.afterRound", { round: after }));
}

/** Whether the tie-breaks are shown: where there is room, without being asked. @param {Standings} counted */
function tieChoice({ keys }) {
  if (keys.every(({ key }) => FIRST.includes(key) || key === "name")) return "";
  const tick = el("input", { type: "checkbox", id: "tour-ties", checked: innerWidth > 1000 });
  return el("label", { class: "tick" }, tick, t("tour.ties"));
}

/** The classification; a press on a name shows how it came about. @param {Standings} counted */
export function standingsTable(counted) {
  const { keys, standings, after } = counted;
  const { tournament } = director;
  const shown = keys.filter(({ key }) => key !== "name" && key !== "best_differences");
  /** @param {string} key */
  const kind = (key) => (FIRST.includes(key) ? "" : "tie");
  /** @param {Child} text @param {string} name @param {string} [title] */
  const head = (text, name, title) => el("th", { scope: "col", class: name, title }, text);
  const heads = [
    t("tour.place"),
    head("±", "change"),
    t("tour.player"),
    head(t("tour.club"), "club"),
    head(t("tour.rating"), "club"),
    t("tour.tally"),
    ...shown.map(({ key, article }) => head(t(`tour.key.${key}`), kind(key), articleText(article))),
    t("tour.games"),
  ];
  const rows = standings.map((row) => {
    const { club, rating, left } = playerOf(tournament, row.player) ?? {};
    const gone = left !== undefined && el("small", {}, ` ${t("tour.left", { round: left })}`);
    /** @type {Record<string, any>} */
    const values = row;
    return [
      String(row.place),
      el("td", { class: "change", "data-of": row.player }),
      rowHead(nameButton(row, counted), gone),
      cell(club, "club text"),
      cell(rating, "club"),
      tallyOf(tournament, row.player, after).join("–"),
      ...shown.map(({ key }) => cell(number(values[key], key === "spread"), kind(key))),
      String(row.games),
    ];
  });
  return sheet("standings", heads, rows);
}

/** @param {StandingsRow} row @param {Standings} counted */
function nameButton(row, counted) {
  const noted = notedText(row, counted);
  const click = () => {
    const line = /** @type {HTMLElement} */ (name.closest("tr"));
    const below = line.nextElementSibling;
    const open = below?.classList.contains("tour-card");
    name.setAttribute("aria-expanded", String(!open));
    if (open) return below?.remove();
    const shown = [card(row.player), noted && el("p", { class: "tour-noted" }, noted)];
    const place = el("td", { colspan: line.children.length }, shown);
    if (counted.keys.some(({ key }) => OPPONENTS.includes(key)))
      explain(row.player, counted, place);
    return line.after(el("tr", { class: "tour-card" }, place));
  };
  const more = { class: "link", "aria-expanded": "false" };
  const name = button(`tour-card-${row.player}`, director.nameOf(row.player), click, more);
  return name;
}

/**
 * Say whose points a tie-break counts, the points that are cut struck out.
 *
 * @param {string} id @param {Standings} counted @param {HTMLElement} place
 */
async function explain(id, { after, final }, place) {
  await director.desk.asking(async () => {
    const { standings } = await director.count("standings", { after, final, explain: true });
    const { opponents = [] } = standings.find(({ player }) => player === id) ?? {};
    const told = opponents.flatMap(({ player, points, counted: counts }) => [
      " ",
      el(counts ? "span" : "s", {}, `${director.nameOf(player)} ${number(points)}`),
    ]);
    place.append(note(t("tour.opponents"), told));
  });
}

/**
 * Round by round: whom somebody met, and how it ended; on paper with room for the rounds to come.
 *
 * @param {string} id
 */
export function card(id, last = latestRound(director.tournament)) {
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
        cell(other ? nameOf(other) : game && alone(game), "text"),
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

/** Why somebody has no opponent; nothing of a game between two. @param {Game} game */
export function alone({ players, ended_by: ended }) {
  return players.length > 1 ? "" : t(`tour.alone.${ended === "bye" ? "bye" : "absence"}`);
}

/** @param {Game} game @param {number} side */
function signOf(game, side) {
  const halves = halvesOf(game, side);
  return halves === null ? "" : t(`tour.sign.${SIGNS[halves]}`);
}

/** Everybody's rounds in a row: the opponent's place, the sign of the result and both scores. @param {Standings} counted */
export function crosstable({ standings }) {
  const { tournament, nameOf } = director;
  const rounds = Array.from({ length: latestRound(tournament) }, (_, i) => i + 1);
  const place = new Map();
  standings.forEach(({ player, players = [] }, i) =>
    [player, ...players].forEach((id) => place.set(id, i + 1)),
  );
  /** @param {string} id @param {number} round */
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
    rowHead(nameOf(player)),
    ...rounds.map((round) => cell(membersOf(tournament, player).flatMap((id) => met(id, round)))),
    number(points),
  ]);
  return sheet("crosstable", heads, rows);
}

/**
 * How places changed: beside them since the round before, and drawn over all rounds.
 *
 * @param {number} after @param {HTMLElement} stage @param {HTMLElement} table
 */
async function followPlaces(after, stage, table) {
  /** @type {StandingsRow[][]} */
  const rounds = [];
  for (let round = 1; round <= after; round += 1) {
    rounds.push((await director.count("standings", { after: round })).standings);
    if (!stage.isConnected) return;
  }
  const before = new Map(rounds[after - 2].map(({ player, place }) => [player, place]));
  for (const { player, place } of rounds[after - 1]) {
    const by = (before.get(player) ?? place) - place;
    const told = by ? `${by > 0 ? "▲" : "▼"}${Math.abs(by)}` : "";
    table.querySelector(`[data-of="${CSS.escape(player)}"]`)?.append(told);
  }
  stage.append(drawPlaces(rounds));
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
 * @param {StandingsRow[][]} rounds
 */
function drawPlaces(rounds) {
  const { nameOf } = director;
  const last = (rounds.at(-1) ?? []).slice(0, MOST_LINES);
  const step = 60;
  const row = 22;
  const top = 34;
  const width = (rounds.length - 1) * step;
  const ranks = rounds.map((round) => new Map(round.map(({ player }, rank) => [player, rank])));
  /** @param {number} rank */
  const y = (rank) => top + row * Math.min(rank, last.length);
  const lines = last.map(({ player }, rank) => {
    const points = ranks
      .map((places, i) => ({ x: i * step, at: places.get(player) }))
      .flatMap(({ x, at }) => (at === undefined ? [] : [`${x},${y(at)}`]));
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
