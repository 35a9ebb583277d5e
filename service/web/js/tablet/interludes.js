/**
 * Knows the screens beside the challenge: a second challenge, a misplaced play, no network.
 */

import { el } from "../dom.js";
import { articleText } from "../edition.js";
import { t } from "../i18n.js";
import { actions, button, heading, heldBack, screen } from "./parts.js";

/** Before a second challenge of the same play. */
export function againScreen({ edition }, act) {
  const { rechallenge: kind, article } = edition.sections.challenge;
  const go = button(t("again.start"), act.challengeAgain, "primary");
  const heard = el("input", { type: "checkbox", id: "heard", autocomplete: "off" });
  const needsArgument = kind === "once_with_argument";
  go.disabled = needsArgument;
  heard.addEventListener("change", () => (go.disabled = !heard.checked));
  return screen(
    heading(t("again.title")),
    el("p", { class: "ask" }, `${t(`again.${kind}`)} (${articleText(article)})`),
    needsArgument && el("label", { class: "tick", for: "heard" }, heard, t("again.heard")),
    actions(button(t("again.back"), act.backToConsequences, "quiet"), go),
  );
}

/** A misplaced play is the arbiter's business: no word is typed and no lexicon asked (5.10.15). */
export function misplacedScreen({ edition, settings }, act) {
  const article = articleText(edition.sections.placement.article);
  return screen(
    heading(t("misplaced.title")),
    el("p", { class: "huge" }, t("call.arbiter", { table: settings.table })),
    el("p", { class: "ask" }, `${t("misplaced.text")} (${article})`),
    actions(null, button(t("misplaced.done"), act.rearm, "primary")),
  );
}

/** No answer from the service: said at once and large. */
export function outageScreen({ settings, challenge }) {
  return screen(
    heading(t("outage.title")),
    el("p", { class: "huge alarm" }, t("call.arbiter", { table: settings.table })),
    el("p", { class: "ask" }, t(challenge.step === "armed" ? "outage.starting" : "outage.kept")),
  );
}

/** A question before a step that cannot be undone. */
export function confirmScreen(question, yes, no) {
  return screen(
    heading(question),
    actions(
      heldBack(button(t("confirm.no"), no, "quiet")),
      heldBack(button(t("confirm.yes"), yes, "primary")),
    ),
  );
}
