/**
 * Knows two forms for what an arbiter has to work out: what a challenge does to both players, and
 * what a game comes to at its end. The service works; each number comes with its article.
 */

import { usualVariant, variantsOf } from "../core/announced.js";
import { desk, sayAt } from "../core/asking.js";
import { button, byId, el, field, p, terms } from "../core/dom.js";
import { articleText, penaltyText, unfoundedPenalty } from "../core/edition.js";
import { verdictShape, verdictWord } from "../core/edition.js";
import { choiceField, form, labelled, note, textField, tickField } from "../core/forms.js";
import { PLAIN, WHOLE, wholeOf, written } from "../core/forms.js";
import { t } from "../core/i18n.js";
import { wordsIn } from "../core/notation.js";
import { remembered } from "../core/store.js";
import { ENDINGS, enders, endersIn, overtimeLabel } from "./happenings.js";
import { coordinate, defined, latestPlay, playOf, playsBefore, question } from "./record.js";
import { scoreLine, settlement, signed } from "./sheet.js";

/** @import { Adjustment, Finish, Judgement, Result } from "../core/answers.js" */
/** @import { Attributes, Child } from "../core/dom.js" */
/** @import { Happening } from "./record.js" */

const SIDES = [0, 1];

/** The players of the game that was taken; without one they have numbers. @type {string[] | null} */
let taken = null;

/** Draw the forms anew, with what was in them: the language or the edition has changed. */
export function show() {
  const panel = byId("outcome");
  const old = [...panel.querySelectorAll("input, textarea, select")];
  panel.replaceChildren(
    el("h1", {}, t("outcome.title")),
    el("div", { class: "forms-beside" }, drawJudge(), drawSettle()),
  );
  for (const node of old) refill(/** @type {HTMLInputElement} */ (node));
  showTicks();
}

/** A choice that the new form does not offer stays as the new form has it. @param {HTMLInputElement} old */
function refill({ id, value, checked }) {
  const node = field(id);
  if (!node) return;
  node.checked = checked;
  const offered = node.tagName !== "SELECT" || node.querySelector(`[value="${value}"]`);
  if (offered) node.value = value;
}

/** A form in a card, and the place for what it comes to. @param {string} name @param {() => unknown} submit @param {Attributes} more @param {...Child} fields */
function card(name, submit, more, ...fields) {
  const work = el("button", { class: "primary" }, t("outcome.work"));
  return el(
    "section",
    { class: "card" },
    el("h2", {}, t(`outcome.${name}`)),
    form({ id: `${name}-form`, ...more }, submit, ...fields, work),
    el("div", { id: `${name}-answer`, "aria-live": "polite" }),
  );
}

/** Put what a form says to the service, and show the answer below it. @param {string} name @param {() => Promise<HTMLElement>} ask */
function answer(name, ask) {
  byId(`${name}-answer`).replaceChildren();
  const place = byId(`${name}-form`);
  return desk.asking(async () => byId(`${name}-answer`).replaceChildren(await ask()), place);
}

function drawJudge() {
  const { variants, variant } = variantsOf(desk.edition, desk.settings);
  const before = el("textarea", { id: "judge-before", ...PLAIN, rows: 3 });
  return card(
    "judge",
    judge,
    {},
    labelled(t("outcome.before"), before, "grow"),
    el("p", { class: "row grow" }, button(t("outcome.fromGame"), takeGame)),
    textField("judge-play", t("outcome.play"), { required: true }),
    textField("judge-contested", t("desk.words")),
    variants.length > 1 && choiceField("judge-variant", t("setup.variant"), variants, variant),
    textField("judge-prior", t("outcome.prior"), { ...WHOLE, min: 0, max: 128 }),
    tickField("judge-retracted", t("outcome.retracted")),
  );
}

/** A play as GCG writes it. @param {Happening} event */
function asText(event) {
  const play = playOf(event);
  return play ? `${coordinate(play.start, play.direction)} ${play.tiles}` : "";
}

