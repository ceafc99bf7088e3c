"""Overlapping grids: samurai and its kin as boards, texts and faults."""

from __future__ import annotations

import pytest

from sudokulens import Board, Geometry, InvalidBoard, solve
from sudokulens.puzzle.formats import NAMES, detect, read, write
from sudokulens.puzzle.overlap import NAMED_LAYOUTS
from sudokulens.solving.variants import random_variant

# Two 4×4 grids that share a box, and one solution.
TINY = "1...........................;size=4;grids=r1c1,r3c3"
HOLDERS = {"scl", "line", "grid", "share", "sdm"}


@pytest.fixture(scope="module")
def samurai() -> Board:
    return random_variant(["samurai"], seed=1)


def test_a_samurai_has_five_grids_that_share_four_boxes() -> None:
    geometry = Geometry.samurai()
    assert geometry.cell_count == 5 * 81 - 4 * 9 == len(geometry.regions)
    kinds = [unit.kind for unit in geometry.units]
    assert (kinds.count("row"), kinds.count("column"), kinds.count("box")) == (45, 45, 41)
    assert geometry.units[geometry.first_region].kind == "box"
    assert geometry.first_extra == len(geometry.units)
    assert all(len(set(unit.cells)) == 9 for unit in geometry.units)


def test_cells_are_named_by_their_place_on_the_page() -> None:
    geometry = Geometry.samurai()
    assert geometry.cell_name(0) == "r1c1"
    assert geometry.cell_name(geometry.cell_count - 1) == "r21c21"
    assert geometry.cell_at(0, 9) is None
    assert [geometry.cell_at(*place) for place in geometry.places] == list(range(geometry.cell_count))


def test_a_shared_box_is_seen_from_both_grids() -> None:
    geometry = Geometry.samurai()
    shared = geometry.cell_at(6, 6)
    assert shared is not None
    assert len(geometry.units_of[shared]) == 5
    peers = {geometry.places[cell] for cell in geometry.peers[shared]}
    assert {(6, 0), (6, 14), (0, 6), (14, 6)} <= peers


@pytest.mark.parametrize("layout", NAMED_LAYOUTS)
def test_the_named_layouts_are_boards(layout: str) -> None:
    geometry = Geometry.overlapping(NAMED_LAYOUTS[layout])
    board = Board.empty(geometry)
    assert str(board).endswith(f";{layout}")
    assert Board.parse(str(board)) == board
    assert solve(board).kind == "multiple"


@pytest.mark.parametrize("grids", [[(0, 0), (5, 5)], [(0, 0), (9, 9)], [(0, 0), (0, 0)], [(3, 3), (9, 9)], [(0, 95)]])
def test_grids_that_make_no_board_are_refused(grids: list[tuple[int, int]]) -> None:
    with pytest.raises(InvalidBoard):
        Geometry.overlapping(grids)


def test_a_layout_without_a_name_is_written_by_its_grids() -> None:
    board = Board.parse(TINY)
    assert board.geometry.grids == ((0, 0), (2, 2))
    assert (board.geometry.height, board.geometry.width, board.size) == (6, 6, 4)
    assert Board.parse(str(board)) == board
    assert eval(repr(board)) == board


@pytest.mark.parametrize("name", sorted(HOLDERS))
def test_formats_that_hold_a_samurai(samurai: Board, name: str) -> None:
    text = write(samurai, name)
    assert read(text, name) == [samurai]
    assert read(text) == [samurai], detect(text)


@pytest.mark.parametrize("name", sorted(set(NAMES) - HOLDERS))
def test_other_formats_refuse_in_a_sentence(samurai: Board, name: str) -> None:
    with pytest.raises(InvalidBoard, match="cannot hold overlapping grids"):
        write(samurai, name)


def test_369_cells_are_a_samurai_even_where_no_field_says_so(samurai: Board) -> None:
    assert Board.parse(str(samurai).removesuffix(";samurai")) == samurai
    assert Board.parse(write(samurai, "grid").removesuffix("\n;samurai")) == samurai


def test_entries_and_marks_survive(samurai: Board) -> None:
    empty = samurai.values.index(0)
    marks = samurai.computed_candidates()
    board = samurai.with_values({empty: marks[empty].bit_length()}).with_candidates(marks)
    assert Board.parse(str(board)) == board
    assert read(write(board, "share")) == [board]


def test_rules_go_by_places_on_the_page(samurai: Board) -> None:
    board = Board.parse(f"{samurai};antiking;cage=10:r9c9,r10c9;even=r21c21;x")
    assert board.rules[0].text(board.geometry) == "10:r9c9,r10c9"
    assert len(board.geometry.extras) == 10
    assert Board.parse(str(board)) == board
    assert read(write(board, "share")) == [board]


@pytest.mark.parametrize("field", ["cage=10:r1c10,r1c11", "sandwich=r1:10", "quad=1,2:r1c1", "littlekiller=9:r1c2"])
def test_rules_that_make_no_sense_there_are_refused(samurai: Board, field: str) -> None:
    with pytest.raises(InvalidBoard):
        Board.parse(f"{samurai};{field}")


def test_a_digit_twice_in_a_row_of_one_grid_is_a_fault(samurai: Board) -> None:
    geometry = samurai.geometry
    first, same_grid = geometry.cell_at(6, 6), geometry.cell_at(6, 14)
    across_the_gap = geometry.cell_at(6, 20)
    assert first is not None
    assert same_grid is not None
    assert across_the_gap is not None
    wrong = Board.empty(geometry).with_values({first: 5, same_grid: 5})
    (fault,) = (fault for fault in wrong.status().faults if fault.kind == "duplicate")
    assert fault.unit is not None
    assert fault.cells == (first, same_grid)
    assert Board.empty(geometry).with_values({first: 5, across_the_gap: 5}).status()


def test_rows_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InvalidBoard, match="do not fit"):
        Board.parse("12\n34\n;samurai")
