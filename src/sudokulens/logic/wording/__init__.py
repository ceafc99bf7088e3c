"""The sentences of hints, one file a language; each has the names that `english` has."""
