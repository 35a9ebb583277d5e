/**
 * Knows the tabs of the arbiter's page: one part is open, the arrow keys go round, the address says
 * which, and a part is loaded when it is opened first.
 *
 * @typedef {{prepare: (desk: any) => void, show: () => void}} Part
 */

import { byId } from "../dom.js";
import { alsoSay } from "../i18n.js";

/** @type {Record<string, () => Promise<Part>>} */
const LOADERS = {
  desk: () => import("./desk.js"),
  editor: () => import("./editor.js"),
  outcome: () => import("./outcome.js"),
  handbook: () => import("./handbook.js"),
  tournament: async () => {
    await alsoSay("tournament/");
    return import("../tournament/tournament.js");
  },
  rulebook: () => import("./rules.js"),
};
/** How the address calls a part, where it is not by the name of its panel. */
const NAMES = { challenge: "desk", game: "editor", consequences: "outcome", rules: "rulebook" };
const FIRST = "desk";
/** @type {Map<string, Part>} */
const loaded = new Map();
const stale = new Set();
let desk = null;
let current = FIRST;

/** Make the tabs work; `name` is the part that the address asks for. */
export function prepareTabs(shared, name) {
  desk = shared;
  const all = tabs();
  all.forEach((tab, i) => {
    tab.addEventListener("click", () => openTab(partOf(tab)));
    tab.addEventListener("keydown", ({ key }) => {
      const by = { ArrowRight: 1, ArrowLeft: all.length - 1 }[key];
      if (!by) return;
      const next = all[(i + by) % all.length];
      openTab(partOf(next));
      next.focus();
    });
  });
  const part = NAMES[name] ?? name;
  select(part in LOADERS ? part : FIRST);
}

/** Open a part, and wait until it is there. */
export async function openTab(name) {
  desk.hush();
  select(name);
  if (desk.edition !== null) await draw(name);
}

/** The language, the edition or its lexicon has changed: every part is drawn anew when it is seen. */
export async function drawTabs() {
  for (const name of loaded.keys()) stale.add(name);
  await draw(current);
}

/** Whether a part is the one on the screen. */
export function isOpen(name) {
  return current === name;
}

async function draw(name) {
  const part = await load(name);
  if (!part || !stale.delete(name)) return;
  part.show();
}

/** A part with its texts; one that cannot be had is asked for again when its tab is. */
async function load(name) {
  let part;
  try {
    part = await LOADERS[name]();
  } catch {
    desk.missing();
    return null;
  }
  if (loaded.has(name)) return loaded.get(name);
  loaded.set(name, part);
  stale.add(name);
  part.prepare(desk);
  return part;
}

function select(name) {
  current = name;
  for (const tab of tabs()) {
    const chosen = partOf(tab) === name;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    byId(partOf(tab)).hidden = !chosen;
  }
  const called = Object.keys(NAMES).find((one) => NAMES[one] === name) ?? name;
  history.replaceState(null, "", name === FIRST ? location.pathname : `#tab=${called}`);
}

function tabs() {
  return /** @type {HTMLElement[]} */ ([...byId("tabs").children]);
}

function partOf(tab) {
  return tab.getAttribute("aria-controls");
}
