// The shape of a Sudoku: units and peers, for any regions and extra units; the same order as the service uses.

export const DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A digit as people write it, 10 and above as numbers; empty for 0. */
export const label = (digit) => (digit ? String(digit) : "");

/** Box shapes [rows, columns] that tile a grid of that size, the one nearest to square first. */
export function boxShapes(size) {
  const shapes = [];
  for (let rows = 2; rows < size; rows++) if (size % rows === 0) shapes.push([rows, size / rows]);
  const spread = ([rows, columns]) => Math.abs(rows - columns);
  return shapes.sort((a, b) => spread(a) - spread(b) || a[0] - b[0]);
}

export function boxRegions(size, boxRows) {
  const boxColumns = size / boxRows;
  return Array.from({ length: size * size }, (_, cell) => {
    const row = Math.floor(cell / size);
    return Math.floor(row / boxRows) * boxRows + Math.floor((cell % size) / boxColumns);
  });
}

const ONE_GRID = [[0, 0]];

/**
 * A shape with its units (rows, columns, regions, extras) and every cell's peers. `rules` are texts such as
 * "cage=10:r1c1,r1c2", which the service understands; of the peers only cages and chess moves are known here. `grids` are
 * the places (row, column) of grids that share boxes, as in a samurai: then the cells are those of all, in reading order.
 */
export function makeShape(size, regions = null, extras = [], rules = [], grids = ONE_GRID) {
  const { places, width, height, cellAt } = lattice(size, grids);
  const shapes = boxShapes(size);
  const chosen = regions ?? boxRegions(size, shapes[0][0]);
  const overlaps = grids.length > 1;
  const boxShape = overlaps ? -1 : shapes.findIndex(([rows]) => boxRegions(size, rows).every((region, cell) => region === chosen[cell]));
  const lines = grids.flatMap((grid) => linesOf(size, grid, cellAt));
  const boxes = [];
  places.forEach((_, cell) => { (boxes[chosen[cell]] ??= []).push(cell); });
  const units = [...lines, ...boxes, ...extras];
  const peers = places.map(() => new Set());
  const cages = cagesOf(rules, cellAt);
  for (const unit of [...units, ...cages.map(({ cells }) => cells)]) for (const a of unit) for (const b of unit) if (a !== b) peers[a].add(b);
  for (const [a, b] of chessPairs(rules, places, cellAt)) peers[a].add(b);
  return { size, regions: chosen, extras, rules, grids, overlaps, places, width, height, cellAt, boxShape, units, peers, cages,
    allDigits: 2 ** size - 1 };
}

/** The row and column of every cell, from 0, and the cell at such a place; undefined in a gap between grids. */
function lattice(size, grids) {
  const [height, width] = [0, 1].map((axis) => size + Math.max(...grids.map((place) => place[axis])));
  const found = new Set();
  for (const [top, left] of grids) for (let own = 0; own < size * size; own++) {
    found.add((top + Math.floor(own / size)) * width + left + (own % size));
  }
  const keys = [...found].sort((a, b) => a - b);
  const cells = new Map(keys.map((key, cell) => [key, cell]));
  const cellAt = (row, column) => (column >= 0 && column < width ? cells.get(row * width + column) : undefined);
  return { places: keys.map((key) => [Math.floor(key / width), key % width]), width, height, cellAt };
}

/** The rows, then the columns, of one grid. */
function linesOf(size, [top, left], cellAt) {
  const steps = [...Array(size).keys()];
  return [...steps.map((row) => steps.map((column) => cellAt(top + row, left + column))),
    ...steps.map((column) => steps.map((row) => cellAt(top + row, left + column)))];
}

const cellsOf = (text, cellAt) => [...text.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => cellAt(row - 1, column - 1));

/** The cells of every cage, whose digits differ, and their sum as it is written; some have none. */
const cagesOf = (rules, cellAt) => rules.filter((rule) => rule.startsWith("cage=")).flatMap((rule) =>
  rule.slice(5).split("|").map((cage) => ({ sum: /^\d+(?=:)/.exec(cage)?.[0], cells: cellsOf(cage, cellAt) })));

const CHESS = { antiknight: [[1, 2], [2, 1]], antiking: [[1, 1]] };

/** Pairs of cells that may not hold the same digit by a chess move. */
function chessPairs(rules, places, cellAt) {
  const moves = rules.flatMap((rule) => CHESS[rule] ?? []).flatMap(([down, across]) =>
    [[down, across], [down, -across], [-down, across], [-down, -across]]);
  return places.flatMap(([row, column], cell) => moves.map(([down, across]) => [cell, cellAt(row + down, column + across)]))
    .filter(([, other]) => other !== undefined);
}
