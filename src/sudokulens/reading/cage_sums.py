"""Which sums the cages of a killer have, when some of them are hard to read: the likeliest that fit together.

The cells of k rows hold k times the sum of all digits. Cages that lie within them leave the rest to the other cells;
cages that cover them take in some cells beyond. So every stretch of rows or of columns, and every box, bounds the sums
of some cages from both sides. Sums are tried in the order of their costs; where they break a bound, only cages that
count in it are changed, which is what keeps the search small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import count

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.reading.chance import log_odds

Cells = tuple[Cell, ...]
Sums = tuple[int, ...]

MAX_CHANGE_NATS = float(log_odds(1))
"""What is less likely than the best by as many nats, a sum of a cage or a border, is not tried: the network is sure."""

MAX_TRIED_CHOICES = 6000
"""Combinations of sums that are tried, at about 70 µs each."""


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """Linear bounds on the sums of all cages: `low <= weights @ sums <= high`."""

    weights: NDArray[np.int64]
    """(bounds, cages) of 0 and 1."""
    low: NDArray[np.int64]
    high: NDArray[np.int64]

    def broken(self, sums: NDArray[np.int64]) -> NDArray[np.intp] | None:
        """The cages that count in a bound which these sums break, as few as there are; None where all hold."""
        totals = self.weights @ sums
        wrong = np.flatnonzero((totals < self.low) | (totals > self.high))
        if not len(wrong):
            return None
        counted = self.weights[wrong]
        return np.flatnonzero(counted[counted.sum(axis=1).argmin()])

    def can_hold(self, least: NDArray[np.int64], most: NDArray[np.int64]) -> bool:
        """False where no sums between these two can keep within the bounds."""
        return bool((self.weights @ least <= self.high).all() and (self.weights @ most >= self.low).all())


def bounds_of(cages: Sequence[Cells], geometry: Geometry) -> Bounds:
    """What the houses of a board say about the sums of its cages."""
    size = geometry.size
    held = np.zeros((len(cages), size * size), dtype=np.bool_)
    for number, cells in enumerate(cages):
        held[number, list(cells)] = True
    rows: list[NDArray[np.int64]] = []
    limits: list[tuple[int, int]] = []
    for area, houses in _areas(geometry):
        whole = houses * size * (size + 1) // 2
        inside, touching = ~(held & ~area).any(axis=1), (held & area).any(axis=1)
        least, most = _sum_range(area & ~held[inside].any(axis=0), geometry)
        rows.append(np.asarray(inside, dtype=np.int64))
        limits.append((whole - most, whole - least))
        if held[:, area].any(axis=0).all():
            least, most = _sum_range(held[touching].any(axis=0) & ~area, geometry)
            rows.append(np.asarray(touching, dtype=np.int64))
            limits.append((whole + least, whole + most))
    low, high = np.array(limits).T
    return Bounds(np.array(rows), low, high)


def _areas(geometry: Geometry) -> Iterator[tuple[NDArray[np.bool_], int]]:
    """Cells of which it is known how many times they hold every digit: boxes, stretches of rows and of columns."""
    size = geometry.size
    lines = np.arange(size * size) // size, np.arange(size * size) % size
    for line in lines:
        for first in range(size):
            for last in range(first, size):
                yield (line >= first) & (line <= last), last - first + 1
    for region in sorted(set(geometry.regions)):
        yield np.array(geometry.regions) == region, 1


def _sum_range(cells: NDArray[np.bool_], geometry: Geometry) -> tuple[int, int]:
    """The least and the greatest sum of these cells, of which those in one house differ."""
    size, chosen = geometry.size, np.flatnonzero(cells)
    least, most = 0, int(size * len(chosen))
    for house in (chosen // size, chosen % size, np.array(geometry.regions)[chosen]):
        counts = np.bincount(house, minlength=size) if len(chosen) else np.zeros(size, dtype=np.int64)
        least = max(least, int((counts * (counts + 1) // 2).sum()))
        most = min(most, int((counts * (2 * size + 1 - counts) // 2).sum()))
    return least, most


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """One option for each cage; frozen ones may not move on to a more expensive one."""

    price: float
    options: NDArray[np.int64]
    frozen: NDArray[np.bool_]


class _Ladders:
    """The sums of every cage in the order of their costs, with what is still to come after each."""

    def __init__(self, costs: Sequence[dict[int, float]]) -> None:
        ranked = [_ranked(each) for each in costs]
        shape = (len(ranked), max(map(len, ranked)))
        self.sums, self.steps = np.zeros(shape, dtype=np.int64), np.full(shape, np.inf)
        self.least, self.most = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for cage, each in enumerate(ranked):
            sums = np.array([total for _, total in each])
            self.sums[cage, : len(each)] = sums
            self.steps[cage, : len(each) - 1] = np.diff([cost for cost, _ in each])
            self.least[cage, : len(each)] = np.minimum.accumulate(sums[::-1])[::-1]
            self.most[cage, : len(each)] = np.maximum.accumulate(sums[::-1])[::-1]
        self.cages = np.arange(len(ranked))

    def now(self, choice: _Choice) -> NDArray[np.int64]:
        return np.asarray(self.sums[self.cages, choice.options])

    def reach(self, choice: _Choice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The least and the greatest sum that every cage may still come to."""
        now, at = self.now(choice), (self.cages, choice.options)
        return np.where(choice.frozen, now, self.least[at]), np.where(choice.frozen, now, self.most[at])

    def movable(self, choice: _Choice, among: NDArray[np.intp]) -> list[tuple[float, int]]:
        """(cost of the next sum, cage) of those cages that may move on, the cheapest first."""
        steps = self.steps[among, choice.options[among]]
        free = np.isfinite(steps) & ~choice.frozen[among]
        return sorted(zip(steps[free].tolist(), among[free].tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A choice still to be tried: the branch's cage at `at` moves to its next sum and those before it stay."""

    parent: _Choice
    branch: list[tuple[float, int]]
    at: int

    def choice(self, price: float) -> _Choice:
        options, frozen = self.parent.options.copy(), self.parent.frozen.copy()
        options[self.branch[self.at][1]] += 1
        frozen[[cage for _, cage in self.branch[: self.at]]] = True
        return _Choice(price, options, frozen)


class SumSearch:
    """The sums of one division into cages; `costs` are nats by cage and sum, empty for a cage without one."""

    def __init__(self, price: float, cages: Sequence[Cells], costs: Sequence[dict[int, float]]) -> None:
        self.price, self.cages, self._costs = price, cages, costs
        self._bounds: Bounds | None = None

    # Of hundreds of divisions all but a few cost too much to be tried at all.
    @cached_property
    def _ladders(self) -> _Ladders:
        return _Ladders(self._costs)

    def first(self) -> _Choice:
        none = np.zeros(len(self.cages), dtype=np.int64)
        return _Choice(self.price, none, none.astype(np.bool_))

    def tried(self, choice: _Choice, geometry: Geometry) -> tuple[Sums | None, list[tuple[float, int]]]:
        """The sums if they keep within the bounds, and the cages that may move on from here."""
        self._bounds = self._bounds or bounds_of(self.cages, geometry)
        sums = self._ladders.now(choice)
        broken = self._bounds.broken(sums)
        held = self._bounds.can_hold(*self._ladders.reach(choice))
        branch = self._ladders.movable(choice, self._ladders.cages if broken is None else broken) if held else []
        return tuple(map(int, sums)) if broken is None else None, branch


def likeliest_sums(
    searches: Sequence[SumSearch], geometry: Geometry, most_tried: int = MAX_TRIED_CHOICES
) -> Iterator[tuple[int, Sums]]:
    """(number of the division, its sums) that keep within the bounds, the likeliest of all divisions first."""
    queue: list[tuple[float, int, int, _Step | None]] = []
    order = count()
    for number, search in enumerate(searches):
        heappush(queue, (search.price, next(order), number, None))
    for _ in range(most_tried):
        if not queue:
            return
        price, _, number, step = heappop(queue)
        if step is not None:
            _push(queue, next(order), number, replace(step, at=step.at + 1))
        choice = searches[number].first() if step is None else step.choice(price)
        sums, branch = searches[number].tried(choice, geometry)
        if sums is not None:
            yield number, sums
        _push(queue, next(order), number, _Step(choice, branch, 0))


def _push(queue: list[tuple[float, int, int, _Step | None]], order: int, number: int, step: _Step) -> None:
    if step.at < len(step.branch):
        heappush(queue, (step.parent.price + step.branch[step.at][0], order, number, step))


def _ranked(costs: dict[int, float]) -> list[tuple[float, int]]:
    """(cost, sum), the cheapest first, as far as it is worth trying."""
    ranked = sorted((cost, total) for total, cost in costs.items()) or [(0.0, 0)]
    return [(cost, total) for cost, total in ranked if cost - ranked[0][0] < MAX_CHANGE_NATS]
