"""What the benchmarks of reading count: grids are matched to the true ones, and every fault has a name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from benchmarks.reading.labelled import Truth, drawn, label_of
from benchmarks.reading.results import Results, fault_of
from pages.grids import Look
from pages.paper import Page
from sudokulens.puzzle.board import Board
from sudokulens.solving.random import random_puzzle
from sudokulens.vision.location import GridLocation

PUZZLE = random_puzzle(3)
GIVEN = next(cell for cell, value in enumerate(PUZZLE.values) if value)


def read_as(board: Board, truth: Truth, doubted: tuple[int, ...] = ()) -> Any:
    """A grid that a scanner reports at the true place."""
    return SimpleNamespace(
        board=board, location=GridLocation.from_corners(truth.corners, board.size), kind="ordinary", status="unique",
        confidence=0.9, doubts=tuple(SimpleNamespace(cell=cell) for cell in doubted), size=board.size,
    )  # fmt: skip


def with_digit(cell: int, digit: int) -> Board:
    return Board.of(digit if number == cell else value for number, value in enumerate(PUZZLE.values))


def counted(board: Board, doubted: tuple[int, ...] = ()) -> Results:
    picture, results = drawn("plain", Page.around(PUZZLE, Look())), Results()
    grids = [read_as(board, picture.truths[0], doubted)]
    results.add(lambda frame: SimpleNamespace(grids=grids), picture)  # type: ignore[arg-type]
    return results


def test_a_right_grid_is_counted_under_its_kind_and_all() -> None:
    results = counted(PUZZLE)
    for kind in ("all", "plain"):
        tally = results.tallies[kind]
        assert (tally.grids, tally.right, tally.found, tally.exact, tally.split, tally.natures) == (1, 1, 1, 1, 1, 1)
    assert results.failures == []
    assert results.points == [(0.9, True)]


@pytest.mark.parametrize("doubted", [(), (GIVEN,)])
def test_a_wrong_digit_is_silent_unless_doubted(doubted: tuple[int, ...]) -> None:
    tally = (results := counted(with_digit(GIVEN, PUZZLE[GIVEN] % 9 + 1), doubted)).tallies["all"]
    assert (tally.right, tally.cells, tally.silent, tally.named) == (0, 80, not doubted, bool(doubted))
    assert [failure.title for failure in results.failures] == [
        "plain : 1 cells wrong" + ("" if doubted else ", SILENT")
    ]


def test_a_grid_beside_the_true_one_is_stray() -> None:
    truth = drawn("plain", Page.around(PUZZLE, Look())).truths[0]
    aside = read_as(PUZZLE, Truth(truth.label, truth.crossings + np.array([900, 0])))
    results = Results()
    results.add(lambda frame: SimpleNamespace(grids=[aside]), drawn("plain", Page.around(PUZZLE, Look())))  # type: ignore[arg-type]
    assert (results.tallies["all"].found, results.tallies["all"].stray) == (0, 1)
    assert [failure.title for failure in results.failures] == ["plain : no grid", "plain : a grid where there is none"]


def test_givens_taken_for_entries_are_a_fault() -> None:
    empty = next(cell for cell, value in enumerate(PUZZLE.values) if not value)
    played = PUZZLE.with_values({empty: 1})
    read = SimpleNamespace(board=Board.of(played.values))
    assert fault_of(label_of(played), read) == "0 givens taken for entries, 1 entries for givens"  # type: ignore[arg-type]
