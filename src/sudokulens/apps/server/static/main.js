// Puts the page together: read this file first.

import * as api from "./api.js";
import * as board from "./board.js";
import { CornersDialog } from "./corners.js";
import { DoubtPanel } from "./doubts.js";
import { Entry } from "./entry.js";
import { installFinish } from "./finish.js";
import { installGestures } from "./gestures.js";
import { GridView, describe } from "./grid.js";
import { HintPanel } from "./hints.js";
import { hasService } from "./home.js";
import { installIntake } from "./intake.js";
import { Keypad } from "./keypad.js";
import { installKeyboard } from "./keyboard.js";
import { installLanguages } from "./languages.js";
import { Lesson } from "./lesson.js";
import { Library } from "./library.js";
import { LivePanel } from "./livepanel.js";
import { installMenu } from "./menu.js";
import { NewPuzzle } from "./newpuzzle.js";
import { announce, attempt, dismissFailure, fail, keepOffering, openDialog, tell } from "./notices.js";
import { installOffline } from "./offline.js";
import { PathPanel } from "./path.js";
import { PhotoPanel } from "./photo.js";
import { Play } from "./play.js";
import { Review } from "./review.js";
import { Rules } from "./rules.js";
import { ruleSentences } from "./rulewords.js";
import { onPaper, shapesOf, toSvg } from "./scene.js";
import { Session } from "./session.js";
import { Settings, installSettings } from "./settings.js";
import { installShare, puzzleInAddress } from "./share.js";
import { clearSheet, onLeft } from "./sheets.js";
import { Store } from "./store.js";
import { installTheme } from "./theme.js";
import { Timer } from "./timer.js";
import { installTransfer, print } from "./transfer.js";
import { withRules } from "./verdict.js";
import { VerdictPanel } from "./verdictpanel.js";
import { t, tn } from "./words.js";

const find = (name) => document.getElementById(name);
const onClick = (name, action) => find(name).addEventListener("click", action);

const store = new Store();
const session = new Session(store);
const settings = new Settings();
const grid = new GridView(find("board"), find("beneath"), find("above"));
let shown = null;

/** Says what a key did to the cell, before others listen: what they have to tell is more. */
let told = session.puzzle;
session.addEventListener("begin", () => { told = null; });
session.addEventListener("change", () => {
  const { puzzle, cursor } = session;
  const cell = told && board.toldCell(told, puzzle, cursor);
  if (told) announce(describe(puzzle, cell, board.conflicts(puzzle).has(cell)));
  told = puzzle;
});
let { mode } = session;
session.addEventListener("mode", () => {
  if (session.mode !== mode) announce(document.querySelector(`[data-mode="${session.mode}"]`).textContent);
  ({ mode } = session);
});

function render() {
  const puzzle = shown?.puzzle ?? session.puzzle;
  grid.render(puzzle, { selection: session.selection, cursor: session.cursor, lit: entry.lit, paint: shown?.paint ?? null,
    wrong: play.wrong, rules: rules.shapes, asPage: review.asPage });
  const sentences = ruleSentences(puzzle.shape).join(" ");
  find("rules-note").textContent = sentences;
  find("rules-note").hidden = !sentences;
  find("undo").disabled = !session.canUndo;
  find("redo").disabled = !session.canRedo;
  const empty = board.isEmpty(session.puzzle);
  const welcoming = empty && !session.editing && !session.canUndo;
  find("welcome").hidden = !welcoming;
  document.body.classList.toggle("welcoming", welcoming);
  for (const name of ["ask-hint", "check", "auto-marks"]) find(name).disabled = empty;
  if (document.activeElement?.disabled) focusBoard();
}

const show = (puzzle, paint) => {
  shown = puzzle || paint ? { puzzle, paint } : null;
  render();
  photo.mark();
};

const focusBoard = () => (review.view === "photo" ? find("photo").focus({ preventScroll: true }) : grid.focus(session.cursor));
onLeft(focusBoard);
const chosen = (cell) => { session.select(cell); focusBoard(); };

