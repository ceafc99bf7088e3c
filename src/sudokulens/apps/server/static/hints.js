// The hint: four levels, from a nudge to the whole step, which can then be done; drawn on the board and on the photo.

import * as api from "./api.js";
import { afterStep, putRight, toFields } from "./board.js";
import { announce, attempt } from "./notices.js";
import { paintOf } from "./paint.js";
import { closeSheet, onReplaced, openSheet } from "./sheets.js";
import { t } from "./words.js";

const LEVELS = ["nudge", "technique", "pattern", "full"];
const find = (name) => document.getElementById(name);

export class HintPanel {
  #level = 0;
  /** The level that was asked for last: quick taps add up, and answers that were overtaken are dropped. */
  #wanted = 0;
  #puzzle = null;
  #answer = null;

  /** `show` takes the paint for the board, null to take it away; `practise` and `learn` take a step. */
  constructor(session, show, { practise, learn }) {
    Object.assign(this, { session, show });
    find("hint-levels").append(...LEVELS.map(() => document.createElement("li")));
    find("hint-more").addEventListener("click", () => this.next());
    find("hint-apply").addEventListener("click", () => this.#apply());
    find("hint-replay").addEventListener("click", () => this.#paint());
    find("hint-practise").addEventListener("click", () => practise(this.#answer.step));
    find("hint-learn").addEventListener("click", () => learn(this.#answer.step));
    find("hint-close").addEventListener("click", () => this.close());
    onReplaced("hint", () => this.#forget());
    session.addEventListener("change", () => {
      if (this.#puzzle && session.puzzle !== this.#puzzle) this.close();
    });
  }

  get open() { return this.#answer !== null; }

  /** Asks for the next level, or for a nudge when no hint is open. */
  next() { return this.#ask(this.open ? Math.min(this.#wanted + 1, LEVELS.length - 1) : 0); }

  async #ask(level) {
    const { puzzle } = this.session;
    this.#wanted = level;
    const answer = await attempt(t("Thinking…"), () => api.hint(toFields(puzzle), LEVELS[level]));
    if (!answer || puzzle !== this.session.puzzle || level !== this.#wanted) return;
    [this.#level, this.#puzzle, this.#answer] = [level, puzzle, answer];
    this.#render();
  }

  close() {
    if (!this.open) return;
    closeSheet("hint");
    this.#forget();
  }

  #forget() {
    [this.#answer, this.#puzzle, this.#level, this.#wanted] = [null, null, 0, 0];
    this.show(null);
  }

  #render() {
    const { kind, text, summary, branches, step, wrong, missing } = this.#answer;
    const mistaken = Boolean(wrong?.length || missing?.length);
    const details = [step?.notation, step?.eureka].filter(Boolean).join("\n");
    const deeper = ["step", "mistake"].includes(kind) && this.#level < LEVELS.length - 1;
    const known = Boolean(step?.name);
    const wasMore = document.activeElement === find("hint-more");
    [...find("hint-levels").children].forEach((dot, index) => dot.classList.toggle("reached", index <= this.#level));
    find("hint-text").textContent = summary ?? text;
    showBranches(branches ?? []);
    find("hint-details").hidden = !details;
    find("hint-notation").textContent = details;
    find("hint-more").hidden = !deeper;
    find("hint-apply").hidden = !step?.places && !step?.removes && !mistaken;
    find("hint-apply").textContent = mistaken ? t("Put this right") : t("Do this step");
    find("hint-replay").hidden = !(step?.links?.length > 1);
    find("hint-practise").hidden = !known;
    find("hint-learn").hidden = !known;
    if (wasMore && !deeper) find(step || mistaken ? "hint-apply" : "hint-close").focus();
    openSheet("hint");
    this.#paint();
    announce(text);
  }

  #paint() { this.show(paintOf(this.#puzzle, this.#answer)); }

  #apply() {
    const { step, wrong, missing } = this.#answer;
    const { puzzle } = this.session;
    this.close();
    this.session.change(step ? afterStep(puzzle, step) : putRight(puzzle, wrong, missing));
    if (!step) this.session.select([...wrong, ...missing][0][0]);
    else if (step.places.length) this.session.select(step.places[0][0]);
  }
}

/** The branches of a forcing chain below the text, each folded away under what it assumes. */
function showBranches(branches) {
  const text = find("hint-text");
  text.parentElement.querySelectorAll(".hint-branch").forEach((old) => old.remove());
  text.after(...branches.map((branch) => {
    const fold = document.createElement("details");
    const title = document.createElement("summary");
    fold.className = "hint-branch";
    title.textContent = branch.title;
    fold.append(title, branch.steps.length ? listed(branch.steps) : paragraph(branch.text));
    return fold;
  }));
}

function paragraph(text) {
  const shown = document.createElement("p");
  shown.textContent = text;
  return shown;
}

function listed(steps) {
  const list = document.createElement("ol");
  list.append(...steps.map((step) => {
    const item = document.createElement("li");
    item.textContent = step;
    return item;
  }));
  return list;
}
