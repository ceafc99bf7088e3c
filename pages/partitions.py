"""Random partitions of a grid: cages of one to six cells, and irregular regions of equal size."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pages.boards import box_shape, geometry_of
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random_cages import connected

Owners = NDArray[np.int64]
"""(n, n): the number of the cage or region that every cell belongs to."""

NEIGHBOURS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Row and column steps over a cell's four sides: above, right, below, left."""
CAGE_SIZES = (0.5, 4, 4, 3, 1.5, 0.7)
"""How often cages of one to six cells are wanted, about; each page has a taste of its own."""


def around(row: int, column: int, size: int) -> Iterator[tuple[int, int]]:
    """The cells that share a side with a cell."""
    for down, across in NEIGHBOURS:
        if 0 <= row + down < size and 0 <= column + across < size:
            yield row + down, column + across


def cages(size: int, random: np.random.Generator) -> Owners:
    """Cells taken in random order, each grown into a free cage."""
    owner = np.full((size, size), -1)
    likely = random.dirichlet(CAGE_SIZES)
    number = 0
    for cell in random.permutation(size * size):
        if owner[divmod(cell, size)] >= 0:
            continue
        wanted = 1 + random.choice(len(likely), p=likely)
        cage = [divmod(int(cell), size)]
        owner[cage[0]] = number
        while len(cage) < wanted:
            free = [step for place in cage for step in around(*place, size) if owner[step] < 0]
            if not free:
                break
            cage.append(free[random.integers(len(free))])
            owner[cage[-1]] = number
        number += 1
    return owner


def regions(size: int, random: np.random.Generator) -> Owners:
    """Connected regions of as many cells as a row has: rows or boxes, shuffled by exchanges across borders."""
    index, shape = np.arange(size), geometry_of(size)
    rows, columns = box_shape(size)
    owner = (index[:, None] // rows) * (size // columns) + index[None, :] // columns
    wanted, done = 40 + int(random.integers(120)), 0
    for _ in range(4000):
        first, second = (tuple(random.integers(0, size, 2)) for _ in range(2))
        if owner[first] == owner[second] or not (_touches(owner, first, second) and _touches(owner, second, first)):
            continue
        owner[first], owner[second] = owner[second], owner[first]
        if all(_in_one_piece(owner, owner[cell], shape) for cell in (first, second)):
            done += 1
            if done == wanted:
                break
        else:
            owner[first], owner[second] = owner[second], owner[first]
    return owner


def _touches(owner: Owners, cell: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return any(owner[step] == owner[other] for step in around(cell[0], cell[1], len(owner)))


def _in_one_piece(owner: Owners, number: int, shape: Geometry) -> bool:
    return connected(set(np.flatnonzero(owner == number).tolist()), shape)


def touching(owner: Owners) -> dict[int, set[int]]:
    """For every cage or region the numbers of those that share a side with it."""
    near: dict[int, set[int]] = {int(number): set() for number in np.unique(owner)}
    for row, column in np.ndindex(*owner.shape):
        near[int(owner[row, column])] |= {int(owner[step]) for step in around(row, column, len(owner))}
    return {number: others - {number} for number, others in near.items()}
