/**
 * Knows the screens beside the challenge: a second challenge, a misplaced play, no network, a device
 * that was left alone.
 */

import { el } from "../dom.js";
import { articleText } from "../edition.js";
import { t } from "../i18n.js";
import { actions, button, heading, screen } from "./parts.js";

/** Before a second challenge of the same play. */
export function againScreen({ edition, settings }, act) {
  const { rechallenge: kind, articles, article } = edition.sections.challenge;
  const where = articleText(articles?.rechallenge ?? article);
  const go = button(t("again.start"), act.challengeAgain, "primary");
  const heard = el("input", { type: "checkbox", id: "heard", autocomplete: "off" });
  const needsArgument = kind === "once_with_argument";
  // Another arbiter can only be asked for where an arbiter judged (FRS 5.10.9).
  const external = kind === "another_arbiter" && settings.procedure === "arbiter";
  const how = kind === "another_arbiter" && !external ? "again.by_the_players" : `again.${kind}`;
  go.disabled = needsArgument;
  heard.addEventListener("change", () => (go.disabled = !heard.checked));
  return screen(
    heading(t("again.title")),
    el("p", { class: "ask" }, `${t(how)} (${where})`),
    el("p", {}, t("again.same")),
    needsArgument && el("label", { class: "tick", for: "heard" }, heard, t("again.heard")),
    actions(button(t("again.back"), act.backToConsequences), go),
  );
}

/** A misplaced play is the arbiter's business: no word is typed and no lexicon asked (5.10.15). */
export function misplacedScreen({ edition, settings }, act) {
  const article = articleText(edition.sections.challenge.articles.placement);
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

/** A code was brought to a device that finds no service: nothing is known yet but that. */
export function unreachableScreen() {
  return screen(
    heading(t("outage.title")),
    el("p", { class: "huge alarm" }, t("fault.network")),
    el("p", { class: "ask" }, t("outage.starting")),
  );
}

/** The words of a device that several tables share went because nobody was there any more. */
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
 * @param {string} question
 * @param {{text: string, press: () => void}} yes
 * @param {{text: string, press: () => void}} no
 */
export function confirmScreen(question, yes, no) {
  return screen(
    heading(question),
    actions(button(yes.text, yes.press, "quiet costly"), button(no.text, no.press, "primary")),
  );
}
