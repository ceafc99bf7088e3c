// Live frames over the network: one is in flight, its answer names what to draw on it.

import { toJpeg } from "./camera.js";
import { t } from "./words.js";

/** Why the connection ended, by its close code. */
const reasonOf = (code) => ({ 1001: t("The service was stopped."), 1009: t("The frames are too large for the service.") })[code]
  ?? t("The service cannot be reached. Is sudokulens serve still running?");

const LOST = [1001, 1006]; // Close codes: the service was stopped, the network is gone.

export class LiveSocket extends EventTarget {
  /** Milliseconds for an answer above which smaller frames had better be sent. */
  patience = 150;

  /** Whether it ended because nobody is at the other end any more. */
  isLost = false;
  #socket = null;

  /** The canvas as it is sent. */
  prepared(canvas, quality) { return toJpeg(canvas, quality); }

  /** Events: `view` and `problem` with what was said in `detail`, `end` with a sentence that says why. */
  open() {
    this.close();
    const address = new URL("api/live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = this.#socket = new WebSocket(address);
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (socket === this.#socket) this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      this.isLost = LOST.includes(code);
      this.dispatchEvent(new CustomEvent("end", { detail: reason || reasonOf(code) }));
    });
  }

  /** Ends the connection without an `end` event. */
  close() {
    const socket = this.#socket;
    this.#socket = null;
    // Browsers complain of a socket that is closed while it opens.
    if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close(1000));
    else socket?.close(1000);
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Sends a frame (a Blob) or settings (an object). */
  send(what) {
    if (this.isOpen) this.#socket.send(what instanceof Blob ? what : JSON.stringify(what));
  }
}
