"""Geometries: units and peers of every size and variant, and the shapes that are refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from sudokulens import Geometry, InvalidBoard
from sudokulens.puzzle.geometry import box_shapes
from tests.puzzle.strategies import JIGSAW_5, JIGSAW_9, SIZES, geometries, standard_geometries

USUAL_BOXES = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    15: (3, 5),
    16: (4, 4),
    25: (5, 5),
}
relaxed = settings(max_examples=40, deadline=None)


@pytest.mark.parametrize("size", SIZES)
def test_the_usual_boxes_are_the_squarest(size: int) -> None:
    assert Geometry.standard(size).box_shape == USUAL_BOXES[size]


@relaxed
@given(geometries())
def test_every_cell_is_in_one_row_column_and_region(geometry: Geometry) -> None:
    n = geometry.size
    assert len(geometry.units) == 3 * n + len(geometry.extras)
    for start in (0, n, 2 * n):
        cells = sorted(cell for unit in geometry.units[start : start + n] for cell in unit.cells)
        assert cells == list(range(n * n))
    assert all(len(set(unit.cells)) == n for unit in geometry.units)


@relaxed
@given(geometries())
def test_peers_share_a_unit_and_know_each_other(geometry: Geometry) -> None:
    units = [set(unit.cells) for unit in geometry.units]
    for cell, peers in enumerate(geometry.peers):
        assert set(peers) == set().union(*(unit for unit in units if cell in unit)) - {cell}
        assert all(cell in geometry.peers[peer] for peer in peers)


@relaxed
@given(standard_geometries())
def test_boxes_are_rectangles_in_reading_order(geometry: Geometry) -> None:
    assert geometry.box_shape is not None
    rows, columns = geometry.box_shape
    assert rows * columns == geometry.size
    boxes = [unit for unit in geometry.units if unit.kind == "box"]
    for box in boxes:
        assert len({geometry.row(cell) for cell in box.cells}) == rows
        assert len({geometry.column(cell) for cell in box.cells}) == columns
    assert [box.cells[0] for box in boxes] == sorted(box.cells[0] for box in boxes)


def test_a_newspaper_sudoku_has_27_units_and_20_peers_a_cell() -> None:
    geometry = Geometry.standard()
    assert geometry.is_classic
    assert len(geometry.units) == 27
    assert {len(peers) for peers in geometry.peers} == {20}
    assert geometry.cell_name(80) == "r9c9"
    assert [geometry.units[index].name for index in geometry.units_of[40]] == ["row 5", "column 5", "box 5"]


def test_diagonals_are_two_more_units() -> None:
    geometry = Geometry.standard(diagonals=True)
    assert geometry.has_diagonals
    assert not geometry.is_classic
    assert [unit.name for unit in geometry.units[27:]] == ["diagonal 1", "diagonal 2"]
    assert Geometry.standard().with_diagonals() == geometry
    assert geometry.with_diagonals() is geometry


@pytest.mark.parametrize("labels", [JIGSAW_5, JIGSAW_9])
def test_jigsaw_regions_are_renumbered_by_appearance(labels: str) -> None:
    geometry = Geometry.jigsaw(map(ord, labels))
    assert geometry.box_shape is None
    assert geometry == Geometry.jigsaw(map(int, labels))
    assert [unit.kind for unit in geometry.units[2 * geometry.size :]] == ["region"] * geometry.size


def test_shapes_that_cannot_be_are_refused() -> None:
    for size in (1, 7, 36):
        with pytest.raises(InvalidBoard):
            Geometry.standard(size)
    with pytest.raises(InvalidBoard, match="do not tile"):
        Geometry.standard(9, 2)
    with pytest.raises(InvalidBoard, match="region 2 has 1 cells"):
        Geometry.jigsaw([1, 1, 2, 3])
    with pytest.raises(InvalidBoard, match="region labels"):
        Geometry.jigsaw([1, 1, 2, 2, 3])
    for extra in ((0, 1, 2), (0, 0, 1, 2), (0, 1, 2, 16), (0, 1, 2, -1)):
        with pytest.raises(InvalidBoard, match="extra unit"):
            Geometry(4, Geometry.standard(4).regions, (extra,))


def test_box_shapes_of_a_prime_do_not_exist() -> None:
    assert box_shapes(7) == ()
    assert box_shapes(12) == ((3, 4), (4, 3), (2, 6), (6, 2))
