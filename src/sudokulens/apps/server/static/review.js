// Three views of a scanned puzzle: the board, the straightened page with what was read on it, and the photo itself.

import { withInk } from "./board.js";
import { drawFlat } from "./projection.js";
import { t } from "./words.js";

const FLAT_SIDE = 1080;
const find = (name) => document.getElementById(name);

export class Review extends EventTarget {
  view = "board";
  /** Whether a digit typed onto the page is a clue of it, where the cell was empty. */
  typesClues = true;

  constructor(session, photo) {
    super();
    Object.assign(this, { session, photo });
    this.tabs = [...document.querySelectorAll("[data-view]")];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.show(tab.dataset.view));
    find("ink-clue").addEventListener("click", () => this.#setInk(true));
    find("ink-mine").addEventListener("click", () => this.#setInk(false));
    session.addEventListener("begin", () => { this.typesClues = true; this.show("board"); });
    for (const name of ["change", "select"]) session.addEventListener(name, () => this.#renderInk());
    photo.addEventListener("picture", () => this.show(this.view));
  }

  /** True while the page itself is under the cells: then every cell can be typed over. */
  get asPage() { return this.view === "page"; }

  show(view) {
    const possible = Boolean(this.photo.scan) && Boolean(this.photo.image.getAttribute("src"));
    // Grids that share boxes are compared with the photo: they have no page of their own.
    const wished = view === "page" && !this.photo.lattice ? "photo" : view;
    this.view = possible ? wished : "board";
    find("views").hidden = !possible;
    for (const tab of this.tabs) {
      tab.setAttribute("aria-pressed", String(tab.dataset.view === this.view));
      tab.hidden = tab.dataset.view === "page" && !this.photo.lattice;
    }
    find("photo").hidden = this.view !== "photo";
    find("board-frame").hidden = this.view === "photo";
    find("board-frame").classList.toggle("as-page", this.asPage);
    find("flat").hidden = !this.asPage;
    find("inks").hidden = !this.asPage;
    find("modes").hidden = this.asPage;
    if (this.asPage) { this.session.setMode("digit"); this.#drawFlat(); }
    this.photo.mark();
    this.#renderInk();
    this.dispatchEvent(new Event("view"));
  }

  #drawFlat() {
    const canvas = find("flat");
    const { lattice } = this.photo;
    if (!lattice || !this.photo.isReady) return;
    canvas.width = canvas.height = FLAT_SIDE;
    drawFlat(canvas, this.photo.image, lattice);
  }

  /** Whose digit it is: the chosen cell's, else what the next digit will be. */
  #renderInk() {
    const { puzzle, cursor } = this.session;
    const clue = puzzle.values[cursor] ? puzzle.givens[cursor] : this.typesClues;
    find("ink-clue").setAttribute("aria-pressed", String(clue));
    find("ink-mine").setAttribute("aria-pressed", String(!clue));
  }

  #setInk(clue) {
    this.typesClues = clue;
    this.session.change(withInk(this.session.puzzle, this.session.cells, clue));
    this.#renderInk();
  }
}
