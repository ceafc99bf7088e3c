// The board on the screen: an ARIA grid with one tab stop, its marks, and what a hint paints on it.

import { conflicts, digitsOf } from "./board.js";
import { flatPlane } from "./planes.js";
import { shapesOf, toSvg } from "./scene.js";
import { label } from "./shape.js";
import { t, tn } from "./words.js";

const NOTHING = { scene: null, notes: new Map(), hidden: new Set(), wrong: new Set() };
const BENEATH = ["tints"];
const ABOVE = ["links", "marks", "answer"];

const span = (className, text = "") => {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
};

export class GridView {
  #cells = [];
  #shape = null;

  /** `beneath` and `above` are the SVG elements under the digits and over them. */
  constructor(board, beneath, above) {
    Object.assign(this, { board, beneath, above });
  }

  /** Where in the grid an event happened; -1 outside of any cell. */
  cellOf(event) { return this.#cells.indexOf(event.target.closest?.(".cell")); }

  /** The cell under a point of the window; -1 where there is none. */
  cellAt(x, y) { return this.#cells.indexOf(document.elementFromPoint(x, y)?.closest(".cell")); }

  /** Large boards are scrolled to the cell inside their frame. */
  focus(cell) { this.#cells[cell]?.focus({ preventScroll: !this.#shape?.overlaps }); }

  /** Whether the frame shows a part of the board only. */
  get isLargerThanItsFrame() {
    const frame = this.board.closest(".board-frame");
    return frame.scrollWidth > frame.clientWidth + 1 || frame.scrollHeight > frame.clientHeight + 1;
  }

  /** Moves a board that is larger than its frame until the cell and those around it are seen. */
  reveal(cell) {
    if (this.isLargerThanItsFrame) this.#cells[cell]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Lets the digits settle onto the board one after the other, as after a scan. */
  settle() {
    this.board.classList.add("settling");
    setTimeout(() => this.board.classList.remove("settling"), 900);
  }

  /** A wave over the board that starts at the last digit. */
  celebrate(last) {
    const { places } = this.#shape;
    const [row, column] = places[last];
    this.#cells.forEach((element, cell) => {
      const [down, across] = places[cell];
      element.style.setProperty("--distance", Math.hypot(down - row, across - column).toFixed(2));
    });
    this.board.classList.add("celebrating");
    setTimeout(() => this.board.classList.remove("celebrating"), 1800);
  }

  /**
   * Shows the puzzle. `look` has the selection and the cursor, the digit that is lit, the paint of a hint or null, the
   * cells that are marked as wrong, the shapes of the rules, and whether the straightened photo lies under the cells.
   */
  render(puzzle, look) {
    if (puzzle.shape !== this.#shape) this.#build(puzzle.shape);
    const paint = { ...NOTHING, ...look.paint };
    // A digit known to be wrong says more than a duplicate, of which one may be right.
    const known = [...paint.wrong, ...look.wrong];
    const wrong = known.length ? new Set(known) : conflicts(puzzle);
    this.#cells.forEach((element, cell) => {
      element.className = this.#classes(puzzle, cell, look, wrong).join(" ");
      element.tabIndex = cell === look.cursor ? 0 : -1;
      element.setAttribute("aria-selected", String(look.selection.has(cell)));
      element.setAttribute("aria-label", describe(puzzle, cell, wrong.has(cell)));
      if (puzzle.colours[cell]) element.dataset.colour = puzzle.colours[cell];
      else delete element.dataset.colour;
      const shown = look.asPage ? readContents(puzzle, cell) : contents(puzzle, cell, paint, look.lit);
      // Screen readers prefer a cell's text to its name, which says more.
      for (const part of shown) part.setAttribute("aria-hidden", "true");
      element.replaceChildren(...shown);
    });
    this.#paint(paint.scene, look.rules);
  }

  #classes(puzzle, cell, { selection, cursor, lit, paint, asPage }, wrong) {
    const plain = !paint && !asPage;
    return ["cell", ...this.#lines(cell),
      puzzle.givens[cell] && "given",
      plain && puzzle.shape.peers[cursor].has(cell) && "peer",
      plain && lit && puzzle.values[cell] === lit && "same",
      puzzle.doubts[cell] && "doubtful",
      wrong.has(cell) && "wrong",
      selection.has(cell) && (!paint || selection.size > 1) && "selected",
      cell === cursor && "cursor"].filter(Boolean);
  }

