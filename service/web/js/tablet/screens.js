/**
 * Knows what the players see until the verdict: ready, words, check, consent.
 *
 * A screen is `{node}`, with `key(event)` if it listens to the hardware keyboard, `update()` if it
 * can follow a change without being drawn anew (it is called first when the screen is in the page)
 * and `wait()` if it can show that an answer is awaited. Who types, checks and presses comes from
 * the procedure (FRS 5.11.1, 5.11.2, 5.11.5; FISC §6; FIGS 28): its name picks the text.
 */

import { el } from "../dom.js";
import { tileRow } from "../edition.js";
import { has, t } from "../i18n.js";
import { keyboard, pressed } from "./keyboard.js";
import { actions, button, heading, heldBack, screen } from "./parts.js";

/** Ready: what to do before typing, and how many words are contested. */
export function armedScreen({ edition, settings }, act) {
  const cover = `armed.cover.${edition.federation}.${settings.procedure}`;
  const first = ["armed.say", "armed.clock", "armed.tell"].map((name) => t(name));
  const steps = [...first, ...(has(cover) ? [t(cover)] : []), t(`armed.go.${settings.procedure}`)];
  const counts = Array.from({ length: edition.rack_size + 1 }, (_, i) => i + 1);
  return screen(
    heading(t("armed.title")),
    el(
      "ol",
      { class: "steps" },
      steps.map((step) => el("li", {}, step)),
    ),
    el("p", { id: "how-many", class: "ask" }, t("armed.count")),
    el(
      "div",
      { class: "counts", role: "group", "aria-labelledby": "how-many" },
      counts.map((n) => button(String(n), () => act.declare(n), "count")),
    ),
    edition.sections.placement.stands_uncontested &&
      button(t("misplaced.button"), act.misplaced, "quiet"),
  );
}

/** The words are typed. */
export function wordsScreen(tablet, act) {
  const { alphabet, settings } = tablet;
  const slots = el("ol", { class: "slots" });
  const status = el("p", { class: "status", role: "status" });
  const leave = el("span", { class: "leave" });
  const submit = button(t("words.check"), act.submit, "primary");
  const keys = { face: act.type, erase: act.erase, forward: act.forward };
  const title = heading(t(`words.by.${settings.procedure}`));
  const update = () => {
    const { challenge, note, tone } = tablet;
    // The slots are drawn anew: whoever stood on one goes on typing from the title.
    if (slots.contains(document.activeElement)) title.focus();
    slots.replaceChildren(...challenge.words.map((word, i) => slot(tablet, word, i, act)));
    status.textContent = note || t(wordsStatus(challenge));
    status.className = `status ${tone}`;
    leave.replaceChildren(...wayOut(tablet, act));
    submit.removeAttribute("aria-busy");
    submit.disabled = !challenge.words.every((word) => alphabet.complete(word));
    // Last of all: what is written below decides how many slots there is room for.
    slots.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
  const wait = () => {
    title.focus();
    submit.setAttribute("aria-busy", "true");
    submit.disabled = true;
  };
  const typing = el("div", { class: "typing" }, keyboard(alphabet, keys));
  const result = screen(
    eyebrow(tablet.challenge),
    title,
    slots,
    status,
    typing,
    actions(leave, submit),
  );
  result.node.classList.add("words");
  return { ...result, update, wait, key: (event) => pressed(event, keys) };
}

/** The opponent checks the words, then the verdict may be asked for: one layout for both. */
export function checkScreen(tablet, act) {
  const { challenge, alphabet, settings, edition } = tablet;
  const consented = challenge.step === "consent";
  const { procedure } = settings;
  const title = consented ? t(`consent.by.${procedure}`) : t(`check.by.${procedure}`);
  const words = challenge.spelled.map(({ text, tiles }) =>
    el("li", {}, tiles === null ? el("span", { class: "word" }, text) : tileRow(tiles, alphabet)),
  );
  const go = consented
    ? button(t("consent.ask"), act.judge, "primary")
    : button(t("check.agree"), act.consent, "primary");
  const note = tablet.note || (consented ? t("consent.note") : t("check.note"));
  const leave = [button(t("check.correct"), act.correct, "quiet"), retractButton(edition, act)];
  return screen(
    eyebrow(challenge),
    heading(title),
    el("ol", { class: "submitted", tabindex: "0", "aria-label": t("check.words") }, words),
    el("p", { class: `status ${tablet.tone}`, role: "status" }, note),
    actions(leave, heldBack(go)),
  );
}

function eyebrow(challenge) {
  return challenge.second && el("p", { class: "eyebrow" }, t("again.title"));
}

function slot({ challenge, alphabet }, word, i, act) {
  const current = i === challenge.at;
  const label = el("span", { class: "number" }, String(i + 1));
  const faces = alphabet.facesOf(word);
  const shown = faces.length
    ? tileRow(faces, alphabet)
    : el("span", { class: "empty" }, t("words.empty"));
  const press = () => act.select(i);
  const attributes = {
    type: "button",
    class: "slot",
    click: press,
    "aria-current": current && "true",
  };
  return el("li", {}, el("button", attributes, label, shown));
}

function wordsStatus(challenge) {
  if (challenge.second) return "words.again";
  return challenge.locked ? "words.locked" : "words.unlocked";
}

function wayOut({ challenge, edition }, act) {
  if (!challenge.locked) return [button(t("words.back"), act.rearm, "quiet")];
  const retract = retractButton(edition, act);
  return retract ? [retract] : [];
}

function retractButton(edition, act) {
  if (edition.sections.challenge.retraction === "silent") return null;
  return button(t("retract.button"), act.retract, "quiet");
}
