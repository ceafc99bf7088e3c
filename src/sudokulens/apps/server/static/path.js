// Stepping through the whole logical solution, without touching the person's board until they say so.

import * as api from "./api.js";
import { afterStep, toFields } from "./board.js";
import { announce, attempt, tell } from "./notices.js";
import { paintOfScene } from "./paint.js";
import { closeSheet, onReplaced, openSheet } from "./sheets.js";
import { t } from "./words.js";

const find = (name) => document.getElementById(name);

export class PathPanel {
  #steps = [];
  #boards = [];
  #place = 0;

  /** `show` takes a puzzle and its paint, or null for the person's own board. */
  constructor(session, show) {
    this.session = session;
    this.show = show;
    const go = (name, target) => find(name).addEventListener("click", () => this.#go(target()));
    go("path-first", () => 0);
    go("path-previous", () => this.#place - 1);
    go("path-next", () => this.#place + 1);
    go("path-last", () => this.#steps.length - 1);
    find("path-take").addEventListener("click", () => this.#take());
    find("path-close").addEventListener("click", () => this.close());
    onReplaced("path", () => this.#forget());
    session.addEventListener("change", () => this.close());
  }

  get open() { return this.#steps.length > 0; }

  async start() {
    const { puzzle } = this.session;
    const answer = await attempt(t("Solving by logic…"), () => api.path(toFields(puzzle)));
    if (!answer || puzzle !== this.session.puzzle) return;
    if (!answer.steps.length) {
      tell(answer.problem ?? t("There is nothing left to do."));
      return;
    }
    this.#steps = answer.steps;
    this.#boards = [puzzle];
    for (const { step } of answer.steps) this.#boards.push(afterStep(this.#boards.at(-1), step));
    tell("");
    find("path-note").hidden = answer.solved;
    this.#go(0);
    find("path-next").focus({ preventScroll: true });
  }

  close() {
    if (!this.open) return;
    closeSheet("path");
    this.#forget();
  }

  #forget() {
    this.#steps = [];
    this.show(null);
  }

  #go(target) {
    this.#place = Math.max(0, Math.min(this.#steps.length - 1, target));
    const { text, scene } = this.#steps[this.#place];
    const puzzle = this.#boards[this.#place];
    find("path-text").textContent = text;
    find("path-place").textContent = t("{n} of {m}", { n: this.#place + 1, m: this.#steps.length });
    find("path-first").disabled = find("path-previous").disabled = this.#place === 0;
    find("path-next").disabled = find("path-last").disabled = this.#place === this.#steps.length - 1;
    openSheet("path");
    if (document.activeElement.disabled) find(this.#place ? "path-previous" : "path-next").focus();
    this.show(puzzle, paintOfScene(puzzle, scene));
    announce(t("Step {n}. {text}", { n: this.#place + 1, text }));
  }

  #take() {
    const puzzle = this.#boards[this.#place + 1];
    this.close();
    this.session.change(puzzle);
  }
}
