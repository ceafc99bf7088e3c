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
  const key = JSON.stringify(data.args);
  if (key !== shown?.key) {
    shown = { ...data.args, key, values: [...data.args.values], givens: [...data.args.givens] };
    build();
  }
  send("streamlit:setFrameHeight", { height: document.body.scrollHeight + 4 });
});

function build() {
  const { size } = shown;
  grid.style.setProperty("--size", size);
  cells = shown.values.map((_, cell) => makeCell(cell));
  const rows = Array.from({ length: size }, (_, row) => {
    const element = document.createElement("div");
    element.className = "row";
    element.setAttribute("role", "row");
    element.append(...cells.slice(row * size, row * size + size));
    return element;
  });
  grid.replaceChildren(...rows);
  cells.forEach((_, cell) => render(cell));
}

function makeCell(cell) {
  const element = document.createElement("div");
  element.setAttribute("role", "gridcell");
  element.tabIndex = cell ? -1 : 0;
  element.addEventListener("keydown", (event) => { if (pressed(cell, event)) event.preventDefault(); });
  return element;
}

function render(cell) {
  const { size, values, givens, regions, doubtful, wrong } = shown;
  const [row, column] = [Math.floor(cell / size), cell % size];
  const classes = ["cell", givens[cell] && "given", doubtful.includes(cell) && "doubtful", wrong.includes(cell) && "wrong",
    column === size - 1 ? "last-column" : regions[cell] !== regions[cell + 1] && "wall-right",
    row === size - 1 ? "last-row" : regions[cell] !== regions[cell + size] && "wall-below"];
  cells[cell].className = classes.filter(Boolean).join(" ");
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
    const [down, across] = MOVES[event.key];
    focus(((Math.floor(cell / size) + down + size) % size) * size + (((cell % size) + across + size) % size));
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

function focus(cell) {
  cells.forEach((element, place) => { element.tabIndex = place === cell ? 0 : -1; });
  cells[cell].focus();
}

send("streamlit:componentReady", { apiVersion: 1 });
