// One tap puts a doubtful cell right: the cell as it is in the photo, and the digits that it may be.

import { put } from "./board.js";
import { drawCell } from "./projection.js";
import { character } from "./shape.js";

const find = (name) => document.getElementById(name);

export class DoubtPanel {
  constructor(session, photo) {
    this.session = session;
    this.photo = photo;
    session.addEventListener("select", () => this.#render());
    session.addEventListener("change", () => this.#render());
    photo.image.addEventListener("load", () => this.#render());
  }

  #render() {
    const { cursor, puzzle } = this.session;
    const doubt = puzzle.doubts[cursor];
    find("doubt").hidden = !doubt;
    if (!doubt) return;
    const read = doubt.read ? `a ${character(doubt.read)}` : "empty";
    const { size } = puzzle.shape;
    find("doubt-text").textContent =
      `Row ${Math.floor(cursor / size) + 1}, column ${(cursor % size) + 1} was taken to be ${read}. What is it?`;
    find("doubt-choices").replaceChildren(...choicesOf(doubt).map((digit) => this.#choice(cursor, digit, doubt.read)));
    const corners = this.photo.cornersOf(cursor);
    find("doubt-crop").hidden = !corners;
    if (corners && this.photo.isShowingPhoto) drawCell(find("doubt-crop"), this.photo.image, corners);
  }

  #choice(cell, digit, read) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = digit ? character(digit) : "empty";
    button.className = digit === read ? "strong" : "";
    button.addEventListener("click", () => this.#settle(cell, digit));
    return button;
  }

  /** Writes the digit as what the cell was before, clue or entry, and goes to the next doubt. */
  #settle(cell, digit) {
    const { puzzle } = this.session;
    const asGiven = puzzle.givens[cell] || !puzzle.values[cell];
    this.session.change(put(puzzle, cell, digit, asGiven));
    const next = Object.keys(this.session.puzzle.doubts).map(Number)[0];
    if (next !== undefined) this.session.select(next);
  }
}

const choicesOf = ({ read, alternatives }) => [...new Set([read, ...alternatives.map(([digit]) => digit)])].slice(0, 5);
