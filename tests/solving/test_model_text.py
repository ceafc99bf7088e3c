"""The 0/1 program as text: other solvers read it and find the same grid."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sudokulens import Board, Geometry, model_text, solve
from tests.solving.shapes import WIKIPEDIA, puzzle_with_holes

HIGHS = """
import sys
import highspy
solver = highspy.Highs()
solver.silent()
assert solver.readModel(sys.argv[1]) == highspy.HighsStatus.kOk
solver.run()
assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
values = solver.getSolution().col_value
print(*[solver.getColName(index)[1] for index, value in enumerate(values) if value > 0.5])
"""


def expected_names(board: Board) -> set[str]:
    """The variables that are 1 in the solution."""
    solved = solve(board, engine="dlx").board
    assert solved is not None
    size = board.size
    return {f"x_{cell // size + 1}_{cell % size + 1}_{digit}" for cell, digit in enumerate(solved)}


BOARDS = [
    Board.parse(WIKIPEDIA),
    puzzle_with_holes(3, Geometry.standard(6, diagonals=True), 0.4),
]


@pytest.mark.parametrize("board", BOARDS, ids=["9×9", "6×6 with diagonals"])
def test_or_tools_reads_the_mps_text_and_finds_the_same_grid(board: Board) -> None:
    from ortools.linear_solver.python import model_builder

    model = model_builder.Model()
    assert model.import_from_mps_string(model_text(board, "mps"))
    solver = model_builder.Solver("sat")
    assert solver.solve(model) == model_builder.SolveStatus.OPTIMAL
    assert {column.name for column in model.get_variables() if solver.value(column) > 0.5} == expected_names(board)


@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize("board", BOARDS, ids=["9×9", "6×6 with diagonals"])
def test_highs_reads_the_text_and_finds_the_same_grid(board: Board, format: str, tmp_path: Path) -> None:
    """In a process of its own: HiGHS's wheel and OR-Tools' copy of HiGHS cannot share one."""
    path = tmp_path / f"sudoku.{format}"
    path.write_text(model_text(board, format))
    run = subprocess.run([sys.executable, "-c", HIGHS, str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert set(run.stdout.split()) == expected_names(board)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 'lp' or 'mps'"):
        model_text(BOARDS[0], "docx")
