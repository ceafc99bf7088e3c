// The puzzle as data: every change gives a new puzzle, so that history is a list of them.

import { DIGITS, makeShape } from "./shape.js";

export const bit = (digit) => 2 ** (digit - 1);
export const has = (mask, digit) => Math.floor(mask / bit(digit)) % 2 === 1;
const toggled = (mask, digit) => (has(mask, digit) ? mask - bit(digit) : mask + bit(digit));
const without = (mask, digit) => (has(mask, digit) ? mask - bit(digit) : mask);

export const digitsOf = (mask, size) => {
  const found = [];
  for (let digit = 1; digit <= size; digit++) if (has(mask, digit)) found.push(digit);
  return found;
};

const zeros = (shape) => new Array(shape.places.length).fill(0);

/** The kinds of pencil marks: candidates in their own places, and the two that solvers of variants use. */
export const MARKS = ["marks", "corner", "centre"];

/** A puzzle without a digit. `doubts` maps cells to what the photo may show there. */
export function emptyPuzzle(shape = makeShape(9)) {
  return { shape, values: zeros(shape), givens: zeros(shape).map(() => false), marks: zeros(shape), corner: zeros(shape),
    centre: zeros(shape), colours: zeros(shape), doubts: {} };
}

/** The puzzle in the form that the service sends. */
export function fromFields(fields) {
  const shape = makeShape(fields.size, fields.regions, fields.extras ?? [], fields.rules ?? [], fields.grids);
  return { ...emptyPuzzle(shape), values: [...fields.values], givens: fields.givens ?? fields.values.map(Boolean),
    marks: fields.candidates ? [...fields.candidates] : zeros(shape) };
}

/** The puzzle in the form that the service takes; marks only where the person made some. */
export function toFields(puzzle) {
  const { shape, values, givens } = puzzle;
  const candidates = candidatesOf(puzzle);
  return { size: shape.size, regions: shape.regions, extras: shape.extras, rules: shape.rules, grids: shape.grids, values, givens,
    candidates: candidates.some(Boolean) ? candidates : null };
}

/** The marks that stand for candidates: those in their own places, else those in the centre. */
export const candidatesOf = ({ marks, centre }) => (marks.some(Boolean) ? marks : centre);

/** The puzzle in 81 characters (or another square number of them); null for any other text. */
export function fromCharacters(text) {
  const cells = text.replace(/\s/g, "").toUpperCase();
  const size = Math.sqrt(cells.length);
  if (![4, 6, 8, 9].includes(size) || !/^[0-9.*_X]+$/.test(cells)) return null;
  const values = [...cells].map((letter) => DIGITS.slice(0, size).indexOf(letter) + 1);
  return { ...emptyPuzzle(makeShape(size)), values, givens: values.map(Boolean) };
}

/** Whether there is nothing to play: no digit, and no rule that takes the place of digits, as in a killer. */
export const isEmpty = ({ values, shape }) => !shape.rules.length && values.every((value) => !value);
export const isComplete = (puzzle) => puzzle.values.every(Boolean);

/** The cell to tell of after a change: the cursor's if it changed, else the first with another digit, else with other marks. */
export function toldCell(before, after, cursor) {
  const cells = [...after.values.keys()];
  const differs = (kinds) => (cell) => kinds.some((kind) => before[kind][cell] !== after[kind][cell]);
  const [digits, all] = [differs(["values"]), differs(["values", ...MARKS, "colours"])];
  if (all(cursor)) return cursor;
  return cells.find(digits) ?? cells.find(all) ?? cursor;
}

/** How much of what was empty is filled, from 0 to 1. */
export function progress({ values, givens }) {
  const open = values.filter((_, cell) => !givens[cell]).length;
  return open ? values.filter((value, cell) => value && !givens[cell]).length / open : 1;
}

/** For every empty cell the digits that no peer has. */
export function possible({ shape, values }) {
  return values.map((value, cell) => {
    if (value) return 0;
    let mask = shape.allDigits;
    for (const peer of shape.peers[cell]) if (values[peer]) mask = without(mask, values[peer]);
    return mask;
  });
}

/** The person's candidates as far as the values allow them, else all that the values allow. */
export function effectiveMarks(puzzle) {
  const free = possible(puzzle);
  const candidates = candidatesOf(puzzle);
  return free.map((mask, cell) => {
    const own = digitsOf(candidates[cell], puzzle.shape.size).filter((digit) => has(mask, digit));
    return candidates[cell] ? own.reduce((sum, digit) => sum + bit(digit), 0) : mask;
  });
}

/** Cells whose digit occurs twice in a unit. */
export function conflicts({ shape, values }) {
  const found = new Set();
  values.forEach((value, cell) => {
    if (value && [...shape.peers[cell]].some((peer) => values[peer] === value)) found.add(cell);
  });
  return found;
}

/** The puzzle with the digit in the cells, or without it where all of them have it already. Clues stay, unless doubtful. */
export function place(puzzle, cells, digit, asGiven = false, tidy = true) {
  const editable = cells.filter((cell) => asGiven || !puzzle.givens[cell] || puzzle.doubts[cell]);
  const clear = editable.every((cell) => puzzle.values[cell] === digit && !puzzle.doubts[cell]);
  return editable.reduce((next, cell) => put(next, cell, clear ? 0 : digit, asGiven || puzzle.givens[cell], tidy), puzzle);
}

