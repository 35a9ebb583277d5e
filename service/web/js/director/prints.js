/**
 * Knows what a director puts on paper: pairings by table and by name, the classification, the
 * crosstable, result forms filled in with names and table (FRS Annex 2), and score cards. Each is
 * shown before it is printed.
 */

import { el, field, p, there } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { writeFile } from "../core/files.js";
import { t } from "../core/i18n.js";
import { paperHead, putOnPaper, resultForm, signatureLines } from "../core/paper.js";
import { gamesOf, isComplete, lastComplete, latestRound, tallyOf } from "./document.js";
import { formCode, leaveNow } from "./hall.js";
import { drawCardNotes, drawNoted } from "./notes.js";
import { button, director, isSilent, note, number, rowHead, section, sheet } from "./parts.js";
import { alone, card, classified, crosstable, heading, standingsTable } from "./standings.js";

/** @import { Child } from "../core/dom.js" */

/** How many rows in large letters fit on a page. */
const LONG = 30;
/** @type {Record<string, () => Child | Promise<Child>>} */
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

export function drawPrints() {
  const { tournament, round } = director;
  if (latestRound(tournament) === 0) return note(t("tour.noRound"));
  const uncounted = isSilent("classification");
  const names = Object.keys(SHEETS).filter((name) => !uncounted || !COUNTED.includes(name));
  const wanted = director.sheet ?? (isComplete(tournament, round) ? "standings" : "byName");
  const preview = el("div", { id: "tour-preview", class: "preview" });
  /** @param {string} name */
  const press = (name) => {
    director.sheet = name;
    put(name, preview);
  };
  put(names.includes(wanted) ? wanted : "byName", preview);
  return [
    drawHandIn(),
    el(
      "div",
      { class: "row choice", role: "group", "aria-label": t("tour.prints") },
      names.map((name) => button(`tour-print-${name}`, t(`tour.print.${name}`), () => press(name))),
      button("tour-paper", t("tour.print"), () =>
        putOnPaper([...preview.cloneNode(true).childNodes]),
      ),
    ),
    preview,
  ];
}

/** Show a sheet as it will be printed. @param {string} name @param {HTMLElement} preview */
async function put(name, preview) {
  preview.dataset.name = name;
  const printing = field("tour-paper");
  if (printing) printing.disabled = true;
  await director.desk.asking(async () => {
    const made = await written(name);
    // Another sheet was chosen meanwhile, or another part opened.
    if (preview.dataset.name !== name || !preview.isConnected) return;
    preview.replaceChildren(...made);
    for (const other of document.querySelectorAll("[id^=tour-print-]"))
      other.setAttribute("aria-pressed", String(other.id === `tour-print-${name}`));
    field("tour-paper").disabled = false;
  });
}

/** @param {string} name */
async function written(name) {
  return there(name !== "forms" && head(name), await SHEETS[name]());
}

/** What a hall needs when a round begins: who plays where, then the result forms. */
export async function printRound() {
  await director.desk.asking(async () => {
    const list = el("div", { class: "leaf" }, await written("byName"));
    putOnPaper([list, ...(await written("forms"))]);
  });
}

/** The same by one press, as long as the round is open. */
export function drawRoundPrint() {
  const names = ["byName", "forms"].map((name) => t(`tour.print.${name}`));
  return button("tour-print-round", `${t("tour.print")}: ${names.join(", ")}`, printRound);
}

/** A day as people of this language write it; English is British here, the day before the month. */
function dayOf(moment = new Date()) {
  const { lang } = document.documentElement;
  return moment.toLocaleDateString(lang === "en" ? "en-GB" : lang);
}

/** @param {string} name */
function head(name) {
  const { tournament, desk, round } = director;
  const whole = ["crosstable", "cards", "report"].includes(name);
  const title = [t(`tour.print.${name}`), whole ? null : t("tour.roundN", { round })];
  const version = t("tour.version", { version: tournament.version });
  return el(
    "header",
    { class: "paper-head event-head" },
    el("p", { class: "federation" }, section("identity").name ?? ""),
    el("h1", {}, tournament.name || t("arbiter.tournament")),
    // The classification says itself after which round it is.
    name !== "standings" && p(title.filter(Boolean).join(" · ")),
    note([desk.edition.title, version, dayOf()].join(" · ")),
    tournament.conditions && p(decided(tournament.conditions)),
  );
}

/**
 * By whose word the event is as it is, where the regulation leaves it open.
 *
 * @param {Record<string, any>} announced
 */
function decided(announced) {
  const { conditions } = director.desk.edition;
  const open = Object.keys(announced).filter((name) => name in conditions);
  const told = open.map((name) => {
    const { article, decided_by: by } = conditions[name];
    return `${articleText(article)}: ${t(`tour.decided.${by}`)}`;
  });
  return [...new Set(told)].join(" · ");
}

