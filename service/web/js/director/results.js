/**
 * Knows how results are put in: a row a table, two numbers, Enter goes on. Open tables stand on top,
 * scores that look odd are questioned, and every special ending is in a menu with its article. A row
 * that is left with a whole result is kept where it stands; with half of one it says what is missing.
 */

import { sayAt } from "../core/asking.js";
import { byId, el, field, p } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import {
  endingOf,
  gamesOf,
  isOdd,
  isSettled,
  latestRound,
  openIn,
  withResult,
} from "./document.js";
import { reportOn } from "./hall.js";
import { choice, director, inBrackets, note, section } from "./parts.js";
import { drawRoundPrint } from "./prints.js";
import { corrected, corrector, isPast } from "./record.js";

/** @import { Report } from "../core/event.js" */
/** @import { Game, Placed } from "./document.js" */

const SCORE = /^[-−]?\d{1,4}$/;
/** @type {[string, string, string[]][]} How it ended, the section that says what follows, whose it is. */
const ENDINGS = [
  ["time", "time_loss", ["0", "1"]],
  ["abandon", "abandonment", ["0", "1"]],
  ["absence", "absence", ["0", "1"]],
  ["absence", "both_absent", ["01"]],
  ["arbiter_draw", "arbiters_draw", [""]],
  ["annulled", "event", [""]],
];

export function drawResults() {
  const { tournament, round } = director;
  if (latestRound(tournament) === 0) return note(t("tour.noRound"));
  const rows = gamesOf(tournament, round).map((placed, i) => {
    const row = drawGame(placed);
    row.dataset.order = String(i);
    return row;
  });
  return [
    isPast(round) && drawPast(),
    el(
      "p",
      { class: "row" },
      el("span", { role: "status", id: "tour-open" }, openTables()),
      round === latestRound(tournament) && openIn(tournament, round) > 0 && drawRoundPrint(),
    ),
    el("div", { class: "tour-results", id: "tour-rows" }, openFirst(rows)),
  ];
}

/** Who may still change a result of a round that is over, and where the reason is written. */
function drawPast() {
  const { by, article } = corrector();
  const told = p(t(`tour.past.${by}`, { round: director.round, article }));
  if (by === "nobody") return told;
  const why = el("input", { id: "tour-why", type: "text", maxlength: 200, autocomplete: "off" });
  return el("div", { class: "note" }, told, el("label", {}, t("tour.why"), " ", why));
}

/**
 * Keep another result, with its reason where the round is over; otherwise what is against it.
 *
 * @param {number} at @param {(number | null)[]} scores @param {string} ending
 */
export function changeResult(at, scores, ending) {
  const { tournament } = director;
  const result = withResult(tournament, at, scores, ending);
  if (result === tournament) return "";
  const { round } = tournament.games[at];
  const { by, article } = corrector();
  const reason = field("tour-why")?.value.trim() ?? "";
  if (!isPast(round)) director.keep(result);
  else if (by === "nobody") return t("tour.past.nobody", { round, article });
  else if (!reason) return t("tour.past.why");
  else director.keep(corrected(tournament, result, at, { by, reason }));
  return "";
}

/** The rows of a round, by table: those that are open before the others. @param {HTMLElement[]} rows */
function openFirst(rows) {
  /** @param {HTMLElement} row */
  const rank = (row) =>
    (row.matches("form:not(.settled)") ? 0 : rows.length) + Number(row.dataset.order);
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

function openTables() {
  const { tournament, round } = director;
  return t("tour.openTables", { count: openIn(tournament, round) });
}

/** @param {Placed} placed */
function drawGame({ game, at }) {
  const [a, b] = game.players;
  if (b === undefined) return drawAlone(game, at);
  const table = el("span", { class: "tour-table" }, String(game.table ?? "–"));
  const scores = [0, 1].map((side) => scoreField(game, at, side));
  const ending = endingChoice(game);
  const told = el("span", { class: "wrong", role: "status" });
  const keep = el("button", {}, t("tour.keep"));
  const report = reportOn(game);
  const by = report?.state === "agreed" && same(report.scores, game.scores);
  const kept = el("span", { class: "tour-kept" }, `✓ ${t(by ? "tour.hall.agreed" : "tour.kept")}`);
  const row = el("form", {
    ...{ class: "tour-game", "data-at": at, autocomplete: "off", novalidate: true },
  });
  /** @param {string} player */
  const name = (player) =>
    el(
      "span",
      { class: "tour-name", "data-first": game.first === player },
      director.nameOf(player),
    );
  row.append(table, name(a), ...scores, name(b), ending);
  row.append(el("span", { class: "tour-done" }, keep, kept), told);
  if (report && !by && !same(report.scores, game.scores))
    row.append(drawReport(report, scores, row));
  /** @param {boolean} settled @param {string} [wrong] */
  const show = (settled, wrong = "") => {
    row.classList.toggle("settled", settled);
    keep.hidden = settled;
    kept.hidden = !settled;
    told.textContent = wrong;
  };
  const questioned = () => {
    const { scores: counted, ended_by: ended } = director.tournament.games[at];
    return counted && !ended && isOdd(counted) ? t("tour.odd") : "";
  };
  let touched = false;
  let asked = "";
  /** Odd scores are kept and asked about once; the same again is the answer. */
  const isAsked = () => {
    const said = scores.map(({ value }) => value).join(" ");
    const isNew = questioned() !== "" && asked !== said;
    asked = said;
    return isNew;
  };
  const take = () => {
    touched = false;
    const fault = read(at, scores, ending);
    // Another window may have been quicker; then its round is on the screen.
    if (!row.isConnected) return false;
    const settled = isSettled(director.tournament.games[at]);
    show(settled && !fault, fault || questioned());
    byId("tour-open").textContent = openTables();
    director.drawBar();
    return !fault;
  };
  row.addEventListener("submit", (event) => {
    event.preventDefault();
    const empty = scores.filter(({ value }) => !value.trim());
    // The second half of a double press may meet the next table, which has nothing to keep yet.
    if (empty.length === 2 && !ending.value) scores[0].focus();
    else if (take()) {
      if (isAsked()) scores[1].select();
      else goOn(at);
    } else if (row.isConnected)
      (scores.find((control) => control.ariaInvalid) ?? empty[0])?.focus();
  });
  row.addEventListener("input", () => {
    touched = true;
    show(false);
  });
  ending.addEventListener("change", take);
  row.addEventListener("focusout", ({ relatedTarget }) => {
    const within = relatedTarget instanceof HTMLElement && row.contains(relatedTarget);
    if (touched && !within && row.isConnected) take();
  });
  scores[0].addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    scores[1].select();
  });
  show(isSettled(game), questioned());
  return row;
}

