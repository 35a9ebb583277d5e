/** Knows how one steps through a game: two buttons, a slider, and the board at any event. */

import { el } from "../dom.js";
import { t } from "../i18n.js";

/** A stepper over so many events; `goTo` is told which one. */
export function drawStepper(events, at, goTo) {
  const input = ({ target }) => goTo(Number(target.value));
  const range = { type: "range", min: 0, max: events, value: at, autocomplete: "off" };
  const slider = el("input", { ...range, id: "editor-step", input });
  slider.setAttribute("aria-label", t("recount.step"));
  const step = (text, label, by) => {
    const click = () => goTo(Math.max(0, Math.min(events, Number(slider.value) + by)));
    return el("button", { type: "button", "aria-label": t(label), click }, text);
  };
  return el(
    "p",
    { class: "row stepper", id: "editor-stepper", hidden: events === 0 },
    step("◀", "recount.back", -1),
    slider,
    step("▶", "recount.forward", 1),
  );
}
