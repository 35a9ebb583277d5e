/**
 * Knows what to say where a page cannot start: an old browser, or files that did not arrive. The only
 * script that is no module, because a browser without modules must be able to read it.
 */

(() => {
  const patience = 12000;
  const tried = "arbiter.reloaded";
  const missing =
    typeof HTMLDialogElement === "undefined" || typeof AbortController === "undefined";

  /**
   * Its copies may be what is wrong: the next time all comes from the service, where that answers for
   * itself and no Wi-Fi's page does. Where there is nothing to forget, nothing is.
   */
  const forget = async () => {
    await (await fetch("/healthz")).json();
    for (const name of await caches.keys()) await caches.delete(name);
    for (const worker of await navigator.serviceWorker.getRegistrations())
      await worker.unregister();
  };

  const apologise = () => {
    document.getElementById("cannot")?.removeAttribute("hidden");
    forget().catch(() => null);
  };

  /** A release between the page and its files: the new page has them all. */
  const loadAnew = () => {
    try {
      if (sessionStorage.getItem(tried)) return apologise();
      sessionStorage.setItem(tried, "1");
    } catch {
      return apologise();
    }
    return location.reload();
  };

  if (missing) return apologise();
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) loadAnew();
    },
    true,
  );
  setTimeout(() => {
    if (document.documentElement.hasAttribute("data-ready")) sessionStorage.removeItem(tried);
    else apologise();
  }, patience);
})();
