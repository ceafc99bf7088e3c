// The hint panel: four levels, from a nudge to the whole step, which can then be done.

import * as api from "./api.js";
import { afterStep, toFields } from "./board.js";
import { announce, attempt } from "./notices.js";
import { paintOf } from "./paint.js";

const LEVELS = ["nudge", "technique", "pattern", "full"];
const find = (name) => document.getElementById(name);

export class HintPanel {
  #level = 0;
  #puzzle = null;
  #answer = null;

  /** `show` takes the paint for the board, null to take it away. */
  constructor(session, show) {
    this.session = session;
    this.show = show;
    find("hint-levels").append(...LEVELS.map(() => document.createElement("li")));
    find("hint-more").addEventListener("click", () => this.ask(this.#level + 1));
    find("hint-apply").addEventListener("click", () => this.#apply());
    find("hint-close").addEventListener("click", () => this.close());
    session.addEventListener("change", () => {
      if (this.#puzzle && session.puzzle !== this.#puzzle) this.close();
    });
  }

  get open() { return this.#answer !== null; }

  /** Asks for the next level, or for a nudge when no hint is open. */
  next() { return this.ask(this.open ? Math.min(this.#level + 1, LEVELS.length - 1) : 0); }

  async ask(level) {
    const { puzzle } = this.session;
    const answer = await attempt("Thinking…", () => api.hint(toFields(puzzle), LEVELS[level]));
    if (!answer || puzzle !== this.session.puzzle) return;
    [this.#level, this.#puzzle, this.#answer] = [level, puzzle, answer];
    this.#render();
  }

  close() {
    [this.#answer, this.#puzzle, this.#level] = [null, null, 0];
    find("hint").hidden = true;
    this.show(null);
  }

  #render() {
    const answer = this.#answer;
    const deeper = ["step", "mistake"].includes(answer.kind) && this.#level < LEVELS.length - 1;
    [...find("hint-levels").children].forEach((dot, index) => dot.classList.toggle("reached", index <= this.#level));
    find("hint-text").textContent = answer.text;
    find("hint-more").hidden = !deeper;
    find("hint-apply").hidden = !answer.step?.places && !answer.step?.removes;
    find("hint").hidden = false;
    this.show(paintOf(this.#puzzle, answer));
    announce(answer.text);
  }

  #apply() {
    const { step } = this.#answer;
    this.close();
    this.session.change(afterStep(this.session.puzzle, step));
    if (step.places.length) this.session.select(step.places[0][0]);
  }
}
