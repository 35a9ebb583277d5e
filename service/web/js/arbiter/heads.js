/** Knows what stands above a game: who plays, the announced penalty, tournament, round, table, date. */

import { el } from "../dom.js";
import { variantText } from "../edition.js";
import { t } from "../i18n.js";
import { headerOf, withHeader } from "./record.js";

/** What a sheet has above its turns, and how wide it is written. */
export const HEADS = { tournament: "text", round: "number", table: "text", date: "date" };

/**
 * The form; `keep` takes the record with a change.
 *
 * @param {import("./main.js").Desk} desk
 * @param {import("./record.js").GameRecord} record
 * @param {(change: (record: any) => any) => void} keep
 */
export function drawHeads(desk, record, keep) {
  const rename = (i, name) => (old) => ({
    ...old,
    players: old.players.map((other, j) => (i === j ? name : other)),
    nicks: undefined,
  });
  const players = record.players.map((value, i) => {
    const input = ({ target }) => keep(rename(i, target.value));
    return line(`editor-player${i}`, t("editor.player", { number: i + 1 }), {
      ...{ value, input, maxlength: 100, class: "name" },
    });
  });
  const heads = Object.entries(HEADS).map(([name, type]) => {
    const input = ({ target }) => keep((old) => withHeader(old, name, target.value));
    const value = headerOf(record, name);
    return line(`editor-${name}`, t(`editor.head.${name}`), { value, input, type, maxlength: 100 });
  });
  return el(
    "form",
    { class: "players", submit: (event) => event.preventDefault() },
    players,
    heads,
    drawVariant(desk, record, keep),
  );
}

function line(id, label, more) {
  const plain = { autocomplete: "off", spellcheck: "false" };
  return el(
    "p",
    { class: id },
    el("label", { for: id }, label),
    el("input", { id, ...plain, ...more }),
  );
}

/** The penalty that was announced, in words, where the edition leaves a choice. */
function drawVariant({ edition }, record, keep) {
  const { variant } = record;
  if (edition.variants.length < 2) return null;
  const chosen = variant ?? edition.sections.challenge.default_variant;
  const options = edition.variants.map((name) =>
    el("option", { value: name, selected: name === chosen }, variantText(edition, name)),
  );
  const change = ({ target }) => keep((old) => ({ ...old, variant: target.value }));
  const select = el("select", { id: "editor-variant", autocomplete: "off", change }, options);
  const label = el("label", { for: "editor-variant" }, t("setup.variant"));
  return el("p", { class: "editor-variant" }, label, select);
}
