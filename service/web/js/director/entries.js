/** Knows how players enter and leave: pasted lines or a list, which the service reads, and a row each. */

import { byId, el, field, firstIn, li } from "../core/dom.js";
import { t } from "../core/i18n.js";
import { changed, latestRound, present, withdraw, withPlayer } from "./document.js";
import { button, cell, choice, director, drawRemarks, rowHead, sheet } from "./parts.js";

/** @import { FileRead, Remark } from "../core/answers.js" */
/** @import { Player } from "./document.js" */

export function drawEntries() {
  const { players } = director.tournament;
  /** @param {Event} event */
  const take = (event) => {
    event.preventDefault();
    director.desk.asking(() => enter(field("tour-paste").value));
  };
  return [
    el(
      "details",
      { id: "tour-list", open: players.length === 0 },
      el("summary", {}, t("tour.enter")),
      el(
        "form",
        { submit: take, id: "tour-entry", autocomplete: "off" },
        el(
          "p",
          { class: "grow" },
          el("label", { for: "tour-paste" }, t("tour.paste")),
          el("textarea", {
            ...{ id: "tour-paste", rows: 5, spellcheck: "false" },
            "aria-describedby": "tour-hint",
          }),
        ),
        el("button", { class: players.length ? "" : "primary", id: "tour-enter" }, t("tour.enter")),
      ),
      el("p", { id: "tour-hint", class: "note" }, t("tour.pasteHint")),
    ),
    el("div", { id: "tour-said", role: "status", class: "note" }),
    players.length > 0 && drawPlayers(),
  ];
}

/** Enter a list; what was left out stays, to be told apart and entered. @param {string} text */
async function enter(text) {
  const { api, edition } = director.desk;
  const { tournament } = director;
  /** @type {any} */
  const document = tournament;
  const told = await api.tournament(edition.id, "enter", { document, list: text });
  if (director.tournament !== tournament) return enter(text);
  const players = /** @type {Player[]} */ (told.document.players);
  if (told.entered.length) director.keep(changed(tournament, { players }));
  director.draw();
  if (director.part !== "entries") return;
  if (told.list) offer(told.list);
  const count = told.entered.length;
  byId("tour-said").replaceChildren(t("tour.added", { count }), drawRead(told.remarks));
  if (count && latestRound(tournament)) await checkLate(told.entered);
}

/** @param {string} list */
function offer(list) {
  byId("tour-list").setAttribute("open", "");
  field("tour-paste").value = list;
}

/**
 * Whoever comes when nobody may enter any more is told at once, not when the round is paired.
 *
 * @param {string[]} ids
 */
async function checkLate(ids) {
  const { faults } = await director.count("check", {});
  const late = faults.filter(
    ({ code, players }) => code === "too_late" && players.some((id) => ids.includes(id)),
  );
  byId("tour-said")?.append(drawRemarks("tour.faults", late));
}

/** Put a list where it can be looked at before it is entered. @param {FileRead} found */
export function offerList({ document, list = "", remarks }) {
  director.open("entries");
  offer(list);
  field("tour-paste").focus();
  const count = document.players.length;
  const said = remarks.filter(({ code }) => code !== "rounds");
  byId("tour-said").replaceChildren(t("tour.listRead", { count }), drawRead(said));
}

/** What of a file was read in another way than it stands there. @param {Remark[]} remarks */
export function drawRead(remarks) {
  const items = remarks.map(({ line, code }) => {
    const text = t(`tour.read.${code}`);
    return li(line ? t("tour.read.line", { line, text }) : text);
  });
  return items.length ? el("ul", { class: "plain" }, items) : "";
}

/** How players may be called on their pages. */
export function namings() {
  return ["whole", "short", "none"].map((value) => [value, t(`tour.names.${value}`)]);
}

function drawPlayers() {
  const heads = ["#", ...["player", "rating", "club", "state"].map((name) => t(`tour.${name}`))];
  const rows = director.tournament.players.map((player, i) => {
    const edit = () => {
      const name = byId(`tour-edit-${player.id}`);
      editPlayer(/** @type {HTMLElement} */ (name.closest("tr")), player);
    };
    const more = { class: "link", "aria-label": `${t("tour.edit")}: ${player.name}` };
    return [
      String(i + 1),
      rowHead(button(`tour-edit-${player.id}`, player.name, edit, more)),
      player.rating ?? "–",
      cell([player.club, player.team].filter(Boolean).join(" · "), "text"),
      cell(stateOf(player), "text"),
    ];
  });
  return el("div", { class: "scroll", tabindex: "0" }, sheet("tour-players", heads, rows, true));
}

/** @param {Player} player */
function stateOf({ left, reason, joined }) {
  if (left) return t(reason === "eliminated" ? "tour.leftOut" : "tour.left", { round: left });
  return joined ? t("tour.joined", { round: joined }) : "";
}

/**
 * The row as fields: a name misread, a rating or a club put right, at any time; or who leaves.
 *
 * @param {HTMLElement} row @param {Player} player
 */
function editPlayer(row, player) {
  /** @param {string} name @param {string | number | null | undefined} value @param {object} more */
  const input = (name, value, more) =>
    el("input", { name, value, "aria-label": t(`tour.${name}`), type: "text", ...more });
  /** @param {Event} event */
  const take = (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const [name, rating, club, shown] = ["player", "rating", "club", "names"].map((one) =>
      String(given.get(one)).trim(),
    );
    const now = { name: name || player.name, rating: rating === "" ? null : Number(rating) };
    const said = { ...now, club: club || null, shown: shown || null };
    director.keep(withPlayer(director.tournament, present({ ...player, ...said })));
    director.draw();
    byId(`tour-edit-${player.id}`)?.focus();
  };
  const gone = player.left !== undefined;
  const leaves = latestRound(director.tournament) ? "tour.withdraw" : "tour.remove";
  const change = () => {
    const { tournament } = director;
    const back = () => withPlayer(tournament, present({ ...player, left: null, reason: null }));
    director.keep(gone ? back() : withdraw(tournament, player.id));
    director.draw();
  };
  const form = el(
    "form",
    { submit: take, autocomplete: "off", class: "tour-edit" },
    input("player", player.name, { required: true, maxlength: 200 }),
    input("rating", player.rating, { type: "number", min: 0, max: 9999 }),
    input("club", player.club, { maxlength: 200 }),
    el(
      "label",
      {},
      `${t("tour.names")} `,
      choice({ name: "names" }, [["", "–"], ...namings()], player.shown),
    ),
    el("button", {}, t("tour.keep")),
    button(`tour-leave-${player.id}`, t(gone ? "tour.comeBack" : leaves), change),
  );
  row.replaceChildren(el("td", { colspan: 5 }, form));
  firstIn(form, "input").select();
}
