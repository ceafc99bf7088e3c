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
