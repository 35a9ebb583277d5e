/** Knows how players enter and leave: pasted lines, a list, one button each. */

import { el, field } from "../dom.js";
import { t } from "../i18n.js";
import { comeBack, enter, latestRound, readEntries, withdraw } from "./document.js";

/** @param {import("./tournament.js").Director} director */
export function drawEntries(director) {
  const said = el("p", { id: "tour-said", role: "status", class: "note" });
  const take = (event) => {
    event.preventDefault();
    const text = field("tour-paste").value;
    const { tournament, added, twice } = enter(director.tournament, readEntries(text));
    if (added) director.keep(tournament);
    director.draw();
    const parts = [t("tour.added", { count: added })];
    if (twice.length) parts.push(t("tour.twice", { names: twice.join(", ") }));
    document.getElementById("tour-said").textContent = parts.join(" ");
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
      el("button", { class: "primary" }, t("tour.enter")),
    ),
    el("p", { id: "tour-hint", class: "note" }, t("tour.pasteHint")),
    said,
    drawPlayers(director),
  ];
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
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "#"),
          heads.map((name) =>
            el("th", { scope: "col", class: name === "tour.club" ? "text" : "" }, t(name)),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        players.map((player, i) => drawPlayer(director, player, i)),
      ),
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
    ? t("tour.left", { round: player.left })
    : player.joined
      ? t("tour.joined", { round: player.joined })
      : "";
  const label = gone
    ? "tour.comeBack"
    : latestRound(director.tournament)
      ? "tour.withdraw"
      : "tour.remove";
  return el(
    "tr",
    {},
    el("td", {}, String(i + 1)),
    el("th", { scope: "row" }, player.name),
    el("td", {}, player.rating ?? "–"),
    el("td", { class: "text" }, [player.club, player.team].filter(Boolean).join(" · ")),
    el(
      "td",
      {},
      state,
      " ",
      el(
        "button",
        { type: "button", click: change, "aria-label": `${t(label)}: ${player.name}` },
        t(label),
      ),
    ),
  );
}
