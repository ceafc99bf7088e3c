// A worker of the engine in the page: questions in, answers out, each under its number.

export class Colleague {
  #worker;
  #waiting = new Map();
  #number = 0;
  #lost = "";

  constructor(address, name) {
    this.#worker = new Worker(address, { type: "module", name });
    this.#worker.addEventListener("message", ({ data }) => this.#settle(data));
    // Such as a script that cannot be loaded: nothing that was asked will ever be answered.
    this.#worker.addEventListener("error", ({ message }) => this.#giveUp(message));
  }

  /** What the worker answers to a question; fails with an Error that says why it could not. */
  ask(act, details = {}, transfer = []) {
    if (this.#lost) return Promise.reject(new Error(this.#lost));
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, act, ...details }, transfer);
    });
  }

  #settle({ id, result, fault }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (fault === undefined) resolve(result);
    else reject(new Error(fault));
  }

  #giveUp(message) {
    this.#lost = message ?? "its worker could not be started";
    for (const { reject } of this.#waiting.values()) reject(new Error(this.#lost));
    this.#waiting.clear();
  }
}
