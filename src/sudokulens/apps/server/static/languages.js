// The language of the page: the browser's, until the person chooses another.

import * as api from "./api.js";
import { fillList } from "./choices.js";
import { fail } from "./notices.js";
import { language, preferred, remember, remembered, speak } from "./words.js";

/** Fills the list, speaks as at the last visit until the service has answered, and calls `changed` after every change. */
export async function installLanguages(select, changed) {
  const use = async (code) => {
    const texts = await api.catalogue(code);
    speak(texts);
    return texts;
  };

  select.addEventListener("change", async () => {
    try {
      remember(select.value, await use(select.value));
      changed();
    } catch (fault) {
      fail(fault.message);
    }
  });

  const before = remembered();
  if (before.lang !== "en") speak(before);
  try {
    const offered = await api.languages();
    fillList(select, offered.map(({ code, name }) => ({ value: code, words: name })));
    const code = preferred(offered.map((one) => one.code));
    select.value = code;
    if (code !== language() || code !== "en") { await use(code); changed(); }
  } catch {
    // Without the service the page speaks as it did last time.
    fillList(select, [{ value: language(), words: language() }]);
  }
}
