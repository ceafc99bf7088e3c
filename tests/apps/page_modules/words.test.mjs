import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyPuzzle } from "../../../src/sudokulens/apps/server/static/board.js";
import { choicesOf } from "../../../src/sudokulens/apps/server/static/doubts.js";
import { isPicture } from "../../../src/sudokulens/apps/server/static/intake.js";
import { digitOfKey } from "../../../src/sudokulens/apps/server/static/keyboard.js";
import { shapesOfView } from "../../../src/sudokulens/apps/server/static/livedraw.js";
import { stateOf } from "../../../src/sudokulens/apps/server/static/livewords.js";
import { latticePlane, outline } from "../../../src/sudokulens/apps/server/static/planes.js";
import { closeUp } from "../../../src/sudokulens/apps/server/static/photo.js";
import { checkWords, ratingWords } from "../../../src/sudokulens/apps/server/static/play.js";
import { cellCorners, latticeOf } from "../../../src/sudokulens/apps/server/static/projection.js";
import { isLocal, linkTo } from "../../../src/sudokulens/apps/server/static/share.js";
import { clock } from "../../../src/sudokulens/apps/server/static/timer.js";
import { cardOf, wholeCard, withRules } from "../../../src/sudokulens/apps/server/static/verdict.js";
import { preferred, t, tn } from "../../../src/sudokulens/apps/server/static/words.js";

const grid = (kind, more = {}) => ({ size: 9, doubts: [], repaired: [], note: "", marks: [], givens: "5".padEnd(81, "0"),
  entries: "0".repeat(81), rules: null, verdict: { kind, cells: [], to_go: 51, sure: true }, ...more });

test("every verdict has a card with something to do", () => {
  for (const kind of ["finished", "mistakes", "on track", "nothing written", "several", "none", "other rules"]) {
    const card = cardOf(grid(kind));
    assert.ok(card.title && card.actions.length, kind);
  }
});

test("mistakes are counted, and put as a question where they are not sure", () => {
  const cells = [[3, 4], [7, 1]];
  const sure = cardOf(grid("mistakes", { verdict: { kind: "mistakes", cells, to_go: 31, sure: true } }));
  assert.equal(sure.title, "2 of your digits are wrong.");
  assert.deepEqual([sure.cells, sure.actions[0], sure.tone], [[21, 54], "show", "bad"]);
  const unsure = cardOf(grid("mistakes", { verdict: { kind: "mistakes", cells, to_go: 31, sure: false } }));
  assert.equal(unsure.title, "2 of your digits may be wrong.");
});

test("a cell that is hard to read comes first, and what was repaired is told", () => {
  const card = cardOf(grid("nothing written", { doubts: [{ row: 1, col: 1 }], note: "A note.",
    repaired: [{ row: 2, col: 3, from: 1, to: 7 }] }));
  assert.deepEqual([card.asks, card.title, card.actions[0]], [true, "One cell is hard to read.", "doubts"]);
  assert.equal(card.text, "Read 1 clue; there is one solution. A note.");
  assert.deepEqual(card.details, ["Row 2, column 3: looked like 1, can only be 7."]);
  const mistaken = cardOf(grid("mistakes", { doubts: [{ row: 1, col: 1 }], verdict: { kind: "mistakes", cells: [[3, 4]], sure: true } }));
  assert.deepEqual([mistaken.asks, mistaken.details], [false, ["One cell is hard to read."]]);
});

test("a puzzle of other rules is called by its name, not by its clues", () => {
  assert.equal(cardOf(grid("nothing written", { rules: { kind: "killer" } })).title, "A killer Sudoku; there is one solution.");
  const noted = cardOf(grid("nothing written", { rules: { kind: "killer" }, note: "A killer Sudoku: its cages were read." }));
  assert.deepEqual([noted.title, noted.text], ["There is one solution.", "A killer Sudoku: its cages were read."]);
  assert.equal(cardOf(grid("nothing written", { rules: { kind: "classic" } })).title, "Read 1 clue; there is one solution.");
});

test("what is drawn on a page and cannot be read gives the card its title", () => {
  const seen = (...figures) => cardOf(grid("other rules", { rules: { kind: "classic", cages: [], figures } })).title;
  assert.equal(seen("thermometers", "dots"), "This looks like a Sudoku with thermometers.");
  assert.equal(seen("arrows"), "This looks like a Sudoku with arrows.");
  assert.equal(seen(), "This looks like a Sudoku with other rules.");
});

