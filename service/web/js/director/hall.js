/**
 * Knows how the director's tab lives with the box of a hall, where there is one: the document is left
 * there after every change, what both players of a table confirmed becomes a result, and a second
 * laptop follows what it may not change until somebody takes over there.
 */

import { say } from "../core/asking.js";
import { Refused, Unreachable } from "../core/client.js";
import { byId, el } from "../core/dom.js";
import { formCodeOf, keepDocument, keptDocument, reportsAfter } from "../core/event.js";
import { t } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import { isSettled, latestRound, readDocument, withResults } from "./document.js";
import { button, director } from "./parts.js";

/** @import { Form, Report } from "../core/event.js" */
/** @import { Game, Tournament } from "./document.js" */

/** Which event this browser leads, by its name. */
const LEADS = "arbiter.leads";
/** How players are called on their pages: a choice of this browser. */
const NAMES = "arbiter.names";
const LOOK_AGAIN = 3000;
const BOXLESS = [401, 403, 404];

/**
 * `alone` there is no box; `leads` this laptop leads the event; `follows` it shows what another left;
 * `differs` it has another document than the box, and nobody has said which counts; `away` the box
 * does not answer.
 *
 * @type {{role: "alone" | "leads" | "follows" | "differs" | "away", held: Tournament | null,
 *   sent: Tournament | null, number: number, seen: number, reports: Map<string, Report>}} `number` is
 *   which document `held` is.
 */
const hall = { role: "alone", held: null, sent: null, number: 0, seen: 0, reports: new Map() };

/** Whether there is a box, also before it holds anything. */
let boxed = false;

/** Look at the box now and then, if there is one. */
export async function watchHall() {
  boxed = await look();
  if (boxed) setTimeout(watchHall, LOOK_AGAIN);
}

/** How players are called on their pages. @returns {string} */
export function namesShown() {
  return remembered(NAMES) ?? "whole";
}

/** Call them otherwise from the next change on. @param {string} names */
export function showNames(names) {
  remember(NAMES, names);
}

/** Whether the document may be changed here. */
export function mayChange() {
  return hall.role !== "follows";
}

/** What a table has said of a game. @param {Game} game */
export function reportOn(game) {
  return hall.reports.get(placeOf(game));
}

/** Leave the round at the box before a form names a game of it; where that fails, a code is missing. */
export async function leaveNow() {
  if (boxed && hall.role === "alone") await look();
  if (hall.role === "leads" && hall.sent !== director.tournament) await leave().catch(() => {});
}

/** A code for the phone of one of the two, for their form; nothing where no box would read it. @param {Form} form */
export async function formCode(form) {
  const { desk } = director;
  if (hall.role === "alone") return null;
  const drawn = await formCodeOf(desk.api, form).catch(() => null);
  return drawn && el("img", { src: `data:image/svg+xml,${encodeURIComponent(drawn)}`, alt: "" });
}

/** One look; whether there is a box to look at again. */
async function look() {
  const { api } = director.desk;
  const { role } = hall;
  try {
    const { results: reports, document } = await reportsAfter(api, hall.seen);
    for (const report of reports) hall.reports.set(placeOf(report), report);
    hall.seen = reports.at(-1)?.n ?? hall.seen;
    if (document && document !== hall.number)
      hall.held = readDocument(JSON.stringify(await keptDocument(api)));
    hall.number = document;
    await agree();
    if (hall.role === "leads") takeReports();
    if (reports.length) director.redraw();
  } catch (fault) {
    if (fault instanceof Refused && BOXLESS.includes(fault.status)) return false;
    if (!(fault instanceof Refused || fault instanceof Unreachable)) throw fault;
    if (hall.role !== "alone") hall.role = "away";
  }
  if (role !== hall.role) director.redraw();
  else if (role === "leads") byId("tour-hall")?.replaceWith(drawHall() ?? "");
  return true;
}

/** Find out who leads, and leave or take the document accordingly. */
async function agree() {
  const { tournament } = director;
  const { sent, held } = hall;
  const led = sent !== null || remembered(LEADS) === held?.name;
  if (hall.role === "follows" || (held && !sent && !tournament.players.length)) follow();
  else if (held && isSame(tournament, held))
    Object.assign(hall, led ? { role: "leads", sent: held } : { role: "differs" });
  else if (sent && held && sent.version !== held.version) {
    // Somebody took over elsewhere; what was changed here since is one step back.
    hall.sent = null;
    follow();
    say(t("tour.hall.lost", { version: held.version }));
  } else if (held ? led && tournament.version > held.version : tournament.players.length)
    await leave();
  else if (held) hall.role = "differs";
}

/**
 * Whether two documents say the same, in whatever order and with whatever left open.
 *
 * @param {Tournament} one @param {Tournament} other
 */
function isSame(one, other) {
  return plain(one) === plain(other);
}

/** @param {Tournament} document */
function plain(document) {
  return JSON.stringify(document, (_, value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => one !== null)
        .sort(),
    );
  });
}

function follow() {
  hall.role = hall.held ? "follows" : "alone";
  if (hall.held && !isSame(hall.held, director.tournament)) director.adopt(hall.held);
}

/** Leave the document at the box; over which version is said when somebody has decided so. @param {number} [over] */
async function leave(over) {
  const { tournament, desk } = director;
  const version = over === undefined ? {} : { over: `${over}` };
  const how = { rules: desk.edition.id, names: namesShown(), ...version };
  await keepDocument(desk.api, tournament, how);
  Object.assign(hall, { role: "leads", sent: tournament, held: tournament });
  remember(LEADS, tournament.name);
}

/** What both players confirmed becomes the result of a game that has none. */
function takeReports() {
  const { tournament } = director;
  const latest = latestRound(tournament);
  const found = tournament.games.map((game) => {
    const report = hall.reports.get(placeOf(game));
    const taken = game.round === latest && report?.state === "agreed" && !isSettled(game);
    return taken ? report.scores : null;
  });
  if (found.some(Boolean)) director.keep(withResults(tournament, found));
}

/** @param {{round: number, table?: number, players: string[]}} game */
function placeOf({ round, table, players }) {
  return JSON.stringify([round, table, players]);
}

/** Who leads, and what can be done about it. */
export function drawHall() {
  const { role, held } = hall;
  if (role === "alone") return null;
  const { version } = director.tournament;
  const values = { here: version, there: held?.version ?? 0, name: held?.name ?? "" };
  /** @param {((now: Tournament) => Tournament) | null} change */
  const put = (change) => async () => {
    if (!confirm(t("tour.hall.takeSure", values))) return;
    await director.desk.asking(async () => {
      hall.role = "leads";
      if (change) director.keep(change(director.tournament));
      await leave(held?.version);
    });
    director.draw();
  };
  const take = put((now) => ({ ...now, version: now.version + 1 }));
  const watch = () => {
    hall.role = "follows";
    follow();
    director.draw();
  };
  return el(
    "p",
    { id: "tour-hall", class: role === "leads" ? "note" : "alarm", role: "status" },
    `${t(`tour.hall.${role}`, values)} `,
    role === "follows" && button("tour-take", t("tour.hall.takeOver"), take),
    role === "differs" && button("tour-put", t("tour.hall.put"), put(null)),
    role === "differs" && button("tour-follow", t("tour.hall.follow"), watch),
  );
}
