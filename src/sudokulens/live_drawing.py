"""A view drawn into its frame."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sudokulens.live import Mode, View
from sudokulens.puzzle.board import Board
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from sudokulens.vision.overlay import BAD, DOUBTFUL, GOOD, draw_hint, draw_solution
from sudokulens.vision.sheet import Sheet, lay_over


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """The grid of a view, as the overlay takes it."""

    location: GridLocation
    board: Board
    solved: Board | None


def draw_view(frame: Frame, view: View, mode: Mode = "solution") -> Frame:
    """A new frame with the solution, the hint, or the wrong entries; while reading, with the grid's outline."""
    if view.location is None:
        return frame
    if view.board is None or view.solution is None:
        return _outlined(frame, view)
    shown = _Shown(view.location, view.board, view.solution)
    if mode == "solution":
        return draw_solution(frame, shown)
    if mode == "hint" and view.hint is not None:
        return draw_hint(frame, shown, view.hint)
    return _checked(frame, view.location, view)


def _outlined(frame: Frame, view: View) -> Frame:
    """The grid's border while it is being read, and the cells that are in doubt."""
    assert view.location is not None
    n = view.location.size
    sheet = _sheet(view.location)
    corners = ((0.0, 0.0), (n, 0.0), (n, n), (0.0, n), (0.0, 0.0))
    for start, end in pairwise(corners):
        sheet.line(start, end, DOUBTFUL, 0.06)
    for cell in view.suspicious:
        sheet.fill(cell, DOUBTFUL, 0.25)
    return lay_over(frame, view.location, sheet)


def _checked(frame: Frame, location: GridLocation, view: View) -> Frame:
    """Wrong entries tinted red, right ones green."""
    assert view.board is not None
    sheet = _sheet(location)
    for cell in view.board.entries:
        sheet.fill(cell, BAD if cell in view.wrong else GOOD, 0.3)
    return lay_over(frame, location, sheet)


def _sheet(location: GridLocation) -> Sheet:
    return Sheet(location.size, int(np.clip(round(location.cell_side), 16, 96)))
