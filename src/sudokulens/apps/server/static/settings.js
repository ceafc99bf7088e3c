// What the person has set, kept on this device. Names and defaults are defined here and nowhere else.

const STORE = "sudokulens.settings";

export const DEFAULTS = { timer: true, mistakes: false, tidyMarks: true, moreMarks: false, digitFirst: false };

/** Tells of every change by a `change` event. */
export class Settings extends EventTarget {
  #values = { ...DEFAULTS };

  constructor() {
    super();
    try {
      const kept = JSON.parse(localStorage.getItem(STORE)) ?? {};
      for (const name of Object.keys(DEFAULTS)) if (typeof kept[name] === "boolean") this.#values[name] = kept[name];
    } catch { /* Damaged or forbidden: the defaults hold. */ }
  }

  get(name) { return this.#values[name]; }

  set(name, value) {
    this.#values[name] = value;
    try { localStorage.setItem(STORE, JSON.stringify(this.#values)); } catch { /* It then lasts as long as the page. */ }
    this.dispatchEvent(new Event("change"));
  }
}

/** Ties the check boxes of the dialog to the settings: each one's name is in `data-setting`. */
export function installSettings(settings, boxes) {
  for (const box of boxes) {
    box.checked = settings.get(box.dataset.setting);
    box.addEventListener("change", () => settings.set(box.dataset.setting, box.checked));
  }
}
