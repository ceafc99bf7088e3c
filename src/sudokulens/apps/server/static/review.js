// Three views of a scanned puzzle: the board, the straightened page with what was read on it, and the photo itself.

import { withInk } from "./board.js";
import { drawFlat } from "./projection.js";
import { t } from "./words.js";

const FLAT_SIDE = 1080;
const find = (name) => document.getElementById(name);

export class Review extends EventTarget {
  view = "board";

  constructor(session, photo) {
    super();
    Object.assign(this, { session, photo });
    this.tabs = [...document.querySelectorAll("[data-view]")];
    for (const tab of this.tabs) tab.addEventListener("click", () => this.show(tab.dataset.view));
    find("ink").addEventListener("click", () => this.#switchInk());
    session.addEventListener("begin", () => this.show("board"));
    for (const name of ["change", "select"]) session.addEventListener(name, () => this.#renderInk());
    photo.addEventListener("picture", () => this.show(this.view));
  }

  /** True while the page itself is under the cells: then every cell can be typed over. */
  get asPage() { return this.view === "page"; }

  show(view) {
    const possible = Boolean(this.photo.scan) && Boolean(this.photo.image.getAttribute("src"));
    this.view = possible ? view : "board";
    find("views").hidden = !possible;
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.dataset.view === this.view));
    find("photo").hidden = this.view !== "photo";
    find("board-frame").hidden = this.view === "photo";
    find("board-frame").classList.toggle("as-page", this.asPage);
    find("flat").hidden = !this.asPage;
    if (this.asPage) this.#drawFlat();
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

  /** Whose digit it is: the button says what the chosen cell holds, and a tap turns it over. */
  #renderInk() {
    const { puzzle, cursor } = this.session;
    const button = find("ink");
    button.hidden = !this.asPage || !puzzle.values[cursor];
    button.textContent = puzzle.givens[cursor] ? t("Clue → mine") : t("Mine → clue");
  }

  #switchInk() {
    const { puzzle, cells, cursor } = this.session;
    this.session.change(withInk(puzzle, cells, !puzzle.givens[cursor]));
  }
}
