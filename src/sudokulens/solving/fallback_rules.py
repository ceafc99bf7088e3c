"""The propagators of rules (`_kernel/rules.c`) in Python: the same steps in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby
from operator import itemgetter
from typing import Protocol

_MAX_FACTOR = 1_000_000


class Kind(IntEnum):
    """What a rule's numbers start with; `_kernel/rules.h` tells what follows."""

    DIFFERENT = 0
    PAIR = 1
    COMBINATION = 2
    TOTAL = 3
    HOLDS = 4
    BETWEEN = 5


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as the search follows it."""

    kind: Kind
    cells: tuple[int, ...]
    data: tuple[int, ...]


class Narrowing(Protocol):
    """What a propagator needs of the search."""

    size: int
    open: list[int]

    def narrow(self, cell: int, keep: int) -> bool: ...


def read_rules(numbers: list[int], size: int, cell_count: int) -> list[Rule]:
    """The rules that the numbers hold; raises ValueError where they hold none for a board like this."""
    return list(_read(numbers, size, cell_count))


def propagate_rule(search: Narrowing, rule: Rule) -> bool:
    """Takes away digits that the rule excludes; False at a contradiction."""
    return _PROPAGATORS[rule.kind](search, rule)


def _read(numbers: list[int], size: int, cell_count: int) -> Iterator[Rule]:
    at = 0
    while at < len(numbers):
        cells_end = at + 2 + numbers[at + 1] if len(numbers) - at >= 2 else len(numbers)
        if cells_end <= at + 2 or cells_end >= len(numbers) or not 0 <= numbers[cells_end] < len(numbers) - cells_end:
            raise ValueError("a rule is cut short")
        end = cells_end + 1 + numbers[cells_end]
        cells, data = tuple(numbers[at + 2 : cells_end]), tuple(numbers[cells_end + 1 : end])
        if not all(0 <= cell < cell_count for cell in cells):
            raise ValueError("a rule has a cell that the board does not have")
        if not 0 <= numbers[at] < len(Kind) or not _is_expected(Kind(numbers[at]), len(cells), data, size):
            raise ValueError("a rule is of no known kind, or has data that do not fit it")
        yield Rule(Kind(numbers[at]), cells, data)
        at = end


def _is_expected(kind: Kind, cells: int, data: tuple[int, ...], size: int) -> bool:
    match kind:
        case Kind.DIFFERENT:
            return not data
        case Kind.PAIR:
            return cells == 2 and len(data) == 2 * size
        case Kind.TOTAL:
            return len(data) == 2 * cells + 1 and _are_factors(data, cells, size)
        case Kind.HOLDS:
            return len(data) % 2 == 0
        case Kind.BETWEEN:
            return cells == size
        case Kind.COMBINATION:
            return True


def _are_factors(data: tuple[int, ...], cells: int, size: int) -> bool:
    factors, numbers = data[1 : cells + 1], data[cells + 1 :]
    groups = [
        [factor for factor, _ in group] for _, group in groupby(zip(factors, numbers, strict=True), itemgetter(1))
    ]
    fitting = all(len(group) <= size and len(set(group)) == 1 for group in groups)
    return fitting and all(factors) and max(map(abs, data[: cells + 1])) <= _MAX_FACTOR


def _settled(mask: int) -> bool:
    return not mask & (mask - 1)


def _settled_digits(search: Narrowing, rule: Rule) -> tuple[int, bool]:
    """The digits of the settled cells, and whether none occurs twice."""
    settled, possible = 0, True
    for cell in rule.cells:
        mask = search.open[cell]
        if _settled(mask):
            possible = possible and not settled & mask
            settled |= mask
    return settled, possible


def _narrow_unsettled(search: Narrowing, rule: Rule, keep: int) -> bool:
    return all(_settled(search.open[cell]) or search.narrow(cell, keep) for cell in rule.cells)


def _propagate_different(search: Narrowing, rule: Rule) -> bool:
    settled, possible = _settled_digits(search, rule)
    if not possible or not _narrow_unsettled(search, rule, ~settled):
        return False
    together = 0
    for cell in rule.cells:
        together |= search.open[cell]
    return together.bit_count() >= len(rule.cells)


def partners(mask: int, table: tuple[int, ...]) -> int:
    """What the digits of one cell of a pair leave to the other."""
    found = 0
    while mask:
        found |= table[(mask & -mask).bit_length() - 1]
        mask &= mask - 1
    return found


def _fits(search: Narrowing, rule: Rule, digits: int, settled: int, together: int) -> bool:
    if settled & ~digits or digits & ~together:
        return False
    left = digits & ~settled
    return all(_settled(search.open[cell]) or search.open[cell] & left for cell in rule.cells)


def _place_needed(search: Narrowing, rule: Rule, needed: int) -> bool:
    once = twice = 0
    for cell in rule.cells:
        twice |= once & search.open[cell]
        once |= search.open[cell]
    if needed & ~once:
        return False
    hidden = needed & once & ~twice
    for cell in rule.cells if hidden else ():
        if here := search.open[cell] & hidden:
            if not _settled(here):
                return False
            search.narrow(cell, here)
            hidden &= ~here
    return True


def _propagate_combination(search: Narrowing, rule: Rule) -> bool:
    settled, possible = _settled_digits(search, rule)
    if not possible:
        return False
    together = settled
    for cell in rule.cells:
        if not _settled(search.open[cell]):
            together |= search.open[cell] & ~settled
    some, every = 0, -1
    for digits in rule.data:
        if _fits(search, rule, digits, settled, together):
            some |= digits
            every &= digits
    return bool(some) and _narrow_unsettled(search, rule, some & ~settled) and _place_needed(search, rule, every)


def _digit_range(lowest: int, highest: int, size: int) -> int:
    lowest, highest = max(lowest, 1), min(highest, size)
    return 0 if lowest > highest else ((1 << highest) - 1) & ~((1 << (lowest - 1)) - 1)


def _least_sum(digits: Iterable[int]) -> int:
    """The least sum of different digits, each at least as great as its own of these."""
    total = least = 0
    for digit in sorted(digits):
        least = max(digit, least + 1)
        total += least
    return total


def _bounds(search: Narrowing, cells: list[int], factor: int) -> tuple[int, int]:
    """What cells with different digits add to a total at least and at most."""
    end = search.size + 1
    low = _least_sum((search.open[cell] & -search.open[cell]).bit_length() for cell in cells)
    high = len(cells) * end - _least_sum(end - search.open[cell].bit_length() for cell in cells)
    return (factor * low, factor * high) if factor > 0 else (factor * high, factor * low)


def _groups(rule: Rule) -> Iterator[tuple[list[int], int]]:
    """The cells of each group, and their factor."""
    count = len(rule.cells)
    rows = zip(rule.data[count + 1 :], rule.cells, rule.data[1 : count + 1], strict=True)
    for _, group in groupby(rows, itemgetter(0)):
        members = list(group)
        yield [cell for _, cell, _ in members], members[0][2]


def _propagate_total(search: Narrowing, rule: Rule) -> bool:
    total, groups = rule.data[0], list(_groups(rule))
    bounds = [_bounds(search, cells, factor) for cells, factor in groups]
    least, most = sum(low for low, _ in bounds), sum(high for _, high in bounds)
    if not least <= total <= most:
        return False
    for cells, factor in groups:
        own = _bounds(search, cells, factor)
        for cell in cells:
            if _settled(search.open[cell]):
                continue
            others = _bounds(search, [other for other in cells if other != cell], factor)
            low, high = total - most + own[1] - others[1], total - least + own[0] - others[0]
            ends = (-(-low // factor), high // factor) if factor > 0 else (-(high // -factor), -low // -factor)
            if not search.narrow(cell, _digit_range(*ends, search.size)):
                return False
    return True


def _propagate_holds(search: Narrowing, rule: Rule) -> bool:
    required = list(zip(rule.data[::2], rule.data[1::2], strict=True))
    for digit, times in required:
        places = [cell for cell in rule.cells if search.open[cell] & digit]
        if len(places) < times:
            return False
        for cell in places if len(places) == times else ():
            search.narrow(cell, digit)
    missing = wanted = 0
    for digit, times in required:
        left = times - sum(search.open[cell] == digit for cell in rule.cells)
        if left > 0:
            missing, wanted = missing + left, wanted | digit
    free = sum(not _settled(search.open[cell]) for cell in rule.cells)
    if missing > free:
        return False
    return missing < free or _narrow_unsettled(search, rule, wanted)


def _add_filling(search: Narrowing, rule: Rule, ends: tuple[int, int], digits: int, keep: list[int]) -> None:
    highest = 1 << (search.size - 1)
    first, last = sorted(ends)
    middle = [digits if first < k < last else (highest - 2) & ~digits for k in range(len(rule.cells))]
    middle[ends[0]], middle[ends[1]] = 1, highest
    if all(k in ends or search.open[cell] & middle[k] for k, cell in enumerate(rule.cells)):
        for k, mask in enumerate(middle):
            keep[k] |= mask


def _propagate_between(search: Narrowing, rule: Rule) -> bool:
    highest = 1 << (search.size - 1)
    keep = [0] * len(rule.cells)
    lows = [i for i, cell in enumerate(rule.cells) if search.open[cell] & 1]
    highs = [j for j, cell in enumerate(rule.cells) if search.open[cell] & highest]
    for i in lows:
        for j in highs:
            for digits in rule.data:
                if i != j and digits.bit_count() == abs(i - j) - 1:
                    _add_filling(search, rule, (i, j), digits, keep)
    return all(search.narrow(cell, mask) for cell, mask in zip(rule.cells, keep, strict=True))


_PROPAGATORS: dict[Kind, Callable[[Narrowing, Rule], bool]] = {
    Kind.DIFFERENT: _propagate_different,
    Kind.COMBINATION: _propagate_combination,
    Kind.TOTAL: _propagate_total,
    Kind.HOLDS: _propagate_holds,
    Kind.BETWEEN: _propagate_between,
}
