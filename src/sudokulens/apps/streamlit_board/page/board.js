// The board inside Streamlit's frame: it is told what to show, and tells what was typed.

const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const grid = document.getElementById("board");
let shown = null;
let cells = [];

const send = (type, more = {}) => parent.postMessage({ isStreamlitMessage: true, type, ...more }, "*");

/** What Streamlit says; only the page around this frame is heard. */
addEventListener("message", ({ data, source }) => {
  if (source !== parent || data?.type !== "streamlit:render") return;
  document.documentElement.classList.toggle("dark", data.theme?.base === "dark");
  const key = JSON.stringify([data.args, data.theme?.base]);
  if (key !== shown?.key) {
    shown = { ...data.args, key, values: [...data.args.values], givens: [...data.args.givens] };
    build();
  }
  send("streamlit:setFrameHeight", { height: document.body.scrollHeight + 4 });
});

function build() {
  const { width, height, margins: { left, top, right, bottom } } = shown;
  const [across, down] = [left + width + right, top + height + bottom];
  grid.style.setProperty("--across", across);
  grid.style.setProperty("--down", down);
  grid.style.setProperty("--widest", `${Math.max(30, across * 2.2)}rem`);
  cells = shown.values.map((_, cell) => makeCell(cell));
  const rows = Array.from({ length: height }, (_, row) => {
    const element = document.createElement("div");
    element.className = "row";
    element.setAttribute("role", "row");
    element.append(...cells.filter((_, cell) => shown.places[cell][0] === row));
    return element;
  });
  grid.replaceChildren(picture(), ...rows);
  cells.forEach((_, cell) => render(cell));
}

/** Lines, rules and tints as Python drew them. */
function picture() {
  const theme = document.documentElement.classList.contains("dark") ? "dark" : "light";
  const drawn = new DOMParser().parseFromString(shown.pictures[theme], "image/svg+xml").documentElement;
  drawn.setAttribute("aria-hidden", "true");
  return document.importNode(drawn, true);
}

function makeCell(cell) {
  const element = document.createElement("div");
  element.setAttribute("role", "gridcell");
  element.tabIndex = cell ? -1 : 0;
  const { places, margins: { left, top } } = shown;
  element.style.setProperty("--line", places[cell][0] + top);
  element.style.setProperty("--column", places[cell][1] + left);
  element.addEventListener("keydown", (event) => { if (pressed(cell, event)) event.preventDefault(); });
  return element;
}

function render(cell) {
  const { size, values, givens, places: { [cell]: [row, column] } } = shown;
  cells[cell].className = ["cell", givens[cell] && "given", size > 9 && "wide"].filter(Boolean).join(" ");
  cells[cell].textContent = values[cell] || "";
  const said = values[cell] ? `${values[cell]}, ${givens[cell] ? "given" : "your digit"}` : "empty";
  cells[cell].setAttribute("aria-label", `Row ${row + 1}, column ${column + 1}, ${said}`);
}

/** The digit of a key, 0 to empty the cell, null for any other key; letters count from 10. */
function digitOf({ key }, size) {
  if (["Backspace", "Delete", "0", ".", " "].includes(key)) return 0;
  const digit = /^[1-9]$/.test(key) ? Number(key) : /^[a-z]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 87 : null;
  return digit !== null && digit <= size ? digit : null;
}

function pressed(cell, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { size } = shown;
  if (MOVES[event.key]) {
    focus(next(cell, MOVES[event.key]));
    return true;
  }
  const digit = digitOf(event, size);
  if (digit === null) return false;
  shown.values[cell] = digit;
  shown.givens[cell] = Boolean(digit) && document.querySelector("[name=ink]:checked").value === "clue";
  render(cell);
  send("streamlit:setComponentValue", { value: { values: shown.values, givens: shown.givens }, dataType: "json" });
  return true;
}

/** The next cell that way, over a gap between grids and round the edge. */
function next(cell, [down, across]) {
  const { places, width, height } = shown;
  let [row, column] = places[cell];
  for (;;) {
    [row, column] = [(row + down + height) % height, (column + across + width) % width];
    const found = places.findIndex(([r, c]) => r === row && c === column);
    if (found >= 0) return found;
  }
}

function focus(cell) {
  cells.forEach((element, place) => { element.tabIndex = place === cell ? 0 : -1; });
  cells[cell].focus();
}

send("streamlit:componentReady", { apiVersion: 1 });
