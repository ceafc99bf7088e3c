// Several grids that share boxes, such as the five of a samurai, drawn as the one puzzle that they are.

import * as api from "./api.js";
import { attempt, tell } from "./notices.js";
import { flatPlane } from "./planes.js";
import { shapesOf, toSvg } from "./scene.js";
import { save } from "./transfer.js";
import { solvedLine } from "./verdict.js";
import { t } from "./words.js";

const find = (name) => document.getElementById(name);

export class Whole {
  #joined = null;
  #isSolved = false;

  constructor() {
    find("whole-solution").addEventListener("click", () => this.#draw(!this.#isSolved));
    find("whole-print").addEventListener("click", () => this.#print());
  }

  async open(joined) {
    this.#joined = joined;
    find("whole-solution").hidden = !joined.solution;
    if (await this.#draw(false)) find("whole-dialog").showModal();
  }

  async #draw(solved) {
    const { board, solution } = this.#joined;
    const answer = await attempt(t("Looking up…"), () => api.scene(solved ? solvedLine(board, solution) : board));
    if (!answer) return false;
    const { scene } = answer;
    const { width, height, margins: { left, top, right, bottom } } = scene;
    find("whole-picture").setAttribute("viewBox", [-left, -top, width + left + right, height + top + bottom].join(" "));
    find("whole-picture").replaceChildren(...toSvg(shapesOf(scene), flatPlane));
    this.#isSolved = solved;
    find("whole-solution").textContent = solved ? t("Hide the solution") : t("Show the solution");
    return true;
  }

  async #print() {
    const pdf = await attempt(t("Making the sheet…"), () => api.sheet([this.#joined.board]));
    if (!pdf) return;
    save(pdf, "sudoku.pdf");
    find("whole-dialog").close();
    tell(t("The sheet was saved as sudoku.pdf, with the solution on its second page."));
  }
}
