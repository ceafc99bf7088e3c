"""Random order that is the same on every machine and every Python for the same seed."""

from __future__ import annotations

from collections.abc import MutableSequence
from random import Random
from typing import Any

from sudokulens.errors import InvalidRequest

MAX_SEED = 2**48 - 1
"""The largest seed that commands and services take; JSON carries it without loss."""


class Shuffle:
    """Puts sequences in random order, in place, one after the other from one seed.

    Only `Random.random` keeps its sequence from one Python version to the next; `Random.shuffle` need not.
    """

    def __init__(self, seed: int) -> None:
        if seed < 0:  # `Random` takes -1 for 1.
            raise InvalidRequest(f"a seed of {seed}", expected="0 or more")
        self._random = Random(seed)

    def __call__(self, items: MutableSequence[Any]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def below(self, end: int) -> int:
        """A random number from 0 to `end` - 1."""
        return int(self._random.random() * end)
