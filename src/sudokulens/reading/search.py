"""Best-first search for the cheapest lawful boards: those with exactly one solution.

A node stands for a whole region of readings: every cell has a first option still open to it, and frozen cells have
only that one. The cheapest reading of the region takes the first option everywhere. Once it has been judged, the rest
of the region is split into disjoint smaller ones, each with one cell moved to its next option. Where the judgement
names cells that cannot all stay (two equal digits in a unit, or a set of digits without a solution), only those are
moved, which is what keeps the search small.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.reading.judge import Boards, Judge
from sudokulens.reading.options import MAX_REPAIR_NATS, Options

MIN_DIGITS_TO_REFUTE = 24
"""Proving that fewer digits than this have no solution can take long."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far the search goes: prices in nats, work in boards judged, so that the same input gives the same answer."""

    price: float = MAX_REPAIR_NATS
    """A lawful board that costs more than this is none that may be meant."""
    window: float = 6.0
    """How far beyond the cheapest lawful board its rivals are listed."""
    boards: int = 300
    """So many take a few milliseconds where the rules are the ordinary ones."""
    cores: int = 12
    """How many sets of contradicting digits are looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Lawful:
    """A reading with a solution, exactly one as a rule, and its price above the cheapest reading of all."""

    price: float
    values: NDArray[np.uint8]
    slips: NDArray[np.bool_]
    solution: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Findings:
    """Lawful readings, cheapest first; `raw_count` counts the solutions of the cheapest reading (to 2)."""

    lawful: tuple[Lawful, ...]
    raw_count: int
    raw_solution: NDArray[np.uint8]
    judged: int
    frontier: float
    """Every lawful reading up to this price was found, unless the limit on boards came first even below it."""
    ambiguous: Lawful | None = None
    """The cheapest reading of the plain digits that has several solutions, if some entries are taken for slips."""

    @property
    def margin(self) -> float:
        """The price of the next lawful reading with other digits above the cheapest, as far as was searched."""
        best = self.lawful[0]
        rivals = (found.price for found in self.lawful[1:] if (found.values != best.values).any())
        return max(0.0, min(self.frontier, next(rivals, np.inf)) - best.price)

    @property
    def share(self) -> float:
        """The cheapest reading's part of the probability of all lawful readings found."""
        prices = np.array([found.price for found in self.lawful])
        return float(1 / np.exp(prices[0] - prices).sum())


@dataclass(slots=True, eq=False)
class _Node:
    price: float
    chosen: NDArray[np.uint8]
    frozen: NDArray[np.bool_]


