// What the person is doing: the puzzle and its history, the selected cells, the mode. Announces every change.

import { emptyPuzzle } from "./board.js";
import { isWorthKeeping, newRecord, statesOf, withStates } from "./record.js";

const CURRENT = "sudokulens.current";
const MAX_HISTORY_STEPS = 500;

/**
 * Events: `begin` when another puzzle is taken up, `change` when its state changes, `select`, `mode`, and `unsaved`
 * when it cannot be kept. Every puzzle is a record of its own in the store, with its own history.
 */
export class Session extends EventTarget {
  #past = [];
  #future = [];
  puzzle = emptyPuzzle();
  record = newRecord(this.puzzle);
  cursor = 0;
  selection = new Set([0]);
  mode = "digit";
  editing = false;

  constructor(store) {
    super();
    this.store = store;
  }

  get canUndo() { return this.#past.length > 0; }
  get canRedo() { return this.#future.length > 0; }
  get cells() { return [...this.selection].sort((a, b) => a - b); }

  /** Takes the next state of the puzzle; the one before can be brought back. */
  change(next) {
    if (next === this.puzzle) return;
    this.#past.push(this.puzzle);
    if (this.#past.length > MAX_HISTORY_STEPS) this.#past.shift();
    this.#future = [];
    this.#show(next);
  }

  /** Takes up a new puzzle; the one before stays among the person's puzzles. */
  begin(puzzle, about = {}) {
    this.#take(newRecord(puzzle, about), { puzzle, past: [], future: [] });
    this.save();
  }

  /** Resumes a saved puzzle. */
  resume(record) { this.#take(record, statesOf(record)); }

  #take(record, { puzzle, past, future }) {
    this.record = record;
    [this.puzzle, this.#past, this.#future, this.editing] = [puzzle, past, future, false];
    this.cursor = Math.max(0, puzzle.values.indexOf(0));
    this.selection = new Set([this.cursor]);
    this.mode = "digit";
    remember(record.id);
    this.#tell("begin");
    this.#tell("change");
    this.#tell("mode");
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

  /** While clues are edited, digits are what is typed: no mark, no colour. */
  setEditing(editing) {
    this.editing = editing;
    if (editing) this.mode = "digit";
    this.#tell("mode");
  }

  #show(puzzle) {
    this.puzzle = puzzle;
    this.save();
    this.#tell("change");
  }

  #tell(name) { this.dispatchEvent(new Event(name)); }

  /** Keeps the puzzle on this device; a board without a digit is not worth it. */
  async save() {
    if (!isWorthKeeping(this.puzzle)) return;
    this.record = withStates(this.record, this.puzzle, this.#past, this.#future);
    try {
      await this.store.savePuzzle(this.record);
    } catch {
      this.#tell("unsaved");
    }
  }

  /** Brings back the puzzle of the last visit; false where there is none. */
  async restore() {
    try {
      const record = await this.store.puzzle(localStorage.getItem(CURRENT) ?? "");
      if (!record) return false;
      this.resume(record);
      return true;
    } catch {
      return false; // A damaged record, or a browser that keeps nothing: as good as none.
    }
  }
}

function remember(id) {
  try { localStorage.setItem(CURRENT, id); } catch { /* The puzzle is then found among the others. */ }
}
