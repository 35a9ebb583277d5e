/**
 * Knows the times that a regulation counts down for the whole room: a director starts one, the
 * projector shows it. It is kept in the browser that both share.
 */

import { field, el, p } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import { button, choice, director, inBrackets, section } from "./parts.js";

/** @typedef {{kind: string, seconds: number, article: string}} Timer */

const KEPT = "arbiter.room";
const MINUTE = 60_000;

/** What the edition counts down; a round of which it gives no number takes both clocks. @returns {Timer[]} */
function countDowns() {
  const [clock, game, round] = ["clock", "total_time", "round_time"].map(section);
  const announced = director.tournament.conditions?.clock_seconds;
  const clocks = 2 * (announced ?? clock.seconds);
  /** @param {Timer} timer */
  const said = (timer) =>
    timer.kind === "game" && announced ? { ...timer, seconds: clocks } : timer;
  return [
    ...(game.seconds ? [{ ...game, kind: "game" }] : []),
    ...(clock.room ?? []).map(said),
    ...(round.kind === "silent"
      ? []
      : [{ ...round, kind: "round", seconds: round.seconds || clocks }]),
  ];
}

/** What a director starts and stops; nothing where there is nothing to count. */
export function drawRoom() {
  const timers = countDowns();
  if (!timers.length) return null;
  const chosen = () => timers[Number(field("tour-room").value)];
  const named = timers.map(({ kind, article }, at) => [
    `${at}`,
    `${t(`tour.room.${kind}`)}${inBrackets(article)}`,
  ]);
  const length = { id: "tour-room-minutes", type: "number", min: "1", max: "600" };
  const fill = () => (field("tour-room-minutes").value = String(chosen().seconds / 60));
  const start = () => {
    const ends = Date.now() + Number(field("tour-room-minutes").value) * MINUTE;
    remember(KEPT, { kind: chosen().kind, ends });
  };
  return p(
    el("label", { for: "tour-room" }, t("tour.room")),
    " ",
    choice({ id: "tour-room", change: fill }, named),
    " ",
    el("input", { ...length, value: timers[0].seconds / 60, "aria-label": t("tour.room.minutes") }),
    button("tour-room-start", t("tour.room.start"), start),
    button("tour-room-stop", t("tour.room.stop"), () => remember(KEPT, null)),
  );
}

/** What is left of the time that runs, in words; nothing where none does. @param {number} now */
export function roomText(now) {
  const running = remembered(KEPT);
  if (!running) return "";
  const left = Math.max(0, Math.ceil((running.ends - now) / 1000));
  const seconds = String(left % 60).padStart(2, "0");
  return `${t(`tour.room.${running.kind}`)} ${Math.floor(left / 60)}:${seconds}`;
}
