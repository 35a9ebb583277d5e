/** Knows how an example of the contract is changed and sent to the service that shows it. */

const key = /** @type {HTMLElement} */ (document.getElementById("key"));

/**
 * Ask the service, and show what a program would get: the status, the lexicon and the body.
 *
 * @param {string} address @param {RequestInit} call
 * @returns {Promise<string>}
 */
async function ask(address, call) {
  const given = /** @type {HTMLInputElement} */ (key.querySelector("input")).value.trim();
  const headers = { ...call.headers, ...(given && { Authorization: `Bearer ${given}` }) };
  try {
    const answer = await fetch(address, { ...call, headers, cache: "no-store" });
    const lexicon = answer.headers.get("Lexicon");
    const lines = [`${answer.status} ${answer.headers.get("Content-Type")}`];
    if (lexicon) lines.push(`Lexicon: ${lexicon}`);
    return [...lines, "", readable(await answer.text())].join("\n");
  } catch {
    return "Nobody answered: is the service still running?";
  }
}

/** @param {string} text */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {string} words @param {() => void} action */
function button(words, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", action);
  return made;
}

/**
 * Put a button, and for a body a field to change it in, under an example.
 *
 * @param {HTMLElement} place
 */
function offer(place) {
  const { call, media } = /** @type {{ call: string, media?: string }} */ (place.dataset);
  const output = document.createElement("pre");
  output.tabIndex = 0;
  output.setAttribute("aria-live", "polite");
  output.hidden = true;
  const body = document.createElement("textarea");
  body.value = place.querySelector("pre")?.textContent ?? "";
  body.spellcheck = false;
  body.setAttribute("aria-label", `The body of ${call}`);
  const send = button(`Send to ${call}`, async () => {
    send.setAttribute("aria-busy", "true");
    const request = media
      ? { method: "POST", headers: { "Content-Type": media }, body: body.value }
      : {};
    output.textContent = await ask(call, request);
    output.hidden = false;
    send.removeAttribute("aria-busy");
  });
  send.className = "primary";
  if (media) place.querySelector("pre")?.replaceWith(body, send, output);
  else place.append(send, output);
}

key.hidden = false;
for (const place of document.querySelectorAll(".try")) offer(/** @type {HTMLElement} */ (place));
