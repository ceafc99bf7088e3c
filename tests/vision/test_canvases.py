"""Readers of one place share its flat canvases; another place gets its own."""

from __future__ import annotations

import numpy as np

from sudokulens.vision.canvases import Canvases
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation

PAGE = Frame(np.random.default_rng(1).integers(0, 256, (200, 200, 3), dtype=np.uint8))


def square(left: float, side: float) -> GridLocation:
    return GridLocation.from_corners([[left, 20], [left + side, 20], [left + side, 20 + side], [left, 20 + side]], 4)


def test_a_place_is_laid_flat_once_a_scale() -> None:
    canvases, place = Canvases(PAGE), square(20, 120)
    small = canvases.flat(place, 16)
    assert small.shape == (80, 80, 3)
    assert canvases.flat(place, 32).shape == (160, 160, 3)
    assert canvases.flat(place, 16) is small
    assert not small.flags.writeable


def test_another_place_is_not_mistaken_for_the_first() -> None:
    canvases, first, second = Canvases(PAGE), square(20, 120), square(60, 100)
    canvases.flat(first, 16)
    expected = rectify(PAGE.pixels, second.lattice, 16, paper_beyond=True)
    assert (canvases.flat(second, 16) == expected).all()


def on_ground(level: int) -> Frame:
    page = np.full((200, 200, 3), level, dtype=np.uint8)
    page[18:142, 18:142] = 240
    page[18:142, 18:20] = page[18:20, 18:142] = 90  # a border
    return Frame(page)


def test_a_light_board_on_a_dark_ground_gets_a_margin_of_its_own() -> None:
    canvas = Canvases(on_ground(30)).flat(square(20, 120), 16)
    assert (canvas[:5] == 240).all()
    assert (canvas[:, -5:] == 240).all()
    assert canvas[7, 40, 0] < 200  # its border is still there


def test_a_ground_like_paper_is_left_as_it_is() -> None:
    canvas = Canvases(on_ground(150)).flat(square(20, 120), 16)
    assert (canvas[:5] == 150).all()
