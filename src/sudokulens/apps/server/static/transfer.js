// Import and export in every format that Sudoku Lens knows, and printing.

import * as api from "./api.js";
import { cluesOnly, fromCharacters, fromFields, toFields } from "./board.js";
import { choices, fillList } from "./choices.js";
import { announce, attempt, fail, openDialog, tell } from "./notices.js";
import { decode, isCode } from "./sharecode.js";
import { t } from "./words.js";

const MAX_FILE_BYTES = 200_000;
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
    announce(t("Copied."));
  } catch {
    field.select();
    fail(t("The browser does not let this page copy. The text is selected: press Ctrl+C."));
  }
}

export async function print(puzzle) {
  const pdf = await attempt(t("Making the sheet…"), () => api.sheet([toFields(cluesOnly(puzzle))]));
  if (pdf) {
    save(pdf, "sudoku.pdf");
    tell(t("The sheet was saved as sudoku.pdf, with the solution on its second page."));
  }
}

/** Wires the dialog up, with what takes a puzzle and what to say of it; gives back what opens it, and what takes a text or a file that was dropped or pasted. */
export function installTransfer(session, start) {
  const dialog = find("transfer-dialog");
  let suffix = ".txt";

  const take = async (text) => {
    if (!text.trim()) { fail(t("There is no text to import.")); return; }
    const puzzle = await attempt(t("Importing…"), () => puzzleOf(text));
    if (!puzzle) return;
    dialog.close();
    start(puzzle, t("Imported."));
  };

  const takeFile = async (file) => {
    if (file.size > MAX_FILE_BYTES) fail(t("This file is too large to be a Sudoku."));
    else await take(await file.text());
  };

  const write = async () => {
    const answer = await attempt(t("Exporting…"), () => api.convert(toFields(session.puzzle), find("export-format").value));
    find("export-text").value = answer?.text ?? "";
    suffix = answer?.suffix ?? suffix;
    return Boolean(answer);
  };

  find("import").addEventListener("click", () => take(find("import-text").value));
  find("import-file").addEventListener("click", () => find("import-input").click());
  find("import-input").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) await takeFile(file);
  });
  find("export").addEventListener("click", async () => { if (await write()) find("export-text").focus(); });
  find("export-format").addEventListener("change", write);
  find("export-copy").addEventListener("click", async () => { if (await write()) await copy(find("export-text")); });
  find("export-save").addEventListener("click", async () => {
    if (await write()) save(new Blob([find("export-text").value]), `sudoku${suffix}`);
  });
  const open = async () => {
    find("export-text").value = "";
    openDialog("transfer-dialog");
    const lists = await attempt(t("Looking up…"), choices);
    if (lists) fillList(find("export-format"), lists.formats.map(({ name, words }) => ({ value: name, words })), "plain");
  };

  return { open, take, takeFile };
}
