"""Killer cages from what the network says of sides and sums: the most probable cages that fit together.

Every cage has one sum, printed in one of its cells; a cage of k cells cannot have any sum; and the sums must fit the
houses of the board (`cage_sums.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import islice
from math import inf
from operator import attrgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import LogisticRegression, fitted
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.cage_sums import MAX_CHANGE_NATS, SumSearch, likeliest_sums
from sudokulens.reading.chance import EVEN, FLOOR, log_odds
from sudokulens.reading.details import NO_SUM, Details, Side, shows_cages
from sudokulens.reading.preprocess import MIN_SPREAD_GREY
from sudokulens.reading.rules import Cage

MAX_CHOICES = 60
"""Combinations of cages and sums that are returned: the solver tries each."""

MOST_DIVISIONS = 300
"""Divisions into cages that are tried, by taking unclear borders for their opposites, at about 0.4 ms each."""

MIN_SHADE_GREY = MIN_SPREAD_GREY
"""Grey levels between the grounds of cells, below which a difference is uneven light, as it is on a blank page."""

Border: TypeAlias = tuple[float, int, int]


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

    price: float
    """Nats for borders and sums that look otherwise than these cages need them."""
    cells: tuple[tuple[int, ...], ...]
    costs: tuple[dict[int, float], ...]

    def with_sums(self, sums: Iterable[int]) -> tuple[Cage, ...]:
        return tuple(Cage(cells, total) for cells, total in zip(self.cells, sums, strict=True))

    def summing(self, solved: Board) -> tuple[Cage, ...] | None:
        """The cages with the sums that this solution has, unless these cannot be what is printed."""
        sums = [sum(solved[cell] for cell in cells) for cells in self.cells]
        told = [(total, costs) for total, costs in zip(sums, self.costs, strict=True) if costs]
        dearer = sum(costs.get(total, inf) - min(costs.values()) for total, costs in told)
        if dearer >= MAX_CHANGE_NATS:
            return None
        return self.with_sums(total if costs else 0 for total, costs in zip(sums, self.costs, strict=True))

    @property
    def plain(self) -> tuple[Cage, ...]:
        """The cages, each with its own likeliest sum."""
        return self.with_sums(min(cost, key=cost.__getitem__, default=0) for cost in self.costs)


def likeliest_cages(
    details: Details,
    tints: NDArray[np.float64],
    geometry: Geometry,
    solved: Board | None = None,
    most: int = MAX_CHOICES,
) -> tuple[tuple[Cage, ...], ...]:
    """Cages with sums that fit the board, the likeliest choice first; if none fits, as they look; none without any.

    Where a solution is known already and the page may show its sums, they are the answer.
    """
    readings = find_cages(details, tints)
    known = [cages for reading in readings if solved and (cages := reading.summing(solved))]
    fitting = likeliest_sums([SumSearch(each.price, each.cells, each.costs) for each in readings], geometry)
    choices = tuple(known[:1]) or tuple(readings[number].with_sums(sums) for number, sums in islice(fitting, most))
    return choices or tuple(reading.plain for reading in readings[:1])


def find_cages(details: Details, tints: NDArray[np.float64]) -> list[CageReading]:
    """Divisions of a killer Sudoku into cages, the likeliest first; none where the page shows no cages."""
    if not shows_cages(details):
        return []
    found: dict[tuple[tuple[int, ...], ...], CageReading] = {}
    for price, caged in _covers(details):
        for reading in _Divisions(details, tints, caged):
            dearer = replace(reading, price=price + reading.price)
            found[reading.cells] = min(dearer, found.get(reading.cells, dearer), key=attrgetter("price"))
    return sorted(found.values(), key=attrgetter("price"))


class _Divisions:
    """Divisions of a board into cages; best first, each with one more unclear sign taken for its opposite.

    Signs are the borders between neighbours and, after them, the sums of cells; each has its log-odds that there is a
    border, or no sum.
    """

    def __init__(self, details: Details, tints: NDArray[np.float64], caged: NDArray[np.bool_]) -> None:
        self._details, self._caged = details, caged
        self._borders = _borders(details, caged, tints)
        self._unsaid = np.where(caged, log_odds(details.units[:, NO_SUM]), inf)
        self._costs: dict[tuple[int, int], dict[int, float]] = {}

    def __iter__(self) -> Iterator[CageReading]:
        odds = np.abs([*(odds for odds, _, _ in self._borders), *self._unsaid])
        unclear = [int(sign) for sign in odds.argsort() if odds[sign] < MAX_CHANGE_NATS]
        seen: set[frozenset[int]] = set()
        queue: list[tuple[float, int, frozenset[int]]] = []
        changes = [frozenset[int]()]
        while changes:
            for changed in changes:
                reading = self.changed(changed)
                seen.add(changed)
                heappush(queue, (reading.price, len(seen), changed))
                yield reading
            best = heappop(queue)[-1]
            changes = [more for sign in unclear if (more := best | {sign}) not in seen][: MOST_DIVISIONS - len(seen)]

    def changed(self, signs: frozenset[int] = frozenset()) -> CageReading:
        """The cages that grow with these signs changed."""
        borders, unsaid = list(self._borders), self._unsaid.copy()
        for sign in signs:
            if sign < len(borders):
                odds, one, two = borders[sign]
                borders[sign] = -odds, one, two
            else:
                unsaid[sign - len(borders)] *= -1
        cages = _grown(self._details.size, borders, unsaid, self._caged)
        price = sum(
            abs(odds) for odds, one, two in self._borders if (odds > 0) == (cages.owner[one] == cages.owner[two])
        )
        price += float(np.abs(self._unsaid[(self._unsaid < 0) != cages.summed]).sum())
        owners = sorted({cages.owner[cell] for cell in np.flatnonzero(self._caged)})
        cells = tuple(tuple(sorted(cages.cells[owner])) for owner in owners)
        costs = tuple(self._costs_of(cage, cages.summed) for cage in cells)
        return CageReading(price + sum(min(each.values(), default=0.0) for each in costs), cells, costs)

    def _costs_of(self, cage: tuple[int, ...], summed: NDArray[np.bool_]) -> dict[int, float]:
        speaker = next((cell for cell in cage if summed[cell]), None)
        if speaker is None:
            return {}
        key = speaker, len(cage)
        if key not in self._costs:
            self._costs[key] = _costs(self._details, *key)
        return self._costs[key]


def price_as_seen(details: Details, tints: NDArray[np.float64]) -> float:
    """Nats that the likeliest cages cost with all borders as they look; infinity for fewer sums than a row has cells.

    A page that is read upside down shows hardly any sums that are clear and possible.
    """
    if not shows_cages(details):
        return inf
    return min(price + _Divisions(details, tints, caged).changed().price for price, caged in _covers(details))


def _covers(details: Details) -> list[tuple[float, NDArray[np.bool_]]]:
    """(price, cells that lie in cages): those that seem to, or all cells, as in nearly every killer.

    Cells that are left free are many, and show no sums.
    """
    free = details.caged < EVEN
    shown = (details.units[free, NO_SUM] < EVEN).any()
    whole = 0.0 if shown or free.sum() < details.size else MAX_CHANGE_NATS
    covers = [(whole, np.ones_like(free)), (MAX_CHANGE_NATS - whole, ~free)]
    return covers if free.any() else covers[:1]


def _grown(size: int, borders: list[Border], unsaid: NDArray[np.float64], caged: NDArray[np.bool_]) -> _Cages:
    """Cells united across sides, the clearest opening first; then what has no sum gets one in the likelier way.

    `unsaid` are the log-odds that a cell shows no sum. Either a sum was overlooked, in the cell where that is
    likeliest, or the border to a neighbour is none.
    """
    cages = _Cages(size, caged & (unsaid < 0))
    for odds, first, second in sorted(borders):
        if odds < 0:  # More likely open than not.
            cages.joined(first, second)
    said = [(float(odds), cell, cell) for cell, odds in enumerate(unsaid) if caged[cell] and odds >= 0]
    for _, first, second in sorted([*borders, *said]):
        one, two = cages.owner[first], cages.owner[second]
        if first == second and not cages.sums[one]:
            cages.sums[one], cages.summed[first] = 1, True
        elif not (cages.sums[one] and cages.sums[two]):
            cages.joined(first, second)
    return cages


def _borders(details: Details, caged: NDArray[np.bool_], tints: NDArray[np.float64]) -> list[Border]:
    """(log-odds that a cage ends between them, cell, neighbour) for neighbours that both lie in cages."""
    model = LogisticRegression.of(fitted("cages")["tinted" if is_tinted(tints) else "plain"])
    return [
        (model.log_odds(border_features(details, tints, cell, other)), cell, other)
        for cell, other in neighbours(details.size)
        if caged[cell] and caged[other]
    ]


def neighbours(size: int) -> list[tuple[int, int]]:
    """Every cell with the one to its right and the one below it."""
    across = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    return sorted(across + [(cell, cell + size) for cell in range(size * (size - 1))])


def border_features(details: Details, tints: NDArray[np.float64], cell: int, other: int) -> dict[str, float]:
    """What speaks for a cage ending between a cell and its neighbour to the right or below.

    - network: the mean of the log-odds that the network gives both sides, weighed by how surely the cells lie in
      cages, for it knows no sides of others;
    - tint: how far the grounds differ, from -1 for not at all to 1 for clearly.
    """
    side, facing = (Side.RIGHT, Side.LEFT) if other == cell + 1 else (Side.BELOW, Side.ABOVE)
    odds = log_odds([details.cage_sides[cell, side], details.cage_sides[other, facing]])
    network = float((odds * details.caged[[cell, other]]).mean())
    apart = float(np.linalg.norm(tints[cell] - tints[other]))
    return {"network": network, "tint": min(1.0, apart / MIN_SHADE_GREY - 1)}


def is_tinted(tints: NDArray[np.float64]) -> bool:
    """True where three grounds or more lie under a row's worth of cells each: two are a highlight, or shaded boxes."""
    grounds: list[NDArray[np.float64]] = []
    for tint in tints:
        if all(np.linalg.norm(tint - ground) >= MIN_SHADE_GREY for ground in grounds):
            near = np.linalg.norm(tints - tint, axis=1) < MIN_SHADE_GREY
            if near.sum() ** 2 >= len(tints):
                grounds.append(tint)
    return len(grounds) > 2


def _costs(details: Details, cell: int, count: int) -> dict[int, float]:
    """Nats for every sum possible for this number of different digits, by the digits read in the cell's corner."""
    tens = -np.log(np.maximum(details.tens[cell], FLOOR))
    units = -np.log(np.maximum(details.units[cell], FLOOR))
    least, most = count * (count + 1) // 2, count * (2 * details.size + 1 - count) // 2
    possible = range(least, min(most, NO_SUM * len(tens) - 1) + 1)
    return {total: float(tens[total // 10] + units[total % 10]) for total in possible}
