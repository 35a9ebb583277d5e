/**
 * Knows what the players see until the verdict: ready, words, check, consent; with
 * the keys and the short times of the regulation.
 *
 * A screen is `{node}`, with `key(event)` if it listens to the hardware keyboard, `update()` if it
 * can follow a change without being drawn anew (it is called first when the screen is in the page)
 * and `wait()` if it can show that an answer is awaited.
 *
 * @typedef {"forward" | "submit" | "correct" | "consent" | "judge" | "back" | "retract" | "giveUp"
 *   | "again" | "backToConsequences" | "challengeAgain" | "misplaced" | "rearm" | "contest"
 *   | "newGame" | "report"} Press
 * @typedef {Record<Press, () => void> & {declare: (count: number) => void,
 *   type: (key: string) => boolean, erase: () => boolean, select: (at: number) => void,
 *   see: (player: Player) => void}} Act What the buttons of the screens do.
 *
 * @typedef {{face: (key: string) => void, erase: () => void, forward: () => void}} Keys
 */

import { el, li, there } from "../core/dom.js";
import { articleText, faceName, tileRow } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { actions, button, heading, QUIET, screen } from "./parts.js";
import { checkNote, locks, stepsBefore, typist, wayOf, wordsStatus } from "./procedure.js";

/** @import { Alphabet } from "../core/tiles.js" */
/** @import { Challenge, Player } from "./challenge.js" */
/** @import { Tablet } from "./device.js" */

/** A word of so many tiles is as wide as it gets; the tiles of a shorter one are no larger. */
const FEW = 7;

/**
 * Ready: what to do before typing, and how many words are contested.
 *
 * @param {Tablet} tablet @param {Act} act
 */
export function armedScreen(tablet, act) {
  const { edition, settings } = tablet;
  const counts = Array.from({ length: edition.rack_size + 1 }, (_, i) => i + 1);
  const steps = stepsBefore(tablet).map((step) => li(step));
  // Only where the text has a challenge of its own for it (FRS 5.10.15).
  const misplaced = edition.sections.challenge.articles?.placement;
  const result = screen(
    el(
      "div",
      { class: "guide" },
      heading(t("armed.title")),
      el("ol", { class: "steps" }, steps),
      el(
        "div",
        { class: "aids" },
        (edition.sections.procedures.timers ?? []).map(timer),
        misplaced && button(t("misplaced.button"), act.misplaced, "quiet misplaced"),
        tablet.hasEvent && button(t("report.open"), act.report, "quiet"),
      ),
    ),
    el(
      "div",
      { class: "begin" },
      el(
        "div",
        { class: "asking" },
        el("p", { id: "how-many", class: "ask" }, t("armed.count")),
        tablet.game && button(t("armed.back"), act.rearm),
      ),
      el(
        "div",
        { class: "counts", role: "group", "aria-labelledby": "how-many" },
        counts.map((n) => button(String(n), () => act.declare(n), "count")),
      ),
    ),
    el(
      "p",
      { class: "flag", "aria-hidden": "true" },
      el("span", { class: "sign" }, el("small", {}, t("setup.table")), settings.table),
    ),
  );
  result.node.classList.add("armed");
  return result;
}

