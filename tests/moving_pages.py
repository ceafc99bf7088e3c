"""Clips drawn by the tests: a page with a Sudoku that moves, turns, blurs and is covered by a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.board import Board
from tests.pictures import Pixels, flat_grid

WIDTH, HEIGHT = 960, 540
CELL = 44


@dataclass(frozen=True)
class Shot:
    """One frame, and where the puzzle's own corners lie in it."""

    pixels: Pixels
    corners: NDArray[np.float64]


def clip(board: Board, frames: int, *, turn: float = 0.0, hand: bool = False, blur: float = 0.7) -> Iterator[Shot]:
    """The page swaying before the camera, turned by so many degrees in all, a hand passing over it if wanted."""
    page = flat_grid(board, CELL)
    side = len(page)
    chance = np.random.default_rng(5)
    outline = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float64)
    margin = CELL // 2
    grid = np.array([[margin, margin], [side - margin, margin], [side - margin] * 2, [margin, side - margin]], float)
    for number in range(frames):
        matrix = _camera(outline, number, np.deg2rad(turn * number / frames))
        pixels = cv2.warpPerspective(page, matrix, (WIDTH, HEIGHT), borderValue=(120, 104, 90))
        if hand:
            cv2.circle(pixels, (number * WIDTH // frames, HEIGHT // 2), 90, (188, 150, 128), -1)
        pixels = cv2.GaussianBlur(pixels, (0, 0), blur) + chance.normal(0, 4, pixels.shape)
        corners = cv2.perspectiveTransform(grid.reshape(-1, 1, 2), matrix).reshape(-1, 2)
        yield Shot(np.clip(pixels, 0, 255).astype(np.uint8), corners)


def _camera(outline: NDArray[np.float64], number: int, angle: float) -> NDArray[np.float64]:
    turned = (outline - outline.mean(axis=0)) @ np.array(
        [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    )
    scale = 0.95 + 0.06 * np.sin(number / 9)
    centre = np.array([WIDTH / 2 + 60 * np.sin(number / 14), HEIGHT / 2 + 15 * np.cos(number / 11)])
    tilt = np.array([[9 * np.sin(number / 8), 4], [-6, 0], [0, 8 * np.cos(number / 9)], [4, 0]])
    seen = turned * scale + centre + tilt
    return np.asarray(cv2.getPerspectiveTransform(outline.astype(np.float32), seen.astype(np.float32)))
