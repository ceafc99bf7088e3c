"""A clip for the browser's fake camera: a puzzle sways, makes a quarter turn, and is replaced by another one.

Every frame carries its own number as a row of squares, so that a picture of the page tells which frame it shows.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.board import Board
from sudokulens.solving.random import random_puzzle
from tests.pictures import Pixels, flat_grid

WIDTH, HEIGHT, CELL = 1280, 720, 60
SWAYING, TURNING, TURNED, OTHER = range(75), range(75, 135), range(135, 180), range(180, 255)
FRAMES = OTHER.stop
FIRST = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SECOND = random_puzzle(11)
_BITS, _SQUARE = 9, 28


def write_clip(path: Path) -> Path:
    """The clip as concatenated JPEG frames, which Chromium plays at thirty a second, over and over."""
    pages = {board: flat_grid(board, CELL) for board in (FIRST, SECOND)}
    with path.open("wb") as file:
        for number in range(FRAMES):
            seen = cv2.warpPerspective(
                pages[board_at(number)], _matrix(number), (WIDTH, HEIGHT), borderValue=(104, 92, 82)
            )
            _write_number(seen, number)
            file.write(cv2.imencode(".jpg", cv2.cvtColor(seen, cv2.COLOR_RGB2BGR))[1].tobytes())
    return path


def write_portrait(path: Path) -> Path:
    """A second of the first puzzle lying still before a camera that is held upright."""
    page = flat_grid(FIRST, CELL)
    seen = np.full((960, 720, 3), (104, 92, 82), np.uint8)
    seen[180:780, 60:660] = page
    path.write_bytes(30 * cv2.imencode(".jpg", cv2.cvtColor(seen, cv2.COLOR_RGB2BGR))[1].tobytes())
    return path


def board_at(number: int) -> Board:
    return SECOND if number in OTHER else FIRST


def lattice_at(number: int) -> NDArray[np.float64]:
    """The crossings (10, 10, 2) in that frame, the puzzle's own top left first."""
    steps = CELL // 2 + CELL * np.arange(10.0)
    flat = np.stack(np.meshgrid(steps, steps), axis=-1)
    return np.asarray(cv2.perspectiveTransform(flat.reshape(1, -1, 2), _matrix(number)).reshape(10, 10, 2))


def number_in(pixels: Pixels) -> int:
    """The number that a picture of the frame, of any size, carries."""
    scale = pixels.shape[1] / WIDTH
    y = round((HEIGHT - _SQUARE / 2) * scale)
    bits = [pixels[y, round((bit + 0.5) * _SQUARE * scale)].mean() > 128 for bit in range(_BITS)]
    return sum(2**bit for bit, lit in enumerate(bits) if lit)


def _write_number(pixels: Pixels, number: int) -> None:
    for bit in range(_BITS):
        light = 255 if number >> bit & 1 else 0
        pixels[HEIGHT - _SQUARE :, bit * _SQUARE : (bit + 1) * _SQUARE] = light


def _matrix(number: int) -> NDArray[np.float64]:
    """From the page to the frame: swaying, tilted, turned as far as the time asks for."""
    side = float(10 * CELL)
    outline = np.array([[0, 0], [side, 0], [side, side], [0, side]])
    angle = 0.0 if number in OTHER else np.pi / 2 * np.clip((number - TURNING.start) / len(TURNING), 0, 1)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    centre = np.array([WIDTH / 2 + 50 * np.sin(number / 20), HEIGHT / 2 + 12 * np.cos(number / 15)])
    tilt = np.array([[14 * np.sin(number / 12), 6], [-8, 0], [0, 10 * np.cos(number / 13)], [6, 0]])
    seen = (outline - side / 2) @ turn * (0.86 + 0.04 * np.sin(number / 14)) + centre + tilt
    return np.asarray(cv2.getPerspectiveTransform(outline.astype(np.float32), seen.astype(np.float32)))
