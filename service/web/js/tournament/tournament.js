/**
 * Knows the director's tab: the document of the tournament, kept in the browser until it is cleared,
 * saved and opened as the same file that `arbiter tournament` writes.
 *
 * No player's data leaves the browser but to be counted: every question carries the document and
 * nothing of it is stored elsewhere.
 */

import { byId, el } from "../dom.js";
import { t } from "../i18n.js";
import { packed, unpacked } from "../packing.js";
import { remember, remembered } from "../store.js";
import { say } from "../arbiter/asking.js";
import {
  changed,
  DocumentError,
  empty,
  latestRound,
  openGameOf,
  readDocument,
  withResult,
  writeDocument,
} from "./document.js";
import { drawEntries } from "./entries.js";
import { drawPairing } from "./pairing.js";
import { drawPrints } from "./prints.js";
import { drawResults } from "./results.js";
import { drawStandings } from "./standings.js";

const KEPT = "arbiter.tournament";
const PARTS = ["entries", "results", "pairing", "standings", "prints"];
const DRAWN = {
  entries: drawEntries,
  results: drawResults,
  pairing: drawPairing,
  standings: drawStandings,
  prints: drawPrints,
};

/**
 * @typedef {object} Director
 * @property {import("../arbiter/main.js").Desk} desk
 * @property {import("./document.js").Tournament} tournament
 * @property {string} part Which part is open.
 * @property {number} round The round that is looked at.
 * @property {any} proposal The round that is proposed, if one is.
 * @property {(tournament: import("./document.js").Tournament) => void} keep
 * @property {(part: string) => void} open
 * @property {() => void} draw
 * @property {(id: string) => string} nameOf
 * @property {(operation: string, options: object) => Promise<any>} count
 */

/** @type {Director} */
const director = {
  desk: null,
  tournament: empty(),
  part: "entries",
  round: 1,
  proposal: null,
  keep,
  open,
  draw,
  nameOf: (id) => director.tournament.players.find((player) => player.id === id)?.name ?? id,
  count: (operation, options) =>
    director.desk.api.tournament(director.desk.edition.id, operation, {
      ...director.tournament,
      ...options,
    }),
};

/** Make the tab work; `desk` holds edition and connection, and what a link has brought. */
export function prepare(desk) {
  director.desk = desk;
  const kept = remembered(KEPT);
  if (kept !== null) take(kept);
  const { tournament } = desk.brought;
  if (tournament) adopt(unpacked(tournament) ?? "");
  const panel = byId("tournament");
  panel.addEventListener("dragover", (event) => event.preventDefault());
  panel.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
  addEventListener("arbiter:result", (event) =>
    takeResult(/** @type {CustomEvent} */ (event).detail),
  );
}

/** Draw the tab anew: the language, the edition or the document has changed. */
export function show() {
  draw();
}

/** A recounted game becomes the result of the game that is open between the two. */
function takeResult({ players, final }) {
  const found = openGameOf(director.tournament, players);
  if (found === null) {
    say(t("tour.noOpenGame", { players: players.join(" – ") }));
    return;
  }
  const scores = found.turned ? [...final].reverse() : final;
  keep(withResult(director.tournament, found.at, scores, ""));
  director.round = latestRound(director.tournament);
  open("results");
}

/**
 * Take another document, unless the director would rather keep the one that is here: nothing is
 * replaced without a question, and a newer version never by an older one unseen.
 */
function adopt(text) {
  const held = director.tournament;
  if (!take(text)) return;
  const read = director.tournament;
  const same = held.name === read.name;
  const numbers = { file: read.version, here: held.version };
  const question = !same
    ? t("tour.otherSure", { name: held.name || "–" })
    : read.version < held.version
      ? t("tour.older", numbers)
      : "";
  if (held.players.length > 0 && question && !confirm(question)) {
    director.tournament = held;
    director.round = Math.max(1, latestRound(held));
    return;
  }
  remember(KEPT, read);
}

function take(document) {
  try {
    director.tournament = readDocument(
      typeof document === "string" ? document : JSON.stringify(document),
    );
  } catch (fault) {
    if (!(fault instanceof DocumentError)) throw fault;
    say(t(`tour.${fault.code}`));
    return false;
  }
  director.round = Math.max(1, latestRound(director.tournament));
  director.proposal = null;
  return true;
}

