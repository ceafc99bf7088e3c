"""Pages with grids, drawn for the tests: sizes, styles, perspective, bending."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from pages import camera
from pages.boards import random_board
from pages.grids import Look, square
from pages.paper import Page
from sudokulens.puzzle.geometry import box_shapes


def draw_grid(
    size: int = 9,
    cell: int = 40,
    *,
    ink: int = 40,
    paper: int = 235,
    thin: int = 1,
    thick: int = 3,
    digits: float = 0.4,
    margin: int = 60,
    frame: bool = True,
    seed: int = 7,
) -> tuple[np.ndarray, np.ndarray]:
    """A flat RGB page with one grid on it, and the grid's corners."""
    dark, light = (ink,) * 3, (paper,) * 3
    thick = thick if box_shapes(size) else thin
    look = Look(cell=cell, ink=dark, thin_ink=dark, thick_ink=dark, paper=light, thin=thin, thick=thick, edge=margin)
    board = random_board(size, digits, np.random.default_rng(seed))
    page = Page.around(board, replace(look, outer=thick if frame else 0, height=0.5))
    return page.pixels, square(margin, margin, size * cell)


def seen_from(page: np.ndarray, corners: np.ndarray, quad: np.ndarray, width: int, height: int) -> np.ndarray:
    """The page photographed so that the corners appear at the quad, on a dark table."""
    return camera.projected(page, corners, quad, (width, height), (90, 80, 70))[0]


def turned(page: np.ndarray, corners: np.ndarray, degrees: float) -> tuple[np.ndarray, np.ndarray]:
    """The page turned about its middle on a canvas that holds all of it."""
    picture, matrix = camera.turned(page, -degrees, (200, 200, 200))
    return picture, corners @ matrix[:, :2].T + matrix[:, 2]


def corner_error(found: np.ndarray, true: np.ndarray, size: int) -> float:
    """The largest distance between corners in cells, at the best quarter turn."""
    cell = np.sqrt(cv2.contourArea(true.astype(np.float32))) / size
    return min(float(np.hypot(*(np.roll(found, k, axis=0) - true).T).max() / cell) for k in range(4))
