"""The rules of a board as the numbers that the general search takes; `_kernel/rules.h` tells what they mean."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from sudokulens.puzzle.constraints.parts import Allowed, Between, Combination, Different, Holds, Pair, Part, Total
from sudokulens.puzzle.geometry import Cell, DigitSet, Geometry
from sudokulens.solving.implied import implied_parts

KINDS = (Different, Pair, Combination, Total, Holds, Between)
"""The kinds of parts in the order of their numbers; what a part says of one cell alone is in the candidates."""


@lru_cache(maxsize=64)
def rule_numbers(geometry: Geometry) -> array[int]:
    """The rules, and what follows from several of them together."""
    return pack((*_together(geometry), *implied_parts(geometry)), geometry)


def _together(geometry: Geometry) -> Iterator[Part]:
    """The parts of all rules, those of the same two cells in one table, which knows of their units as well.

    A table excludes more than its parts one by one: next to a cell with 4 or 5, a non-consecutive board has neither.
    """
    tables: dict[tuple[Cell, Cell], tuple[DigitSet, ...]] = {}
    unequal = tuple(geometry.all_digits & ~(1 << value) for value in range(geometry.size))
    for _, part in geometry.parts:
        if isinstance(part, Pair):
            table = part.table
        elif isinstance(part, Different) and len(part.cells) == 2:
            table = unequal
        else:
            yield part
            continue
        first, second = part.cells
        if first > second:
            first, second, table = second, first, reversed_table(table, geometry.size)
        if known := tables.get((first, second)):
            table = _both(table, known)
        elif second in geometry.peers[first]:
            table = _both(table, unequal)
        tables[first, second] = table
    for (first, second), table in tables.items():
        if table != unequal or not set(geometry.units_of[first]).intersection(geometry.units_of[second]):
            yield Pair((first, second), table)


def _both(table: tuple[DigitSet, ...], other: tuple[DigitSet, ...]) -> tuple[DigitSet, ...]:
    return tuple(a & b for a, b in zip(table, other, strict=True))


def pack(parts: tuple[Part, ...], geometry: Geometry) -> array[int]:
    numbers = array("q")
    for part in parts:
        if isinstance(part, Allowed):
            continue
        cells, data = _cells_and_data(part, geometry)
        numbers.extend((KINDS.index(type(part)), len(cells), *cells, len(data), *data))
    return numbers


def _cells_and_data(part: Part, geometry: Geometry) -> tuple[Sequence[Cell], Sequence[int]]:
    match part:
        case Pair():
            return part.cells, (*part.table, *reversed_table(part.table, geometry.size))
        case Combination() | Between():
            return part.cells, part.sets
        case Total():
            return _grouped(part, geometry)
        case Holds():
            times = Counter(part.digits)
            return part.cells, [number for digit in times for number in (1 << (digit - 1), times[digit])]
        case _:
            return part.cells, ()


def _grouped(part: Total, geometry: Geometry) -> tuple[Sequence[Cell], Sequence[int]]:
    """The cells in groups that have the same factor and see each other, so that their digits differ."""
    groups: list[tuple[int, list[Cell]]] = []
    for cell, factor in zip(part.cells, part.factors, strict=True):
        seen = geometry.peers[cell]
        for known, group in groups:
            if known == factor and all(other in seen for other in group):
                group.append(cell)
                break
        else:
            groups.append((factor, [cell]))
    factors = [factor for factor, group in groups for _ in group]
    numbers = [number for number, (_, group) in enumerate(groups) for _ in group]
    return [cell for _, group in groups for cell in group], (part.total, *factors, *numbers)


def reversed_table(table: tuple[DigitSet, ...], size: int) -> tuple[DigitSet, ...]:
    """For each digit of the second cell of a pair the digits of the first."""
    return tuple(sum(1 << a for a, digits in enumerate(table) if digits >> b & 1) for b in range(size))
