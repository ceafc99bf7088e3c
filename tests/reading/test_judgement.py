"""What people are told about a grid."""

from __future__ import annotations

import numpy as np
import pytest

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.entries import UNCLEAR, written_values
from sudokulens.reading.judgement import Mistake, find_mistakes, judge_board
from sudokulens.reading.marks import Marks, find_marks
from sudokulens.reading.reading import Reading
from sudokulens.reading.rules import Cage, RuleEvidence, Rules, find_rules
from sudokulens.reading.rules import as_dict as rules_dict
from tests.reading.simulation import simulate

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLVED = Board.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


def test_nothing_written_counts_what_is_to_do() -> None:
    verdict = judge_board(PUZZLE, "unique", SOLVED)
    assert (verdict.kind, verdict.to_go, verdict.sure) == ("nothing written", 51, True)
    assert verdict.text == "Nothing written yet; 51 cells to go."


def test_right_entries_are_on_track() -> None:
    verdict = judge_board(PUZZLE.with_values({2: 4, 3: 6}), "unique", SOLVED)
    assert (verdict.kind, verdict.to_go, verdict.cells) == ("on track", 49, ())


def test_a_full_and_right_grid_is_finished() -> None:
    entries = {cell: digit for cell, digit in enumerate(SOLVED.values) if not PUZZLE[cell]}
    verdict = judge_board(PUZZLE.with_values(entries), "unique", SOLVED)
    assert (verdict.kind, verdict.to_go) == ("finished", 0)


def test_mistakes_come_with_their_cells_and_what_belongs_there() -> None:
    board = PUZZLE.with_values({2: 1, 3: 6, 10: 2})
    verdict = judge_board(board, "unique", SOLVED)
    assert (verdict.kind, verdict.cells, verdict.sure) == ("mistakes", (2, 10), True)
    assert verdict.text == "2 mistakes: r1c3 and r2c2."
    assert find_mistakes(board, SOLVED) == (Mistake(2, 1, 4), Mistake(10, 2, 7))


def test_nobody_is_blamed_for_a_doubtful_entry() -> None:
    board = PUZZLE.with_values({2: 1, 3: 6})
    verdict = judge_board(board, "unique", SOLVED, doubtful=[2])
    assert (verdict.kind, verdict.cells, verdict.sure) == ("on track", (2,), False)
    assert "r1c3" in verdict.text
    assert find_mistakes(board, SOLVED, [2]) == ()


def test_without_a_solution_the_likeliest_misread_cells_are_named() -> None:
    verdict = judge_board(PUZZLE, "unsolvable", None, doubtful=[7, 3, 20, 40])
    assert (verdict.kind, verdict.cells, verdict.sure) == ("none", (7, 3, 20), False)
    assert verdict.text == "No solution as read. Most likely misread: r1c8, r1c4 and r3c3."


def test_several_solutions_and_other_rules_are_said_as_such() -> None:
    assert judge_board(PUZZLE, "multiple", None, note="Several.").text == "Several."
    assert judge_board(PUZZLE, "multiple", None).kind == "several"
    killer = judge_board(PUZZLE, "multiple", None, rules=Rules("killer"))
    assert (killer.kind, killer.text) == ("other rules", "It follows other rules: killer.")


@pytest.mark.parametrize(
    ("kind", "evidence", "expected"),
    [
        ("ordinary", None, "classic"),
        ("unclear", None, "unknown"),
        ("diagonal", None, "diagonal"),
        ("irregular", None, "jigsaw"),
        ("ordinary", RuleEvidence(windows=0.9), "windoku"),
        ("ordinary", RuleEvidence(diagonals=0.9), "diagonal"),
        ("unclear", RuleEvidence(cages=(Cage((0, 1), 12),)), "killer"),
    ],
)
def test_rules_follow_the_page_and_then_the_digits(kind: str, evidence: RuleEvidence | None, expected: str) -> None:
    assert find_rules(Geometry.standard(9), kind, evidence).kind == expected  # type: ignore[arg-type]


def test_regions_are_letters_and_cages_count_from_one() -> None:
    jigsaw = Geometry.jigsaw([0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3])
    assert find_rules(jigsaw, "irregular").regions == "AAABABBBCCDDCCDD"
    plain = rules_dict(Rules("killer", cages=(Cage((0, 9), 12),)), 9)
    assert plain["cages"] == [{"cells": [[1, 1], [2, 1]], "sum": 12}]
    assert plain["regions"] is None


def test_marks_are_told_digit_by_digit_in_empty_cells_alone() -> None:
    read = simulate(str(PUZZLE))
    marks = np.zeros((81, 9), dtype=np.float32)
    marks[2, [0, 1, 3]] = 0.9
    marks[2, 7] = 0.9  # There is an 8 in its box.
    marks[0, 4] = 0.9
    ink = read.ink.copy()
    ink[2] = [0.1, 0.0, 0.0, 0.9]
    marked = Reading(read.digits, ink, read.turn, read.sudoku, read.model, marks=marks)
    assert find_marks(marked, PUZZLE) == (Marks(2, (1, 2, 4)),)
    grain = Reading(read.digits, read.ink, read.turn, read.sudoku, read.model, marks=marks.copy())
    assert find_marks(grain, PUZZLE) == ()
    assert find_marks(marked, PUZZLE)[0].text == "124"
    assert find_marks(read, PUZZLE) == ()


def test_a_marked_cell_has_at_least_its_likeliest_mark_and_clear_ones_against_the_givens() -> None:
    read = simulate(str(PUZZLE))
    marks = np.zeros((81, 9), dtype=np.float32)
    marks[2, 1], marks[3, [1, 4]] = 0.15, [0.9, 0.9999]
    ink = read.ink.copy()
    ink[[2, 3]] = [0.05, 0.0, 0.0, 0.95]
    marked = Reading(read.digits, ink, read.turn, read.sudoku, read.model, marks=marks)
    assert find_marks(marked, PUZZLE) == (Marks(2, (2,)), Marks(3, (2, 5))), "r1c1 is a 5, and yet a 5 is noted"


def test_entries_of_a_known_puzzle_are_what_is_written() -> None:
    entered = PUZZLE.with_values({2: 4, 3: 9, 10: 2, 11: 2})
    confused = {10: {2: 0.9, 7: 0.1}, 11: {2: 0.5, 3: 0.5}, 12: {1: 0.97, 0: 0.03}}
    values = written_values(simulate(list(entered.values), confused=confused), np.array(SOLVED.values))
    assert (values[2], values[3]) == (4, 9), "a clear mistake is one"
    assert values[10] in (7, UNCLEAR), "what the ink leaves open is not held against anybody"
    assert values[11] == 2
    assert values[12] == 1
    assert values[5] == 0


def test_an_entry_that_contradicts_a_given_is_a_mistake_with_several_solutions_too() -> None:
    open_puzzle = Board.parse("...11.3.....2.43")
    board = open_puzzle.with_values({10: 3})
    verdict = judge_board(board, "multiple", None)
    assert (verdict.kind, verdict.cells, verdict.sure) == ("mistakes", (10,), True)
    assert find_mistakes(board, None) == (Mistake(10, 3, 0),)
    assert judge_board(board, "multiple", None, doubtful=[10]).kind == "several"
    assert judge_board(open_puzzle.with_values({1: 2}), "multiple", None).kind == "several"


def test_on_an_empty_grid_nothing_is_written_yet() -> None:
    verdict = judge_board(Board.empty(), "multiple", None)
    assert (verdict.kind, verdict.to_go) == ("nothing written", 81)
