// A live view drawn over its frame: every cell by its own corners, so that digits lie on a bent page too.

import { paintOf } from "./paint.js";
import { character } from "./shape.js";

const GOOD = "22 150 72";
const BAD = "208 30 46";
const DOUBTFUL = "232 140 12";
const ACCENT = "18 179 163";
const UNIT = "251 188 5";
const ROLES = ["66 133 244", "251 188 5", "0 150 136", "171 71 188"];
const NOTES = { plain: "60 70 82", pattern: "17 82 214", removed: BAD };
const rgb = (colour, opacity = 1) => `rgb(${colour} / ${opacity})`;

/** Draws what the view shows; `scale` is canvas pixels per frame pixel. */
export function drawView(context, view, puzzle, scale = 1) {
  if (!view.lattice) return;
  const sheet = new Sheet(context, view, scale);
  if (!view.solution) drawReading(sheet, view);
  else if (view.mode === "hint") drawHint(sheet, view, puzzle);
  else if (view.mode === "check") drawCheck(sheet, view);
  else drawSolution(sheet, view);
  context.setTransform(1, 0, 0, 1, 0, 0);
}

function drawReading(sheet, view) {
  sheet.border(DOUBTFUL, true);
  if (view.state === "unsolvable") for (const cell of view.doubtful) sheet.fill(cell, DOUBTFUL, 0.3);
}

function drawSolution(sheet, view) {
  sheet.border(ACCENT);
  [...view.solution].forEach((letter, cell) => {
    if (view.givens[cell] === "0" && view.entries[cell] === "0") sheet.digit(cell, letter, view.ink, view.digit_height);
  });
  for (const cell of view.wrong) {
    sheet.fill(cell, BAD, 0.3);
    sheet.text(cell, view.solution[cell], BAD, 0.28, [0.8, 0.22]);
  }
}

function drawCheck(sheet, view) {
  sheet.border(view.wrong.length ? BAD : GOOD);
  [...view.entries].forEach((letter, cell) => {
    if (letter !== "0") sheet.fill(cell, view.wrong.includes(cell) ? BAD : GOOD, 0.3);
  });
}

function drawHint(sheet, view, puzzle) {
  sheet.border(ACCENT);
  const paint = view.hint ? paintOf(puzzle, view.hint) : {};
  for (const cell of paint.wrong ?? []) sheet.fill(cell, BAD, 0.35);
  for (const cell of paint.region ?? []) if (!paint.roles.has(cell)) sheet.fill(cell, UNIT, 0.22);
  for (const [cell, role] of paint.roles ?? []) sheet.fill(cell, ROLES[role - 1], 0.32);
  for (const [cell, notes] of paint.notes ?? []) {
    for (const [digit, kind] of notes) sheet.note(cell, digit, kind);
  }
  for (const link of paint.links ?? []) sheet.link(link);
  for (const [cell, digit] of paint.placed ?? []) {
    sheet.outline(cell, GOOD);
    sheet.digit(cell, character(digit), GOOD, view.digit_height);
  }
}

/** Draws in cells: each by the corners that its four crossings are. */
class Sheet {
  constructor(context, { lattice, size }, scale) {
    this.context = context;
    this.size = size;
    this.points = lattice.map((line) => line.map(([x, y]) => [(x + 0.5) * scale, (y + 0.5) * scale]));
    const [[x0, y0], [x1, y1]] = [this.points[0][0], this.points[size][size]];
    this.cell = Math.hypot(x1 - x0, y1 - y0) / size / Math.SQRT2;
  }

  /** From here on a unit is a cell's side, from that cell's top left; skewed as the cell is. */
  enter(cell) {
    const { points, size } = this;
    const [row, column] = [Math.floor(cell / size), cell % size];
    const [a, b, c, d] = [points[row][column], points[row][column + 1], points[row + 1][column + 1], points[row + 1][column]];
    const across = [0, 1].map((axis) => (b[axis] - a[axis] + c[axis] - d[axis]) / 2);
    const down = [0, 1].map((axis) => (d[axis] - a[axis] + c[axis] - b[axis]) / 2);
    const start = [0, 1].map((axis) => (a[axis] + b[axis] + c[axis] + d[axis]) / 4 - (across[axis] + down[axis]) / 2);
    this.context.setTransform(...across, ...down, ...start);
  }

