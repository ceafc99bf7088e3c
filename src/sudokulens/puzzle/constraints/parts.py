"""The few relations between cells that every constraint is made of, and that every engine understands.

A constraint says what it means as parts; a propagator, a clause or an equation is then written once for each kind of
part, not once for each constraint. `possible(values)` tells whether the digits placed so far (0 for an empty cell of
the whole board) still allow the part; on a full board that is whether it holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sudokulens.puzzle.geometry import Cell, Digit, DigitSet

MAX_SETS = 20_000
"""A cage with more sets of digits than this is cheaper as a sum of different digits."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The cell has one of these digits."""

    cells: tuple[Cell]
    digits: DigitSet

    def possible(self, values: Sequence[Digit], size: int) -> bool:
        value = values[self.cells[0]]
        return not value or bool(self.digits >> (value - 1) & 1)


@dataclass(frozen=True, slots=True)
class Different:
    """No digit occurs twice in these cells."""

    cells: tuple[Cell, ...]

    def possible(self, values: Sequence[Digit], size: int) -> bool:
        placed = [values[cell] for cell in self.cells if values[cell]]
        return len(set(placed)) == len(placed)


@dataclass(frozen=True, slots=True)
class Pair:
    """Where the first cell has digit d, the second has one of the digits `table[d - 1]`."""

    cells: tuple[Cell, Cell]
    table: tuple[DigitSet, ...]

    def possible(self, values: Sequence[Digit], size: int) -> bool:
        first, second = (values[cell] for cell in self.cells)
        if first:
            return bool(self.table[first - 1] >> (second - 1) & 1) if second else bool(self.table[first - 1])
        return not second or any(digits >> (second - 1) & 1 for digits in self.table)


@dataclass(frozen=True, slots=True)
class Combination:
    """The cells have different digits, which together are one of these sets."""

    cells: tuple[Cell, ...]
    sets: tuple[DigitSet, ...]

    def possible(self, values: Sequence[Digit], size: int) -> bool:
        placed = [values[cell] for cell in self.cells if values[cell]]
        mask = mask_of(placed)
        return len(set(placed)) == len(placed) and any(not mask & ~digits for digits in self.sets)


@dataclass(frozen=True, slots=True)
class Total:
    """The digits, each times its factor, add up to the total; they may repeat."""

    cells: tuple[Cell, ...]
    factors: tuple[int, ...]
    total: int

    def possible(self, values: Sequence[Digit], size: int) -> bool:
        least = most = 0
        for cell, factor in zip(self.cells, self.factors, strict=True):
            ends = sorted((factor * (values[cell] or 1), factor * (values[cell] or size)))
            least, most = least + ends[0], most + ends[1]
        return least <= self.total <= most


@dataclass(frozen=True, slots=True)
class Holds:
    """Each of these digits is in one of the cells, a digit that is listed twice in two of them."""

    cells: tuple[Cell, ...]
    digits: tuple[Digit, ...]

    def possible(self, values: Sequence[Digit], size: int) -> bool:
        missing = Counter(self.digits) - Counter(values[cell] for cell in self.cells)
        return missing.total() <= sum(not values[cell] for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Between:
    """Along a unit, in order, the digits between the lowest and the highest are one of these sets."""

    cells: tuple[Cell, ...]
    sets: tuple[DigitSet, ...]

    def possible(self, values: Sequence[Digit], size: int) -> bool:
        line = [values[cell] for cell in self.cells]
        ends = [place for place, value in enumerate(line) if value in (1, size)]
        if len(ends) != 2:
            return bool(self.sets)
        inside = line[ends[0] + 1 : ends[1]]
        placed, outside = mask_of(filter(None, inside)), mask_of(filter(None, line)) & ~mask_of(filter(None, inside))
        return any(
            digits.bit_count() == len(inside) and not placed & ~digits and not outside & digits for digits in self.sets
        )


Part: TypeAlias = Allowed | Different | Pair | Combination | Total | Holds | Between


def mask_of(digits: Iterable[Digit]) -> DigitSet:
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask


@lru_cache(maxsize=1024)
def sets_with_total(size: int, count: int, total: int) -> tuple[DigitSet, ...]:
    """The sets of `count` different digits that add up to `total`."""
    return tuple(mask_of(digits) for digits in combinations(range(1, size + 1), count) if sum(digits) == total)


@lru_cache(maxsize=64)
def runs(size: int, count: int) -> tuple[DigitSet, ...]:
    """The sets of `count` consecutive digits."""
    return tuple(((1 << count) - 1) << start for start in range(size - count + 1))


@lru_cache(maxsize=256)
def sandwich_sets(size: int, total: int) -> tuple[DigitSet, ...]:
    """The sets of digits between the lowest and the highest, the empty one too, that add up to `total`."""
    middle = range(2, size)
    chosen = (digits for count in range(size - 1) for digits in combinations(middle, count))
    return tuple(mask_of(digits) for digits in chosen if sum(digits) == total)


def different_with_total(cells: tuple[Cell, ...], total: int, size: int) -> tuple[Part, ...]:
    """Different digits with that sum: as sets of digits where these are few enough to list."""
    if comb(size, len(cells)) <= MAX_SETS:
        return (Combination(cells, sets_with_total(size, len(cells), total)),)
    return Different(cells), Total(cells, (1,) * len(cells), total)


RELATIONS: dict[str, Callable[[int, int, int], bool]] = {
    "less": lambda a, b, amount: a < b,
    "equal": lambda a, b, amount: a == b,
    "difference": lambda a, b, amount: abs(a - b) == amount,
    "other difference": lambda a, b, amount: abs(a - b) != amount,
    "apart": lambda a, b, amount: abs(a - b) >= amount,
    "ratio": lambda a, b, amount: a == amount * b or b == amount * a,
    "other ratio": lambda a, b, amount: a != amount * b and b != amount * a,
    "sum": lambda a, b, amount: a + b == amount,
    "other sum": lambda a, b, amount: a + b != amount,
}
"""How two digits a and b may have to stand to each other, with an amount where the relation has one."""


@lru_cache(maxsize=256)
def table_where(size: int, relation: str, amount: int = 0) -> tuple[DigitSet, ...]:
    """The digits b that stand in the relation to each digit a: see `RELATIONS`."""
    holds = RELATIONS[relation]
    digits = range(1, size + 1)
    return tuple(mask_of(b for b in digits if holds(a, b, amount)) for a in digits)


def different_pairs(part: Part) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells that a part forbids to hold the same digit."""
    if isinstance(part, Different | Combination):
        yield from combinations(part.cells, 2)
    elif isinstance(part, Pair) and not any(digits >> value & 1 for value, digits in enumerate(part.table)):
        yield part.cells


def forbidden_digits(part: Pair, size: int) -> Iterator[tuple[Cell, Digit, Cell, DigitSet]]:
    """For a digit in one cell of a pair: the digits that the other cell cannot hold."""
    first, second = part.cells
    backward = [sum(1 << a for a, digits in enumerate(part.table) if digits >> b & 1) for b in range(size)]
    for cell, other, table in ((first, second, part.table), (second, first, backward)):
        for value, allowed in enumerate(table):
            if forbidden := ((1 << size) - 1) & ~allowed:
                yield cell, value + 1, other, forbidden
