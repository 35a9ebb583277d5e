/**
 * Knows the files of the app, and keeps them all for when there is no network. A release has a copy
 * of its own; it takes over when no page of the old one is open, so that none mixes the two.
 */

/** Filled in by what builds the app: its version, and every file beside this one. */
const { version, files } = "FILES";
const CACHE = `arbiter-app ${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles());
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== self.location.origin || event.request.method !== "GET") return;
  event.respondWith(copyOrFetch(event.request, pathname));
});

/** A copy that the browser has of an older release is none. */
async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith("arbiter-app "));
  await Promise.all(old.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function copyOrFetch(request, pathname) {
  const copy = await (await caches.open(CACHE)).match(pathname);
  return copy ?? fetch(request);
}
