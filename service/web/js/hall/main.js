/**
 * Knows the page of the laptop as a whole: the choice of a tournament first, then the hall as it is,
 * asked for every other second. The address that it was opened under is the key to the box, so
 * everything is asked below it.
 */

import { untilAnswered } from "../core/api.js";
import { asking, pressOnce, say } from "../core/asking.js";
import { connect, Unreachable } from "../core/client.js";
import { clockTimes, showColours, suited, variantText } from "../core/edition.js";
import { byId, field, fillChoice, firstIn } from "../core/dom.js";
import { languageChoices, loadLanguages, pickLanguage, t, useLanguage } from "../core/i18n.js";
import { remember, remembered } from "../core/store.js";
import { drawHall, prepareHall } from "./hall.js";

/** @import { Edition } from "../core/answers.js" */

const LANGUAGE = "arbiter.language";
const EVERY = 2000;
const USUAL = "device_at_table";
/** What the organiser chooses once. */
const CHOICES = [
  ...["rules", "procedure", "variant", "clock", "tables", "pin"],
  ...["wifi_name", "wifi_password"],
];
const box = connect("", { url: location.pathname, patience: 60_000 });
let ended = false;
/** The edition whose choices are shown. */
let offered = "";

/** Have something done by the box. @param {string} what @param {object} [given] */
async function post(what, given = {}) {
  const body = JSON.stringify({ ...given, lang: document.documentElement.lang });
  const call = { method: "POST", type: "application/json", body };
  return (await box.call(`/${what}`, call)).body;
}

/** Show the hall as it is now; without an answer the page says that the box does not serve. */
async function look() {
  if (ended) return;
  try {
    const { body } = await box.call(`/hall?lang=${document.documentElement.lang}`);
    if (ended) return;
    byId("down").hidden = true;
    byId("choose").hidden = body.ready;
    byId("hall").hidden = !body.ready;
    if (!body.ready) return;
    drawHall(body);
    if (field("rules").value === body.rules) return;
    field("rules").value = body.rules;
    await offerEdition();
  } catch (fault) {
    if (!(fault instanceof Unreachable)) throw fault;
    byId("down").hidden = false;
  }
}

async function watch() {
  await look();
  setTimeout(watch, EVERY);
}

/** Offer what an edition leaves open, and keep what was chosen of it. @param {Edition} edition */
function offer(edition) {
  const { id, procedures, variants, sections } = edition;
  /** @param {string} name @param {string} usual */
  const chosen = (name, usual) => (id === offered ? field(name).value : usual);
  fillChoice(
    "procedure",
    procedures.map((way) => [way, t(`procedure.${way}`)]),
    chosen("procedure", USUAL),
  );
  fillChoice(
    "variant",
    variants.map((one) => [one, variantText(edition, one)]),
    chosen("variant", sections.challenge.default_variant),
  );
  fillChoice("clock", [["", t("setup.clock.none")], ...clockTimes(edition)], chosen("clock", ""));
  offered = id;
  byId("procedure-row").hidden = procedures.length < 2;
  byId("variant-row").hidden = variants.length < 2;
  showColours(edition);
}

async function offerEdition() {
  const rules = field("rules").value;
  const edition = await untilAnswered(() => box.edition(rules));
  if (field("rules").value === rules) offer(edition);
}

async function speak() {
  await untilAnswered(() => useLanguage(field("lang").value));
  await Promise.all([look(), offerEdition()]);
}

/** @param {SubmitEvent} event */
async function choose(event) {
  event.preventDefault();
  const form = byId("choose");
  const button = firstIn(form, "button");
  button.disabled = true;
  const given = Object.fromEntries(CHOICES.map((name) => [name, field(name).value]));
  await asking(() => post("choose", given), form);
  button.disabled = false;
  await look();
}

async function end() {
  await asking(async () => {
    const last = await post("end");
    ended = true;
    drawHall(last);
    byId("hall").setAttribute("data-ended", "");
    say();
    byId("ended").hidden = false;
    byId("ended").focus();
  });
}

async function open() {
  await untilAnswered(loadLanguages);
  const editions = await untilAnswered(() => box.rules());
  const lang = pickLanguage(remembered(LANGUAGE));
  const { id } = suited(editions, { lang });
  fillChoice("lang", languageChoices(), lang);
  fillChoice(
    "rules",
    editions.map(({ id: one, title }) => [one, title]),
    id,
  );
  await speak();
  field("lang").addEventListener("change", () => {
    remember(LANGUAGE, field("lang").value);
    speak();
  });
  field("rules").addEventListener("change", offerEdition);
  byId("choose").addEventListener("submit", choose);
  byId("main").addEventListener("keydown", pressOnce);
  prepareHall({ post, look, end });
  watch();
}

open();