test("a grid that shares boxes is called a part, whatever it looks like alone", () => {
  const whole = { layout: "samurai", grids: [0, 1, 2, 3, 4], status: "unique" };
  const alone = grid("other rules", { note: "Several solutions: a digit may have been missed." });
  const card = cardOf(alone, whole);
  assert.deepEqual([card.title, card.text, card.actions[0]],
    ["One of the five grids of a samurai.", "Together they have one solution.", "whole"]);
  const misread = cardOf(alone, { layout: "overlapping grids", grids: [0, 2], status: "none" });
  assert.deepEqual([misread.title, misread.tone, misread.actions], ["One of 2 grids that share boxes.", "doubt", ["review", "whole"]]);
});

test("grids that share boxes are told as the one puzzle that they are", () => {
  const scanned = [grid("on track"), grid("on track")];
  const twodoku = { layout: "twodoku", grids: [0, 1], status: "unique", solution: "12",
    fields: { values: [1, 2], givens: [true, false] } };
  const right = wholeCard(twodoku, scanned);
  assert.deepEqual([right.title, right.text, right.actions[0]],
    ["2 grids that share boxes, one puzzle.", "Together they have one solution.", "hint"]);
  const wrong = wholeCard({ ...twodoku, solution: "13" }, scanned);
  assert.deepEqual([wrong.tone, wrong.cells, wrong.text], ["bad", [1], "1 of your digits is wrong."]);
  const misread = wholeCard({ ...twodoku, layout: "samurai", status: "none", solution: null }, scanned);
  assert.deepEqual([misread.title, misread.tone, misread.actions], ["A samurai: five grids, one puzzle.", "doubt", ["review", "play"]]);
});

test("a doubtful cell offers what it may be, and all that fits where nobody knows", () => {
  const puzzle = { ...emptyPuzzle(), values: emptyPuzzle().values.with(1, 3).with(9, 6) };
  assert.deepEqual(choicesOf(puzzle, 0, { read: 1, alternatives: [[7, 0.4], [0, 0.1]] }), [1, 7, 0]);
  assert.deepEqual(choicesOf(puzzle, 0, { read: 0, alternatives: [] }), [0, 1, 2, 4, 5, 7, 8, 9]);
});

test("keys stand for digits by their place, and letters for those above nine on large boards", () => {
  assert.equal(digitOfKey({ code: "Digit4", key: "$" }, 9), 4);
  assert.equal(digitOfKey({ code: "Digit7", key: "7" }, 6), 0);
  assert.equal(digitOfKey({ code: "KeyB", key: "b" }, 16), 11);
  assert.equal(digitOfKey({ code: "KeyB", key: "b" }, 9), 0);
});

test("the rules of a picture become those of the board", () => {
  const cages = [{ cells: [[1, 1], [1, 2]], sum: 9 }, { cells: [[2, 1]], sum: null }];
  const fields = withRules({ size: 9, extras: [], rules: [], regions: null }, { diagonals: true, windows: true, regions: null, cages });
  assert.deepEqual(fields.rules, ["cage=9:r1c1,r1c2|r2c1"]);
  assert.equal(fields.extras.length, 6);
  assert.deepEqual(fields.extras[1], [8, 16, 24, 32, 40, 48, 56, 64, 72]);
  assert.deepEqual(fields.extras[2], [10, 11, 12, 19, 20, 21, 28, 29, 30]);
  assert.equal(cardOf(grid("other rules", { rules: { kind: "killer", cages } })).actions[0], "rules");
  assert.equal(cardOf(grid("other rules", { rules: { kind: "unknown", cages: [] } })).actions[0], "review");
});

test("live states: nothing written is no praise", () => {
  const view = { state: "solved", mode: "check", solution: "1", wrong: [], doubtful: [], entries: "000" };
  assert.deepEqual(stateOf(view), ["Nothing is written yet", "waiting"]);
  assert.deepEqual(stateOf({ ...view, entries: "010" }), ["No mistakes", "good"]);
  assert.deepEqual(stateOf({ ...view, wrong: [1], entries: "010" }), ["1 wrong digit", "bad"]);
});

test("live states: a doubt that the solution hangs on is named, whatever the mode", () => {
  const verdict = { kind: "on track", cells: [], to_go: 3, sure: false };
  const view = { state: "reading", mode: "solution", solution: null, wrong: [], doubtful: [3, 4], entries: "000", verdict };
  assert.deepEqual(stateOf(view), ["2 cells are hard to read.", "waiting"]);
  assert.deepEqual(stateOf({ ...view, verdict: null }), ["Reading…", "waiting"]);
});

