// From the answer to a hint to what the board shows: the scene to paint, candidates beside it, and cells that are wrong.

import { digitsOf, effectiveMarks } from "./board.js";

/** More cells in red than these say nothing: two clues alone leave most of a board open. */
const MOST_SUSPECTS = 9;

/** The paint of a hint's answer; fields that its level withholds are simply not there. */
export function paintOf(puzzle, answer) {
  if (answer.step) return paintOfScene(puzzle, answer.scene);
  const suspects = answer.suspicious ?? [];
  return { wrong: new Set([...(answer.mistakes ?? []), ...(suspects.length <= MOST_SUSPECTS ? suspects : [])]) };
}

/** A scene with the candidates of the cells it speaks of, less those that it draws itself. */
export function paintOfScene(puzzle, scene) {
  const placed = new Set(scene.answer.map(([cell]) => cell));
  const drawn = [...scene.marks.map(({ cell, digit }) => [cell, digit]), ...scene.removed];
  const marks = effectiveMarks(puzzle);
  const notes = new Map();
  for (const [cell] of drawn) {
    if (!puzzle.values[cell] && !placed.has(cell)) notes.set(cell, new Set(digitsOf(marks[cell], puzzle.shape.size)));
  }
  for (const [cell, digit] of drawn) notes.get(cell)?.delete(digit);
  return { scene, notes, hidden: placed };
}
