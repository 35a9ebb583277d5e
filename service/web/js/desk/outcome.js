/**
 * Knows two forms for what an arbiter has to work out: what a challenge does to both players, and
 * what a game comes to at its end. The service works; each number comes with its article.
 */

import { usualVariant } from "../core/announced.js";
import { desk, sayAt } from "../core/asking.js";
import { byId, el, field, p } from "../core/dom.js";
import {
  articleText,
  penaltyText,
  unfoundedPenalty,
  variantText,
  verdictShape,
  verdictWord,
} from "../core/edition.js";
import { t } from "../core/i18n.js";
import { remembered } from "../core/store.js";
import {
  areaField,
  choiceField,
  textField,
  tickField,
  WHOLE,
  wholeOf,
  written,
  overtimeLabel,
} from "./happenings.js";
import { coordinate, defined, latestPlay, playOf, playsBefore, question } from "./record.js";
import { points, settlement, signed } from "./sheet.js";

const ENDINGS = ["out", "scoreless", "time", "total_time", "round_time", "abandon", "absence"];
const SIDES = [0, 1];

/** The players of the game that was taken; without one they have numbers. */
let taken = null;

/** Draw the forms anew, with what was in them: the language or the edition has changed. */
export function show() {
  const panel = byId("outcome");
  const old = new Map(
    [...panel.querySelectorAll("input, textarea, select")].map((node) => [node.id, node]),
  );
  panel.replaceChildren(
    el("h1", {}, t("outcome.title")),
    el("div", { class: "forms-beside" }, drawJudge(), drawSettle()),
  );
  for (const [id, node] of old) refill(field(id), /** @type {HTMLInputElement} */ (node));
  showTicks();
}

/** A choice that the new form does not offer stays as the new form has it. */
function refill(node, { value, checked }) {
  if (!node) return;
  node.checked = checked;
  const offered = node.tagName !== "SELECT" || node.querySelector(`[value="${value}"]`);
  if (offered) node.value = value;
}

function submitting(then) {
  return (event) => {
    event.preventDefault();
    then();
  };
}

function drawJudge() {
  const { variants } = desk.edition;
  const names = variants.map((name) => [name, variantText(desk.edition, name)]);
  const chosen = usualVariant(desk.edition, desk.settings);
  return el(
    "section",
    { class: "card" },
    el("h2", {}, t("outcome.judge")),
    el(
      "form",
      { id: "judge-form", submit: submitting(judge) },
      areaField("judge-before", t("outcome.before"), { rows: 3 }),
      el(
        "p",
        { class: "row grow" },
        el("button", { type: "button", click: takeGame }, t("outcome.fromGame")),
      ),
      textField("judge-play", t("outcome.play"), { required: true }),
      textField("judge-contested", t("desk.words")),
      names.length > 1 && choiceField("judge-variant", t("setup.variant"), names, chosen),
      textField("judge-prior", t("outcome.prior"), { ...WHOLE, min: 0, max: 128 }),
      tickField("judge-retracted", t("outcome.retracted")),
      el("button", { class: "primary" }, t("outcome.work")),
    ),
    el("div", { id: "judge-answer", "aria-live": "polite" }),
  );
}

/** The latest play of the game in the editor, and the plays that lay before it. */
function takeGame() {
  const record = remembered("arbiter.game");
  const number = record ? latestPlay(record, record.events.length) : 0;
  if (number === 0) return;
  const asText = (play) => {
    const { start, direction, tiles } = playOf({ type: "play", play });
    return `${coordinate(start, direction)} ${tiles}`;
  };
  const before = playsBefore(record, number - 1).map(asText);
  field("judge-before").value = before.join("\n");
  field("judge-play").value = asText(record.events[number - 1].play ?? record.events[number - 1]);
  byId("judge-contested").focus();
}

async function judge() {
  const before = written("judge-before")
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean);
  const contested = written("judge-contested")
    .split(/[\s,;]+/)
    .filter(Boolean);
  const retracted = field("judge-retracted").checked || undefined;
  const asked = defined({
    before,
    play: written("judge-play"),
    contested,
    variant: otherVariant(field("judge-variant")?.value),
    prior_unfounded: wholeOf("judge-prior"),
    retracted,
  });
  byId("judge-answer").replaceChildren();
  await desk.asking(async () => {
    const answer = await desk.api.judge(desk.edition.id, asked);
    byId("judge-answer").replaceChildren(drawJudgement(answer, retracted));
  }, byId("judge-form"));
}

/** A variant that is not the announced one: that one is said with the conditions of the event. */
function otherVariant(chosen) {
  return chosen === usualVariant(desk.edition, desk.settings) ? undefined : chosen;
}

/** The verdict, what it does to each, and the penalty it comes from. */
function drawJudgement({ valid, score, withdrawn, mover, challenger }, retracted) {
  const told = ({ points: change, turn, seconds = 0 }) => {
    const parts = [t("outcome.points", { change: signed(change) }), t(`outcome.turn.${turn}`)];
    return [...parts, ...(seconds ? [t("outcome.seconds", { seconds })] : [])].join(" · ");
  };
  const { rejected } = desk.edition.sections.challenge;
  const unfounded = unfoundedPenalty(desk.edition, field("judge-variant")?.value);
  const penalty = withdrawn ? rejected : unfounded;
  const verdict = el(
    "p",
    { class: `outcome ${valid ? "stands" : "falls"}` },
    verdictShape(valid),
    el("strong", {}, verdictWord(desk.edition, desk.settings.lang, valid)),
  );
  const play = withdrawn ? t("after.falls") : t("score.total", { points: score });
  return el(
    "div",
    { class: "summary" },
    retracted ? p(t("after.retracted")) : verdict,
    el(
      "dl",
      { class: "follows" },
      el("dt", {}, t("after.play")),
      el("dd", {}, play),
      el("dt", {}, t("after.player")),
      el("dd", {}, told(mover)),
      el("dt", {}, t("after.challenger")),
      el("dd", {}, told(challenger)),
    ),
    el("p", { class: "note" }, penaltyText(penalty)),
  );
}

