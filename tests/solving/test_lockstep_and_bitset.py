"""The two compiled engines behind the protocol of all engines."""

from __future__ import annotations

from itertools import islice

import pytest

from sudokulens import Board, Geometry, TimeLimit
from sudokulens.solving import bitset
from sudokulens.solving.bitset import BitsetEngine
from sudokulens.solving.engine import Budget, Grid
from sudokulens.solving.lockstep import LockstepEngine
from sudokulens.solving.random import random_grid
from tests.solving.own_puzzles import COUNT_LIMIT, own_puzzles
from tests.solving.shapes import GEOMETRIES, WIKIPEDIA
from tests.solving.slow import slow_solutions


@pytest.mark.parametrize("engine", [LockstepEngine(), BitsetEngine()], ids=lambda engine: engine.name)
def test_every_solution_is_found_once(engine: LockstepEngine | BitsetEngine) -> None:
    for puzzle in own_puzzles():
        board = Board.of(puzzle.values)
        found = list(engine.search(board, Budget(), COUNT_LIMIT))
        assert len(found) == len(set(found)) == puzzle.count
        if puzzle.count < COUNT_LIMIT:
            assert set(found) == set(slow_solutions(puzzle.values))
        for limit in (0, 1, 2):
            assert len(list(engine.search(board, Budget(), limit))) == min(puzzle.count, limit)


def test_lockstep_takes_only_the_classic_board() -> None:
    engine = LockstepEngine()
    assert engine.refusal(Board.parse(WIKIPEDIA)) is None
    for name in ("4×4", "9×9 with diagonals", "9×9 jigsaw", "16×16"):
        assert "classic" in (engine.refusal(Board.empty(GEOMETRIES[name])) or "")


def test_lockstep_counts_without_listing() -> None:
    budget = Budget()
    assert LockstepEngine().count(Board.empty(), budget, 30_000) == 30_000
    assert budget.nodes > 0


@pytest.mark.parametrize("name", GEOMETRIES)
def test_bitset_completes_boards_of_every_shape(name: str) -> None:
    full = random_grid(3, GEOMETRIES[name])
    board = Board.of([value if cell % 3 else 0 for cell, value in enumerate(full.values)], full.geometry)
    found = list(BitsetEngine().search(board, Budget(30), 50))
    assert len(set(found)) == len(found)
    assert all(Board.of(grid, full.geometry).status().solved for grid in found)
    assert full.values in found or len(found) == 50


def test_bitset_solves_a_board_of_the_largest_size() -> None:
    geometry = Geometry.standard(35)
    values = [(row * 7 + row // 5 + column) % 35 + 1 for row in range(35) for column in range(35)]
    full = Board.of(values, geometry)
    assert full.status().solved
    holes = Board.of([0 if cell % 4 == 0 else value for cell, value in enumerate(values)], geometry)
    assert tuple(values) in list(BitsetEngine().search(holes, Budget(30), 2000))


@pytest.mark.parametrize("engine", [LockstepEngine(), BitsetEngine()], ids=lambda engine: engine.name)
def test_solutions_come_one_by_one_until_the_time_is_up(engine: LockstepEngine | BitsetEngine) -> None:
    budget = Budget(0.2)
    grids = engine.search(Board.empty(), budget)
    assert len(list(islice(grids, 20))) == 20
    with pytest.raises(TimeLimit):
        for _ in grids:
            pass


def test_a_spent_budget_ends_the_count() -> None:
    with pytest.raises(TimeLimit):
        LockstepEngine().count(Board.empty(), Budget(0.05))


def test_bitset_hands_over_to_sat_what_it_has_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat")
    puzzle = next(puzzle for puzzle in own_puzzles() if 2 < puzzle.count < COUNT_LIMIT)
    monkeypatch.setattr(bitset, "PATIENCE", 0)
    monkeypatch.setattr(bitset, "SLICE", 3)
    found: list[Grid] = list(BitsetEngine().search(Board.of(puzzle.values), Budget()))
    assert len(found) == puzzle.count
    assert set(found) == set(slow_solutions(puzzle.values))


def test_bitset_searches_on_without_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(puzzle for puzzle in own_puzzles() if 2 < puzzle.count < COUNT_LIMIT)
    monkeypatch.setattr(bitset, "PATIENCE", 0)
    monkeypatch.setattr(bitset, "find_spec", lambda name: None)
    assert set(BitsetEngine().search(Board.of(puzzle.values), Budget())) == set(slow_solutions(puzzle.values))
