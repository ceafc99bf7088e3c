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

/**
 * A shape with its units (rows, columns, regions, extras) and every cell's peers. `rules` are texts such as
 * "cage=10:r1c1,r1c2", which the service understands; of the peers only cages and chess moves are known here.
 */
export function makeShape(size, regions = null, extras = [], rules = []) {
  const shapes = boxShapes(size);
  const chosen = regions ?? boxRegions(size, shapes[0][0]);
  const boxShape = shapes.findIndex(([rows]) => boxRegions(size, rows).every((region, cell) => region === chosen[cell]));
  const cells = Array.from({ length: size * size }, (_, cell) => cell);
  const group = (keyOf) => {
    const found = Array.from({ length: size }, () => []);
    for (const cell of cells) found[keyOf(cell)].push(cell);
    return found;
  };
  const units = [...group((cell) => Math.floor(cell / size)), ...group((cell) => cell % size),
    ...group((cell) => chosen[cell]), ...extras];
  const peers = cells.map(() => new Set());
  for (const unit of [...units, ...cagesOf(rules, size)]) for (const a of unit) for (const b of unit) if (a !== b) peers[a].add(b);
  for (const [a, b] of chessPairs(rules, size)) peers[a].add(b);
  return { size, regions: chosen, extras, rules, boxShape, units, peers, allDigits: 2 ** size - 1 };
}

const cellsOf = (text, size) => [...text.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => (row - 1) * size + (column - 1));

/** The cells of every cage: its digits differ. */
const cagesOf = (rules, size) => rules.filter((rule) => rule.startsWith("cage=")).flatMap((rule) =>
  rule.slice(5).split("|").map((cage) => cellsOf(cage, size)));

const CHESS = { antiknight: [[1, 2], [2, 1]], antiking: [[1, 1]] };

/** Pairs of cells that may not hold the same digit by a chess move. */
function chessPairs(rules, size) {
  const moves = rules.flatMap((rule) => CHESS[rule] ?? []).flatMap(([down, across]) =>
    [[down, across], [down, -across], [-down, across], [-down, -across]]);
  const found = [];
  for (let cell = 0; cell < size * size && moves.length; cell++) {
    for (const [down, across] of moves) {
      const [row, column] = [Math.floor(cell / size) + down, (cell % size) + across];
      if (row >= 0 && row < size && column >= 0 && column < size) found.push([cell, row * size + column]);
    }
  }
  return found;
}
