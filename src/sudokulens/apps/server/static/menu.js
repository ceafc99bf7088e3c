// The overflow menu, and what all dialogs have in common.

import { openDialog } from "./notices.js";

const find = (name) => document.getElementById(name);

/** `entries` maps a button's name to what it does and, if it has one, the question whether that is possible now. */
export function installMenu(entries) {
  find("open-menu").addEventListener("click", () => {
    for (const [name, [, isPossible]] of Object.entries(entries)) find(name).disabled = isPossible ? !isPossible() : false;
    openDialog("menu-dialog");
  });
  for (const [name, [act]] of Object.entries(entries)) {
    find(name).addEventListener("click", () => { find("menu-dialog").close(); act(); });
  }
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog:not(.camera)")) {
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  }
}
