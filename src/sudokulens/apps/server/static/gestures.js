// Fingers and mouse on the board: a tap selects, a drag selects several cells, a long press marks.

const LONG_PRESS = 450;
const MOVED = 10;

/** `acts`: `tap(cell, more)`, `drag(cell)` and `hold(cell)`, which says whether it did something. */
export function installGestures(grid, element, acts) {
  let start = null;
  let timer = 0;
  let last = -1;

  const end = () => { clearTimeout(timer); start = null; };

  element.addEventListener("pointerdown", (event) => {
    const cell = grid.cellOf(event);
    if (cell < 0 || !event.isPrimary) return;
    event.preventDefault();
    // Captured by default on touch screens, which would hide over which cell the finger is.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    start = [event.clientX, event.clientY];
    last = cell;
    acts.tap(cell, event.ctrlKey || event.metaKey || event.shiftKey);
    clearTimeout(timer);
    timer = setTimeout(() => { if (acts.hold(cell)) end(); }, LONG_PRESS);
  });
  element.addEventListener("pointermove", (event) => {
    if (!start || !event.isPrimary) return;
    if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) > MOVED) clearTimeout(timer);
    const cell = grid.cellAt(event.clientX, event.clientY);
    if (cell < 0 || cell === last) return;
    last = cell;
    acts.drag(cell);
  });
  addEventListener("pointerup", end);
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
