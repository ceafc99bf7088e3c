"""Irregular regions are found by thick borders and by colours."""

from __future__ import annotations

import numpy as np
import pytest

from pages.grids import Look, draw_grid
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from sudokulens.vision.regions import find_regions

JIGSAW = "AAABBBBBCAAAABBBCCDDAAEBCCCDDDEEEFCCGDDDEFFFCGGDEEEFFFGGGHEIIFFGGHHHIIIIGHHHHHIII"
REGIONS = tuple("ABCDEFGHI".index(letter) for letter in JIGSAW)
CELL, MARGIN = 40, 30


def page(thick: int, tints: list[tuple[int, int, int]] | None) -> Frame:
    """The jigsaw drawn with borders of that width, thin lines elsewhere, and a tint per region."""
    fills = {cell: tints[region] for cell, region in enumerate(REGIONS)} if tints else {}
    look = Look(cell=CELL, thick=thick, outer=thick, fills=fills, edge=MARGIN)
    return Frame(draw_grid(Board.empty(Geometry.jigsaw(REGIONS)), look))


def place() -> GridLocation:
    near, far = MARGIN, MARGIN + 9 * CELL
    return GridLocation.from_corners([[near, near], [far, near], [far, far], [near, far]])


@pytest.mark.parametrize("thick", [3, 5])
def test_thick_borders_divide_the_grid(thick: int) -> None:
    assert find_regions(page(thick, None), place())[0] == REGIONS


def test_colours_divide_the_grid_where_all_lines_are_alike() -> None:
    random = np.random.default_rng(3)
    tints = [tuple(int(value) for value in random.integers(150, 250, 3)) for _ in range(9)]
    assert REGIONS in find_regions(page(1, tints), place())


def test_a_grid_without_any_division_gives_no_sure_regions() -> None:
    assert all(regions != REGIONS for regions in find_regions(page(1, None), place()))