  fill(cell, colour, opacity) {
    this.enter(cell);
    this.context.fillStyle = rgb(colour, opacity);
    this.context.beginPath();
    this.context.roundRect(0.03, 0.03, 0.94, 0.94, 0.08);
    this.context.fill();
  }

  outline(cell, colour) {
    this.enter(cell);
    this.context.strokeStyle = rgb(colour);
    this.context.lineWidth = 0.06;
    this.context.beginPath();
    this.context.roundRect(0.06, 0.06, 0.88, 0.88, 0.1);
    this.context.stroke();
  }

  /** A digit as high as those of the page. */
  digit(cell, letter, colour, height = 0.55) { this.text(cell, letter, colour, height, [0.5, 0.5]); }

  text(cell, letter, colour, height, [x, y]) {
    const { context } = this;
    this.enter(cell);
    // Type is set large and then made small: browsers round small sizes.
    context.transform(0.01, 0, 0, 0.01, x, y);
    context.font = `600 ${Math.round(height * 139)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillStyle = rgb(colour);
    const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(letter);
    context.fillText(letter, 0, (above - below) / 2);
  }

  /** A candidate at its place within its cell. */
  note(cell, digit, kind) {
    const { context } = this;
    const place = notePlace(digit, this.size);
    this.enter(cell);
    context.fillStyle = `rgb(255 255 255 / ${kind === "plain" ? 0.55 : 0.9})`;
    context.beginPath();
    context.arc(...place, 0.15, 0, 2 * Math.PI);
    context.fill();
    this.text(cell, character(digit), NOTES[kind], 0.19, place);
    if (kind !== "removed") return;
    this.enter(cell);
    this.stroke([[place[0] - 0.13, place[1] + 0.1], [place[0] + 0.13, place[1] - 0.1]], BAD, 0.035);
  }

  link({ from, to, strong }) {
    const ends = [from, to].map((node) => this.middle(node));
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.setLineDash(strong ? [] : [0.12 * this.cell, 0.1 * this.cell]);
    this.stroke(ends, "122 50 224", 0.045 * this.cell);
    this.context.setLineDash([]);
  }

  /** The middle of some candidates, in pixels. */
  middle(node) {
    const places = node.map(([cell, digit]) => {
      this.enter(cell);
      const [x, y] = notePlace(digit, this.size);
      const point = this.context.getTransform().transformPoint({ x, y });
      return [point.x, point.y];
    });
    return [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  }

  stroke([start, ...rest], colour, width) {
    this.context.strokeStyle = rgb(colour);
    this.context.lineWidth = width;
    this.context.beginPath();
    this.context.moveTo(...start);
    for (const point of rest) this.context.lineTo(...point);
    this.context.stroke();
  }

  /** The outer line of the grid, along every crossing. */
  border(colour, dashed = false) {
    const { points, size } = this;
    const side = (pointAt) => Array.from({ length: size }, (_, index) => pointAt(index));
    const way = [...side((i) => points[0][i]), ...side((i) => points[i][size]), ...side((i) => points[size][size - i]),
      ...side((i) => points[size - i][0]), points[0][0], points[0][1]];
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.lineJoin = "round";
    this.context.setLineDash(dashed ? [0.3 * this.cell, 0.2 * this.cell] : []);
    this.stroke(way, colour, 0.09 * this.cell);
    this.context.setLineDash([]);
  }
}

/** Where a small digit sits within its cell, in reading order. */
function notePlace(digit, size) {
  const columns = Math.ceil(Math.sqrt(size));
  return [(((digit - 1) % columns) + 0.5) / columns, (Math.floor((digit - 1) / columns) + 0.5) / columns];
}
