/**
 * Knows how the next round comes about: asked for or paired by hand, looked at with everything that
 * was relaxed or is silent, changed by hand and checked, then published.
 */

import { sayRefused } from "../core/asking.js";
import { Refused, Unreachable } from "../core/client.js";
import { byId, el, field, firstIn, p } from "../core/dom.js";
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
  present,
  roundByHand,
  seatsOf,
  swapped,
  withRound,
} from "./document.js";
import { button, choice, director, drawRemarks, isSilent, note, section } from "./parts.js";
import { printRound } from "./prints.js";

/** @import { Attributes } from "../core/dom.js" */
/** @import { Fault, Proposed } from "./parts.js" */

/** What a name carries that is dragged. */
const DRAGGED = "text/x-player";

export function drawPairing() {
  const { tournament, proposal } = director;
  const latest = latestRound(tournament);
  const next = latest + 1;
  if (latest > 0 && !isComplete(tournament, latest))
    return note(t("tour.incomplete", { round: latest }));
  if (next > tournament.rounds) return note(t("tour.over"));
  if (!tournament.players.length) return note(t("tour.noPlayers"));
  return [
    el("h2", {}, t("tour.pairRound", { round: next })),
    drawForm(next),
    el("div", { id: "tour-faults" }),
    proposal && drawProposal(proposal),
  ];
}

/** Where the regulation has no pairings, a round is paired by hand. @param {number} round */
function drawForm(round) {
  const primary = director.proposal ? "" : "primary";
  /** @param {string} [kind] */
  const hand = (kind) =>
    button("tour-byhand", t("tour.byHand"), () => beginByHand(round), { class: kind });
  if (isSilent("pairing")) {
    const article = articleText(section("pairing").article ?? "silent");
    return el("p", { class: "row" }, t("tour.handOnly", { article }), hand(primary));
  }
  // At each change: an answer on its way draws the form anew.
  const keepWishes = () => {
    director.wishes = readWishes();
  };
  /** @param {Event} event */
  const ask = (event) => {
    event.preventDefault();
    keepWishes();
    propose(round);
  };
  return el(
    "form",
    { submit: ask, change: keepWishes, id: "tour-pair", autocomplete: "off", novalidate: true },
    drawWishes(round),
    drawAbsent(round),
    el("button", { class: primary, id: "tour-propose" }, t("tour.propose")),
    hand(),
  );
}

/** @param {number} round */
function drawAbsent(round) {
  /** @type {string[]} */
  const absent = director.wishes.absent ?? [];
  const ticks = playersIn(director.tournament, round).map(({ id, name }) => {
    const more = { type: "checkbox", name: "absent", value: id, checked: absent.includes(id) };
    return el("label", { class: "tick" }, el("input", more), name);
  });
  return el(
    "details",
    { open: absent.length > 0, id: "tour-absent" },
    el("summary", {}, t("tour.absent")),
    el("div", { class: "tour-absent" }, ticks),
  );
}

/** @param {number} round */
async function propose(round) {
  const { wishes, tournament, desk } = director;
  /** @type {Refused | undefined} */
  let refused;
  const answered = await desk.asking(async () => {
    try {
      const proposal = await director.count("pairings", { ...wishes, round });
      // A round for a document that has changed in the meantime is none.
      if (director.tournament !== tournament) return;
      const rules = desk.edition.id;
      director.proposal = { ...proposal, absent: wishes.absent, faults: [], rules };
      look();
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      refused = fault;
    }
  });
  if (refused) sayBeside(refused);
  if (refused || !answered) await explain();
}

/** Say what is refused beside the wish that it is about. @param {Refused} refused */
function sayBeside(refused) {
  const place = meantBy(refused);
  place?.closest("details")?.setAttribute("open", "");
  sayRefused(refused, place ?? undefined);
  /** @type {HTMLElement | null | undefined} */ (place?.querySelector("input, select"))?.focus();
}

/** A round is refused for one reason; who is meant, and what else is wrong, the check tells. */
async function explain() {
  try {
    const { faults } = await director.count("check", {});
    byId("tour-faults")?.replaceChildren(drawRemarks("tour.faults", faults));
  } catch (fault) {
    // Whoever cannot check either has said so.
    if (!(fault instanceof Refused || fault instanceof Unreachable)) throw fault;
  }
}

/** Show the proposal to whoever has not gone elsewhere in the meantime. */
function look() {
  if (director.part !== "pairing") return;
  director.draw();
  focusFree();
}

