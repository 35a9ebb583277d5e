/** Knows the keys: one for each face the edition's tiles can show, and the hardware's own. */

import { el } from "../dom.js";
import { faceName } from "../edition.js";
import { t } from "../i18n.js";

/** The on-screen keyboard; `act` has `face(face)`, `erase()` and `forward()`. */
export function keyboard(alphabet, act) {
  const key = (name, label, press, kind = "key") =>
    el("button", { type: "button", class: kind, "aria-label": label, click: press }, name);
  // Who speaks to the device says what is written on the key; who hears it, how that is read.
  const label = (face) => (faceName(face) === face ? face : `${face}, ${faceName(face)}`);
  const faces = alphabet.faces.map((face) => key(face, label(face), () => act.face(face)));
  const node = el(
    "div",
    { class: "keys", role: "group", "aria-label": t("keys.label") },
    faces,
    key("⌫", t("keys.erase"), act.erase, "key wide"),
    key("↵", t("keys.forward"), act.forward, "key wide"),
  );
  // A tap must not take the focus, or Enter on a hardware keyboard would repeat the tapped letter.
  node.addEventListener("mousedown", (event) => event.preventDefault());
  return node;
}

/** What a key of a hardware keyboard does; true if it was one of ours. */
export function pressed(event, act) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const onButton = event.target instanceof Element && event.target.closest("button") !== null;
  if (event.key === "Backspace") act.erase();
  else if ((event.key === "Enter" || event.key === " ") && !onButton) act.forward();
  else if (event.key.length === 1 && event.key !== " ") act.face(event.key);
  else return false;
  return true;
}
