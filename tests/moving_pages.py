"""Clips drawn by the tests: a page with a Sudoku that moves, turns, blurs, leaves, and is covered by a hand."""

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
PEN = (30, 50, 160)


@dataclass(frozen=True)
class Shot:
    """One frame, and where the puzzle's own corners lie in it."""

    pixels: Pixels
    corners: NDArray[np.float64]

    @property
    def whole(self) -> bool:
        """Whether the whole grid is in view."""
        return bool((self.corners > 0).all() and (self.corners < (WIDTH, HEIGHT)).all())


def clip(
    board: Board, frames: int, *, turn: float = 0.0, hand: bool = False, blur: float = 0.7, leave: float = 0.0
) -> Iterator[Shot]:
    """The page swaying before the camera, turned by so many degrees in all, a hand passing over it if wanted.

    With `leave` it slides out by that share of the frame's width and comes back.
    """
    page = flat_grid(board, CELL)
    for number in range(frames):
        away = leave * np.sin(np.pi * np.clip((number - 0.25 * frames) / (0.5 * frames), 0, 1)) ** 2
        yield shot(
            page,
            number,
            turn=turn * number / frames,
            hand=number / frames if hand else None,
            blur=blur,
            away=float(away),
        )


def shot(
    page: Pixels, number: int, *, turn: float = 0.0, hand: float | None = None, blur: float = 0.7, away: float = 0.0
) -> Shot:
    """One frame of a page that sways."""
    side = len(page)
    margin = CELL // 2
    outline = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float64)
    grid = np.array([[margin, margin], [side - margin, margin], [side - margin] * 2, [margin, side - margin]], float)
    matrix = _camera(outline, number, np.deg2rad(turn), away * WIDTH)
    pixels = cv2.warpPerspective(page, matrix, (WIDTH, HEIGHT), borderValue=(120, 104, 90))
    if hand is not None:
        cv2.circle(pixels, (round(hand * WIDTH), HEIGHT // 2), 90, (188, 150, 128), -1)
    noise = np.random.default_rng(number).normal(0, 4, pixels.shape)
    noisy = cv2.GaussianBlur(pixels, (0, 0), blur) + noise
    corners = cv2.perspectiveTransform(grid.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    return Shot(np.clip(noisy, 0, 255).astype(np.uint8), corners)


def smeared(page: Pixels, number: int, start: float, end: float) -> Shot:
    """One frame during which the page slides from one place to another, in shares of the frame's width."""
    taken = [shot(page, number, away=float(away)) for away in np.linspace(start, end, 25)]
    pixels = np.mean([moment.pixels for moment in taken], axis=0)
    return Shot(pixels.astype(np.uint8), taken[len(taken) // 2].corners)


def written(page: Pixels, cell: int, digit: int) -> Pixels:
    """The page with one digit drawn into a cell with a pen."""
    changed = page.copy()
    left, top = (CELL // 2 + place * CELL for place in (cell % 9, cell // 9))
    strokes = (left + round(0.26 * CELL), top + round(0.8 * CELL))
    cv2.putText(changed, str(digit), strokes, cv2.FONT_HERSHEY_SIMPLEX, CELL / 36, PEN, 3, cv2.LINE_AA)
    return changed


def _camera(outline: NDArray[np.float64], number: int, angle: float, away: float) -> NDArray[np.float64]:
    turned = (outline - outline.mean(axis=0)) @ np.array(
        [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    )
    scale = 0.95 + 0.06 * np.sin(number / 9)
    centre = np.array([WIDTH / 2 + 60 * np.sin(number / 14) + away, HEIGHT / 2 + 15 * np.cos(number / 11)])
    tilt = np.array([[9 * np.sin(number / 8), 4], [-6, 0], [0, 8 * np.cos(number / 9)], [4, 0]])
    seen = turned * scale + centre + tilt
    return np.asarray(cv2.getPerspectiveTransform(outline.astype(np.float32), seen.astype(np.float32)))
