/**
 * Knows two forms for what an arbiter has to work out: what a challenge does to both players, and
 * what a game comes to at its end. The service works; each number comes with its article.
 */

import { byId, el, field } from "../dom.js";
import { penaltyText, unfoundedPenalty, variantText } from "../edition.js";
import { verdictShape, verdictWord } from "../edition.js";
import { t } from "../i18n.js";
import { remembered } from "../store.js";
import { areaField, choiceField, textField, tickField, WHOLE, wholeOf, written } from "./fields.js";
import { defined, latestPlay, playOf, playsBefore } from "./record.js";
import { points, settlement, signed } from "./sheet.js";
import { coordinate } from "./game.js";

const ENDINGS = ["out", "scoreless", "time", "total_time", "round_time", "abandon", "absence"];
const SIDES = [0, 1];

let desk = null;

/** Make the forms work; `shared` holds the page's edition and connection. */
export function prepare(shared) {
  desk = shared;
}

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
  const { variants, sections } = desk.edition;
  const names = variants.map((name) => [name, variantText(desk.edition, name)]);
  const { variant } = desk.settings;
  const chosen = variants.includes(variant) ? variant : sections.challenge.default_variant;
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
  const question = defined({
    before,
    play: written("judge-play"),
    contested,
    variant: field("judge-variant")?.value,
    prior_unfounded: wholeOf("judge-prior"),
    retracted,
  });
  byId("judge-answer").replaceChildren();
  await desk.asking(async () => {
    const answer = await desk.api.judge(desk.edition.id, question);
    byId("judge-answer").replaceChildren(drawJudgement(answer, retracted));
  }, byId("judge-form"));
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
    retracted ? el("p", {}, t("after.retracted")) : verdict,
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

function drawSettle() {
  const names = SIDES.map((i) => t("editor.player", { number: i + 1 }));
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
      { id: "settle-form", submit: submitting(settle) },
      each("score", t("outcome.score"), number),
      each("rack", t("editor.field.rack"), {}),
      choiceField(
        "settle-ended",
        t("editor.field.ended_by"),
        ENDINGS.map((name) => [name, t(`ending.${name}`)]),
      ),
      choiceField("settle-player", t("editor.field.ender"), who),
      each("overtime", t("editor.field.overtime"), { ...WHOLE, min: 0 }),
      each("remaining", t("editor.field.remaining"), { ...WHOLE, min: 0 }),
      tickField("settle-excused", t("outcome.excused")),
      tickField("settle-called", t("outcome.called")),
      el("button", { class: "primary" }, t("outcome.work")),
    ),
    el("div", { id: "settle-answer", "aria-live": "polite" }),
  );
}

async function settle() {
  const each = (name) => SIDES.map((i) => wholeOf(`settle-${name}${i}`) ?? 0);
  const some = (values) => (values.some(Boolean) ? values : undefined);
  const who = written("settle-player");
  const finish = defined({
    scores: each("score"),
    racks: SIDES.map((i) => written(`settle-rack${i}`)),
    ended_by: field("settle-ended").value,
    player: who ? who.split(",").map(Number) : undefined,
    overtime_seconds: some(each("overtime")),
    remaining_seconds: some(each("remaining")),
    excused: field("settle-excused").checked || undefined,
    called: field("settle-called").checked || undefined,
  });
  byId("settle-answer").replaceChildren();
  await desk.asking(async () => {
    const answer = await desk.api.settle(desk.edition.id, finish);
    byId("settle-answer").replaceChildren(drawResult(answer, finish.scores));
  }, byId("settle-form"));
}

function drawResult(answer, scores) {
  const players = SIDES.map((i) => t("editor.player", { number: i + 1 }));
  const said = players.map((name, i) => `${name} ${points(answer.final[i])}`).join(" – ");
  const changes = SIDES.map((i) => signed(answer.final[i] - scores[i])).join(" / ");
  return el(
    "div",
    { class: "summary" },
    el("h2", {}, said),
    el("p", {}, t(`result.${answer.result}`, { player: players[answer.winner] ?? "" })),
    el("p", { class: "note" }, t("outcome.changes", { changes })),
    settlement({ ...answer, players }),
  );
}
