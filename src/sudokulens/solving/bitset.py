"""The engine for boards of any size and any regions: singles, fewest candidates, bit masks; then SAT."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.compiled import IS_COMPILED, Search
from sudokulens.solving.compiled_rules import rule_numbers
from sudokulens.solving.engine import Budget, Grid

SLICE = 500 if IS_COMPILED else 20
"""Nodes between two looks at the clock and at Ctrl-C: some milliseconds, even on 25×25."""

PATIENCE = 10_000_000 if IS_COMPILED else 100_000
"""Nodes without a solution, times cells, after which a SAT solver has the better chances: some tenths of a second."""

_MAX_KEPT_SOLUTIONS = 10_000


class BitsetEngine:
    """Solves any board; hands it over to SAT, where that is installed, when the search makes no headway."""

    name = "bitset"

    def refusal(self, board: Board) -> str | None:
        return None

    def search(self, board: Board, budget: Budget, limit: int | None = None) -> Iterator[Grid]:
        if limit is not None and limit < 1:
            return
        for number, grid in enumerate(_search_then_sat(board, budget), 1):
            yield grid
            if number == limit:
                return


def search_board(board: Board, budget: Budget) -> Iterator[Grid]:
    """Every solution by the compiled search alone, however long that takes."""
    search = start_search(board)
    while True:
        grid = _advance(search, budget)
        if grid is not None:
            yield grid
        elif search.done:
            return


def start_search(board: Board) -> Search:
    """The search for the board's solutions, not yet begun."""
    geometry = board.geometry
    masks = [
        possible & 1 << (value - 1) if value else possible
        for value, possible in zip(board.values, geometry.possible_digits, strict=True)
    ]
    return Search(board.size, _unit_cells(geometry), array("Q", masks), rule_numbers(geometry))


def _search_then_sat(board: Board, budget: Budget) -> Iterator[Grid]:
    search = start_search(board)
    found: set[Grid] = set()
    last_success, patience = 0, PATIENCE // board.geometry.cell_count
    while True:
        grid = _advance(search, budget)
        if grid is not None:
            yield grid
            last_success = search.nodes
            if len(found) < _MAX_KEPT_SOLUTIONS:
                found.add(grid)
        elif search.done:
            return
        elif search.nodes - last_success > patience and len(found) < _MAX_KEPT_SOLUTIONS and find_spec("pysat"):
            break
    from sudokulens.solving.sat import SatEngine

    yield from SatEngine().search(board, budget, known=found)


def _advance(search: Search, budget: Budget) -> Grid | None:
    budget.check()
    before = search.nodes
    solution = search.advance(SLICE)
    budget.nodes += search.nodes - before
    return None if solution is None else tuple(solution)


@lru_cache(maxsize=64)
def _unit_cells(geometry: Geometry) -> array[int]:
    return array("H", [cell for unit in geometry.units for cell in unit.cells])
