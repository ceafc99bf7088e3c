// A live view as shapes over its frame: every cell by its own corners, so that digits lie on a bent page too.

import { latticePlane } from "./planes.js";
import { onPaper, shapesOf, toCanvas } from "./scene.js";
import { DIGITS, label } from "./shape.js";

const ACCENT = "#12b3a3";
const BORDER = 0.09;
const TINT = 0.3;

/** Draws what the view shows; `scale` is canvas pixels per frame pixel. */
export function drawView(context, view, scale = 1) {
  if (!view.lattice) return;
  const own = { ink: `rgb(${view.ink})`, accent: ACCENT };
  // A crossing's place is that of a pixel's middle.
  toCanvas(context, shapesOfView(view), latticePlane(view.lattice, scale, 0.5), (paint) => own[paint] ?? onPaper(paint));
}

/** The shapes of a view: what was read, the solution, a hint or the mistakes, as its mode says. */
export function shapesOfView(view) {
  if (!view.solution) return readingShapes(view);
  if (view.mode === "hint") return hintShapes(view);
  return view.mode === "check" ? checkShapes(view) : solutionShapes(view);
}

const tint = (size, cell, paint, opacity = TINT) =>
  ({ type: "area", x: cell % size, y: Math.floor(cell / size), width: 1, height: 1, paint, opacity });

const text = (size, cell, digit, paint, height, [x, y] = [0.5, 0.5]) =>
  ({ type: "label", centre: [(cell % size) + x, Math.floor(cell / size) + y], text: digit, height, paint, bold: true });

const border = (size, paint, dashed = false) =>
  ({ type: "stroke", points: [[0, 0], [size, 0], [size, size], [0, size], [0, 0], [1, 0]], paint, width: BORDER, dashed });

function readingShapes({ size, verdict, doubtful, wrong }) {
  const suspects = verdict ? doubtful : [];
  return [border(size, "doubt", true), ...suspects.map((cell) => tint(size, cell, "doubt")), ...wrong.map((cell) => tint(size, cell, "wrong"))];
}

function solutionShapes({ size, solution, givens, entries, wrong, digit_height: height }) {
  const missing = [...solution].flatMap((letter, cell) => (givens[cell] === "0" && entries[cell] === "0" ? [[cell, letter]] : []));
  return [border(size, "accent"), ...missing.map(([cell, letter]) => text(size, cell, written(letter), "ink", height)),
    ...wrong.flatMap((cell) => [tint(size, cell, "wrong"), text(size, cell, written(solution[cell]), "wrong", 0.28, [0.8, 0.22])])];
}

function checkShapes({ size, entries, wrong }) {
  const own = [...entries].flatMap((letter, cell) => (letter === "0" ? [] : [cell]));
  return [border(size, wrong.length ? "wrong" : own.length ? "right" : "accent"),
    ...own.map((cell) => tint(size, cell, wrong.includes(cell) ? "wrong" : "right"))];
}

function hintShapes({ size, hint }) {
  const suspects = hint?.step ? [] : [...(hint?.mistakes ?? []), ...(hint?.suspicious ?? [])];
  return [border(size, suspects.length ? "wrong" : "accent"), ...suspects.map((cell) => tint(size, cell, "wrong")), ...shapesOf(hint?.scene)];
}

const written = (letter) => label(DIGITS.indexOf(letter) + 1);