/** The latest play of the game in the editor, and the plays that lay before it. */
function takeGame() {
  const record = remembered("arbiter.game");
  const number = record ? latestPlay(record, record.events.length) : 0;
  if (number === 0) return;
  const before = playsBefore(record, number - 1).map((play) => asText({ type: "play", play }));
  field("judge-before").value = before.join("\n");
  field("judge-play").value = asText(record.events[number - 1]);
  byId("judge-contested").focus();
}

function judge() {
  const lines = written("judge-before").split("\n");
  const asked = defined({
    before: lines.map((line) => line.trim()).filter(Boolean),
    play: written("judge-play"),
    contested: wordsIn(written("judge-contested")),
    variant: otherVariant(field("judge-variant")?.value),
    prior_unfounded: wholeOf("judge-prior"),
    retracted: field("judge-retracted").checked || undefined,
  });
  return answer("judge", async () =>
    drawJudgement(await desk.api.judge(desk.edition.id, asked), asked.retracted),
  );
}

/** A variant that is not the announced one: that one is said with the conditions of the event. @param {string} [chosen] */
function otherVariant(chosen) {
  return chosen === usualVariant(desk.edition, desk.settings) ? undefined : chosen;
}

/** The verdict, what it does to each, and the penalty it comes from. @param {Judgement} judgement @param {boolean} [retracted] */
function drawJudgement({ valid, score, withdrawn, mover, challenger }, retracted) {
  /** @param {Judgement["mover"] & {seconds?: number}} does */
  const told = ({ points: change, turn, seconds = 0 }) => {
    const parts = [t("outcome.points", { change: signed(change) }), t(`outcome.turn.${turn}`)];
    return [...parts, ...(seconds ? [t("outcome.seconds", { seconds })] : [])].join(" · ");
  };
  const { rejected } = desk.edition.sections.challenge;
  const unfounded = unfoundedPenalty(desk.edition, field("judge-variant")?.value);
  const verdict = el(
    "p",
    { class: `outcome ${valid ? "stands" : "falls"}` },
    verdictShape(valid),
    el("strong", {}, verdictWord(desk.edition, desk.settings.lang, valid)),
  );
  /** @type {[string, string][]} */
  const follows = [
    [t("after.play"), withdrawn ? t("after.falls") : t("score.total", { points: score })],
    [t("after.player"), told(mover)],
    [t("after.challenger"), told(challenger)],
  ];
  return el(
    "div",
    { class: "summary" },
    retracted ? p(t("after.retracted")) : verdict,
    terms(follows, "follows"),
    note(penaltyText(withdrawn ? rejected : unfounded)),
  );
}

/** @param {number} number */
function numbered(number) {
  return t("editor.player", { number });
}

function playerNames() {
  return taken ?? SIDES.map((i) => numbered(i + 1));
}

function drawSettle() {
  const { overtime } = desk.edition.sections;
  const names = playerNames();
  /** @param {string} name @param {string} label @param {Attributes} [more] */
  const each = (name, label, more) =>
    SIDES.map((i) => textField(`settle-${name}${i}`, `${label}: ${names[i]}`, more));
  const seconds = { ...WHOLE, min: 0 };
  return card(
    "settle",
    settle,
    { input: showTicks },
    el("p", { class: "row" }, button(t("outcome.endFromGame"), takeEnd)),
    each("score", t("outcome.score"), { ...WHOLE, required: true }),
    each("rack", t("editor.field.rack")),
    choiceField(
      "settle-ended",
      t("editor.field.ended_by"),
      ENDINGS.map((name) => [name, t(`ending.${name}`)]),
    ),
    choiceField("settle-player", t("editor.field.ender"), enders(names)),
    each("overtime", overtimeLabel(), seconds),
    overtime.needs_call && note(t("outcome.fromCall", { article: articleText(overtime.article) })),
    each("remaining", t("editor.field.remaining"), seconds),
    tickField("settle-excused", t("outcome.excused")),
    tickField("settle-called", t("outcome.called")),
  );
}

