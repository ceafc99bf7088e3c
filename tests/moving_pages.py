"""Clips drawn by the tests: a page with a Sudoku that moves, turns, blurs, leaves, and is covered by a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from pages.clips import Kind, Moment, exposure
from sudokulens.puzzle.board import Board
from tests.pictures import Pixels, flat_grid, sheet_of

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
    """The page swaying in front of the camera, turned by so many degrees in all, a hand passing over it if wanted.

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
    return _taken(page, number, Kind("swaying", lambda *_: _moment(number, turn, hand, blur, away)))


def smeared(page: Pixels, number: int, start: float, end: float) -> Shot:
    """One frame during which the page slides from one place to another, in shares of the frame's width."""

    def sliding(at: float, frames: int) -> Moment:
        return _moment(number, away=end + (end - start) * (at - number))

    return _taken(page, number, Kind("smeared", sliding, smear=1.0))


def written(page: Pixels, cell: int, digit: int) -> Pixels:
    """The page with one digit drawn into a cell with a pen."""
    changed = page.copy()
    left, top = (CELL // 2 + place * CELL for place in (cell % 9, cell // 9))
    strokes = (left + round(0.26 * CELL), top + round(0.8 * CELL))
    cv2.putText(changed, str(digit), strokes, cv2.FONT_HERSHEY_SIMPLEX, CELL / 36, PEN, 3, cv2.LINE_AA)
    return changed


def _taken(page: Pixels, number: int, kind: Kind) -> Shot:
    kind = replace(kind, size=(WIDTH, HEIGHT), noise=4.0)
    frame = exposure(kind, [sheet_of(page, CELL)], number, number + 1, np.random.default_rng(number))
    return Shot(frame.pixels, frame.sheets[0][1][[0, 0, -1, -1], [0, -1, -1, 0]])


def _moment(number: int, turn: float = 0.0, hand: float | None = None, blur: float = 0.7, away: float = 0.0) -> Moment:
    return Moment(
        x=0.06 * np.sin(number / 14) + away,
        y=0.028 * np.cos(number / 11),
        scale=0.97 + 0.06 * np.sin(number / 9),
        angle=np.deg2rad(turn),
        tilt=(0.09 * np.sin(number / 8), 0.08 * np.cos(number / 9)),
        hand=hand,
        defocus=blur,
    )
