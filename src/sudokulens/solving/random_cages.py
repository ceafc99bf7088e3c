"""Random killer cages: the whole grid cut into connected groups of different digits."""

from __future__ import annotations

from collections.abc import Collection

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.solving.shuffle import Shuffle

SIZES = (2, 2, 2, 3, 3, 3, 3, 4, 4, 5)
"""How often newspapers have cages of each size, roughly; what is left over between cages makes the single ones."""


def random_cages(grid: Board, shuffle: Shuffle) -> tuple[Cage, ...]:
    """Cages that cover the full grid, each with its sum, in the order of their first cells."""
    home: dict[Cell, list[Cell]] = {}
    order = list(range(grid.geometry.cell_count))
    shuffle(order)
    for start in order:
        if start not in home:
            cage = _grow(grid, start, home, SIZES[shuffle.below(len(SIZES))], shuffle)
            home.update(dict.fromkeys(cage, cage))
    _join_singles(grid, home, shuffle)
    groups = {id(cage): tuple(sorted(cage)) for cage in home.values()}
    return tuple(Cage(cells, sum(grid[cell] for cell in cells)) for cells in sorted(groups.values()))


def _grow(grid: Board, start: Cell, home: dict[Cell, list[Cell]], wanted: int, shuffle: Shuffle) -> list[Cell]:
    cage = [start]
    while len(cage) < wanted:
        digits = {grid[cell] for cell in cage}
        edge = sorted({near for cell in cage for near in grid.geometry.neighbours(cell)} - set(cage) - home.keys())
        free = [cell for cell in edge if grid[cell] not in digits]
        if not free:
            break
        cage.append(free[shuffle.below(len(free))])
    return cage


def _join_singles(grid: Board, home: dict[Cell, list[Cell]], shuffle: Shuffle) -> None:
    """A cage of one cell gives its digit away: it joins a neighbour where one has room and not its digit."""
    for cell in [cell for cell, cage in home.items() if len(cage) == 1]:
        if len(home[cell]) > 1:
            continue
        near = [home[other] for other in grid.geometry.neighbours(cell)]
        fitting = [cage for cage in near if len(cage) < max(SIZES) and grid[cell] not in {grid[c] for c in cage}]
        if fitting:
            cage = fitting[shuffle.below(len(fitting))]
            cage.append(cell)
            home[cell] = cage


def connected(cells: Collection[Cell], shape: Geometry) -> bool:
    """Whether one can walk between any two of the cells over edges."""
    start = next(iter(cells))
    reached, waiting = {start}, [start]
    while waiting:
        fresh = set(shape.neighbours(waiting.pop())).intersection(cells) - reached
        reached |= fresh
        waiting += fresh
    return len(reached) == len(cells)
