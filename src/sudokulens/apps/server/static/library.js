// My puzzles: what is kept on this device, with a small picture, how far it is, and when it was played.

import { progress } from "./board.js";
import { icon } from "./keypad.js";
import { attempt, fail, openDialog, tell } from "./notices.js";
import { statesOf } from "./record.js";
import { label } from "./shape.js";
import { clock } from "./timer.js";
import { language, t } from "./words.js";

const THUMBNAIL = 128;
const find = (name) => document.getElementById(name);

export class Library {
  #pictures = [];

  constructor(session, store) {
    Object.assign(this, { session, store });
    find("library-dialog").addEventListener("close", () => this.#release());
  }

  async open() {
    openDialog("library-dialog");
    await this.#render();
  }

  async #render() {
    const records = await attempt(t("Looking up…"), () => this.store.puzzles());
    if (!records) return;
    this.#release();
    find("library-empty").hidden = records.length > 0;
    find("library-list").replaceChildren(...records.map((record) => this.#item(record)));
  }

  #release() { for (const address of this.#pictures.splice(0)) URL.revokeObjectURL(address); }

  #item(record) {
    const item = document.createElement("li");
    const { puzzle } = statesOf(record);
    const open = element("button", "open", { type: "button" });
    open.append(thumbnail(puzzle), ...this.#photo(record), about(record, puzzle));
    open.addEventListener("click", () => this.#resume(record));
    const remove = element("button", "round", { type: "button" });
    remove.setAttribute("aria-label", t("Remove the puzzle of {when}", { when: when(record.changed) }));
    remove.append(icon("bin"));
    remove.addEventListener("click", () => this.#remove(record));
    item.append(open, remove);
    return item;
  }

  #photo({ photo }) {
    if (!photo) return [];
    const image = element("img", "", { alt: "" });
    this.store.photo(photo).then((picture) => {
      if (!picture) { image.remove(); return; }
      image.src = URL.createObjectURL(picture);
      this.#pictures.push(image.src);
    }, () => image.remove());
    return [image];
  }

  async #resume(record) {
    await this.session.save();
    find("library-dialog").close();
    this.session.resume(record);
    tell(record.finished ? t("Finished in {time}.", { time: clock(record.elapsed) }) : t("Where you left it."));
  }

  async #remove(record) {
    try {
      await this.store.removePuzzle(record.id);
      const others = await this.store.puzzles();
      if (record.photo && !others.some(({ photo }) => photo === record.photo)) await this.store.removePhoto(record.photo);
    } catch (fault) {
      fail(String(fault?.message ?? fault));
    }
    await this.#render();
  }
}

function element(kind, className, attributes) {
  return Object.assign(document.createElement(kind), { className, ...attributes });
}

/** Day and time; the year only where it is not this one. */
function when(time) {
  const year = new Date(time).getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(language(), { year, month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }).format(time);
}

function about(record, puzzle) {
  const holder = element("span", "about", {});
  const bar = element("progress", "", { value: progress(puzzle) });
  bar.setAttribute("aria-hidden", "true"); // The words beside it say the same; Orca speaks "0.0545455".
  const percent = Math.round(100 * progress(puzzle));
  const state = record.finished ? t("finished") : t("{percent} % filled", { percent });
  holder.append(element("span", "", { textContent: when(record.changed) }), bar,
    element("small", "", { textContent: `${state} · ${clock(record.elapsed)}` }));
  return holder;
}

/** The board in small. */
function thumbnail({ shape, values, givens }) {
  const canvas = element("canvas", "", { width: THUMBNAIL, height: THUMBNAIL });
  const context = canvas.getContext("2d");
  const side = THUMBNAIL / Math.max(shape.width, shape.height);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, THUMBNAIL, THUMBNAIL);
  context.textAlign = "center";
  context.textBaseline = "middle";
  values.forEach((value, cell) => {
    const [y, x] = shape.places[cell].map((place) => place * side);
    line(context, cell, shape, x, y, side);
    context.font = `${givens[cell] ? 700 : 500} ${side * 0.75}px Figures, sans-serif`;
    context.fillStyle = givens[cell] ? "#15202e" : "#1553c4";
    if (value) context.fillText(label(value), x + side / 2, y + side / 2);
  });
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

/** The lines to the right of a cell and below it. */
function line(context, cell, { regions, places, cellAt }, x, y, side) {
  const [row, column] = places[cell];
  const colour = (other) => (other !== undefined && regions[cell] !== regions[other] ? "#26344a" : "#d3dbe5");
  context.fillStyle = colour(cellAt(row, column + 1));
  context.fillRect(x + side - 0.75, y, 1.5, side);
  context.fillStyle = colour(cellAt(row + 1, column));
  context.fillRect(x, y + side - 0.75, side, 1.5);
}
