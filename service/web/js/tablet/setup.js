/** Knows the organiser's form: which choices there are, and when they are complete. */

import { connect, Refused } from "../api.js";
import { byId, el } from "../dom.js";
import { lexiconLine } from "../edition.js";
import { LANGUAGES, t, useLanguage } from "../i18n.js";
import { sealPin } from "./pin.js";

const SMALLEST_DIAGONAL = 3.5 * 160;
const FIELDS = ["rules", "lang", "table", "key", "procedure", "variant", "seconds"];
let chosen = {};

/** Show the form, filled with what is remembered; `start(settings)` begins arbitration mode. */
export function showSetup(remembered, start) {
  chosen = { seconds: "10", ...remembered };
  for (const name of ["table", "key", "seconds"]) byId(name).value = chosen[name] ?? "";
  byId("new-pin").required = !chosen.pin;
  fillChoice("lang", Object.entries(LANGUAGES), chosen.lang);
  byId("lang").onchange = changeLanguage;
  byId("key").onchange = loadRules;
  byId("rules").onchange = changeRules;
  byId("setup").onsubmit = (event) => {
    event.preventDefault();
    keep();
    if (chosen.rules) finish(start);
  };
  byId("setup").hidden = false;
  showNotes();
  return loadRules();
}

function finish(start) {
  const pin = byId("new-pin").value;
  byId("new-pin").value = "";
  byId("setup").hidden = true;
  start({ ...chosen, pin: pin ? sealPin(pin) : chosen.pin });
}

function keep() {
  for (const name of FIELDS) chosen[name] = byId(name).value;
}

async function changeLanguage() {
  keep();
  await useLanguage(chosen.lang);
  showNotes();
  await loadRules();
}

async function changeRules() {
  keep();
  await loadEdition();
}

async function loadRules() {
  try {
    const editions = await connect(byId("key").value).rules();
    fillChoice(
      "rules",
      editions.map(({ id, title }) => [id, title]),
      pick(editions),
    );
    await loadEdition();
    say("");
  } catch (fault) {
    say(t(fault instanceof Refused ? "fault.key" : "fault.network"));
  }
}

async function loadEdition() {
  const edition = await connect(byId("key").value).edition(byId("rules").value);
  const { procedures, sections, lexicon } = edition;
  const variants = edition.variants.length > 1 ? edition.variants : [];
  const usual = sections.challenge.default_variant;
  fillChoice(
    "procedure",
    procedures.map((p) => [p, t(`procedure.${p}`)]),
    chosen.procedure,
  );
  fillChoice(
    "variant",
    variants.map((v) => [v, v]),
    chosen.variant || usual,
  );
  byId("variant-row").hidden = variants.length === 0;
  byId("setup-lexicon").replaceChildren(...lexiconLine(lexicon).filter(Boolean));
}

/** The edition that was chosen, the newest of that federation, or the newest in this language. */
function pick(editions) {
  const { rules, lang } = chosen;
  const latest = editions.filter(({ newest }) => newest);
  const found =
    editions.find(({ id }) => id === rules) ??
    latest.find(({ federation }) => federation === rules) ??
    latest.find(({ language }) => language === lang) ??
    editions[0];
  return found.id;
}

function fillChoice(name, options, value) {
  const select = byId(name);
  select.replaceChildren(...options.map(([key, text]) => el("option", { value: key }, text)));
  if (options.some(([key]) => key === value)) select.value = value;
}

function showNotes() {
  const small = Math.hypot(screen.width, screen.height) < SMALLEST_DIAGONAL;
  const notes = [!isSecureContext && t("setup.insecure"), small && t("setup.small")];
  byId("setup-notes").textContent = notes.filter(Boolean).join(" ");
}

function say(text) {
  byId("setup-fault").textContent = text;
}
