"""The symbols that the network tells apart, and how they become values of an n×n grid."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

DIGITS = tuple("123456789")
NUMBERS = tuple(str(number) for number in range(10, 17))
LETTERS = tuple("ABCDEFG")
SYMBOLS = ("", *DIGITS, *NUMBERS, *LETTERS, "0", "other")
MAX_SIZE_CELLS = 25
"""Above 16 the symbols from H on are unknown to the network: cells that hold them show as doubts."""


@lru_cache(maxsize=16)
def value_weights(size: int) -> NDArray[np.float32]:
    """(symbols, size + 1) weights that turn symbol probabilities into value probabilities.

    Above 9, ten is written 10 or A, and a zero stands for the largest value, as in 0–F. Up to 9 a zero means an
    empty cell. What cannot be a value of this size is spread evenly, so that it shows as doubt.
    """
    if not 1 <= size <= MAX_SIZE_CELLS:
        raise ValueError(f"expected a size of 1 to {MAX_SIZE_CELLS}, got {size}")
    weights = np.full((len(SYMBOLS), size + 1), 1 / (size + 1), dtype=np.float32)
    for index, symbol in enumerate(SYMBOLS):
        value = _value(symbol, size)
        if value is not None:
            weights[index] = 0
            weights[index, value] = 1
    weights.flags.writeable = False
    return weights


def _value(symbol: str, size: int) -> int | None:
    """The value a symbol stands for in a grid of this size, None if it has none."""
    if symbol == "other":
        return None
    if symbol in ("", "0"):
        return size if symbol == "0" and size > 9 else 0
    value = int(symbol) if symbol.isdigit() else ord(symbol) - ord("A") + 10
    return value if value <= size else None
