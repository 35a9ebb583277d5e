/**
 * Knows the files of the tablet page and keeps a copy for when the network is gone.
 *
 * The network comes first, so a new version is used as soon as it is there. Only the files listed
 * here are ever answered from the copy: never a question to the service, never a verdict.
 */

const CACHE = "arbiter-shell";
const TABLET = [
  "challenge",
  "device",
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
  "fingerprint",
  "i18n",
  "store",
  "tiles",
];
const SHELL = [
  "/tablet",
  "/web/css/base.css",
  "/web/css/tablet.css",
  "/web/icon.svg",
  "/web/manifest.webmanifest",
  ...SHARED.map((name) => `/web/js/${name}.js`),
  ...TABLET.map((name) => `/web/js/tablet/${name}.js`),
  "/web/i18n/index.json",
];
const TEXTS = "/web/i18n/";
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours =
    origin === self.location.origin && (SHELL.includes(pathname) || pathname.startsWith(TEXTS));
  if (ours && event.request.method === "GET")
    event.respondWith(fetchOrCopy(event.request, pathname));
});

/** Which languages there are, only the service knows. */
async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
  const languages = await (await cache.match(`${TEXTS}index.json`)).json();
  await cache.addAll(Object.keys(languages).map((language) => `${TEXTS}tablet/${language}.json`));
}

async function fetchOrCopy(request, pathname) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.ok) await cache.put(pathname, response.clone());
    return response;
  } catch {
    return (await cache.match(pathname)) ?? Response.error();
  }
}
