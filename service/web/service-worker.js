/**
 * Knows the files of the tablet page and keeps a copy for when the network is gone.
 *
 * The service puts the version of the files into their addresses here, so that a release has a worker
 * and a copy of its own: complete or not there at all. A file of this version never changes and
 * comes from the copy; the page itself comes from the network while that answers, so a new version is
 * used as soon as it is there, with its own files. Never a question to the service, never a verdict,
 * is answered from a copy.
 */

const TABLET = [
  "challenge",
  "clock",
  "device",
  "gameclock",
  "interludes",
  "keyboard",
  "main",
  "network",
  "parts",
  "pin",
  "presence",
  "procedure",
  "referee",
  "screens",
  "setup",
  "timers",
  "verdicts",
];
const SHARED = [
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
const PAGE = "/tablet";
const SHELL = [
  PAGE,
  "/web/css/base.css",
  "/web/css/tablet.css",
  "/web/css/clock.css",
  "/web/icon.svg",
  "/web/js/start.js",
  "/web/manifest.webmanifest",
  ...SHARED.map((name) => `/web/js/${name}.js`),
  ...TABLET.map((name) => `/web/js/tablet/${name}.js`),
  "/web/i18n/index.json",
];
const ROOT = "/web/";
const TEXTS = "/web/i18n/";
const CACHE = `arbiter-shell ${ROOT}`;
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== self.location.origin || event.request.method !== "GET") return;
  if (pathname === PAGE) event.respondWith(fetchOrCopy(event.request));
  else if (pathname.startsWith(ROOT)) event.respondWith(copyOrFetch(event.request, pathname));
});

/** Which languages there are, only the service knows. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
  const languages = await (await cache.match(`${TEXTS}index.json`)).json();
  await cache.addAll(Object.keys(languages).map((language) => `${TEXTS}tablet/${language}.json`));
}

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The page; a gateway that answers for a service that is gone is no answer. */
async function fetchOrCopy(request) {
  const copy = (await caches.open(CACHE)).match(PAGE);
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
