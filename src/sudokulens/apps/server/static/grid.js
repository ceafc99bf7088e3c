// The board on the screen: an ARIA grid with one tab stop, its marks, and what a hint paints on it.

import { conflicts, digitsOf } from "./board.js";
import { character } from "./shape.js";

const NOTHING = { region: new Set(), roles: new Map(), notes: new Map(), placed: new Map(), wrong: new Set(), links: [] };

const span = (className, text) => {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
};

export class GridView {
  #cells = [];
  #shape = null;

  constructor(board, links) {
    this.board = board;
    this.links = links;
  }

  /** Where in the grid an event happened; -1 outside of any cell. */
  cellOf(event) { return this.#cells.indexOf(event.target.closest?.(".cell")); }

  focus(cell) { this.#cells[cell]?.focus(); }

  /** Shows the puzzle with the selection, and the paint of a hint if there is one. */
  render(puzzle, selection, cursor, paint = null) {
    if (puzzle.shape !== this.#shape) this.#build(puzzle.shape);
    const shown = { ...NOTHING, ...paint };
    const clashing = conflicts(puzzle);
    const value = puzzle.values[cursor];
    this.#cells.forEach((element, cell) => {
      const classes = ["cell", ...this.#lines(cell), ...this.#paintOf(cell, shown)];
      if (puzzle.givens[cell]) classes.push("given");
      if (!paint && puzzle.shape.peers[cursor].has(cell)) classes.push("peer");
      if (!paint && value && puzzle.values[cell] === value) classes.push("same");
      if (puzzle.doubts[cell]) classes.push("doubtful");
      if (clashing.has(cell) || shown.wrong.has(cell)) classes.push("wrong");
      if (selection.has(cell) && (!paint || selection.size > 1)) classes.push("selected");
      if (cell === cursor) classes.push("cursor");
      element.className = classes.join(" ");
      element.tabIndex = cell === cursor ? 0 : -1;
      element.setAttribute("aria-selected", String(selection.has(cell)));
      element.setAttribute("aria-label", describe(puzzle, cell, clashing.has(cell) || shown.wrong.has(cell)));
      if (puzzle.colours[cell]) element.dataset.colour = puzzle.colours[cell];
      else delete element.dataset.colour;
      element.replaceChildren(...contents(puzzle, cell, shown));
    });
    this.#drawLinks(shown.links);
  }

  #build(shape) {
    this.#shape = shape;
    const { size } = shape;
    this.board.style.setProperty("--size", size);
    this.board.style.setProperty("--note-columns", Math.ceil(Math.sqrt(size)));
    this.board.setAttribute("aria-rowcount", size);
    this.board.setAttribute("aria-colcount", size);
    this.#cells = Array.from({ length: size * size }, () => {
      const element = document.createElement("div");
      element.setAttribute("role", "gridcell");
      return element;
    });
    const rows = Array.from({ length: size }, (_, row) => {
      const element = document.createElement("div");
      element.setAttribute("role", "row");
      element.append(...this.#cells.slice(row * size, row * size + size));
      return element;
    });
    this.board.replaceChildren(...rows);
  }

  #lines(cell) {
    const { size, regions, extras } = this.#shape;
    const found = [];
    if (cell % size === size - 1) found.push("last-column");
    else if (regions[cell] !== regions[cell + 1]) found.push("thick-right");
    if (cell >= size * (size - 1)) found.push("last-row");
    else if (regions[cell] !== regions[cell + size]) found.push("thick-bottom");
    if (extras.some((unit) => unit.includes(cell))) found.push("extra");
    return found;
  }

  #paintOf(cell, paint) {
    if (paint.roles.has(cell)) return [`role-${paint.roles.get(cell)}`];
    return paint.region.has(cell) ? ["region"] : [];
  }

  #drawLinks(links) {
    const { size } = this.#shape;
    this.links.setAttribute("viewBox", `0 0 ${size} ${size}`);
    this.links.replaceChildren(...links.map(({ from, to, strong }) => {
      const [x1, y1] = middle(from, size);
      const [x2, y2] = middle(to, size);
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      const bend = 0.12;
      path.setAttribute("d", `M${x1} ${y1}Q${(x1 + x2) / 2 - bend * (y2 - y1)} ${(y1 + y2) / 2 + bend * (x2 - x1)} ${x2} ${y2}`);
      if (!strong) path.setAttribute("class", "weak");
      return path;
    }));
  }
}

/** The middle of some candidates, each at its place within its cell. */
function middle(candidates, size) {
  const columns = Math.ceil(Math.sqrt(size));
  const points = candidates.map(([cell, digit]) => [
    (cell % size) + (((digit - 1) % columns) + 0.5) / columns,
    Math.floor(cell / size) + (Math.floor((digit - 1) / columns) + 0.5) / columns,
  ]);
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}

function contents(puzzle, cell, paint) {
  const { size } = puzzle.shape;
  if (paint.placed.has(cell)) return [span("placed", character(paint.placed.get(cell)))];
  if (puzzle.values[cell]) return [span("value", character(puzzle.values[cell]))];
  if (paint.notes.has(cell)) return [notes(paint.notes.get(cell), size)];
  const found = [];
  const corner = digitsOf(puzzle.corner[cell], size);
  const centre = digitsOf(puzzle.centre[cell], size);
  if (corner.length) {
    const holder = span("corners", "");
    holder.append(...corner.map((digit) => span("", character(digit))));
    found.push(holder);
  }
  if (centre.length) found.push(span(centre.length > 4 ? "centre many" : "centre", lines(centre.map(character))));
  return found;
}

/** Up to four marks on one line, more on two of about the same length. */
function lines(marks) {
  const first = marks.length > 4 ? Math.ceil(marks.length / 2) : marks.length;
  return [marks.slice(0, first), marks.slice(first)].map((part) => part.join("")).join("\n").trim();
}

function notes(kinds, size) {
  const holder = span("notes", "");
  for (let digit = 1; digit <= size; digit++) {
    const kind = kinds.get(digit);
    holder.append(span(kind ?? "", kind === undefined ? "" : character(digit)));
  }
  return holder;
}

function describe(puzzle, cell, wrong) {
  const { size } = puzzle.shape;
  const parts = [`Row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`];
  if (puzzle.values[cell]) parts.push(character(puzzle.values[cell]), puzzle.givens[cell] ? "given" : "your digit");
  else parts.push("empty");
  for (const [kind, name] of [["corner", "corner marks"], ["centre", "centre marks"]]) {
    const digits = digitsOf(puzzle[kind][cell], size);
    if (!puzzle.values[cell] && digits.length) parts.push(`${name} ${digits.map(character).join(" ")}`);
  }
  if (puzzle.doubts[cell]) parts.push("doubtful");
  if (wrong) parts.push("wrong");
  return parts.join(", ");
}
