/**
 * Knows how the two of a table say how their game ended, on the device of their table or each on an
 * own phone: two sums, how it ended, and that it is so. What could not be sent yet is kept on the
 * device and sent again, as often as it takes: the same report twice is one.
 *
 * @typedef {import("../core/event.js").EventTable} EventTable
 * @typedef {{round: number | null, table: number, players: string[], scores: number[],
 *   ended_by: string, confirmed: boolean[]}} Said
 * @typedef {{look: () => Promise<EventTable>, send: (said: Said) => Promise<{state: string}>,
 *   sides: number[]}} Line How a device asks, and for which of the two it may speak.
 */

import { Refused, Unreachable } from "../core/client.js";
import { el } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";

const KEPT = "arbiter.report";
const LOOK_AGAIN = 5000;
const SCORE = /^-?\d{1,4}$/;
const ENDINGS = ["out", "scoreless", "time", "abandon"];

/** The part of a page where a result is reported; it looks after itself while it is there. @param {Line} line */
export function resultReport(line) {
  const game = el("div", { class: "game" });
  const told = el("p", { class: "told", role: "status" });
  const node = el("section", { class: "report" }, game, told);
  let drawn = "";
  let timer = 0;
  /** @param {EventTable} table */
  const show = (table) => {
    const wanted = JSON.stringify(table);
    if (wanted === drawn) return;
    drawn = wanted;
    game.replaceChildren(...drawGame(table, line.sides, send));
    told.textContent = stateOf(table);
  };
  const look = async () => {
    clearTimeout(timer);
    const said = remembered(KEPT);
    try {
      if (said) await line.send(said);
      if (said) remember(KEPT, null);
      show(await line.look());
    } catch (fault) {
      if (fault instanceof Refused) {
        if (said) remember(KEPT, null);
        told.textContent = fault.message;
      } else if (fault instanceof Unreachable)
        told.textContent = t(said ? "report.kept" : "report.down");
      else throw fault;
    }
    timer = setTimeout(() => node.isConnected && look(), LOOK_AGAIN);
  };
  /** @param {Said} said */
  const send = (said) => {
    remember(KEPT, said);
    drawn = "";
    look();
  };
  look();
  return node;
}

/** @param {EventTable} table */
function stateOf({ state, scores, settled, players }) {
  if (!players.length) return t("report.none");
  if (settled) return t("report.settled");
  return state ? t(`report.${state}`, { scores: scores?.join(" – ") ?? "" }) : "";
}

/** @param {EventTable} table @param {number[]} sides @param {(said: Said) => void} send */
function drawGame(table, sides, send) {
  const { round, table: number, players, first, scores, settled } = table;
  const head = round ? t("report.where", { table: number, round }) : "";
  const title = [el("p", { class: "where" }, head)];
  if (!players.length) return title;
  const begins = players.find(({ id }) => id === first);
  const names = players.map(({ name }) => name).join(" – ");
  title.push(el("p", { class: "pair" }, names));
  if (begins) title.push(el("p", {}, t("report.begins", { player: begins.name })));
  return settled ? title : [...title, drawForm(table, scores, sides, send)];
}

/** @param {EventTable} table @param {number[] | null} known @param {number[]} sides @param {(said: Said) => void} send */
function drawForm({ round, table, players }, known, sides, send) {
  const fields = players.map(({ name }, i) =>
    el("input", {
      ...{ inputmode: "numeric", autocomplete: "off", maxlength: 5, required: true },
      ...{
        id: `report-${i}`,
        value: known?.[i] ?? "",
        "aria-label": t("report.score", { player: name }),
      },
    }),
  );
  const ending = el(
    "select",
    { id: "report-ending", "aria-label": t("report.ending"), autocomplete: "off" },
    ENDINGS.map((value) => el("option", { value }, t(`report.end.${value}`))),
  );
  const confirmed = [false, false];
  const wrong = el("p", { class: "wrong", role: "alert" });
  const numbers = () => fields.map(({ value }) => value.trim().replace("−", "-"));
  const buttons = sides.map((side) => {
    const press = () => {
      const bad = fields.find((_, i) => !SCORE.test(numbers()[i]));
      wrong.textContent = bad ? t("report.needed") : "";
      if (bad) return bad.focus();
      confirmed[side] = true;
      button.setAttribute("aria-pressed", "true");
      if (!sides.every((one) => confirmed[one])) return undefined;
      const said = { scores: numbers().map(Number), ended_by: ending.value, confirmed };
      return send({ round, table, players: players.map(({ id }) => id), ...said });
    };
    const text = t("report.confirm", { player: players[side].name });
    const button = el(
      "button",
      { type: "button", class: "confirm", "aria-pressed": "false", click: press },
      text,
    );
    return button;
  });
  // Whoever changes a sum speaks for nobody any more.
  const again = () => {
    confirmed.fill(false);
    for (const button of buttons) button.setAttribute("aria-pressed", "false");
  };
  return el(
    "form",
    { autocomplete: "off", input: again, submit: (event) => event.preventDefault() },
    fields.map((control, i) =>
      el("p", { class: "sum" }, el("label", { for: control.id }, players[i].name), control),
    ),
    el("p", {}, ending),
    wrong,
    buttons,
  );
}
