"""What solve, count and solutions promise, whichever engine answers."""

from __future__ import annotations

import pytest

from sudokulens import Board, Geometry, InvalidBoard, MissingExtra, UnknownEngine, count, solutions, solve
from sudokulens.solving.solve import ENGINES, choose_engine
from tests.solving.shapes import WIKIPEDIA, WIKIPEDIA_SOLVED

TWO_SOLUTIONS = "5..3869428324195764695723816851472939..253864324698715248765139756931428193824657"


def test_a_proper_puzzle_is_unique_and_keeps_its_givens() -> None:
    board = Board.parse(WIKIPEDIA)
    solution = solve(board)
    assert solution.kind == "unique"
    assert solution.board is not None
    assert "".join(map(str, solution.board)) == WIKIPEDIA_SOLVED
    assert solution.board.givens == board.givens
    assert solution.board.puzzle == board


@pytest.mark.parametrize("engine", ["auto", *ENGINES])
def test_every_engine_is_usable_by_name_on_text(engine: str) -> None:
    assert solve(WIKIPEDIA, engine=engine).kind == "unique"
    assert solve(TWO_SOLUTIONS, engine=engine).kind == "multiple"
    assert len(list(solutions(TWO_SOLUTIONS, engine=engine))) == 2


def test_entries_must_be_kept_too() -> None:
    wrong = Board.parse(WIKIPEDIA).with_values({2: 2})
    assert solve(wrong).kind == "none"
    assert solve(wrong.puzzle).kind == "unique"


def test_pencil_marks_do_not_change_the_answer() -> None:
    board = Board.parse(WIKIPEDIA).with_candidates([1] * 81)
    solution = solve(board)
    assert solution.kind == "unique"
    assert solution.board is not None
    assert solution.board.candidates is None


@pytest.mark.parametrize("engine", ["auto", *ENGINES])
def test_a_duplicate_means_no_solution(engine: str) -> None:
    board = Board.empty().with_values({0: 5, 8: 5})
    assert solve(board, engine=engine).kind == "none"
    assert count(board, engine=engine) == 0
    assert list(solutions(board, engine=engine)) == []


def test_counting_stops_at_the_limit() -> None:
    assert count(TWO_SOLUTIONS) == 2
    assert count(TWO_SOLUTIONS, limit=1) == 1
    assert count(Board.empty(), limit=100) == 100
    assert count(Board.empty(), limit=0) == 0


def test_an_unknown_engine_is_refused_with_the_known_names() -> None:
    with pytest.raises(UnknownEngine, match="lockstep, bitset, dlx, sat, cpsat"):
        solve(WIKIPEDIA, engine="abacus")


def test_text_that_is_no_board_is_refused() -> None:
    with pytest.raises(InvalidBoard):
        solve("12345")


@pytest.mark.parametrize(("engine", "module"), [("sat", "pysat.solvers"), ("cpsat", "ortools.sat.python")])
def test_a_missing_extra_says_how_to_install_it(engine: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'sudokulens\[{engine}\]'"):
        solve(WIKIPEDIA, engine=engine)


def test_the_quickest_engine_is_chosen_for_every_board() -> None:
    assert choose_engine("auto", Board.empty()).name == "lockstep"
    for geometry in (Geometry.standard(4), Geometry.standard(9, diagonals=True), Geometry.standard(25)):
        assert choose_engine("auto", Board.empty(geometry)).name == "bitset"


def test_an_engine_that_cannot_take_the_board_says_why() -> None:
    with pytest.raises(UnknownEngine, match=r"'lockstep' cannot take this board: .*9×9"):
        solve(Board.empty(Geometry.standard(4)), engine="lockstep")