function numbered(number) {
  return t("editor.player", { number });
}

function playerNames() {
  return taken ?? SIDES.map((i) => numbered(i + 1));
}

function drawSettle() {
  const { overtime } = desk.edition.sections;
  const names = playerNames();
  const each = (name, label, more) =>
    SIDES.map((i) => textField(`settle-${name}${i}`, `${label}: ${names[i]}`, more));
  const who = [["", "–"], ...names.map((name, i) => [String(i), name]), ["0,1", names.join(", ")]];
  const number = { ...WHOLE, required: true };
  return el(
    "section",
    { class: "card" },
    el("h2", {}, t("outcome.settle")),
    el(
      "form",
      { id: "settle-form", submit: submitting(settle), input: showTicks },
      el(
        "p",
        { class: "row" },
        el("button", { type: "button", click: takeEnd }, t("outcome.endFromGame")),
      ),
      each("score", t("outcome.score"), number),
      each("rack", t("editor.field.rack"), {}),
      choiceField(
        "settle-ended",
        t("editor.field.ended_by"),
        ENDINGS.map((name) => [name, t(`ending.${name}`)]),
      ),
      choiceField("settle-player", t("editor.field.ender"), who),
      each("overtime", overtimeLabel(desk.edition), { ...WHOLE, min: 0 }),
      overtime.needs_call &&
        el(
          "p",
          { class: "note" },
          t("outcome.fromCall", { article: articleText(overtime.article) }),
        ),
      each("remaining", t("editor.field.remaining"), { ...WHOLE, min: 0 }),
      tickField("settle-excused", t("outcome.excused")),
      tickField("settle-called", t("outcome.called")),
      el("button", { class: "primary" }, t("outcome.work")),
    ),
    el("div", { id: "settle-answer", "aria-live": "polite" }),
  );
}

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

/** The line that a field stands in. */
function rowOf(id) {
  return /** @type {HTMLElement} */ (field(id).closest("p"));
}

function ticked(id) {
  return (field(id).checked && !rowOf(id).hidden) || undefined;
}

/** Names and scores of the game in the editor, and what it says of its end. */
async function takeEnd() {
  const record = remembered("arbiter.game");
  const asked = record?.players.length === 2 && record.events.length ? record : null;
  if (asked === null) return sayAt(byId("settle-form"), t("outcome.noGame"));
  const game = question(asked, numbered);
  return desk.asking(async () => {
    const { totals } = await desk.api.replay(desk.edition.id, game);
    taken = game.players;
    byId("settle-form").closest("section")?.replaceWith(drawSettle());
    fillEnd(totals, asked.events.find(({ type }) => type === "end") ?? {});
    showTicks();
  }, byId("settle-form"));
}

/** @param {number[]} totals @param {Record<string, any>} end */
function fillEnd(totals, { racks, ended_by: ended, player, overtime_seconds, remaining_seconds }) {
  const each = {
    score: totals,
    rack: racks,
    overtime: overtime_seconds,
    remaining: remaining_seconds,
  };
  for (const [name, values] of Object.entries(each))
    for (const i of SIDES) field(`settle-${name}${i}`).value = String(values?.[i] ?? "");
  if (ENDINGS.includes(ended)) field("settle-ended").value = ended;
  field("settle-player").value = [player ?? []].flat().join(",");
}

async function settle() {
  const some = (values) => (values.some(Boolean) ? values : undefined);
  const who = written("settle-player");
  /** @type {any} */
  const finish = defined({
    scores: numbersOf("score"),
    racks: SIDES.map((i) => written(`settle-rack${i}`)),
    ended_by: field("settle-ended").value,
    player: who ? who.split(",").map(Number) : undefined,
    overtime_seconds: some(numbersOf("overtime")),
    remaining_seconds: some(numbersOf("remaining")),
    excused: ticked("settle-excused"),
    called: ticked("settle-called"),
  });
  byId("settle-answer").replaceChildren();
  await desk.asking(async () => {
    const answer = await desk.api.settle(desk.edition.id, finish);
    byId("settle-answer").replaceChildren(drawResult(answer, finish));
  }, byId("settle-form"));
}

function drawResult(answer, { scores, overtime_seconds: seconds }) {
  const players = playerNames();
  const adjustments = explained(answer.adjustments, seconds);
  const said = players.map((name, i) => `${name} ${points(answer.final[i])}`).join(" – ");
  const changes = SIDES.map((i) => signed(answer.final[i] - scores[i])).join(" / ");
  return el(
    "div",
    { class: "summary" },
    el("h2", {}, said),
    p(t(`result.${answer.result}`, { player: players[answer.winner] ?? "" })),
    el("p", { class: "note" }, t("outcome.changes", { changes })),
    settlement({ ...answer, adjustments, players }),
  );
}

/** The adjustments, with the working of those for time: of an article's, they come first. */
function explained(adjustments, seconds = []) {
  const rule = desk.edition.sections.overtime;
  const { kind, amount, exhausted, lost_from: from, article } = rule;
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