/** The puzzle with one cell written; with `tidy` its digit leaves the marks of the cells that see it. */
export function put(puzzle, cell, digit, asGiven = false, tidy = true) {
  const copy = { ...puzzle, values: [...puzzle.values], givens: [...puzzle.givens], doubts: { ...puzzle.doubts } };
  for (const kind of MARKS) copy[kind] = [...puzzle[kind]];
  copy.values[cell] = digit;
  copy.givens[cell] = Boolean(asGiven && digit);
  delete copy.doubts[cell];
  if (!digit) return copy;
  for (const kind of MARKS) {
    copy[kind][cell] = 0;
    if (tidy) for (const peer of puzzle.shape.peers[cell]) copy[kind][peer] = without(copy[kind][peer], digit);
  }
  return copy;
}

/** The puzzle as the person corrects what was read: any cell takes the digit; its ink is as it was, or as `clue` says. */
export function correct(puzzle, cells, digit, clue) {
  return cells.reduce((next, cell) => put(next, cell, digit, puzzle.values[cell] ? puzzle.givens[cell] : clue, false), puzzle);
}

/** The puzzle with the digits of those cells printed, or the person's own; the very same where they are that already. */
export function withInk(puzzle, cells, printed) {
  const changed = cells.filter((cell) => puzzle.values[cell] && puzzle.givens[cell] !== printed);
  if (!changed.length) return puzzle;
  const [givens, doubts] = [[...puzzle.givens], { ...puzzle.doubts }];
  for (const cell of changed) {
    givens[cell] = printed;
    if (doubts[cell]?.kind === "ink") delete doubts[cell];
  }
  return { ...puzzle, givens, doubts };
}

/** The puzzle with a mark put into the empty cells, or taken out where all have it. */
export function mark(puzzle, cells, kind, digit) {
  const empty = cells.filter((cell) => !puzzle.values[cell]);
  const all = empty.every((cell) => has(puzzle[kind][cell], digit));
  const marks = [...puzzle[kind]];
  for (const cell of empty) if (has(marks[cell], digit) === all) marks[cell] = toggled(marks[cell], digit);
  return { ...puzzle, [kind]: marks };
}

export function colour(puzzle, cells, number) {
  const clear = cells.every((cell) => puzzle.colours[cell] === number);
  const colours = [...puzzle.colours];
  for (const cell of cells) colours[cell] = clear ? 0 : number;
  return { ...puzzle, colours };
}

/** The cells emptied: of their digits, or where there are none of their marks and colours. */
export function erase(puzzle, cells, asGiven = false) {
  const written = cells.filter((cell) => puzzle.values[cell] && (asGiven || !puzzle.givens[cell]));
  if (written.length) return written.reduce((next, cell) => put(next, cell, 0), puzzle);
  const cleared = (numbers) => numbers.map((number, cell) => (cells.includes(cell) ? 0 : number));
  const kinds = [...MARKS, "colours"].map((kind) => [kind, cleared(puzzle[kind])]);
  return { ...puzzle, ...Object.fromEntries(kinds) };
}

/** The puzzle without its wrong digits and with the marks that it must not lack, each as [cell, digit]. */
export function putRight(puzzle, wrong, missing) {
  const next = wrong.length ? erase(puzzle, wrong.map(([cell]) => cell)) : puzzle;
  const kind = puzzle.marks.some(Boolean) ? "marks" : "centre";
  const marks = [...next[kind]];
  for (const [cell, digit] of missing) if (!has(marks[cell], digit)) marks[cell] += bit(digit);
  return { ...next, [kind]: marks };
}

export const withAutoMarks = (puzzle) => ({ ...puzzle, marks: possible(puzzle) });

export const withoutMarks = (puzzle) => ({ ...puzzle, marks: zeros(puzzle.shape), corner: zeros(puzzle.shape),
  centre: zeros(puzzle.shape), colours: zeros(puzzle.shape) });

/** The clues alone. */
export const cluesOnly = (puzzle) => ({ ...withoutMarks(puzzle),
  values: puzzle.values.map((value, cell) => (puzzle.givens[cell] ? value : 0)) });

/** The puzzle with every empty or wrong cell written as in the solution's text. */
export const filled = (puzzle, solution) => ({ ...withoutMarks(puzzle), doubts: {},
  values: puzzle.values.map((value, cell) => (puzzle.givens[cell] ? value : DIGITS.indexOf(solution[cell]) + 1)) });

/** The puzzle after a logical step: its digits written, its candidates removed. */
export function afterStep(puzzle, step) {
  let next = puzzle;
  if (step.removes.length) {
    const marks = effectiveMarks(puzzle);
    for (const [cell, digit] of step.removes) marks[cell] = without(marks[cell], digit);
    next = { ...puzzle, marks };
  }
  return step.places.reduce((written, [cell, digit]) => put(written, cell, digit), next);
}
