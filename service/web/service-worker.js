/**
 * Knows the pages of the tablet and of the desk, and keeps a copy of all that they load for when the
 * network is gone: each page has a worker of its own, which keeps the files of that page only.
 *
 * The service puts the version of the files into their addresses here, so that a release has a worker
 * and a copy of its own: complete or not there at all. A file of this version never changes and
 * comes from the copy; the page itself comes from the network while that answers, so a new version is
 * used as soon as it is there, with its own files. Never a question to the service, never a verdict,
 * is answered from a copy.
 */

const ROOT = "/web/";
const TEXTS = "/web/i18n/";
const PATIENCE = 4000;
const KEPT = {
  "/": {
    cache: "arbiter-shell",
    pages: ["/tablet"],
    guides: "/help",
    texts: ["tablet", "clock", "report"],
  },
  "/arbiter": {
    cache: "arbiter-desk",
    pages: ["/arbiter", "/arbiter/board"],
    guides: "/arbiter/help",
    texts: ["desk", "tournament", "rules", "readings"],
  },
};
/** What a page, or one of its files, says that it is made of. */
const COMMENT = /\/\*[\s\S]*?\*\//g;
const NAMED = /"((?:\/web\/|\.\.?\/)[^"]+\.(?:js|css|svg|webmanifest))"/g;
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
  if (kept.pages.includes(page) || page.startsWith(kept.guides))
    event.respondWith(fetchOrCopy(event.request, page));
  else if (pathname.startsWith(ROOT)) event.respondWith(copyOrFetch(event.request, pathname));
});

/** The pages with all that they load, now or later; which languages there are, the service knows. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  await keepFile(cache, `${TEXTS}index.json`);
  const languages = Object.keys(await (await cache.match(`${TEXTS}index.json`)).json());
  const guides = ["", ...languages].map((language) => `${kept.guides}/${language}`);
  const found = new Set([...kept.pages, ...guides.map((path) => path.replace(/\/$/, ""))]);
  for (let fresh = [...found]; fresh.length > 0;) {
    const named = (await Promise.all(fresh.map((path) => keepFile(cache, path)))).flat();
    fresh = [...new Set(named)].filter((path) => !found.has(path));
    for (const path of fresh) found.add(path);
  }
  const texts = kept.texts.flatMap((part) =>
    languages.map((language) => `${TEXTS}${part}/${language}.json`),
  );
  await Promise.all(texts.map((path) => keepFile(cache, path)));
}

/** Keep a file, and tell which others it names; the page of a Wi-Fi that wants a login is none. */
async function keepFile(cache, path) {
  const response = await fetch(path);
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (!response.ok || response.redirected || isPage === path.startsWith(ROOT))
    throw new Error(path);
  await cache.put(path, response.clone());
  const text = (await response.text()).replace(COMMENT, "");
  const here = new URL(path, self.location.origin);
  return [...text.matchAll(NAMED)].map(([, name]) => new URL(name, here).pathname);
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
