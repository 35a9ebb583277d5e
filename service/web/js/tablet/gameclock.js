/**
 * Knows the game clock on the screen: two halves, each to be read by the player who sits there, and
 * what lies between them. Only a device whose organiser wants it loads this.
 *
 * @typedef {{contest: () => void, newGame: () => void}} ClockAct
 */

import { byId, el, there } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import * as clocks from "./clock.js";
import { actions, button, heading, screen, settle } from "./parts.js";

/** @import { Clock } from "./clock.js" */
/** @import { Tablet } from "./device.js" */

const CLOCK = "arbiter.clock";
const TICK = 200;
/** Who sits where the device is turned to, and who sits opposite. */
const SIDES = ["near", "far"];

/** @type {Clock} */
let clock;

/** Take up the clock of the game at hand, or begin one. @param {number} seconds */
export function takeUp(seconds) {
  const look = new URL("../../css/clock.css", import.meta.url).pathname;
  if (!document.querySelector(`link[href="${look}"]`))
    document.head.append(el("link", { rel: "stylesheet", href: look }));
  const kept = remembered(CLOCK);
  // A game that has begun keeps the time it began with.
  keep(kept?.seconds === seconds || kept?.since ? kept : clocks.newClock(seconds));
}

/** A new game: both have all their time. @param {number} seconds */
export function beginAnew(seconds) {
  keep(clocks.newClock(seconds));
}

/** A challenge begins: nobody's time runs, and the times are shown beside it. */
export function neutralise() {
  keep(clocks.neutralise(clock, Date.now()));
  const times = SIDES.map((_, player) => el("b", {}, time(clocks.left(clock, player, Date.now()))));
  byId("clocks").replaceChildren(t("clock.neutralised"), " ", times[1], " · ", times[0]);
  byId("clocks").hidden = false;
}

/**
 * The clock itself; `act` has `contest()` and `newGame()`.
 *
 * @param {Tablet} tablet @param {ClockAct} act
 */
export function clockScreen(tablet, act) {
  byId("clocks").hidden = true;
  const strip = el("div", { class: "strip" });
  const halves = SIDES.map((side, player) => half(side, () => pressed(player)));
  const title = el("h1", { tabindex: "-1", class: "visually-hidden" }, t("clock.title"));
  const node = el(
    "section",
    { class: "screen clock" },
    title,
    halves[1].node,
    strip,
    halves[0].node,
  );
  const draw = () => halves.forEach((shown, player) => shown.show(tablet, player));
  let calls = "";
  const control = () => {
    calls = overdue(tablet).join();
    strip.replaceChildren(...controls(tablet, act, changed));
    settle(strip);
  };
  /** @param {Clock} next */
  const changed = (next) => {
    keep(next);
    control();
    draw();
  };
  /** @param {number} player */
  const pressed = (player) => {
    const next = clocks.press(clock, player, Date.now());
    if (next !== clock) changed(next);
  };
  const tick = () => {
    if (!node.isConnected) return;
    draw();
    if (calls !== overdue(tablet).join()) control();
    setTimeout(tick, TICK);
  };
  control();
  draw();
  setTimeout(tick, TICK);
  return { node };
}

/**
 * Both times and whose turn it is, for the arbiter to put right; `done()` leads back.
 *
 * @param {() => void} done
 */
export function correctionScreen(done) {
  const shown = SIDES.map((_, player) => time(clocks.left(clock, player, Date.now())));
  const fields = SIDES.map((side, player) => timeField(side, shown[player]));
  const turns = SIDES.map((side, player) =>
    el("option", { value: player, selected: clock.held === player }, t(`clock.${side}`)),
  );
  const turn = el("select", { id: "clock-turn", autocomplete: "off" }, turns);
  const fault = el("p", { class: "fault", role: "alert" });
  const save = () => {
    const left = fields.map(({ value }, i) =>
      value.trim() === shown[i] ? null : secondsOf(value),
    );
    const wrong = left.findIndex((given) => given !== null && !(given <= clock.seconds));
    if (wrong < 0) {
      keep(clocks.correct(clock, left, Number(turn.value)));
      return done();
    }
    fault.textContent = t("clock.correct.wrong", { most: time(clock.seconds) });
    return fields[wrong].focus();
  };
  return screen(
    heading(t("clock.correct.title")),
    SIDES.map((side, i) => labelled(`clock-${side}`, t(`clock.${side}`), fields[i])),
    labelled("clock-turn", t("clock.correct.turn"), turn),
    fault,
    actions(button(t("words.back"), done), button(t("clock.correct.keep"), save, "primary")),
  );
}