function pairs() {
  const { tournament, round } = director;
  return gamesOf(tournament, round).map(({ game }) => game);
}

/** Where nobody is said to begin, there is no column for it. */
function printByTable() {
  const games = pairs();
  const begins = games.some(({ first }) => first);
  const heads = ["setup.table", "tour.player", "tour.player", ...(begins ? ["tour.begins"] : [])];
  const rows = games.map((game) => {
    const { table, players, first } = game;
    const [one, other = alone(game)] = players.map(director.nameOf);
    const said = [rowHead(String(table ?? "–")), one, other];
    return begins ? [...said, first && director.nameOf(first)] : said;
  });
  return sheet(
    "large",
    heads.map((name) => t(name)),
    rows,
  );
}

/** By name, so that everybody finds the own table; who sits comes last. */
function printByName() {
  const { nameOf, desk } = director;
  const found = pairs().flatMap((game) =>
    game.players.map((id, i) => ({ id, game, other: game.players[1 - i] })),
  );
  const { compare } = new Intl.Collator(desk.edition.language);
  const rows = found
    .sort((a, b) => Number(!a.other) - Number(!b.other) || compare(nameOf(a.id), nameOf(b.id)))
    .map(({ id, game, other }) => [
      rowHead(nameOf(id)),
      String(game.table ?? "–"),
      other ? nameOf(other) : alone(game),
    ]);
  const heads = ["tour.player", "setup.table", "tour.player"].map((name) => t(name));
  return sheet(rows.length > LONG ? "large many" : "large", heads, rows);
}

async function printStandings() {
  const found = await classified();
  return [
    heading(found),
    standingsTable(found),
    drawNoted(found),
    signatureLines([t("tour.chiefArbiter")]),
  ];
}

async function printCrosstable() {
  return crosstable(await classified());
}

/** A form for each table, to be filled in there: two on a sheet, which is cut. */
async function printForms() {
  await leaveNow();
  const { tournament, desk, round, nameOf } = director;
  const date = new Date().toISOString().slice(0, 10);
  const games = pairs().filter(({ players }) => players.length === 2);
  /** @param {number} table @param {string} player @param {number} side */
  const code = async (table, player, side) => {
    const drawn = await formCode({ round, table, side });
    return drawn && el("span", {}, drawn, nameOf(player));
  };
  const codes = await Promise.all(
    games.map(({ table = 0, players }) =>
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
async function printCards() {
  const { tournament } = director;
  const after = lastComplete(tournament);
  const counts = after > 0 && !isSilent("classification");
  const { standings } = counts ? await classified() : { standings: [] };
  /** @param {string} id @param {string} [team] */
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
        card(id, tournament.rounds),
        drawCardNotes(id),
      ),
    ),
  );
}

/** What a chief arbiter sends in at the end, in the federation's words, as the service writes it. */
async function printReport() {
  const { tournament, desk } = director;
  const file = await writeFile(desk.api, desk.edition.id, "report", tournament);
  /** @type {{report: {title: string, rows: string[][]}[]}} */
  const { report } = JSON.parse(await file.text());
  const parts = report.flatMap(({ title, rows }) => [
    el("h2", {}, title),
    rows.length ? sheet("", [], rows) : p(t("tour.report.none")),
  ]);
  return [...parts, signatureLines([t("tour.chiefArbiter")])];
}

/**
 * What a federation is sent when an event is over: where to, in which format, what to attach and by
 * when. The message is prepared here; nothing is sent but by the director.
 */

const DAY = 86_400_000;

function drawHandIn() {
  const { tournament } = director;
  const { article, days, formats, attach, to } = section("sending");
  if (!formats || !isComplete(tournament, tournament.rounds)) return null;
  const value = new Date().toISOString().slice(0, 10);
  const date = el("input", { id: "tour-ended", type: "date", value, change: () => say() });
  const told = el("p", { role: "status" });
  const letter = el("a", { class: "button", id: "tour-letter" }, t("tour.send.letter"));
  const say = () => {
    const deadline = dayOf(new Date(new Date(date.value || value).getTime() + days * DAY));
    told.textContent = t("tour.send.by", { to, deadline, article: articleText(article) });
    const body = t("tour.send.body", {
      ...{ name: tournament.name, date: date.value },
      ...{ players: tournament.players.length, rounds: tournament.rounds },
    });
    const said = { subject: tournament.name, body: `${body}\n\n${attached(attach)}` };
    const query = new URLSearchParams(said).toString().replace(/\+/g, "%20");
    letter.setAttribute("href", `mailto:?${query}`);
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
      /** @type {string[]} */ (formats).map((format) =>
        button(`tour-send-${format}`, t(`tour.send.${format}`), () => director.save(format)),
      ),
      letter,
    ),
  );
}

/** @param {string[]} attach */
function attached(attach) {
  const named = attach.map((what) => t(`tour.send.attach.${what}`)).join(", ");
  return t("tour.send.attached", { what: named });
}
