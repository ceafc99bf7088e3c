"""What follows from rules and units together: the 45 rule of killers, for one unit or several side by side.

The digits of a unit add up to a known sum. Where cages with sums lie wholly within some units, the cells that they
leave over (innies) add up to the rest; where cages cover units and reach beyond, the cells beyond (outies) add up to
what is too much. The search would find all that by trying; told at once, it prunes from the start.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.constraints.parts import Part, Total, different_with_total
from sudokulens.puzzle.geometry import Cell, Geometry

MOST_UNITS = 3
"""Units side by side that are looked at together."""
MOST_CELLS = 5
"""Sums of more cells exclude too little to be worth their while."""


def implied_parts(geometry: Geometry) -> tuple[Part, ...]:
    """Sums of few cells that follow from the cages."""
    cages = [rule for rule in geometry.rules if isinstance(rule, Cage) and rule.total is not None]
    found: dict[tuple[Cell, ...], int] = {}
    if cages:
        for area, total in _areas(geometry):
            for cells, rest in left_over(area, total, cages):
                if 0 < len(cells) <= MOST_CELLS:
                    found.setdefault(cells, rest)
    return tuple(part for cells, rest in found.items() for part in sum_parts(geometry, cells, rest))


def sum_parts(geometry: Geometry, cells: tuple[Cell, ...], total: int) -> tuple[Part, ...]:
    """The cells add up to the total; different where they see each other."""
    if all(other in geometry.peers[cell] for cell in cells for other in cells if other != cell):
        return different_with_total(cells, total, geometry.size)
    return (Total(cells, (1,) * len(cells), total),)


def left_over(area: frozenset[Cell], total: int, cages: list[Cage]) -> Iterator[tuple[tuple[Cell, ...], int]]:
    """The innies and the outies of an area whose digits add up to `total`, each with their sum."""
    innies, inner_total = set(area), total
    covered: set[Cell] = set()
    outies: set[Cell] = set()
    outer_total = -total
    for cage in cages:
        own = area.intersection(cage.cells)
        if not own or own & covered:
            continue
        covered |= own
        outies |= set(cage.cells) - area
        outer_total += cage.total or 0
        if len(own) == len(cage.cells):
            innies -= own
            inner_total -= cage.total or 0
    yield tuple(sorted(innies)), inner_total
    if covered == area:
        yield tuple(sorted(outies)), outer_total


def _areas(geometry: Geometry) -> Iterator[tuple[frozenset[Cell], int]]:
    """Single units, and up to `MOST_UNITS` rows, columns or regions that follow each other."""
    n = geometry.size
    one = n * (n + 1) // 2
    units = [frozenset(unit.cells) for unit in geometry.units]
    for kind in range(3):
        of_kind = units[kind * n : kind * n + n]
        for count in range(1, MOST_UNITS + 1):
            for start in range(n - count + 1):
                yield frozenset().union(*of_kind[start : start + count]), count * one
    for extra in units[3 * n :]:
        yield extra, one
