// Who answers this page: the service while there is one, else the engine in the page.

import { Engine } from "./engine.js";
import { hasService } from "./home.js";
import { Service } from "./service.js";

const AWAY = 15_000; // Milliseconds for which a service that could not be reached is not asked again.
const CALM = 4_000; // Milliseconds after which a page with a service prepares for being without it.

const service = hasService ? new Service() : null;
export const engine = new Engine();
let lost = -Infinity;

/** Whether the service is to be asked. */
export const isServed = () => service !== null && performance.now() - lost > AWAY;

/** Called where the service turns out to be unreachable: true if the engine in the page can take over. */
export async function takesOver() {
  if (!(await engine.isThere())) return false;
  lost = performance.now();
  return true;
}

/** Gives the work to the service, or to the engine in the page. */
export async function through(work) {
  if (isServed()) {
    try {
      return await work(service);
    } catch (fault) {
      if (fault.code !== "unreachable" || !(await takesOver())) throw fault;
    }
  }
  return work(engine);
}

/** Loads what boards need immediately, where there is no service. */
export async function begin() {
  if (!service) await engine.begin().catch(() => {});
}

/** Loads the engine: all of it where nobody else answers; with a service only where no service worker can keep it. */
export async function prepare() {
  if (service) {
    await new Promise((resolve) => { setTimeout(resolve, CALM); });
    if (navigator.serviceWorker?.controller || !(await engine.isThere())) return;
  }
  // What cannot be loaded now is loaded on request; if it fails again, the person is told.
  await engine.start().catch(() => {});
}
