// A photo from the camera, a file, a drop or the clipboard; shown with what was found beside the board.

import * as api from "./api.js";
import { fromFields } from "./board.js";
import { attempt, fail, tell } from "./notices.js";
import { cellCorners } from "./projection.js";

const LONGEST_SIDE = 2000;
const SVG = "http://www.w3.org/2000/svg";
const find = (name) => document.getElementById(name);

export class PhotoPanel {
  #scan = null;
  #source = "";
  #index = 0;

  /** `onCell` hears which cell of the photo was tapped. */
  constructor(session, onCell) {
    this.session = session;
    this.onCell = onCell;
    this.image = find("photo-image");
    find("photo-solution").addEventListener("click", () => this.#toggleSolution());
    find("photo-previous").addEventListener("click", () => this.#choose(this.#index - 1));
    find("photo-next").addEventListener("click", () => this.#choose(this.#index + 1));
    find("photo-close").addEventListener("click", () => this.close());
    for (const name of ["photo-input", "capture-input"]) {
      find(name).addEventListener("change", ({ target }) => {
        if (target.files[0]) this.read(target.files[0]);
        target.value = "";
      });
    }
    this.#takeDrops();
    session.addEventListener("begin", () => this.close());
    session.addEventListener("change", () => this.#mark());
    session.addEventListener("select", () => this.#mark());
  }

  /** The corners of a cell of the chosen grid in the photo; null without a photo of this board. */
  cornersOf(cell) {
    const grid = this.#scan?.grids[this.#index];
    return grid && grid.size === this.session.puzzle.shape.size ? cellCorners(grid.corners, grid.size, cell) : null;
  }

  /** True once the photo itself, without the solution, can be drawn from. */
  get isShowingPhoto() { return this.image.complete && this.image.naturalWidth > 0; }

  /** Reads a picture and puts its first grid on the board. */
  async read(file) {
    if (file.type && !file.type.startsWith("image/")) {
      fail("This file is not a picture.");
      return;
    }
    const picture = await smaller(file);
    const scan = await attempt("Reading the picture…", () => api.scan(picture));
    if (!scan) return;
    if (!scan.grids.length) {
      tell("No Sudoku was found in this picture. Try again closer, with the whole grid in view and in focus.");
      return;
    }
    URL.revokeObjectURL(this.#source);
    this.#source = URL.createObjectURL(picture);
    this.#scan = scan;
    // What the browser cannot decode itself, such as HEIC, is shown as the service saw it.
    this.image.onerror = () => { this.image.onerror = null; this.image.src = scan.overlay; };
    this.image.onload = () => this.#mark();
    this.image.src = this.#source;
    find("photo").hidden = false;
    find("photo-solution").setAttribute("aria-pressed", "false");
    this.#choose(0);
  }

  close() {
    this.#scan = null;
    URL.revokeObjectURL(this.#source);
    find("photo").hidden = true;
  }

  #choose(index) {
    const { grids } = this.#scan;
    this.#index = (index + grids.length) % grids.length;
    const grid = grids[this.#index];
    find("photo-grids").hidden = grids.length < 2;
    find("photo-which").textContent = `Grid ${this.#index + 1} of ${grids.length}`;
    find("photo-solution").hidden = !grids.some(({ solution }) => solution);
    const puzzle = { ...fromFields(grid.fields), doubts: doubtsOf(grid) };
    this.session.change(puzzle);
    const doubtful = Object.keys(puzzle.doubts).map(Number);
    this.session.select(doubtful[0] ?? 0);
    tell(summary(grid, doubtful.length));
  }

  #toggleSolution() {
    const pressed = find("photo-solution").getAttribute("aria-pressed") !== "true";
    find("photo-solution").setAttribute("aria-pressed", String(pressed));
    this.image.src = pressed ? this.#scan.overlay : this.#source;
  }

  /** Outlines the grids, the doubtful cells and the cell under the cursor. */
  #mark() {
    if (!this.#scan) return;
    const { grids, width, height } = this.#scan;
    const marks = find("photo-marks");
    marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const outlines = grids.map((grid, index) =>
      polygon(grid.corners, index === this.#index ? "" : "other", () => index !== this.#index && this.#choose(index)));
    const doubts = Object.keys(this.session.puzzle.doubts).map((cell) => this.#cellMark(Number(cell), "doubtful"));
    const cursor = this.#cellMark(this.session.cursor, "chosen");
    marks.replaceChildren(...outlines, ...[...doubts, cursor].filter(Boolean));
  }

  #cellMark(cell, className) {
    const corners = this.cornersOf(cell);
    return corners && polygon(corners, className, () => this.onCell(cell));
  }

  #takeDrops() {
    addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) document.body.classList.remove("dropping");
    });
    addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      if (event.dataTransfer.files[0]) this.read(event.dataTransfer.files[0]);
    });
    addEventListener("paste", (event) => {
      const file = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"));
      if (file) this.read(file);
    });
  }
}

function polygon(corners, className, onTap) {
  const element = document.createElementNS(SVG, "polygon");
  element.setAttribute("points", corners.map((point) => point.join(",")).join(" "));
  element.setAttribute("class", className);
  element.addEventListener("click", onTap);
  return element;
}

/** Doubts by cell, in the board's own terms. */
function doubtsOf({ size, doubts }) {
  return Object.fromEntries(doubts.map(({ row, col, read, alternatives }) =>
    [(row - 1) * size + col - 1, { read, alternatives }]));
}

function summary(grid, doubtful) {
  const count = (text) => [...text].filter((letter) => letter !== "0").length;
  const entries = count(grid.entries);
  const parts = [`Read ${count(grid.givens)} clues${entries ? ` and ${entries} handwritten digits` : ""}.`];
  if (doubtful) parts.push(`${doubtful === 1 ? "One cell was" : `${doubtful} cells were`} hard to read: tap and confirm.`);
  if (grid.status !== "unique") {
    const amount = grid.status === "none" ? "no solution" : "no single solution";
    parts.push(`As read, the puzzle has ${amount}; please compare it with the photo.`);
  }
  return parts.join(" ");
}

/** The picture no larger than reading needs; as it is where the browser cannot decode it. */
async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const kind = scale === 1 && file.type === "image/png" ? "image/png" : "image/jpeg";
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), kind, 0.92));
  } catch {
    return file; // The service knows more formats than the browser.
  }
}
