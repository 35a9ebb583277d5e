/** Knows what the players see of the answer: the wait, the verdict, what follows from it. */

import { el } from "../dom.js";
import {
  lexiconLine,
  penaltyText,
  unfoundedPenalty,
  verdictShape,
  verdictWord,
} from "../edition.js";
import { t } from "../i18n.js";
import { actions, button, heading, heldBack, screen } from "./parts.js";

/** The same for every question: nothing here depends on the answer. */
export function judgingScreen() {
  return screen(heading(t("judging.title")), el("p", { class: "huge" }, t("judging.look")));
}

/** One answer, as large as the screen, by word, colour and shape. */
export function verdictScreen(tablet, act) {
  const { edition, settings, challenge, valid } = tablet;
  const countdown = el("p", { class: "countdown" });
  const compared = challenge.second
    ? t(challenge.differs ? "verdict.differs" : "verdict.same")
    : "";
  const node = el(
    "section",
    { class: `verdict ${valid ? "stands" : "falls"}` },
    el(
      "div",
      { class: "answer" },
      verdictShape(valid),
      el("h1", { tabindex: "-1" }, verdictWord(edition, settings.lang, valid)),
      el("p", { class: "compared" }, compared),
    ),
    countdown,
    button(t("verdict.seen"), act.dismiss, "seen"),
    el("p", { class: "lexicon" }, lexiconLine(edition.lexicon)),
  );
  return { node, tick: (left) => (countdown.textContent = t("verdict.clears", { seconds: left })) };
}

/** What follows, for either verdict: the screen no longer knows which one it was. */
export function consequencesScreen({ edition, settings, challenge }, act) {
  const rejected = edition.sections.challenge.rejected;
  const unfounded = penaltyText(unfoundedPenalty(edition, settings.variant));
  const again = challenge.first !== null && !challenge.retracted;
  return screen(
    heading(challenge.retracted ? t("after.retracted") : t("after.title")),
    challenge.differs && el("p", { class: "alarm" }, t("after.differs")),
    el(
      "div",
      { class: "outcomes" },
      outcome(!challenge.retracted && t("after.valid"), t("after.stands"), unfounded),
      !challenge.retracted && outcome(t("after.invalid"), t("after.falls"), penaltyText(rejected)),
    ),
    el("p", { class: "ask" }, t("after.clock")),
    actions(
      again && button(t("again.button"), act.again, "quiet"),
      heldBack(button(t("after.done"), act.rearm, "primary")),
    ),
  );
}

function outcome(title, ...texts) {
  return el(
    "div",
    {},
    title && el("h2", {}, title),
    texts.map((text) => el("p", {}, text)),
  );
}
