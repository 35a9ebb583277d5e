/** Knows how a game comes into the editor and leaves it: GCG, JSON, a file, a link. */

import { desk, sayAt } from "../core/asking.js";
import { button, byId, el, field } from "../core/dom.js";
import { labelled } from "../core/forms.js";
import { t } from "../core/i18n.js";
import { saveFile } from "../core/packing.js";
import { readJson, recordOf, toFragment } from "./record.js";

/** @import { Game } from "../core/answers.js" */

/** The part of the editor for files; a file may be dropped anywhere on it. @param {import("./editor.js").Editor} editor */
export function drawFiles(editor) {
  const { asked, open, clear } = editor;
  /** JSON is read here, GCG by the service, which also says what is wrong with it. @param {Blob | string} file */
  const take = async (file) => {
    const place = byId("editor-text");
    const text = typeof file === "string" ? file : await file.text();
    if (text.trimStart().startsWith("{")) {
      const record = readJson(text);
      return record ? open(record) : sayAt(place, t("editor.unreadable"));
    }
    // A file is in letters of its own; what is shown as text no longer is, whatever it says.
    const body = file === text ? text.replace(/^#character-encoding.*/im, "") : file;
    return desk.asking(async () => {
      const { record } = await desk.api.replayGcg(desk.edition.id, body);
      open(recordOf(/** @type {Game} */ (record)));
    }, place);
  };
  /** @param {File | undefined} file */
  const takeFile = (file) => file && take(file);
  /** @param {string} text @param {string} name */
  const show = (text, name) => {
    field("editor-text").value = text;
    const save = button(t("editor.save", { name }), () => saveFile(text, name));
    byId("editor-saved").replaceChildren(name ? save : "");
    field("editor-text").select();
  };
  const gcg = () =>
    desk.asking(async () => show(await desk.api.writeGcg(desk.edition.id, asked()), "game.gcg"));
  const cgp = () => show(editor.answer?.position ?? "", "position.cgp");
  const json = () => show(JSON.stringify(asked(), null, 1), "game.json");
  const link = () => {
    const fragment = new URLSearchParams({ rules: desk.edition.id, game: toFragment(asked()) });
    show(`${location.origin}${location.pathname}#${fragment}`, "");
  };
  /** @param {string} name @param {() => void} click */
  const step = (name, click) => button(t(`editor.${name}`), click);
  /** @param {import("../core/dom.js").Edited} event */
  const chosen = ({ target }) => takeFile(target.files?.[0]);
  const file = { id: "editor-file", class: "visually-hidden", type: "file", change: chosen };
  const area = { id: "editor-text", rows: 6, spellcheck: "false", autocomplete: "off" };
  byId("editor").ondragover = (event) => event.preventDefault();
  byId("editor").ondrop = (event) => {
    event.preventDefault();
    takeFile(event.dataTransfer?.files[0]);
  };
  return el(
    "details",
    { id: "editor-files" },
    el("summary", {}, t("editor.files")),
    labelled(t("editor.text"), el("textarea", area)),
    el(
      "p",
      { class: "row" },
      step("read", () => take(field("editor-text").value)),
      el("label", { for: "editor-file", class: "button" }, t("recount.file")),
      el("input", { ...file, accept: ".gcg,.json,text/plain,application/json" }),
      step("gcg", gcg),
      step("json", json),
      step("cgp", cgp),
      step("link", link),
      step("clear", clear),
      el("span", { id: "editor-saved" }),
    ),
  );
}
