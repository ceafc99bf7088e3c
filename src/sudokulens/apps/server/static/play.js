// What the person asks about the puzzle on the board: check it, solve it, rate it; and what the page notices by itself.

import * as api from "./api.js";
import * as board from "./board.js";
import { attempt, tell } from "./notices.js";
import { sentences, t, tn } from "./words.js";

export class Play extends EventTarget {
  #wrong = new Set();
  /** The puzzle in which digits were found to be wrong: they stay marked until they are changed. */
  #marked = null;
  #known = new Map();
  /** The puzzle as it was taken up: one that came complete, from a photo or a link, was not solved on this page. */
  #brought = null;

  /** `acts`: `review` opens the page to compare with, where there is a photo; `finish` celebrates. Events: `marked`. */
  constructor(session, settings, acts) {
    super();
    Object.assign(this, { session, settings, acts });
    session.addEventListener("begin", () => { [this.#brought, this.#marked] = [session.puzzle, null]; });
    session.addEventListener("change", () => { this.#wrong = this.#stillWrong(); this.#notice(); });
    settings.addEventListener("change", () => this.#notice());
  }

  /** The cells that are marked as wrong now. */
  get wrong() { return this.#wrong; }

  /** Marks cells as wrong; `each` says that the digit of each is, whatever becomes of the others. */
  mark(cells, each = false) {
    this.#wrong = new Set(cells);
    this.#marked = each ? this.session.puzzle : null;
    this.dispatchEvent(new Event("marked"));
  }

  #stillWrong() {
    const { values } = this.session.puzzle;
    return new Set([...this.#wrong].filter((cell) => values[cell] && values[cell] === this.#marked?.values[cell]));
  }

  async check() {
    const { puzzle } = this.session;
    const answer = await attempt(t("Checking…"), () => api.check(board.toFields(puzzle)));
    if (!answer || puzzle !== this.session.puzzle) return;
    const faulty = answer.kind === "none" ? answer.faults.flatMap(({ cells }) => cells) : [];
    this.mark([...answer.wrong, ...faulty], !faulty.length);
    tell(checkWords(answer, entriesOf(puzzle)), this.#compare(answer));
  }

  async solve() {
    const { puzzle } = this.session;
    const answer = await attempt(t("Solving…"), () => api.solve(board.toFields(board.cluesOnly(puzzle))));
    if (!answer || puzzle !== this.session.puzzle) return;
    if (answer.kind !== "unique") { tell(checkWords({ ...answer, wrong: [] }, 1), this.#compare(answer)); return; }
    this.session.record.helped = true;
    this.session.change(board.filled(puzzle, answer.solution));
    tell(t("Here is the solution. Undo brings your own board back."));
  }

  async rate() {
    const answer = await attempt(t("Rating…"), () => api.rate(board.toFields(board.cluesOnly(this.session.puzzle))));
    if (answer) tell(ratingWords(answer));
  }

  #compare({ kind }) {
    const helps = ["none", "multiple"].includes(kind) && this.session.record.scan;
    return helps ? { words: t("Compare"), act: () => this.acts.review() } : undefined;
  }

  /** Marks mistakes as they are made, where the person wants it, and tells when the board is full. */
  async #notice() {
    const { puzzle } = this.session;
    if (board.isComplete(puzzle)) { this.#full(puzzle); return; }
    if (!this.settings.get("mistakes") || !entriesOf(puzzle)) return;
    const solution = await this.#solution(puzzle);
    if (solution && puzzle === this.session.puzzle) this.mark(wrongOf(puzzle, solution));
  }

  async #full(puzzle) {
    const { record } = this.session;
    if (board.conflicts(puzzle).size || !(await this.#obeysRules(puzzle))) {
      tell(t("The grid is full, but something is wrong."), { words: t("Show"), act: () => this.check() });
    } else if (!record.finished && entriesOf(puzzle) && !record.helped) {
      record.finished = true;
      this.session.save();
      if (puzzle !== this.#brought) this.acts.finish();
    }
  }

  /** Cages, dots and the like are judged by the service; without it they are taken to be right. */
  async #obeysRules(puzzle) {
    if (!puzzle.shape.rules.length) return true;
    const answer = await api.check(board.toFields(puzzle)).catch(() => null);
    return !answer || (!answer.faults.length && !answer.wrong.length);
  }

  /** The solution of the clues; asked for once, because the clues stay while somebody plays. */
  async #solution(puzzle) {
    const key = this.session.record.id + board.cluesOnly(puzzle).values.join();

    if (!this.#known.has(key)) {
      const answer = api.solve(board.toFields(board.cluesOnly(puzzle))).catch(() => null);
      this.#known.set(key, answer.then((found) => (found?.kind === "unique" ? found.solution : null)));
    }
    return this.#known.get(key);
  }
}

const entriesOf = ({ values, givens }) => values.filter((value, cell) => value && !givens[cell]).length;

/** The cells of the person's digits that differ from the solution. */
export const wrongOf = (puzzle, solution) => {
  const right = board.filled(board.cluesOnly(puzzle), solution).values;
  return [...puzzle.values.keys()].filter((cell) => puzzle.values[cell] && !puzzle.givens[cell] && puzzle.values[cell] !== right[cell]);
};

/** What a check found, in words. */
export function checkWords({ kind, wrong, complete, minimal }, entries) {
  if (kind === "none") return t("These clues have no solution. Compare them with the original.");
  if (kind === "multiple") return t("These clues have more than one solution; one may be missing.");
  if (kind === "unfinished") return t("The check took too long.");
  if (wrong.length) return tn("{n} digit is wrong; it is marked in red.", "{n} digits are wrong; they are marked in red.", wrong.length, { n: wrong.length });
  if (complete) return t("Solved: every digit is right.");
  const start = entries ? t("So far everything is right.") : t("Nothing is written yet.");
  return sentences(start, t("The puzzle has exactly one solution."), minimal && t("Every clue is needed."));
}

/** What to say of a rating; a board that is not the classic one has no figure on Sudoku Explainer's scale. */
export function ratingWords({ level_words: level, hardest_words: hardest, scale, exact, er, score, steps }) {
  const start = hardest ? t("Level: {level}; the hardest step is: {name}.", { level, name: hardest }) : t("Level: {level}.", { level });
  const scored = tn("Score {score} in {n} step.", "Score {score} in {n} steps.", steps, { score, n: steps });
  return sentences(start, scored, figureWords(scale, exact, er));
}

function figureWords(scale, exact, er) {
  if (er === null) return t("Sudoku Explainer's scale is for the classic board alone.");
  const rating = er.toFixed(1);
  return exact ? t("{scale} rating: {rating}.", { scale, rating }) : t("{scale} rating: at least {rating}.", { scale, rating });
}
