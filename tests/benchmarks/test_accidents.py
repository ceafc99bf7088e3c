"""Accidents happen the same way for the same random numbers, and the corners of a grid go where its page goes."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.reading.wild.accidents import ACCIDENTS, fold, gutter

CORNERS = np.array([[150, 130], [450, 150], [440, 460], [140, 440]], float)


def page() -> np.ndarray:
    """Paper with a dark dot at every corner of a grid."""
    pixels = np.full((600, 640, 3), 225, np.uint8)
    for x, y in CORNERS.astype(int):
        pixels[y - 6 : y + 7, x - 6 : x + 7] = 20
    return pixels


@pytest.mark.parametrize("kind", ACCIDENTS)
def test_an_accident_is_settled_by_its_random_numbers(kind: str) -> None:
    (first, corners), (second, again) = (ACCIDENTS[kind](page(), CORNERS, np.random.default_rng(4)) for _ in range(2))
    assert np.array_equal(first, second)
    assert np.array_equal(corners, again)
    assert first.dtype == np.uint8
    assert not np.array_equal(first, page())


@pytest.mark.parametrize("accident", [fold, gutter])
@pytest.mark.parametrize("seed", range(4))
def test_corners_follow_the_page(accident: object, seed: int) -> None:
    pixels, corners = accident(page(), CORNERS, np.random.default_rng(seed))  # type: ignore[operator]
    for x, y in corners.astype(int):
        assert pixels[y - 1 : y + 2, x - 1 : x + 2].max() < 60
