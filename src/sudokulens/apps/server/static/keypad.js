// Digits and modes for fingers.

import { character } from "./shape.js";

const find = (name) => document.getElementById(name);

export class Keypad {
  #size = 0;
  #buttons = [];

  constructor(session, actions) {
    this.session = session;
    this.actions = actions;
    this.modes = [...document.querySelectorAll("[data-mode]")];
    for (const button of this.modes) button.addEventListener("click", () => session.setMode(button.dataset.mode));
    // A tap here leaves the focus on the board, so that fingers and keys can take turns.
    for (const area of document.querySelectorAll(".modes, .keypad")) {
      area.addEventListener("pointerdown", (event) => event.preventDefault());
    }
    session.addEventListener("change", () => this.#render());
    session.addEventListener("mode", () => this.#render());
    this.#render();
  }

  #render() {
    const { size } = this.session.puzzle.shape;
    if (size !== this.#size) this.#build(size);
    for (const button of this.modes) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === this.session.mode));
    }
    this.#buttons.forEach((button, index) => {
      const left = size - this.session.puzzle.values.filter((value) => value === index + 1).length;
      button.querySelector(".left").textContent = this.session.mode === "digit" ? `${Math.max(0, left)} left` : "";
      button.classList.toggle("done", left <= 0 && this.session.mode === "digit");
    });
  }

  #build(size) {
    this.#size = size;
    this.#buttons = Array.from({ length: size }, (_, index) => {
      const button = document.createElement("button");
      button.type = "button";
      const left = document.createElement("span");
      left.className = "left";
      left.setAttribute("aria-hidden", "true");
      button.append(character(index + 1), left);
      button.addEventListener("click", () => this.actions.enter(index + 1, this.session.mode));
      return button;
    });
    const erase = document.createElement("button");
    erase.type = "button";
    erase.textContent = "⌫";
    erase.setAttribute("aria-label", "Erase");
    erase.addEventListener("click", () => this.actions.erase());
    find("keypad").replaceChildren(...this.#buttons, erase);
  }
}
