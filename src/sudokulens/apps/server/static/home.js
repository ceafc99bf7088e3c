// Whether a service answers this page; the static site brings a copy of this file that says no.

export const hasService = true;

/** The engine's first worker, where it has begun already. */
export const begun = null;
