/**
 * Knows what a director puts on paper: pairings by table and by name, the classification, the
 * crosstable, result forms filled in with names and table (FRS Annex 2), and score cards. Each is
 * shown before it is printed.
 */

import { byId, el, field, p } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { paperHead, putOnPaper, resultForm, signatureLines } from "../core/paper.js";
import { gamesOf, isComplete, lastComplete, latestRound, tallyOf } from "./document.js";
import { formCode } from "./hall.js";
import { drawCardNotes, drawNoted, notesTold } from "./notes.js";
import { button, isSilent, number, sheet } from "./parts.js";
import { recordRows } from "./record.js";
import { alone, card, classified, crosstable, heading, standingsTable } from "./standings.js";

/** How many rows in large letters fit on a page. */
const LONG = 30;
const SHEETS = {
  byTable: printByTable,
  byName: printByName,
  forms: printForms,
  standings: printStandings,
  crosstable: printCrosstable,
  cards: printCards,
  report: printReport,
};
/** What an edition without a classification does not have. */
const COUNTED = ["standings", "crosstable", "report"];

/** @param {import("./tournament.js").Director} director */
export function drawPrints(director) {
  const { tournament, round, desk } = director;
  if (latestRound(tournament) === 0) return el("p", { class: "note" }, t("tour.noRound"));
  const uncounted = isSilent(desk.edition, "classification");
  const names = Object.keys(SHEETS).filter((name) => !uncounted || !COUNTED.includes(name));
  const wanted = director.sheet ?? (isComplete(tournament, round) ? "standings" : "byName");
  const first = names.includes(wanted) ? wanted : "byName";
  const preview = el("div", { id: "tour-preview", class: "preview" });
  const choose = (name) => put(director, name, preview);
  choose(first);
  return [
    drawHandIn(director),
    el(
      "div",
      { class: "row choice", role: "group", "aria-label": t("tour.prints") },
      names.map((name) =>
        button(`tour-print-${name}`, t(`tour.print.${name}`), () => {
          director.sheet = name;
          choose(name);
        }),
      ),
      button("tour-paper", t("tour.print"), () => print(preview)),
    ),
    preview,
  ];
}

/** Print what is shown. */
function print(preview) {
  putOnPaper([...preview.cloneNode(true).childNodes]);
}

/** Show a sheet as it will be printed. */
async function put(director, name, preview) {
  const asked = (preview.dataset.name = name);
  const printing = byId("tour-paper");
  if (printing) /** @type {HTMLButtonElement} */ (printing).disabled = true;
  await director.desk.asking(async () => {
    const made = await SHEETS[name](director);
    // Another sheet was chosen meanwhile, or another part opened.
    if (preview.dataset.name !== asked || !preview.isConnected) return;
    const parts = [name === "forms" ? [] : head(director, name), made].flat().filter(Boolean);
    preview.replaceChildren(...parts);
    for (const other of document.querySelectorAll("[id^=tour-print-]"))
      other.setAttribute("aria-pressed", String(other.id === `tour-print-${name}`));
    /** @type {HTMLButtonElement} */ (byId("tour-paper")).disabled = false;
  });
}

/** A day as people of this language write it; English is British here, the day before the month. */
function dayOf(moment = new Date()) {
  const { lang } = document.documentElement;
  return moment.toLocaleDateString(lang === "en" ? "en-GB" : lang);
}

