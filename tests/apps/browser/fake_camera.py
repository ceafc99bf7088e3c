"""A clip for the browser's fake camera: a puzzle sways, makes a quarter turn, and is replaced by another one.

Every frame carries its own number as a row of squares, so that a picture of the page tells which frame it shows.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pages.camera import jpeg
from pages.clips import Exposure, Kind, Moment, Sheet, exposure
from sudokulens.puzzle.board import Board
from sudokulens.solving.random import random_puzzle
from tests.pictures import Pixels, flat_grid, sheet_of

WIDTH, HEIGHT, CELL = 1280, 720, 60
SWAYING, TURNING, TURNED, OTHER = range(75), range(75, 135), range(135, 180), range(180, 255)
FRAMES = OTHER.stop
FIRST = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SECOND = random_puzzle(11)
_BITS, _SQUARE = 9, 28


def write_clip(path: Path) -> Path:
    """The clip as concatenated JPEG frames, which Chromium plays at thirty a second, over and over."""
    with path.open("wb") as file:
        for number in range(FRAMES):
            seen = _taken(number).pixels
            _write_number(seen, number)
            file.write(jpeg(seen))
    return path


def write_portrait(path: Path) -> Path:
    """A second of the first puzzle lying still before a camera that is held upright."""
    page = flat_grid(FIRST, CELL)
    seen = np.full((960, 720, 3), (104, 92, 82), np.uint8)
    seen[180:780, 60:660] = page
    path.write_bytes(30 * jpeg(seen))
    return path


def flags_for(clip: Path) -> list[str]:
    """What tells Chromium to take a clip for its camera."""
    return ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={clip}"]


def board_at(number: int) -> Board:
    return SECOND if number in OTHER else FIRST


def lattice_at(number: int) -> NDArray[np.float64]:
    """The crossings (10, 10, 2) in that frame, the puzzle's own top left first."""
    return _taken(number).sheets[0][1]


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


@cache
def _sheet(board: Board) -> Sheet:
    return sheet_of(flat_grid(board, CELL), CELL)


def _taken(number: int) -> Exposure:
    """That frame: swaying, tilted, turned as far as the time asks for."""
    kind = Kind("fake camera", _moment, size=(WIDTH, HEIGHT), noise=0.0)
    return exposure(kind, [_sheet(board_at(number))], number, FRAMES, np.random.default_rng(number))


def _moment(number: float, frames: int) -> Moment:
    turned = 0.0 if number in OTHER else np.clip((number - TURNING.start) / len(TURNING), 0, 1)
    return Moment(
        x=0.04 * np.sin(number / 20),
        y=0.016 * np.cos(number / 15),
        scale=0.9 + 0.04 * np.sin(number / 14),
        angle=np.pi / 2 * turned,
        tilt=(0.07 * np.sin(number / 12), 0.06 * np.cos(number / 13)),
    )
