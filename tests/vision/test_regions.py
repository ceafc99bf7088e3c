"""Irregular regions are found by thick borders and by colours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from sudokulens.vision.regions import find_regions

JIGSAW = "AAABBBBBCAAAABBBCCDDAAEBCCCDDDEEEFCCGDDDEFFFCGGDEEEFFFGGGHEIIFFGGHHHIIIIGHHHHHIII"
REGIONS = tuple("ABCDEFGHI".index(letter) for letter in JIGSAW)
CELL, MARGIN = 40, 30
SIDE = 9 * CELL + 2 * MARGIN


def page(thick: int, tints: list[tuple[int, int, int]] | None) -> Frame:
    """The jigsaw drawn with borders of that width, thin lines elsewhere, and a tint per region."""
    pixels = np.full((SIDE, SIDE, 3), 235, dtype=np.uint8)
    for cell, region in enumerate(REGIONS):
        y, x = MARGIN + cell // 9 * CELL, MARGIN + cell % 9 * CELL
        if tints:
            pixels[y : y + CELL, x : x + CELL] = tints[region]
    for cell, region in enumerate(REGIONS):
        y, x = MARGIN + cell // 9 * CELL, MARGIN + cell % 9 * CELL
        right = cell % 9 == 8 or REGIONS[cell + 1] != region
        below = cell // 9 == 8 or REGIONS[cell + 9] != region
        cv2.line(pixels, (x + CELL, y), (x + CELL, y + CELL), (40, 40, 40), thick if right else 1)
        cv2.line(pixels, (x, y + CELL), (x + CELL, y + CELL), (40, 40, 40), thick if below else 1)
    return Frame(pixels)


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
