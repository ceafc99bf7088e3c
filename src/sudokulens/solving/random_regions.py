"""Random jigsaw regions: boxes that trade cells with their neighbours until they are boxes no more."""

from __future__ import annotations

from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random_cages import connected
from sudokulens.solving.shuffle import Shuffle

TRADES_PER_CELL = 3


def random_regions(size: int, shuffle: Shuffle) -> tuple[int, ...]:
    """The region of every cell; each region is connected."""
    start = Geometry(size, _stripes(size))
    regions = list(start.regions)
    for _ in range(TRADES_PER_CELL * start.cell_count):
        _trade(regions, start, shuffle)
    return Geometry.jigsaw(regions).regions


def _stripes(size: int) -> tuple[int, ...]:
    """The boxes of that size, or its rows where it has none."""
    try:
        return Geometry.standard(size).regions
    except ValueError:
        return tuple(cell // size for cell in range(size * size))


def _trade(regions: list[int], shape: Geometry, shuffle: Shuffle) -> None:
    """A cell goes over to a neighbouring region, which gives one of its own back; undone where one falls apart."""
    cell = shuffle.below(shape.cell_count)
    around = [other for other in shape.neighbours(cell) if regions[other] != regions[cell]]
    if not around:
        return
    own, other = regions[cell], regions[around[shuffle.below(len(around))]]
    regions[cell] = other
    border = [
        back
        for back in range(shape.cell_count)
        if regions[back] == other and back != cell and any(regions[near] == own for near in shape.neighbours(back))
    ]
    shuffle(border)
    for back in border:
        regions[back] = own
        if _is_connected(regions, own, shape) and _is_connected(regions, other, shape):
            return
        regions[back] = other
    regions[cell] = own


def _is_connected(regions: list[int], region: int, shape: Geometry) -> bool:
    return connected({cell for cell, label in enumerate(regions) if label == region}, shape)
