// One tap puts a doubtful cell right: the cell as it is in the photo, and the digits that it may be.

import { digitsOf, possible, put } from "./board.js";
import { announce } from "./notices.js";
import { drawCell } from "./projection.js";
import { label } from "./shape.js";
import { closeSheet, openSheet } from "./sheets.js";
import { sentences, t } from "./words.js";

const MAX_CHOICES = 5;
const find = (name) => document.getElementById(name);

export class DoubtPanel {
  /** What the scan amounts to, told above the first question. */
  #card = null;
  #first = -1;

  /** `settled` is called after the last doubt. */
  constructor(session, photo, { settled }) {
    Object.assign(this, { session, photo, settled });
    session.addEventListener("begin", () => { this.#card = null; });
    session.addEventListener("select", () => this.#render());
    session.addEventListener("change", () => this.#render());
    photo.addEventListener("picture", () => this.#drawCrop());
    find("doubt-close").addEventListener("click", () => { this.#card = null; closeSheet("doubt"); });
  }

  /** Goes to the first doubtful cell, with the card of the scan. */
  start(card = null) {
    const [first] = this.#left();
    if (first === undefined) return;
    [this.#card, this.#first] = [card, first];
    this.session.select(first);
    find("doubt-title").focus({ preventScroll: true });
    announce([find("doubt-title"), find("doubt-about"), find("doubt-text")].map(({ textContent }) => textContent).join(" "));
  }

  /** The doubtful cells, misread digits before digits that may be print or handwriting. */
  #left() {
    const { doubts } = this.session.puzzle;
    return Object.keys(doubts).map(Number).sort((a, b) => (doubts[a].kind === "ink") - (doubts[b].kind === "ink"));
  }

  #render() {
    const { cursor, puzzle } = this.session;
    const doubt = puzzle.doubts[cursor];
    if (!doubt) { closeSheet("doubt"); return; }
    const { title, text, details = [] } = cursor === this.#first ? (this.#card ?? {}) : {};
    find("doubt-title").textContent = title ?? t("Is this right?");
    find("doubt-about").textContent = sentences(text, ...details);
    find("doubt-about").hidden = !find("doubt-about").textContent;
    find("doubt-text").textContent = question(cursor, puzzle, doubt);
    find("doubt-choices").replaceChildren(...this.#choices(cursor, doubt));
    openSheet("doubt");
    this.#drawCrop();
  }

  #drawCrop() {
    if (find("doubt").hidden) return;
    const corners = this.photo.cornersOf(this.session.cursor);
    find("doubt-crop").hidden = !corners;
    if (corners && this.photo.isReady) drawCell(find("doubt-crop"), this.photo.image, corners);
  }

  #choices(cell, doubt) {
    const { puzzle } = this.session;
    const choice = (words, strong, digit, asGiven) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: words, className: strong ? "strong" : "" });
      button.addEventListener("click", () => this.#settle(cell, digit, asGiven));
      return button;
    };
    if (doubt.kind === "ink") {
      return [choice(t("Clue"), puzzle.givens[cell], doubt.read, true), choice(t("Mine"), !puzzle.givens[cell], doubt.read, false)];
    }
    // Written as what the cell was before, clue or entry.
    const asGiven = puzzle.givens[cell] || !puzzle.values[cell];
    return choicesOf(puzzle, cell, doubt).map((digit) => choice(digit ? label(digit) : t("empty"), digit === doubt.read, digit, asGiven));
  }

  #settle(cell, digit, asGiven) {
    const first = this.session.puzzle.doubts[cell];
    this.#card = null;
    this.session.change(put(this.session.puzzle, cell, digit, asGiven));
    const [next] = this.#left();
    // Whose digit it is matters less: nobody is asked about that unless they ask themselves.
    const asked = next !== undefined && (first.kind === "ink" || this.session.puzzle.doubts[next].kind !== "ink");
    if (asked) this.session.select(next);
    else this.settled();
  }
}

function question(cell, { shape: { places } }, { kind, read }) {
  const [row, column] = places[cell];
  const place = { row: row + 1, column: column + 1, digit: label(read) };
  if (kind === "ink") return t("Row {row}, column {column}: is this {digit} printed or yours?", place);
  return read ? t("Row {row}, column {column} was read as {digit}. What is it?", place)
    : t("Row {row}, column {column} was read as empty. What is it?", place);
}

/** What was read and what else it may be; where the reader has no idea, whatever fits there. */
export function choicesOf(puzzle, cell, { read, alternatives }) {
  const known = [...new Set([read, ...alternatives.map(([digit]) => digit)])];
  if (known.length > 1) return known.slice(0, MAX_CHOICES);
  const free = possible({ ...puzzle, values: puzzle.values.map((value, other) => (other === cell ? 0 : value)) })[cell];
  return [...new Set([...known, ...digitsOf(free, puzzle.shape.size)])];
}
