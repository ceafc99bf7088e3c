"""rectify lays a grid flat: in perspective, bent, at any scale, with its margin."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from pages.camera import curled, projected
from sudokulens.vision.cells import rectify
from sudokulens.vision.location import GridLocation


def checkerboard(size: int = 9, cell: int = 32, margin: int = 1) -> np.ndarray:
    """A flat board of dark and bright cells that goes on for `margin` cells around the grid."""
    steps = np.arange(size + 2 * margin)
    return np.kron((steps[:, None] + steps) % 2 * 200 + 20, np.ones((cell, cell))).astype(np.uint8)


def cell_means(canvas: np.ndarray, cell: int = 32) -> np.ndarray:
    """The mean of the inner part of every cell."""
    cells = len(canvas) // cell
    blocks = canvas.reshape(cells, cell, cells, cell)[:, 6:-6, :, 6:-6]
    return blocks.mean(axis=(1, 3))


def test_perspective_is_undone_exactly_including_the_margin():
    board = checkerboard()
    flat = np.array([[32, 32], [320, 32], [320, 320], [32, 320]], dtype=np.float32) - 0.5
    quad = np.array([[150, 120], [600, 160], [700, 640], [80, 560]], dtype=np.float32)
    picture, _ = projected(board, flat, quad, (800, 760))
    canvas = rectify(picture, GridLocation.from_corners(quad).lattice, 32, 1)
    assert canvas.shape == (352, 352)
    np.testing.assert_allclose(cell_means(canvas), cell_means(board), atol=3)


def test_a_bent_page_is_followed_between_its_crossings():
    board = checkerboard(margin=2)
    bent = curled(board, -14 * np.sin(np.arange(416) / 80))
    lattice = np.stack(np.meshgrid(np.arange(10) * 32 + 63.5, np.arange(10) * 32 + 63.5), axis=-1)
    lattice[..., 1] += 14 * np.sin(lattice[..., 0] / 80)
    canvas = rectify(bent, lattice, 32, 0)
    np.testing.assert_allclose(cell_means(canvas), cell_means(checkerboard(margin=0)), atol=6)


def test_fine_texture_is_averaged_and_not_sampled():
    texture = np.tile(np.array([[0, 255], [255, 0]], dtype=np.uint8), (900, 900))
    lattice = GridLocation.from_corners([[100, 100], [1700, 100], [1700, 1700], [100, 1700]]).lattice
    canvas = rectify(texture, lattice, 32, 0.5)
    assert abs(canvas.mean() - 127.5) < 2
    assert canvas.std() < 3


def test_a_known_point_lands_where_its_cell_says():
    picture = np.zeros((500, 500), dtype=np.uint8)
    lattice = GridLocation.from_corners([[20, 30], [470, 30], [470, 480], [20, 480]]).lattice
    cv2.circle(picture, (20 + 75, 30 + 375), 8, 255, -1)
    canvas = rectify(picture, lattice, 32, 0.5)
    row, column = np.unravel_index(canvas.argmax(), canvas.shape)
    weights = canvas.astype(float) / canvas.sum()
    centre = [(weights.sum(1) @ np.arange(320) + 0.5) / 32 - 0.5, (weights.sum(0) @ np.arange(320) + 0.5) / 32 - 0.5]
    np.testing.assert_allclose(centre, [7.5, 1.5], atol=0.02)
    assert canvas[row, column] > 200


def test_colour_stays_colour_and_half_cells_of_margin_count():
    picture = np.zeros((200, 200, 3), dtype=np.uint8)
    picture[..., 0] = 250
    canvas = rectify(picture, GridLocation.from_corners([[0, 0], [180, 0], [180, 180], [0, 180]], 4).lattice, 48, 0.5)
    assert canvas.shape == (240, 240, 3)
    assert (canvas[..., 0] == 250).all()
    assert not canvas[..., 1:].any()


def test_a_grid_reaching_outside_repeats_the_edge():
    picture = np.full((100, 100), 77, dtype=np.uint8)
    lattice = GridLocation.from_corners([[-20, -20], [120, -10], [110, 140], [-30, 130]]).lattice
    assert (rectify(picture, lattice, 16, 1) == 77).all()


@pytest.mark.parametrize("colour", [(250, 245, 240), (20, 22, 30)])
def test_a_board_that_fills_the_picture_can_be_laid_on_its_own_paper(colour):
    picture = np.full((160, 160, 3), colour, dtype=np.uint8)
    picture[:3] = picture[-3:] = picture[:, :3] = picture[:, -3:] = 255 - np.array(colour)
    lattice = GridLocation.from_corners([[0, 0], [159, 0], [159, 159], [0, 159]], 4).lattice
    margin = rectify(picture, lattice, 40, 0.5, paper_beyond=True)[:16]
    assert (margin == colour).all()
    assert (rectify(picture, lattice, 40, 0.5)[:16] == 255 - np.array(colour)).all()


def test_wrong_input_is_refused_with_what_was_expected():
    picture = np.zeros((50, 50), dtype=np.uint8)
    with pytest.raises(ValueError, match="expected a lattice"):
        rectify(picture, np.zeros((10, 9, 2)), 32)
    with pytest.raises(ValueError, match="expected uint8 pixels"):
        rectify(picture.astype(float), GridLocation.from_corners([[0, 0], [9, 0], [9, 9], [0, 9]]).lattice, 32)
