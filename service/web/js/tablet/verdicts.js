/** Knows what the players see of the answer, what follows from it, and the screens beside it. */

import { el, p, terms } from "../core/dom.js";
import {
  articleText,
  differingText,
  lexiconLine,
  verdictShape,
  verdictWord,
  whatFollows,
} from "../core/edition.js";
import { t } from "../core/i18n.js";
import { actions, button, heading, screen } from "./parts.js";
import { typist } from "./procedure.js";

/** @import { Leaf } from "../core/dom.js" */
/** @import { Tablet } from "./device.js" */
/** @import { Act } from "./screens.js" */

/** A verdict is looked at before it can be taken away. */
const LOOK = 2000;
/** @type {import("./challenge.js").Player[]} */
const PLAYERS = ["challenger", "opponent"];

/** The same for every question: nothing here depends on the answer. */
export function judgingScreen() {
  return screen(heading(t("judging.title")), el("p", { class: "huge" }, t("judging.look")));
}

/**
 * One answer, as large as the screen, by word, colour and shape. It leaves when both players have
 * said that they saw it; their buttons lie at the top, where no earlier screen has any.
 *
 * @param {Tablet} tablet @param {Act} act
 */
export function verdictScreen(tablet, act) {
  const { edition, challenge } = tablet;
  const valid = Boolean(challenge.valid);
  const countdown = el("p", { class: "countdown" });
  const seen = PLAYERS.map((player) =>
    el("button", { type: "button", class: "seen", click: () => act.see(player) }, [
      el("span", { class: "box", "aria-hidden": "true" }),
      t(`verdict.seen.${player}`),
    ]),
  );
  const compared = challenge.second ? t(`verdict.${challenge.differs ? "differs" : "same"}`) : "";
  const node = drawVerdict(tablet, valid, [
    el("div", { class: "seens", role: "group", "aria-label": t("verdict.seen") }, seen),
    faces(tablet, valid, compared),
    countdown,
    el("p", { class: "lexicon" }, lexiconLine(edition.lexicon)),
  ]);
  const update = () => {
    seen.forEach((pressed, i) => {
      pressed.setAttribute("aria-pressed", String(tablet.challenge.seen.includes(PLAYERS[i])));
    });
  };
  /** @param {number} left */
  const tick = (left) => (countdown.textContent = t("verdict.clears", { seconds: left }));
  return { node, quiet: LOOK, update, tick };
}

/**
 * The verdict before, which only the organiser's PIN brings back.
 *
 * @param {Tablet} tablet @param {boolean} valid @param {() => void} close
 */
export function recallScreen(tablet, valid, close) {
  const node = drawVerdict(tablet, valid, [
    el("p", { class: "recalled" }, t("recall.title")),
    faces(tablet, valid, ""),
    button(t("recall.close"), close, "seen"),
    el("p", { class: "lexicon" }, lexiconLine(tablet.edition.lexicon)),
  ]);
  return { node };
}

/** @param {Tablet} tablet @param {boolean} valid @param {(Leaf | Leaf[])[]} parts */
function drawVerdict({ settings }, valid, parts) {
  const sides = settings.sides === "two" ? "two-sided" : "one-sided";
  return el("section", { class: `verdict ${valid ? "stands" : "falls"} ${sides}` }, parts);
}

/**
 * The answer, and where the organiser wants it the same once more for who sits on the other side.
 *
 * @param {Tablet} tablet @param {boolean} valid @param {string} compared
 */
function faces({ edition, settings }, valid, compared) {
  const word = verdictWord(edition, settings.lang, valid);
  const answer = el(
    "div",
    { class: "answer" },
    verdictShape(valid),
    el("h1", { tabindex: "-1" }, word),
    el("p", { class: "compared" }, compared),
  );
  if (settings.sides !== "two") return answer;
  // Only the word: a tick upside down can be misread from this side.
  const turned = el("p", { class: "word-said" }, word);
  return [el("div", { class: "answer turned", "aria-hidden": "true" }, turned), answer];
}

/**
 * What follows from the verdict that was given, and from no other.
 *
 * @param {Tablet} tablet @param {Act} act
 */