/** The words are typed. @param {Tablet} tablet @param {Act} act */
export function wordsScreen(tablet, act) {
  const { alphabet } = tablet;
  const slots = el("ol", { class: "slots" });
  const status = el("p", { class: "status", role: "status" });
  const leave = el("div", { class: "leave" });
  const submit = button(t("words.check"), act.submit, "primary");
  const spoken = el("p", { class: "visually-hidden", role: "status" });
  const title = heading(t(`words.by.${typist(tablet)}`));
  /** @param {string} key */
  const face = (key) => {
    if (act.type(key)) return;
    status.textContent = unheard(tablet, key);
    status.className = "status alarm";
  };
  const keys = { face, erase: act.erase, forward: act.forward };
  const update = () => {
    const { challenge, note, tone } = tablet;
    // The slots are drawn anew: whoever stood on one goes on typing from the title.
    if (slots.contains(document.activeElement)) title.focus();
    slots.replaceChildren(...challenge.words.map((word, i) => slot(tablet, word, i, act)));
    status.textContent = note || wordsStatus(tablet);
    status.className = `status ${tone}`;
    spoken.textContent = spokenWord(tablet);
    leave.replaceChildren(...waysOut(tablet, act));
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
  const foot = el("div", { class: "actions" }, leave, submit);
  const result = screen(eyebrow(tablet.challenge), title, slots, status, typing, foot, spoken);
  result.node.classList.add("words");
  return {
    ...result,
    update,
    wait,
    /** @param {KeyboardEvent} event */
    key: (event) => pressed(event, keys),
  };
}

/**
 * The opponent checks the words, then the verdict may be asked for: one layout for both.
 *
 * @param {Tablet} tablet @param {Act} act
 */
export function checkScreen(tablet, act) {
  const { challenge, alphabet } = tablet;
  const consented = challenge.step === "consent";
  const title = consented ? t(`consent.by.${wayOf(tablet).asks}`) : t(`check.by.${typist(tablet)}`);
  const words = challenge.spelled.map(({ text, tiles }) =>
    li(tiles === null ? el("span", { class: "word" }, text) : tileRow(tiles, alphabet)),
  );
  const list = el(
    "ol",
    { class: "submitted", tabindex: "0", "aria-label": t("check.words") },
    words,
  );
  const longest = Math.max(FEW, ...challenge.spelled.map(({ tiles }) => tiles?.length ?? 0));
  list.style.setProperty("--words", String(words.length));
  list.style.setProperty("--longest", String(longest));
  const go = consented
    ? button(t("consent.ask"), act.judge, "primary")
    : button(t("check.agree"), act.consent, "primary");
  const note = tablet.note || (consented ? t("consent.note") : checkNote(tablet));
  const status = el("p", { class: `status ${tablet.tone}`, role: "status" }, note);
  const leave = [button(t("check.correct"), act.correct), ...takingBack(tablet, act)];
  const result = screen(eyebrow(challenge), heading(title), list, status, actions(leave, go));
  return { ...result, update: () => consented || readToTheEnd(list, go, status, note) };
}

/**
 * Nobody agrees to words that were never on the screen: a list that is too long is read first.
 *
 * @param {HTMLElement} list @param {HTMLButtonElement} go @param {HTMLElement} status
 * @param {string} note
 */
function readToTheEnd(list, go, status, note) {
  const atEnd = () => list.scrollTop + list.clientHeight >= list.scrollHeight - 2;
  const look = () => {
    go.disabled = go.disabled && !atEnd();
    status.textContent = go.disabled ? t("check.scroll") : note;
  };
  go.disabled = !atEnd();
  list.addEventListener("scroll", look);
  look();
}

/** @param {Challenge} challenge */
function eyebrow(challenge) {
  return challenge.second && el("p", { class: "eyebrow" }, t("again.title"));
}

/** @param {Tablet} tablet @param {string} word @param {number} i @param {Act} act */
function slot({ challenge, alphabet }, word, i, act) {
  const current = i === challenge.at;
  const label = el("span", { class: "number" }, String(i + 1));
  const faces = alphabet.facesOf(word);
  const shown = faces.length
    ? tileRow(faces, alphabet)
    : el("span", { class: "empty" }, t("words.empty"));
  const more = { type: "button", class: "slot", "aria-current": current && "true" };
  return li(el("button", { ...more, click: () => act.select(i) }, label, shown));
}

/** The word at hand as a screen reader says it after every letter. @param {Tablet} tablet */
function spokenWord({ challenge, alphabet }) {
  const { at, words } = challenge;
  return words[at] && `${at + 1}: ${alphabet.facesOf(words[at]).map(faceName).join(", ")}`;
}

/**
 * Why a key did nothing: the word is as long as the board, or no tile shows that.
 *
 * @param {Tablet} tablet @param {string} key
 */
function unheard({ challenge, alphabet }, key) {
  const full = alphabet.facesOf(challenge.words[challenge.at]).length === alphabet.longest;
  return full
    ? t("words.full", { count: alphabet.longest })
    : t("words.noTile", { key: key.toUpperCase() });
}

/**
 * Back to the number of words while that is open, and what a challenge that is made allows.
 *
 * @param {Tablet} tablet @param {Act} act
 */
function waysOut(tablet, act) {
  const { challenge } = tablet;
  const back = !challenge.locked && button(t("words.back"), act.back);
  const begun = challenge.locked || (!locks(tablet) && challenge.words.some(Boolean));
  return there(back, ...(begun ? takingBack(tablet, act) : []));
}

/**
 * A second challenge can always be given up; a first one only where the edition says at what cost.
 *
 * @param {Tablet} tablet @param {Act} act
 */
function takingBack({ challenge, edition }, act) {
  if (challenge.second) return [button(t("again.giveUp"), act.giveUp)];
  if (edition.sections.challenge.retraction === "silent") return [];
  return [button(t("retract.button"), act.retract)];
}

/** The keys: one for each face the edition's tiles can show, and the hardware's own. */

/**
 * The on-screen keyboard; `act` has `face(face)`, `erase()` and `forward()`.
 *
 * @param {Alphabet} alphabet @param {Keys} act
 */
export function keyboard(alphabet, act) {
  /** @param {string} name @param {string} label @param {() => void} press */
  const key = (name, label, press, kind = "key") =>
    el("button", { type: "button", class: kind, "aria-label": label, click: press }, name);
  // Who speaks to the device says what is written on the key; who hears it, how that is read.
  /** @param {string} face */
  const label = (face) => (faceName(face) === face ? face : `${face}, ${faceName(face)}`);
  const faces = alphabet.faces.map((face) => key(face, label(face), () => act.face(face)));
  const node = el(
    "div",
    { class: "keys", role: "group", "aria-label": t("keys.label") },
    faces,
    key("⌫", t("keys.erase"), act.erase, "key wide"),
    key("↵", t("keys.forward"), act.forward, "key wide"),
  );
  // A tap must not take the focus, or Enter on a hardware keyboard would repeat the tapped letter.
  node.addEventListener("mousedown", (event) => event.preventDefault());
  return node;
}

/**
 * What a key of a hardware keyboard does; true if it was one of ours.
 *
 * @param {KeyboardEvent} event @param {Keys} act
 */
export function pressed(event, act) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const onButton = event.target instanceof Element && event.target.closest("button") !== null;
  if (event.key === "Backspace") act.erase();
  else if ((event.key === "Enter" || event.key === " ") && !onButton) act.forward();
  else if (event.key.length === 1 && event.key !== " ") act.face(event.key);
  else return false;
  return true;
}

