// A photo from the camera, a file, a drop or the clipboard: read, put on the board, and shown with what was found.

import * as api from "./api.js";
import { bit, fromFields } from "./board.js";
import { attempt, fail } from "./notices.js";
import { fromDataUrl, prepared } from "./picture.js";
import { joinedPlane, latticePlane } from "./planes.js";
import { latticeOf } from "./projection.js";
import { DIGITS, label } from "./shape.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const find = (name) => document.getElementById(name);

export class PhotoPanel extends EventTarget {
  #source = "";
  #siblings = new Map();

  /** Events: `read` after a grid was put on the board, `nothing` (with the picture) where none was found, `picture`. */
  constructor(session, store, acts) {
    super();
    Object.assign(this, { session, store, acts });
    this.image = find("photo-image");
    find("photo-previous").addEventListener("click", () => this.choose(this.index - 1));
    find("photo-next").addEventListener("click", () => this.choose(this.index + 1));
    for (const name of ["photo-input", "capture-input"]) {
      find(name).addEventListener("change", ({ target }) => {
        if (target.files[0]) this.read(target.files[0]);
        target.value = "";
      });
    }
    this.image.addEventListener("load", () => { this.mark(); this.dispatchEvent(new Event("picture")); });
    session.addEventListener("begin", () => this.#follow());
    for (const name of ["change", "select"]) session.addEventListener(name, () => this.mark());
  }

  get scan() { return this.session.record.scan; }
  get index() { return this.scan?.index ?? 0; }
  get grid() { return this.scan?.grids[this.index] ?? null; }

  /** The board of several grids that is chosen; its number follows those of the grids. */
  get whole() { return this.scan?.joined?.[this.index - this.scan.grids.length] ?? null; }

  /** The index of the board that the chosen grid makes with others; -1 for a grid on its own. */
  get wholeIndex() {
    const found = this.scan?.joined?.findIndex(({ grids }) => grids.includes(this.index)) ?? -1;
    return found < 0 ? -1 : this.scan.grids.length + found;
  }

  /** The crossings of the chosen grid in the photo; null without a photo of this board. */
  get lattice() { return this.grid?.size === this.session.puzzle.shape.size ? latticeOf(this.grid) : null; }

  /** Where the board lies in the photo; null without a photo of this board. */
  get plane() {
    if (!this.whole) return this.lattice && latticePlane(this.lattice);
    const { grids, fields } = this.whole;
    const parts = fields.grids.map((place, part) => ({ place, plane: latticePlane(latticeOf(this.scan.grids[grids[part]])) }));
    return joinedPlane(parts, fields.size);
  }

  /** The corners of a cell in the photo; null without a photo of this board. */
  cornersOf(cell, plane = this.plane) {
    const [row, column] = this.session.puzzle.shape.places[cell];
    return plane && [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => plane.point(column + x, row + y));
  }

  /** True once the photo can be drawn from. */
  get isReady() { return Boolean(this.scan) && this.image.complete && this.image.naturalWidth > 0; }

  /** Reads a picture and puts its first grid on the board, or the board that several grids make together. */
  async read(file) {
    if (file.type && !file.type.startsWith("image/")) { fail(t("This file is not a picture.")); return; }
    const { picture, shown } = await prepared(file);
    const scan = await attempt(t("Reading the picture…"), () => api.scan(picture, !shown));
    if (!scan) return;
    const visible = scan.picture ? await fromDataUrl(scan.picture) : picture;
    if (!scan.grids.length) {
      this.dispatchEvent(new CustomEvent("nothing", { detail: visible }));
      return;
    }
    const photo = crypto.randomUUID?.() ?? String(Date.now());
    // Where the browser cannot store the photo, the puzzle continues without it.
    await this.store.savePhoto(photo, visible).catch(() => {});
    this.#show(visible);
    this.#siblings = new Map();
    const { width, height, grids, joined } = scan;
    this.#begin({ width, height, grids, joined }, photo, joined?.length ? grids.length : 0);
  }

  /** Goes to another grid of the photo: as the person left it, or as it was read. */
  async choose(index) {
    const { grids, joined = [] } = this.scan;
    const count = grids.length + joined.length;
    const next = (index + count) % count;
    if (next === this.index) return;
    await this.session.save();
    this.#siblings.set(this.index, this.session.record.id);
    const known = this.#siblings.get(next) ?? this.scan.siblings?.[next];
    const kept = known && (await this.store.puzzle(known).catch(() => null));
    if (kept) {
      kept.scan.siblings = this.#siblingIds();
      this.session.resume(kept);
    } else {
      this.#begin(this.scan, this.session.record.photo, next);
    }
  }

  #siblingIds() { return Object.fromEntries(this.#siblings); }

  #begin(scan, photo, index) {
    const grid = scan.grids[index];
    const puzzle = grid ? { ...fromFields(grid.fields), doubts: doubtsOf(grid), ...marksOf(grid) }
      : wholePuzzle(scan.joined[index - scan.grids.length], scan.grids);
    this.#following = photo;
    this.session.begin(puzzle, { scan: { ...scan, index, siblings: this.#siblingIds() }, photo });
    this.dispatchEvent(new Event("read"));
  }

  #following = null;

  /** Another puzzle is on the board: its photo comes with it, or the photo goes. */
  async #follow() {
    const { photo } = this.session.record;
    this.#count();
    if (photo === this.#following) { this.mark(); return; }
    this.#following = photo;
    this.#siblings = new Map(Object.entries(this.scan?.siblings ?? {}).map(([index, id]) => [Number(index), id]));
    const picture = photo && (await this.store.photo(photo).catch(() => null));
    if (photo === this.session.record.photo) this.#show(picture);
  }

  #count() {
    const grids = this.scan?.grids ?? [];
    find("photo-grids").hidden = grids.length < 2;
    find("photo-which").textContent = this.whole ? t("The whole puzzle") : t("Grid {n} of {m}", { n: this.index + 1, m: grids.length });
    find("photo-count").textContent = this.whole ? `1–${grids.length}` : `${this.index + 1}/${grids.length}`;
  }

  #show(picture) {
    URL.revokeObjectURL(this.#source);
    this.#source = picture ? URL.createObjectURL(picture) : "";
    for (const image of [this.image, find("photo-thumbnail")]) {
      if (picture) image.src = this.#source;
      else image.removeAttribute("src");
    }
    find("photo-thumbnail").hidden = !picture;
    this.dispatchEvent(new Event("picture"));
  }

  /** Outlines the grids, and in the chosen one every cell to tap, with the doubtful, wrong and chosen ones marked. */
  mark() {
    if (!this.scan || find("photo").hidden) return;
    const marks = find("photo-marks");
    marks.setAttribute("viewBox", `0 0 ${this.scan.width} ${this.scan.height}`);
    const outlines = this.scan.grids.map((grid, index) =>
      polygon(grid.corners, index === this.index || this.whole?.grids.includes(index) ? "grid" : "other", () => this.choose(index)));
    marks.replaceChildren(...outlines, ...this.#cellMarks());
    find("photo-plane").style.transform = closeUp(this.scan);
    this.acts.paint(marks);
  }

  /** The digits that are on the board but not on the paper, as shapes for the photo. */
  written() {
    const { values, shape: { places } } = this.session.puzzle;
    const { fields } = this.whole ?? this.grid;
    return values.flatMap((value, cell) => (value && !fields.values[cell]
      ? [{ type: "label", centre: [places[cell][1] + 0.5, places[cell][0] + 0.5], text: label(value), height: 0.5, paint: "entry", bold: true }]
      : []));
  }

  #cellMarks() {
    const { plane } = this;
    if (!plane) return [];
    const { puzzle, cursor } = this.session;
    const wrong = this.acts.wrong();
    const kind = (cell) => (puzzle.doubts[cell] ? "doubtful" : wrong.has(cell) ? "wrong" : "");
    const cells = puzzle.values.map((_, cell) => polygon(this.cornersOf(cell, plane), kind(cell), () => this.acts.tap(cell)));
    return [...cells, polygon(this.cornersOf(cursor, plane), "chosen", () => this.acts.tap(cursor))];
  }
}

/** The transform that brings the grids of a photo close, in a square frame that shows the whole photo without it. */
export function closeUp({ width, height, grids }, margin = 0.08, closest = 4) {
  const longer = Math.max(width, height);
  const points = grids.flatMap(({ corners }) => corners);
  const [middle, extent] = [0, 1].map((axis) => points.map((point) => (point[axis] + (longer - [width, height][axis]) / 2) / longer))
    .reduce(([middles, extents], places) => {
      const [low, high] = [Math.max(0, Math.min(...places)), Math.min(1, Math.max(...places))];
      return [[...middles, (low + high) / 2], Math.max(extents, high - low)];
    }, [[], 0]);
  const zoom = Math.max(1, Math.min(closest, 1 / (extent + 2 * margin)));
  const shift = middle.map((place) => Math.min(0, Math.max(1 - zoom, 0.5 - zoom * place)));
  return `translate(${shift.map((part) => `${(100 * part).toFixed(2)}%`).join(", ")}) scale(${zoom.toFixed(3)})`;
}

function polygon(corners, className, onTap) {
  const element = document.createElementNS(SVG, "polygon");
  element.setAttribute("points", corners.map((point) => point.join(",")).join(" "));
  element.setAttribute("class", `area ${className}`);
  element.addEventListener("click", onTap);
  return element;
}

/** Doubts by cell, in the board's own terms. */
function doubtsOf({ size, doubts }) {
  return Object.fromEntries(doubts.map(({ row, col, read, alternatives, kind }) =>
    [(row - 1) * size + col - 1, { read, alternatives, kind }]));
}

/** The board of several grids, with the marks of each, and the doubts unless all grids together leave none. */
function wholePuzzle({ fields, grids, status }, scanned) {
  const puzzle = fromFields(fields);
  const { cellAt } = puzzle.shape;
  const marks = [...puzzle.marks];
  const doubts = {};
  fields.grids.forEach(([top, left], part) => {
    const { size } = fields;
    const cellOf = (own) => cellAt(top + Math.floor(own / size), left + (Number(own) % size));
    if (status !== "unique") for (const [own, doubt] of Object.entries(doubtsOf(scanned[grids[part]]))) doubts[cellOf(own)] = doubt;
    marksOf(scanned[grids[part]]).marks.forEach((mask, own) => { if (mask) marks[cellOf(own)] = mask; });
  });
  return { ...puzzle, doubts, marks };
}

/** The small marks that were read. */
function marksOf({ size, marks = [] }) {
  const masks = new Array(size * size).fill(0);
  for (const { row, col, digits } of marks) {
    for (const letter of new Set(digits)) masks[(row - 1) * size + col - 1] += bit(DIGITS.indexOf(letter) + 1);
  }
  return { marks: masks };
}
