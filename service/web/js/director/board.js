/**
 * Knows the projector: pairings of the latest round by name and by table while tables are open,
 * otherwise the classification, in large letters that turn their own pages. It shows what the director's tab in the
 * same browser keeps, and follows it.
 */

import { untilAnswered } from "../core/api.js";
import { connect, Refused } from "../core/client.js";
import { byId, el, field, tbody, thead, tr } from "../core/dom.js";
import { showColours } from "../core/edition.js";
import { alsoSay, loadLanguages, pickLanguage, t, useLanguage } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import {
  empty,
  gamesOf,
  isComplete,
  latestRound,
  nameOf,
  readDocument,
  tallyOf,
} from "./document.js";
import { number } from "./parts.js";
import { roomText } from "./room.js";
import { alone } from "./standings.js";

/** @import { Tournament } from "./document.js" */
/** @typedef {{title: string, heads: string[], rows: string[][]}} View */

const KEPT = "arbiter.tournament";
const SETTINGS = "arbiter.desk";
const SCHEME = "arbiter.board";
/**
 * When the dark colours count, by the choice of whoever stands at the projector.
 * @type {Record<string, string>}
 */
const DARK = {
  system: "screen and (prefers-color-scheme: dark)",
  light: "not all",
  dark: "screen",
};
const TURN = 9000;
/** More rows than any wall has room for. */
const MOST = 60;

/** How wide a list is at least where two stand side by side, in letters of the list. */
const WIDE = 22;

/**
 * What is shown one after the other: pairings by name, then by table; or the classification.
 *
 * @type {View[]}
 */
let views = [];
/** Which of them is on the wall, its first row there, and how many fit. */
let at = 0;
let from = 0;
let fitting = 0;
let latest = 0;
const AWAKE = 4000;
let sleeping = 0;

/** @returns {Tournament} */
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
  if (round === 0) put([{ title: t("tour.noRound"), heads: [], rows: [] }]);
  else if (!isComplete(tournament, round)) putRound(tournament, round);
  else await putStandings(tournament, round, () => mine === latest);
}

/**
 * Players look for their own names first; who has a table in mind finds it too.
 *
 * @param {Tournament} tournament @param {number} round
 */
function putRound(tournament, round) {
  const title = t("tour.roundN", { round });
  /** @param {string} id */
  const call = (id) => nameOf(tournament, id);
  const games = gamesOf(tournament, round).map(({ game }) => game);
  const { compare } = new Intl.Collator(document.documentElement.lang);
  const byName = games
    .flatMap((game) =>
      game.players.map((id, side) => {
        const other = game.players[1 - side];
        return [call(id), String(game.table ?? ""), other ? call(other) : alone(game)];
      }),
    )
    .sort(([a], [b]) => compare(a, b));
  const byTable = games.map((game) => {
    const names = game.players.map((id) => (game.first === id ? `${call(id)} •` : call(id)));
    const who = [...names, alone(game)].filter(Boolean).join(" – ");
    return [String(game.table ?? ""), who, game.scores?.join(" – ") ?? ""];
  });
  const [player, table] = [t("tour.player"), t("setup.table")];
  put([
    { title, heads: [player, table, player], rows: byName },
    { title, heads: [table, player, t("form.score")], rows: byTable },
  ]);
}

/** @param {Tournament} tournament @param {number} round @param {() => boolean} isWanted */
async function putStandings(tournament, round, isWanted) {
  const { rules, key } = remembered(SETTINGS) ?? {};
  const final = round === tournament.rounds;
  /** @type {any} */
  const question = { ...tournament, after: round, final };
  const ask = () => connect(key ?? "").tournament(rules, "standings", question);
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
  const columns = ["tour.place", "tour.player", "tour.tally", "tour.key.points"];
  const rows = counted.standings.map((row) => [
    String(row.place),
    nameOf(tournament, row.player),
    tallyOf(tournament, row.player, round).join("–"),
    number(row.points),
    ...(hasSpread ? [number(row.spread, true)] : []),
  ]);
  const heads = [...columns, ...(hasSpread ? ["tour.key.spread"] : [])].map((name) => t(name));
  put([{ title: t(final ? "tour.final" : "tour.afterRound", { round }), heads, rows }]);
}

