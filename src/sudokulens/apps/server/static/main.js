// Puts the page together: read this file first.

import * as api from "./api.js";
import * as board from "./board.js";
import { DoubtPanel } from "./doubts.js";
import { GridView } from "./grid.js";
import { HintPanel } from "./hints.js";
import { Keypad } from "./keypad.js";
import { installKeyboard } from "./keyboard.js";
import { LivePanel } from "./livepanel.js";
import { attempt, dismissFailure, fail, tell } from "./notices.js";
import { PathPanel } from "./path.js";
import { PhotoPanel } from "./photo.js";
import { Session } from "./session.js";
import { makeShape } from "./shape.js";
import { installShare, puzzleInAddress } from "./share.js";
import { installTheme } from "./theme.js";
import { installTransfer, print } from "./transfer.js";

const find = (name) => document.getElementById(name);
const onClick = (name, action) => find(name).addEventListener("click", action);

const session = new Session();
const grid = new GridView(find("board"), find("links"));
let shown = null;

function render() {
  const puzzle = shown?.puzzle ?? session.puzzle;
  grid.render(puzzle, session.selection, session.cursor, shown?.paint ?? null);
  find("undo").disabled = !session.canUndo;
  find("redo").disabled = !session.canRedo;
  find("editing").hidden = !session.editing;
  const empty = board.isEmpty(session.puzzle);
  find("welcome").hidden = !empty || session.editing;
  for (const name of ["ask-hint", "check", "solve", "ask-path", "rate", "print"]) find(name).disabled = empty;
}

const show = (puzzle, paint) => {
  shown = puzzle || paint ? { puzzle, paint } : null;
  render();
};

const photo = new PhotoPanel(session, (cell) => { session.select(cell); grid.focus(cell); });
const hints = new HintPanel(session, (paint) => show(null, paint));
const path = new PathPanel(session, (puzzle, paint) => show(puzzle, paint));
const camera = new LivePanel((puzzle) => start(puzzle, taken(puzzle)), (picture) => photo.read(picture));
new DoubtPanel(session, photo);

const actions = {
  enter(digit, mode) {
    const { puzzle, cells, editing } = session;
    tell("");
    if (mode === "colour") session.change(board.colour(puzzle, cells, Math.min(digit, 9)));
    else if (mode === "digit") session.change(board.place(puzzle, cells, digit, editing));
    else session.change(board.mark(puzzle, cells, mode, digit));
    celebrate();
  },
  erase() { session.change(board.erase(session.puzzle, session.cells, session.editing)); },
  focusCursor() { grid.focus(session.cursor); },
  help() { find("help-dialog").showModal(); },
};

function celebrate() {
  if (board.isComplete(session.puzzle) && !board.conflicts(session.puzzle).size) tell("Solved. Well done!");
}

async function check() {
  const { puzzle } = session;
  const answer = await attempt("Checking…", () => api.check(board.toFields(puzzle)));
  if (!answer || puzzle !== session.puzzle) return;
  const wrong = new Set(answer.wrong);
  if (answer.kind === "none") for (const fault of answer.faults) fault.cells.forEach((cell) => wrong.add(cell));
  show(null, wrong.size ? { wrong } : null);
  tell(verdict(answer));
}

function verdict({ kind, wrong, complete, minimal }) {
  if (kind === "none") return "These clues have no solution. Compare them with the original.";
  if (kind === "multiple") return "These clues have more than one solution; one may be missing.";
  if (kind === "unfinished") return "The check took too long.";
  if (wrong.length) return `${wrong.length === 1 ? "One digit is" : `${wrong.length} digits are`} wrong; marked in red.`;
  if (complete) return "Solved: every digit is right.";
  const spare = minimal === false ? "" : " No clue could be spared.";
  return `So far everything is right. The puzzle has exactly one solution.${spare}`;
}

async function solve() {
  const { puzzle } = session;
  const answer = await attempt("Solving…", () => api.solve(board.toFields(board.cluesOnly(puzzle))));
  if (!answer || puzzle !== session.puzzle) return;
  if (answer.kind !== "unique") { tell(verdict({ ...answer, wrong: [] })); return; }
  session.change(board.filled(puzzle, answer.solution));
  tell("Here is the solution. Undo brings your own board back.");
}

async function rate() {
  const answer = await attempt("Rating…", () => api.rate(board.toFields(board.cluesOnly(session.puzzle))));
  if (!answer) return;
  const bound = answer.exact ? "" : "at least ";
  const hardest = answer.hardest ? `; the hardest step is: ${answer.hardest}` : "";
  tell(`Level: ${answer.level}${hardest}. ${answer.scale} rating ${bound}${answer.er.toFixed(1)}; score ${answer.score} in ${answer.steps} steps.`);
}

