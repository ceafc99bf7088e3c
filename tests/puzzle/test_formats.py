"""Every format: what is written is read back, and texts are recognised."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulens import Board, Geometry, InvalidBoard
from sudokulens.puzzle import formats
from tests.puzzle.strategies import (
    JIGSAW_5,
    JIGSAW_9,
    WIKIPEDIA,
    boards,
    classic_boards,
    geometries,
    relaxed,
    standard_geometries,
    unhurried,
)

USUAL = (4, 6, 8, 9, 10, 12, 15, 16, 25)


def usual_boards(*, entries: bool) -> st.SearchStrategy[Board]:
    usual = st.sampled_from(USUAL).map(Geometry.standard)
    return boards(usual, entries=entries, marks=False)


def without_marks(board: Board) -> Board:
    return board.with_candidates(None)


def all_given(board: Board) -> Board:
    return Board.of(board.values, board.geometry)


def marks_of_empty_cells(board: Board) -> Board:
    """The board as a candidate grid holds it: marks, own or computed, in empty cells only."""
    marks = board.candidates if board.candidates is not None else board.computed_candidates()
    return board.with_candidates(0 if value else mask for value, mask in zip(board.values, marks, strict=True))


def no_marks_where_all_are_empty(board: Board) -> Board:
    return board if board.candidates and any(board.candidates) else without_marks(board)


def marks_within_reason(board: Board) -> Board:
    """The board as HoDoKu's library holds it: candidates removed from all possible ones."""
    effective = board.effective_candidates()
    return board.with_candidates(None if effective == board.computed_candidates() else effective)


ROUND_TRIPS: list[tuple[str, st.SearchStrategy[Board], Callable[[Board], Board]]] = [
    ("line", boards(), lambda board: board),
    ("share", boards(), lambda board: board),
    ("commas", boards(), lambda board: board),
    ("sdm", boards(), lambda board: board),
    ("plain", usual_boards(entries=True), all_given),
    ("grid", boards(), all_given),
    ("candidates", boards(), marks_of_empty_cells),
    ("sdk", usual_boards(entries=True), without_marks),
    ("ss", classic_boards(), all_given),
    ("sdx", classic_boards(), lambda board: no_marks_where_all_are_empty(marks_of_empty_cells(board))),
    ("opensudoku", classic_boards(), no_marks_where_all_are_empty),
    ("fpuzzles", boards(), no_marks_where_all_are_empty),
    ("sudokupad", boards(), no_marks_where_all_are_empty),
    ("scl", boards(), no_marks_where_all_are_empty),
    ("hodoku", classic_boards(), marks_within_reason),
    ("ps", classic_boards(), all_given),
]


def test_every_format_has_a_round_trip() -> None:
    assert {name for name, _, _ in ROUND_TRIPS} == set(formats.NAMES)


@pytest.mark.parametrize(("name", "strategy", "kept"), ROUND_TRIPS, ids=[name for name, _, _ in ROUND_TRIPS])
def test_what_is_written_is_read_back(
    name: str, strategy: st.SearchStrategy[Board], kept: Callable[[Board], Board]
) -> None:
    @relaxed
    @given(strategy)
    def round_trip(board: Board) -> None:
        assert formats.read(formats.write(board, name), name) == [kept(board)]

    round_trip()


@pytest.mark.parametrize(("name", "kept"), [(name, kept) for name, _, kept in ROUND_TRIPS])
def test_many_boards_are_written_and_read_as_one_text(name: str, kept: Callable[[Board], Board]) -> None:
    @settings(max_examples=15, deadline=None, suppress_health_check=unhurried)
    @given(st.lists(classic_boards(), min_size=1, max_size=4))
    def round_trip(several: list[Board]) -> None:
        assert formats.read(formats.write_many(several, name), name) == list(map(kept, several))

    round_trip()


@pytest.mark.parametrize("name", formats.NAMES)
def test_a_real_puzzle_is_recognised_in_every_format(name: str) -> None:
    board = Board.parse(WIKIPEDIA).with_values({2: 4})
    read = Board.parse(formats.write(board, name))
    assert read.values == board.values


@pytest.mark.parametrize("name", ["line", "grid", "commas", "share", "fpuzzles", "candidates"])
def test_variants_are_recognised_too(name: str) -> None:
    for geometry in (
        Geometry.jigsaw(map(int, JIGSAW_9), diagonals=True),
        Geometry.jigsaw(map(int, JIGSAW_5)),
        Geometry.standard(6, 3),
        Geometry.standard(16, diagonals=True),
    ):
        board = Board.empty(geometry).with_values({0: 5, 7: 2})
        read = Board.parse(formats.write(board, name))
        assert (read.geometry, read.values) == (geometry, board.values)


@relaxed
@given(boards())
def test_text_and_repr_give_the_board_back(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert eval(repr(board)) == board


def test_what_a_format_cannot_hold_is_refused() -> None:
    diagonal = Board.empty(Geometry.standard(diagonals=True))
    for name in ("plain", "sdk", "ss", "sdx", "opensudoku", "hodoku"):
        with pytest.raises(InvalidBoard, match=r"cannot hold|holds only"):
            formats.write(diagonal, name)


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(InvalidBoard, match="opensudoku"):
        formats.write(Board.parse(WIKIPEDIA), "cuneiform")


def test_one_board_is_asked_for_but_two_are_there() -> None:
    with pytest.raises(InvalidBoard, match="2 boards"):
        Board.parse(f"{WIKIPEDIA}\n{WIKIPEDIA}")


def test_sixteen_small_puzzles_are_no_large_grid() -> None:
    assert len(formats.read("\n".join(["1234............"] * 16))) == 16
    assert len(formats.read("\n".join(["1234..........FG"] * 16))) == 1


def test_used_strategies_cover_the_variants() -> None:
    seen = set()

    @settings(max_examples=200, deadline=None)
    @given(st.one_of(geometries(), standard_geometries()))
    def look(geometry: Geometry) -> None:
        seen.add((geometry.size, geometry.box_shape is None, geometry.has_diagonals))

    look()
    assert {size for size, _, _ in seen} == set(USUAL)
