// One tap puts a doubtful cell right: the cell as it is in the photo, and the digits that it may be.

import { put } from "./board.js";
import { tell } from "./notices.js";
import { drawCell } from "./projection.js";
import { label } from "./shape.js";
import { closeSheet, openSheet } from "./sheets.js";
import { t } from "./words.js";

const MOST_CHOICES = 5;
const find = (name) => document.getElementById(name);

export class DoubtPanel {
  constructor(session, photo, settled) {
    Object.assign(this, { session, photo, settled });
    session.addEventListener("select", () => this.#render());
    session.addEventListener("change", () => this.#render());
    photo.addEventListener("picture", () => this.#drawCrop());
    find("doubt-close").addEventListener("click", () => closeSheet("doubt"));
  }

  /** Goes to the first doubtful cell. */
  start() {
    const [first] = this.#left();
    if (first !== undefined) this.session.select(first);
  }

  #left() { return Object.keys(this.session.puzzle.doubts).map(Number); }

  #render() {
    const { cursor, puzzle } = this.session;
    const doubt = puzzle.doubts[cursor];
    if (!doubt) { closeSheet("doubt"); return; }
    const { size } = puzzle.shape;
    const place = { row: Math.floor(cursor / size) + 1, column: (cursor % size) + 1, digit: label(doubt.read) };
    find("doubt-text").textContent = doubt.read
      ? t("Row {row}, column {column} was read as {digit}. What is it?", place)
      : t("Row {row}, column {column} was read as empty. What is it?", place);
    find("doubt-choices").replaceChildren(...choicesOf(doubt).map((digit) => this.#choice(cursor, digit, doubt.read)));
    openSheet("doubt");
    this.#drawCrop();
  }

  #drawCrop() {
    if (find("doubt").hidden) return;
    const corners = this.photo.cornersOf(this.session.cursor);
    find("doubt-crop").hidden = !corners;
    if (corners && this.photo.isReady) drawCell(find("doubt-crop"), this.photo.image, corners);
  }

  #choice(cell, digit, read) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = digit ? label(digit) : t("empty");
    button.className = digit === read ? "strong" : "";
    button.addEventListener("click", () => this.#settle(cell, digit));
    return button;
  }

  /** Writes the digit as what the cell was before, clue or entry, and goes to the next doubt. */
  #settle(cell, digit) {
    const { puzzle } = this.session;
    const asGiven = puzzle.givens[cell] || !puzzle.values[cell];
    this.session.change(put(puzzle, cell, digit, asGiven));
    const [next] = this.#left();
    if (next !== undefined) { this.session.select(next); return; }
    tell(t("Thank you: every cell is settled."));
    this.settled();
  }
}

const choicesOf = ({ read, alternatives }) => [...new Set([read, ...alternatives.map(([digit]) => digit)])].slice(0, MOST_CHOICES);
