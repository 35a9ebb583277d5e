/**
 * Knows what a director may wish of the next round, which system takes which wish, and beside which
 * field a refusal belongs. The usual round needs none of it: it stays folded away.
 */

import { byId, el, firstIn } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { playersIn } from "./document.js";
import { isSilent } from "./remarks.js";

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
export function drawWishes(director, round) {
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
export function readWishes(form) {
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
export function meantBy({ code, reason, errors }) {
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
