"""The law of leftovers: rows (or columns) and as many regions hold the same digits, so what one has more balances."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sudokulens.logic.state import State
from sudokulens.logic.step import Step, candidates_of
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Cell, Geometry

MAX_CELLS = 6
"""Cells left over on one side that a person still compares."""


def law_of_leftovers(state: State) -> Iterator[Step]:
    """Digits that cannot be on one side of the leftovers, so that they cannot be on the other."""
    for base, cover, inside, outside in leftovers(state.geometry):
        for digit in range(1, state.geometry.size + 1):
            bit = 1 << (digit - 1)
            if any(state.candidates[cell] & bit or state.values[cell] == digit for cell in outside):
                continue
            victims = tuple(cell for cell in inside if state.candidates[cell] & bit)
            open_units = tuple(unit for unit in base if state.places(unit, digit))
            if victims and open_units:
                yield Step(
                    Technique.LAW_OF_LEFTOVERS,
                    removes=candidates_of(victims, (digit,)),
                    digits=(digit,),
                    cells={"innie": inside, "outie": outside},
                    units={"base": open_units, "cover": cover},
                )


@lru_cache(maxsize=64)
def leftovers(
    geometry: Geometry,
) -> tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[Cell, ...], tuple[Cell, ...]], ...]:
    """Base units, cover units, the cover's cells beyond the base, and the base's beyond the cover, fewest first."""
    found = [
        sides
        for lines, regions in _blocks(geometry)
        for sides in (
            (regions, lines, *_beyond(geometry, regions, lines)),
            (lines, regions, *_beyond(geometry, lines, regions)),
        )
        if 0 < len(sides[2]) <= MAX_CELLS
    ]
    return tuple(sorted(found, key=lambda sides: (len(sides[2]), len(sides[0]))))


def _blocks(geometry: Geometry) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Lines side by side, each time with the regions that lie mostly in them, where these are as many."""
    n = geometry.size
    if geometry.overlaps:
        return
    for start in (0, n):
        for count in range(1, n):
            for first in range(start, start + n - count + 1):
                lines = tuple(range(first, first + count))
                held = {cell for line in lines for cell in geometry.units[line].cells}
                regions = range(geometry.first_region, geometry.first_extra)
                share = sorted(regions, key=lambda unit: -len(held.intersection(geometry.units[unit].cells)))
                yield lines, tuple(sorted(share[:count]))


def _beyond(
    geometry: Geometry, base: tuple[int, ...], cover: tuple[int, ...]
) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    bases = {cell for unit in base for cell in geometry.units[unit].cells}
    covers = {cell for unit in cover for cell in geometry.units[unit].cells}
    return tuple(sorted(covers - bases)), tuple(sorted(bases - covers))