const photo = new PhotoPanel(session, store, { tap: chosen, wrong: () => play.wrong, paint: paintPhoto });
const review = new Review(session, photo);
const rules = new Rules(session, render);
const entry = new Entry(session, settings, review);
const newPuzzle = new NewPuzzle(start);
const play = new Play(session, settings, { review: () => review.show("page"), finish: () => finish() });
const hints = new HintPanel(session, (paint) => show(null, paint), {
  practise: (step) => newPuzzle.practise(step),
  learn: ({ technique }) => lessons.open(technique),
});
const lessons = new Lesson(start);
const path = new PathPanel(session, (puzzle, paint) => show(puzzle, paint));
const library = new Library(session, store);
const share = installShare(session);
const finish = installFinish(session, { another: () => newPuzzle.open(), share, wave: () => grid.celebrate(session.cursor) });
const doubts = new DoubtPanel(session, photo, { settled: () => play.check() });
const corners = new CornersDialog((picture) => photo.read(picture));
const camera = new LivePanel((puzzle) => start(puzzle, taken(puzzle)), (picture) => photo.read(picture));
let unreadable = null;
const verdicts = new VerdictPanel(session, {
  show: ({ cells }) => { play.mark(cells, true); chosen(cells[0] ?? 0); tell(t("Marked in red.")); },
  hint: () => hints.next(),
  review: ({ cells }) => { play.mark(cells); review.show("page"); focusBoard(); },
  doubts: (card) => doubts.start(card.asks ? card : null),
  rules: useRules,
  whole: showWhole,
  corners: () => corners.open(unreadable),
  retry: () => openDialog("photo-dialog"),
  play: () => {},
  another: () => newPuzzle.open(),
});

/** What was written since, and the hint, on the photo itself, along the lines of its grid. */
function paintPhoto(marks) {
  const { plane } = photo;
  if (!plane) return;
  const shapes = [...photo.written(), ...shapesOf(shown?.paint?.scene)];
  marks.append(...toSvg(shapes, plane, onPaper));
}

/** From one grid of several that share boxes to the one puzzle that they are. */
function showWhole() { photo.choose(photo.wholeIndex); }

/** Takes the puzzle up again, by the rules that its picture showed. */
function useRules() {
  const { record } = session;
  session.begin(board.fromFields(withRules(photo.grid.fields, photo.grid.rules)), { scan: record.scan, photo: record.photo });
  tell(t("The board now follows the rules in the picture."));
}

/** Takes a new puzzle; the one before is among the person's puzzles. */
function start(puzzle, message, editing = false) {
  session.begin(puzzle);
  session.setEditing(editing);
  if (editing) { session.select(0); tellEditing(t("Type the clues; after each digit, the next cell is selected.")); }
  else tell(message);
  grid.focus(session.cursor);
}

/** Whatever is said while clues are edited, the way out of that stays beside it. */
function tellEditing(text) {
  keepOffering({ words: t("Done"), act: doneEditing });
  tell(text);
}

function doneEditing() {
  session.setEditing(false);
  keepOffering(null);
  tell("");
  grid.focus(session.cursor);
}

function editClues() {
  session.setEditing(true);
  tellEditing(t("You are editing the clues: the digits you type count as printed."));
  grid.focus(session.cursor);
}

function taken({ givens, values }) {
  const clues = givens.filter(Boolean).length;
  const entries = values.filter((value, cell) => value && !givens[cell]).length;
  const words = tn("Taken from the camera: {n} clue.", "Taken from the camera: {n} clues.", clues, { n: clues });
  return entries ? `${words} ${tn("{n} digit is yours.", "{n} digits are yours.", entries, { n: entries })}` : words;
}

async function readSample() {
  find("photo-dialog").close();
  const picture = await attempt(t("Fetching the sample…"), () => api.sample());
  if (picture) await photo.read(picture);
}

/** The next digit clears the message, except the one on how to end the editing of clues. */
const quiet = () => { if (!session.editing) tell(""); };

const actions = {
  enter: (digit, mode) => { quiet(); entry.enter(digit, mode, editClues); },
  press: (digit) => { quiet(); entry.press(digit, editClues); },
  hold: (digit) => entry.hold(digit),
  erase: (key) => { quiet(); entry.erase(key); },
  undo: () => { quiet(); session.undo(); },
  redo: () => { quiet(); session.redo(); },
  continueNumber: (digit) => entry.continueNumber(digit),
  focusCursor: focusBoard,
  help: () => openDialog("help-dialog"),
  hint: askHint,
  check: () => { if (!find("check").disabled) play.check(); },
};

function askHint() {
  if (find("ask-hint").disabled) return;
  tell("");
  path.close();
  hints.next();
}

function installBoard() {
  installGestures(grid, find("board"), {
    tap: (cell, more) => { session.select(cell, more); grid.focus(cell); entry.tap(cell); },
    drag: (cell) => { session.select(cell, true); grid.reveal(cell); },
    hold: (cell) => entry.holdCell(cell),
  });
  find("board").addEventListener("focusin", (event) => {
    const cell = grid.cellOf(event);
    if (cell >= 0 && cell !== session.cursor) session.select(cell);
  });
}

