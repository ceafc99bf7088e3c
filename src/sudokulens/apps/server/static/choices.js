// The closed lists that the service offers: asked for once in each language.

import * as api from "./api.js";
import { language } from "./words.js";

const known = new Map();

/** Levels, sizes, symmetries, techniques and formats, with their words. */
export async function choices() {
  const code = language();
  if (!known.has(code)) known.set(code, await api.choices());
  return known.get(code);
}

/** Fills a list with { value, words }; the choice that was there before stays, else it is `first`. */
export function fillList(select, entries, first = entries[0]?.value) {
  const before = select.value;
  const chosen = entries.some(({ value }) => String(value) === before) && before !== "" ? before : String(first);
  select.replaceChildren(...entries.map(({ value, words }) => {
    const option = document.createElement("option");
    [option.value, option.textContent, option.selected] = [value, words, String(value) === chosen];
    return option;
  }));
}
