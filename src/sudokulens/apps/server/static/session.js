// What the person is doing: the puzzle and its history, the selected cells, the mode. Announces every change.

import { emptyPuzzle } from "./board.js";
import { makeShape } from "./shape.js";

const STORE = "sudokulens.session";
const LONGEST_HISTORY = 500;

export class Session extends EventTarget {
  #past = [];
  #future = [];
  puzzle = emptyPuzzle();
  cursor = 0;
  selection = new Set([0]);
  mode = "digit";
  editing = false;

  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }
  get cells() { return [...this.selection].sort((a, b) => a - b); }

  /** Takes the next puzzle; the one before can be brought back. */
  change(next) {
    if (next === this.puzzle) return;
    this.#past.push(this.puzzle);
    if (this.#past.length > LONGEST_HISTORY) this.#past.shift();
    this.#future = [];
    this.#show(next);
  }

  /** Takes a puzzle that has nothing to do with the one before. */
  begin(puzzle) {
    this.#tell("begin");
    this.editing = false;
    this.change(puzzle);
    this.select(Math.max(0, puzzle.values.indexOf(0)));
  }

  undo() {
    if (!this.canUndo) return;
    this.#future.push(this.puzzle);
    this.#show(this.#past.pop());
  }

  redo() {
    if (!this.canRedo) return;
    this.#past.push(this.puzzle);
    this.#show(this.#future.pop());
  }

  /** Makes the cell the cursor; `more` keeps the others selected. */
  select(cell, more = false) {
    this.cursor = cell;
    if (more) this.selection.add(cell);
    else this.selection = new Set([cell]);
    this.#tell("select");
  }

  selectAll() {
    this.selection = new Set(this.puzzle.values.keys());
    this.#tell("select");
  }

  setMode(mode) {
    this.mode = mode;
    this.#tell("mode");
  }

  setEditing(editing) {
    this.editing = editing;
    this.#tell("mode");
  }

  #show(puzzle) {
    const cells = puzzle.values.length;
    this.puzzle = puzzle;
    if (this.cursor >= cells) this.cursor = 0;
    this.selection = new Set([...this.selection].filter((cell) => cell < cells));
    if (!this.selection.size) this.selection.add(this.cursor);
    this.#save();
    this.#tell("change");
  }

  #tell(name) { this.dispatchEvent(new Event(name)); }

  #save() {
    const { shape, ...rest } = this.puzzle;
    const kept = { ...rest, size: shape.size, regions: shape.regions, extras: shape.extras };
    try {
      localStorage.setItem(STORE, JSON.stringify(kept));
    } catch {
      this.#tell("unsaved");
    }
  }

  /** Brings back the puzzle of the last visit; false where there is none. */
  restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(STORE));
      if (!kept) return false;
      const { size, regions, extras, ...rest } = kept;
      const puzzle = { ...emptyPuzzle(makeShape(size, regions, extras)), ...rest };
      if (["values", "givens", "corner", "centre", "colours"].some((name) => puzzle[name].length !== size ** 2)) return false;
      this.puzzle = puzzle;
      this.#tell("change");
      return true;
    } catch {
      return false; // A damaged or foreign record is as good as none.
    }
  }
}