export function consequencesScreen(tablet, act) {
  const { edition, challenge, settings } = tablet;
  const valid = Boolean(challenge.valid);
  const again = challenge.first !== null && !challenge.retracted;
  const said = !challenge.retracted && verdictWord(edition, settings.lang, valid);
  const side = valid ? "stands" : "falls";
  const stands = challenge.retracted || valid;
  const told = { stands, variant: settings.variant, count: challenge.count };
  const follows = whatFollows(edition, told);
  const result = screen(
    heading(challenge.retracted ? t("after.retracted") : t("after.title")),
    said && el("p", { class: `outcome ${side}` }, verdictShape(valid), el("strong", {}, said)),
    challenge.differs && el("p", { class: "alarm" }, differingText(edition)),
    terms(follows, "follows"),
    el("p", { class: "ask" }, t("after.clock")),
    actions(
      again && button(t("again.button"), act.again),
      button(t("after.done"), act.rearm, "primary"),
    ),
  );
  result.node.classList.add("consequences");
  return result;
}

/**
 * The screens beside the challenge: a second challenge, a misplaced play, no network, a device
 * that was left alone.
 */

/** Before a second challenge of the same play. @param {Tablet} tablet @param {Act} act */
export function againScreen(tablet, act) {
  const { edition } = tablet;
  const { rechallenge: kind, articles, article } = edition.sections.challenge;
  const where = articleText(articles?.rechallenge ?? article);
  const go = button(t("again.start"), act.challengeAgain, "primary");
  const heard = el("input", { type: "checkbox", id: "heard", autocomplete: "off" });
  const needsArgument = kind === "once_with_argument";
  // Another arbiter can only be asked for where an arbiter judged (FRS 5.10.9).
  const external = kind === "another_arbiter" && typist(tablet) === "arbiter";
  const how = kind === "another_arbiter" && !external ? "again.by_the_players" : `again.${kind}`;
  go.disabled = needsArgument;
  heard.addEventListener("change", () => (go.disabled = !heard.checked));
  return screen(
    heading(t("again.title")),
    el("p", { class: "ask" }, `${t(how)} (${where})`),
    p(t("again.same")),
    needsArgument && el("label", { class: "tick", for: "heard" }, heard, t("again.heard")),
    actions(button(t("again.back"), act.backToConsequences), go),
  );
}

/**
 * A misplaced play is the arbiter's business: no word is typed and no lexicon asked (5.10.15).
 *
 * @param {Tablet} tablet @param {Act} act
 */
export function misplacedScreen({ edition, settings }, act) {
  const article = articleText(edition.sections.challenge.articles.placement);
  return screen(
    heading(t("misplaced.title")),
    el("p", { class: "huge" }, t("call.arbiter", { table: settings.table })),
    el("p", { class: "ask" }, `${t("misplaced.text")} (${article})`),
    actions(null, button(t("misplaced.done"), act.rearm, "primary")),
  );
}

/**
 * No answer from the service: said at once and large. A device that brought a code and belongs to no
 * table yet has no arbiter to call.
 *
 * @param {Tablet} tablet
 */
export function outageScreen({ settings: { table }, challenge }) {
  return screen(
    heading(t("outage.title")),
    el("p", { class: "huge alarm" }, table ? t("call.arbiter", { table }) : t("fault.network")),
    el("p", { class: "ask" }, t(challenge.step === "armed" ? "outage.starting" : "outage.kept")),
  );
}

/**
 * The words of a device that several tables share went because nobody was there any more.
 *
 * @param {Act} act
 */
export function clearedScreen(act) {
  return screen(
    heading(t("cleared.title")),
    el("p", { class: "ask" }, t("cleared.text")),
    actions(null, button(t("cleared.done"), act.rearm, "primary")),
  );
}

/**
 * A question before a step that costs something; the large button is the one that costs nothing.
 *
 * @param {string} question @param {{text: string, press: () => void}} yes
 * @param {{text: string, press: () => void}} no
 */
export function confirmScreen(question, yes, no) {
  return screen(
    heading(question),
    actions(button(yes.text, yes.press, "quiet costly"), button(no.text, no.press, "primary")),
  );
}
