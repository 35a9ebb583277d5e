/**
 * Knows how results are put in: a row a table, two numbers, Enter goes on. Open tables stand on top,
 * scores that look odd are questioned, and every special ending is in a menu with its article.
 */

import { el } from "../dom.js";
import { articleText } from "../edition.js";
import { t } from "../i18n.js";
import {
  endingOf,
  gamesOf,
  isOdd,
  isSettled,
  latestRound,
  withResult,
  withoutRound,
} from "./document.js";

/** @type {[string, string, string[]][]} How it ended, the section that says what follows, whose it is. */
const ENDINGS = [
  ["time", "time_loss", ["0", "1"]],
  ["abandon", "abandonment", ["0", "1"]],
  ["absence", "absence", ["0", "1"]],
  ["absence", "both_absent", ["01"]],
  ["arbiter_draw", "arbiters_draw", [""]],
  ["annulled", "event", [""]],
];

/** @param {import("./tournament.js").Director} director */
export function drawResults(director) {
  const latest = latestRound(director.tournament);
  if (latest === 0) return el("p", { class: "note" }, t("tour.noRound"));
  const games = gamesOf(director.tournament, director.round);
  const sorted = [...games].sort((a, b) => Number(isSettled(a.game)) - Number(isSettled(b.game)));
  const untouched =
    director.round === latest &&
    games.every(({ game }) => !game.scores && (!game.ended_by || game.ended_by === "bye"));
  return [
    roundChoice(director, latest),
    el(
      "p",
      { role: "status", id: "tour-open" },
      t("tour.openTables", { count: games.filter(({ game }) => !isSettled(game)).length }),
    ),
    el(
      "div",
      { class: "tour-results" },
      sorted.map((entry) => drawGame(director, entry)),
    ),
    untouched &&
      el(
        "button",
        { type: "button", id: "tour-unpair", click: () => unpair(director) },
        t("tour.unpair"),
      ),
  ];
}

function unpair(director) {
  if (!confirm(t("tour.unpairSure", { round: latestRound(director.tournament) }))) return;
  director.keep(withoutRound(director.tournament));
  director.round = Math.max(1, latestRound(director.tournament));
  director.draw();
}

/** The rounds to choose from. */
export function roundChoice(director, latest) {
  const rounds = Array.from({ length: latest }, (_, i) => i + 1);
  const change = ({ target }) => {
    director.round = Number(target.value);
    director.draw();
  };
  return el(
    "label",
    {},
    t("tour.round"),
    " ",
    el(
      "select",
      { id: "tour-round", change, autocomplete: "off" },
      rounds.map((n) => el("option", { value: n, selected: n === director.round }, String(n))),
    ),
  );
}

function drawGame(director, { game, at }) {
  const [a, b] = game.players;
  if (b === undefined)
    return el(
      "p",
      { class: "tour-game note" },
      `${director.nameOf(a)}: ${t(`tour.alone.${game.ended_by === "bye" ? "bye" : "absence"}`)}`,
    );
  const table = el("span", { class: "tour-table" }, String(game.table ?? "–"));
  const scores = [0, 1].map((side) => scoreField(director, game, at, side));
  const ending = endingChoice(director, game);
  const questioned = game.scores && !game.ended_by && isOdd(game.scores);
  const row = el(
    "form",
    { class: `tour-game${isSettled(game) ? " settled" : ""}`, "data-at": at, autocomplete: "off" },
    table,
    el("span", { class: "tour-name", "data-first": game.first === a }, director.nameOf(a)),
    scores[0],
    scores[1],
    el("span", { class: "tour-name", "data-first": game.first === b }, director.nameOf(b)),
    ending,
    questioned && el("span", { class: "wrong" }, t("tour.odd")),
    el("button", { class: "visually-hidden" }, t("tour.keep")),
  );
  row.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!read(director, at, scores, ending)) return;
    goOn(director, at);
  });
  for (const control of [...scores, ending])
    control.addEventListener("change", () => read(director, at, scores, ending));
  return row;
}

function scoreField(director, game, at, side) {
  const label = t("tour.scoreOf", { player: director.nameOf(game.players[side]) });
  const value = game.scores?.[side] ?? "";
  return el("input", {
    type: "text",
    inputmode: "numeric",
    pattern: "-?[0-9]{1,4}",
    maxlength: 5,
    class: "tour-score",
    id: `tour-score-${at}-${side}`,
    "aria-label": label,
    value,
  });
}

function endingChoice(director, game) {
  const { sections } = director.desk.edition;
  const options = ENDINGS.flatMap(([ended, section, sides]) =>
    sides.flatMap((side) => choices(director, game, ended, sections[section]?.article ?? "", side)),
  );
  const chosen = endingOf(game);
  if (chosen && !options.some(([value]) => value === chosen)) options.push([chosen, chosen]);
  return el(
    "select",
    { "aria-label": t("tour.ending"), autocomplete: "off", class: "tour-ending" },
    [["", t("tour.played")], ...options].map(([value, text]) =>
      el("option", { value, selected: value === chosen }, text),
    ),
  );
}

function choices(director, game, ended, article, side) {
  const where = article ? ` (${articleText(article)})` : "";
  const who = [...side].map((i) => director.nameOf(game.players[Number(i)])).join(", ");
  const value = side ? `${ended}:${side}` : ended;
  const text = `${t(`tour.ended.${ended}`, { player: who })}${where}`;
  if (ended !== "absence") return [[value, text]];
  return [
    [value, text],
    [`${value}:excused`, `${t("tour.ended.excused", { player: who })}${where}`],
  ];
}

/** Take what a row says, once it says something whole; half a result is left alone. */
function read(director, at, scores, ending) {
  const written = scores.map(({ value }) => value.trim());
  const sound = written.every((text) => text === "" || /^[-−]?\d{1,4}$/.test(text));
  const both = written.every((text) => text !== "");
  const none = written.every((text) => text === "");
  for (const [i, control] of scores.entries())
    control.toggleAttribute(
      "aria-invalid",
      written[i] !== "" && !/^[-−]?\d{1,4}$/.test(written[i]),
    );
  if (!sound || !(both || none)) return false;
  const numbers = written.map((text) => (both ? Number(text.replace("−", "-")) : null));
  if (none && !ending.value && !isSettled(director.tournament.games[at])) return true;
  director.keep(withResult(director.tournament, at, numbers, ending.value));
  return true;
}

/** The next open table gets the cursor; the rows are sorted anew only then. */
function goOn(director, at) {
  director.draw();
  const rows = [...document.querySelectorAll("form.tour-game:not(.settled)")];
  const next =
    rows.find((row) => Number(/** @type {HTMLElement} */ (row).dataset.at) > at) ?? rows[0];
  (next?.querySelector("input") ?? document.getElementById("tour-pairing"))?.focus();
}
