"""Hard pictures made on purpose: every kind that our own photos are short of, with its table of results by kind."""
