"""Grids that share boxes, as the five of a samurai do: where each lies on the lattice of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TypeAlias

import numpy as np

from sudokulens.vision.location import GridLocation, Points, apply_homography, outer_corners

Place: TypeAlias = tuple[int, int]
"""Row and column of a grid's top left cell on the common lattice, from 0."""


def shared_places(locations: Sequence[GridLocation]) -> list[Place | None]:
    """The place of every grid on the lattice that it shares with others; None for one that shares no box."""
    places = {number: place for group in shared_groups(locations) for number, place in group.items()}
    return [places.get(number) for number in range(len(locations))]


def shared_groups(locations: Sequence[GridLocation]) -> list[dict[int, Place]]:
    """The sets of grids (indices) that hang together, each with the places of its grids on its own lattice."""
    groups: list[dict[int, Place]] = []
    for start in range(len(locations)):
        if any(start in group for group in groups):
            continue
        group = _linked(locations, start)
        top, left = (min(place[axis] for place in group.values()) for axis in (0, 1))
        if len(group) > 1:
            groups.append({number: (row - top, column - left) for number, (row, column) in group.items()})
    return groups


def _linked(locations: Sequence[GridLocation], start: int) -> dict[int, Place]:
    """All grids that hang together with the first one, by their steps from it."""
    group, queue = {start: (0, 0)}, [start]
    while queue:
        known = queue.pop()
        for other in range(len(locations)):
            step = _step(locations[known], locations[other]) if other not in group else None
            if step is not None:
                group[other] = (group[known][0] + step[0], group[known][1] + step[1])
                queue.append(other)
    return group


def _step(first: GridLocation, second: GridLocation) -> Place | None:
    """Rows and columns from one grid to another that shares a box with it; None where it does not."""
    size, box = first.size, isqrt(first.size)
    if second.size != size or box * box != size:
        return None
    apart = _corners_on(first, second) - outer_corners(_square(size))
    column, row = (int(box * round(float(axis) / box)) for axis in apart.mean(axis=0))
    # Half a cell further off it would lie on the lines of other cells.
    exact = bool(np.abs(apart - (column, row)).max() <= 0.5)
    shares = max(abs(row), abs(column)) <= size - box and (row, column) != (0, 0)
    return (row, column) if exact and shares else None


def _corners_on(first: GridLocation, second: GridLocation) -> Points:
    """The corners of the second grid in cells of the first."""
    return apply_homography(np.asarray(np.linalg.inv(first.homography)), second.corners)


def _square(size: int) -> Points:
    steps = np.arange(size + 1.0)
    return np.stack(np.meshgrid(steps, steps), axis=-1)