async function generate() {
  const size = Number(find("new-size").value);
  const level = find("new-level").value;
  const wishes = { size, symmetry: find("new-symmetry").value || null, level: size === 9 ? level : null };
  const answer = await attempt("Making a puzzle…", () => api.generate(wishes));
  if (!answer) return;
  find("new-dialog").close();
  start(board.fromFields(answer.fields), size === 9 ? `A new puzzle, level ${level}.` : "A new puzzle.");
}

/** Takes a new puzzle; the old one can be brought back by Undo. */
function start(puzzle, message, editing = false) {
  session.begin(puzzle);
  session.setEditing(editing);
  tell(message);
  grid.focus(session.cursor);
}

function taken({ givens, values }) {
  const entries = values.filter((value, cell) => value && !givens[cell]).length;
  return `Taken from the camera: ${givens.filter(Boolean).length} clues${entries ? ` and ${entries} handwritten digits` : ""}.`;
}

function startEmpty() {
  find("new-dialog").close();
  start(board.emptyPuzzle(makeShape(Number(find("new-size").value))), "", true);
}

function fromMore(action) {
  return () => { find("more-dialog").close(); action(); };
}

function installBoard() {
  let dragging = false;
  const element = find("board");
  element.addEventListener("pointerdown", (event) => {
    const cell = grid.cellOf(event);
    if (cell < 0) return;
    event.preventDefault();
    dragging = true;
    session.select(cell, event.ctrlKey || event.metaKey || event.shiftKey);
    grid.focus(cell);
  });
  element.addEventListener("pointerover", (event) => {
    if (!dragging || event.pointerType === "touch") return;
    const cell = grid.cellOf(event);
    if (cell >= 0) session.select(cell, true);
  });
  element.addEventListener("focusin", (event) => {
    const cell = grid.cellOf(event);
    if (cell >= 0 && cell !== session.cursor) session.select(cell);
  });
  addEventListener("pointerup", () => { dragging = false; });
}

function installButtons() {
  onClick("undo", () => session.undo());
  onClick("redo", () => session.redo());
  onClick("ask-hint", () => { tell(""); path.close(); hints.next(); });
  onClick("ask-path", () => { hints.close(); path.start(); });
  onClick("check", check);
  onClick("solve", solve);
  onClick("rate", rate);
  onClick("print", () => print(session.puzzle));
  onClick("auto-marks", () => { session.change(board.withAutoMarks(session.puzzle)); tell("Every possible digit is marked."); });
  onClick("generate", generate);
  onClick("new-empty", startEmpty);
  onClick("welcome-type", startEmpty);
  onClick("editing-done", () => { session.setEditing(false); grid.focus(session.cursor); });
  onClick("edit-clues", fromMore(() => session.setEditing(true)));
  onClick("clear-marks", fromMore(() => session.change(board.withoutMarks(session.puzzle))));
  onClick("restart", fromMore(() => session.change(board.cluesOnly(session.puzzle))));
  onClick("clear-board", fromMore(() => session.begin(board.emptyPuzzle(session.puzzle.shape))));
  onClick("failure-close", dismissFailure);
}

function installDialogs() {
  for (const name of ["new", "help", "more"]) onClick(`open-${name}`, () => find(`${name}-dialog`).showModal());
  onClick("welcome-new", () => find("new-dialog").showModal());
  for (const name of ["open-camera", "welcome-camera"]) onClick(name, () => camera.open());
  for (const name of ["open-photo", "welcome-photo"]) onClick(name, () => find("photo-dialog").showModal());
  onClick("capture-photo", () => { find("photo-dialog").close(); find("capture-input").click(); });
  onClick("choose-photo", () => { find("photo-dialog").close(); find("photo-input").click(); });
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog:not(.camera)")) {
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  }
}

async function installOffline() {
  const note = find("offline-note");
  if (!navigator.serviceWorker) { note.textContent = "This browser cannot keep the page for use offline."; return; }
  try {
    await navigator.serviceWorker.register("/sw.js");
    note.textContent = "The page works offline for everything that needs no reading, solving or rating.";
  } catch {
    note.textContent = "The page cannot be kept for use offline, because the browser does not trust its certificate.";
  }
}

function openAddress() {
  const shared = puzzleInAddress();
  if (shared) start(shared, "This puzzle came with the link. Undo brings the one before back.");
}

session.addEventListener("change", () => { shown = null; render(); });
session.addEventListener("select", render);
session.addEventListener("mode", render);
session.addEventListener("unsaved", () => fail("The browser does not let this page keep your puzzle; it will be lost on reload."));
addEventListener("hashchange", openAddress);
addEventListener("unhandledrejection", ({ reason }) => fail(`Something went wrong: ${reason?.message ?? reason}`));
addEventListener("error", ({ message }) => fail(`Something went wrong: ${message}`));

new Keypad(session, actions);
installTheme(find("theme"));
installKeyboard(find("board"), session, actions);
installBoard();
installButtons();
installDialogs();
installTransfer(session);
installShare(session);
session.restore();
openAddress();
render();
installOffline();
