// What a digit does: written, marked or coloured, as a clue or as one's own, cell first or digit first.

import * as board from "./board.js";
import { tell } from "./notices.js";
import { t } from "./words.js";

/** Two keys within this many milliseconds make a number such as 12. */
const ONE_NUMBER = 900;

export class Entry {
  #typed = { cell: -1, digit: 0, time: 0 };

  constructor(session, settings, review) {
    Object.assign(this, { session, settings, review });
    session.armed = 0;
    session.addEventListener("begin", () => { session.armed = 0; });
    settings.addEventListener("change", () => this.#arm(0));
  }

  /** The digit that is lit on the board: the armed one, else that of the cursor's cell. */
  get lit() { return this.session.armed || this.session.puzzle.values[this.session.cursor]; }

  /** A key of the keypad: the digit is entered, or armed for the cells to come. */
  press(digit, editClues) {
    if (this.settings.get("digitFirst") && this.session.mode !== "colour") this.#arm(this.session.armed === digit ? 0 : digit);
    else this.enter(digit, this.session.mode, editClues);
  }

  /** A long press on a key: a mark. */
  hold(digit) {
    if (this.session.mode !== "colour") this.enter(digit, this.settings.get("moreMarks") ? "corner" : "marks");
  }

  /** A tap on a cell, which an armed digit goes into. */
  tap(cell) {
    if (!this.session.armed) return;
    const { puzzle, armed } = this.session;
    if (puzzle.givens[cell] && !this.session.editing) return;
    this.enter(armed, this.session.mode);
  }

  /** A long press on a cell: a mark of the armed digit. */
  holdCell(cell) {
    if (!this.session.armed || this.session.mode !== "digit") return false;
    // The press began with a tap, which wrote the digit.
    this.session.undo();
    this.session.select(cell);
    this.enter(this.session.armed, "marks");
    return true;
  }

  #arm(digit) {
    this.session.armed = digit;
    this.session.dispatchEvent(new Event("armed"));
  }

  enter(digit, mode, editClues = null) {
    const { puzzle, cells, cursor } = this.session;
    this.#typed = { cell: cursor, digit, time: performance.now() };
    // On the page itself there are digits only: marks and colours would not be seen there.
    if (this.review.asPage) this.#write(digit, editClues);
    else if (mode === "colour") this.session.change(board.colour(puzzle, cells, Math.min(digit, 9)));
    else if (mode !== "digit") this.session.change(board.mark(puzzle, cells, mode, digit));
    else this.#write(digit, editClues);
  }

  #write(digit, editClues) {
    const { puzzle, cells, editing } = this.session;
    if (this.review.asPage) { this.session.change(board.correct(puzzle, cells, digit, this.review.typesClues)); return; }
    const locked = cells.every((cell) => puzzle.givens[cell] && !puzzle.doubts[cell]);
    if (locked && !editing) {
      tell(t("This is a printed clue."), editClues && { words: t("Edit the clues"), act: editClues });
      return;
    }
    this.session.change(board.place(puzzle, cells, digit, editing, this.settings.get("tidyMarks")));
    if (editing && cells.length === 1) this.#advance();
  }

  #advance() {
    const { cursor, puzzle } = this.session;
    if (puzzle.shape.size <= 9 && cursor + 1 < puzzle.values.length) this.session.select(cursor + 1);
  }

  /** The second key of a number above 9, on boards that have such; false where it is none. */
  continueNumber(digit) {
    const { cell, digit: first, time } = this.#typed;
    const { puzzle, cursor, editing, mode } = this.session;
    const number = 10 * first + digit;
    const continues = cell === cursor && performance.now() - time < ONE_NUMBER && first && number <= puzzle.shape.size;
    if (!continues || mode !== "digit") return false;
    this.#typed = { cell: -1, digit: 0, time: 0 };
    this.session.change(board.put(puzzle, cursor, number, editing));
    return true;
  }

  /** Empties the cells; while clues are typed, a space or a point goes on to the next one. */
  erase(key = "Delete") {
    const { puzzle, cells, editing } = this.session;
    if (editing && [" ", ".", "0"].includes(key) && cells.length === 1) {
      if (puzzle.values[cells[0]]) this.session.change(board.erase(puzzle, cells, true));
      this.#advance();
      return;
    }
    this.session.change(board.erase(puzzle, cells, editing || this.review.asPage));
  }
}