  #build(shape) {
    this.#shape = shape;
    const { size, width, height, places, overlaps } = shape;
    const frame = this.board.parentElement;
    frame.style.setProperty("--columns", width);
    frame.style.setProperty("--rows", height);
    frame.toggleAttribute("data-overlaps", overlaps);
    frame.toggleAttribute("data-outside", shape.rules.some((rule) => /^(littlekiller|sandwich)=/.test(rule)));
    this.board.style.setProperty("--note-columns", Math.ceil(Math.sqrt(size)));
    this.board.toggleAttribute("data-wide", size > 9);
    this.board.toggleAttribute("data-cages", shape.rules.some((rule) => rule.startsWith("cage=")));
    this.board.setAttribute("aria-rowcount", height);
    this.board.setAttribute("aria-colcount", width);
    this.#cells = places.map(([, column], cell) => {
      const element = document.createElement("div");
      element.setAttribute("role", "gridcell");
      element.setAttribute("aria-colindex", column + 1);
      element.style.setProperty("--place", cell);
      element.style.gridColumn = column + 1;
      return element;
    });
    const rows = Array.from({ length: height }, (_, row) => {
      const element = document.createElement("div");
      element.setAttribute("role", "row");
      element.append(...this.#cells.filter((_, cell) => places[cell][0] === row));
      return element;
    });
    this.board.replaceChildren(...rows);
  }

  #lines(cell) {
    const { regions, places, cellAt } = this.#shape;
    const [row, column] = places[cell];
    const [right, below] = [cellAt(row, column + 1), cellAt(row + 1, column)];
    return [right === undefined ? "last-column" : regions[cell] !== regions[right] && "thick-right",
      below === undefined ? "last-row" : regions[cell] !== regions[below] && "thick-bottom",
      cellAt(row, column - 1) === undefined && "first-column", cellAt(row - 1, column) === undefined && "first-row"];
  }

  #paint(scene, rules) {
    const { size, width, height, grids, overlaps } = this.#shape;
    for (const svg of [this.beneath, this.above]) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    // Where grids overlap, only they are paper: the gaps between them are not.
    const papers = overlaps ? grids.map(([y, x]) => ({ type: "area", x, y, width: size, height: size, paint: "paper" })) : [];
    const tints = [...papers, ...rules, ...shapesOf(scene, BENEATH)];
    this.beneath.replaceChildren(...toSvg(tints, flatPlane));
    this.above.replaceChildren(...toSvg(shapesOf(scene, ABOVE), flatPlane));
  }
}

/** What was read, small in the corner of the photo's cell. */
function readContents({ values, givens }, cell) {
  return values[cell] ? [span(givens[cell] ? "value read" : "value read mine", label(values[cell]))] : [];
}

function contents(puzzle, cell, paint, lit) {
  const { size } = puzzle.shape;
  if (puzzle.values[cell]) return [span("value", label(puzzle.values[cell]))];
  if (paint.hidden.has(cell)) return [];
  if (paint.notes.has(cell)) return [notes(new Map([...paint.notes.get(cell)].map((digit) => [digit, "own"])), size)];
  const found = [];
  if (puzzle.marks[cell]) found.push(notes(ownNotes(puzzle.marks[cell], size, lit), size));
  const corner = digitsOf(puzzle.corner[cell], size);
  const centre = digitsOf(puzzle.centre[cell], size);
  if (corner.length) {
    const holder = span("corners");
    holder.append(...corner.map((digit) => span("", label(digit))));
    found.push(holder);
  }
  if (centre.length) found.push(span(centre.length > 4 ? "centre many" : "centre", lines(centre.map(label))));
  return found;
}

const ownNotes = (mask, size, lit) => new Map(digitsOf(mask, size).map((digit) => [digit, digit === lit ? "lit" : "own"]));

/** Up to four marks on one line, more on two of about the same length. */
function lines(marks) {
  const first = marks.length > 4 ? Math.ceil(marks.length / 2) : marks.length;
  return [marks.slice(0, first), marks.slice(first)].map((part) => part.join("")).join("\n").trim();
}

function notes(kinds, size) {
  const holder = span("notes");
  for (let digit = 1; digit <= size; digit++) {
    const kind = kinds.get(digit);
    holder.append(span(kind ?? "", kind === undefined ? "" : label(digit)));
  }
  return holder;
}

/** The cell in words: its place, digit, marks and state. */
export function describe(puzzle, cell, wrong = false) {
  const [row, column] = puzzle.shape.places[cell];
  const parts = [t("Row {row}, column {column}", { row: row + 1, column: column + 1 })];
  if (puzzle.values[cell]) parts.push(label(puzzle.values[cell]), puzzle.givens[cell] ? t("given") : t("your digit"));
  else parts.push(t("empty"), ...markWords(puzzle, cell));
  for (const { sum, cells } of puzzle.shape.cages) {
    if (sum && cells.includes(cell)) parts.push(tn("cage {sum} of {n} cell", "cage {sum} of {n} cells", cells.length, { sum, n: cells.length }));
  }
  if (puzzle.doubts[cell]) parts.push(t("doubtful"));
  if (wrong) parts.push(t("wrong"));
  return parts.join(", ");
}

function markWords(puzzle, cell) {
  const { size } = puzzle.shape;
  const said = (kind, words) => (puzzle[kind][cell] ? [words(digitsOf(puzzle[kind][cell], size).map(label).join(" "))] : []);
  return [...said("marks", (digits) => t("marks {digits}", { digits })),
    ...said("corner", (digits) => t("corner marks {digits}", { digits })),
    ...said("centre", (digits) => t("centre marks {digits}", { digits }))];
}

