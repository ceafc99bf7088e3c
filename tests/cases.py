"""Cases for `parametrize` of which only the first is among the quick tests of `make test`."""

from __future__ import annotations

from typing import Any

import pytest


def first_quick(first: Any, *rest: Any) -> list[Any]:
    """The first case as it is, the others marked slow: they hold the same on another example."""
    repeated = (each if isinstance(each, tuple) else (each,) for each in rest)
    return [first, *(pytest.param(*each, marks=pytest.mark.slow) for each in repeated)]
