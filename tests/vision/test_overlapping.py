"""Grids that share boxes are placed on one lattice, others are left alone."""

from __future__ import annotations

import numpy as np

from sudokulens.puzzle.overlap import NAMED_LAYOUTS
from sudokulens.vision.location import GridLocation, apply_homography
from sudokulens.vision.overlapping import shared_places

SQUARE = 9.0 * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
TILTED = np.array([[30.0, 3.0, 40.0], [-2.0, 28.0, 60.0], [0.0005, 0.0008, 1.0]])


def at(row: float, column: float, size: int = 9) -> GridLocation:
    """A grid with its first cell there on a page seen at a slant."""
    return GridLocation.from_corners(apply_homography(TILTED, np.add(SQUARE, (column, row))), size)


def test_the_grids_of_every_named_layout_are_placed() -> None:
    for grids in NAMED_LAYOUTS.values():
        assert shared_places([at(*place) for place in grids]) == list(grids)


def test_their_order_does_not_matter_and_others_are_left_alone() -> None:
    samurai = list(NAMED_LAYOUTS["samurai"])[::-1]
    found = shared_places([at(40, 0), *(at(*place) for place in samurai), at(0, 30)])
    assert found == [None, *samurai, None]


def test_neighbours_without_a_common_box_share_nothing() -> None:
    assert shared_places([at(0, 0), at(0, 9), at(9, 9)]) == [None, None, None]
    assert shared_places([at(0, 0), at(6.5, 6)]) == [None, None]
    assert shared_places([at(0, 0), at(6, 6, 6)]) == [None, None]
    assert shared_places([]) == []