/** The same list with one more result goes on where it was; another one begins at its top. @param {View[]} found */
function put(found) {
  const goesOn = found.length === views.length && views[at]?.title === found[at].title;
  if (!goesOn || from >= found[at].rows.length) [at, from] = [0, 0];
  views = found;
  fill();
}

function turn() {
  from += fitting;
  if (from >= views[at].rows.length) [at, from] = [(at + 1) % views.length, 0];
  fill();
}

/** As many rows as fit, side by side where there is room for two lists. */
function fill() {
  const { title, heads, rows } = views[at];
  const lists = byId("board-lists");
  byId("board-title").textContent = title;
  const left = rows.slice(from, from + MOST);
  const first = list(heads, left);
  lists.replaceChildren(first);
  const drawn = [...first.tBodies[0].rows];
  const below = drawn.findIndex((row) => row.getBoundingClientRect().bottom > innerHeight);
  const one = below < 0 ? drawn.length : Math.max(1, below);
  const letters = lists.clientWidth / parseFloat(getComputedStyle(first).fontSize);
  const two = one < left.length && letters >= 2 * WIDE;
  fitting = two ? 2 * one : one;
  lists.replaceChildren(list(heads, left.slice(0, one)));
  if (two) lists.append(list(heads, left.slice(one, fitting)));
  const last = Math.min(from + fitting, rows.length);
  byId("board-page").textContent =
    fitting < rows.length ? `${from + 1}–${last} / ${rows.length}` : "";
}

/** @param {string[]} heads @param {string[][]} rows */
function list(heads, rows) {
  const numeric = heads.map((_, i) => rows.every((row) => /^[\d\s+−–½¼¾.]*$/.test(row[i])));
  /** @param {number} i */
  const kind = (i) => ({ class: numeric[i] ? "n" : "" });
  return el(
    "table",
    {},
    thead(tr(heads.map((text, i) => el("th", { scope: "col", ...kind(i) }, text)))),
    tbody(rows.map((cells) => tr(cells.map((text, i) => el("td", kind(i), text))))),
  );
}

/** The time, and what is left of one that the director counts down, for everybody alike. */
function tick() {
  const now = { hour: "2-digit", minute: "2-digit" };
  byId("board-clock").textContent = new Date().toLocaleTimeString(
    document.documentElement.lang,
    /** @type {Intl.DateTimeFormatOptions} */ (now),
  );
  byId("board-room").textContent = roomText(Date.now());
}

/** The language of the director's tab, and what it shows. */
async function speak() {
  await untilAnswered(() => useLanguage(pickLanguage(remembered(SETTINGS)?.lang), "desk/"));
  await untilAnswered(() => alsoSay("tournament/"));
  drawScheme();
  tick();
  await Promise.all([show(), dress()]);
}

/** The federation's colours under the head, and the code of the players' pages, where there are any. */
async function dress() {
  const code = byId("board-code");
  code.hidden = !(await fetch("/event/code.svg").then(
    (answer) => answer.ok,
    () => false,
  ));
  const { rules, key } = remembered(SETTINGS) ?? {};
  const edition =
    rules &&
    (await connect(key ?? "")
      .edition(rules)
      .catch(() => null));
  if (edition) showColours(edition);
}

/** Nothing to be pressed is on the wall but while somebody is there. */
function wake() {
  document.body.classList.add("awake");
  clearTimeout(sleeping);
  sleeping = setTimeout(() => document.body.classList.remove("awake"), AWAKE);
}

/** Light, dark or as the system: the dark colours of the style sheets are switched. @param {string} scheme */
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
  setInterval(tick, 1000);
  for (const sign of ["pointermove", "keydown", "focusin"]) addEventListener(sign, wake);
  addEventListener("resize", fill);
  addEventListener("storage", ({ key }) => {
    if (key === KEPT) show();
    if (key === SETTINGS) speak();
  });
}

open();