@dataclass(slots=True, eq=False)
class _Search:
    options: Options
    geometry: Geometry
    judge: Judge
    limits: Limits
    queue: list[tuple[float, int, _Node, list[Cell], int]] = field(default_factory=list)
    lawful: list[Lawful] = field(default_factory=list)
    ambiguous: Lawful | None = None
    cheapest: float = np.inf
    judged: int = 0
    cores: int = 0
    order: count[int] = field(default_factory=count)

    def bound(self) -> float:
        """The price beyond which nothing is of interest any more."""
        return min(self.limits.price, self.cheapest) + self.limits.window

    def next_batch(self, most: int) -> list[_Node]:
        batch: list[_Node] = []
        while self.queue and len(batch) < most and self.queue[0][0] <= self.bound():
            price, _, parent, branch, position = heapq.heappop(self.queue)
            self.push(parent, branch, position + 1)
            batch.append(self.child(price, parent, branch, position))
        return batch

    def push(self, parent: _Node, branch: list[Cell], position: int) -> None:
        """Queues the sub-region in which the branch's cell at `position` moves on and those before it stay."""
        if position < len(branch):
            price = parent.price + self.step(parent, branch[position])
            if price <= self.bound():
                heapq.heappush(self.queue, (price, next(self.order), parent, branch, position))

    def step(self, node: _Node, cell: Cell) -> float:
        """What it costs to move a cell to its next option."""
        return float(self.options.steps[cell, node.chosen[cell]])

    def child(self, price: float, parent: _Node, branch: list[Cell], position: int) -> _Node:
        chosen, frozen = parent.chosen.copy(), parent.frozen.copy()
        chosen[branch[position]] += 1
        frozen[branch[:position]] = True
        return _Node(price, chosen, frozen)

    def branch(self, node: _Node, cells: NDArray[np.intp]) -> None:
        """Splits the rest of a node's region along those cells of which at least one must move."""
        steps = self.options.steps[cells, node.chosen[cells]]
        movable = (steps <= self.bound() - node.price) & ~node.frozen[cells]
        cells, steps = cells[movable], steps[movable]
        self.push(node, cells[np.argsort(steps, kind="stable")].tolist(), 0)

    def consider(self, batch: list[_Node]) -> NDArray[np.int64]:
        """Judges a batch of nodes and branches each where its judgement says."""
        boards = self.options.boards(np.stack([node.chosen for node in batch]))
        solutions, counts = self.judge(boards)
        self.judged += len(batch)
        none = np.flatnonzero(counts == 0)
        clashes = dict(zip(none.tolist(), find_clashes(boards[none], self.geometry), strict=True))
        for index, node in enumerate(batch):
            self.conclude(node, boards[index], clashes.get(index), int(counts[index]), solutions[index])
        return counts

    def conclude(
        self, node: _Node, board: NDArray[np.uint8], clash: tuple[Cell, Cell] | None, solved: int, solution: Boards
    ) -> None:
        if clash is not None:
            self.branch(node, np.array(clash))
        elif solved == 0:
            self.branch(node, self.contradicting(board))
        else:
            if solved == 1:
                self.accept(self.reading(node, solution))
            else:
                self.note_ambiguous(self.reading(node, solution))
            self.branch(node, self.options.all_cells)

    def reading(self, node: _Node, solution: NDArray[np.uint8]) -> Lawful:
        values = self.options.values[self.options.all_cells, node.chosen]
        slips = (values > 0) & ~self.options.binding[self.options.all_cells, node.chosen]
        return Lawful(node.price, values, slips, solution)

    def accept(self, found: Lawful) -> None:
        # A "slip" that is right is the same reading at a worse price.
        if not (found.slips & (found.values == found.solution)).any():
            self.lawful.append(found)
            self.cheapest = min(self.cheapest, found.price)

    def note_ambiguous(self, found: Lawful) -> None:
        plain = bool((found.values == self.options.values[:, 0]).all())
        if plain and (self.ambiguous is None or found.price < self.ambiguous.price):
            self.ambiguous = found

    def contradicting(self, board: NDArray[np.uint8]) -> NDArray[np.intp]:
        """Digits that have no solution together: the surest ones for which that can be shown cheaply."""
        filled = np.flatnonzero(board)
        spare = len(filled) - MIN_DIGITS_TO_REFUTE
        if self.cores >= self.limits.cores or spare <= 0:
            return filled
        self.cores += 1
        # Doubtful digits are taken out first: a contradiction among the sure ones prunes most.
        doubtful = filled[np.argsort(self.options.prices[filled, 1], kind="stable")]
        counts = [2**power for power in range(spare.bit_length())]
        without = np.repeat(board[None], len(counts), axis=0)
        for index, number in enumerate(counts):
            without[index, doubtful[:number]] = 0
        refuted = [number for number, solved in zip(counts, self.judge(without)[1], strict=True) if solved == 0]
        return doubtful[max(refuted, default=0) :]


def find_lawful(options: Options, geometry: Geometry, judge: Judge, limits: Limits | None = None) -> Findings:
    """The lawful readings of a grid, cheapest first, within the limits."""
    search = _Search(options, geometry, judge, limits or Limits())
    cells = options.cells
    root = _Node(0.0, np.zeros(cells, dtype=np.uint8), np.zeros(cells, dtype=np.bool_))
    raw_solution = search.judge(options.boards(root.chosen[None]))[0][0]
    raw_count = int(search.consider([root])[0])
    while (left := search.limits.boards - search.judged) > 0 and (batch := search.next_batch(min(left, search.judged))):
        search.consider(batch)  # Twice as many from batch to batch.
    frontier = min(search.bound(), search.queue[0][0] if search.queue else np.inf)
    ranked = tuple(sorted(search.lawful, key=lambda found: found.price))
    return Findings(ranked, raw_count, raw_solution, search.judged, frontier, search.ambiguous)


def find_clashes(boards: Boards, geometry: Geometry) -> list[tuple[Cell, Cell] | None]:
    """For every board two cells of one unit with the same digit, or None where there are none."""
    units = _unit_cells(geometry)
    held = boards[:, units]
    order = np.argsort(held, axis=2, kind="stable")
    ranked = np.take_along_axis(held, order, axis=2)
    twins = (ranked[..., 1:] == ranked[..., :-1]) & (ranked[..., 1:] > 0)
    found: list[tuple[Cell, Cell] | None] = [None] * len(boards)
    for index in np.flatnonzero(twins.any(axis=(1, 2))):
        unit, place = np.unravel_index(int(twins[index].argmax()), twins[index].shape)
        first, second = order[index, unit, place], order[index, unit, place + 1]
        found[index] = (int(units[unit, first]), int(units[unit, second]))
    return found


@lru_cache(maxsize=32)
def _unit_cells(geometry: Geometry) -> NDArray[np.intp]:
    return np.array([unit.cells for unit in geometry.units])