/** @param {Proposed} proposal */
function drawProposal(proposal) {
  const { nameOf } = director;
  const { round, byHand, pairings, bye, absent } = proposal;
  const disabled = !isReady(proposal);
  const print = () => {
    publish();
    if (latestRound(director.tournament) === round) printRound();
  };
  /** @type {string[]} */
  const chosen = [];
  /** @param {string} id */
  const name = (id) => drawName(proposal, id, chosen);
  /** A button that takes a table apart, or somebody back who sits or is absent. @param {...string} ids */
  const back = (...ids) => {
    const label = `${t("tour.takeApart")}: ${ids.map(nameOf).join(" – ")}`;
    const click = () => check(freed(proposal, ids[0]));
    const more = { type: "button", click, "aria-label": label };
    return byHand && [" ", el("button", more, t("tour.takeApart"))];
  };
  const sitting =
    bye && (bye.players ?? [bye.player]).map((id) => [" ", name(id), back(id)].flat());
  return el(
    "div",
    { class: "summary", id: "tour-proposal" },
    el("h3", {}, t(byHand ? "tour.byHandRound" : "tour.proposal", { round })),
    byHand ? drawFree(proposal, name, chosen) : note(systemLine(proposal)),
    pairings.length > 0 && note(t("tour.swapHint")),
    el(
      "ol",
      { class: "tour-pairs" },
      pairings.map(({ table, players: [a, b] }) =>
        el("li", { value: table }, name(a), name(b), back(a, b)),
      ),
    ),
    sitting && p(t("tour.sits"), sitting, bye.article ? ` (${bye.article})` : ""),
    (byHand ? absent.map((id) => [id]) : [absent])
      .filter((ids) => ids.length)
      .map((ids) =>
        p(t("tour.absentNow", { names: ids.map(nameOf).join(", ") }), ...[back(ids[0])].flat()),
      ),
    drawRemarks("tour.relaxed", proposal.relaxed),
    drawRemarks("tour.silences", proposal.silent),
    el("div", { id: "tour-wrong" }, drawRemarks("tour.faults", proposal.faults)),
    el(
      "p",
      { class: "row" },
      button("tour-publish", t("tour.publish"), publish, { class: "primary", disabled }),
      button("tour-publish-print", `${t("tour.publish")} + ${t("tour.print")}`, print, {
        disabled,
      }),
    ),
  );
}

/**
 * Somebody to be pressed or dragged upon another: the two meet, or change places.
 *
 * @param {Proposed} proposal @param {string} id @param {string[]} chosen Who is pressed.
 */
function drawName(proposal, id, chosen) {
  const { tournament } = director;
  /** @param {string} a @param {string} b */
  const join = (a, b) => {
    const free = proposal.byHand ? freeIn(tournament, proposal) : [];
    check((free.includes(a) && free.includes(b) ? paired : swapped)(proposal, a, b));
  };
  const click = () => {
    pick.setAttribute("aria-pressed", String(!chosen.includes(id)));
    if (chosen.includes(id)) chosen.splice(chosen.indexOf(id), 1);
    else chosen.push(id);
    if (chosen.length === 2) join(chosen[0], chosen[1]);
  };
  /** @param {DragEvent} event */
  const over = (event) => event.dataTransfer?.types.includes(DRAGGED) && event.preventDefault();
  /** @param {DragEvent} event */
  const drop = (event) => {
    const other = event.dataTransfer?.getData(DRAGGED);
    if (!other) return;
    event.preventDefault();
    event.stopPropagation();
    if (other !== id) join(other, id);
  };
  /** @param {DragEvent} event */
  const dragstart = ({ dataTransfer }) => dataTransfer?.setData(DRAGGED, id);
  const pick = el(
    "button",
    {
      ...{ type: "button", class: "tour-pick", "aria-pressed": "false", draggable: "true", click },
      ...{ "data-player": id, "data-rating": playerOf(tournament, id)?.rating },
      ...{ dragstart, dragover: over, drop },
    },
    director.nameOf(id),
  );
  return pick;
}

/** @param {Proposed} proposal */
function systemLine({ system, article = "", distance, proved, seed }) {
  const parts = [t("tour.bySystem", { system: t(`tour.system.${system}`), article })];
  if (distance !== undefined)
    parts.push(t(proved ? "tour.provedDistance" : "tour.distanceOnly", { distance }));
  if (seed) parts.push(t("tour.withSeed", { seed }));
  return parts.join(" ");
}

/**
 * A proposal is changed at once, so that what is pressed next counts too, and checked as it then
 * stands, where the regulation says what is right. Until then it cannot be published.
 *
 * @param {Partial<Proposed>} change What is otherwise in it.
 */
