import assert from "node:assert/strict";
import { test } from "node:test";

import { ruleSentences } from "../../../src/sudokulens/apps/server/static/rulewords.js";
import { makeShape } from "../../../src/sudokulens/apps/server/static/shape.js";

const cells = (pick) => [...Array(81).keys()].filter((cell) => pick(Math.floor(cell / 9), cell % 9));
const said = (extras, rules) => ruleSentences(makeShape(9, null, extras, rules));

test("a classic puzzle needs no words about its rules", () => assert.deepEqual(said([], []), []));

test("each kind of extra unit has its own sentence, told once", () => {
  const diagonals = [cells((row, column) => row === column), cells((row, column) => row + column === 8)];
  assert.deepEqual(said(diagonals, []), ["Each diagonal holds every digit once."]);
  const groups = [cells((row, column) => row % 3 === 0 && column % 3 === 0), cells((row, column) => row % 3 === 1 && column % 3 === 2)];
  assert.deepEqual(said(groups, []), ["Cells in the same place of their boxes hold different digits."]);
  const window = [cells((row, column) => row >= 1 && row <= 3 && column >= 1 && column <= 3)];
  assert.deepEqual(said(window, []), ["Each shaded area holds every digit once."]);
});

test("rules with and without marks on the board are told, with their numbers", () => {
  assert.deepEqual(said([], ["antiknight", "cage=3:r1c1,r1c2|4:r2c1,r2c2", "whispers=4:r3c3,r3c4"]), [
    "Equal digits are never a knight’s move apart, as in chess.",
    "The digits of a cage differ and add up to its number.",
    "Neighbours on a green line differ by at least 4.",
  ]);
  assert.deepEqual(said([], ["sandwich=r1:10"]), ["A number outside is the sum of the digits between 1 and 9 in that line."]);
});
