/** Knows which presses do not count: a key held down, and the second half of a double press. */

const DOUBLE_PRESS = 700;
/** How far apart in pixels the halves of a double press may be. */
const NEAR = 24;

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

/**
 * The second half of a double press does nothing to the buttons of a part of the page: what it meets
 * may have come into the place of what was pressed.
 *
 * @param {HTMLElement} part
 */
export function ignoreDoublePresses(part) {
  let last = { at: -Infinity, x: 0, y: 0 };
  const ignore = (event) => {
    // A key presses what has the focus, wherever it is.
    if (event.detail === 0 || !event.target.closest("button")) return;
    const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;
    const second = near && event.timeStamp - last.at < DOUBLE_PRESS;
    last = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    if (!second) return;
    event.preventDefault();
    event.stopPropagation();
  };
  part.addEventListener("click", ignore, { capture: true });
}
