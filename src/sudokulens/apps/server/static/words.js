// The page's words in the person's language. The English text is the key; a catalogue maps it to the other language.

const CHOICE = "sudokulens.language";
const CATALOGUE = "sudokulens.catalogue";
const NOTHING = { lang: "en", messages: {}, plurals: {} };
const english = new WeakMap();
let catalogue = NOTHING;
let rules = new Intl.PluralRules("en");

/** The code of the language that the page speaks now. */
export const language = () => catalogue.lang;

/** The text in the language of the page, with {names} replaced by their values. */
export const t = (text, values = {}) => filled(catalogue.messages[text] ?? text, values);

/** The form that the number asks for. */
export function tn(one, other, number, values = {}) {
  const forms = catalogue.plurals[one] ?? [one, other];
  return filled(rules.select(number) === "one" ? forms[0] : forms.at(-1), values);
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** The language on offer that was chosen last, else the first that the browser asks for, else English. */
export function preferred(codes, wishes = navigator.languages) {
  const kept = recalled(CHOICE);
  if (codes.includes(kept)) return kept;
  return wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((code) => codes.includes(code)) ?? "en";
}

/** Speaks with that catalogue from now on: marked texts of the document are replaced, what is said later follows. */
export function speak(texts = NOTHING) {
  catalogue = texts;
  rules = new Intl.PluralRules(texts.lang);
  document.documentElement.lang = texts.lang;
  for (const element of document.querySelectorAll("[data-t]")) translate(element, "text");
  for (const element of document.querySelectorAll("[data-t-attr]")) translate(element, element.dataset.tAttr);
}

/** Keeps the choice, and the catalogue for the next visit, which may be without the service. */
export function remember(code, texts) {
  keep(CHOICE, code);
  keep(CATALOGUE, JSON.stringify(texts));
}

/** The catalogue of the last visit; the English one where there is none. */
export function remembered() {
  try {
    const kept = JSON.parse(recalled(CATALOGUE));
    return kept?.lang && kept.messages && kept.plurals ? kept : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** An element's English text, or that of one of its attributes, is kept for the next change of language. */
function translate(element, what) {
  const sources = english.get(element) ?? {};
  english.set(element, sources);
  const asText = what === "text";
  sources[what] ??= (asText ? element.textContent : element.getAttribute(what)).replace(/\s+/g, " ").trim();
  if (asText) element.textContent = t(sources[what]);
  else element.setAttribute(what, t(sources[what]));
}

function keep(name, value) {
  try { localStorage.setItem(name, value); } catch { /* It then lasts as long as the page. */ }
}

function recalled(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** Sentences one after the other, as the language sets them; those that are empty are left out. */
export const sentences = (...parts) =>
  parts.filter(Boolean).reduce((first, second) => (first ? t("{first} {second}", { first, second }) : second), "");
