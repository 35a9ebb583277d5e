/**
 * Knows the classification on the screen: the table with a column for every key of the edition, the
 * crosstable, a player's card, and the two drawings (places over the rounds, and who can still win).
 */

import { el, tbody, thead, tr } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { contenders, gameOf, goneAfter, isComplete, latestRound, membersOf } from "./document.js";
import { drawCardNotes, drawEliminated, drawNoted, notedText } from "./notes.js";
import { drawRemarks, isSilent, number } from "./remarks.js";

/** From how many players on a table is only laid out when somebody comes to it. */
const MANY = 200;

/** The last round that is complete. */
export function lastComplete(tournament) {
  for (let round = latestRound(tournament); round > 0; round -= 1)
    if (isComplete(tournament, round)) return round;
  return 0;
}

/** @param {import("./tournament.js").Director} director */
export function drawStandings(director) {
  const after = lastComplete(director.tournament);
  if (after === 0) return el("p", { class: "note" }, t("tour.noStandings"));
  if (isSilent(director.desk.edition, "classification")) return drawCards(director);
  const stage = el("div", { id: "tour-classification", "aria-live": "polite" });
  const final = after === director.tournament.rounds;
  show(director, stage, after, final);
  return stage;
}

/** Where nothing is counted, everybody's results still stand together. */
function drawCards(director) {
  return director.tournament.players.map(({ id, name }) =>
    el("section", {}, el("h2", {}, name), card(director, id), drawCardNotes(director, id)),
  );
}

async function show(director, stage, after, final) {
  await director.desk.asking(async () => {
    const counted = await director.count("standings", { after, final });
    const { faults, eliminated } = await director.count("check", {});
    stage.replaceChildren(
      el("h2", {}, t(final ? "tour.final" : "tour.afterRound", { round: after })),
      drawRemarks(t("tour.faults"), faults, director.nameOf) ?? "",
      drawEliminated(director, eliminated) ?? "",
      el("div", { class: "scroll", tabindex: "0" }, standingsTable(director, counted)),
      drawNoted(director, counted) ?? "",
      drawRemarks(t("tour.silences"), counted.silent, director.nameOf) ?? "",
      ...drawings(director, counted, after),
      el("h2", {}, t("tour.crosstable")),
      el("p", { class: "note" }, t("tour.crossHint")),
      el(
        "div",
        { class: counted.standings.length > MANY ? "scroll many" : "scroll", tabindex: "0" },
        crosstable(director, counted),
      ),
    );
  });
}

/** The classification; a click on a name shows how it came about. */
export function standingsTable(director, counted) {
  const { keys, standings } = counted;
  const shown = keys.filter(({ key }) => key !== "name" && key !== "best_differences");
  return el(
    "table",
    { class: "sheet standings" },
    thead(
      tr(
        el("th", { scope: "col" }, t("tour.place")),
        el("th", { scope: "col" }, t("tour.player")),
        shown.map(({ key, article }) =>
          el("th", { scope: "col", title: articleText(article) }, t(`tour.key.${key}`)),
        ),
        el("th", { scope: "col" }, t("tour.games")),
      ),
    ),
    tbody(
      standings.map((row) =>
        tr(
          el("td", {}, String(row.place)),
          el("th", { scope: "row" }, nameButton(director, row, counted)),
          shown.map(({ key }) => el("td", {}, number(row[key], key === "spread"))),
          el("td", {}, String(row.games)),
        ),
      ),
    ),
  );
}

function nameButton(director, row, counted) {
  const noted = notedText(director, row, counted);
  const click = ({ target }) => {
    const line = target.closest("tr");
    const open = line.nextElementSibling?.classList.contains("tour-card");
    if (open) line.nextElementSibling.remove();
    else
      line.after(
        el(
          "tr",
          { class: "tour-card" },
          el(
            "td",
            { colspan: line.children.length },
            card(director, row.player),
            noted && el("p", { class: "tour-noted" }, noted),
          ),
        ),
      );
    target.setAttribute("aria-expanded", String(!open));
  };
  return el(
    "button",
    { type: "button", class: "tour-pick", "aria-expanded": "false", click },
    director.nameOf(row.player),
  );
}

/** Round by round: whom somebody met, and how it ended; on paper with room for the rounds to come. */
export function card(director, id, last = latestRound(director.tournament)) {
  const latest = latestRound(director.tournament);
  const rounds = Array.from({ length: last }, (_, i) => i + 1);
  const line = (round) => (round > latest ? null : roundLine(director, id, round));
  return el(
    "ol",
    { class: "tour-rounds" },
    rounds.map((round) => el("li", { value: round }, line(round))),
  );
}

