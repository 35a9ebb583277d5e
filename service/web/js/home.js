/** Knows the front door: the language of its visitor, and how a terminal asks this very service. */

import { untilAnswered } from "./core/api.js";
import { byId, field, fillChoice } from "./core/dom.js";
import { languageChoices, loadLanguages, pickLanguage, useLanguage } from "./core/i18n.js";
import { remember, remembered } from "./core/store.js";

const LANGUAGE = "arbiter.language";

async function open() {
  byId("commands").textContent =
    `export ARBITER_URL=${location.origin}\narbiter terminal --rules frs\n` +
    "arbiter terminal --rules frs --offline\narbiter --help";
  await untilAnswered(loadLanguages);
  const language = pickLanguage(remembered(LANGUAGE));
  fillChoice("lang", languageChoices(), language);
  field("lang").addEventListener("change", () => {
    remember(LANGUAGE, field("lang").value);
    untilAnswered(() => useLanguage(field("lang").value, "home/"));
  });
  await untilAnswered(() => useLanguage(language, "home/"));
}

open();
