"""The camera of the hard pictures says truly where a point of the page went."""

from __future__ import annotations

import numpy as np
import pytest

from pages.camera import Shot, followed, photograph


@pytest.mark.parametrize(
    "shot", [Shot(), Shot(tilt=50, turn=120), Shot(bend=0.04), Shot(crumple=0.005), Shot(shadow=0.5, shake=0.004)]
)
def test_a_dot_on_the_page_is_where_it_is_said_to_be(shot: Shot) -> None:
    page = np.full((900, 800, 3), 240, dtype=np.uint8)
    dot = np.array([520.0, 300.0])
    page[290:311, 510:531] = 0
    photo, places = photograph(page, shot, np.random.default_rng(3))
    (found,) = followed(places, dot[None])
    grey = photo.astype(float).mean(axis=2)
    x, y = found.astype(int)
    around = grey[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60]
    assert grey[y - 2 : y + 3, x - 2 : x + 3].mean() < 0.5 * np.median(around)


def test_the_same_random_numbers_make_the_same_photo() -> None:
    page = np.full((300, 300, 3), 200, dtype=np.uint8)
    first, second = (photograph(page, Shot(moire=0.1), np.random.default_rng(5))[0] for _ in range(2))
    assert np.array_equal(first, second)
