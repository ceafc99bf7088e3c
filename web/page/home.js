// Whether a service answers this page: the static site has none, so its engine begins before the page is put together.

import { Colleague } from "./colleague.js";

export const hasService = false;

/** The worker that answers for boards. */
export const begun = new Colleague(new URL("engine/worker.js", import.meta.url), "boards");
