// Digits, modes and colours for fingers.

import { onPress } from "./gestures.js";
import { label } from "./shape.js";
import { t, tn } from "./words.js";

const COLOURS = 9;
/** Of a large board, so that each is as wide as a finger on the smallest phone, and the board keeps its room. */
const MOST_KEYS_IN_A_ROW = 6;
const MOST_ROWS = 3;
/** Where there is room for all keys of the largest board. */
const ROOMY = "(min-width: 56rem) and (min-height: 48rem)";
const find = (name) => document.getElementById(name);

export class Keypad {
  #built = "";
  #buttons = [];
  #erase = null;
  #page = 0;
  #roomy = matchMedia(ROOMY);

  /** `actions` has `press(digit)`, `hold(digit)` and `erase()`. */
  constructor(session, settings, actions) {
    Object.assign(this, { session, settings, actions });
    this.modes = [...document.querySelectorAll("[data-mode]")];
    for (const button of this.modes) button.addEventListener("click", () => session.setMode(button.dataset.mode));
    // A tap here leaves the focus on the board, so that fingers and keys can take turns.
    for (const area of document.querySelectorAll(".modes, .keypad")) {
      area.addEventListener("pointerdown", (event) => event.preventDefault());
    }
    for (const name of ["change", "mode", "armed"]) session.addEventListener(name, () => this.render());
    settings.addEventListener("change", () => this.#offerModes());
    this.#roomy.addEventListener("change", () => this.#layOut());
    this.#offerModes();
  }

  #offerModes() {
    const more = this.settings.get("moreMarks");
    for (const button of this.modes) {
      if (["corner", "centre"].includes(button.dataset.mode)) button.hidden = !more;
      if (button.dataset.mode === "marks") button.hidden = more;
    }
    const shown = this.modes.find(({ dataset }) => dataset.mode === this.session.mode);
    if (shown?.hidden) this.session.setMode("digit");
    this.render();
  }

  /** Relabels the keys in another language. */
  rebuild() {
    this.#built = "";
    this.render();
  }

  render() {
    const { mode, puzzle } = this.session;
    const { size, regions } = puzzle.shape;
    const boxes = new Set(regions).size;
    const kind = `${mode === "colour" ? "colours" : "digits"} ${size}`;
    if (kind !== this.#built) this.#build(kind, mode === "colour", size);
    for (const button of this.modes) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    if (mode === "colour") return;
    this.#buttons.forEach((button, index) => {
      const left = boxes - puzzle.values.filter((value) => value === index + 1).length;
      button.querySelector(".left").textContent = mode === "digit" ? tn("{n} left", "{n} left", Math.max(0, left), { n: Math.max(0, left) }) : "";
      button.classList.toggle("done", left <= 0 && mode === "digit");
      button.classList.toggle("armed", this.session.armed === index + 1);
    });
  }

  #build(kind, isColours, size) {
    this.#built = kind;
    const count = isColours ? COLOURS : size;
    this.#buttons = Array.from({ length: count }, (_, index) => (isColours ? this.#colour(index + 1) : this.#digit(index + 1)));
    this.#erase = this.#eraser();
    this.#page = 0;
    find("keypad").classList.toggle("large", size > 9);
    this.#layOut();
  }

  /** Puts the keys into rows; where they are too many, half of them, with a key that brings the others. */
  #layOut() {
    const count = this.#buttons.length;
    const half = Math.ceil(count / 2);
    const isSplit = count + 1 > MOST_ROWS * MOST_KEYS_IN_A_ROW && !this.#roomy.matches;
    const shown = isSplit ? this.#buttons.slice(this.#page * half, (this.#page + 1) * half) : this.#buttons;
    const others = isSplit ? [this.#turner(...(this.#page ? [1, half] : [half + 1, count]))] : [];
    const keys = (isSplit ? half : count) + others.length + 1;
    const rows = count > 9 ? Math.ceil(keys / MOST_KEYS_IN_A_ROW) : 2;
    const columns = Math.ceil(keys / rows);
    this.#erase.style.gridColumn = `span ${columns * rows - shown.length - others.length}`;
    find("keypad").style.setProperty("--key-columns", columns);
    find("keypad").replaceChildren(...shown, ...others, this.#erase);
  }

  #button() {
    const button = document.createElement("button");
    button.type = "button";
    return button;
  }

  #digit(digit) {
    const button = this.#button();
    const left = document.createElement("span");
    left.className = "left";
    left.setAttribute("aria-hidden", "true");
    button.append(label(digit), left);
    onPress(button, () => this.actions.press(digit), () => this.actions.hold(digit));
    return button;
  }

  #colour(number) {
    const button = this.#button();
    button.setAttribute("aria-label", t("Colour {n}", { n: number }));
    const swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.dataset.colour = number;
    button.append(swatch);
    button.addEventListener("click", () => this.actions.press(number));
    return button;
  }

  /** The key that brings the digits of the other half. */
  #turner(from, to) {
    const button = this.#button();
    button.className = "turner";
    button.textContent = `${from}–${to}`;
    button.setAttribute("aria-label", t("Digits {from} to {to}", { from, to }));
    button.addEventListener("click", () => {
      const byKeyboard = document.activeElement === button;
      this.#page = 1 - this.#page;
      this.#layOut();
      if (byKeyboard) find("keypad").querySelector(".turner").focus({ preventScroll: true });
    });
    return button;
  }

  #eraser() {
    const button = this.#button();
    button.setAttribute("aria-label", t("Erase"));
    button.append(icon("erase"));
    button.addEventListener("click", () => this.actions.erase());
    return button;
  }
}

/** One of the page's icons. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const [svg, use] = ["svg", "use"].map((kind) => document.createElementNS(space, kind));
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `icons.svg#${name}`);
  svg.append(use);
  return svg;
}
