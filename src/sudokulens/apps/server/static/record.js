// A puzzle as it is kept: plain data with its history, from which the session resumes.

import { emptyPuzzle, isEmpty } from "./board.js";
import { makeShape } from "./shape.js";

const MAX_HISTORY_STEPS = 300;
const encoded = new WeakMap();

/** A new record for a puzzle; `scan` is what a photo gave, `photo` the id of the picture. */
export function newRecord(puzzle, { scan = null, photo = null, title = "" } = {}) {
  const now = Date.now();
  const { size, regions, extras, rules, grids } = puzzle.shape;
  return { id: crypto.randomUUID?.() ?? `${now}-${Math.random()}`, created: now, changed: now, elapsed: 0, finished: false,
    title, photo, scan, size, regions, extras, rules, grids };
}

/** The record with the puzzle's present state and history in it. */
export const withStates = (record, puzzle, past, future) => ({ ...record, changed: Date.now(), state: text(puzzle),
  past: past.slice(-MAX_HISTORY_STEPS).map(text), future: future.slice(-MAX_HISTORY_STEPS).map(text) });

/** The states of a record: the puzzle, and what came before and after it. Throws where the record is damaged. */
export function statesOf({ size, regions, extras, rules, grids, state, past = [], future = [] }) {
  const shape = makeShape(size, regions, extras, rules, grids);
  const revive = (kept) => revived(shape, kept);
  return { puzzle: revive(state), past: past.map(revive), future: future.map(revive) };
}

export const isWorthKeeping = (puzzle) => !isEmpty(puzzle);

/** Each state is written once, however often the record is saved. */
function text(puzzle) {
  if (!encoded.has(puzzle)) {
    const { shape, ...rest } = puzzle;
    encoded.set(puzzle, JSON.stringify(rest));
  }
  return encoded.get(puzzle);
}

function revived(shape, kept) {
  const puzzle = { ...emptyPuzzle(shape), ...JSON.parse(kept) };
  const cells = shape.places.length;
  for (const name of ["values", "givens", "marks", "corner", "centre", "colours"]) {
    if (puzzle[name].length !== cells) throw new Error("a damaged record");
  }
  encoded.set(puzzle, kept);
  return puzzle;
}
