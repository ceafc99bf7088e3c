// The engine in the page, one of the two that answer it: the program itself in workers of the browser.
// One worker has boards at once and follows the camera; the other reads pictures, and frames for the first.

import { Colleague } from "./colleague.js";
import { begun } from "./home.js";
import { ServiceError, refusal } from "./service.js";
import { language, t } from "./words.js";

const here = (path) => new URL(path, import.meta.url);

/** Whether the answer lists parts: a service without an engine sends an empty list. */
const hasParts = async (answer) => answer.ok && Object.keys((await answer.json()).tiers).length > 0;

export class Engine {
  #there = null;
  #boards = begun;
  #pictures = null;

  /** Whether this page came with an engine. */
  isThere() {
    this.#there ??= fetch(here("engine/parts.json")).then(hasParts).catch(() => { this.#there = null; return false; });
    return this.#there;
  }

  /** Loads what boards need. */
  async begin() {
    await this.boards.ask("load", { tiers: ["first"] });
    performance.mark("engine-boards");
  }

  /** Loads everything in the order in which it is needed: boards, then pictures, then what only some pictures need. */
  async start() {
    await this.begin();
    await this.pictures.ask("load", { tiers: ["first", "second"] });
    await this.#warmUp();
    performance.mark("engine-pictures");
    await this.pictures.ask("load", { tiers: ["careful"] });
    performance.mark("engine-complete");
  }

  get boards() { return (this.#boards ??= new Colleague(here("engine/worker.js"), "boards")); }
  get pictures() { return (this.#pictures ??= new Colleague(here("engine/worker.js"), "pictures")); }

  /** The answer to a request with a body, as something that has json() and blob(). */
  async send(name, body) {
    if (name === "sheet") await told(this.boards.ask("load", { tiers: ["print"] }));
    return this.#answer(name, JSON.stringify(body));
  }

  /** The same without one. */
  get(name) { return this.#answer(decodeURIComponent(name)); }

  async #answer(route, body) {
    return new Answer(await told(this.boards.ask("answer", { route, language: language(), body })));
  }

  /** The grids in a picture. */
  async scan(picture) {
    return new Answer(await told(this.pictures.ask("scan", { picture, language: language() }))).json();
  }

  /** The first scan loads and compiles as much as all that follow: it is made while the person aims. */
  async #warmUp() {
    const sample = await fetch(here("sample.jpg")).catch(() => null);
    if (sample?.ok) await this.pictures.ask("scan", { picture: await sample.blob(), language: language() });
  }
}

/** An answer of the engine in the form of one that came over the network. */
class Answer {
  constructor({ status, kind, body }) {
    if (status !== 200) throw refusal(status, JSON.parse(body));
    Object.assign(this, { kind, body });
  }

  json() { return JSON.parse(this.body); }
  blob() { return new Blob([this.body], { type: this.kind }); }
}

async function told(answer) {
  try {
    return await answer;
  } catch (fault) {
    throw new ServiceError(t("The program in this page could not do that: {reason}", { reason: fault.message }), "engine");
  }
}
