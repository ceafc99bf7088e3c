"""Random grids and puzzles by seed, and minimality."""

from __future__ import annotations

import pytest

from sudokulens import (
    Board,
    Geometry,
    InvalidBoard,
    InvalidRequest,
    count,
    is_minimal,
    minimise,
    random_grid,
    random_puzzle,
)
from sudokulens.solving.minimal import orbits
from tests.solving.shapes import GEOMETRIES, WIKIPEDIA

SYMMETRIES = ["rotational", "quarter", "horizontal", "vertical", "diagonal", "antidiagonal"]
SEVENTEEN = "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."


@pytest.mark.parametrize("name", GEOMETRIES)
def test_a_random_grid_is_full_and_lawful(name: str) -> None:
    grid = random_grid(1, GEOMETRIES[name])
    assert grid.status().solved
    assert grid == random_grid(1, GEOMETRIES[name])
    assert grid != random_grid(2, GEOMETRIES[name])


def test_a_seed_means_the_same_grid_and_puzzle_for_ever() -> None:
    assert str(random_grid(2026)) == GRID_2026
    assert str(random_puzzle(2026)) == PUZZLE_2026
    assert str(random_puzzle(2026, symmetry="rotational")) == ROTATIONAL_2026


def test_negative_seeds_are_refused_since_python_takes_them_for_positive_ones() -> None:
    with pytest.raises(InvalidRequest, match="seed of -2026"):
        random_puzzle(-2026)


GRID_2026 = "513267498278349165964518732426853917137926854859471326781695243692734581345182679"
PUZZLE_2026 = ".1.....9.2..3..1.......................9.6..48....1326..16..2..6.2.3.58134..8..7."
ROTATIONAL_2026 = "..326.4.8........596..1..3......3.1...7...8...5.4......8..9..436........3.5.826.."


def test_random_grids_favour_no_digit_and_no_cell() -> None:
    """Over 400 grids every digit comes up in every corner about as often as by chance (44 ± 6.3)."""
    grids = [random_grid(seed).values for seed in range(400)]
    for cell in (0, 40, 80):
        counts = [sum(grid[cell] == digit for grid in grids) for digit in range(1, 10)]
        assert min(counts) > 15
        assert max(counts) < 80


def test_regions_without_any_full_grid_are_refused() -> None:
    columns_twice = Geometry(2, (0, 0, 1, 1), extras=((0, 3),))
    with pytest.raises(InvalidBoard, match="no full grid"):
        random_grid(1, columns_twice)


@pytest.mark.parametrize("name", ["4×4", "5×5 jigsaw", "6×6", "8×8", "9×9", "9×9 with windows"])
def test_a_random_puzzle_is_minimal(name: str) -> None:
    puzzle = random_puzzle(7, GEOMETRIES[name])
    assert count(puzzle, 2) == 1
    for cell, given in enumerate(puzzle.givens):
        if given:
            assert count(puzzle.with_values({cell: 0}), 2) == 2
    assert is_minimal(puzzle)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_symmetric_puzzle_is_unique_and_symmetric(symmetry: str) -> None:
    puzzle = random_puzzle(3, symmetry=symmetry)  # type: ignore[arg-type]
    assert count(puzzle, 2) == 1
    for group in orbits(Geometry.standard(), symmetry):  # type: ignore[arg-type]
        assert len({puzzle.givens[cell] for cell in group}) == 1


def test_a_puzzle_that_need_not_be_minimal_has_givens_to_spare() -> None:
    puzzle = random_puzzle(3, minimal=False)
    assert puzzle.clue_count == 33
    assert count(puzzle, 2) == 1
    assert not is_minimal(puzzle)


def test_seventeen_givens_are_minimal() -> None:
    assert is_minimal(SEVENTEEN)


def test_a_puzzle_with_a_given_to_spare_is_not_minimal() -> None:
    assert not is_minimal(WIKIPEDIA)
    assert not is_minimal(Board.empty())


def test_minimising_keeps_the_solution_and_only_takes_givens_away() -> None:
    board = Board.parse(WIKIPEDIA).with_values({2: 4})
    puzzle = minimise(board, seed=5)
    assert is_minimal(puzzle)
    assert all(value in (0, board.values[cell]) for cell, value in enumerate(puzzle))
    assert puzzle[2] == 0
    assert puzzle == minimise(board, seed=5)


def test_a_board_with_several_solutions_cannot_be_minimised() -> None:
    with pytest.raises(InvalidBoard, match="exactly one solution"):
        minimise(Board.empty())


def test_an_unknown_symmetry_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="rotational, quarter"):
        random_puzzle(1, symmetry="spiral")  # type: ignore[arg-type]


def test_orbits_cover_every_cell_once() -> None:
    for symmetry in SYMMETRIES:
        cells = [cell for group in orbits(Geometry.standard(), symmetry) for cell in group]  # type: ignore[arg-type]
        assert sorted(cells) == list(range(81))
