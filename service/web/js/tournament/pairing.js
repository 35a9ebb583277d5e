/**
 * Knows how the next round comes about: asked for, looked at with everything that was relaxed or is
 * silent, changed by hand and checked, then published.
 */

import { el, field } from "../dom.js";
import { t } from "../i18n.js";
import { isComplete, latestRound, swapped, withRound } from "./document.js";
import { drawRemarks } from "./remarks.js";

const OPTIONS = {
  repeats: ["", "never", "if_needed", "allowed"],
  clubs: ["", "apart", "first_two"],
};

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
    director.proposal && drawProposal(director),
  ];
}

function drawForm(director, round) {
  const systems = Object.keys(director.desk.edition.sections.pairing?.systems ?? {});
  const ask = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    /** @type {Record<string, any>} */
    const options = Object.fromEntries([...form].filter(([, value]) => value !== ""));
    const absent = form.getAll("absent");
    delete options.absent;
    if (options.seed) options.seed = Number(options.seed);
    propose(director, { ...options, round, ...(absent.length ? { absent } : {}) });
  };
  const here = director.tournament.players.filter(({ left }) => left === undefined || left > round);
  return el(
    "form",
    { submit: ask, id: "tour-pair", autocomplete: "off" },
    systems.length > 0 && choice("system", ["", ...systems]),
    Object.entries(OPTIONS).map(([name, values]) => choice(name, values)),
    el(
      "p",
      {},
      el("label", { for: "tour-seed" }, t("tour.seed")),
      el("input", { id: "tour-seed", name: "seed", type: "number", min: 0, max: 999999 }),
    ),
    el(
      "details",
      {},
      el("summary", {}, t("tour.absent")),
      here.map(({ id, name }) =>
        el(
          "label",
          { class: "tick" },
          el("input", { type: "checkbox", name: "absent", value: id }),
          name,
        ),
      ),
    ),
    el("button", { class: "primary", id: "tour-propose" }, t("tour.propose")),
  );
}

function choice(name, values) {
  const id = `tour-${name}`;
  return el(
    "p",
    {},
    el("label", { for: id }, t(`tour.${name}`)),
    el(
      "select",
      { id, name, autocomplete: "off" },
      values.map((value) => el("option", { value }, t(`tour.${name}.${value || "usual"}`))),
    ),
  );
}

async function propose(director, options) {
  await director.desk.asking(async () => {
    director.proposal = await director.count("pairings", options);
    director.proposal.faults = [];
    director.draw();
    field("tour-publish").focus();
  });
}

function drawProposal(director) {
  const { proposal } = director;
  const chosen = [];
  const pick = (id, button) => {
    button.setAttribute("aria-pressed", String(!chosen.includes(id)));
    if (chosen.includes(id)) chosen.splice(chosen.indexOf(id), 1);
    else chosen.push(id);
    if (chosen.length === 2) swap(director, chosen[0], chosen[1]);
  };
  const name = (id) => {
    const button = el(
      "button",
      { type: "button", class: "tour-pick", "aria-pressed": "false" },
      director.nameOf(id),
    );
    button.addEventListener("click", () => pick(id, button));
    return button;
  };
  return el(
    "div",
    { class: "summary", id: "tour-proposal" },
    el("h3", {}, t("tour.proposal", { round: proposal.round })),
    el("p", { class: "note" }, systemLine(proposal)),
    el("p", { class: "note" }, t("tour.swapHint")),
    el(
      "ol",
      { class: "tour-pairs" },
      proposal.pairings.map(({ table, players }) =>
        el("li", { value: table }, name(players[0]), " – ", name(players[1])),
      ),
    ),
    proposal.bye &&
      el(
        "p",
        {},
        t("tour.sits"),
        " ",
        name(proposal.bye.player),
        proposal.bye.article ? ` (${proposal.bye.article})` : "",
      ),
    drawRemarks(t("tour.relaxed"), proposal.relaxed ?? [], director.nameOf),
    drawRemarks(t("tour.silences"), proposal.silent ?? [], director.nameOf),
    drawRemarks(t("tour.faults"), proposal.faults, director.nameOf),
    el(
      "button",
      { type: "button", class: "primary", id: "tour-publish", click: () => publish(director) },
      t("tour.publish"),
    ),
  );
}

function systemLine({ system, article, distance, proved, seed }) {
  const parts = [t("tour.bySystem", { system: t(`tour.system.${system}`), article })];
  if (distance !== undefined)
    parts.push(t(proved ? "tour.provedDistance" : "tour.distanceOnly", { distance }));
  if (seed) parts.push(t("tour.withSeed", { seed }));
  return parts.join(" ");
}

/** Two players change places, and the round is checked as it then stands. */
async function swap(director, a, b) {
  await director.desk.asking(async () => {
    const proposal = swapped(director.proposal, a, b);
    const proposed = proposal.pairings.map(({ players }) => players);
    const { faults } = await director.count("check", { round: proposal.round, proposed });
    director.proposal = {
      ...proposal,
      relaxed: [],
      faults: faults.filter(({ round }) => round === proposal.round),
    };
    director.draw();
    field("tour-publish").focus();
  });
}

function publish(director) {
  director.keep(withRound(director.tournament, director.proposal));
  director.round = director.proposal.round;
  director.proposal = null;
  director.open("results");
}
