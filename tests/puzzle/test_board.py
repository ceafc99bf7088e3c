"""Boards: what they hold, what they refuse, and every fault that shows without solving."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from sudokulens import Board, Geometry, InvalidBoard
from tests.puzzle.strategies import boards, classic_boards

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
relaxed = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_a_board_is_rebuilt_from_its_text() -> None:
    geometry = Geometry.standard(6, 3, diagonals=True)
    board = Board.empty(geometry).with_values({3: 6}).with_candidates([3] * 36)
    assert Board.parse(str(board)) == board


def test_extra_units_keep_their_order() -> None:
    falling, rising = Geometry.standard(4, diagonals=True).extras
    corners = (0, 3, 12, 15)
    for extras in ((corners, falling, rising), (rising, falling), (falling, rising, corners), (falling,)):
        board = Board.empty(Geometry(4, Geometry.standard(4).regions, extras))
        assert Board.parse(str(board)) == board


def test_status_names_every_fault_with_its_cells() -> None:
    status = Board.parse(WIKIPEDIA).with_values({2: 5}).status()
    assert not status
    assert {(fault.kind, fault.cells, fault.digit) for fault in status.faults} == {("duplicate", (0, 2), 5)}
    assert [fault.unit.name for fault in status.faults if fault.unit] == ["row 1", "box 1"]
    assert status.cells == (0, 2)


def test_a_cell_without_candidates_is_a_fault() -> None:
    board = Board.parse("12345678." + "........9" + "." * 63)
    assert ("no candidate", (8,)) in {(fault.kind, fault.cells) for fault in board.status().faults}


def test_a_digit_without_a_place_is_a_fault() -> None:
    board = Board.parse(".2341" + "." * 11).with_values({})
    faults = [fault for fault in board.status().faults if fault.kind == "no place"]
    assert (1, "row 1") in {(fault.digit, fault.unit.name) for fault in faults if fault.unit}


def test_marks_that_leave_out_the_value_are_a_fault() -> None:
    board = Board.parse(WIKIPEDIA).with_values({2: 4}).with_candidates([0, 0, 1, *[511] * 78])
    assert ("mark conflict", (2,), 4) in {(fault.kind, fault.cells, fault.digit) for fault in board.status().faults}


def test_a_digit_twice_on_a_diagonal_is_a_fault_only_where_the_diagonal_counts() -> None:
    changes = {0: 1, 40: 1}
    assert Board.empty().with_values(changes).status()
    fault = Board.empty(Geometry.standard(diagonals=True)).with_values(changes).status().faults[0]
    assert (fault.kind, fault.cells, fault.unit.kind if fault.unit else None) == ("duplicate", (0, 40), "diagonal")


def test_a_solved_board_is_complete_and_faultless() -> None:
    status = Board.parse(SOLVED).status()
    assert status
    assert status.solved
    assert not Board.parse(SOLVED).with_values({0: 3}).status().solved
    assert not Board.parse(WIKIPEDIA).status().solved


@relaxed
@given(boards(marks=False))
def test_duplicates_are_exactly_the_repeated_digits(board: Board) -> None:
    found = {(fault.unit, fault.digit) for fault in board.status().faults if fault.kind == "duplicate"}
    expected = set()
    for unit in board.geometry.units:
        digits = [board[cell] for cell in unit.cells]
        expected |= {(unit, digit) for digit in digits if digit and digits.count(digit) > 1}
    assert found == expected


@relaxed
@given(classic_boards(marks=False))
def test_candidates_are_what_no_peer_has(board: Board) -> None:
    for cell, mask in enumerate(board.computed_candidates()):
        peers = {board[peer] for peer in board.geometry.peers[cell]}
        free = {digit for digit in range(1, 10) if digit not in peers}
        assert {digit for digit in range(1, 10) if mask >> (digit - 1) & 1} == (set() if board[cell] else free)


@relaxed
@given(boards())
def test_givens_and_entries_make_up_the_values(board: Board) -> None:
    assert board.clue_count + len(board.entries) == sum(map(bool, board))
    assert board.puzzle.entries == {}
    assert board.puzzle.with_values(board.entries).values == board.values


def test_emptying_and_writing_cells_leaves_the_first_board_alone() -> None:
    board = Board.parse(WIKIPEDIA)
    changed = board.with_values({0: 0, 2: 4})
    assert (changed[0], changed[2], changed.givens[2]) == (0, 4, False)
    assert str(board) == WIKIPEDIA


@pytest.mark.parametrize(
    ("values", "givens", "message"),
    [
        ((0,) * 80, (False,) * 80, "80 values"),
        ((10,) + (0,) * 80, (False,) * 81, "10 at r1c1"),
        ((-1,) + (0,) * 80, (False,) * 81, "-1 at r1c1"),
        ((0,) * 81, (True,) + (False,) * 80, "given at r1c1 has no value"),
    ],
)
def test_impossible_boards_are_refused(values: tuple[int, ...], givens: tuple[bool, ...], message: str) -> None:
    with pytest.raises(InvalidBoard, match=message):
        Board(Geometry.standard(), values, givens)


def test_impossible_marks_and_cells_are_refused() -> None:
    board = Board.empty()
    with pytest.raises(InvalidBoard, match="sets of pencil marks"):
        board.with_candidates([1])
    with pytest.raises(InvalidBoard, match="outside 1 to 9 at r1c2"):
        board.with_candidates([0, 512, *[0] * 79])
    with pytest.raises(InvalidBoard, match="no cell 81"):
        board.with_values({81: 1})
    with pytest.raises(InvalidBoard, match="square"):
        Board.of([1, 2, 3])


def test_a_value_out_of_range_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidBoard, match="line 1, column 3"):
        Board.parse("12?" + "." * 78)
