// Keys as solvers know them. Digits come from the key's place, because Shift turns them into signs.

const MODES = { z: "digit", x: "corner", c: "centre", v: "colour" };
const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The digit that a key stands for, 0 for none; letters count from 10 on larger boards. */
export function digitOfKey(event, size) {
  const match = /^(?:Digit|Numpad)([1-9])$/.exec(event.code);
  let digit = match ? Number(match[1]) : 0;
  if (!digit && size > 9 && /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey) {
    digit = event.key.toLowerCase().charCodeAt(0) - 97 + 10;
  }
  return digit <= size ? digit : 0;
}

/** Listens on the board and the document; `actions` are what the keys do. */
export function installKeyboard(board, session, actions) {
  board.addEventListener("keydown", (event) => {
    if (onBoard(event, session, actions)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, textarea, select, dialog")) return;
    if (anywhere(event, session, actions)) event.preventDefault();
  });
}

function onBoard(event, session, actions) {
  const { size } = session.puzzle.shape;
  const control = event.ctrlKey || event.metaKey;
  const digit = event.altKey ? 0 : digitOfKey(event, size);
  if (digit) {
    actions.enter(digit, control ? "centre" : event.shiftKey && /^(Digit|Numpad)/.test(event.code) ? "corner" : session.mode);
    return true;
  }
  if (MOVES[event.key]) {
    session.select(moved(session.cursor, MOVES[event.key], size), event.shiftKey);
    actions.focusCursor();
    return true;
  }
  if (["Backspace", "Delete", "0", "."].includes(event.key)) { actions.erase(); return true; }
  if (event.key === "Home" || event.key === "End") { jump(event, session, actions); return true; }
  if (event.key === "Escape") { session.select(session.cursor); return true; }
  if (control && event.key.toLowerCase() === "a") { session.selectAll(); return true; }
  if (!control && !event.altKey && MODES[event.key.toLowerCase()]) {
    session.setMode(MODES[event.key.toLowerCase()]);
    return true;
  }
  return false;
}

function anywhere(event, session, actions) {
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (control && key === "z") { event.shiftKey ? session.redo() : session.undo(); return true; }
  if (control && key === "y") { session.redo(); return true; }
  if (event.key === "?") { actions.help(); return true; }
  return false;
}

function moved(cell, [down, across], size) {
  const row = (Math.floor(cell / size) + down + size) % size;
  return row * size + (((cell % size) + across + size) % size);
}

function jump(event, session, actions) {
  const { size } = session.puzzle.shape;
  const row = Math.floor(session.cursor / size) * size;
  const home = event.key === "Home";
  const target = event.ctrlKey ? (home ? 0 : size * size - 1) : home ? row : row + size - 1;
  session.select(target, event.shiftKey);
  actions.focusCursor();
}
