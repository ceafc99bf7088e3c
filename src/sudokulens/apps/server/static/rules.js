// The marks of other rules on the board: cages, dots, lines, diagonals. The service says what they look like.

import * as api from "./api.js";
import { cluesOnly, toFields } from "./board.js";
import { shapesOf } from "./scene.js";

/** Whether a puzzle has more rules than rows, columns and boxes. */
export const hasRules = ({ shape }) => shape.rules.length > 0 || shape.extras.length > 0;

export class Rules {
  shapes = [];
  #shape = null;

  /** `changed` is called when there is something else to draw. */
  constructor(session, changed) {
    session.addEventListener("change", () => {
      if (session.puzzle.shape === this.#shape) return;
      this.#shape = session.puzzle.shape;
      this.#load(session.puzzle, changed);
    });
  }

  async #load(puzzle, changed) {
    this.shapes = [];
    if (!hasRules(puzzle)) return;
    try {
      const { scene } = await api.scene(toFields(cluesOnly(puzzle)));
      if (puzzle.shape === this.#shape) this.shapes = shapesOf(scene, ["rules", "signs"]);
    } catch { /* Without the service the puzzle is shown without its marks; asking for anything will say why. */ }
    changed();
  }
}
