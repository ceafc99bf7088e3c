// What the camera view says: a short state that does not flicker, the hint's text, and little to screen readers.

import { t, tn } from "./words.js";

const SETTLED = 350;
const SPOKEN = 1200;
const find = (name) => document.getElementById(name);

export class LiveWords {
  #shown = "";
  #pending = "";
  #timer = 0;
  #speech = 0;
  #spoken = "";

  /** Says immediately what the page itself is doing. */
  waiting(text) {
    clearTimeout(this.#timer);
    this.#write(text, "waiting");
    this.#speak(text);
  }

  clear() {
    clearTimeout(this.#timer);
    clearTimeout(this.#speech);
    this.#shown = this.#pending = this.#spoken = "";
    find("camera-text").textContent = find("camera-status").textContent = "";
    find("camera-text").hidden = true;
  }

  /** The state of a view; one that lasts for a few frames only is passed over. */
  tell(view) {
    const [text, kind] = stateOf(view);
    const more = detailsOf(view);
    if (find("camera-text").textContent !== more) {
      find("camera-text").textContent = more;
      find("camera-text").hidden = !more;
    }
    this.#speak(more || text);
    if (text === this.#pending) return;
    this.#pending = text;
    clearTimeout(this.#timer);
    // Good news needs no waiting.
    if (view.solution) this.#write(text, kind);
    else this.#timer = setTimeout(() => this.#write(text, kind), SETTLED);
  }

  #write(text, kind) {
    this.#shown = this.#pending = text;
    find("camera-state").textContent = text;
    find("camera-state").dataset.kind = kind;
  }

  /** Spoken once it has held for a while, and never twice. */
  #speak(text) {
    if (text === this.#spoken) return;
    this.#spoken = text;
    clearTimeout(this.#speech);
    this.#speech = setTimeout(() => { find("camera-status").textContent = text; }, SPOKEN);
  }
}

/** The hint's words, or where the wrong or doubtful digits are. */
function detailsOf({ solution, mode, hint, wrong, doubtful, size, verdict }) {
  if (!solution) return lookAgain(size, isOpen(verdict) ? [...wrong, ...doubtful] : []);
  if (mode === "hint") return hint?.text ?? "";
  return lookAgain(size, mode === "check" ? wrong : []);
}

function lookAgain(size, cells) {
  if (!cells.length) return "";
  const places = cells.map((cell) => t("row {row}, column {column}", { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 }));
  return t("Look again at {places}.", { places: places.join("; ") });
}

/** Whether there is one solution as read, but a doubt that it hangs on. */
const isOpen = (verdict) => ["finished", "mistakes", "on track", "nothing written"].includes(verdict?.kind);

/** The state of a view in a few words, and whether it is good, bad, or still awaited. */
export function stateOf(view) {
  const { state, mode, solution, doubtful, verdict } = view;
  if (state === "searching") return [t("Looking for a puzzle"), "waiting"];
  if (state === "unsolvable") return [doubtful.length ? t("No solution: compare the marked cells") : t("These clues have no solution"), "bad"];
  if (!solution) return isOpen(verdict) && doubtful.length ? openState(doubtful.length) : [t("Reading…"), "waiting"];
  if (mode === "check") return checkState(view);
  if (mode === "hint") return hintState(view);
  return [t("Solved"), "good"];
}

const openState = (n) => [tn("One cell is hard to read.", "{n} cells are hard to read.", n, { n }), "waiting"];

function checkState({ wrong, entries }) {
  if (wrong.length) return [tn("{n} wrong digit", "{n} wrong digits", wrong.length, { n: wrong.length }), "bad"];
  return [...entries].every((letter) => letter === "0") ? [t("Nothing is written yet"), "waiting"] : [t("No mistakes"), "good"];
}

function hintState({ hint }) {
  if (hint?.step?.name) return [hint.step.name, "good"];
  if (hint?.kind === "solved") return [t("Complete"), "good"];
  return hint?.kind === "mistake" ? [t("Something is wrong"), "bad"] : [t("Next step"), "good"];
}
