/**
 * Knows how a phone finds its own table on the players' pages, and looks for news once a minute.
 * Without it they are the same lists. A name is kept on this device alone.
 */

const KEPT = "arbiter.me";
const LOOK_AGAIN = 60_000;
const main = document.querySelector("main");

/** @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Only the rows of who is looked for; of one alone the table in large letters. */
function look() {
  const input = /** @type {HTMLInputElement | null} */ (document.querySelector("#mine input"));
  if (!input) return;
  const wanted = folded(input.value);
  const rows = /** @type {HTMLTableRowElement[]} */ ([...main.querySelectorAll(".index tbody tr")]);
  const found = rows.filter((row) => folded(row.cells[0].textContent).includes(wanted));
  for (const row of rows) row.hidden = !found.includes(row);
  const [, table, other] = found.length === 1 && wanted ? found[0].cells : [];
  const at = table?.textContent ? `${main.dataset.table} ${table.textContent}` : "";
  document.querySelector("#mine output").textContent = [at, other?.textContent]
    .filter(Boolean)
    .join(" · ");
  localStorage.setItem(KEPT, input.value);
}

/** The field above the pairings by name. */
function offer() {
  if (!main.querySelector(".index")) return;
  const box = document.createElement("div");
  box.id = "mine";
  box.innerHTML = "<label><span></span><input autocomplete=off></label><output></output>";
  box.querySelector("span").textContent = main.dataset.find;
  const input = box.querySelector("input");
  input.value = localStorage.getItem(KEPT) ?? "";
  input.addEventListener("input", look);
  main.querySelector(".wide").before(box);
  look();
}

/** What has changed since takes its place; who is off line keeps what there is. */
async function refresh() {
  const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const news = page.querySelectorAll("main h2, main .wide");
  const old = main.querySelectorAll("h2, .wide");
  if (news.length !== old.length) return location.reload();
  news.forEach((part, i) => old[i].replaceWith(part));
  look();
}

offer();
setInterval(() => document.hidden || refresh(), LOOK_AGAIN);
