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

/** A shape with its units (rows, columns, regions, extras) and every cell's peers. */
export function makeShape(size, regions = null, extras = []) {
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
  for (const unit of units) for (const a of unit) for (const b of unit) if (a !== b) peers[a].add(b);
  return { size, regions: chosen, extras, boxShape, units, peers, allDigits: 2 ** size - 1 };
}
