// Import and export in every format that Sudoku Lens knows, and printing.

import * as api from "./api.js";
import { cluesOnly, fromCharacters, fromFields, toFields } from "./board.js";
import { announce, attempt, fail, tell } from "./notices.js";
import { decode, isCode } from "./sharecode.js";

const LARGEST_FILE = 200_000;
const find = (name) => document.getElementById(name);

/** The puzzle in a text; what needs no service is read right here. */
export async function puzzleOf(text) {
  const trimmed = text.trim();
  if (isCode(trimmed)) return decode(trimmed);
  const plain = fromCharacters(trimmed);
  if (plain) return plain;
  return fromFields((await api.convert(firstOf(trimmed), "line")).fields);
}

/** The first puzzle of a collection with one puzzle a line; any other text as it is. */
function firstOf(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
  const isCollection = lines.length > 1 && lines.every((line) => /^[0-9.*_]{81}(\W.*)?$/.test(line));
  return isCollection ? lines[0] : text;
}

export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    announce("Copied.");
  } catch {
    field.select();
    fail("The browser does not let this page copy. The text is selected: press Ctrl+C.");
  }
}

export async function print(puzzle) {
  const pdf = await attempt("Making the sheet…", () => api.sheet([toFields(cluesOnly(puzzle))]));
  if (pdf) {
    save(pdf, "sudoku.pdf");
    tell("The sheet was saved as sudoku.pdf, with the solution on its second page.");
  }
}

/** Wires the dialog up. */
export function installTransfer(session) {
  const dialog = find("transfer-dialog");
  let suffix = ".txt";

  const take = async (text) => {
    if (!text.trim()) { fail("There is no text to import."); return; }
    const puzzle = await attempt("Importing…", () => puzzleOf(text));
    if (!puzzle) return;
    session.begin(puzzle);
    dialog.close();
    tell("Imported.");
  };

  const write = async () => {
    const answer = await attempt("Exporting…", () => api.convert(toFields(session.puzzle), find("export-format").value));
    find("export-text").value = answer?.text ?? "";
    suffix = answer?.suffix ?? suffix;
    return Boolean(answer);
  };

  addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text/plain");
    if (text.trim() && !event.target.closest?.("input, textarea")) take(text);
  });
  find("open-transfer").addEventListener("click", () => { find("export-text").value = ""; dialog.showModal(); });
  find("import").addEventListener("click", () => take(find("import-text").value));
  find("import-file").addEventListener("click", () => find("import-input").click());
  find("import-input").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    if (file.size > LARGEST_FILE) fail("This file is too large to be a Sudoku.");
    else await take(await file.text());
  });
  find("export").addEventListener("click", write);
  find("export-format").addEventListener("change", write);
  find("export-copy").addEventListener("click", async () => { if (await write()) await copy(find("export-text")); });
  find("export-save").addEventListener("click", async () => {
    if (await write()) save(new Blob([find("export-text").value]), `sudoku${suffix}`);
  });
}
