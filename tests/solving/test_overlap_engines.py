"""Overlapping grids in every engine that takes them: the same answers, also in counting."""

from __future__ import annotations

import pytest

from sudokulens import Board, Geometry, InvalidRequest, count, solve
from sudokulens.errors import UnknownEngine
from sudokulens.solving.minimal import is_minimal, orbits
from sudokulens.solving.solve import has_duplicates
from sudokulens.solving.variants import LAYOUTS, random_variant

ENGINES = ("bitset", "dlx", "sat", "cpsat")
TINY = Geometry.overlapping([(0, 0), (2, 2)], size=4)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "values", ["." * 28, "1234" + "." * 24, "1" + "." * 26 + "1", "1233" + "." * 24, "123..4......" + "." * 16]
)
def test_engines_count_alike(engine: str, values: str) -> None:
    board = Board.of([int(v) if v != "." else 0 for v in values], TINY)
    assert count(board, engine=engine) == _count_by_hand(board)


def _count_by_hand(board: Board) -> int:
    """By trying every digit in the first empty cell."""
    if has_duplicates(board):
        return 0
    if board.complete:
        return 1
    cell = board.values.index(0)
    digits = [d for d in range(1, 5) if board.computed_candidates()[cell] >> (d - 1) & 1]
    return sum(_count_by_hand(board.with_values({cell: digit})) for digit in digits)


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree_on_a_samurai(engine: str) -> None:
    puzzle = random_variant(["samurai"], seed=2)
    found = solve(puzzle, engine=engine)
    assert found.kind == "unique"
    assert found.boards == solve(puzzle).boards
    assert found.boards[0].status().solved


def test_the_classic_engine_refuses_in_a_sentence() -> None:
    with pytest.raises(UnknownEngine, match="classic 9×9"):
        solve(Board.empty(Geometry.samurai()), engine="lockstep")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_generated_layouts_have_one_solution(layout: str) -> None:
    puzzle = random_variant([layout], seed=5)
    assert solve(puzzle).kind == "unique"
    assert is_minimal(puzzle)
    assert puzzle == random_variant([layout], seed=5)


def test_givens_of_a_samurai_in_a_symmetry() -> None:
    puzzle = random_variant(["samurai"], seed=3, symmetry="rotational", minimal=False)
    assert set(puzzle.givens) == {True, False}
    assert all(puzzle.givens[cell] == puzzle.givens[-1 - cell] for cell in range(len(puzzle.givens)))


def test_a_layout_without_the_symmetry_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="symmetry"):
        orbits(Geometry.overlapping([(0, 0), (6, 6)]), "vertical")


@pytest.mark.parametrize("names", [["samurai", "sohei"], ["samurai", "jigsaw"], ["flower", "sandwich"]])
def test_wishes_that_do_not_go_together_are_refused(names: list[str]) -> None:
    with pytest.raises(InvalidRequest):
        random_variant(names, seed=1)


def test_a_samurai_has_grids_of_nine_digits() -> None:
    with pytest.raises(InvalidRequest, match="size 6"):
        random_variant(["samurai"], seed=1, size=6)
