import assert from "node:assert/strict";
import { test } from "node:test";

import * as board from "../../../src/sudokulens/apps/server/static/board.js";
import { newRecord, statesOf, withStates } from "../../../src/sudokulens/apps/server/static/record.js";
import { boxShapes, label, makeShape } from "../../../src/sudokulens/apps/server/static/shape.js";
import { decode, encode } from "../../../src/sudokulens/apps/server/static/sharecode.js";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const puzzle = board.fromCharacters(PUZZLE);

test("a digit that is written clears the marks of its peers, unless the person does not want that", () => {
  const marked = board.withAutoMarks(puzzle);
  assert.ok(board.has(marked.marks[3], 2));
  assert.ok(!board.has(board.place(marked, [2], 2).marks[3], 2));
  assert.ok(board.has(board.place(marked, [2], 2, false, false).marks[3], 2));
});

test("clues stay while somebody plays, and are corrected in the review with their ink kept", () => {
  assert.equal(board.place(puzzle, [0], 9).values[0], 5);
  const corrected = board.correct(puzzle, [0, 2], 9, true);
  assert.deepEqual([corrected.values[0], corrected.givens[0], corrected.values[2], corrected.givens[2]], [9, true, 9, true]);
  assert.equal(board.withInk(corrected, [2], false).givens[2], false);
});

test("after a change the cursor's cell is told of if it changed, else the first with another digit, else with other marks", () => {
  const written = board.place(puzzle, [2], 4);
  assert.equal(board.toldCell(puzzle, written, 2), 2);
  assert.equal(board.toldCell(written, puzzle, 80), 2);
  const marked = board.withAutoMarks(puzzle);
  assert.equal(board.toldCell(marked, board.place(marked, [3], 2), 0), 3);
  assert.equal(board.toldCell(puzzle, board.mark(puzzle, [5], "centre", 1), 0), 5);
  assert.equal(board.toldCell(puzzle, { ...puzzle }, 7), 7);
});

test("what is wrong is put right: wrong digits go, missing marks come back", () => {
  const wrong = board.mark(board.place(puzzle, [2], 9), [3], "centre", 2);
  const right = board.putRight(wrong, [[2, 9]], [[3, 2], [3, 6]]);
  assert.deepEqual([right.values[2], right.centre[3]], [0, board.bit(2) + board.bit(6)]);
  assert.equal(right.values[0], 5);
});

test("marks toggle for all cells at once and leave written cells alone", () => {
  const once = board.mark(puzzle, [0, 2, 3], "marks", 4);
  assert.deepEqual([once.marks[0], once.marks[2], once.marks[3]], [0, 8, 8]);
  assert.deepEqual(board.mark(once, [2, 3], "marks", 4).marks[2], 0);
});

test("progress counts what is not printed", () => {
  assert.equal(board.progress(puzzle), 0);
  assert.equal(board.progress(board.filled(puzzle, ANSWER)), 1);
  assert.equal(board.progress(board.place(puzzle, [2], 4)), 1 / 51);
});

test("a digit twice in a unit, a cage or a knight's move is a conflict", () => {
  const plain = { ...board.emptyPuzzle(), values: board.emptyPuzzle().values.with(0, 5).with(8, 5) };
  assert.deepEqual([...board.conflicts(plain)], [0, 8]);
  const caged = board.emptyPuzzle(makeShape(9, null, [], ["cage=10:r1c1,r2c2|5:r4c4,r5c5"]));
  assert.deepEqual([...board.conflicts({ ...caged, values: caged.values.with(30, 1).with(40, 1) })], [30, 40]);
  const knight = board.emptyPuzzle(makeShape(9, null, [], ["antiknight"]));
  assert.ok(knight.shape.peers[0].has(11));
  assert.ok(!board.emptyPuzzle().shape.peers[0].has(21));
});

test("digits above nine are numbers, and boxes are the nearest to square", () => {
  assert.deepEqual([label(0), label(9), label(16)], ["", "9", "16"]);
  assert.deepEqual(boxShapes(12)[0], [3, 4]);
});

test("a share code and a record bring back the same puzzle", () => {
  const played = board.mark(board.place(puzzle, [2], 4), [3], "marks", 6);
  const again = decode(encode(played));
  assert.deepEqual([again.values, again.givens, again.marks], [played.values, played.givens, played.marks]);
  const record = withStates(newRecord(puzzle), played, [puzzle], []);
  const states = statesOf(structuredClone(record));
  assert.deepEqual([states.puzzle.values, states.past.length, states.past[0].values], [played.values, 1, puzzle.values]);
  assert.throws(() => statesOf({ ...record, state: "{\"values\": []}" }));
});

test("rules travel to the service and back", () => {
  const fields = { ...board.toFields(puzzle), rules: ["thermo=r1c1,r1c2"] };
  assert.deepEqual(board.toFields(board.fromFields(fields)).rules, ["thermo=r1c1,r1c2"]);
});

test("grids that share boxes have one cell where both lie, and peers in both", () => {
  const regions = [..."0011001122334422334455665566"].map(Number);
  const shape = makeShape(4, regions, [], [], [[0, 0], [2, 2]]);
  const { places } = shape;
  assert.deepEqual([places.length, places[20], places.at(-1)], [28, [4, 2], [5, 5]]);
  assert.equal(shape.cellAt(0, 4), undefined);
  const shared = shape.cellAt(2, 2);
  assert.ok(shape.peers[shared].has(shape.cellAt(2, 0)) && shape.peers[shared].has(shape.cellAt(5, 2)));
  assert.ok(!shape.peers[shape.cellAt(0, 0)].has(shape.cellAt(2, 4)));
  assert.equal(board.toFields(board.emptyPuzzle(shape)).grids, shape.grids);
});
