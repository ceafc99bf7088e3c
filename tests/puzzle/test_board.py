"""Boards: text round trips, faults, and what they refuse."""

from __future__ import annotations

import pytest

from sudokulens import Board, Geometry, InvalidBoard

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_board_is_rebuilt_from_its_text() -> None:
    geometry = Geometry.standard(6, 3, diagonals=True)
    board = Board.empty(geometry).with_values({3: 6}).with_candidates([3] * 36)
    assert Board.parse(str(board)) == board


def test_status_names_every_fault_with_its_cells() -> None:
    status = Board.parse(WIKIPEDIA).with_values({2: 5}).status()
    assert not status
    assert {(fault.kind, fault.cells, fault.digit) for fault in status.faults} == {("duplicate", (0, 2), 5)}
    assert [fault.unit.name for fault in status.faults if fault.unit] == ["row 1", "box 1"]


def test_a_cell_without_candidates_is_a_fault() -> None:
    board = Board.parse("12345678." + "........9" + "." * 63)
    assert ("no candidate", (8,)) in {(fault.kind, fault.cells) for fault in board.status().faults}


def test_a_value_out_of_range_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidBoard, match="line 1, column 3"):
        Board.parse("12?" + "." * 78)
