// Keys as solvers know them. Digits come from the key's place, because Shift turns them into signs.

const MODES = { z: "digit", x: "marks", c: "centre", v: "colour" };
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const LARGE_BOARD = 9;

/** The digit that a key stands for, 0 for none; letters count from 10 on larger boards. */
export function digitOfKey(event, size) {
  const match = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
  let digit = match ? Number(match[1]) : 0;
  if (!digit && size > LARGE_BOARD && /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey) {
    digit = event.key.toLowerCase().charCodeAt(0) - 97 + 10;
  }
  return digit <= size ? digit : 0;
}

/** Listens on the boards and the document; `actions` are what the keys do. */
export function installKeyboard(boards, session, settings, actions) {
  for (const board of boards) {
    board.addEventListener("keydown", (event) => {
      if (onBoard(event, session, settings, actions)) event.preventDefault();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.target.closest?.("input, textarea, select, dialog")) return;
    if (anywhere(event, actions)) event.preventDefault();
  });
}

function onBoard(event, session, settings, actions) {
  const { size } = session.puzzle.shape;
  const control = event.ctrlKey || event.metaKey;
  if (/^(Digit|Numpad)0$/.test(event.code) && size > LARGE_BOARD && actions.continueNumber(0)) return true;
  const digit = event.altKey ? 0 : digitOfKey(event, size);
  if (digit) {
    if (!event.shiftKey && !control && size > LARGE_BOARD && digit < 10 && actions.continueNumber(digit)) return true;
    actions.enter(digit, modeOf(event, session, settings));
    return true;
  }
  if (MOVES[event.key]) {
    session.select(moved(session.cursor, MOVES[event.key], session.puzzle.shape), event.shiftKey);
    actions.focusCursor();
    return true;
  }
  if (["Backspace", "Delete", "0", ".", " "].includes(event.key)) { actions.erase(event.key); return true; }
  if (event.key === "Home" || event.key === "End") { jump(event, session, actions); return true; }
  if (event.key === "Escape") { session.select(session.cursor); return true; }
  if (control && event.key.toLowerCase() === "a") { session.selectAll(); return true; }
  if (!control && !event.altKey && MODES[event.key.toLowerCase()]) {
    session.setMode(chosenMode(MODES[event.key.toLowerCase()], settings));
    return true;
  }
  return false;
}

/** Shift and Ctrl make marks: of the two kinds where the person uses both. */
function modeOf(event, session, settings) {
  const more = settings.get("moreMarks");
  if (event.ctrlKey || event.metaKey) return more ? "centre" : "marks";
  if (event.shiftKey && /^(Digit|Numpad)/.test(event.code)) return more ? "corner" : "marks";
  return session.mode;
}

function chosenMode(mode, settings) {
  if (settings.get("moreMarks")) return mode === "marks" ? "corner" : mode;
  return mode === "centre" ? "marks" : mode;
}

function anywhere(event, actions) {
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (control && key === "z") { event.shiftKey ? actions.redo() : actions.undo(); return true; }
  if (control && key === "y") { actions.redo(); return true; }
  if (control || event.altKey) return false;
  if (event.key === "?") { actions.help(); return true; }
  if (key === "h") { actions.hint(); return true; }
  if (key === "k") { actions.check(); return true; }
  return false;
}

/** The next cell that way, over a gap between grids and round the edge. */
function moved(cell, [down, across], { places, width, height, cellAt }) {
  let [[row, column], found] = [places[cell], undefined];
  while (found === undefined) {
    [row, column] = [(row + down + height) % height, (column + across + width) % width];
    found = cellAt(row, column);
  }
  return found;
}

function jump(event, session, actions) {
  const { places } = session.puzzle.shape;
  const cells = [...places.keys()].filter((cell) => event.ctrlKey || places[cell][0] === places[session.cursor][0]);
  session.select(cells.at(event.key === "Home" ? 0 : -1), event.shiftKey);
  actions.focusCursor();
}
