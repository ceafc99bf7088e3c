// Whether a service answers this page: the static site has none.

export const hasService = false;
