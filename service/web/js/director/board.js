/**
 * Knows the projector: pairings of the latest round while tables are open, otherwise the
 * classification, in large letters that turn their own pages. It shows what the director's tab in the
 * same browser keeps, and follows it.
 */

import { untilAnswered } from "../core/api.js";
import { connect, Refused } from "../core/client.js";
import { byId, el, field, tr } from "../core/dom.js";
import { alsoSay, loadLanguages, pickLanguage, t, useLanguage } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import { empty, gamesOf, isComplete, latestRound, nameOf, readDocument } from "./document.js";
import { number } from "./remarks.js";
import { alone } from "./standings.js";

const KEPT = "arbiter.tournament";
const SETTINGS = "arbiter.desk";
const SCHEME = "arbiter.board";
/** When the dark colours count, by the choice of whoever stands at the projector. */
const DARK = {
  system: "screen and (prefers-color-scheme: dark)",
  light: "not all",
  dark: "screen",
};
const TURN = 9000;
/** More rows than any wall has room for. */
const MOST = 60;

let rows = [];
/** The first row on the wall, and how many fit. */
let from = 0;
let fitting = 0;
let latest = 0;

/** @returns {import("./document.js").Tournament} */
function kept() {
  const found = remembered(KEPT);
  try {
    return found === null ? empty() : readDocument(JSON.stringify(found));
  } catch {
    return empty();
  }
}

/** Show what there is to show; while an answer is waited for, something newer may have come. */
async function show() {
  latest += 1;
  const mine = latest;
  const tournament = kept();
  const round = latestRound(tournament);
  document.title = byId("board-name").textContent = tournament.name || t("arbiter.tournament");
  if (round === 0) put(t("tour.noRound"), [], []);
  else if (!isComplete(tournament, round)) putRound(tournament, round);
  else await putStandings(tournament, round, () => mine === latest);
}

function putRound(tournament, round) {
  const found = gamesOf(tournament, round).map(({ game }) => [
    String(game.table ?? ""),
    [...game.players.map((id) => nameOf(tournament, id)), alone(game)].filter(Boolean).join(" – "),
    game.scores?.join(" – ") ?? "",
  ]);
  put(
    t("tour.roundN", { round }),
    [t("editor.head.table"), t("tour.player"), t("form.score")],
    found,
  );
}

async function putStandings(tournament, round, isWanted) {
  const { rules, key } = remembered(SETTINGS) ?? {};
  const final = round === tournament.rounds;
  const ask = () =>
    connect(key ?? "").tournament(rules, "standings", { ...tournament, after: round, final });
  const onDown = () => isWanted() && (byId("board-title").textContent = t("fault.network"));
  let counted;
  try {
    counted = await untilAnswered(ask, { onDown });
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    // Where the regulation has no classification, the last results stay on the wall.
    if (isWanted()) putRound(tournament, round);
    return;
  }
  if (!isWanted()) return;
  const hasSpread = counted.keys.some(({ key: name }) => name === "spread");
  const columns = ["tour.place", "tour.player", "tour.key.points"];
  put(
    t(final ? "tour.final" : "tour.afterRound", { round }),
    [...columns, ...(hasSpread ? ["tour.key.spread"] : [])].map((name) => t(name)),
    counted.standings.map((row) => [
      String(row.place),
      nameOf(tournament, row.player),
      number(row.points),
      ...(hasSpread ? [number(row.spread, true)] : []),
    ]),
  );
}

/** The same list with one more result goes on where it was; another one begins at its top. */
function put(title, heads, found) {
  if (byId("board-title").textContent !== title || from >= found.length) from = 0;
  byId("board-title").textContent = title;
  byId("board-heads").replaceChildren(...heads.map((text) => el("th", { scope: "col" }, text)));
  rows = found;
  fill();
}

function turn() {
  from = from + fitting < rows.length ? from + fitting : 0;
  fill();
}

/** As many rows as fit, from the first one on. */
function fill() {
  const body = byId("board-rows");
  const drawn = rows
    .slice(from, from + MOST)
    .map((cells) => tr(cells.map((text) => el("td", {}, text))));
  body.replaceChildren(...drawn);
  const below = drawn.findIndex((row) => row.getBoundingClientRect().bottom > innerHeight);
  fitting = below < 0 ? drawn.length : Math.max(1, below);
  body.replaceChildren(...drawn.slice(0, fitting));
  byId("board-page").textContent =
    fitting < rows.length ? `${from + 1}–${from + fitting} / ${rows.length}` : "";
}

/** The language of the director's tab, and what it shows. */
async function speak() {
  await untilAnswered(() => useLanguage(pickLanguage(remembered(SETTINGS)?.lang), "desk/"));
  await untilAnswered(() => alsoSay("tournament/"));
  drawScheme();
  await show();
}

/** Light, dark or as the system: the dark colours of the style sheets are switched. */
function paint(scheme) {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  for (const { media } of /** @type {CSSMediaRule[]} */ (rules))
    if (Object.values(DARK).includes(media?.mediaText)) media.mediaText = DARK[scheme];
}

function drawScheme() {
  const chosen = remembered(SCHEME) ?? "system";
  const choice = field("board-scheme");
  byId("board-colours").textContent = t("tour.scheme");
  choice.replaceChildren(
    ...Object.keys(DARK).map((value) =>
      el("option", { value, selected: value === chosen }, t(`tour.scheme.${value}`)),
    ),
  );
}

async function open() {
  paint(remembered(SCHEME) ?? "system");
  byId("board-scheme").addEventListener("change", ({ target }) => {
    const { value } = /** @type {HTMLSelectElement} */ (target);
    remember(SCHEME, value);
    paint(value);
  });
  await untilAnswered(loadLanguages);
  await speak();
  setInterval(turn, TURN);
  addEventListener("resize", fill);
  addEventListener("storage", ({ key }) => {
    if (key === KEPT) show();
    if (key === SETTINGS) speak();
  });
}

open();
