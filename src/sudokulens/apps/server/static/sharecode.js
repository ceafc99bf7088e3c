// Short codes for links, the same as the library's format `share`: one large number in mixed radix, in base 64.

import { bit, candidatesOf, digitsOf, emptyPuzzle, has, possible } from "./board.js";
import { DIGITS, boxRegions, boxShapes, makeShape } from "./shape.js";
import { t } from "./words.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const PREFIX = "s1-";
const CHECK_LETTERS = 3;
const MAX_EXTRAS = 64;
const [NO_MARKS, ALL_MARKS, SOME_MARKS, OWN_MARKS] = [0, 1, 2, 3];

/** The code of a puzzle with its entries and candidates. */
export function encode(puzzle) {
  const parts = [];
  putBoard((value, radix) => parts.push([BigInt(value), BigInt(radix)]), puzzle);
  const number = parts.reduceRight((packed, [value, radix]) => packed * radix + value, 0n);
  const body = letters(number);
  return PREFIX + body + checkLetters(body);
}

/** The puzzle of a code, or of a link that ends in one; throws an Error that says what is wrong. */
export function decode(text) {
  const match = /(s1-[A-Za-z0-9_-]+)\s*$/.exec(text);
  const code = match?.[1] ?? "";
  const body = code.slice(PREFIX.length, -CHECK_LETTERS);
  if (!body || code.length > 40_000 || checkLetters(body) !== code.slice(-CHECK_LETTERS)) {
    throw new Error(t("The link's code is damaged or incomplete."));
  }
  let number = 0n;
  for (const letter of body) number = number * 64n + BigInt(ALPHABET.indexOf(letter));
  const take = (radix) => {
    const value = number % BigInt(radix);
    number /= BigInt(radix);
    return value;
  };
  return takeBoard((radix) => Number(take(radix)), take);
}

export const isCode = (text) => /(^|[/#?=])s1-[A-Za-z0-9_-]+\s*$/.test(text);

function putBoard(put, puzzle) {
  const { shape, values, givens } = puzzle;
  const entries = values.some((value, cell) => value && !givens[cell]);
  const marked = candidatesOf(puzzle).some(Boolean);
  const classic = shape.size === 9 && shape.boxShape === 0 && !shape.extras.length;
  const plain = classic && !entries && !marked;
  put(plain ? 0 : 1, 2);
  if (!plain) {
    put(entries ? 1 : 0, 2);
    put(marked ? 1 : 0, 2);
    putShape(put, shape);
  }
  putValues(put, puzzle);
  if (entries) values.forEach((value, cell) => value && put(givens[cell] ? 1 : 0, 2));
  if (marked) putMarks(put, puzzle);
}

function takeBoard(take, takeLarge) {
  let [entries, marked, shape] = [0, 0, makeShape(9)];
  if (take(2)) {
    entries = take(2);
    marked = take(2);
    shape = takeShape(take);
  }
  const values = takeValues(take, takeLarge, shape);
  const givens = values.map((value) => Boolean(value && (!entries || take(2))));
  const puzzle = { ...emptyPuzzle(shape), values, givens };
  return marked ? { ...puzzle, marks: takeMarks(take, puzzle) } : puzzle;
}

function putShape(put, { size, regions, extras, boxShape }) {
  const shapes = boxShapes(size);
  put(size, DIGITS.length + 1);
  put(boxShape < 0 ? shapes.length : boxShape, shapes.length + 1);
  if (boxShape < 0) for (const region of regions) put(region, size);
  put(extras.length, MAX_EXTRAS);
  for (const cell of extras.flat()) put(cell, size * size);
}

function takeShape(take) {
  const size = take(DIGITS.length + 1);
  if (size < 2 || size > 25) throw new Error(t("The link holds a board of size {size}, which this page cannot show.", { size }));
  const shapes = boxShapes(size);
  const choice = take(shapes.length + 1);
  const cells = Array.from({ length: size * size });
  const regions = choice < shapes.length ? boxRegions(size, shapes[choice][0]) : cells.map(() => take(size));
  const extras = Array.from({ length: take(MAX_EXTRAS) }, () => Array.from({ length: size }, () => take(size * size)));
  return makeShape(size, regions, extras);
}

function putValues(put, { shape, values }) {
  const count = shape.size ** 2;
  const written = [...values.keys()].filter((cell) => values[cell]);
  put(written.length, count + 1);
  put(written.reduce((sum, cell, place) => sum + choose(cell, place + 1), 0n), choose(count, written.length));
  for (const cell of written) put(values[cell] - 1, shape.size);
}

function takeValues(take, takeLarge, shape) {
  const count = shape.size ** 2;
  const values = new Array(count).fill(0);
  const written = take(count + 1);
  let rank = takeLarge(choose(count, written));
  const cells = [];
  let cell = count;
  for (let place = written; place > 0; place--) {
    do cell -= 1; while (choose(cell, place) > rank);
    rank -= choose(cell, place);
    cells.unshift(cell);
  }
  for (const found of cells) values[found] = take(shape.size) + 1;
  return values;
}

function putMarks(put, puzzle) {
  const { size } = puzzle.shape;
  const candidates = candidatesOf(puzzle);
  possible(puzzle).forEach((free, cell) => {
    const own = candidates[cell];
    if (!own) return put(NO_MARKS, 4);
    if (own === free) return put(ALL_MARKS, 4);
    if (digitsOf(own, size).some((digit) => !has(free, digit))) {
      put(OWN_MARKS, 4);
      return put(own, 2 ** size);
    }
    put(SOME_MARKS, 4);
    for (const digit of digitsOf(free, size)) put(has(own, digit) ? 1 : 0, 2);
  });
}

function takeMarks(take, puzzle) {
  const { size } = puzzle.shape;
  return possible(puzzle).map((free) => {
    const kind = take(4);
    if (kind === OWN_MARKS) return take(2 ** size);
    if (kind === SOME_MARKS) return digitsOf(free, size).reduce((sum, digit) => sum + (take(2) ? bit(digit) : 0), 0);
    return kind === ALL_MARKS ? free : 0;
  });
}

const chosen = new Map();

/** The number of ways to choose k of n. */
function choose(n, k) {
  if (k < 0 || k > n) return 0n;
  const key = n * 1000 + k;
  if (!chosen.has(key)) {
    let ways = 1n;
    for (let i = 1; i <= k; i++) ways = (ways * BigInt(n - k + i)) / BigInt(i);
    chosen.set(key, ways);
  }
  return chosen.get(key);
}

function letters(number) {
  let found = "";
  for (let left = number; left; left /= 64n) found = ALPHABET[Number(left % 64n)] + found;
  return found || ALPHABET[0];
}

function checkLetters(body) {
  const check = crc32(PREFIX + body);
  return [0, 6, 12].map((shift) => ALPHABET[(check >>> shift) & 63]).join("");
}

function crc32(text) {
  let crc = -1;
  for (const letter of text) {
    crc ^= letter.charCodeAt(0);
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
