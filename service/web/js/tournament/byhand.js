/**
 * Knows how a round is paired by hand: two who are free are pressed and meet, one of them sits or is
 * absent, and a table is taken apart again. What comes of it is a proposal like any other.
 */

import { byId, el } from "../dom.js";
import { t } from "../i18n.js";
import { byHand, freed, freeIn, letSit } from "./document.js";

/** Begin a round in which nobody has an opponent yet. */
export function beginByHand(director, round) {
  const { desk, wishes } = director;
  director.proposal = {
    ...{ ...byHand(round, wishes.absent ?? []), rules: desk.edition.id },
    ...{ relaxed: [], silent: [], faults: [] },
  };
  director.draw();
  focusFree();
}

/** Whoever is free next, or the button that publishes the round. */
export function focusFree() {
  const next = document.querySelector("#tour-free .tour-pick") ?? byId("tour-publish");
  /** @type {HTMLElement | null} */ (next)?.focus();
}

/**
 * Who is free, and what one of them may do instead of playing.
 *
 * @param {import("./tournament.js").Director} director
 * @param {(id: string) => HTMLElement} name How a player is drawn to be pressed.
 * @param {{chosen: string[], put: (proposal: any) => void}} by Who is pressed, and where it goes.
 */
export function drawFree({ proposal, tournament }, name, { chosen, put }) {
  const free = freeIn(tournament, proposal);
  if (!free.length) return null;
  /** @param {(proposal: any, id: string) => any} change */
  const alone = (change) => () => {
    if (chosen.length === 1 && free.includes(chosen[0])) put(change(proposal, chosen[0]));
  };
  const missing = (round, id) => ({ ...round, absent: [...round.absent, id] });
  return el(
    "div",
    { id: "tour-free" },
    el("h3", {}, t("tour.free", { count: free.length })),
    el("p", { class: "note" }, t("tour.freeHint")),
    el("p", { class: "row" }, free.map(name)),
    el(
      "p",
      { class: "row" },
      el("button", { type: "button", id: "tour-sit", click: alone(letSit) }, t("tour.sitOne")),
      el("button", { type: "button", id: "tour-miss", click: alone(missing) }, t("tour.missOne")),
    ),
  );
}

/** A button that takes a table apart, or somebody back who sits or is absent. */
export function freeButton({ proposal, nameOf }, ids, put) {
  const names = ids.map(nameOf).join(" – ");
  return el(
    "button",
    {
      ...{ type: "button", click: () => put(freed(proposal, ids[0])) },
      "aria-label": `${t("tour.takeApart")}: ${names}`,
    },
    t("tour.takeApart"),
  );
}