/** @param {string} name */
function numbersOf(name) {
  return SIDES.map((i) => wholeOf(`settle-${name}${i}`) ?? 0);
}

/** Only a tick that would change the result is there: an absence, or a clock that loses if called. */
function showTicks() {
  const { needs_call: needed, lost_from: from } = desk.edition.sections.overtime;
  const ended = field("settle-ended").value;
  const exhausted = numbersOf("overtime").some((seconds) => seconds >= from);
  rowOf("settle-excused").hidden = ended !== "absence";
  rowOf("settle-called").hidden = !needed || !exhausted || ended === "time";
}

/** The line that a field stands in. @param {string} id */
function rowOf(id) {
  return /** @type {HTMLElement} */ (field(id).closest("p"));
}

/** @param {string} id */
function ticked(id) {
  return (field(id).checked && !rowOf(id).hidden) || undefined;
}

/** Names and scores of the game in the editor, and what it says of its end. */
async function takeEnd() {
  const record = remembered("arbiter.game");
  if (record?.players.length !== 2 || !record.events.length)
    return sayAt(byId("settle-form"), t("outcome.noGame"));
  const game = question(record, numbered);
  return desk.asking(async () => {
    const { totals } = await desk.api.replay(desk.edition.id, game);
    taken = game.players;
    byId("settle-form").closest("section")?.replaceWith(drawSettle());
    fillEnd(totals, game.events.find(({ type }) => type === "end") ?? {});
    showTicks();
  }, byId("settle-form"));
}

/** @param {number[]} score @param {Happening} end */
function fillEnd(score, { racks, ended_by: ended, player, ...seconds }) {
  const { overtime_seconds: overtime, remaining_seconds: remaining } = seconds;
  for (const [name, values] of Object.entries({ score, rack: racks, overtime, remaining }))
    for (const i of SIDES) field(`settle-${name}${i}`).value = String(values?.[i] ?? "");
  if (ENDINGS.includes(ended)) field("settle-ended").value = ended;
  field("settle-player").value = [player ?? []].join();
}

function settle() {
  /** @param {number[]} values */
  const some = (values) => (values.some(Boolean) ? values : undefined);
  const finish = defined({
    scores: numbersOf("score"),
    racks: SIDES.map((i) => written(`settle-rack${i}`)),
    ended_by: /** @type {Finish["ended_by"]} */ (field("settle-ended").value),
    player: endersIn("settle-player"),
    overtime_seconds: some(numbersOf("overtime")),
    remaining_seconds: some(numbersOf("remaining")),
    excused: ticked("settle-excused"),
    called: ticked("settle-called"),
  });
  return answer("settle", async () =>
    drawResult(await desk.api.settle(desk.edition.id, finish), finish),
  );
}

/** @param {Result} result @param {Finish} finish */
function drawResult(result, { scores, overtime_seconds: seconds }) {
  const players = playerNames();
  const adjustments = explained(result.adjustments, seconds);
  const changes = SIDES.map((i) => signed(result.final[i] - scores[i])).join(" / ");
  return el(
    "div",
    { class: "summary" },
    el("h2", {}, scoreLine(players, result.final)),
    p(t(`result.${result.result}`, { player: players[result.winner ?? -1] ?? "" })),
    note(t("outcome.changes", { changes })),
    settlement({ ...result, adjustments, players }),
  );
}

/** The adjustments, with the working of those for time: of an article's, they come first. @param {Adjustment[]} adjustments @param {number[]} [seconds] */
function explained(adjustments, seconds = []) {
  const { kind, amount, exhausted, lost_from: from, article } = desk.edition.sections.overtime;
  const forTime = SIDES.filter((i) => seconds[i]).map((i) =>
    adjustments.find((each) => each.player === i && each.article === article),
  );
  return adjustments.map((each) => {
    if (!forTime.includes(each)) return each;
    const values = { seconds: seconds[each.player], amount, exhausted, from };
    const minutes = Math.round(-each.points / amount);
    return { ...each, why: t(`outcome.time.${kind}`, { ...values, minutes }) };
  });
}
