/** Knows how a game record is taken, and how a board steps through the recounted game. */

import { byId, el, field } from "../dom.js";
import { t } from "../i18n.js";
import { drawBoard } from "./board.js";
import { drawFaults } from "./faults.js";
import { positions } from "./game.js";
import { drawSheet, eventLine, summary } from "./sheet.js";

let desk = null;
let asked = 0;

/** Make the form work; `shared` holds the edition and the connection of the page. */
export function prepareRecount(shared) {
  desk = shared;
  byId("recount-form").addEventListener("submit", (event) => {
    event.preventDefault();
    ask(field("recount-text").value);
  });
  byId("recount-file").addEventListener("change", () => take(field("recount-file").files[0]));
  byId("recount").addEventListener("dragover", (event) => event.preventDefault());
  byId("recount").addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
}

function record() {
  return /** @type {HTMLDetailsElement} */ (byId("recount-record"));
}

/** A recount belongs to the edition it was made by. */
export function clearRecount() {
  asked += 1;
  record().open = true;
  byId("recount-stage").replaceChildren();
}

/** A file goes to the service as it is: it says itself how it is encoded. */
async function take(file) {
  if (!file) return;
  field("recount-text").value = await file.text();
  await ask(await file.arrayBuffer());
  field("recount-file").value = "";
}

async function ask(gcg) {
  clearRecount();
  const ticket = asked;
  await desk.asking(async () => {
    const game = await desk.api.replayGcg(desk.edition.id, gcg);
    if (ticket === asked) show(game);
  });
}

function show(game) {
  const steps = positions(game.events, desk.alphabet);
  const board = el("div", { class: "board-box" });
  const now = el("p", { class: "now", role: "status" });
  const goTo = (step) => {
    const at = Math.max(0, Math.min(step, game.events.length));
    const { position, laid } = steps[at];
    slider.value = String(at);
    board.replaceChildren(drawBoard(desk.edition, desk.alphabet, position, laid));
    now.textContent = at === 0 ? t("recount.start") : eventLine(game, game.events[at - 1]);
    const rows = sheet.querySelectorAll("tbody tr");
    for (const [i, row] of rows.entries()) row.toggleAttribute("aria-current", i === at - 1);
  };
  const slider = drawSlider(game.events.length, goTo);
  const sheet = drawSheet(game, goTo);
  record().open = false;
  byId("recount-stage").replaceChildren(
    el(
      "div",
      { class: "recounted" },
      summary(game),
      el("div", { class: "game" }, drawStepper(slider, goTo), now, board),
      el("div", { class: "scroll", tabindex: "0" }, sheet, drawFaults(game)),
    ),
  );
  goTo(game.events.length);
}

function drawSlider(events, goTo) {
  const input = ({ target }) => goTo(Number(target.value));
  const range = { type: "range", min: 0, max: events, autocomplete: "off" };
  return el("input", { ...range, id: "recount-step", "aria-label": t("recount.step"), input });
}

function drawStepper(slider, goTo) {
  const step = (text, label, by) => {
    const click = () => goTo(Number(slider.value) + by);
    return el("button", { type: "button", "aria-label": t(label), click }, text);
  };
  const back = step("◀", "recount.back", -1);
  const forward = step("▶", "recount.forward", 1);
  return el("p", { class: "row stepper" }, back, slider, forward);
}
