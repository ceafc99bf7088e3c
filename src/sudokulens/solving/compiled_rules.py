"""The rules of a board as the numbers that the general search takes; `_kernel/rules.h` tells what they mean."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from sudokulens.puzzle.constraints.parts import Allowed, Between, Combination, Different, Holds, Pair, Part, Total
from sudokulens.puzzle.geometry import DigitSet, Geometry
from sudokulens.solving.implied import implied_parts

KINDS = (Different, Pair, Combination, Total, Holds, Between)
"""The kinds of parts in the order of their numbers; what a part says of one cell alone is in the candidates."""


@lru_cache(maxsize=64)
def rule_numbers(geometry: Geometry) -> array[int]:
    """The rules, and what follows from several of them together."""
    parts = [part for _, part in geometry.parts]
    return pack((*parts, *implied_parts(geometry)), geometry.size)


def pack(parts: tuple[Part, ...], size: int) -> array[int]:
    numbers = array("q")
    for part in parts:
        if isinstance(part, Allowed):
            continue
        data = tuple(_data(part, size))
        numbers.extend((KINDS.index(type(part)), len(part.cells), *part.cells, len(data), *data))
    return numbers


def _data(part: Part, size: int) -> Iterator[int]:
    match part:
        case Pair():
            yield from part.table
            yield from reversed_table(part.table, size)
        case Combination() | Between():
            yield from part.sets
        case Total():
            yield part.total
            yield from part.factors
        case Holds():
            for digit, times in Counter(part.digits).items():
                yield from (1 << (digit - 1), times)


def reversed_table(table: tuple[DigitSet, ...], size: int) -> tuple[DigitSet, ...]:
    """For each digit of the second cell of a pair the digits of the first."""
    return tuple(sum(1 << a for a, digits in enumerate(table) if digits >> b & 1) for b in range(size))