function installButtons() {
  onClick("undo", actions.undo);
  onClick("redo", actions.redo);
  onClick("ask-hint", askHint);
  onClick("check", () => play.check());
  onClick("auto-marks", () => { session.change(board.withAutoMarks(session.puzzle)); tell(t("Every possible digit is marked.")); });
  onClick("welcome-type", () => newPuzzle.empty(9));
  onClick("failure-close", dismissFailure);
  for (const name of ["welcome-sample", "open-sample"]) onClick(name, readSample);
  for (const name of ["open-new", "welcome-new"]) onClick(name, () => newPuzzle.open());
  for (const name of ["open-camera", "welcome-camera"]) onClick(name, () => camera.open());
  for (const name of ["open-photo", "welcome-photo"]) onClick(name, () => openDialog("photo-dialog"));
  onClick("open-library", () => library.open());
  onClick("capture-photo", () => { find("photo-dialog").close(); find("capture-input").click(); });
  onClick("choose-photo", () => { find("photo-dialog").close(); find("photo-input").click(); });
}

/** Changes more than a cell: what was chosen is spoken, not the cursor's cell. */
function changeAll(name, puzzle) {
  session.change(puzzle);
  announce(find(name).textContent);
}

const hasPuzzle = () => !board.isEmpty(session.puzzle);
const menu = {
  solve: [() => play.solve(), hasPuzzle],
  "ask-path": [() => { hints.close(); path.start(); }, hasPuzzle],
  rate: [() => { clearSheet(); play.rate(); }, hasPuzzle], // On a phone the sheet would cover what is said.
  "open-whole": [showWhole],
  "open-share": [share],
  print: [() => print(session.puzzle), hasPuzzle],
  "open-transfer": [() => transfer.open()],
  "edit-clues": [editClues],
  "clear-marks": [() => changeAll("clear-marks", board.withoutMarks(session.puzzle)), hasPuzzle],
  restart: [() => changeAll("restart", board.cluesOnly(session.puzzle)), hasPuzzle],
  "clear-board": [() => changeAll("clear-board", board.emptyPuzzle(session.puzzle.shape)), hasPuzzle],
  "open-settings": [() => openDialog("settings-dialog")],
  "open-help": [() => openDialog("help-dialog")],
};

async function openAddress() {
  const shared = await puzzleInAddress();
  if (shared) start(shared, t("This puzzle came with the link. Yours is among your puzzles."));
}

session.addEventListener("begin", () => { find("open-whole").hidden = photo.wholeIndex < 0; shown = null; clearSheet(); keepOffering(null); tell(""); });
session.addEventListener("change", () => { shown = null; render(); });
for (const name of ["select", "mode", "armed"]) session.addEventListener(name, render);
session.addEventListener("select", () => { if (find("board").contains(document.activeElement)) grid.focus(session.cursor); });
session.addEventListener("unsaved", () => fail(t("The browser does not let this page keep your puzzle; it will be lost on reload.")));
play.addEventListener("marked", () => { render(); photo.mark(); });
review.addEventListener("view", render);
photo.addEventListener("read", () => { grid.settle(); verdicts.showScan(photo); });
photo.addEventListener("nothing", ({ detail }) => { unreadable = detail; verdicts.showNothing(detail); });
addEventListener("hashchange", openAddress);
addEventListener("unhandledrejection", ({ reason }) => fail(t("Something went wrong: {reason}", { reason: reason?.message ?? reason })));
addEventListener("error", ({ message }) => fail(t("Something went wrong: {reason}", { reason: message })));

const keypad = new Keypad(session, settings, actions);
find("api-note").hidden = !hasService;
installTheme(find("theme"));
installSettings(settings, document.querySelectorAll("[data-setting]"));
installKeyboard([find("board"), find("photo")], session, settings, actions);
installBoard();
installButtons();
installMenu(menu);
const transfer = installTransfer(session, start);
installIntake({ takePicture: (file) => photo.read(file), takeFile: transfer.takeFile, takeText: transfer.take });
new Timer(session, settings, find("timer"), () => hasPuzzle() && !board.isComplete(session.puzzle) && !session.editing);
installLanguages(find("language"), () => { quiet(); keypad.rebuild(); render(); });
await session.restore();
await openAddress();
delete document.documentElement.dataset.returning;
render();
await installOffline(find("offline-note"));