/**
 * The short times that a regulation gives around a challenge (FIGS 31; FRS 5.10.6, 7.1.2).
 * They are an aid: nothing follows from them but what the players do, and no lexicon is asked.
 */

/** A button for a time that the edition knows. @param {{kind: string, seconds: number, article: string}} given */
function timer({ kind, seconds, article }) {
  const left = el("strong", { class: "left" }, `${seconds} s`);
  const bar = el("progress", { max: seconds, value: 0, "aria-hidden": "true" });
  const said = el("span", { class: "said", role: "status" });
  const where = el("span", { class: "where" }, ` (${articleText(article)})`);
  const name = el("span", {}, t(`timer.${kind}`), where, said);
  const node = el("button", { type: "button", class: "timer" }, left, name, bar);
  let end = 0;
  let since = 0;
  const show = () => {
    const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    left.textContent = `${rest} s`;
    bar.value = seconds - rest;
    node.classList.toggle("over", rest === 0);
    if (rest === 0) said.textContent = ` ${t(`timer.${kind}.over`)}`;
    else if (node.isConnected && end) setTimeout(show, 250);
  };
  const stop = () => {
    end = 0;
    left.textContent = `${seconds} s`;
    bar.value = 0;
    said.textContent = "";
    node.classList.remove("over");
  };
  node.addEventListener("click", () => {
    // The second half of a double tap must not stop what the first half started.
    if (performance.now() - since < QUIET) return;
    since = performance.now();
    if (end) return stop();
    end = since + 1000 * seconds;
    show();
  });
  return node;
}
