// Where nothing was found: the person puts four corners onto the grid, and the straightened picture is read.

import { attempt, openDialog } from "./notices.js";
import { blobOf } from "./picture.js";
import { drawFlat, latticeOf } from "./projection.js";
import { t } from "./words.js";

const MARGIN = 0.12;
const STEP = 0.01;
/** As many parts as keep each of them nearly free of perspective. */
const PARTS = 24;
const SIDE = 1200;
const MOVES = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const find = (name) => document.getElementById(name);

/** Corners as shares of the picture's width and height, clockwise from the top left. */
export const startCorners = () => [[MARGIN, MARGIN], [1 - MARGIN, MARGIN], [1 - MARGIN, 1 - MARGIN], [MARGIN, 1 - MARGIN]];

export const within = ([x, y]) => [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))];

export class CornersDialog {
  #corners = startCorners();
  #handles = [];
  #source = "";

  /** `onPicture` takes the straightened picture. */
  constructor(onPicture) {
    this.onPicture = onPicture;
    this.image = find("corners-image");
    this.#handles = this.#corners.map((_, index) => this.#handle(index));
    find("corners-stage").append(...this.#handles);
    find("corners-read").addEventListener("click", () => this.#read());
  }

  open(picture) {
    URL.revokeObjectURL(this.#source);
    this.#source = this.image.src = URL.createObjectURL(picture);
    this.#corners = startCorners();
    this.#names();
    this.#render();
    openDialog("corners-dialog");
  }

  #names() {
    const names = [t("Top left corner"), t("Top right corner"), t("Bottom right corner"), t("Bottom left corner")];
    this.#handles.forEach((handle, index) => handle.setAttribute("aria-label", names[index]));
  }

  #handle(index) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("role", "slider"); // Screen readers leave a slider the arrow keys.
    const move = (point) => { this.#corners[index] = within(point); this.#render(); };
    button.addEventListener("pointerdown", (event) => button.setPointerCapture(event.pointerId));
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      const box = this.image.getBoundingClientRect();
      move([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
    });
    button.addEventListener("keydown", (event) => {
      const way = MOVES[event.key];
      if (!way) return;
      event.preventDefault();
      move(this.#corners[index].map((place, axis) => place + way[axis]));
    });
    return button;
  }

  #render() {
    this.#handles.forEach((handle, index) => {
      const [x, y] = this.#corners[index];
      handle.style.left = `${100 * x}%`;
      handle.style.top = `${100 * y}%`;
      const place = { x: Math.round(100 * x), y: Math.round(100 * y) };
      handle.setAttribute("aria-valuenow", place.x);
      handle.setAttribute("aria-valuetext", t("{x} % from the left, {y} % from the top", place));
    });
    find("corners-outline").setAttribute("viewBox", "0 0 1 1");
    find("corners-outline").setAttribute("preserveAspectRatio", "none");
    find("corners-outline").firstElementChild.setAttribute("points", this.#corners.map((corner) => corner.join(",")).join(" "));
  }

  async #read() {
    const { naturalWidth: width, naturalHeight: height } = this.image;
    const corners = this.#corners.map(([x, y]) => [x * width, y * height]);
    const flat = await attempt(t("Straightening the picture…"), () => blobOf(straightened(this.image, corners)));
    if (!flat) return;
    find("corners-dialog").close();
    this.onPicture(flat);
  }
}

/** The quadrilateral as a square on a white page, with room around it as on paper. */
function straightened(image, corners) {
  const [canvas, page] = [1, 2].map(() => document.createElement("canvas"));
  canvas.width = canvas.height = SIDE;
  drawFlat(canvas, image, latticeOf({ corners, size: PARTS }));
  page.width = page.height = Math.round(SIDE * (1 + MARGIN));
  const context = page.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, page.width, page.height);
  context.drawImage(canvas, (SIDE * MARGIN) / 2, (SIDE * MARGIN) / 2);
  return page;
}
