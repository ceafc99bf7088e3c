"""Killer cages from what the network says of sides and sums: the most probable cages that fit together.

Every cage has one sum, printed in one of its cells; a cage of k cells cannot have any sum; and the sums must fit the
houses of the board (`cage_sums.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.cage_sums import bounds_of, likeliest_sums
from sudokulens.reading.chance import EVEN, FLOOR, log_odds
from sudokulens.reading.details import Details, Side
from sudokulens.reading.rules import Cage

FEWEST_CAGES = 3
"""Fewer sums than this are stray numbers."""

MOST_CHOICES = 60
"""Combinations of sums that are returned: the solver tries each."""


@dataclass(slots=True)
class _Cages:
    """A union of cells into cages, of which none may have two sums or more cells than there are digits."""

    size: int
    summed: NDArray[np.bool_]
    owner: list[int] = field(init=False)
    cells: dict[int, list[int]] = field(init=False)
    sums: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.summed)
        self.owner = list(range(count))
        self.cells = {cell: [cell] for cell in range(count)}
        self.sums = {cell: int(self.summed[cell]) for cell in range(count)}

    def joined(self, first: int, second: int) -> bool:
        """Unite two cages, unless the rules of cages forbid it."""
        one, two = self.owner[first], self.owner[second]
        too_large = len(self.cells[one]) + len(self.cells[two]) > self.size
        if one == two or too_large or self.sums[one] + self.sums[two] > 1:
            return False
        for cell in self.cells[two]:
            self.owner[cell] = one
        self.cells[one] += self.cells.pop(two)
        self.sums[one] += self.sums.pop(two)
        return True


@dataclass(frozen=True, slots=True)
class CageReading:
    """Cages with the cost, in nats, of every sum that each may have; none for cages without a printed sum."""

    cells: tuple[tuple[int, ...], ...]
    costs: tuple[dict[int, float], ...]

    def likeliest(self, geometry: Geometry, most: int = MOST_CHOICES) -> Iterator[tuple[Cage, ...]]:
        """The cages with their sums, the likeliest choice first; if none fits the board, each cage for itself."""
        fitting = islice(likeliest_sums(self.costs, bounds_of(self.cells, geometry)), most)
        best = tuple(min(cost, key=cost.__getitem__, default=0) for cost in self.costs)
        for sums in chain([next(fitting, best)], fitting):
            yield tuple(Cage(cells, total) for cells, total in zip(self.cells, sums, strict=True))


def find_cages(details: Details) -> CageReading | None:
    """The cages of a killer Sudoku, or None where the page shows none."""
    caged = details.caged >= EVEN
    summed = details.summed
    if int(summed.sum()) < FEWEST_CAGES:
        return None
    cages = _grown(details, caged, summed)
    owners = sorted({cages.owner[cell] for cell in np.flatnonzero(caged)})
    cells = [tuple(sorted(cages.cells[owner])) for owner in owners]
    return CageReading(tuple(cells), tuple(_costs(details, cage, summed) for cage in cells))


def _grown(details: Details, caged: NDArray[np.bool_], summed: NDArray[np.bool_]) -> _Cages:
    """Cells united across sides, the clearest opening first; what has no sum then joins its likeliest neighbour."""
    cages = _Cages(details.size, summed)
    borders = sorted(_borders(details, caged))
    for odds, first, second in borders:
        if odds < 0:  # More likely open than not.
            cages.joined(first, second)
    for _, first, second in borders:
        if not (cages.sums[cages.owner[first]] and cages.sums[cages.owner[second]]):
            cages.joined(first, second)
    return cages


def _borders(details: Details, caged: NDArray[np.bool_]) -> list[tuple[float, int, int]]:
    """(log-odds that a cage ends between them, cell, neighbour) for neighbours that both lie in cages."""
    size = details.size
    odds = log_odds(details.cage_sides)
    borders = []
    for cell in map(int, np.flatnonzero(caged)):
        for side, facing, other, there in (
            (Side.RIGHT, Side.LEFT, cell + 1, cell % size < size - 1),
            (Side.BELOW, Side.ABOVE, cell + size, cell // size < size - 1),
        ):
            if there and caged[other]:
                borders.append((float(odds[cell, side] + odds[other, facing]) / 2, cell, other))
    return borders


def _costs(details: Details, cage: tuple[int, ...], summed: NDArray[np.bool_]) -> dict[int, float]:
    """Nats for every sum possible for this number of different digits, by the digits read in the cage's corner."""
    speaker = next((cell for cell in cage if summed[cell]), None)
    if speaker is None:
        return {}
    tens = -np.log(np.maximum(details.tens[speaker], FLOOR))
    units = -np.log(np.maximum(details.units[speaker], FLOOR))
    count = len(cage)
    least, most = count * (count + 1) // 2, count * (2 * details.size + 1 - count) // 2
    possible = range(least, min(most, 10 * len(tens) - 1) + 1)
    return {total: float(tens[total // 10] + units[total % 10]) for total in possible}
