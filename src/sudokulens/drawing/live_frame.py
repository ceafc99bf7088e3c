"""A view drawn into its frame: the overlay with the digits is made once and laid over every frame."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import log2

import numpy as np

from sudokulens.drawing.laying import lay
from sudokulens.drawing.palette import LIGHT
from sudokulens.drawing.photo import Film, cell_tint, hint_film, solution_film
from sudokulens.drawing.raster import film
from sudokulens.drawing.shapes import Shape, Stroke
from sudokulens.live import Mode, View
from sudokulens.puzzle.board import Board
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation


def draw_view(frame: Frame, view: View, mode: Mode = "solution") -> Frame:
    """A new frame with the solution, the hint, or the wrong entries; while reading, with the grid's outline.

    For many frames make one `LiveDrawing`.
    """
    return LiveDrawing().draw(frame, view, mode)


class LiveDrawing:
    """Draws views into their frames, and remembers what it drew: colours do not flicker, and it takes a quarter."""

    def __init__(self) -> None:
        self._drawn: tuple[Hashable, Film] | None = None

    def draw(self, frame: Frame, view: View, mode: Mode = "solution") -> Frame:
        """A new frame with what the view says in that mode."""
        if view.location is None:
            return frame
        # The overlay is remade only where the grid comes much closer or moves far away.
        step = round(2 * log2(max(view.location.cell_side, 1.0)))
        key = (mode, step, view.board, view.solution, view.hint, view.suspicious, view.wrong)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, _film_of(frame, view.location, view, mode))
        made = self._drawn[1]
        return lay(frame, view.location, made.pixels, made.cell_pixels, refinements=1)


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """The grid of a view, as the photo's painter takes it."""

    location: GridLocation
    board: Board
    solved: Board | None


def _film_of(frame: Frame, location: GridLocation, view: View, mode: Mode) -> Film:
    if view.board is None or view.solution is None:
        return _made(location, _outline(location.size, view))
    shown = _Shown(location, view.board, view.solution)
    if mode == "solution":
        return solution_film(frame, shown, view.solution)
    if mode == "hint" and view.hint is not None:
        return hint_film(frame, shown, view.hint)
    return _made(location, _checked(view.board, view))


def _made(location: GridLocation, shapes: Iterator[Shape]) -> Film:
    cell_pixels = int(np.clip(round(location.cell_side), 16, 96))
    return Film(film(shapes, location.size, cell_pixels, LIGHT), cell_pixels)


def _outline(n: int, view: View) -> Iterator[Shape]:
    """The grid's border while it is being read, the cells in doubt, and entries that are wrong all the same."""
    yield Stroke(((0, 0), (n, 0), (n, n), (0, n), (0, 0)), "doubt", 0.06)
    for cell in view.suspicious:
        yield cell_tint(n, cell, "doubt")
    for cell in view.wrong:
        yield cell_tint(n, cell, "wrong")


def _checked(board: Board, view: View) -> Iterator[Shape]:
    """Wrong entries tinted red, right ones green."""
    for cell in board.entries:
        yield cell_tint(board.size, cell, "wrong" if cell in view.wrong else "right")
