/**
 * Knows how the hall is shown and what can be pressed there: the tables, the codes, the sheet, the
 * day's counts. What it says of the event comes from the box in the language of the page.
 *
 * @typedef {"here" | "asks" | "lost" | "away" | "out"} State
 * @typedef {{title: string, lexicon: string, open: boolean, hash: string[], announced: [string, string][],
 *   notes: string[], todo: string[], here: number, news: string[], totals: string[][],
 *   tables: {table: string, challenges: number, state: State, game?: string, score?: string}[], address: string,
 *   arbiter: string}} Hall
 * @typedef {{post: (what: string, given?: object) => Promise<any>, look: () => Promise<void>,
 *   end: () => Promise<void>}} Box
 */

import { asking } from "../core/asking.js";
import { byId, dialogue, el, field, li, p, tbody, thead, tr, UNSET } from "../core/dom.js";
import { t } from "../core/i18n.js";

/** @type {Box} */
let box = UNSET;
/** @type {Hall} */
let hall = UNSET;
/** What was drawn last of each part: a part that is as it was stays, with whatever has the focus. */
const drawn = new Map();

/** What was pressed last. */
let last = Promise.resolve();

/** Let everything be pressed. @param {Box} given */
export function prepareHall(given) {
  box = given;
  byId("print-sheet").addEventListener("click", () => print("sheet"));
  byId("print-words").addEventListener("click", () => print("words"));
  byId("more").addEventListener("submit", (event) => {
    event.preventDefault();
    act("tables", { count: Number(field("count").value) });
  });
  byId("arbiter-page").addEventListener("click", () => openArbiter());
  byId("end").addEventListener("click", () => ask(t("hall.end.ask"), () => box.end()));
  byId("no").addEventListener("click", () => dialogue("sure").close());
}

/** Draw what has changed. @param {Hall} now */
export function drawHall(now) {
  hall = now;
  draw("title", now.title, (title) => [title]);
  draw("announced", [now.lexicon, now.hash, now.announced], () => [
    ...fact(t("sheet.announce"), now.lexicon),
    ...fact("SHA-256", el("code", {}, now.hash.join(" "))),
    ...now.announced.flatMap(([name, said]) => fact(name, said)),
  ]);
  draw("notes", now.notes, (notes) => notes.map((note) => p(note)));
  draw("todo", now.todo, (steps) => steps.map((step) => li(step)));
  byId("print-words").hidden = !now.open;
  byId("todo-part").hidden = now.todo.length === 0;
  draw("here", [now.here, now.tables.length], ([here, count]) => [t("hall.here", { here, count })]);
  const numbers = now.tables.map(({ table }) => table);
  if (
    draw("hall-tables", numbers, () => numbers.map((table) => el("li", { id: `table-${table}` })))
  ) {
    for (const table of numbers) drawn.delete(`table-${table}`);
    field("count").min = field("count").value = String(numbers.length + 1);
  }
  for (const one of now.tables) draw(`table-${one.table}`, one, card);
  draw("news", now.news, (news) => news.map((line) => li(line)));
  draw("totals", now.totals, ([titles, ...rows]) => [
    thead(tr(titles.map((title) => (title ? el("th", { scope: "col" }, title) : cell(""))))),
    tbody(rows.map(([name, ...counts]) => tr(el("th", { scope: "row" }, name), counts.map(cell)))),
  ]);
  draw("links", now.address, (address) => [
    link(`${address}/event/`, t("hall.event")),
    link(`${address}/tablet`, t("hall.tablet")),
    link(`${address}/help/${document.documentElement.lang}#organiser`, t("setup.help")),
  ]);
  if (!drawn.has("preview")) preview();
}

/**
 * Draw a part anew if what it shows is no longer the same; tells whether it was.
 *
 * @template Shown
 * @param {string} id @param {Shown} shown @param {(shown: Shown) => (Node | string)[]} parts
 */
function draw(id, shown, parts) {
  const now = document.documentElement.lang + JSON.stringify(shown);
  if (drawn.get(id) === now) return false;
  drawn.set(id, now);
  byId(id).replaceChildren(...parts(shown));
  return true;
}

/** @param {string} name @param {string | Node} said */
function fact(name, said) {
  return [el("dt", {}, name), el("dd", {}, said)];
}

/** @param {string} count */
function cell(count) {
  return el("td", {}, count);
}

/** @param {string} href @param {string} text */
function link(href, text) {
  return el("a", { href, target: "_blank", rel: "noopener" }, text);
}

/** A table, with what can be done about it. @param {Hall["tables"][number]} table */
function card({ table, state, challenges, game, score }) {
  const name = t("header.table", { table });
  const code = () => printCode(table);
  const out = () => ask(t("hall.withdraw.ask", { table }), () => act("withdraw", { place: table }));
  /** @param {string} text @param {() => void} click */
  const button = (text, click) =>
    el("button", { type: "button", click, "aria-label": `${name}: ${text}` }, text);
  return [
    el("article", { class: state, "aria-label": name }, [
      el("h3", {}, name),
      el("p", { class: "state" }, t(`hall.state.${state}`)),
      game && el("p", {}, game),
      score && el("p", { class: "score" }, score),
      el("p", { class: "note" }, t("hall.challenges", { count: challenges })),
      el(
        "div",
        { class: "row" },
        button(t("hall.code"), code),
        state !== "out" && button(t("hall.withdraw"), out),
      ),
    ]),
  ];
}

/**
 * Have something done in the hall once what was pressed before is done, then show it; what the box
 * answers, if it does. A sheet that was changed is shown anew, or the paper that was asked for.
 *
 * @param {string} what @param {object} given @param {(answer: any) => void} [shown]
 */
function act(what, given, shown = preview) {
  const done = last.then(async () => {
    /** @type {any} */
    let answer = null;
    await asking(async () => {
      answer = await box.post(what, given);
    }, byId("hall-title"));
    await box.look();
    if (answer) shown(answer);
    return answer;
  });
  last = done.catch(() => null);
  return done;
}

/** A new code for a table on paper, with one press. @param {string} table */
function printCode(table) {
  act("code", { place: table }, ({ code }) => print(`sheet?code=${code}`));
}

/** The arbiter's page for this laptop, set up by a code of its own. */
async function openArbiter() {
  // Opened at once: a browser lets nobody open a window after a wait.
  const opened = open("about:blank");
  const made = await act("code", { place: hall.arbiter });
  if (!made) opened?.close();
  else if (opened) opened.location.href = made.link;
  else location.href = made.link;
}

function paper() {
  return /** @type {HTMLIFrameElement} */ (byId("paper"));
}

/** Show the sheet as it is now. */
function preview() {
  drawn.set("preview", "");
  paper().src = "sheet";
}

/** Print what lies at an address; the preview shows it, and the sheet again afterwards. @param {string} address */
function print(address) {
  const frame = paper();
  const loaded = () => {
    if (address !== "sheet") frame.contentWindow?.addEventListener("afterprint", preview);
    frame.contentWindow?.print();
  };
  frame.addEventListener("load", loaded, { once: true });
  frame.src = address;
}

/** Ask before something that cannot be taken back. @param {string} text @param {() => void} then */
function ask(text, then) {
  const sure = dialogue("sure");
  byId("sure-text").textContent = text;
  const yes = el("button", { type: "button", class: "primary", id: "yes" }, t("hall.yes"));
  yes.addEventListener("click", () => {
    sure.close();
    then();
  });
  byId("yes").replaceWith(yes);
  sure.showModal();
  byId("no").focus();
}
