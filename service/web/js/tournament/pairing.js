/**
 * Knows how the next round comes about: asked for, looked at with everything that was relaxed or is
 * silent, changed by hand and checked, then published.
 */

import { Refused, Unreachable } from "../client.js";
import { byId, el, field } from "../dom.js";
import { t } from "../i18n.js";
import { isComplete, latestRound, seatsOf, swapped, withRound } from "./document.js";
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
    el("div", { id: "tour-faults" }),
    director.proposal && drawProposal(director),
  ];
}

function drawForm(director, round) {
  const systems = Object.keys(director.desk.edition.sections.pairing?.systems ?? {});
  const { wishes } = director;
  const ask = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    /** @type {Record<string, any>} */
    const options = Object.fromEntries([...form].filter(([, value]) => value !== ""));
    director.wishes = { ...options, absent: form.getAll("absent") };
    propose(director, round);
  };
  const here = director.tournament.players.filter(({ left }) => left === undefined || left > round);
  const absent = wishes.absent ?? [];
  return el(
    "form",
    { submit: ask, id: "tour-pair", autocomplete: "off" },
    systems.length > 0 && choice("system", ["", ...systems], wishes),
    Object.entries(OPTIONS).map(([name, values]) => choice(name, values, wishes)),
    el(
      "p",
      {},
      el("label", { for: "tour-seed" }, t("tour.seed")),
      el("input", {
        ...{ id: "tour-seed", name: "seed", type: "number", min: 0, max: 999999 },
        value: wishes.seed,
      }),
    ),
    el(
      "details",
      { open: absent.length > 0 },
      el("summary", {}, t("tour.absent")),
      el(
        "div",
        { class: "tour-absent" },
        here.map(({ id, name }) =>
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
    ),
    el("button", { class: "primary", id: "tour-propose" }, t("tour.propose")),
  );
}

function choice(name, values, wishes) {
  const id = `tour-${name}`;
  return el(
    "p",
    {},
    el("label", { for: id }, t(`tour.${name}`)),
    el(
      "select",
      { id, name, autocomplete: "off" },
      values.map((value) =>
        el(
          "option",
          { value, selected: value === (wishes[name] ?? "") },
          t(`tour.${name}.${value || "usual"}`),
        ),
      ),
    ),
  );
}

async function propose(director, round) {
  const { absent, seed, ...options } = director.wishes;
  const asked = director.tournament;
  const answered = await director.desk.asking(async () => {
    const proposal = await director.count("pairings", {
      ...{ ...options, round },
      ...(seed ? { seed: Number(seed) } : {}),
      ...(absent.length ? { absent } : {}),
    });
    // A round for a document that has changed in the meantime is none.
    if (director.tournament !== asked) return;
    director.proposal = { ...proposal, absent, faults: [], rules: director.desk.edition.id };
    look(director);
  });
  if (!answered) await explain(director);
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
  field("tour-publish")?.focus();
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
    absentLine(director),
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

function absentLine({ proposal, nameOf }) {
  const { absent } = proposal;
  if (!absent.length) return null;
  return el("p", {}, t("tour.absentNow", { names: absent.map(nameOf).join(", ") }));
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
  const { proposal } = director;
  await director.desk.asking(async () => {
    const changed = swapped(proposal, a, b);
    const { round, absent } = proposal;
    const { faults } = await director.count("check", { round, proposed: seatsOf(changed) });
    if (director.proposal !== proposal) return;
    const isMeant = ({ code, players }) =>
      code !== "unpaired" || !players.every((id) => absent.includes(id));
    director.proposal = {
      ...changed,
      relaxed: [],
      faults: faults.filter((fault) => fault.round === round && isMeant(fault)),
    };
  });
  // Where the service did not answer, the two are where they were and nobody is pressed.
  look(director);
}

function publish(director) {
  director.keep(withRound(director.tournament, director.proposal));
  director.wishes = {};
  director.round = latestRound(director.tournament);
  director.open("results");
}
