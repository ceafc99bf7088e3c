"""How often a digit fits into some cells at most: as many times as there are units that cover them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from sudokulens.puzzle.geometry import Cell, Geometry

MAX_UNITS = 5
"""Units of a cover that are looked for; with more, every cell counts by itself."""


@lru_cache(maxsize=4096)
def smallest_covers(geometry: Geometry, cells: frozenset[Cell]) -> tuple[tuple[int, ...], ...]:
    """Every choice of the fewest units that hold all of the cells; none where it takes more than MAX_UNITS."""
    units = _useful(geometry, cells)
    for size in range(min(len(units), MAX_UNITS) + 1):
        found = [chosen for chosen in combinations(units, size) if cells <= _held(units, chosen)]
        if found:
            return tuple(found)
    return ()


def room(geometry: Geometry, cells: Iterable[Cell]) -> int:
    """How many of the cells can have the same digit at most."""
    every = frozenset(cells)
    covers = smallest_covers(geometry, every)
    return len(covers[0]) if covers else len(every)


def _useful(geometry: Geometry, cells: frozenset[Cell]) -> dict[int, frozenset[Cell]]:
    """Units with cells of these, without those that hold no more of them than another one."""
    held = {unit: cells & set(geometry.units[unit].cells) for cell in cells for unit in geometry.units_of[cell]}
    return {unit: own for unit, own in sorted(held.items()) if not any(own < other for other in held.values())}


def _held(units: dict[int, frozenset[Cell]], chosen: Sequence[int]) -> frozenset[Cell]:
    return frozenset().union(*(units[unit] for unit in chosen))
