/**
 * Knows what a director puts on paper: pairings by table and by name, the classification, the
 * crosstable, result forms filled in with names and table (FRS Annex 2), and score cards.
 */

import { el, p, tbody, tr } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { paperHead, putOnPaper, resultForm, signatureLines } from "../core/paper.js";
import { gamesOf, latestRound } from "./document.js";
import { drawCardNotes, drawNoted, notesTold } from "./notes.js";
import { recordRows } from "./record.js";
import { isSilent } from "./remarks.js";
import { roundChoice } from "./results.js";
import { alone, card, crosstable, lastComplete, standingsTable } from "./standings.js";

/** How many rows in large letters fit on a page. */
const LONG = 30;
const SHEETS = {
  byTable: printByTable,
  byName: printByName,
  standings: printStandings,
  crosstable: printCrosstable,
  forms: printForms,
  cards: printCards,
  report: printReport,
};
/** What an edition without a classification does not have. */
const COUNTED = ["standings", "crosstable", "report"];

/** @param {import("./tournament.js").Director} director */
export function drawPrints(director) {
  const latest = latestRound(director.tournament);
  if (latest === 0) return el("p", { class: "note" }, t("tour.noRound"));
  const uncounted = isSilent(director.desk.edition, "classification");
  const sheets = Object.entries(SHEETS).filter(([name]) => !uncounted || !COUNTED.includes(name));
  return [
    roundChoice(director, latest),
    el(
      "div",
      { class: "row" },
      sheets.map(([name, make]) =>
        el(
          "button",
          { type: "button", id: `tour-print-${name}`, click: () => put(director, name, make) },
          t(`tour.print.${name}`),
        ),
      ),
    ),
  ];
}

async function put(director, name, make) {
  await director.desk.asking(async () => {
    const sheet = await make(director);
    putOnPaper([make === printForms ? null : head(director, name), sheet]);
  });
}

function head(director, name) {
  const { tournament, desk, round } = director;
  const whole = ["crosstable", "cards", "report"].includes(name);
  const title = [t(`tour.print.${name}`), whole ? null : t("tour.roundN", { round })];
  const today = new Date().toLocaleDateString(document.documentElement.lang);
  const version = t("tour.version", { version: tournament.version });
  return el(
    "header",
    { class: "paper-head event-head" },
    el("p", { class: "federation" }, desk.edition.sections.identity?.name ?? ""),
    el("h1", {}, tournament.name || t("arbiter.tournament")),
    // The classification says itself after which round it is.
    name !== "standings" && p(title.filter(Boolean).join(" · ")),
    el("p", { class: "note" }, [desk.edition.title, version, today].join(" · ")),
    tournament.conditions && p(decided(desk.edition, tournament.conditions)),
  );
}

/** By whose word the event is as it is, where the regulation leaves it open. */
function decided({ conditions }, announced) {
  const open = Object.keys(announced).filter((name) => name in conditions);
  const told = open.map((name) => {
    const { article, decided_by: by } = conditions[name];
    return `${articleText(article)}: ${t(`tour.decided.${by}`)}`;
  });
  return [...new Set(told)].join(" · ");
}

function pairs(director) {
  return gamesOf(director.tournament, director.round).map(({ game }) => game);
}

function printByTable(director) {
  return el(
    "table",
    { class: "sheet large" },
    tbody(
      pairs(director).map((game) =>
        tr(
          el("th", { scope: "row" }, String(game.table ?? "–")),
          el("td", {}, names(director, game)),
        ),
      ),
    ),
  );
}

function names(director, game) {
  return [...game.players.map(director.nameOf), alone(game)].filter(Boolean).join(" – ");
}

/** By name, so that everybody finds the own table; who sits comes last. */
function printByName(director) {
  const rows = pairs(director).flatMap((game) =>
    game.players.map((id, i) => ({ id, game, other: game.players[1 - i] })),
  );
  const compare = new Intl.Collator(director.desk.edition.language).compare;
  rows.sort(
    (a, b) =>
      Number(!a.other) - Number(!b.other) || compare(director.nameOf(a.id), director.nameOf(b.id)),
  );
  return el(
    "table",
    { class: rows.length > LONG ? "sheet large many" : "sheet large" },
    tbody(
      rows.map(({ id, game, other }) =>
        tr(
          el("th", { scope: "row" }, director.nameOf(id)),
          el("td", {}, String(game.table ?? "–")),
          el("td", {}, other ? director.nameOf(other) : alone(game)),
        ),
      ),
    ),
  );
}

function counted(director) {
  const after = lastComplete(director.tournament);
  return director.count("standings", { after, final: after === director.tournament.rounds });
}

async function printStandings(director) {
  const found = await counted(director);
  return [
    el("h2", {}, t(found.final ? "tour.final" : "tour.afterRound", { round: found.after })),
    standingsTable(director, found),
    drawNoted(director, found),
    signatureLines([t("tour.chiefArbiter")]),
  ];
}

async function printCrosstable(director) {
  return crosstable(director, await counted(director));
}

/** A form for each table, to be filled in there: two on a sheet, which is cut. */
function printForms(director) {
  const { tournament, desk, round } = director;
  return pairs(director)
    .filter(({ players }) => players.length === 2)
    .map(({ players, table }) =>
      el(
        "section",
        { class: "page half" },
        paperHead(desk.edition, t("form.title"), { tournament: tournament.name, round, table }),
        resultForm(desk.edition, { players: players.map(director.nameOf) }),
      ),
    );
}

function printCards(director) {
  const { players, rounds } = director.tournament;
  return el(
    "div",
    { class: "forms" },
    players.map(({ id, name }) =>
      el(
        "section",
        { class: "form" },
        el("h2", {}, name),
        card(director, id, rounds),
        drawCardNotes(director, id),
      ),
    ),
  );
}

/** What a chief arbiter sends in at the end: what was decided, noted and changed, what is unrated. */
async function printReport(director) {
  const { tournament, nameOf } = director;
  const after = lastComplete(tournament);
  const { rating } = await director.count("standings", { after, explain: true });
  const games = [...(rating?.unrated ?? []), ...(rating?.unsaid ?? [])];
  const gone = tournament.players.filter(({ left }) => left !== undefined);
  const inRound = (round) => t("tour.roundN", { round });
  return [
    ...part("tour.report.record", recordRows(tournament, nameOf)),
    ...part("tour.notes", notesTold(director)),
    ...part(
      "tour.report.left",
      gone.map(({ name, left = 0, reason = "" }) => [name, inRound(left), reason]),
    ),
    ...part(
      "tour.report.unrated",
      games.map(({ round, players, ended_by: ended }) => [
        inRound(round),
        players.map(nameOf).join(" – "),
        t(`tour.short.${ended}`),
      ]),
    ),
    signatureLines([t("tour.chiefArbiter")]),
  ];
}

/** A part of the report with its heading; one without rows says so. */
function part(title, rows) {
  const heading = el("h2", {}, t(title));
  if (!rows.length) return [heading, p(t("tour.report.none"))];
  const cells = (row) => row.map((cell) => el("td", {}, cell));
  return [heading, el("table", { class: "sheet" }, tbody(rows.map((row) => tr(cells(row)))))];
}