async function check(change) {
  const { tournament } = director;
  const before = /** @type {Proposed} */ (director.proposal);
  const sound = before.sound ?? before;
  /** @type {Proposed} */
  const changed = { ...before, ...change, relaxed: [], faults: [], sound };
  const { round, byHand, absent } = changed;
  /** @type {Fault[]} */
  let faults = [];
  director.proposal = changed;
  look();
  const answered =
    isSilent("pairing") ||
    (await director.desk.asking(async () => {
      const found = await director.count("check", { round, proposed: seatsOf(changed) });
      const waiting = [...absent, ...(byHand ? freeIn(tournament, changed) : [])];
      /** @param {Fault} fault */
      const isMeant = ({ code, players }) =>
        code !== "unpaired" || !players.every((id) => waiting.includes(id));
      faults = found.faults.filter((fault) => fault.round === round && isMeant(fault));
    }));
  if (director.proposal !== changed) return;
  // Where the service did not answer, everybody is where they were and nobody is pressed.
  director.proposal = answered ? { ...changed, faults, sound: undefined } : sound;
  if (answered) showFaults(director.proposal);
  else look();
}

/** What is wrong with a proposal that is on the page; who is pressed stays so. @param {Proposed} proposal */
function showFaults(proposal) {
  const place = byId("tour-wrong");
  if (director.part !== "pairing" || !place) return;
  place.replaceChildren(drawRemarks("tour.faults", proposal.faults));
  for (const name of ["tour-publish", "tour-publish-print"])
    field(name).disabled = !isReady(proposal);
  if (document.activeElement === document.body) focusFree();
}

/** Whether a proposal was checked, and everybody has a place in it. @param {Proposed} proposal */
function isReady(proposal) {
  if (proposal.sound) return false;
  return !proposal.byHand || freeIn(director.tournament, proposal).length === 0;
}

/** The round as it is now, which may have been checked since it was drawn. */
function publish() {
  director.keep(withRound(director.tournament, /** @type {Proposed} */ (director.proposal)));
  director.wishes = {};
  director.sheet = undefined;
  director.round = latestRound(director.tournament);
  director.open("results");
}

/** Begin a round in which nobody has an opponent yet. @param {number} round */
function beginByHand(round) {
  director.wishes = byId("tour-pair") ? readWishes() : {};
  const { wishes, desk } = director;
  const begun = roundByHand(round, wishes.absent ?? []);
  director.proposal = { ...begun, rules: desk.edition.id, faults: [] };
  look();
}

/** Whoever is free next, or the button that publishes the round. */
function focusFree() {
  const next = document.querySelector("#tour-free .tour-pick") ?? byId("tour-publish");
  /** @type {HTMLElement | null} */ (next)?.focus();
}

/**
 * Who is free, and what one of them may do instead of playing.
 *
 * @param {Proposed} proposal @param {(id: string) => HTMLElement} name How a player is drawn to be pressed.
 * @param {string[]} chosen Who is pressed.
 */
