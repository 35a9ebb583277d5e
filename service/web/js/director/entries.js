/** Knows how players enter and leave: pasted lines or a list, which the service reads, one button each. */

import { byId, el, field, firstIn, li, tbody, thead, tr } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { changed, comeBack, latestRound, withdraw, withPlayer } from "./document.js";
import { drawRemarks } from "./remarks.js";

/** @param {import("./tournament.js").Director} director */
export function drawEntries(director) {
  const said = el("div", { id: "tour-said", role: "status", class: "note" });
  const take = (event) => {
    event.preventDefault();
    director.desk.asking(() => enter(director, field("tour-paste").value));
  };
  return [
    el(
      "form",
      { submit: take, id: "tour-entry", autocomplete: "off" },
      el(
        "p",
        { class: "grow" },
        el("label", { for: "tour-paste" }, t("tour.paste")),
        el("textarea", {
          id: "tour-paste",
          rows: 5,
          spellcheck: "false",
          "aria-describedby": "tour-hint",
        }),
      ),
      el("button", { class: "primary", id: "tour-enter" }, t("tour.enter")),
    ),
    el("p", { id: "tour-hint", class: "note" }, t("tour.pasteHint")),
    said,
    drawPlayers(director),
  ];
}

/** Enter a list; what was left out stays, to be told apart and entered. */
async function enter(director, text) {
  const { api, edition } = director.desk;
  const { tournament } = director;
  const told = await api.tournament(edition.id, "enter", { document: tournament, list: text });
  if (director.tournament !== tournament) return enter(director, text);
  const { players } = told.document;
  if (told.entered.length) director.keep(changed(tournament, { players }));
  director.drawPart();
  if (director.part !== "entries") return;
  field("tour-paste").value = told.list;
  const count = told.entered.length;
  byId("tour-said").replaceChildren(t("tour.added", { count }), drawRead(told.remarks));
  if (count && latestRound(tournament)) await checkLate(director, told.entered);
}

/** Whoever comes when nobody may enter any more is told at once, not when the round is paired. */
async function checkLate(director, ids) {
  const { faults } = await director.count("check", {});
  const late = faults.filter(
    ({ code, players }) => code === "too_late" && players.some((id) => ids.includes(id)),
  );
  byId("tour-said")?.append(drawRemarks(t("tour.faults"), late, director.nameOf) ?? "");
}

/**
 * Put a list where it can be looked at before it is entered.
 *
 * @param {import("./tournament.js").Director} director
 * @param {import("../core/answers.js").FileRead} found
 */
export function offerList(director, { document, list = "", remarks }) {
  director.open("entries");
  field("tour-paste").value = list;
  field("tour-paste").focus();
  const count = document.players.length;
  const said = remarks.filter(({ code }) => code !== "rounds");
  byId("tour-said").replaceChildren(t("tour.listRead", { count }), drawRead(said));
}

/** What of a file was read in another way than it stands there. */
export function drawRead(remarks) {
  const items = remarks.map(({ line, code }) => {
    const text = t(`tour.read.${code}`);
    return li(line ? t("tour.read.line", { line, text }) : text);
  });
  return items.length ? el("ul", { class: "plain" }, items) : "";
}

function drawPlayers(director) {
  const { players } = director.tournament;
  if (!players.length) return null;
  const heads = ["tour.player", "tour.rating", "tour.club", "tour.state"];
  return el(
    "div",
    { class: "scroll", tabindex: "0" },
    el(
      "table",
      { class: "sheet tour-players" },
      thead(
        tr(
          el("th", { scope: "col" }, "#"),
          heads.map((name) =>
            el("th", { scope: "col", class: name === "tour.club" ? "text" : "" }, t(name)),
          ),
        ),
      ),
      tbody(players.map((player, i) => drawPlayer(director, player, i))),
    ),
  );
}

function drawPlayer(director, player, i) {
  const gone = player.left !== undefined;
  const change = () => {
    const { tournament } = director;
    director.keep(gone ? comeBack(tournament, player.id) : withdraw(tournament, player.id));
    director.draw();
  };
  const state = gone
    ? t(player.reason === "eliminated" ? "tour.leftOut" : "tour.left", { round: player.left })
    : player.joined
      ? t("tour.joined", { round: player.joined })
      : "";
  const label = gone
    ? "tour.comeBack"
    : latestRound(director.tournament)
      ? "tour.withdraw"
      : "tour.remove";
  const row = tr(
    el("td", {}, String(i + 1)),
    el("th", { scope: "row" }, player.name),
    el("td", {}, player.rating ?? "–"),
    el("td", { class: "text" }, [player.club, player.team].filter(Boolean).join(" · ")),
    el(
      "td",
      { class: "tour-state" },
      state,
      " ",
      button("edit", "tour.edit", player, () => editPlayer(director, row, player)),
      " ",
      button("leave", label, player, change),
    ),
  );
  return row;
}

function button(does, label, { id, name }, click) {
  const called = { id: `tour-${does}-${id}`, "aria-label": `${t(label)}: ${name}` };
  return el("button", { type: "button", click, ...called }, t(label));
}

/** The row as fields: a name misread, a rating or a club put right, at any time. */
function editPlayer(director, row, player) {
  const input = (name, value, more) =>
    el("input", { name, value, "aria-label": t(`tour.${name}`), type: "text", ...more });
  const take = (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const text = (name) => String(given.get(name)).trim();
    const rating = text("rating") === "" ? null : Number(text("rating"));
    const [name, club, team] = [text("player") || player.name, text("club"), player.team];
    director.keep(withPlayer(director.tournament, player.id, { name, rating, club, team }));
    director.draw();
    byId(`tour-edit-${player.id}`)?.focus();
  };
  const form = el(
    "form",
    { submit: take, autocomplete: "off", class: "tour-edit" },
    input("player", player.name, { required: true, maxlength: 200 }),
    input("rating", player.rating, { type: "number", min: 0, max: 9999 }),
    input("club", player.club, { maxlength: 200 }),
    el("button", { class: "primary" }, t("tour.keep")),
  );
  row.replaceChildren(el("td", { colspan: 5 }, form));
  firstIn(form, "input").select();
}
