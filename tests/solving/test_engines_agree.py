"""Every engine gives the same answers on boards of every size and variant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulens import Board, Geometry
from sudokulens.solving.solve import ENGINES, choose_engine
from tests.solving.shapes import (
    GEOMETRIES,
    WIKIPEDIA,
    engines_for,
    grids,
    puzzle_with_holes,
    solves,
    with_one_wrong_given,
)

ENOUGH = 12
"""Solutions asked for where there may be very many."""


def assert_all_agree(board: Board) -> int:
    """The number of solutions, at most ENOUGH, on which all engines agree."""
    answers = {engine.name: grids(engine, board, ENOUGH) for engine in engines_for(board)}
    for found in answers.values():
        assert len(set(found)) == len(found)
        assert all(solves(board, grid) for grid in found)
    counts = {name: len(found) for name, found in answers.items()}
    assert len(set(counts.values())) == 1, counts
    number = next(iter(counts.values()))
    if number < ENOUGH:
        sets = {name: frozenset(found) for name, found in answers.items()}
        assert len(set(sets.values())) == 1
    return number


@pytest.mark.parametrize("name", GEOMETRIES)
@settings(max_examples=4, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), share=st.floats(0.3, 0.65), wrong=st.booleans())
def test_engines_agree_on_boards_with_no_one_or_several_solutions(
    name: str, seed: int, share: float, wrong: bool
) -> None:
    board = puzzle_with_holes(seed, GEOMETRIES[name], share)
    number = assert_all_agree(with_one_wrong_given(seed, board) if wrong else board)
    assert wrong or number >= 1


@pytest.mark.parametrize("name", ["4×4", "4×4 with diagonals", "5×5 jigsaw", "6×6", "9×9", "9×9 with windows"])
def test_engines_agree_on_empty_boards(name: str) -> None:
    assert assert_all_agree(Board.empty(GEOMETRIES[name])) == ENOUGH


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_lists_every_solution_once(engine: str) -> None:
    board = Board.parse(WIKIPEDIA).with_values(dict.fromkeys((0, 1, 4, 9, 12, 13), 0))
    found = grids(choose_engine(engine, board), board)
    assert len(found) == len(set(found)) == 64
    assert all(solves(board, grid) for grid in found)


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "lockstep"])
def test_there_are_288_grids_of_four_by_four(engine: str) -> None:
    board = Board.empty(GEOMETRIES["4×4"])
    found = grids(choose_engine(engine, board), board)
    assert len(found) == len(set(found)) == 288


@pytest.mark.parametrize("engine", ENGINES)
def test_four_corners_that_can_be_swapped_are_two_solutions(engine: str) -> None:
    board = Board.parse("5..3869428324195764695723816851472939..253864324698715248765139756931428193824657")
    found = grids(choose_engine(engine, board), board)
    assert {(grid[1], grid[2]) for grid in found} == {(1, 7), (7, 1)}
    assert len(found) == 2


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_an_engine_stops_at_the_limit(engine: str, limit: int) -> None:
    board = Board.empty()
    found = grids(choose_engine(engine, board), board, limit)
    assert len(set(found)) == len(found) == limit


@pytest.mark.parametrize("engine", ENGINES)
def test_a_full_grid_is_its_own_only_solution(engine: str) -> None:
    board = puzzle_with_holes(1, Geometry.standard(), 0.0)
    assert grids(choose_engine(engine, board), board) == [board.values]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_cell_without_candidates_means_no_solution(engine: str) -> None:
    board = Board.parse("12345678." + "........9" + "." * 63)
    assert grids(choose_engine(engine, board), board) == []
