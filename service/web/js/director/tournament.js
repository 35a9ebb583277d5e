/**
 * Knows the director's tab: the document of the tournament, kept in the browser until it is cleared,
 * saved and opened as the same file that `arbiter tournament` writes.
 *
 * No player's data leaves the browser but to be counted: every question carries the document and
 * nothing of it is stored elsewhere.
 */

import { english, ignoreDoublePresses, problemText, say } from "../core/asking.js";
import { Refused } from "../core/client.js";
import { byId, el, field, there } from "../core/dom.js";
import { readFile, writeFile } from "../core/files.js";
import { t } from "../core/i18n.js";
import { packed, unpacked } from "../core/packing.js";
import { remember, remembered } from "../core/store.js";
import {
  changed,
  DocumentError,
  empty,
  folded,
  gameBetween,
  gamesOf,
  isComplete,
  isSettled,
  latestRound,
  openIn,
  readDocument,
  resultOf,
  withoutRound,
  withResult,
  writeDocument,
} from "./document.js";
import { drawEntries, drawRead, namings, offerList } from "./entries.js";
import { drawHall, mayChange, namesShown, showNames, watchHall } from "./hall.js";
import { drawNotes } from "./notes.js";
import { drawPairing } from "./pairing.js";
import { button, choice, director, isSilent, section } from "./parts.js";
import { drawPrints } from "./prints.js";
import { announced, drawConditions, recorded, withRuling } from "./record.js";
import { changeResult, drawResults } from "./results.js";
import { drawRoom } from "./room.js";
import { drawStandings } from "./standings.js";

/** @import { Child, Edited } from "../core/dom.js" */
/** @import { Desk } from "../core/asking.js" */
/** @import { Act, Ended, Tournament } from "./document.js" */

const KEPT = "arbiter.tournament";
/** How many changes can be undone. */
const UNDONE = 50;
/**
 * What a document is saved as beside itself: the ending of the file, and what the button says.
 * @type {Record<string, string[]>}
 */
const SAVED = {
  csv: ["csv", "tour.saveTable"],
  xlsx: ["xlsx", "tour.saveBook"],
  swissperfect: ["zip", "tour.saveSwiss"],
  pages: ["zip", "tour.savePages"],
};
/** @type {Record<string, () => Child>} */
const DRAWN = {
  entries: drawEntries,
  pairing: drawPairing,
  results: drawResults,
  notes: drawNotes,
  standings: drawStandings,
  prints: drawPrints,
};
/** What can be looked at where nothing may be changed. */
const READ = ["standings", "prints"];

/** Whether the browser has no room for the document, which is then gone with the page. */
let isUnkept = false;

Object.assign(director, {
  keep,
  open,
  draw,
  drawBar: () => byId("tour-bar").replaceWith(drawBar()),
  redraw,
  /** @param {Tournament} document */
  adopt: (document) => {
    remind(director.tournament);
    take(document);
    write(director.tournament);
  },
  save: saveAs,
});

/** Make the tab work; `desk` holds edition and connection, and what a link has brought. @param {Desk} desk */
export function prepare(desk) {
  // In this tab the edition is as the document announces it.
  director.desk = Object.create(desk, {
    edition: { get: () => announced(desk.edition, director.tournament) },
  });
  const kept = remembered(KEPT);
  if (kept !== null) take(kept);
  const { tournament } = desk.brought;
  if (tournament) bring(unpacked(tournament) ?? "");
  const panel = byId("tournament");
  ignoreDoublePresses(panel);
  panel.addEventListener("dragover", (event) => event.preventDefault());
  panel.addEventListener("drop", ({ dataTransfer }) => {
    if (!dataTransfer) return;
    if (dataTransfer.files[0]) openFile(dataTransfer.files[0]);
    else openFile(new File([dataTransfer.getData("text/plain")], ""));
  });
  panel.addEventListener("drop", (event) => event.preventDefault());
  addEventListener("arbiter:result", (event) =>
    takeResult(/** @type {CustomEvent} */ (event).detail),
  );
  addEventListener("arbiter:ruling", (event) => {
    if (takeRuling(/** @type {CustomEvent} */ (event).detail)) event.preventDefault();
  });
  addEventListener("storage", ({ key }) => key === KEPT && follow());
  addEventListener("beforeunload", (event) => isUnkept && event.preventDefault());
  watchHall();
}

/** Draw the tab anew: the language, the edition or the document has changed. */
export function show() {
  redraw();
}

/** Another window of this browser has changed the document: this one shows it too. */
function follow() {
  const { round } = director;
  if (!take(remembered(KEPT) ?? empty())) return;
  director.round = Math.min(round, director.round);
  redraw();
}

/**
 * A recounted game becomes the result of the game between the two.
 *
 * @param {Ended & {players: string[]}} recount
 */
