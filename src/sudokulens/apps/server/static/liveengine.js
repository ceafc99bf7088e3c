// Live frames in the page's own engine: one worker follows the puzzle, the other one reads what the first asks for.

import { engine } from "./backend.js";
import { language, t } from "./words.js";

export class LiveEngine extends EventTarget {
  /** Milliseconds for an answer above which smaller frames had better be sent: 15 frames a second. */
  patience = 66;
  #run = 0;
  #frame = 0;
  #wish = { mode: "hint", level: "nudge" };
  isOpen = false;

  /** The canvas as it is sent: pixels, for which nothing is encoded or decoded. */
  prepared(canvas) { return createImageBitmap(canvas); }

  /** Events as those of LiveSocket. */
  async open() {
    this.close();
    const run = this.#run;
    const { port1, port2 } = new MessageChannel();
    try {
      // Both at once: each loads what it lacks.
      await Promise.all([
        engine.pictures.ask("connect", { port: port1, reads: true }, [port1]),
        engine.boards.ask("connect", { port: port2, reads: false }, [port2]),
      ]);
    } catch (fault) {
      if (run === this.#run) this.#end(fault);
      return;
    }
    if (run !== this.#run) return;
    this.isOpen = true;
    this.dispatchEvent(new CustomEvent("ready"));
  }

  /** Ends following without an `end` event. */
  close() {
    this.#run++;
    if (this.isOpen) engine.boards.ask("stop").catch(() => {});
    this.isOpen = false;
  }

  /** Sends a frame (an ImageBitmap) or settings (an object). */
  send(what) {
    if (what instanceof ImageBitmap) this.#follow(what);
    else if (what instanceof Blob) createImageBitmap(what).then((frame) => this.#follow(frame)); // Made for the service that has gone.
    else this.#wish = { ...this.#wish, ...what };
  }

  async #follow(frame) {
    if (!this.isOpen) return;
    const [run, number] = [this.#run, ++this.#frame];
    try {
      const { status, body } = await engine.boards.ask("follow", { frame, ...this.#wish, language: language() }, [frame]);
      if (run !== this.#run) return;
      const detail = { frame: number, ...this.#wish, ...JSON.parse(body) };
      this.dispatchEvent(new CustomEvent(status === 200 ? "view" : "problem", { detail }));
    } catch (fault) {
      if (run === this.#run) this.#end(fault);
    }
  }

  #end({ message }) {
    this.close();
    this.dispatchEvent(new CustomEvent("end", { detail: t("The program in this page could not do that: {reason}", { reason: message }) }));
  }
}
