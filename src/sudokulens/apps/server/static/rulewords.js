// What the rules of a puzzle ask for, in a sentence each: some have no mark on the board, and not everybody knows the others.

import { t } from "./words.js";

const SENTENCES = {
  cage: () => t("The digits of a cage differ and add up to its number."),
  even: () => t("Cells with a grey square hold even digits."),
  odd: () => t("Cells with a grey circle hold odd digits."),
  greater: () => t("A sign between two cells points to the smaller digit."),
  antiknight: () => t("Equal digits are never a knight’s move apart, as in chess."),
  antiking: () => t("Equal digits never touch, not even at a corner."),
  nonconsecutive: () => t("Neighbouring cells never hold consecutive digits."),
  thermo: () => t("Digits grow along a thermometer, from its bulb on."),
  arrow: () => t("The digits along an arrow add up to what is in its circle."),
  white: () => t("Digits beside a white dot differ by 1, or by the number in it."),
  black: () => t("Of the digits beside a black dot, one is twice the other, or as many times as the number in it says."),
  alldots: () => t("All possible dots are shown."),
  xv: () => t("Digits beside an X add up to 10, beside a V to 5."),
  allxv: () => t("All possible X and V are shown."),
  littlekiller: () => t("The digits on the diagonal that an arrow outside points along add up to its number."),
  sandwich: ({ size }) => t("A number outside is the sum of the digits between 1 and {size} in that line.", { size }),
  quad: () => t("The digits in a circle stand in the four cells around it."),
  palindrome: () => t("A grey line reads the same in both directions."),
  renban: () => t("A purple line holds consecutive digits in any order."),
  whispers: ({ rules }) => t("Neighbours on a green line differ by at least {number}.", { number: difference(rules) }),
};

const OF_UNITS = {
  diagonal: () => t("Each diagonal holds every digit once."),
  group: () => t("Cells in the same place of their boxes hold different digits."),
  area: () => t("Each shaded area holds every digit once."),
};

/** A whispers line says its difference only where it is not 5. */
const difference = (rules) => /^whispers=(\d+):/.exec(rules.find((rule) => rule.startsWith("whispers=")) ?? "")?.[1] ?? 5;

/** The sentences for a shape's extra units and rules, each once. */
export function ruleSentences(shape) {
  const kinds = new Set(shape.extras.map((cells) => kindOf(cells, shape)));
  const keywords = new Set(shape.rules.map((rule) => rule.split("=")[0]));
  return [...[...kinds].map((kind) => OF_UNITS[kind]()), ...[...keywords].flatMap((keyword) => SENTENCES[keyword]?.(shape) ?? [])];
}

function kindOf(cells, { size, places, boxShape, overlaps }) {
  const at = cells.map((cell) => places[cell]);
  if (!overlaps && (at.every(([row, column]) => row === column) || at.every(([row, column]) => row + column === size - 1))) return "diagonal";
  const rows = boxShape < 0 ? 0 : new Set(at.map(([row]) => row)).size;
  const columns = boxShape < 0 ? 0 : new Set(at.map(([, column]) => column)).size;
  const isSpread = at.every(([row, column]) => !at.some(([down, across]) => Math.abs(row - down) + Math.abs(column - across) === 1));
  return rows * columns === size && isSpread ? "group" : "area";
}
