/** Knows what stands below and beside the editor's board: the sheet, its result, unseen tiles. */

import { byId, el, field } from "../dom.js";
import { t } from "../i18n.js";
import { printRecount } from "./papers.js";
import { drawRows } from "./rows.js";
import { summary } from "./sheet.js";
import { showEvent } from "./showing.js";
import { drawUnseen } from "./unseen.js";

/** @typedef {import("./editor.js").Editor} Editor */

/** @param {Editor} editor */
export function drawSheet(editor) {
  const { record, place, steps, desk } = editor;
  const counted = current(editor);
  const table = drawRows(record, counted, {
    at: place.replacing ? place.at : -1,
    names: editor.names(),
    view: (n) => showEvent(editor, n),
    edit: (i) => editor.goTo(i, true),
    insert: (i) => editor.goTo(i, false),
    remove: editor.remove,
  });
  byId("editor-rows").replaceChildren(...(record.events.length ? [table] : []));
  const { position } = steps[place.at];
  const rack = field("editor-rack").value;
  byId("editor-summary").replaceChildren(
    ...(counted ? drawSummary(editor, counted) : []),
    drawUnseen(desk.edition, desk.alphabet, position, rack),
  );
}

/** The recount, where it is of the record at hand. @param {Editor} editor */
export function current({ answer, record }) {
  return answer && record.events.length ? answer : null;
}

function drawSummary(editor, game) {
  const held = game.held.map((count, i) => `${game.players[i]} ${count}`).join(", ");
  const done = game.final && game.players.length === 2;
  const print = () => printRecount(editor, true);
  const handOn = () => handOver(editor);
  return [
    summary(game),
    el("p", { class: "note" }, t("editor.bag", { bag: game.bag, held })),
    el(
      "p",
      { class: "row" },
      el("button", { type: "button", click: print }, t("recount.print")),
      done && el("button", { type: "button", click: handOn }, t("editor.toTournament")),
    ),
  ];
}

/** The result goes to the tournament's tab, which looks for the game between the two. */
async function handOver({ answer, desk }) {
  const { players, final, totals, winner, reason } = answer;
  await desk.open("tournament");
  const detail = { players, final, totals, winner, reason };
  dispatchEvent(new CustomEvent("arbiter:result", { detail }));
}