function drawFree(proposal, name, chosen) {
  const free = freeIn(director.tournament, proposal);
  if (!free.length) return null;
  /** @param {(id: string) => Partial<Proposed>} change */
  const alone = (change) => () => {
    if (chosen.length === 1 && free.includes(chosen[0])) check(change(chosen[0]));
  };
  const sit = alone((id) => letSit(proposal, id));
  const miss = alone((id) => ({ absent: [...proposal.absent, id] }));
  return el(
    "div",
    { id: "tour-free" },
    el("h3", {}, t("tour.free", { count: free.length })),
    note(t("tour.freeHint")),
    el("p", { class: "row" }, free.map(name)),
    el(
      "p",
      { class: "row" },
      button("tour-sit", t("tour.sitOne"), sit),
      button("tour-miss", t("tour.missOne"), miss),
    ),
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
/**
 * Which wishes a system takes; one that goes by the whole field takes none.
 * @type {Record<string, string[]>}
 */
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
/**
 * Beside which wish a refusal is said.
 * @type {Record<string, string>}
 */
const MEANT = {
  no_pairing: "repeats",
  twice_in_round: "fixed",
  unknown_player: "fixed",
  too_hard: "fixed",
  incomplete_block: "system",
  unknown_system: "system",
  silent: "system",
};

/** The fields, folded; open once something was wished. @param {number} round */
function drawWishes(round) {
  const { wishes } = director;
  const { places, prizes } = wishes.gibson ?? {};
  const bounds = { min: 1, max: 1000 };
  /** @param {string} name @param {string[]} values */
  const oneOf = (name, values) => {
    const options = values.map((value) => [value, t(`tour.${name}.${value || "usual"}`)]);
    return wish(name, name, choice({ id: `tour-${name}`, name }, options, wishes[name]));
  };
  const fold = el(
    "details",
    {
      ...{ id: "tour-wishes", change: () => fit(fold, round) },
      open: Object.keys(wishes).some((name) => name !== "absent"),
    },
    el("summary", {}, t("tour.wishes")),
    el(
      "div",
      { class: "row" },
      oneOf("system", ["", ...Object.keys(section("pairing").systems)]),
      Object.entries(CHOICES).map(([name, values]) => oneOf(name, values)),
      Object.entries(NUMBERS).map(([name, limits]) => counted(name, name, limits, wishes[name])),
    ),
    // How many places may be safe already, and how many win something.
    el(
      "div",
      { class: "row", "data-wish": "gibson" },
      note(t("section.gibson")),
      counted("gibson", "places", bounds, places),
      counted("gibson", "prizes", bounds, prizes),
    ),
    drawFixed(round),
  );
  fit(fold, round);
  return fold;
}

/** Show the wishes that the chosen system takes, and ask for no other. @param {HTMLElement} fold @param {number} round */
function fit(fold, round) {
  const system = firstIn(fold, "select").value || section("pairing").system;
  const taken = new Set(["system", ...(TAKEN[system] ?? [])]);
  // Lots are drawn for the first round only.
  if (round > 1) taken.delete("seed");
  if (isSilent("gibson")) taken.delete("gibson");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (
    fold.querySelectorAll("[data-wish]")
  )) {
    part.hidden = !taken.has(part.dataset.wish ?? "");
    for (const control of part.querySelectorAll("input, select"))
      control.toggleAttribute("disabled", part.hidden);
  }
}

/**
 * What is wished, as the service takes it; without what is left open.
 *
 * @returns {Record<string, any>}
 */
function readWishes() {
  const given = new FormData(/** @type {HTMLFormElement} */ (byId("tour-pair")));
  /** @param {string} name */
  const text = (name) => given.get(name) || null;
  /** @param {string} name */
  const whole = (name) => (given.get(name) ? Number(given.get(name)) : null);
  const [places, prizes] = ["places", "prizes"].map(whole);
  const ids = given.getAll("fixed");
  const pairs = ids.flatMap((id, i) => (i % 2 ? [] : [[id, ids[i + 1]]]));
  const fixed = pairs.filter((pair) => pair.some(Boolean));
  return present({
    ...Object.fromEntries(["system", ...Object.keys(CHOICES)].map((name) => [name, text(name)])),
    ...Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, whole(name)])),
    gibson: places || prizes ? present({ places, prizes }) : null,
    fixed: fixed.length ? fixed : null,
    absent: given.getAll("absent"),
  });
}

/** The wish that a refusal is about, if it is about one that is asked for. @param {Refused} refused */
function meantBy({ code, reason, errors }) {
  const [, pointed, part] = errors[0]?.pointer.split("/") ?? [];
  const name = pointed ?? (reason === "odd_factor" ? "factor" : MEANT[code]);
  const found = byId(name === "gibson" && part ? `tour-${part}` : `tour-${name}`);
  const place = /** @type {HTMLElement | null} */ (found?.closest("[data-wish]"));
  return place && !place.hidden ? place : null;
}

/** @param {string} name @param {string} label @param {HTMLElement} control */
function wish(name, label, control) {
  const text = t(`tour.${label}`);
  return el("p", { "data-wish": name }, el("label", { for: control.id }, text), control);
}

/** @param {string} about @param {string} name @param {Attributes} bounds @param {number} [value] */
function counted(about, name, bounds, value) {
  const more = { id: `tour-${name}`, name, type: "number", value, ...bounds };
  return wish(about, name, el("input", more));
}

/** Pairs that meet in any case; in an event in pairs these are entrants. @param {number} round */
function drawFixed(round) {
  const { tournament, wishes, nameOf } = director;
  const entrants = new Set(playersIn(tournament, round).map(({ id, team }) => team ?? id));
  const options = [["", "–"], ...[...entrants].map((id) => [id, nameOf(id)])];
  /** @param {string} chosen @param {number} side */
  const one = (chosen, side) =>
    choice({ name: "fixed", "aria-label": t("tour.fixedOne", { side }) }, options, chosen);
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
    button("tour-fix", t("tour.fixMore"), add),
  );
}
