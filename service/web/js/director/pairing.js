/**
 * Knows how the next round comes about: asked for or paired by hand, looked at with everything that
 * was relaxed or is silent, changed by hand and checked, then published.
 */

import { sayRefused } from "../core/asking.js";
import { Refused, Unreachable } from "../core/client.js";
import { byId, el, firstIn, p } from "../core/dom.js";
import { articleText } from "../core/edition.js";
import { t } from "../core/i18n.js";
import {
  freed,
  freeIn,
  isComplete,
  latestRound,
  letSit,
  paired,
  playerOf,
  playersIn,
  roundByHand,
  seatsOf,
  swapped,
  withRound,
} from "./document.js";
import { button, drawRemarks, isSilent } from "./parts.js";

/** What a name carries that is dragged. */
const DRAGGED = "text/x-player";

/** @param {import("./tournament.js").Director} director */
export function drawPairing(director) {
  const latest = latestRound(director.tournament);
  const next = latest + 1;
  if (latest > 0 && !isComplete(director.tournament, latest))
    return el("p", { class: "note" }, t("tour.incomplete", { round: latest }));
  if (next > director.tournament.rounds) return el("p", { class: "note" }, t("tour.over"));
  if (!director.tournament.players.length) return el("p", { class: "note" }, t("tour.noPlayers"));
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
  const hand = button("tour-byhand", t("tour.byHand"), () => beginByHand(director, round));
  const isPrimary = director.proposal ? "" : "primary";
  if (silent) {
    hand.className = isPrimary;
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
    el("button", { class: isPrimary, id: "tour-propose" }, t("tour.propose")),
    hand,
  );
  return form;
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
        el("li", { value: table }, name(a), name(b), back(a, b)),
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
    button("tour-publish", t("tour.publish"), () => publish(director), {
      ...{ class: "primary", disabled: !isReady(director) },
    }),
  );
}

/** Somebody to be pressed or dragged upon another: the two meet, or change places. */
function drawName(director, id, chosen) {
  const { proposal, tournament } = director;
  const join = (a, b) => {
    const free = proposal.byHand ? freeIn(tournament, proposal) : [];
    const both = free.includes(a) && free.includes(b);
    check(director, both ? paired(proposal, a, b) : swapped(proposal, a, b));
  };
  const click = () => {
    pick.setAttribute("aria-pressed", String(!chosen.includes(id)));
    if (chosen.includes(id)) chosen.splice(chosen.indexOf(id), 1);
    else chosen.push(id);
    if (chosen.length === 2) join(chosen[0], chosen[1]);
  };
  const { rating } = playerOf(tournament, id) ?? {};
  const pick = el(
    "button",
    {
      ...{ type: "button", class: "tour-pick", "aria-pressed": "false", draggable: "true", click },
      "data-player": id,
      "data-rating": rating,
      dragstart: ({ dataTransfer }) => dataTransfer.setData(DRAGGED, id),
      dragover: (event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault(),
      drop: (event) => {
        const other = event.dataTransfer.getData(DRAGGED);
        if (!other) return;
        event.preventDefault();
        event.stopPropagation();
        if (other !== id) join(other, id);
      },
    },
    director.nameOf(id),
  );
  return pick;
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
  const publishing = /** @type {HTMLButtonElement} */ (byId("tour-publish"));
  publishing.disabled = !isReady(director);
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
  director.sheet = undefined;
  director.round = latestRound(director.tournament);
  director.open("results");
}

/** Begin a round in which nobody has an opponent yet. */
function beginByHand(director, round) {
  const form = /** @type {HTMLFormElement | null} */ (byId("tour-pair"));
  const wishes = (director.wishes = form ? readWishes(form) : {});
  const { desk } = director;
  director.proposal = {
    ...{ ...roundByHand(round, wishes.absent ?? []), rules: desk.edition.id },
    ...{ relaxed: [], silent: [], faults: [] },
  };
  director.draw();
  focusFree();
}

/** Whoever is free next, or the button that publishes the round. */
function focusFree() {
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
function drawFree({ proposal, tournament }, name, { chosen, put }) {
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
      button("tour-sit", t("tour.sitOne"), alone(letSit)),
      button("tour-miss", t("tour.missOne"), alone(missing)),
    ),
  );
}

