"""What follows from rules and units together: the 45 rule of killers, for one unit or several side by side.

The digits of a unit add up to a known sum. Where cages with sums lie wholly within some units, the cells that they
leave over (innies) add up to the rest; where cages cover units and reach beyond, the cells beyond (outies) add up to
what is too much; and where both are left, their sums differ by a known amount. The search would find all that by
trying; told at once, it prunes from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.constraints.parts import Part, Total, different_with_total
from sudokulens.puzzle.geometry import Cell, Geometry

MAX_UNITS = 1
"""Units side by side whose sums the search is told: more cost more time than they save."""
MAX_CELLS = 4
"""Sums of more cells exclude too little to be worth their while."""


@dataclass(frozen=True, slots=True)
class AreaSum:
    """Innies less outies add up to the total, by the cages (indices into `geometry.rules`)."""

    innies: tuple[Cell, ...]
    outies: tuple[Cell, ...]
    total: int
    cages: tuple[int, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.innies + self.outies

    def parts(self, geometry: Geometry) -> tuple[Part, ...]:
        if self.innies and self.outies:
            factors = (*[1] * len(self.innies), *[-1] * len(self.outies))
            return (Total(self.cells, factors, self.total),)
        return sum_parts(geometry, self.cells, self.total if self.innies else -self.total)


def implied_parts(geometry: Geometry) -> tuple[Part, ...]:
    """Sums of few cells that follow from the cages."""
    cages = [(i, rule) for i, rule in enumerate(geometry.rules) if isinstance(rule, Cage) and rule.total is not None]
    found: dict[frozenset[Cell], AreaSum] = {}
    for units in unit_areas(geometry, MAX_UNITS) if cages else ():
        for area_sum in area_sums(geometry, units, cages):
            if 0 < len(area_sum.cells) <= MAX_CELLS:
                found.setdefault(frozenset(area_sum.cells), area_sum)
    return tuple(part for area_sum in found.values() for part in area_sum.parts(geometry))


def sum_parts(geometry: Geometry, cells: tuple[Cell, ...], total: int) -> tuple[Part, ...]:
    """The cells add up to the total; different where they see each other."""
    if all(other in geometry.peers[cell] for cell in cells for other in cells if other != cell):
        return different_with_total(cells, total, geometry.size)
    return (Total(cells, (1,) * len(cells), total),)


def area_sums(geometry: Geometry, units: tuple[int, ...], cages: Sequence[tuple[int, Cage]]) -> Iterator[AreaSum]:
    """The innies, the outies, and the smallest mixture of both, of units that do not overlap."""
    area = frozenset(cell for unit in units for cell in geometry.units[unit].cells)
    total = len(units) * geometry.size * (geometry.size + 1) // 2
    crossing = [(i, cage) for i, cage in _apart(cages) if area.intersection(cage.cells)]
    inside = [(i, cage) for i, cage in crossing if area.issuperset(cage.cells)]
    mixed = [(i, c) for i, c in crossing if 2 * len(area.intersection(c.cells)) >= len(c.cells)]
    for chosen in filter(None, (inside, crossing, mixed)):  # without a cage, there is no sum but the units' own
        yield _area_sum(area, total, chosen)


def _area_sum(area: frozenset[Cell], total: int, cages: Sequence[tuple[int, Cage]]) -> AreaSum:
    counted = {cell for _, cage in cages for cell in cage.cells}
    rest = total - sum(cage.total or 0 for _, cage in cages)
    innies, outies = tuple(sorted(area - counted)), tuple(sorted(counted - area))
    return AreaSum(innies, outies, rest, tuple(i for i, _ in cages))


def _apart(cages: Sequence[tuple[int, Cage]]) -> Iterator[tuple[int, Cage]]:
    """Those of the cages that share no cell with an earlier one."""
    taken: set[Cell] = set()
    for i, cage in cages:
        if taken.isdisjoint(cage.cells):
            taken.update(cage.cells)
            yield i, cage


def unit_areas(geometry: Geometry, most: int) -> Iterator[tuple[int, ...]]:
    """Single units, then up to `most` rows, columns or regions that follow each other."""
    n = geometry.size
    lines = [range(start, start + n) for start in range(0, geometry.first_region, n)]
    yield from ((unit,) for unit in range(len(geometry.units)))
    for count in range(2, most + 1):
        for block in (*lines, range(geometry.first_region, geometry.first_extra)):
            yield from (tuple(block[start : start + count]) for start in range(len(block) - count + 1))
