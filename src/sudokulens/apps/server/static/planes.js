// Where the points of a board lie: on the screen itself, or in a photo along the crossings that were found there.

/**
 * A plane maps board coordinates, in cells from the top left, to those of the target. `point` gives a place, `frame` the
 * affine map near it as [a, b, c, d, e, f], whose unit is one cell, and `cell` the length of a cell's side.
 */
export const flatPlane = { cell: 1, isFlat: true, point: (x, y) => [x, y], frame: (x, y) => [1, 0, 0, 1, x, y] };

/** The plane of a lattice (n+1 rows of crossings); `scale` and `shift` bring its pixels to those of the target. */
export function latticePlane(lattice, scale = 1, shift = 0) {
  const size = lattice.length - 1;
  const points = lattice.map((line) => line.map(([x, y]) => [(x + shift) * scale, (y + shift) * scale]));

  const cornersAt = (x, y) => {
    const [row, column] = [y, x].map((place) => Math.max(0, Math.min(size - 1, Math.floor(place))));
    return [row, column, points[row][column], points[row][column + 1], points[row + 1][column + 1], points[row + 1][column]];
  };
  const point = (x, y) => {
    const [row, column, a, b, c, d] = cornersAt(x, y);
    const [u, v] = [x - column, y - row];
    return [0, 1].map((axis) => (1 - u) * (1 - v) * a[axis] + u * (1 - v) * b[axis] + u * v * c[axis] + (1 - u) * v * d[axis]);
  };
  const frame = (x, y) => {
    const [, , a, b, c, d] = cornersAt(x, y);
    const across = [0, 1].map((axis) => (b[axis] - a[axis] + c[axis] - d[axis]) / 2);
    const down = [0, 1].map((axis) => (d[axis] - a[axis] + c[axis] - b[axis]) / 2);
    return [...across, ...down, ...point(x, y)];
  };
  const [[x0, y0], [x1, y1]] = [points[0][0], points[size][size]];
  return { cell: Math.hypot(x1 - x0, y1 - y0) / size / Math.SQRT2, isFlat: false, point, frame };
}

/** The plane of several grids that share boxes: each point lies where the grid nearest to it has it. */
export function joinedPlane(parts, size) {
  const nearest = (x, y) => {
    const distance = ({ place: [top, left] }) => Math.max(Math.abs(x - left - size / 2), Math.abs(y - top - size / 2));
    return parts.reduce((best, part) => (distance(part) < distance(best) ? part : best));
  };
  const through = (name) => (x, y) => {
    const { place: [top, left], plane } = nearest(x, y);
    return plane[name](x - left, y - top);
  };
  return { cell: parts[0].plane.cell, isFlat: false, point: through("point"), frame: through("frame") };
}

/** The outline of a rectangle as points of the target, bent where the page is. */
export function outline(plane, { x, y, width, height }) {
  const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  return corners.flatMap((corner, index) => along(plane, corner, corners[(index + 1) % 4]).slice(0, -1));
}

/** The points of a line; on a bent page one for every quarter of a cell. */
export function line(plane, points) {
  if (plane.isFlat) return points.map(([x, y]) => plane.point(x, y));
  return points.flatMap((point, index) => (index ? along(plane, points[index - 1], point).slice(1) : [plane.point(...point)]));
}

function along(plane, [x0, y0], [x1, y1]) {
  const parts = plane.isFlat ? 1 : Math.max(1, Math.ceil(4 * Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))));
  return Array.from({ length: parts + 1 }, (_, index) => plane.point(x0 + ((x1 - x0) * index) / parts, y0 + ((y1 - y0) * index) / parts));
}