/** A button that takes a table apart, or somebody back who sits or is absent. */
function freeButton({ proposal, nameOf }, ids, put) {
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

/**
 * What a director may wish of the next round, which system takes which wish, and beside which field
 * a refusal belongs. The usual round needs none of it: it stays folded away.
 */

const CHOICES = {
  repeats: ["", "never", "if_needed", "allowed"],
  clubs: ["", "apart", "first_two"],
};
/** The least and the most of a number, and what is taken without one. */
const NUMBERS = {
  factor: { min: 2, max: 1000, step: 2, placeholder: "4" },
  groups: { min: 1, max: 500, placeholder: "1" },
  seed: { min: 0, max: 999999, placeholder: "0" },
};
const BY_STANDING = ["repeats", "gibson", "fixed"];
/** Which wishes a system takes; one that goes by the whole field takes none. */
const TAKEN = {
  distance: [...BY_STANDING, "clubs"],
  swiss: [...BY_STANDING, "clubs", "seed"],
  koth: [...BY_STANDING, "clubs"],
  portland: [...BY_STANDING, "clubs"],
  modified_swiss: BY_STANDING,
  factored: [...BY_STANDING, "factor"],
  snake: ["groups"],
  dutch: ["seed"],
};
/** Beside which wish a refusal is said. */
const MEANT = {
  no_pairing: "repeats",
  twice_in_round: "fixed",
  unknown_player: "fixed",
  too_hard: "fixed",
  incomplete_block: "system",
  unknown_system: "system",
  silent: "system",
};

/**
 * The fields, folded; open once something was wished.
 *
 * @param {import("./tournament.js").Director} director @param {number} round
 */
function drawWishes(director, round) {
  const { wishes, desk } = director;
  const wished = Object.keys(wishes).some((name) => name !== "absent");
  const systems = Object.keys(desk.edition.sections.pairing.systems);
  const choose = () => fit(fold, desk.edition, round);
  const fold = el(
    "details",
    { id: "tour-wishes", open: wished, change: choose },
    el("summary", {}, t("tour.wishes")),
    el(
      "div",
      { class: "row" },
      choice("system", ["", ...systems], wishes),
      Object.entries(CHOICES).map(([name, values]) => choice(name, values, wishes)),
      Object.entries(NUMBERS).map(([name, bounds]) =>
        wish(name, t(`tour.${name}`), numberField(name, bounds, wishes[name])),
      ),
    ),
    drawGibson(wishes.gibson ?? {}),
    drawFixed(director, round),
  );
  choose();
  return fold;
}

/** Show the wishes that the chosen system takes, and ask for no other. */
function fit(fold, edition, round) {
  const system = fold.querySelector("#tour-system").value || edition.sections.pairing.system;
  const taken = new Set(["system", ...(TAKEN[system] ?? [])]);
  // Lots are drawn for the first round only.
  if (round > 1) taken.delete("seed");
  if (isSilent(edition, "gibson")) taken.delete("gibson");
  for (const part of fold.querySelectorAll("[data-wish]")) {
    part.hidden = !taken.has(part.dataset.wish);
    for (const control of part.querySelectorAll("input, select"))
      /** @type {HTMLInputElement} */ (control).disabled = part.hidden;
  }
}

/** What is wished, as the service takes it; without what is left open. @param {HTMLFormElement} form */
function readWishes(form) {
  const given = new FormData(form);
  const texts = ["system", ...Object.keys(CHOICES)].map((name) => [name, given.get(name)]);
  const numbers = Object.keys(NUMBERS).map((name) => [name, whole(given.get(name))]);
  const [places, prizes] = ["places", "prizes"].map((name) => whole(given.get(name)));
  const ids = given.getAll("fixed");
  const pairs = ids.flatMap((id, i) => (i % 2 ? [] : [[id, ids[i + 1]]]));
  const fixed = pairs.filter((pair) => pair.some(Boolean));
  return Object.fromEntries(
    [
      ...[...texts, ...numbers],
      ["gibson", places || prizes ? present({ places, prizes }) : null],
      ["fixed", fixed.length ? fixed : null],
      ["absent", given.getAll("absent")],
    ].filter(([, value]) => value || value === 0),
  );
}

/**
 * The wish that a refusal is about, if it is about one that is asked for.
 *
 * @param {import("../core/client.js").Refused} refused
 * @returns {HTMLElement | null}
 */
function meantBy({ code, reason, errors }) {
  const [, pointed, part] = errors[0]?.pointer.split("/") ?? [];
  const name = pointed ?? (reason === "odd_factor" ? "factor" : MEANT[code]);
  const found = byId(name === "gibson" && part ? `tour-${part}` : `tour-${name}`);
  const place = /** @type {HTMLElement | null} */ (found?.closest("[data-wish]"));
  return place && !place.hidden ? place : null;
}

function whole(text) {
  return text ? Number(text) : null;
}

function present(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function wish(name, label, control) {
  return el("p", { "data-wish": name }, el("label", { for: control.id }, label), control);
}

function choice(name, values, wishes) {
  const chosen = wishes[name] ?? "";
  return wish(
    name,
    t(`tour.${name}`),
    el(
      "select",
      { id: `tour-${name}`, name, autocomplete: "off" },
      values.map((value) =>
        el("option", { value, selected: value === chosen }, t(`tour.${name}.${value || "usual"}`)),
      ),
    ),
  );
}

function numberField(name, bounds, value) {
  return el("input", { id: `tour-${name}`, name, type: "number", value, ...bounds });
}

/** How many places may be safe already, and how many win something. */
function drawGibson({ places, prizes }) {
  const bounds = { min: 1, max: 1000 };
  return el(
    "div",
    { class: "row", "data-wish": "gibson" },
    el("p", { class: "note" }, t("section.gibson")),
    wish("gibson", t("tour.places"), numberField("places", bounds, places)),
    wish("gibson", t("tour.prizes"), numberField("prizes", bounds, prizes)),
  );
}

/** Pairs that meet in any case; in an event in pairs these are entrants. */
function drawFixed({ tournament, wishes, nameOf }, round) {
  const entrants = new Set(playersIn(tournament, round).map(({ id, team }) => team ?? id));
  const options = [["", "–"], ...[...entrants].map((id) => [id, nameOf(id)])];
  const one = (chosen, side) =>
    el(
      "select",
      { name: "fixed", autocomplete: "off", "aria-label": t("tour.fixedOne", { side }) },
      options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
    );
  const row = ([a, b] = ["", ""]) => el("p", { class: "tour-fixed" }, one(a, 1), " – ", one(b, 2));
  const rows = el("div", {}, [...(wishes.fixed ?? []), undefined].map(row));
  const add = () => {
    const last = row();
    rows.append(last);
    firstIn(last, "select").focus();
  };
  return el(
    "div",
    { "data-wish": "fixed", role: "group", "aria-label": t("tour.fixed") },
    el("p", { class: "note", id: "tour-fixed" }, t("tour.fixed")),
    rows,
    el("button", { type: "button", id: "tour-fix", click: add }, t("tour.fixMore")),
  );
}
