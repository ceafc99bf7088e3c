// How long a puzzle has been played: counted while the page is seen and the puzzle is unfinished.

const SECOND = 1000;
const KEEP_EVERY = 15;

/** Minutes and seconds, with hours where there are any. */
export function clock(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

export class Timer {
  /** `isPlaying` says whether time counts now. */
  constructor(session, settings, element, isPlaying) {
    Object.assign(this, { session, settings, element, isPlaying });
    setInterval(() => this.#tick(), SECOND);
    for (const source of [session, settings]) source.addEventListener("change", () => this.render());
    document.addEventListener("visibilitychange", () => { if (document.hidden) session.save(); });
    this.render();
  }

  #tick() {
    if (document.hidden || !this.isPlaying()) return;
    this.session.record.elapsed += 1;
    if (this.session.record.elapsed % KEEP_EVERY === 0) this.session.save();
    this.render();
  }

  render() {
    this.element.hidden = !this.settings.get("timer") || (!this.isPlaying() && !this.session.record.finished);
    this.element.textContent = clock(this.session.record.elapsed);
  }
}
