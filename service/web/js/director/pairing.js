/**
 * Knows how the next round comes about: asked for or paired by hand, looked at with everything that
 * was relaxed or is silent, changed by hand and checked, then published.
 */

import { sayRefused } from "../core/asking.js";
import { Refused, Unreachable } from "../core/client.js";
import { byId, el, p } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import {
  freed,
  freeIn,
  isComplete,
  latestRound,
  letSit,
  paired,
  playersIn,
  roundByHand,
  seatsOf,
  swapped,
  withRound,
} from "./document.js";
import { drawRemarks, isSilent } from "./remarks.js";
import { drawWishes, meantBy, readWishes } from "./wishes.js";

/** @param {import("./tournament.js").Director} director */
export function drawPairing(director) {
  const latest = latestRound(director.tournament);
  const next = latest + 1;
  if (latest > 0 && !isComplete(director.tournament, latest))
    return el("p", { class: "note" }, t("tour.incomplete", { round: latest }));
  if (next > director.tournament.rounds) return el("p", { class: "note" }, t("tour.over"));
  return [
    el("h2", {}, t("tour.pairRound", { round: next })),
    drawForm(director, next),
    el("div", { id: "tour-faults" }),
    director.proposal && drawProposal(director),
  ];
}

/** Where the regulation has no pairings, a round is paired by hand. */
function drawForm(director, round) {
  const { edition } = director.desk;
  const silent = isSilent(edition, "pairing");
  const hand = el(
    "button",
    { type: "button", id: "tour-byhand", click: () => takeByHand(director, round) },
    t("tour.byHand"),
  );
  if (silent) {
    hand.className = "primary";
    const article = articleText(edition.sections.pairing?.article ?? "silent");
    return el("p", { class: "row" }, t("tour.handOnly", { article }), hand);
  }
  const ask = (event) => {
    event.preventDefault();
    director.wishes = readWishes(form);
    propose(director, round);
  };
  const form = el(
    "form",
    { submit: ask, id: "tour-pair", autocomplete: "off", novalidate: true },
    drawWishes(director, round),
    drawAbsent(director, round),
    el("button", { class: "primary", id: "tour-propose" }, t("tour.propose")),
    hand,
  );
  return form;
}

function takeByHand(director, round) {
  const form = /** @type {HTMLFormElement | null} */ (byId("tour-pair"));
  director.wishes = form ? readWishes(form) : {};
  beginByHand(director, round);
}

function drawAbsent({ tournament, wishes }, round) {
  const absent = wishes.absent ?? [];
  return el(
    "details",
    { open: absent.length > 0, id: "tour-absent" },
    el("summary", {}, t("tour.absent")),
    el(
      "div",
      { class: "tour-absent" },
      playersIn(tournament, round).map(({ id, name }) =>
        el(
          "label",
          { class: "tick" },
          el("input", {
            ...{ type: "checkbox", name: "absent", value: id },
            checked: absent.includes(id),
          }),
          name,
        ),
      ),
    ),
  );
}

async function propose(director, round) {
  const { wishes, tournament, desk } = director;
  let refused = null;
  const answered = await desk.asking(async () => {
    try {
      const proposal = await director.count("pairings", { ...wishes, round });
      // A round for a document that has changed in the meantime is none.
      if (director.tournament !== tournament) return;
      const rules = desk.edition.id;
      director.proposal = { ...proposal, absent: wishes.absent, faults: [], rules };
      look(director);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      refused = fault;
    }
  });
  if (refused) sayBeside(refused);
  if (refused || !answered) await explain(director);
}

/** Say what is refused beside the wish that it is about. */
function sayBeside(refused) {
  const place = meantBy(refused);
  place?.closest("details")?.setAttribute("open", "");
  sayRefused(refused, place ?? undefined);
  /** @type {HTMLElement | null} */ (place?.querySelector("input, select"))?.focus();
}

/** A round is refused for one reason; who is meant, and what else is wrong, the check tells. */
async function explain(director) {
  try {
    const { faults } = await director.count("check", {});
    byId("tour-faults")?.replaceChildren(
      drawRemarks(t("tour.faults"), faults, director.nameOf) ?? "",
    );
  } catch (fault) {
    // Whoever cannot check either has said so.
    if (!(fault instanceof Refused || fault instanceof Unreachable)) throw fault;
  }
}

/** Show the proposal to whoever has not gone elsewhere in the meantime. */
function look(director) {
  if (director.part !== "pairing") return;
  director.draw();
  focusFree();
}

