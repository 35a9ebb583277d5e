/**
 * Knows the files of the tablet and of the desk, and keeps a copy for when the network is gone: each
 * page has a worker of its own, which keeps the files of that page only.
 *
 * The service puts the version of the files into their addresses here, so that a release has a worker
 * and a copy of its own: complete or not there at all. A file of this version never changes and
 * comes from the copy; the page itself comes from the network while that answers, so a new version is
 * used as soon as it is there, with its own files. Never a question to the service, never a verdict,
 * is answered from a copy.
 */

const CORE = [
  "api",
  "choices",
  "client",
  "dom",
  "edition",
  "enrol",
  "fingerprint",
  "i18n",
  "store",
  "tiles",
];
const PAPERWORK = ["asking", "files", "notation", "packing", "paper", "readings"];
const TABLET = [
  "challenge",
  "clock",
  "device",
  "gameclock",
  "main",
  "parts",
  "pin",
  "presence",
  "procedure",
  "referee",
  "screens",
  "setup",
  "verdicts",
];
const DESK = [
  "board",
  "desk",
  "draft",
  "editor",
  "files",
  "gcg",
  "handbook",
  "happenings",
  "outcome",
  "papers",
  "record",
  "rules",
  "sheet",
  "showing",
  "slips",
  "turn",
];
const DIRECTOR = [
  "board",
  "document",
  "entries",
  "notes",
  "pairing",
  "prints",
  "remarks",
  "results",
  "standings",
  "tournament",
  "wishes",
];
const ROOT = "/web/";
const TEXTS = "/web/i18n/";
const PATIENCE = 4000;
const scripts = (folder, names) => names.map((name) => `/web/js/${folder}/${name}.js`);
const styles = (...names) => names.map((name) => `/web/css/${name}.css`);
const KEPT = {
  "/": {
    cache: "arbiter-shell",
    pages: ["/tablet"],
    files: [
      "/web/manifest.webmanifest",
      ...styles("base", "tablet", "clock"),
      ...scripts("tablet", TABLET),
    ],
    texts: ["tablet"],
  },
  "/arbiter": {
    cache: "arbiter-desk",
    pages: ["/arbiter", "/arbiter/board"],
    files: [
      "/web/desk.webmanifest",
      ...styles("base", "arbiter", "tournament", "board"),
      "/web/js/arbiter.js",
      ...scripts("core", PAPERWORK),
      ...scripts("desk", DESK),
      ...scripts("director", DIRECTOR),
    ],
    texts: ["desk", "tournament", "readings"],
  },
};
const kept = KEPT[new URL(self.registration.scope).pathname];
const CACHE = `${kept.cache} ${ROOT}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== self.location.origin || event.request.method !== "GET") return;
  const page = pathname.replace(/\/$/, "");
  if (kept.pages.includes(page)) event.respondWith(fetchOrCopy(event.request, page));
  else if (pathname.startsWith(ROOT)) event.respondWith(copyOrFetch(event.request, pathname));
});

/** Which languages there are, only the service knows. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  const common = ["/web/icon.svg", "/web/js/start.js", `${TEXTS}index.json`];
  await cache.addAll([...kept.pages, ...common, ...scripts("core", CORE), ...kept.files]);
  const languages = await (await cache.match(`${TEXTS}index.json`)).json();
  const texts = kept.texts.flatMap((part) =>
    Object.keys(languages).map((language) => `${TEXTS}${part}/${language}.json`),
  );
  await cache.addAll(texts);
}

/** The copies of other releases go; that of the other page stays. */
async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${kept.cache} `) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The page; a gateway that answers for a service that is gone is no answer. */
async function fetchOrCopy(request, page) {
  const copy = (await caches.open(CACHE)).match(page);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    const response = await Promise.race([fetch(request), late]);
    return response?.ok ? response : ((await copy) ?? response ?? Response.error());
  } catch {
    return (await copy) ?? Response.error();
  }
}

async function copyOrFetch(request, pathname) {
  const copy = await (await caches.open(CACHE)).match(pathname);
  return copy ?? fetch(request);
}