function keep(tournament) {
  director.tournament = tournament;
  remember(KEPT, tournament);
  showVersion();
}

/** The figures of the head alone: a field that is being left must not be drawn anew. */
function showVersion() {
  const { version, players } = director.tournament;
  if (byId("tour-count") === null) return;
  byId("tour-count").textContent = t("tour.players", { count: players.length });
  byId("tour-version").textContent = t("tour.version", { version });
}

function open(part) {
  director.part = part;
  draw();
}

async function openFile(file) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    say(t("tour.notUtf8"));
    return;
  }
  adopt(text);
  draw();
}

/** The whole document as a link, in a field to be copied; its fragment is sent to no server. */
function share() {
  const fragment = new URLSearchParams({
    rules: director.desk.edition.id,
    tournament: packed(JSON.stringify(director.tournament)),
  });
  const value = `${location.origin}${location.pathname}#${fragment}`;
  const input = el("input", { id: "tour-linked", readonly: "", value });
  byId("tour-shared").replaceChildren(el("label", {}, t("tour.linkSaid"), " ", input));
  input.select();
  navigator.clipboard?.writeText(value).catch(() => {});
}

function save() {
  const file = new Blob([writeDocument(director.tournament)], { type: "application/json" });
  const link = el("a", { href: URL.createObjectURL(file), download: `${fileName()}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function fileName() {
  const plain = director.tournament.name.normalize("NFD").replace(/[^A-Za-z0-9]+/g, "-");
  return plain.replace(/^-+|-+$/g, "").toLowerCase() || "tournament";
}

function clear() {
  if (director.tournament.players.length > 0 && !confirm(t("tour.clearSure"))) return;
  director.round = 1;
  director.proposal = null;
  keep(empty());
  open("entries");
}

function draw() {
  const { classification } = director.desk.edition?.sections ?? {};
  const parts = [
    el("h1", {}, t("tour.title")),
    classification?.between === undefined &&
      el(
        "p",
        { class: "note", role: "status" },
        t("tour.silent", { article: classification?.article ?? "" }),
      ),
    el("div", { id: "tour-head", class: "row" }),
    el("p", { id: "tour-shared" }),
    el(
      "div",
      { class: "row", role: "group", "aria-label": t("tour.parts") },
      PARTS.map(partButton),
    ),
    el("div", { id: "tour-part" }),
  ];
  byId("tournament").replaceChildren(...parts.filter(Boolean));
  drawHead();
  byId("tour-part").replaceChildren(...[DRAWN[director.part](director)].flat().filter(Boolean));
}

function partButton(part) {
  const pressed = String(part === director.part);
  const click = () => open(part);
  return el(
    "button",
    { type: "button", id: `tour-${part}`, "aria-pressed": pressed, click },
    t(`tour.${part}`),
  );
}

function drawHead() {
  const { name, rounds } = director.tournament;
  const setName = ({ target }) => keep(changed(director.tournament, { name: target.value.trim() }));
  const setRounds = ({ target }) => {
    const wanted = Math.max(1, Math.min(40, Number(target.value) || 1));
    target.value = String(wanted);
    keep(changed(director.tournament, { rounds: wanted }));
  };
  const file = ({ target }) => target.files[0] && openFile(target.files[0]);
  byId("tour-head").replaceChildren(
    el(
      "label",
      {},
      t("tour.name"),
      " ",
      el("input", { id: "tour-name", value: name, maxlength: 120, change: setName }),
    ),
    el(
      "label",
      {},
      t("tour.rounds"),
      " ",
      el("input", {
        id: "tour-rounds",
        type: "number",
        min: 1,
        max: 40,
        value: rounds,
        change: setRounds,
      }),
    ),
    el("span", { class: "note", id: "tour-count" }),
    el("span", { class: "note", id: "tour-version" }),
    el("button", { type: "button", id: "tour-save", click: save }, t("tour.save")),
    el("label", { class: "button", for: "tour-file" }, t("tour.open")),
    el("input", {
      id: "tour-file",
      class: "visually-hidden",
      type: "file",
      accept: ".json,application/json",
      change: file,
    }),
    el("button", { type: "button", id: "tour-link", click: share }, t("tour.link")),
    el("a", { class: "button", href: "/arbiter/board", target: "arbiter-board" }, t("tour.board")),
    el("button", { type: "button", id: "tour-clear", click: clear }, t("tour.clear")),
  );
  showVersion();
}
