// What a scan amounts to: one card with a title, a tone, its details and what can be done. Data in, data out.

import { DIGITS, label } from "./shape.js";
import { sentences, t, tn } from "./words.js";

const cellOf = (size, [row, column]) => (row - 1) * size + column - 1;
const written = (text) => [...text].filter((letter) => letter !== "0").length;

/**
 * The card of a grid as the service describes it: `tone` is good, bad or doubt; `cells` are those it is about; `actions`
 * are names of what the panel offers; `asks` says that a doubtful cell comes before everything else. `whole` is the board
 * that the grid makes with others of the picture, null for a grid on its own.
 */
export function cardOf(grid, whole = null) {
  const { verdict, size } = grid;
  // Of a part alone the reader notes what only holds of a whole.
  const note = whole ? "" : grid.note;
  const doubts = grid.doubts.filter(({ kind }) => kind !== "ink").length;
  const cells = verdict.cells.map((place) => cellOf(size, place));
  const card = whole ? partOf(whole) : (CARDS[verdict.kind] ?? CARDS.none)(grid, cells);
  // What the reader noted says more than the card's own text.
  const told = { ...card, text: note || card.text, cells, details: detailsOf(grid), asks: false };
  if (!doubts) return told;
  if (card.tone === "bad") return { ...told, details: [...told.details, doubtWords(doubts)], actions: ["doubts", ...card.actions] };
  return { ...told, title: doubtWords(doubts), text: sentences(card.title, note), tone: "doubt", asks: true,
    actions: ["doubts", ...card.actions.filter((name) => name !== "hint")] };
}

const CARDS = {
  finished: () => ({ title: t("Finished, and every digit is right."), tone: "good", actions: ["another"] }),
  mistakes: ({ verdict }, cells) => ({ title: mistakeWords(cells.length, verdict.sure), tone: "bad", actions: ["show", "hint"] }),
  "on track": ({ verdict, entries }) => ({
    title: t("On track: everything you wrote is right."), tone: "good", actions: ["hint"],
    text: tn("{m} digit of yours was read; {n} to go.", "{m} digits of yours were read; {n} to go.", written(entries),
      { m: written(entries), n: verdict.to_go }) }),
  // Where the reader noted which rules it took, naming them twice would say no more.
  "nothing written": ({ givens, rules, note }) => ({
    title: (note && solvedWords(rules?.kind) ? t("There is one solution.") : solvedWords(rules?.kind)) ?? tn("Read {n} clue; there is one solution.", "Read {n} clues; there is one solution.",
      written(givens), { n: written(givens) }),
    tone: "good", actions: ["hint", "play"] }),
  several: () => ({ title: t("As read, there is more than one solution."), tone: "doubt", actions: ["review", "play"],
    text: t("A clue may be missing: compare the page with what was read.") }),
  none: (_, cells) => ({ title: t("As read, this has no solution."), tone: "doubt", actions: ["review", "play"],
    text: cells.length ? t("Look at the marked cells first.") : t("Compare the page with what was read.") }),
  "other rules": ({ rules }) => ({ title: rulesWords(rules), tone: "doubt",
    actions: hasKnownRules(rules) ? ["rules", "review"] : ["review", "play"],
    text: t("The usual rules do not fit this puzzle.") }),
};

function mistakeWords(count, sure) {
  return sure ? tn("{n} of your digits is wrong.", "{n} of your digits are wrong.", count, { n: count })
    : tn("{n} of your digits may be wrong.", "{n} of your digits may be wrong.", count, { n: count });
}

const doubtWords = (count) => tn("One cell is hard to read.", "{n} cells are hard to read.", count, { n: count });

/** A puzzle of other rules, which were read and which give it one solution; nothing for a classic one. */
function solvedWords(kind) {
  return { killer: t("A killer Sudoku; there is one solution."), diagonal: t("An X-Sudoku; there is one solution."),
    windoku: t("A windoku; there is one solution."), jigsaw: t("A jigsaw; there is one solution.") }[kind];
}

