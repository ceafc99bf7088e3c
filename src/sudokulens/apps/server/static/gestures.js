// Fingers and mouse on the board: a tap selects, a drag selects several cells, a long press marks. A board that is larger
// than its frame moves with the finger; there a finger that rests on a cell first selects.

const LONG_PRESS = 450;
const MOVED = 10;

/** `acts`: `tap(cell, more)`, `drag(cell)` and `hold(cell)`, which says whether it did something. */
export function installGestures(grid, element, acts) {
  let start = null;
  let timer = 0;
  let last = -1;
  let pans = false;

  const end = () => { clearTimeout(timer); start = null; };
  const hold = () => {
    if (pans) acts.tap(last, false);
    pans = false;
    if (acts.hold(last)) end();
  };

  element.addEventListener("pointerdown", (event) => {
    const cell = grid.cellOf(event);
    if (cell < 0 || !event.isPrimary) return;
    event.preventDefault();
    // Captured by default on touch screens, which would hide over which cell the finger is.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    start = [event.clientX, event.clientY];
    last = cell;
    pans = event.pointerType === "touch" && grid.isLargerThanItsFrame;
    if (!pans) acts.tap(cell, event.ctrlKey || event.metaKey || event.shiftKey);
    clearTimeout(timer);
    timer = setTimeout(hold, LONG_PRESS);
  });
  element.addEventListener("pointermove", (event) => {
    if (!start || pans || !event.isPrimary) return;
    if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) > MOVED) clearTimeout(timer);
    const cell = grid.cellAt(event.clientX, event.clientY);
    if (cell < 0 || cell === last) return;
    last = cell;
    acts.drag(cell);
  });
  // The browser moves the board unless the first move of the finger is taken from it.
  element.addEventListener("touchmove", (event) => { if (start && !pans && event.cancelable) event.preventDefault(); }, { passive: false });
  addEventListener("pointerup", () => {
    if (start && pans) acts.tap(last, false);
    end();
  });
  addEventListener("pointercancel", end);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Calls `hold` after a long press on the button, else `tap`. */
export function onPress(button, tap, hold) {
  let timer = 0;
  let held = false;
  button.addEventListener("pointerdown", () => {
    held = false;
    timer = setTimeout(() => { held = true; hold(); }, LONG_PRESS);
  });
  for (const name of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(name, () => clearTimeout(timer));
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => { if (!held) tap(); held = false; });
}