function takeResult(recount) {
  const { tournament } = director;
  const found = gameBetween(tournament, recount.players);
  const players = recount.players.join(" – ");
  if (found === null) return say(t("tour.noGame", { players }));
  const { scores, ending } = resultOf(recount, found.turned);
  const game = tournament.games[found.at];
  const before = game.scores?.join(" – ") ?? t(`tour.short.${game.ended_by}`);
  const question = { round: game.round, players, before, now: scores.join(" – ") };
  const other = isSettled(game) && withResult(tournament, found.at, scores, ending) !== tournament;
  if (other && !confirm(t("tour.replaceResult", question))) return;
  const refused = changeResult(found.at, scores, ending);
  director.round = game.round;
  open("results");
  if (refused) say(refused);
}

/**
 * A ruling of the handbook becomes a line of the record; tells whether it did.
 *
 * @param {Partial<Act>} ruling
 */
function takeRuling(ruling) {
  const ruled = withRuling(director.tournament, ruling);
  keep(ruled);
  redraw();
  return director.tournament.record === ruled.record;
}

/**
 * Take another document, unless the director would rather keep the one that is here: nothing is
 * replaced without a question, and a newer version never by an older one unseen.
 *
 * @param {string} text
 */
function bring(text) {
  const held = director.tournament;
  if (!take(text)) return;
  const read = director.tournament;
  if (held.players.length > 0) {
    const question = doubt(held, read);
    if (question && !confirm(question)) {
      director.tournament = held;
      director.round = Math.max(1, latestRound(held));
      return;
    }
    remind(held);
  }
  write(read);
}

/** What the director is asked before a document is replaced by another, if anything. @param {Tournament} held @param {Tournament} read */
function doubt(held, read) {
  if (held.name !== read.name) return t("tour.otherSure", { name: held.name || "–" });
  const numbers = { file: read.version, here: held.version };
  if (read.version < held.version) return t("tour.older", numbers);
  const differs = writeDocument(read) !== writeDocument(held);
  return read.version === held.version && differs ? t("tour.differs", numbers) : "";
}

/** @param {string | Tournament} document */
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
  dropProposal();
  return true;
}

/**
 * Keep a change. What another window has written in the meantime is not written over: it is shown
 * instead, and the change has to be made again.
 *
 * @param {Tournament} tournament
 */
function keep(tournament) {
  const old = director.tournament;
  const stored = remembered(KEPT);
  if (!mayChange()) return say(t("tour.hall.readOnly"));
  if (stored !== null && stored.version !== old.version) {
    follow();
    return say(t("tour.overtaken", { version: director.tournament.version }));
  }
  remind(old);
  director.tournament = recorded(old, tournament);
  /** @param {keyof Tournament} name */
  const isOther = (name) => old[name] !== tournament[name];
  // What is noted may change the order by which a round is paired.
  const noted = isOther("adjustments") && !director.proposal?.byHand;
  if (isOther("players") || isOther("games") || isOther("rounds") || isOther("conditions") || noted)
    dropProposal();
  write(director.tournament);
}

/** @param {Tournament} tournament */
function remind(tournament) {
  director.before = [...director.before, tournament].slice(-UNDONE);
}

/** @param {Tournament} tournament */
function write(tournament) {
  isUnkept = !remember(KEPT, tournament);
  showVersion();
}

/** A round is proposed for the document as it was. */
function dropProposal() {
  director.proposal = null;
  byId("tour-proposal")?.remove();
}

/** The document before the last change, as a version of its own. */
function undo() {
  const [earlier] = director.before.slice(-1);
  const rest = director.before.slice(0, -1);
  // A cleared document begins again, an undone one never: files of it have been saved.
  const version = 1 + Math.max(earlier.version, director.tournament.version);
  keep({ ...earlier, version });
  director.before = rest;
  director.round = Math.max(1, latestRound(director.tournament));
  draw();
}

/** The figures of the head alone: a field that is being left must not be drawn anew. */
function showVersion() {
  const { version, players } = director.tournament;
  if (byId("tour-count") === null) return;
  byId("tour-count").textContent = t("tour.players", { count: players.length });
  byId("tour-version").textContent = t("tour.version", { version });
  field("tour-undo").disabled = director.before.length === 0;
  byId("tour-unkept").hidden = !isUnkept;
  director.drawBar();
}

/** @param {string} part */
function open(part) {
  director.part = part;
  draw();
  byId(`tour-${part}`).focus();
}

