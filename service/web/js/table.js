/**
 * Knows the page that a player opens by the code on the result form: it speaks for that player of
 * that game, and for nobody else.
 */

import { untilAnswered } from "./core/api.js";
import { connect } from "./core/client.js";
import { byId, el } from "./core/dom.js";
import { formTable, sendForm } from "./core/event.js";
import { alsoSay, loadLanguages, pickLanguage, t, useLanguage } from "./core/i18n.js";
import { resultReport } from "./tablet/report.js";
import { remember, remembered } from "./core/store.js";

/** The form that was opened last: a page that is loaded anew goes on with it. */
const FORM = "arbiter.form";

async function open() {
  const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const form = given.code ? given : (remembered(FORM) ?? {});
  remember(FORM, form);
  await untilAnswered(loadLanguages);
  await untilAnswered(() => useLanguage(pickLanguage(undefined), "tablet/"));
  await untilAnswered(() => alsoSay("report/"));
  const arbiter = connect();
  const line = {
    look: () => formTable(arbiter, form),
    /** @param {import("./tablet/report.js").Said} said */
    send: (said) => sendForm(arbiter, form, said),
    sides: [Number(form.side)],
  };
  byId("report").replaceChildren(el("h1", {}, t("report.title")), resultReport(line));
}

addEventListener("hashchange", () => location.reload());
open();
