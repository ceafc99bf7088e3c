"""A smear is undone as far as noise allows, and darkness brightened."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pages.grids import Look, draw_grid
from sudokulens.puzzle.board import Board
from sudokulens.vision.frame import Frame
from sudokulens.vision.restore import (
    HALVED_BLUR_PIXELS,
    LIKELY_SMEARS,
    Smear,
    WienerFilter,
    brightened,
    near,
    out_of_shadow,
)

CELL = 32


def canvas() -> np.ndarray:
    """Digits on paper, grey."""
    ink, paper = (30, 30, 30), (230, 230, 230)
    texts = {cell: str(cell % 9 + 1) for cell in range(81)}
    lines = {"thin": 0, "thick": 0, "outer": 0}
    look = Look(cell=CELL, ink=ink, paper=paper, texts=texts, bold=texts, height=0.5, edge=CELL // 2, **lines)
    return draw_grid(Board.empty(), look)[..., 0]


def smeared(page: np.ndarray, pixels: int, down: bool) -> np.ndarray:
    kernel = np.full((pixels, 1) if down else (1, pixels), 1 / pixels, np.float32)
    return cv2.filter2D(page, -1, kernel, borderType=cv2.BORDER_REFLECT_101)


def difference(first: np.ndarray, second: np.ndarray) -> float:
    return float(np.abs(first.astype(float) - second.astype(float)).mean())


@pytest.mark.parametrize("down", [False, True])
def test_a_smear_is_undone_by_its_own_length_and_angle_and_by_no_other(down: bool) -> None:
    page = canvas()
    blurred = smeared(page, 9, down)
    wiener = WienerFilter(blurred, CELL)
    right = difference(wiener.without(Smear(9 / CELL, np.pi / 2 if down else 0.0)), page)
    wrong = difference(wiener.without(Smear(9 / CELL, 0.0 if down else np.pi / 2)), page)
    assert right < 0.75 * difference(blurred, page) < wrong


def test_colour_canvases_keep_their_shape_and_hue() -> None:
    page = np.stack([canvas(), canvas() // 2, canvas() // 4], axis=-1)
    sharp = WienerFilter(page, CELL).without(Smear(0.15, 0.3))
    assert sharp.shape == page.shape
    assert sharp.dtype == np.uint8
    assert np.median(sharp[..., 0]) > np.median(sharp[..., 1]) > np.median(sharp[..., 2])


def test_smears_near_a_likely_one_are_other_ones() -> None:
    assert all(smear not in near(smear) and near(smear) for smear in LIKELY_SMEARS)


def test_a_black_picture_is_brightened_and_any_other_left_alone() -> None:
    page = np.repeat(canvas()[..., None], 3, axis=2)
    assert brightened(Frame(page)).pixels is page or np.array_equal(brightened(Frame(page)).pixels, page)
    dark = (page * 0.05).astype(np.uint8)
    bright = brightened(Frame(dark, 3.5))
    assert np.percentile(bright.pixels, 98) - np.percentile(bright.pixels, 2) > 120
    assert bright.timestamp == 3.5
    assert np.median(bright.pixels[4:20, 4:20]) > np.median(bright.pixels) - 20, "paper stays bright"


def test_digits_in_a_deep_shadow_look_as_those_in_the_light_do() -> None:
    page = np.repeat(canvas()[..., None], 3, axis=2)
    shaded = page.copy()
    shaded[:, 160:] = shaded[:, 160:] // 6
    lit = out_of_shadow(shaded, CELL).astype(float)
    for level in (5, 90):
        left, right = (np.percentile(half, level) for half in (lit[:, :140], lit[:, 180:]))
        assert abs(left - right) < 25
    assert np.array_equal(out_of_shadow(page, CELL), page), "even light is left alone"


@pytest.mark.parametrize("side", [300, 1200])
def test_a_white_screen_with_a_few_thin_lines_is_not_taken_for_darkness(side: int) -> None:
    page = np.full((side, side, 3), 255, np.uint8)
    for line in np.linspace(side // 6, side - side // 6, 5).astype(int):
        page[line, side // 6 : -side // 6] = 0
        page[side // 6 : -side // 6, line] = 0
    assert np.array_equal(brightened(Frame(page)).pixels, page)


def test_very_large_dark_pictures_are_left_alone() -> None:
    dark = np.broadcast_to(np.uint8(6), (4200, 4200, 3)).copy()
    assert brightened(Frame(dark)).pixels.max() == 6


def test_a_strip_too_thin_for_any_grid_is_left_alone() -> None:
    strip = Frame(np.random.default_rng(1).integers(10, 14, (20_000, 8, 3)).astype(np.uint8))
    assert brightened(strip) is strip


def test_a_picture_of_one_colour_is_left_alone() -> None:
    flat = Frame(np.full((900, 900, 3), 200, np.uint8))
    assert brightened(flat) is flat


def test_a_large_dark_picture_is_brightened_as_a_small_one_is() -> None:
    page = np.repeat(canvas()[..., None], 3, axis=2)
    large = np.repeat(np.repeat((page * 0.05).astype(np.uint8), 8, axis=0), 8, axis=1)
    assert max(large.shape) / 700 > HALVED_BLUR_PIXELS
    bright = brightened(Frame(large)).pixels
    assert bright.shape == large.shape
    ink, paper = page[..., 0] < 60, page[..., 0] > 200
    middle = bright[4::8, 4::8, 0]
    assert np.median(middle[paper]) - np.median(middle[ink]) > 120