function drawProposal(director) {
  const { proposal } = director;
  const { round, byHand, pairings, bye, absent } = proposal;
  const put = (changed) => check(director, changed);
  const chosen = [];
  const name = (id) => drawName(director, id, chosen);
  const back = (...ids) => byHand && [" ", freeButton(director, ids, put)];
  return el(
    "div",
    { class: "summary", id: "tour-proposal" },
    el("h3", {}, t(byHand ? "tour.byHandRound" : "tour.proposal", { round })),
    !byHand && el("p", { class: "note" }, systemLine(proposal)),
    byHand && drawFree(director, name, { chosen, put }),
    pairings.length > 0 && el("p", { class: "note" }, t("tour.swapHint")),
    el(
      "ol",
      { class: "tour-pairs" },
      pairings.map(({ table, players: [a, b] }) =>
        el("li", { value: table }, name(a), " – ", name(b), back(a, b)),
      ),
    ),
    bye &&
      p(
        t("tour.sits"),
        (bye.players ?? [bye.player]).map((id) => [" ", name(id), back(id)].flat()),
        bye.article ? ` (${bye.article})` : "",
      ),
    byHand
      ? absent.map((id) => p(t("tour.absentNow", { names: director.nameOf(id) }), back(id)))
      : absentLine(director),
    drawRemarks(t("tour.relaxed"), proposal.relaxed ?? [], director.nameOf),
    drawRemarks(t("tour.silences"), proposal.silent ?? [], director.nameOf),
    el(
      "div",
      { id: "tour-wrong" },
      drawRemarks(t("tour.faults"), proposal.faults, director.nameOf),
    ),
    el(
      "button",
      {
        ...{ type: "button", class: "primary", id: "tour-publish" },
        disabled: !isReady(director),
        click: () => publish(director),
      },
      t("tour.publish"),
    ),
  );
}

/** Somebody to be pressed; a second one who is pressed meets or changes places with the first. */
function drawName(director, id, chosen) {
  const { proposal, tournament } = director;
  const click = () => {
    button.setAttribute("aria-pressed", String(!chosen.includes(id)));
    if (chosen.includes(id)) chosen.splice(chosen.indexOf(id), 1);
    else chosen.push(id);
    if (chosen.length !== 2) return;
    const [a, b] = chosen;
    const free = proposal.byHand ? freeIn(tournament, proposal) : [];
    const both = free.includes(a) && free.includes(b);
    check(director, both ? paired(proposal, a, b) : swapped(proposal, a, b));
  };
  const button = el(
    "button",
    { type: "button", class: "tour-pick", "aria-pressed": "false", click },
    director.nameOf(id),
  );
  return button;
}

function absentLine({ proposal, nameOf }) {
  const { absent } = proposal;
  if (!absent.length) return null;
  return p(t("tour.absentNow", { names: absent.map(nameOf).join(", ") }));
}

function systemLine({ system, article, distance, proved, seed }) {
  const parts = [t("tour.bySystem", { system: t(`tour.system.${system}`), article })];
  if (distance !== undefined)
    parts.push(t(proved ? "tour.provedDistance" : "tour.distanceOnly", { distance }));
  if (seed) parts.push(t("tour.withSeed", { seed }));
  return parts.join(" ");
}

/**
 * A proposal is changed at once, so that what is pressed next counts too, and checked as it then
 * stands, where the regulation says what is right. Until then it cannot be published.
 */
async function check(director, changed) {
  const { proposal: before, tournament, desk } = director;
  const sound = before.sound ?? before;
  const unchecked = { ...changed, relaxed: [], faults: [], sound };
  const { round } = changed;
  let faults = [];
  director.proposal = unchecked;
  look(director);
  const answered =
    isSilent(desk.edition, "pairing") ||
    (await desk.asking(async () => {
      const found = await director.count("check", { round, proposed: seatsOf(changed) });
      const waiting = [...changed.absent, ...(changed.byHand ? freeIn(tournament, changed) : [])];
      const isMeant = ({ code, players }) =>
        code !== "unpaired" || !players.every((id) => waiting.includes(id));
      faults = found.faults.filter((fault) => fault.round === round && isMeant(fault));
    }));
  if (director.proposal !== unchecked) return;
  // Where the service did not answer, everybody is where they were and nobody is pressed.
  director.proposal = answered ? { ...unchecked, faults, sound: undefined } : sound;
  if (answered) showFaults(director);
  else look(director);
}

/** What is wrong with a proposal that is on the page; who is pressed stays so. */
function showFaults(director) {
  const place = byId("tour-wrong");
  if (director.part !== "pairing" || !place) return;
  const { faults } = director.proposal;
  place.replaceChildren(drawRemarks(t("tour.faults"), faults, director.nameOf) ?? "");
  const button = /** @type {HTMLButtonElement} */ (byId("tour-publish"));
  button.disabled = !isReady(director);
  if (document.activeElement === document.body) focusFree();
}

/** Whether a proposal was checked, and everybody has a place in it. */
function isReady({ proposal, tournament }) {
  if (proposal.sound) return false;
  return !proposal.byHand || freeIn(tournament, proposal).length === 0;
}

function publish(director) {
  director.keep(withRound(director.tournament, director.proposal));
  director.wishes = {};
  director.round = latestRound(director.tournament);
  director.open("results");
}

/**
 * How a round is paired by hand: two who are free are pressed and meet, one of them sits or is
 * absent, and a table is taken apart again. What comes of it is a proposal like any other.
 */

/** Begin a round in which nobody has an opponent yet. */
export function beginByHand(director, round) {
  const { desk, wishes } = director;
  director.proposal = {
    ...{ ...roundByHand(round, wishes.absent ?? []), rules: desk.edition.id },
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