function roundLine(director, id, round) {
  const members = membersOf(director.tournament, id);
  if (members.length === 1) return playerLine(director, id, round);
  return members
    .map((member) => `${director.nameOf(member)}: ${playerLine(director, member, round)}`)
    .join(" · ");
}

/** Why somebody has no opponent; nothing of a game between two. @param {import("./document.js").Game} game */
export function alone({ players, ended_by: ended }) {
  return players.length > 1 ? "" : t(`tour.alone.${ended === "bye" ? "bye" : "absence"}`);
}

function playerLine(director, id, round) {
  const game = gameOf(director.tournament, round, id);
  if (!game) return "–";
  const side = game.players.indexOf(id);
  const other = game.players[1 - side];
  if (other === undefined) return alone(game);
  const scores = game.scores ? ` ${game.scores[side]}–${game.scores[1 - side]}` : "";
  const ending = game.ended_by ? ` (${t(`tour.short.${game.ended_by}`)})` : "";
  return `${director.nameOf(other)}${scores}${ending}`;
}

/** Everybody's rounds in a row: the opponent's place and the sign of the result. */
export function crosstable(director, { standings }) {
  const rounds = Array.from({ length: latestRound(director.tournament) }, (_, i) => i + 1);
  const place = new Map(
    standings.flatMap((row, i) =>
      [row.player, ...(row.players ?? [])].map((id) => /** @type {const} */ ([id, i + 1])),
    ),
  );
  return el(
    "table",
    { class: "sheet crosstable" },
    thead(
      tr(
        el("th", { scope: "col" }, "#"),
        el("th", { scope: "col" }, t("tour.player")),
        rounds.map((n) => el("th", { scope: "col" }, String(n))),
        el("th", { scope: "col" }, t("tour.key.points")),
      ),
    ),
    tbody(
      standings.map(({ player, points }) =>
        tr(
          el("td", {}, String(place.get(player))),
          el("th", { scope: "row" }, director.nameOf(player)),
          rounds.map((round) =>
            el(
              "td",
              {},
              membersOf(director.tournament, player)
                .map((member) => cell(director, member, round, place))
                .join(" "),
            ),
          ),
          el("td", {}, number(points)),
        ),
      ),
    ),
  );
}

function cell(director, id, round, place) {
  const game = gameOf(director.tournament, round, id);
  if (!game) return "";
  const side = game.players.indexOf(id);
  const other = game.players[1 - side];
  if (other === undefined)
    return game.ended_by === "bye" ? t("tour.sign.bye") : t("tour.sign.missed");
  const rank = place.get(other) ?? "";
  if (!game.scores || game.ended_by) return `${game.ended_by ? "*" : ""}${rank}`;
  const difference = game.scores[side] - game.scores[1 - side];
  const sign =
    difference > 0 ? "tour.sign.won" : difference < 0 ? "tour.sign.lost" : "tour.sign.drawn";
  return `${t(sign)}${rank}`;
}

function drawings(director, counted, after) {
  const stage = el("div", { class: "plots" });
  const [leader] = counted.standings;
  // A pair has a game for each of its members.
  const left = (director.tournament.rounds - after) * (leader?.players?.length ?? 1);
  const gone = goneAfter(director.tournament, after);
  const { cap } = director.desk.edition.sections.gibson ?? {};
  const able = contenders(counted.standings, left, cap, gone);
  if (left > 0) stage.append(drawRace(counted.standings, able, left, director.nameOf));
  if (after > 1) history(director, after, stage);
  return [stage];
}

/** The places after each round, asked for one after the other while somebody looks. */
async function history(director, after, stage) {
  await director.desk.asking(async () => {
    const rounds = [];
    for (let round = 1; round <= after; round += 1) {
      rounds.push((await director.count("standings", { after: round })).standings);
      if (round > 1 && !stage.isConnected) return;
    }
    stage.append(drawPlaces(rounds, director.nameOf));
  });
}

/** The two drawings of a tournament, as SVG: places over the rounds, and the race for the title. */

const SVG = "http://www.w3.org/2000/svg";
const HUES = 8;
const MOST_LINES = 60;
const MOST_BARS = 16;

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
export function drawPlaces(rounds, nameOf) {
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
 * @param {{player: string, players?: string[], points: number}[]} standings @param {string[]} able
 * @param {number} left @param {(id: string) => string} nameOf
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
