"""A view drawn into its frame: the sheet with the digits is made once and laid over every frame anew."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import pairwise
from math import log2

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.live import Mode, View
from sudokulens.puzzle.board import Board
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation, Points, apply_homography
from sudokulens.vision.overlay import BAD, DOUBTFUL, GOOD, hint_sheet, solution_sheet
from sudokulens.vision.sheet import Sheet


def draw_view(frame: Frame, view: View, mode: Mode = "solution") -> Frame:
    """A new frame with the solution, the hint, or the wrong entries; while reading, with the grid's outline.

    For many frames make one `LiveDrawing`.
    """
    return LiveDrawing().draw(frame, view, mode)


class LiveDrawing:
    """Draws views into their frames, and remembers what it drew: colours do not flicker, and it takes a quarter."""

    def __init__(self) -> None:
        self._drawn: tuple[Hashable, NDArray[np.uint8], int] | None = None

    def draw(self, frame: Frame, view: View, mode: Mode = "solution") -> Frame:
        """A new frame with what the view says in that mode."""
        if view.location is None:
            return frame
        # The sheet is made anew only where the grid comes nearer or goes away by much.
        step = round(2 * log2(max(view.location.cell_side, 1.0)))
        key = (mode, step, view.board, view.solution, view.hint, view.suspicious, view.wrong)
        if self._drawn is None or self._drawn[0] != key:
            sheet = _sheet_of(frame, view.location, view, mode)
            self._drawn = (key, sheet.pixels(), sheet.cell_pixels)
        return lay(frame, view.location, self._drawn[1], self._drawn[2])


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """The grid of a view, as the overlay takes it."""

    location: GridLocation
    board: Board
    solved: Board | None


def _sheet_of(frame: Frame, location: GridLocation, view: View, mode: Mode) -> Sheet:
    if view.board is None or view.solution is None:
        return _outline(location, view)
    shown = _Shown(location, view.board, view.solution)
    if mode == "solution":
        return solution_sheet(frame, shown, view.solution)
    if mode == "hint" and view.hint is not None:
        return hint_sheet(frame, shown, view.hint)
    return _checked(location, view.board, view)


def _outline(location: GridLocation, view: View) -> Sheet:
    """The grid's border while it is being read, and the cells that are in doubt."""
    n = location.size
    sheet = _sheet(location)
    corners = ((0.0, 0.0), (n, 0.0), (n, n), (0.0, n), (0.0, 0.0))
    for start, end in pairwise(corners):
        sheet.line(start, end, DOUBTFUL, 0.06)
    for cell in view.suspicious:
        sheet.fill(cell, DOUBTFUL, 0.25)
    return sheet


def _checked(location: GridLocation, board: Board, view: View) -> Sheet:
    """Wrong entries tinted red, right ones green."""
    sheet = _sheet(location)
    for cell in board.entries:
        sheet.fill(cell, BAD if cell in view.wrong else GOOD, 0.3)
    return sheet


def _sheet(location: GridLocation) -> Sheet:
    return Sheet(location.size, int(np.clip(round(location.cell_side), 16, 96)))


def lay(frame: Frame, location: GridLocation, sheet: NDArray[np.uint8], cell_pixels: int) -> Frame:
    """A new frame with a sheet's pixels on the grid, following its perspective and its bend."""
    flat = location.lattice.reshape(-1, 2)
    left, top = np.clip(np.floor(flat.min(axis=0)).astype(int), 0, (frame.width, frame.height))
    right, bottom = np.clip(np.ceil(flat.max(axis=0)).astype(int) + 1, 0, (frame.width, frame.height))
    pixels = frame.pixels.copy()
    if right <= left or bottom <= top:
        return Frame(pixels, frame.timestamp)
    x, y = _places(location, np.arange(left, right), np.arange(top, bottom))
    scale, shift = np.float32(cell_pixels), np.float32(0.5)
    laid = cv2.remap(sheet, x * scale - shift, y * scale - shift, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    part = pixels[top:bottom, left:right]
    light = np.repeat(255 - laid[..., 3:], 3, axis=2)
    part[:] = cv2.add(cv2.multiply(part, light, scale=1 / 255), laid[..., :3].copy())
    return Frame(pixels, frame.timestamp)


def _places(
    location: GridLocation, columns: NDArray[np.intp], rows: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For every pixel its place on the grid in cells: by perspective, then by the bend between crossings."""
    inverse: NDArray[np.float64] = np.asarray(np.linalg.inv(location.homography), dtype=np.float64)
    x, y = columns[None, :].astype(np.float32), rows[:, None].astype(np.float32)
    a = inverse.astype(np.float32)
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = a[2, 0] * x + a[2, 1] * y + a[2, 2]
        u, v = ((a[axis, 0] * x + a[axis, 1] * y + a[axis, 2]) / depth for axis in (0, 1))
    steps = np.arange(location.size + 1.0)
    straight: Points = np.stack(np.meshgrid(steps, steps), axis=-1)
    bend = np.subtract(straight, apply_homography(inverse, location.lattice)).astype(np.float32)
    bent = cv2.remap(bend, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return u + bent[..., 0], v + bent[..., 1]
