// The card after a scan: what the puzzle on the paper amounts to, and the one thing to do next.

import { announce } from "./notices.js";
import { closeSheet, openSheet } from "./sheets.js";
import { cardOf, wholeCard } from "./verdict.js";
import { sentences, t } from "./words.js";

const find = (name) => document.getElementById(name);

export class VerdictPanel {
  #picture = "";

  /** `acts`: show, hint, review, doubts, rules, whole, play, another, corners, retry; each hears the card. */
  constructor(session, acts) {
    this.acts = acts;
    this.words = { show: () => t("Show"), hint: () => t("Hint"), review: () => t("Compare with the page"),
      doubts: () => t("Look at it"), rules: () => t("Use these rules"), whole: () => t("Show the whole"), play: () => t("Play"), another: () => t("Another puzzle"),
      corners: () => t("Mark the corners"), retry: () => t("Another photo") };
    session.addEventListener("begin", () => closeSheet("verdict"));
    session.addEventListener("change", () => closeSheet("verdict"));
  }

  /** The card of what was chosen on the photo; a cell that was hard to read is asked about immediately. */
  showScan({ scan, grid, whole, wholeIndex }) {
    const card = whole ? wholeCard(whole, scan.grids) : cardOf(grid, scan.joined?.[wholeIndex - scan.grids.length]);
    if (card.asks) this.acts.doubts(card);
    else this.#show(card);
  }

  /** The card for a picture without a Sudoku. */
  showNothing(picture) {
    this.#show({ picture, title: t("No Sudoku was found in this picture."), tone: "bad", cells: [], actions: ["corners", "retry"],
      text: t("Try again closer, with the whole grid in view, in focus and evenly lit; or mark its corners by hand."),
      details: [] });
  }

  #show(card) {
    find("verdict").dataset.tone = card.tone;
    find("verdict-title").textContent = card.title;
    find("verdict-text").textContent = card.text ?? "";
    find("verdict-text").hidden = !card.text;
    this.#showPicture(card.picture);
    find("verdict-details").replaceChildren(...card.details.map((detail) => {
      const item = document.createElement("li");
      item.textContent = detail;
      return item;
    }));
    find("verdict-actions").replaceChildren(...card.actions.map((name, index) => this.#button(name, card, index === 0)), this.#closer());
    openSheet("verdict");
    find("verdict-title").focus({ preventScroll: true });
    // The title has the focus and is spoken with it.
    announce(sentences(card.text, ...card.details));
  }

  #showPicture(picture) {
    URL.revokeObjectURL(this.#picture);
    this.#picture = picture ? URL.createObjectURL(picture) : "";
    find("verdict-picture").hidden = !picture;
    if (picture) find("verdict-picture").src = this.#picture;
  }

  #button(name, card, strong) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = strong ? "strong" : "";
    button.dataset.act = name;
    button.textContent = this.words[name]();
    button.addEventListener("click", () => { closeSheet("verdict"); this.acts[name](card); });
    return button;
  }

  #closer() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = t("Close");
    button.addEventListener("click", () => closeSheet("verdict"));
    return button;
  }
}