/** Our own document needs nobody to read it; of every other file the service knows what it says. @param {File} file */
async function openFile(file) {
  const text = await file.text();
  if (/^\s*\{/.test(text)) {
    bring(text);
    draw();
    return;
  }
  const { api, edition, asking } = director.desk;
  await asking(async () => {
    const found = await readFile(api, edition.id, file.name, file).catch((fault) => {
      if (!(fault instanceof Refused)) throw fault;
      const why = problemText(fault) ?? english(fault.message);
      say(t("tour.notReadable", { file: file.name || "–" }), " ", why);
      return null;
    });
    if (found?.list !== undefined) offerList(found);
    else if (found) {
      bring(JSON.stringify(found.document));
      draw();
      byId("tour-read").replaceChildren(drawRead(found.remarks));
    }
  });
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
  download(file, "json");
}

/** For a spreadsheet or another program; the page reads it again as far as it goes. @param {string} format */
async function saveAs(format) {
  const { api, edition, asking } = director.desk;
  const [ending] = SAVED[format];
  await asking(async () => {
    const { tournament } = director;
    download(await writeFile(api, edition.id, format, tournament, namesShown()), ending);
  });
}

/** @param {Blob} file @param {string} ending */
function download(file, ending) {
  const plain = folded(director.tournament.name).replace(/[^a-z0-9]+/g, "-");
  const name = plain.replace(/^-+|-+$/g, "") || "tournament";
  const link = el("a", { href: URL.createObjectURL(file), download: `${name}.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function clear() {
  if (director.tournament.players.length > 0 && !confirm(t("tour.clearSure"))) return;
  director.round = 1;
  keep(empty());
  open("entries");
}

function unpair() {
  const { tournament } = director;
  const round = latestRound(tournament);
  const played = gamesOf(tournament, round).filter(
    ({ game }) => game.players.length === 2 && isSettled(game),
  );
  if (!confirm(t("tour.unpairSure", { round, count: played.length }))) return;
  director.round = Math.max(1, round - 1);
  keep(withoutRound(tournament));
  draw();
}

/** Draw anew and leave alone what is being typed. */
function redraw() {
  const controls = byId("tour-part")?.querySelectorAll("input[type=text], textarea") ?? [];
  const typed = /** @type {HTMLInputElement[]} */ ([...controls])
    .filter((control) => control.value !== control.defaultValue && !control.closest(".settled"))
    .map((control) => /** @type {const} */ ([control.id, control.value]));
  draw();
  for (const [name, value] of typed) {
    const control = field(name);
    if (!control) continue;
    control.value = value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Draw the tab; what had the focus has it again, so that nobody begins anew at the top. */
function draw() {
  const focused = document.activeElement?.id ?? "";
  drawAll();
  if (focused.startsWith("tour-")) byId(focused)?.focus();
}

function drawAll() {
  if (director.proposal && director.proposal.rules !== director.desk.edition.id)
    director.proposal = null;
  const { article = "" } = section("classification");
  const parts = Object.keys(DRAWN).map((part) =>
    button(`tour-${part}`, t(`tour.${part}`), () => open(part), {
      "aria-pressed": String(part === director.part),
    }),
  );
  const children = [
    drawHead(),
    el("p", { id: "tour-unkept", class: "alarm", role: "alert", hidden: true }, t("tour.unkept")),
    el("p", { id: "tour-shared" }),
    el("div", { id: "tour-read", class: "note", role: "status" }),
    drawHall(),
    el("div", { id: "tour-bar" }),
    el("div", { class: "row parts", role: "group", "aria-label": t("tour.parts") }, parts),
    isSilent("classification") &&
      el("p", { id: "tour-silent", class: "note", role: "status" }, t("tour.silent", { article })),
    el("div", { id: "tour-part", inert: !mayChange() && !READ.includes(director.part) }),
  ];
  byId("tournament").replaceChildren(...there(children));
  showVersion();
  byId("tour-part").replaceChildren(...there(DRAWN[director.part]()));
}

/** The name of the event, how long it is, and everything that is needed now and then. */
function drawHead() {
  const { name, rounds } = director.tournament;
  /** @param {Edited} event */
  const setName = ({ target }) => keep(changed(director.tournament, { name: target.value.trim() }));
  /** @param {Edited} event */
  const setRounds = ({ target }) => {
    const wanted = Math.max(1, Math.min(40, Number(target.value) || 1));
    target.value = String(wanted);
    keep(changed(director.tournament, { rounds: wanted }));
  };
  const named = {
    ...{ id: "tour-name", value: name, maxlength: 120, change: setName },
    ...{ "aria-label": t("tour.name"), placeholder: t("tour.name"), autocomplete: "off" },
  };
  const long = { id: "tour-rounds", type: "number", min: 1, max: 40, value: rounds };
  return el(
    "div",
    { id: "tour-head", class: "row" },
    el(
      "h1",
      {},
      el("span", { class: "visually-hidden" }, t("arbiter.tournament")),
      el("input", named),
    ),
    el("label", {}, t("tour.rounds"), " ", el("input", { ...long, change: setRounds })),
    drawConditions(),
    el("span", { class: "note", id: "tour-count" }),
    el("span", { class: "note", id: "tour-version" }),
    button("tour-undo", t("tour.undo"), undo),
    drawTools(),
  );
}

/** What is needed now and then in one menu, and apart from the rest what destroys something. */
function drawTools() {
  /** @param {Edited} event */
  const file = ({ target }) => target.files?.[0] && openFile(target.files[0]);
  /** @param {MouseEvent} event */
  const shut = ({ target }) => {
    if (target instanceof Element && !target.closest(".names, #tour-rooms"))
      byId("tour-tools").removeAttribute("open");
  };
  /** @param {Edited} event */
  const change = ({ target }) => showNames(target.value);
  const accept = ".json,.csv,.tsv,.txt,.xlsx,.ods,.zip,.t,.tou,.trf";
  const board = { class: "button", href: "/arbiter/board", target: "arbiter-board" };
  const chosen = { id: "tour-file", class: "visually-hidden", type: "file", accept, change: file };
  return el(
    "details",
    { id: "tour-tools" },
    el("summary", { class: "button" }, t("tour.tools")),
    el(
      "div",
      { class: "menu", click: shut },
      el("a", board, t("tour.board")),
      el("div", { id: "tour-rooms" }, drawRoom()),
      button("tour-save", t("tour.save"), save),
      Object.entries(SAVED).map(([format, [, text]]) =>
        button(`tour-${format}`, t(text), () => saveAs(format)),
      ),
      el("label", { class: "button", for: "tour-file" }, t("tour.open")),
      el("input", chosen),
      button("tour-link", t("tour.link"), share),
      el(
        "label",
        { class: "names" },
        `${t("tour.names")} `,
        choice({ id: "tour-names", change }, namings(), namesShown()),
      ),
      el(
        "div",
        { class: "destroys" },
        latestRound(director.tournament) > 0 && button("tour-unpair", t("tour.unpair"), unpair),
        button("tour-clear", t("tour.clear"), clear),
      ),
    ),
  );
}

/** The rounds in a line, each as it stands, and the one thing that comes next. */
function drawBar() {
  const { tournament, round, part } = director;
  const latest = latestRound(tournament);
  const step = nextStep();
  const all = Array.from({ length: Math.max(tournament.rounds, latest) }, (_, i) => i + 1);
  return el(
    "div",
    { id: "tour-bar" },
    el(
      "ol",
      { id: "tour-timeline", "aria-label": t("tour.rounds") },
      all.map((n) => el("li", {}, roundButton(n, latest))),
    ),
    (step.part !== part || (part === "results" && round !== latest)) &&
      button("tour-next", step.text, step.go, { class: "primary", disabled: !mayChange() }),
  );
}

/** @param {number} n @param {number} latest */
function roundButton(n, latest) {
  const { tournament, round, part } = director;
  const count = openIn(tournament, n);
  const state = n > latest ? "to-come" : isComplete(tournament, n) ? "complete" : "open";
  const looked = part === "pairing" ? latest + 1 : round;
  const said = state === "open" ? ` · ${count}` : state === "complete" ? " ✓" : "";
  const told = state === "open" ? `, ${t("tour.openTables", { count })}` : "";
  const look = () => {
    if (n <= latest) director.round = n;
    open(n > latest ? "pairing" : READ.includes(part) ? part : "results");
  };
  return button(`tour-round-${n}`, `${n}${said}`, look, {
    ...{ class: state, disabled: n > latest + 1, "aria-current": n === looked ? "step" : null },
    "aria-label": `${t("tour.roundN", { round: n })}${told}`,
  });
}

/** The part where the event goes on, and how: a press leads there, and proposes a round at once. */
function nextStep() {
  const { tournament, proposal } = director;
  const latest = latestRound(tournament);
  const round = latest + 1;
  const count = openIn(tournament, latest);
  /** @param {string} text @param {string} part @param {() => void} [then] */
  const to = (text, part, then) => ({
    text,
    part,
    go: () => {
      director.round = Math.max(1, latest);
      open(part);
      then?.();
    },
  });
  if (latest === 0 && tournament.players.length < 2)
    return to(t("tour.enter"), "entries", () => byId("tour-paste").focus());
  if (count) return to(t("tour.next.results", { count }), "results", focusOpen);
  if (latest >= tournament.rounds) return to(t("tour.next.finish"), "prints");
  if (proposal)
    return to(t("tour.next.publish", { round }), "pairing", () => byId("tour-publish").focus());
  const ask = () => /** @type {HTMLFormElement} */ (byId("tour-pair"))?.requestSubmit?.();
  return to(t("tour.pairRound", { round }), "pairing", ask);
}

function focusOpen() {
  const first = document.querySelector(".tour-game:not(.settled) input");
  /** @type {HTMLElement | null} */ (first)?.focus();
}
