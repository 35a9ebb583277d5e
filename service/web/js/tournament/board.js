/**
 * Knows the projector: pairings of the latest round while tables are open, otherwise the
 * classification, in large letters that turn their own pages. It shows what the director's tab in the
 * same browser keeps, and follows it.
 */

import { untilAnswered } from "../api.js";
import { connect } from "../client.js";
import { byId, el } from "../dom.js";
import { loadLanguages, pickLanguage, t, useLanguage } from "../i18n.js";
import { remembered } from "../store.js";
import { empty, gamesOf, isComplete, latestRound, readDocument } from "./document.js";
import { number } from "./standings.js";

const KEPT = "arbiter.tournament";
const SETTINGS = "arbiter.desk";
const TURN = 9000;

let rows = [];
let page = 0;

/** @returns {import("./document.js").Tournament} */
function kept() {
  const found = remembered(KEPT);
  try {
    return found === null ? empty() : readDocument(JSON.stringify(found));
  } catch {
    return empty();
  }
}

async function show() {
  const tournament = kept();
  const round = latestRound(tournament);
  const nameOf = (id) => tournament.players.find((player) => player.id === id)?.name ?? id;
  byId("board-name").textContent = tournament.name || t("tour.title");
  if (round === 0) put(t("tour.noRound"), []);
  else if (!isComplete(tournament, round))
    put(t("tour.roundN", { round }), pairings(tournament, round, nameOf));
  else await standings(tournament, round, nameOf);
}

function pairings(tournament, round, nameOf) {
  return gamesOf(tournament, round).map(({ game }) => [
    String(game.table ?? ""),
    game.players.map(nameOf).join(" – ") +
      (game.players.length === 1
        ? ` – ${t(`tour.alone.${game.ended_by === "bye" ? "bye" : "absence"}`)}`
        : ""),
    game.scores ? game.scores.join(" – ") : "",
  ]);
}

async function standings(tournament, round, nameOf) {
  const { rules, key } = remembered(SETTINGS) ?? {};
  const final = round === tournament.rounds;
  const ask = () =>
    connect(key ?? "").tournament(rules, "standings", { ...tournament, after: round, final });
  const onDown = () => (byId("board-title").textContent = t("fault.network"));
  const counted = await untilAnswered(ask, { onDown });
  const isKey = (name) => counted.keys.some((entry) => entry.key === name);
  put(
    t(final ? "tour.final" : "tour.afterRound", { round }),
    counted.standings.map((row) => [
      String(row.place),
      nameOf(row.player),
      number(row.points),
      ...(isKey("spread") ? [number(row.spread, true)] : []),
    ]),
  );
}

function put(title, found) {
  byId("board-title").textContent = title;
  rows = found;
  page = 0;
  turn();
}

/** As many rows as fit; the next ones after a while. */
function turn() {
  const most = Math.max(4, Math.floor((innerHeight - 170) / 62));
  const pages = Math.max(1, Math.ceil(rows.length / most));
  const shown = rows.slice((page % pages) * most, (page % pages) * most + most);
  byId("board-rows").replaceChildren(
    ...shown.map((cells) =>
      el(
        "tr",
        {},
        cells.map((text) => el("td", {}, text)),
      ),
    ),
  );
  byId("board-page").textContent = pages > 1 ? `${(page % pages) + 1} / ${pages}` : "";
  page += 1;
}

async function open() {
  await untilAnswered(loadLanguages);
  await untilAnswered(() => useLanguage(pickLanguage(remembered(SETTINGS)?.lang), "desk/"));
  await show();
  setInterval(turn, TURN);
  addEventListener("storage", ({ key }) => key === KEPT && show());
}

open();
