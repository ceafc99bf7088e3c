// The connection for live frames: one frame is in flight, its answer names what to draw on it.

import { t } from "./words.js";

/** Why the connection ended, by its close code. */
const reasonOf = (code) => ({ 1001: t("The service was stopped."), 1009: t("The frames are too large for the service.") })[code]
  ?? t("The service cannot be reached. Is sudokulens serve still running?");

export class LiveLink extends EventTarget {
  #socket = null;

  /** Events: `view` and `problem` with what was said in `detail`, `end` with a sentence that says why. */
  open() {
    this.close();
    const address = new URL("/api/live", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = this.#socket = new WebSocket(address);
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (socket === this.#socket) this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
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

  /** Sends a frame (a Blob) or a wish (an object). */
  send(what) {
    if (this.isOpen) this.#socket.send(what instanceof Blob ? what : JSON.stringify(what));
  }
}
