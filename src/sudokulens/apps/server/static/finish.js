// The last digit: what was achieved, and something to look at for those who like motion.

import { isComplete } from "./board.js";
import { announce } from "./notices.js";
import { closeSheet, openSheet } from "./sheets.js";
import { clock } from "./timer.js";
import { t } from "./words.js";

const PIECES = 60;
const LASTS = 3200;
const COLOURS = ["#12b3a3", "#3e7bfa", "#f59f00", "#e5484d", "#8e4ec6", "#46a758"];
const find = (name) => document.getElementById(name);

export function installFinish(session, { another, share, wave }) {
  find("finish-new").addEventListener("click", () => { closeSheet("finish"); another(); });
  find("finish-share").addEventListener("click", () => share());
  find("finish-close").addEventListener("click", () => closeSheet("finish"));
  session.addEventListener("change", () => { if (!isComplete(session.puzzle)) closeSheet("finish"); });
  return () => {
    const words = t("Every digit is right. Your time: {time}.", { time: clock(session.record.elapsed) });
    find("finish-time").textContent = clock(session.record.elapsed);
    find("finish-text").textContent = words;
    openSheet("finish");
    find("finish-title").focus({ preventScroll: true });
    announce(`${t("Solved!")} ${words}`);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) { throwConfetti(); wave(); }
  };
}

function throwConfetti() {
  const pieces = Array.from({ length: PIECES }, (_, index) => {
    const piece = document.createElement("i");
    piece.style.setProperty("--x", Math.random() * 100);
    piece.style.setProperty("--d", Math.random());
    piece.style.setProperty("--c", COLOURS[index % COLOURS.length]);
    return piece;
  });
  find("confetti").replaceChildren(...pieces);
  setTimeout(() => find("confetti").replaceChildren(), LASTS);
}
