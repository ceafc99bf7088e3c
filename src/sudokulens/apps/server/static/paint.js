// From a step, as the service describes it, to what the board shows: regions, roles, candidates, links, placements.

import { digitsOf, effectiveMarks } from "./board.js";

/** The paint of a hint's answer; fields that its level withholds are simply not there. */
export function paintOf(puzzle, answer) {
  if (answer.step) return paintOfStep(puzzle, answer.step);
  const wrong = new Set([...(answer.mistakes ?? []), ...(answer.suspicious ?? [])]);
  return { wrong };
}

export function paintOfStep(puzzle, step) {
  const region = new Set(Object.values(step.units).flat().flatMap((unit) => puzzle.shape.units[unit]));
  const roles = new Map();
  Object.values(step.cells ?? {}).forEach((cells, index) => {
    for (const cell of cells) if (!roles.has(cell)) roles.set(cell, (index % 4) + 1);
  });
  const links = step.links ?? [];
  const places = step.places ?? [];
  return { region, roles, links, placed: new Map(places), notes: notesOf(puzzle, step, links) };
}

/** Candidates by cell, for the cells that the step speaks of. */
function notesOf(puzzle, step, links) {
  const pattern = [...Object.values(step.candidates ?? {}).flat(), ...links.flatMap(({ from, to }) => [...from, ...to])];
  const removes = step.removes ?? [];
  const named = Object.values(step.cells ?? {}).flat();
  const isSingle = Boolean(step.cells) && !pattern.length && !removes.length;
  const cells = new Set([...pattern, ...removes].map(([cell]) => cell).concat(isSingle ? [] : named));
  const marks = effectiveMarks(puzzle);
  const notes = new Map();
  for (const cell of cells) {
    if (puzzle.values[cell]) continue;
    notes.set(cell, new Map(digitsOf(marks[cell], puzzle.shape.size).map((digit) => [digit, "plain"])));
  }
  for (const [cell, digit] of pattern) notes.get(cell)?.set(digit, "pattern");
  for (const [cell, digit] of removes) notes.get(cell)?.set(digit, "removed");
  return notes;
}