/** The device is for something else now. */
export function forget() {
  remember(CLOCK, null);
  byId("clocks").hidden = true;
}

/** @param {Clock} next */
function keep(next) {
  clock = next;
  remember(CLOCK, next);
}

/**
 * One player's half: pressed when the own play is made.
 *
 * @param {string} side @param {() => void} press
 */
function half(side, press) {
  const digits = el("span", { class: "digits" });
  const said = el("span", { class: "said" });
  const name = el("span", { class: "visually-hidden" }, `${t(`clock.${side}`)}: `);
  const node = el(
    "button",
    { type: "button", class: `half ${side}`, click: press },
    name,
    digits,
    said,
  );
  /** @param {Tablet} tablet @param {number} player */
  const show = (tablet, player) => {
    const over = clocks.left(clock, player, Date.now()) === 0;
    node.classList.toggle("running", clock.running === player);
    node.classList.toggle("held", clock.held === player);
    node.classList.toggle("over", over);
    digits.textContent = shownTime(tablet, player);
    said.textContent = told(tablet, player, over);
  };
  return { node, show };
}

/**
 * What lies between the halves, for both players.
 *
 * @param {Tablet} tablet @param {ClockAct} act @param {(next: Clock) => void} changed
 */
function controls(tablet, act, changed) {
  const stopped = clock.held !== null;
  const calls = overdue(tablet).map((player) =>
    button(t("clock.call"), () => changed(clocks.call(clock, player, Date.now())), "quiet"),
  );
  return there(
    stopped && button(t("clock.new"), act.newGame, "quiet"),
    stopped
      ? button(t("clock.goOn"), () => changed(clocks.goOn(clock, Date.now())), "primary")
      : button(t("clock.stop"), () => changed(clocks.neutralise(clock, Date.now())), "quiet"),
    ...calls,
    button(t("clock.contest"), act.contest, stopped ? "quiet" : "primary"),
  );
}

/** The players whose time is over and waits for the opponent's word. @param {Tablet} tablet */
function overdue({ edition }) {
  const { needs_call: needed } = edition.sections.overtime;
  const now = Date.now();
  return needed
    ? [0, 1].filter((p) => !clocks.left(clock, p, now) && clock.called[p] === null)
    : [];
}

/** @param {Tablet} tablet @param {number} player */
function shownTime({ edition }, player) {
  const now = Date.now();
  const beyond = clocks.overtime(clock, player, now, edition.sections.overtime);
  return beyond ? `+${time(beyond)}` : time(clocks.left(clock, player, now));
}

/**
 * What a player must know beside the time.
 *
 * @param {Tablet} tablet @param {number} player @param {boolean} over
 */
function told({ edition }, player, over) {
  const rule = edition.sections.overtime;
  const article = articleText(rule.article);
  const { running, held } = clock;
  if (!over) return running === null && held === null ? t("clock.begin") : "";
  const beyond = clocks.overtime(clock, player, Date.now(), rule);
  if (rule.needs_call && beyond === 0) return t("clock.uncalled", { article });
  const { points, lost } = clocks.cost(beyond, rule);
  if (lost) return t(rule.needs_call ? "clock.lostIfCalled" : "clock.lost", { article });
  return t("clock.cost", { points, article });
}

/** @param {string} side @param {string} value */
function timeField(side, value) {
  return el("input", { id: `clock-${side}`, inputmode: "text", autocomplete: "off", value });
}

/** @param {string} id @param {string} label @param {HTMLElement} control */
function labelled(id, label, control) {
  return el("p", { class: "correction" }, el("label", { for: id }, label), control);
}

/** The seconds of minutes:seconds, or NaN. @param {string} text */
function secondsOf(text) {
  const [, minutes, rest] = text.trim().match(/^(\d{1,3})[:.](\d\d)$/) ?? [];
  return Number(rest) < 60 ? 60 * Number(minutes) + Number(rest) : NaN;
}

/** @param {number} seconds */
function time(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
