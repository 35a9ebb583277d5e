/** Knows which presses do not count: a key held down, and the second half of a double press. */

const DOUBLE_PRESS = 700;

/**
 * What a button does, but not to the press that made the button appear. It is not disabled
 * meanwhile: it must take the focus at once.
 */
export function heldBack(press) {
  const since = performance.now();
  return () => performance.now() - since >= DOUBLE_PRESS && press();
}

/** A key that is held down presses once. */
export function pressOnce(event) {
  const typing = event.target.tagName === "TEXTAREA";
  if (event.key === "Enter" && event.repeat && !typing) event.preventDefault();
}
