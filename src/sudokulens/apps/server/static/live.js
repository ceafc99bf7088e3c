// The connection for live frames: to the service while it is there, else to the engine in the page.

import { isServed, takesOver } from "./backend.js";
import { LiveEngine } from "./liveengine.js";
import { LiveSocket } from "./livesocket.js";

const EVENTS = ["ready", "view", "problem"];

export class LiveLink extends EventTarget {
  #link = null;

  /** Events: `ready`, `view` and `problem` with what was said in `detail`, `end` with a sentence that says why. */
  open() {
    this.close();
    if (isServed()) this.#use(new LiveSocket());
    else this.#use(new LiveEngine());
  }

  #use(link) {
    this.#link = link;
    for (const name of EVENTS) {
      link.addEventListener(name, ({ detail }) => { if (link === this.#link) this.dispatchEvent(new CustomEvent(name, { detail })); });
    }
    link.addEventListener("end", ({ detail }) => { if (link === this.#link) this.#ended(link, detail); });
    link.open();
  }

  /** A service that has gone is followed by the engine in the page, if there is one. */
  async #ended(link, reason) {
    const replaced = link instanceof LiveSocket && link.isLost && (await takesOver());
    if (link !== this.#link) return;
    this.#link = null;
    if (replaced) this.#use(new LiveEngine());
    else this.dispatchEvent(new CustomEvent("end", { detail: reason }));
  }

  /** Ends the connection without an `end` event. */
  close() {
    const link = this.#link;
    this.#link = null;
    link?.close();
  }

  get isOpen() { return this.#link?.isOpen ?? false; }
  get patience() { return this.#link?.patience ?? Infinity; }

  /** The canvas in the form that is sent; null while nobody is there to take it. */
  async prepared(canvas, quality) { return (await this.#link?.prepared(canvas, quality)) ?? null; }

  /** Sends a prepared frame or settings (an object). */
  send(what) { this.#link?.send(what); }
}
