// From the page to the photo: the crossings of a grid's lines, its cells, and the photo straightened along them.

/** A function from (x, y) in the unit square to the point in the photo; corners run clockwise from the top left. */
export function projection([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  const [a, b] = [x1 - x0 + g * x1, x3 - x0 + h * x3];
  const [d, e] = [y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (x, y) => {
    const w = g * x + h * y + 1;
    return [(a * x + b * y + x0) / w, (d * x + e * y + y0) / w];
  };
}

/** The crossings of the lines, row by row: those that were found, which follow a bent page, or those of flat paper. */
export function latticeOf({ corners, lattice, size }) {
  if (lattice) return lattice;
  const project = projection(corners);
  const steps = Array.from({ length: size + 1 }, (_, index) => index / size);
  return steps.map((y) => steps.map((x) => project(x, y)));
}

/** The four corners of a cell in the photo, clockwise from its top left. */
export function cellCorners(lattice, cell) {
  const size = lattice.length - 1;
  const [row, column] = [Math.floor(cell / size), cell % size];
  return [lattice[row][column], lattice[row][column + 1], lattice[row + 1][column + 1], lattice[row + 1][column]];
}

/** The affine map, as canvases take it, that brings three corners of a cell to a square of that side at (left, top). */
function mapTo([topLeft, topRight, , bottomLeft], side, left, top) {
  const [ux, uy] = [topRight[0] - topLeft[0], topRight[1] - topLeft[1]];
  const [vx, vy] = [bottomLeft[0] - topLeft[0], bottomLeft[1] - topLeft[1]];
  const area = ux * vy - uy * vx;
  const [a, b, c, d] = [vy / area, -uy / area, -vx / area, ux / area].map((part) => part * side);
  const [x, y] = topLeft;
  return [a, b, c, d, left - a * x - c * y, top - b * x - d * y];
}

/** Draws a cell of the photo upright into a canvas, with some of its surroundings. */
export function drawCell(canvas, image, corners, margin = 0.25) {
  const context = canvas.getContext("2d");
  const side = canvas.width / (1 + 2 * margin);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(...mapTo(corners, side, margin * side, margin * side));
  context.drawImage(image, 0, 0);
}

/** Draws the whole grid of the photo straightened, cell by cell, so that a bent page comes out flat. */
export function drawFlat(canvas, image, lattice) {
  const size = lattice.length - 1;
  const side = canvas.width / size;
  const context = canvas.getContext("2d");
  for (let cell = 0; cell < size * size; cell++) {
    const [left, top] = [(cell % size) * side, Math.floor(cell / size) * side];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.save();
    context.beginPath();
    // A little more than the cell, so that no seam shows between two of them.
    context.rect(left - 0.5, top - 0.5, side + 1, side + 1);
    context.clip();
    context.setTransform(...mapTo(cellCorners(lattice, cell), side, left, top));
    context.drawImage(image, 0, 0);
    context.restore();
  }
}
