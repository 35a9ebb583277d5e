/** Knows the organiser's form: which choices there are, and when they are complete. */

import { untilAnswered } from "../core/api.js";
import { connect, Refused } from "../core/client.js";
import { byId, field, fillChoice, firstIn, there } from "../core/dom.js";
import { clockTimes, lexiconLine, suited, variantText } from "../core/edition.js";
import { enrol, isCode } from "../core/enrol.js";
import { languageChoices, t, useLanguage } from "../core/i18n.js";
import { remember } from "../core/store.js";
import { SETTINGS } from "./device.js";
import { settle } from "./parts.js";
import { sealPin } from "./pin.js";

/** @import { Edition, EditionSummary } from "../core/answers.js" */
/** @import { Settings } from "./device.js" */

const SMALLEST_DIAGONAL = 3.5 * 160;
const TYPED = ["lang", "table", "key", "seconds"];
const OFFERED = ["rules", "procedure", "variant", "sides", "clock"];
/** What a code has brought: chosen for every table, not at this one. */
const BROUGHT = ["rules", "procedure", "variant", "table"];
/** @type {Record<string, any>} */
let chosen = {};
let loading = new AbortController();

/**
 * Show the form, filled with what is remembered; `start(settings)` begins arbitration mode.
 *
 * @param {Settings} remembered @param {(settings: Settings) => void} start
 */
export function showSetup(remembered, start) {
  chosen = { seconds: "10", ...remembered };
  for (const name of ["table", "key", "seconds"]) field(name).value = chosen[name] ?? "";
  askForPin();
  fillChoice("lang", languageChoices(), chosen.lang);
  for (const name of ["lang", "rules"]) field(name).onchange = change;
  field("key").onchange = changeKey;
  byId("setup").onsubmit = (event) => {
    event.preventDefault();
    keep();
    if (complete()) finish(start);
  };
  byId("setup").hidden = false;
  settle(byId("setup"));
  showNotes();
  return load();
}

/**
 * Say in the page's words why a code or a key is no good.
 *
 * @param {Refused} fault
 */
export function sayRefused({ code }) {
  /** @type {Record<string, string>} */
  const said = { code_used: t("problem.code_used"), no_such_code: t("problem.no_such_code") };
  say(said[code] ?? t("problem.key"));
}

/** A device that was set up by a code asks the service about the PIN: there is none to choose. */
function askForPin() {
  showRow("new-pin", !chosen.exit);
  field("new-pin").required = !chosen.pin && !chosen.exit;
  field("new-pin").placeholder = chosen.pin ? "••••" : "";
}

/** Whether everything is filled in as it must be; what is not is said in the page's own words. */
function complete() {
  const wrong = ["table", "seconds", "new-pin"].find((name) => !field(name).checkValidity());
  say(wrong ? t(`setup.needs.${wrong}`) : "");
  if (wrong) field(wrong).focus();
  return !wrong;
}

/** @param {(settings: Settings) => void} start */
async function finish(start) {
  const pin = field("new-pin").value;
  field("new-pin").value = "";
  byId("setup").hidden = true;
  start({ ...chosen, pin: pin ? await sealPin(pin) : chosen.pin });
}

/** Keep what the form says; what the service offers, only once it has offered it. */
function keep() {
  const names = field("rules").value ? [...TYPED, ...OFFERED] : TYPED;
  for (const name of names) chosen[name] = field(name).value;
}

function change() {
  keep();
  return load();
}

/** A key was typed, or a code in its place: then the key that it stands for. */
async function changeKey() {
  const typed = field("key").value;
  if (!isCode(typed)) {
    delete chosen.exit;
    askForPin();
    return change();
  }
  try {
    remember(SETTINGS, Object.assign(chosen, { pin: null, ...(await enrol(typed, sayDown)) }));
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    return sayRefused(fault);
  }
  for (const name of ["table", "key", "lang"]) field(name).value = chosen[name] ?? "";
  askForPin();
  return load();
}

/** Fill the form for its language, key and rules; it can be sent once the service has answered. */
async function load() {
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  allowStart(false);
  try {
    const offer = await untilAnswered(askOffer, { onDown: sayDown, signal });
    if (signal.aborted) return;
    fill(offer);
    for (const name of BROUGHT) if (chosen.exit) showRow(name, false);
    say("");
    allowStart(true);
  } catch (fault) {
    if (signal.aborted) return;
    if (!(fault instanceof Refused)) throw fault;
    say(t(field("key").value ? "problem.key" : "setup.needs.key"));
  }
}

async function askOffer() {
  if (document.documentElement.lang !== chosen.lang) await useLanguage(chosen.lang, "tablet/");
  const api = connect(field("key").value);
  const editions = await api.rules();
  return { editions, edition: await api.edition(suited(editions, chosen).id) };
}

/** @param {{editions: EditionSummary[], edition: Edition}} given */
function fill({ editions, edition }) {
  const variants = edition.variants.length > 1 ? edition.variants : [];
  /** @type {typeof chosen} */
  const wanted = {
    ...chosen,
    rules: edition.id,
    variant: chosen.variant || edition.sections.challenge.default_variant,
  };
  /** @type {Record<string, [string, string][]>} */
  const offered = {
    rules: editions.map(({ id, title }) => [id, title]),
    procedure: edition.procedures.map((way) => [way, t(`procedure.${way}`)]),
    variant: variants.map((v) => [v, variantText(edition, v)]),
    sides: ["one", "two"].map((sides) => [sides, t(`setup.sides.${sides}`)]),
    clock: [["", t("setup.clock.none")], ...clockTimes(edition)],
  };
  for (const name of OFFERED) fillChoice(name, offered[name], wanted[name]);
  for (const name of BROUGHT) showRow(name, name !== "variant" || variants.length > 0);
  byId("setup-lexicon").replaceChildren(...there(lexiconLine(edition.lexicon)));
  showNotes();
}

/** @param {string} name @param {boolean} shown */
function showRow(name, shown) {
  /** @type {HTMLElement} */ (field(name).parentElement).hidden = !shown;
}

/** @param {boolean} allowed */
function allowStart(allowed) {
  firstIn(byId("setup"), "button").disabled = !allowed;
}

function sayDown() {
  byId("setup-lexicon").replaceChildren();
  say(`${t("fault.network")} ${t("outage.starting")}`);
}

function showNotes() {
  const small = Math.hypot(screen.width, screen.height) < SMALLEST_DIAGONAL;
  const may = chosen.exit && t("setup.may", { table: chosen.table });
  const notes = [may, !isSecureContext && t("setup.insecure"), small && t("setup.small")];
  byId("setup-notes").textContent = notes.filter(Boolean).join(" ");
}

/** @param {string} text */
function say(text) {
  byId("setup-fault").textContent = text;
}
