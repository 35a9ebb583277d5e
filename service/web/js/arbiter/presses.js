/** Knows which presses do not count: a key held down, and the second half of a double press. */

const DOUBLE_PRESS = 700;

/**
 * A button that does nothing to the press that made it appear, and shows it: it looks asleep until
 * it is awake. It is not disabled meanwhile: it must take the focus at once.
 *
 * @param {HTMLButtonElement} button
 * @param {() => void} press
 */
export function wakeLater(button, press) {
  button.setAttribute("aria-disabled", "true");
  setTimeout(() => button.removeAttribute("aria-disabled"), DOUBLE_PRESS);
  button.addEventListener("click", () => button.hasAttribute("aria-disabled") || press());
  return button;
}

/** A key that is held down presses once. */
export function pressOnce(event) {
  const typing = event.target.tagName === "TEXTAREA";
  if (event.key === "Enter" && event.repeat && !typing) event.preventDefault();
}