test("while a board is being read only what its verdict doubts is marked", () => {
  const view = { size: 2, state: "reading", mode: "check", solution: null, doubtful: [2], wrong: [1] };
  const marked = (verdict) => shapesOfView({ ...view, verdict }).filter(({ type }) => type === "area").map(({ x, y, paint }) => [x, y, paint]);
  assert.deepEqual(marked({ kind: "mistakes" }), [[0, 1, "doubt"], [1, 0, "wrong"]]);
  assert.deepEqual(shapesOfView({ ...view, wrong: [], verdict: null }).filter(({ type }) => type === "area"), []);
});

test("a live solution is drawn in the empty cells only", () => {
  const view = { size: 2, state: "solved", mode: "solution", solution: "1221", givens: "1000", entries: "0200", wrong: [1], digit_height: 0.5 };
  const labels = shapesOfView(view).filter(({ type }) => type === "label").map(({ text, paint }) => [text, paint]);
  assert.deepEqual(labels, [["2", "ink"], ["1", "ink"], ["2", "wrong"]]);
});

test("planes follow the crossings of a bent page", () => {
  const lattice = [[[0, 0], [10, 2], [20, 0]], [[0, 10], [10, 12], [20, 10]], [[0, 20], [10, 22], [20, 20]]];
  const plane = latticePlane(lattice, 2);
  assert.deepEqual(plane.point(1, 0), [20, 4]);
  assert.deepEqual(plane.point(1.5, 1), [30, 22]);
  assert.deepEqual(plane.frame(0.5, 0.5).slice(0, 4), [20, 4, 0, 20]);
  assert.ok(outline(plane, { x: 0, y: 0, width: 2, height: 1 }).some(([x, y]) => x === 20 && y === 4));
});

test("without crossings the cells follow the perspective of the corners", () => {
  const lattice = latticeOf({ corners: [[0, 0], [90, 0], [90, 90], [0, 90]], size: 9 });
  assert.deepEqual(cellCorners(lattice, 10).map((point) => point.map(Math.round)), [[10, 10], [20, 10], [20, 20], [10, 20]]);
});

test("links carry the token, and local addresses are known as such", () => {
  assert.equal(linkTo("s1-x", { base: "https://10.0.0.2:8000", token: "abc" }), "https://10.0.0.2:8000/?token=abc#s1-x");
  assert.ok(isLocal("http://127.0.0.1:8000") && isLocal("http://localhost:8000") && !isLocal("https://192.168.0.2:8000"));
});

test("pictures are known by type, or by name where the system knows no type", () => {
  assert.ok(isPicture({ type: "image/png" }) && isPicture({ type: "", name: "a.HEIC" }));
  assert.ok(!isPicture({ type: "", name: "puzzle.sdk" }) && !isPicture({ type: "text/plain", name: "a.jpg" }));
});

test("time, languages and plurals", () => {
  assert.deepEqual([clock(5), clock(65), clock(3725)], ["0:05", "1:05", "1:02:05"]);
  assert.equal(preferred(["en", "de"], ["fr-FR", "de-AT"]), "de");
  assert.equal(preferred(["en", "de"], ["it"]), "en");
  assert.equal(t("Row {row}", { row: 3 }), "Row 3");
  assert.equal(tn("{n} cell", "{n} cells", 1, { n: 1 }), "1 cell");
  assert.equal(tn("{n} cell", "{n} cells", 2, { n: 2 }), "2 cells");
});

test("a photo is brought close to its grids, and no further than its edges", () => {
  const whole = { width: 100, height: 100, grids: [{ corners: [[0, 0], [100, 0], [100, 100], [0, 100]] }] };
  assert.equal(closeUp(whole), "translate(0.00%, 0.00%) scale(1.000)");
  const part = { width: 100, height: 50, grids: [{ corners: [[0, 0], [34, 0], [34, 34], [0, 34]] }] };
  assert.equal(closeUp(part), "translate(0.00%, -34.00%) scale(2.000)");
});

test("a rating is told with its scale on the classic board, and without one on any other", () => {
  const found = { level_words: "easy", hardest_words: "Hidden single", score: 300, steps: 48, exact: true };
  const classic = ratingWords({ ...found, scale: "SE 1.2.1", er: 1.5 });
  assert.equal(classic, "Level: easy; the hardest step is: Hidden single. Score 300 in 48 steps. SE 1.2.1 rating: 1.5.");
  const variant = ratingWords({ ...found, scale: null, er: null });
  assert.match(variant, /^Level: easy; .*Hidden single\. Score 300 in 48 steps\. .*classic board alone\.$/);
});

test("a check calls every clue needed only where that was settled", () => {
  const found = { kind: "unique", wrong: [], complete: false };
  assert.match(checkWords({ ...found, minimal: true }, 0), /Every clue is needed/);
  for (const minimal of [false, null]) assert.doesNotMatch(checkWords({ ...found, minimal }, 0), /spared/);
});
