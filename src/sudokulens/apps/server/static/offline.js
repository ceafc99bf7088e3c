// Keeps the page, and its engine where it has one, for use without a network.

import { begin, prepare } from "./backend.js";
import { t } from "./words.js";

/** Registers the service worker and says in a note what works without a network. */
export async function installOffline(note) {
  // First, because keeping the page's files takes as much time from the processor.
  await begin();
  const registered = await register(note);
  await prepare();
  if (registered) keepEngine(note);
}

async function register(note) {
  if (!navigator.serviceWorker) { note.textContent = t("This browser cannot keep the page for use offline."); return false; }
  try {
    await navigator.serviceWorker.register("sw.js");
    note.textContent = t("The page works offline for everything that needs no reading, solving or rating.");
    return true;
  } catch {
    note.textContent = t("The page cannot be kept for use offline, because the browser does not trust its certificate.");
    return false;
  }
}

async function keepEngine(note) {
  const { active } = await navigator.serviceWorker.ready;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.kept) note.textContent = t("Everything on this page works offline.");
  });
  active.postMessage("keep the engine");
}