function rulesWords(rules) {
  const { kind, figures = [] } = rules ?? {};
  const words = { killer: t("This looks like a killer Sudoku."), diagonal: t("This looks like an X-Sudoku."),
    windoku: t("This looks like a windoku."), jigsaw: t("This looks like a jigsaw."),
    "samurai part": t("This looks like a part of a samurai Sudoku.") };
  const drawn = { thermometers: t("This looks like a Sudoku with thermometers."), arrows: t("This looks like a Sudoku with arrows."),
    dots: t("This looks like a Sudoku with dots between its cells."), shapes: t("This looks like a Sudoku with shapes in its cells.") };
  return words[kind] ?? drawn[figures[0]] ?? t("This looks like a Sudoku with other rules.");
}

/** The card of one grid of several that share boxes, such as the five of a samurai. */
function partOf({ layout, grids, status }) {
  const title = layout === "samurai" ? t("One of the five grids of a samurai.")
    : t("One of {n} grids that share boxes.", { n: grids.length });
  return status === "unique" ? { title, tone: "good", actions: ["whole", "play"], text: t("Together they have one solution.") }
    : { title, tone: "doubt", actions: ["review", "whole"], text: t("As read, together they do not have exactly one solution: compare the page with what was read.") };
}

/** The card of the one puzzle that several grids make, as the service describes it; `scanned` are all grids of the photo. */
export function wholeCard({ layout, grids, status, fields, solution }, scanned) {
  const { values, givens } = fields;
  const doubts = grids.flatMap((index) => scanned[index].doubts).filter(({ kind }) => kind !== "ink").length;
  const title = layout === "samurai" ? t("A samurai: five grids, one puzzle.") : t("{n} grids that share boxes, one puzzle.", { n: grids.length });
  const cells = [...values.keys()].filter((cell) => solution && values[cell] && !givens[cell] && DIGITS[values[cell] - 1] !== solution[cell]);
  const card = { title, cells, details: [], asks: false };
  if (cells.length) return { ...card, text: mistakeWords(cells.length, !doubts), tone: "bad", actions: ["show", "hint"] };
  if (status === "unique") return { ...card, text: t("Together they have one solution."), tone: "good", actions: ["hint", "play"] };
  const told = { ...card, tone: "doubt", actions: ["review", "play"],
    text: t("As read, together they do not have exactly one solution: compare the page with what was read.") };
  return doubts ? { ...told, title: doubtWords(doubts), text: title, asks: true, actions: ["doubts", ...told.actions] } : told;
}

/** What the reader put right by itself, and how many small marks it saw. */
function detailsOf({ repaired, marks = [] }) {
  const found = repaired.map(({ row, col, from, to }) =>
    t("Row {row}, column {column}: looked like {from}, can only be {to}.",
      { row, column: col, from: from ? label(from) : t("empty"), to: to ? label(to) : t("empty") }));
  if (marks.length) found.push(tn("The pencil marks in {n} cell were copied, too.", "The pencil marks in {n} cells were copied, too.", marks.length, { n: marks.length }));
  return found;
}

const DIAGONALS = (size) => [0, 1].map((mirrored) =>
  Array.from({ length: size }, (_, row) => row * size + (mirrored ? size - 1 - row : row)));
const WINDOWS = [10, 14, 46, 50].map((corner) => [0, 1, 2, 9, 10, 11, 18, 19, 20].map((step) => corner + step));

/** The fields of a board with the rules that its picture showed. */
export function withRules(fields, { regions, diagonals, windows, cages = [] }) {
  const { size } = fields;
  const extras = [...(fields.extras ?? []), ...(diagonals ? DIAGONALS(size) : []), ...(windows && size === 9 ? WINDOWS : [])];
  const texts = (cages ?? []).map(({ cells, sum }) => (sum ? `${sum}:` : "") + cells.map(([row, column]) => `r${row}c${column}`).join(","));
  const letters = regions ? [...new Set(regions)] : [];
  return { ...fields, extras, rules: [...(fields.rules ?? []), ...(texts.length ? [`cage=${texts.join("|")}`] : [])],
    regions: regions ? [...regions].map((letter) => letters.indexOf(letter)) : fields.regions };
}

/** Whether a picture showed rules that the page can play by. */
export const hasKnownRules = (rules) => Boolean(rules && (rules.regions || rules.diagonals || rules.windows || rules.cages?.length));
