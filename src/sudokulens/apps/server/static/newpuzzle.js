// New puzzles by size, level, technique and rules; the lists come from the service.

import * as api from "./api.js";
import { emptyPuzzle, fromFields } from "./board.js";
import { choices, fillList } from "./choices.js";
import { attempt, fail, openDialog } from "./notices.js";
import { makeShape } from "./shape.js";
import { t } from "./words.js";

const LEVELLED_SIZE = 9;
const find = (name) => document.getElementById(name);

export class NewPuzzle {
  #choices = null;

  /** `start` takes a puzzle, what to say of it, and whether its clues are to be typed. */
  constructor(start) {
    this.start = start;
    find("generate").addEventListener("click", () => this.#generate());
    find("new-empty").addEventListener("click", () => this.empty());
    for (const name of ["new-size", "new-technique", "new-variant"]) find(name).addEventListener("change", () => this.#limit());
  }

  async open() {
    openDialog("new-dialog");
    try {
      this.#choices = await choices();
      this.#fill();
    } catch (fault) {
      fail(fault.message);
    }
  }

  /** A board without a digit, to type the clues in. */
  empty(size = Number(find("new-size").value) || LEVELLED_SIZE) {
    find("new-dialog").close();
    this.start(emptyPuzzle(makeShape(size)), "", true);
  }

  /** A puzzle that needs the technique. */
  async practise({ technique, name }) {
    const answer = await attempt(t("Making a puzzle…"), () => api.generate({ technique, practise: true }));
    if (answer) this.start(fromFields(answer.fields), t("A puzzle that needs: {technique}.", { technique: name }));
  }

  #fill() {
    const { sizes, levels, techniques, symmetries, variants } = this.#choices;
    const named = (entries) => entries.map(({ name, words }) => ({ value: name, words }));
    const orAny = (entries) => [{ value: "", words: t("any") }, ...named(entries)];
    fillList(find("new-size"), sizes.map(({ size, words }) => ({ value: size, words })), LEVELLED_SIZE);
    fillList(find("new-level"), named(levels), "medium");
    fillList(find("new-technique"), orAny(techniques));
    fillList(find("new-variant"), named(variants));
    fillList(find("new-symmetry"), orAny(symmetries), "rotational");
    this.#limit();
  }

  /** What the service cannot make together is not offered together. */
  #limit() {
    const { sizes, variants } = this.#choices;
    const size = sizes.find((one) => one.size === Number(find("new-size").value));
    let variant = variants.find(({ name }) => name === find("new-variant").value);
    if (!variant.sizes.includes(size.size)) [variant] = variants;
    find("new-variant").value = variant.name;
    const rated = size.levels && variant.levels;
    for (const option of find("new-variant").options) {
      option.disabled = !variants.find(({ name }) => name === option.value).sizes.includes(size.size);
    }
    find("new-technique").disabled = !rated;
    find("new-level").disabled = !rated || Boolean(find("new-technique").value);
  }

  #wishes() {
    const value = (name) => (find(name).disabled ? null : find(name).value || null);
    const variant = value("new-variant");
    return { size: Number(find("new-size").value), level: value("new-level"), technique: value("new-technique"),
      symmetry: value("new-symmetry"), variants: variant ? [variant] : [] };
  }

  async #generate() {
    const wishes = this.#wishes();
    const answer = await attempt(t("Making a puzzle…"), () => api.generate(wishes));
    if (!answer) return;
    find("new-dialog").close();
    const level = find("new-level").selectedOptions[0]?.textContent;
    this.start(fromFields(answer.fields), wishes.level ? t("A new puzzle, level {level}.", { level }) : t("A new puzzle."));
  }
}
