/** Knows the tabs of the arbiter's page: one part is open, and the arrow keys go round. */

import { byId } from "../dom.js";

/** Make the tabs work and open the first; `onOpen` is told of every change. */
export function prepareTabs(onOpen) {
  const tabs = /** @type {HTMLElement[]} */ ([...byId("tabs").children]);
  const open = (tab) => {
    onOpen();
    for (const other of tabs) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      byId(other.getAttribute("aria-controls")).hidden = !chosen;
    }
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => open(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const by = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[key];
      if (!by) return;
      const next = tabs[(i + by) % tabs.length];
      open(next);
      next.focus();
    });
  });
  open(tabs[0]);
}
