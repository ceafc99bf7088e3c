// From the unit square to a quadrilateral in the photo, as a camera sees a flat grid.

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

/** The four corners of a cell in the photo, clockwise from its top left. */
export function cellCorners(corners, size, cell) {
  const project = projection(corners);
  const [row, column] = [Math.floor(cell / size), cell % size];
  return [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => project((column + x) / size, (row + y) / size));
}

/** Draws a cell of the photo upright into a canvas, with some of its surroundings. */
export function drawCell(canvas, image, [topLeft, topRight, , bottomLeft], margin = 0.25) {
  const context = canvas.getContext("2d");
  const [ux, uy] = [topRight[0] - topLeft[0], topRight[1] - topLeft[1]];
  const [vx, vy] = [bottomLeft[0] - topLeft[0], bottomLeft[1] - topLeft[1]];
  const area = ux * vy - uy * vx;
  const scale = canvas.width / (1 + 2 * margin);
  const [a, b, c, d] = [vy / area, -uy / area, -vx / area, ux / area].map((part) => part * scale);
  const [x, y] = topLeft;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(a, b, c, d, margin * scale - a * x - c * y, margin * scale - b * x - d * y);
  context.drawImage(image, 0, 0);
}
