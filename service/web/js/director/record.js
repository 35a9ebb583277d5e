/**
 * Knows what is written down beside the games: which rounds are closed or taken back, who changed a
 * past result and why, and what of the regulation the director announced.
 */

import { el } from "../core/dom.js";
import { has, t } from "../core/i18n.js";
import { changed, gamesOf, latestRound, present, resultIn } from "./document.js";
import { choice, director, inBrackets, section } from "./parts.js";

/** @import { Edition } from "../core/answers.js" */
/** @import { Act, Adjustment, Tournament } from "./document.js" */

/**
 * The document with a line for what a change does to a round; the record only grows. A correction
 * has its line already; a past result that is otherwise without one is as it was before.
 *
 * @param {Tournament} old @param {Tournament} next
 * @returns {Tournament}
 */
export function recorded(old, next) {
  if (next.version <= old.version) return next;
  const kept = old.record ?? [];
  const record = (next.record ?? []).length > kept.length ? next.record : kept;
  const [was, is] = [old, next].map(latestRound);
  const lines = record === kept ? linesFor(old, next, was, is) : [];
  return lines.length || record?.length ? lines.reduce(withAct, { ...next, record }) : next;
}

/**
 * @param {Tournament} old @param {Tournament} next @param {number} was @param {number} is
 * @returns {Partial<Act>[]}
 */
function linesFor(old, next, was, is) {
  const played = () => gamesOf(next, was).map(({ game }) => game);
  if (is > was && was > 0)
    return [{ act: "closed", by: "director", round: was, after: { games: played() } }];
  if (is < was && is > 0) return [{ act: "undo", by: "director", round: is }];
  const again = beyond(next, old).flatMap((note) => given(note, old));
  const noted = [...beyond(old, next).map(takenBack), ...again];
  if (noted.length) return noted;
  const back = old.games.find((game, at) => game.round < is && next.games[at] !== game);
  if (back && is === was) return [{ act: "undo", by: "director", round: back.round }];
  const ruled = lastRuling((old.record ?? []).slice(next.record?.length ?? 0));
  return ruled ? [{ act: "undo", by: "director", ...ruled }] : [];
}

/**
 * The last ruling of some acts that stands, as it is taken back: told again without its round, since
 * no round is opened again by it.
 *
 * @param {Act[]} acts
 */
function lastRuling(acts) {
  /** @type {Act[]} */
  const standing = [];
  for (const act of acts) {
    if (act.act === "ruling") standing.push(act);
    else if (isRulingBack(act)) standing.pop();
  }
  const [ruling] = standing.slice(-1);
  return ruling && present({ table: ruling.table, article: ruling.article, reason: ruling.reason });
}

/** @param {Act} act */
function isRulingBack({ act, round, player, reason }) {
  return act === "undo" && Boolean(reason) && !round && !player;
}

/** A note that was taken back is one line more. @param {Adjustment} note @returns {Partial<Act>} */
function takenBack({ player, round, kind }) {
  return { act: "undo", by: "director", player, ...(round && { round }), before: { kind } };
}

/** What was noted in one of two documents alone. @param {Tournament} one @param {Tournament} other */
function beyond({ adjustments: noted }, { adjustments: others }) {
  return noted.length > others.length ? noted.filter((note) => !others.includes(note)) : [];
}

/** A warning that stands again, as it was given last. @param {Adjustment} note @param {Tournament} old */
function given({ player, kind, round }, { record = [] }) {
  /** @param {Act} act */
  const isSame = (act) => act.act === "warning" && act.player === player && act.round === round;
  return record.filter((act) => isSame(act) && act.after?.kind === kind).slice(-1);
}

/** @param {Tournament} tournament @param {Partial<Act>} act @returns {Tournament} */
export function withAct(tournament, act) {
  const { record = [] } = tournament;
  const line = { ...act, n: record.length + 1, at: new Date().toISOString() };
  return { ...tournament, record: [...record, /** @type {Act} */ (line)] };
}

/**
 * A result of a round that is over, changed with a reason.
 *
 * @param {Tournament} before @param {Tournament} after @param {number} at
 * @param {{by: string, reason: string}} said
 */
export function corrected(before, after, at, said) {
  const { round, players } = before.games[at];
  const [was, is] = [before, after].map(({ games }) => resultIn(games[at]));
  const about = { act: "correction", round, player: players[0], before: was, after: is };
  return withAct(after, { ...about, ...said });
}

/**
 * The document with a ruling of the latest round.
 *
 * @param {Tournament} tournament @param {Partial<Act>} ruling
 */
export function withRuling(tournament, ruling) {
  const round = latestRound(tournament);
  return withAct(changed(tournament, {}), { act: "ruling", ...(round && { round }), ...ruling });
}

/** Whether a round is one after which another was paired. @param {number} round */
export function isPast(round) {
  return round < latestRound(director.tournament);
}

/** Who alone may change a past result, and by which article: the edition says it. */
export function corrector() {
  const { recorded: by = "chief_arbiter", correcting = "" } = section("event");
  return { by, article: inBrackets(correcting) };
}

/**
 * An edition under what the director announced: what it leaves open is not silent any more.
 *
 * @param {Edition} edition @param {Tournament} tournament
 */
export function announced(edition, { conditions }) {
  const { system, classification } = conditions ?? {};
  if (!system || !classification || edition.sections.pairing?.systems) return edition;
  const { article } = edition.conditions.system;
  const offered = Object.values(edition.presets).map((preset) => preset.system);
  const systems = Object.fromEntries([system, ...offered].map((name) => [name, article]));
  const pairing = { article, system, systems };
  const sections = { ...edition.sections, pairing, classification: { article, classification } };
  return { ...edition, sections };
}

/** The choice among what clubs announce, where an edition leaves it all open; one by hand stays. */
export function drawConditions() {
  const { presets } = director.desk.edition;
  if (!Object.keys(presets).length) return null;
  const said = JSON.stringify(director.tournament.conditions);
  const chosen = Object.keys(presets).find((name) => JSON.stringify(presets[name]) === said);
  const options = [["", t("tour.conditions.none")], ...Object.keys(presets).map(named)];
  if (said && !chosen) options.push(["own", t("tour.conditions.own")]);
  /** @param {{target: HTMLInputElement}} event */
  const change = ({ target }) => {
    if (target.value === "own") return;
    director.keep(changed(director.tournament, { conditions: presets[target.value] }));
    director.draw();
  };
  const menu = choice({ id: "tour-conditions", change }, options, chosen ?? (said ? "own" : ""));
  return el("label", {}, t("tour.conditions"), " ", menu);
}

/** @param {string} name */
function named(name) {
  return [name, has(`tour.system.${name}`) ? t(`tour.system.${name}`) : name];
}
