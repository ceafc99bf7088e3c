// "Learn more": the lesson of a technique, its example stage by stage, and a position to try it on.

import * as api from "./api.js";
import { attempt, openDialog } from "./notices.js";
import { puzzleOf } from "./transfer.js";
import { t } from "./words.js";

const find = (name) => document.getElementById(name);
const picture = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export class Lesson {
  #lesson = null;
  #stage = 0;

  /** `start` takes the puzzle to practise on, and what to say of it. */
  constructor(start) {
    this.start = start;
    find("lesson-previous").addEventListener("click", () => this.#show(this.#stage - 1));
    find("lesson-next").addEventListener("click", () => this.#show(this.#stage + 1));
    find("lesson-try").addEventListener("click", () => this.#try());
  }

  async open(technique) {
    const lesson = await attempt(t("Looking up…"), () => api.lesson(technique));
    if (!lesson) return;
    this.#lesson = lesson;
    find("lesson-title").textContent = lesson.name;
    find("lesson-texts").replaceChildren(...["idea", "why", "spot"].filter((part) => lesson[part]).map((part) => paragraph(lesson[part])));
    find("lesson-near").hidden = !lesson.near_miss;
    if (lesson.near_miss) {
      find("lesson-near-text").textContent = lesson.near_miss.text;
      find("lesson-near-picture").src = picture(lesson.near_miss.svg);
    }
    find("lesson-try").hidden = !lesson.practice;
    this.#show(0);
    openDialog("lesson-dialog");
  }

  #show(stage) {
    const { example } = this.#lesson;
    this.#stage = Math.max(0, Math.min(example.length - 1, stage));
    const { text, svg } = example[this.#stage];
    find("lesson-picture").src = picture(svg);
    find("lesson-text").textContent = text;
    find("lesson-place").textContent = t("{n} of {m}", { n: this.#stage + 1, m: example.length });
    find("lesson-previous").disabled = this.#stage === 0;
    find("lesson-next").disabled = this.#stage === example.length - 1;
    if (document.activeElement.disabled) find(this.#stage ? "lesson-previous" : "lesson-next").focus();
  }

  async #try() {
    const puzzle = await attempt(t("Importing…"), () => puzzleOf(this.#lesson.practice.board));
    if (!puzzle) return;
    find("lesson-dialog").close();
    this.start(puzzle, t("Find it: {technique}.", { technique: this.#lesson.name }));
  }
}

function paragraph(text) {
  const element = document.createElement("p");
  // The texts carry light Markdown, of which only emphasis occurs.
  element.textContent = text.replace(/[*_`]/g, "");
  return element;
}