/** @param {number[] | undefined} one @param {number[] | undefined} other */
function same(one, other) {
  return String(one) === String(other);
}

/**
 * What a table has said that is not the result yet: the director looks, and takes it or not.
 *
 * @param {Report} report @param {HTMLInputElement[]} scores @param {HTMLElement} row
 */
function drawReport({ state, scores: told, ended_by: ended }, scores, row) {
  const said = ended && has(`tour.short.${ended}`) ? ` (${t(`tour.short.${ended}`)})` : "";
  const values = { scores: `${told.join(" – ")}${said}` };
  const take = () => {
    scores.forEach((control, i) => (control.value = String(told[i])));
    row.dispatchEvent(new Event("input"));
    scores[1].focus();
  };
  return el(
    "p",
    { class: "tour-report" },
    `${t(`tour.hall.${state === "half" ? "half" : "waiting"}`, values)} `,
    el("button", { type: "button", class: "link", click: take }, t("tour.hall.take")),
  );
}

/** @param {Game} game @param {number} at @param {number} side */
function scoreField(game, at, side) {
  const label = t("tour.scoreOf", { player: director.nameOf(game.players[side]) });
  const value = game.scores?.[side] ?? "";
  return el("input", {
    type: "text",
    inputmode: "numeric",
    maxlength: 5,
    class: "tour-score",
    id: `tour-score-${at}-${side}`,
    "aria-label": label,
    value,
  });
}

/** @param {Game} game */
function endingChoice(game) {
  const options = ENDINGS.flatMap(([ended, name, sides]) =>
    sides.flatMap((side) => {
      const article = inBrackets(section(name).article);
      const player = [...side].map((i) => director.nameOf(game.players[Number(i)])).join(", ");
      const value = side ? `${ended}:${side}` : ended;
      const offered = [[value, `${t(`tour.ended.${ended}`, { player })}${article}`]];
      if (ended === "absence")
        offered.push([`${value}:excused`, `${t("tour.ended.excused", { player })}${article}`]);
      return offered;
    }),
  );
  const chosen = endingOf(game);
  if (chosen && !options.some(([value]) => value === chosen)) options.push([chosen, chosen]);
  return endingMenu([["", t("tour.played")], ...options], chosen);
}

/** @param {string[][]} options @param {string} chosen @param {object} [more] */
function endingMenu(options, chosen, more) {
  return choice({ "aria-label": t("tour.ending"), class: "tour-ending", ...more }, options, chosen);
}

/**
 * Take what a row says, once it says something whole; otherwise, what is wrong with it.
 *
 * @param {number} at @param {HTMLInputElement[]} scores @param {HTMLSelectElement} ending
 */
function read(at, scores, ending) {
  const written = scores.map(({ value }) => value.trim());
  const wrong = written.map((text) => text !== "" && !SCORE.test(text));
  scores.forEach((control, i) => (control.ariaInvalid = wrong[i] ? "true" : null));
  if (wrong.some(Boolean)) return t("tour.notScore");
  const given = written.filter(Boolean).length;
  if (given === 1) return t("tour.needsScore");
  const numbers = written.map((text) => (given ? Number(text.replace("−", "-")) : null));
  return changeResult(at, numbers, ending.value);
}

/** The next open table gets the cursor; the rows are sorted anew only then. @param {number} at */
function goOn(at) {
  const list = byId("tour-rows");
  const rows = openFirst(/** @type {HTMLElement[]} */ ([...list.children]));
  list.append(...rows);
  const open = rows.filter((row) => row.matches("form.tour-game:not(.settled)"));
  const next = open.find((row) => Number(row.dataset.at) > at) ?? open[0];
  (next?.querySelector("input") ?? byId("tour-next"))?.focus();
}

/** Who has no opponent: a bye, or a round that was missed, excused or not. @param {Game} game @param {number} at */
function drawAlone(game, at) {
  const player = director.nameOf(game.players[0]);
  const [bye, absence] = ["bye", "absence"].map((name) => inBrackets(section(name).article));
  const options = [
    ["bye", `${t("tour.alone.bye")}${bye}`],
    ["absence", `${t("tour.ended.absence", { player })}${absence}`],
    ["absence::excused", `${t("tour.ended.excused", { player })}${absence}`],
  ];
  /** @param {{target: HTMLSelectElement}} event */
  const change = ({ target }) => {
    const refused = changeResult(at, [null, null], target.value);
    if (refused) sayAt(byId("tour-open"), refused);
    else director.draw();
  };
  return el(
    "p",
    { class: "tour-game settled", "data-at": at },
    el("span", { class: "tour-table" }, "–"),
    el("span", { class: "tour-name" }, player),
    endingMenu(options, endingOf(game), { change }),
  );
}