function head({ tournament, desk, round }, name) {
  const whole = ["crosstable", "cards", "report"].includes(name);
  const title = [t(`tour.print.${name}`), whole ? null : t("tour.roundN", { round })];
  const version = t("tour.version", { version: tournament.version });
  return el(
    "header",
    { class: "paper-head event-head" },
    el("p", { class: "federation" }, desk.edition.sections.identity?.name ?? ""),
    el("h1", {}, tournament.name || t("arbiter.tournament")),
    // The classification says itself after which round it is.
    name !== "standings" && p(title.filter(Boolean).join(" · ")),
    el("p", { class: "note" }, [desk.edition.title, version, dayOf()].join(" · ")),
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

function pairs({ tournament, round }) {
  return gamesOf(tournament, round).map(({ game }) => game);
}

function printByTable(director) {
  const rows = pairs(director).map(({ table, players: [a, b], first, ...game }) => [
    el("th", { scope: "row" }, String(table ?? "–")),
    director.nameOf(a),
    b ? director.nameOf(b) : alone({ ...game, players: [a] }),
    first ? director.nameOf(first) : "",
  ]);
  const heads = ["setup.table", "tour.player", "tour.player", "tour.begins"];
  return sheet("large", texts(heads, rows), dropped(rows));
}

/** Where nobody is said to begin, there is no column for it. */
function dropped(rows) {
  return rows.some((row) => row[3]) ? rows : rows.map((row) => row.slice(0, 3));
}

function texts(heads, rows) {
  return heads.slice(0, dropped(rows)[0]?.length ?? 3).map((name) => t(name));
}

/** By name, so that everybody finds the own table; who sits comes last. */
function printByName(director) {
  const { nameOf, desk } = director;
  const found = pairs(director).flatMap((game) =>
    game.players.map((id, i) => ({ id, game, other: game.players[1 - i] })),
  );
  const { compare } = new Intl.Collator(desk.edition.language);
  const order = (a, b) =>
    Number(!a.other) - Number(!b.other) || compare(nameOf(a.id), nameOf(b.id));
  const rows = found
    .sort(order)
    .map(({ id, game, other }) => [
      el("th", { scope: "row" }, nameOf(id)),
      String(game.table ?? "–"),
      other ? nameOf(other) : alone(game),
    ]);
  const heads = ["tour.player", "setup.table", "tour.player"].map((name) => t(name));
  return sheet(rows.length > LONG ? "large many" : "large", heads, rows);
}

async function printStandings(director) {
  const found = await classified(director);
  return [
    heading(found),
    standingsTable(director, found),
    drawNoted(director, found),
    signatureLines([t("tour.chiefArbiter")]),
  ];
}

async function printCrosstable(director) {
  return crosstable(director, await classified(director));
}

/** A form for each table, to be filled in there: two on a sheet, which is cut. */
async function printForms(director) {
  const { tournament, desk, round, nameOf } = director;
  const date = new Date().toISOString().slice(0, 10);
  const games = pairs(director).filter(({ players }) => players.length === 2);
  const code = async (table, player, side) => {
    const drawn = await formCode(director, { round, table, side });
    return drawn && el("span", {}, drawn, nameOf(player));
  };
  const codes = await Promise.all(
    games.map(({ table, players }) =>
      Promise.all(players.map((player, side) => code(table, player, side))),
    ),
  );
  return games.map(({ players, table }, at) =>
    el(
      "section",
      { class: "page half" },
      paperHead(desk.edition, t("form.title"), { tournament: tournament.name, round, table, date }),
      resultForm(desk.edition, { players: players.map(nameOf) }),
      codes[at][0] && el("p", { class: "code" }, el("b", {}, t("tour.formCode")), codes[at]),
    ),
  );
}

/** Everybody's rounds with the place, the points and the spread so far. */
async function printCards(director) {
  const { tournament, desk } = director;
  const after = lastComplete(tournament);
  const counts = after > 0 && !isSilent(desk.edition, "classification");
  const { standings } = counts ? await classified(director) : { standings: [] };
  const about = (id, team) => {
    const row = standings.find(({ player }) => player === (team ?? id));
    if (!row) return "";
    const figures = [`${row.place}.`, `${t("tour.key.points")} ${number(row.points)}`];
    if (row.spread !== undefined)
      figures.push(`${t("tour.key.spread")} ${number(row.spread, true)}`);
    return [...figures, tallyOf(tournament, id, after).join("–")].join(" · ");
  };
  return el(
    "div",
    { class: "forms" },
    tournament.players.map(({ id, name, team }) =>
      el(
        "section",
        { class: "form" },
        el("h2", {}, name),
        p(about(id, team)),
        card(director, id, tournament.rounds),
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
  const left = gone.map(({ name, left: from = 0, reason = "" }) => [name, inRound(from), reason]);
  const unrated = games.map(({ round, players, ended_by: ended }) => [
    inRound(round),
    players.map(nameOf).join(" – "),
    t(`tour.short.${ended}`),
  ]);
  return [
    ...part("tour.report.record", recordRows(tournament, nameOf)),
    ...part("tour.notes", notesTold(director)),
    ...part("tour.report.left", left),
    ...part("tour.report.unrated", unrated),
    signatureLines([t("tour.chiefArbiter")]),
  ];
}

/** A part of the report with its heading; one without rows says so. */
function part(title, rows) {
  return [el("h2", {}, t(title)), rows.length ? sheet("", [], rows) : p(t("tour.report.none"))];
}

/**
 * What a federation is sent when an event is over: where to, in which format, what to attach and by
 * when. The message is prepared here; nothing is sent but by the director.
 */

const DAY = 86_400_000;

/** @param {import("./tournament.js").Director} director */
function drawHandIn(director) {
  const { tournament, desk } = director;
  const sending = desk.edition.sections.sending;
  if (!sending?.formats || !isComplete(tournament, tournament.rounds)) return null;
  const { article, days, formats, attach, to } = sending;
  const by = (from) => dayOf(new Date(from.getTime() + days * DAY));
  const last = new Date().toISOString().slice(0, 10);
  const date = el("input", { id: "tour-ended", type: "date", value: last, change: () => say() });
  const told = el("p", { role: "status" });
  const letter = el("a", { class: "button", id: "tour-letter" }, t("tour.send.letter"));
  const say = () => {
    const deadline = by(new Date(field("tour-ended")?.value || last));
    const values = { to, deadline, article: articleText(article) };
    told.textContent = t("tour.send.by", values);
    const body = t("tour.send.body", {
      ...{ name: tournament.name, date: (field("tour-ended") ?? date).value },
      ...{ players: tournament.players.length, rounds: tournament.rounds },
    });
    const said = { subject: tournament.name, body: `${body}\n\n${attached(attach)}` };
    letter.setAttribute(
      "href",
      `mailto:?${new URLSearchParams(said).toString().replace(/\+/g, "%20")}`,
    );
  };
  say();
  return el(
    "section",
    { id: "tour-send", class: "summary" },
    el("h2", {}, t("tour.send")),
    el("p", {}, el("label", { for: "tour-ended" }, t("tour.send.ended")), " ", date),
    told,
    p(attached(attach)),
    el(
      "p",
      { class: "row" },
      formats.map((format) =>
        button(`tour-send-${format}`, t(`tour.send.${format}`), () => director.save(format)),
      ),
      letter,
    ),
  );
}

function attached(attach) {
  const named = attach.map((what) => t(`tour.send.attach.${what}`)).join(", ");
  return t("tour.send.attached", { what: named });
}
