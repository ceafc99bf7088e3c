"""Draws answers into the picture: the solution, a hint, or the flat view with what was read.

Nothing is painted on the caller's frame: every function returns a new one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from sudokulens.drawing.draw import draw, hint_scene, solution_scene
from sudokulens.drawing.laying import lay
from sudokulens.drawing.layout import digit_label, tint_paint
from sudokulens.drawing.page_colours import PageColours, page_colours
from sudokulens.drawing.palette import LIGHT, Paint
from sudokulens.drawing.places import cell_place
from sudokulens.drawing.raster import Pixels, film, transparency
from sudokulens.drawing.shapes import Area, Disc, Label, Layer, Shape
from sudokulens.logic.hint import Hint
from sudokulens.logic.level import HintLevel
from sudokulens.logic.step import Candidate, Step
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation

PHOTO_LAYERS: tuple[Layer, ...] = ("tints", "links", "marks", "answer")
"""What is drawn into a photo: its board is there already."""

_CORNER = (0.32, -0.3)
"""From a cell's middle to the middle of a small digit beside the one that is on the page."""

_BACKING_OPACITY, _BACKING_INSET = 0.75, 0.08
"""Of the paper laid over pencil marks before a digit is written on them."""


class Placed(Protocol):
    """A grid with its place in a frame, as a scan returns it."""

    @property
    def location(self) -> GridLocation: ...

    @property
    def board(self) -> Board: ...

    @property
    def solved(self) -> Board | None: ...


class Scanned(Protocol):
    """A frame with the grids found on it, largest first."""

    @property
    def frame(self) -> Frame: ...

    @property
    def grids(self) -> Sequence[Placed]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A transparent picture of one grid, premultiplied RGBA, `cell_pixels` a cell."""

    pixels: Pixels
    cell_pixels: int


def overlay(scan: Scanned, hint: Hint | Step | None = None, grid: int = 0) -> Frame:
    """The scan's picture with every solution written in, or with a hint drawn into one of its grids."""
    if hint is not None:
        if not scan.grids:
            raise ValueError("there is no grid to draw the hint into")
        return draw_hint(scan.frame, scan.grids[grid], hint)
    frame = scan.frame
    for found in scan.grids:
        frame = draw_solution(frame, found)
    return frame


def draw_solution(frame: Frame, grid: Placed) -> Frame:
    """The frame with the missing digits written in; entries that contradict the solution are tinted red."""
    if grid.solved is None:
        return frame
    made = solution_film(frame, grid, grid.solved)
    return lay(frame, grid.location, made.pixels, made.cell_pixels)


def solution_film(frame: Frame, grid: Placed, solved: Board) -> Film:
    """What `draw_solution` lays over the frame, for callers that draw the same many times."""
    colours = page_colours(frame, grid.location, grid.board)
    missing = (0 if written else digit for written, digit in zip(grid.board.values, solved.values, strict=True))
    added = replace(
        solution_scene(grid.board, solved),
        board=Board.empty(solved.geometry).with_values(dict(enumerate(missing))),
        digit_height=colours.digit_height,
    )
    cell_pixels = _cell_pixels(grid.location)
    digits = transparency(added, cell_pixels, colours.paints, ("tints", "digits"))
    corrections = film(_corrections(grid.board, solved), grid.board.size, cell_pixels, colours.paints)
    return Film(_over(corrections, _over(digits, _backing(colours, grid.board.size, cell_pixels))), cell_pixels)


def draw_hint(frame: Frame, grid: Placed, hint: Hint | Step, level: HintLevel = "full") -> Frame:
    """The frame with a hint drawn in: its units, and from the level "pattern" on cells by role, candidates and links.

    Eliminations and placements are drawn at the level "full" only. A hint about mistakes tints the wrong entries red;
    one about a board without a single solution tints the cells to look at first.
    """
    made = hint_film(frame, grid, hint, level)
    return lay(frame, grid.location, made.pixels, made.cell_pixels)


def hint_film(frame: Frame, grid: Placed, hint: Hint | Step, level: HintLevel = "full") -> Film:
    """What `draw_hint` lays over the frame."""
    colours = page_colours(frame, grid.location, grid.board)
    scene = hint_scene(hint, level) if isinstance(hint, Hint) else draw(grid.board, hint, level)
    sized, cell_pixels = replace(scene, digit_height=colours.digit_height), _cell_pixels(grid.location)
    return Film(transparency(sized, cell_pixels, colours.paints, PHOTO_LAYERS), cell_pixels)


def flat_view(frame: Frame, grid: Placed, doubtful: Collection[Cell] = (), cell_pixels: int = 56) -> Frame:
    """The grid laid flat with the digits found in each cell's corner: givens dark, entries blue, doubts tinted."""
    flat = Frame(rectify(frame.pixels, grid.location.lattice, cell_pixels, 0.0))
    laid = film(_read_digits(grid.board, doubtful), grid.location.size, cell_pixels, LIGHT)
    light = np.repeat(255 - laid[..., 3:], 3, axis=2)
    mixed = cv2.add(cv2.multiply(flat.pixels, light, scale=1 / 255), laid[..., :3].copy())
    return Frame(np.asarray(mixed, dtype=np.uint8), frame.timestamp)


def cell_tint(size: int, cell: Cell, role: str) -> Area:
    """A cell tinted for what it is: `wrong`, `right`, `doubt`."""
    row, column = divmod(cell, size)
    return Area(column, row, 1, 1, *tint_paint(role))


def _read_digits(board: Board, doubtful: Collection[Cell]) -> Iterator[Shape]:
    for cell, digit in enumerate(board.values):
        if cell in doubtful:
            yield cell_tint(board.size, cell, "doubt")
        if digit:
            yield from _in_corner(board.geometry, Candidate(cell, digit), "ink" if board.givens[cell] else "entry")


def _corrections(board: Board, solved: Board) -> Iterator[Shape]:
    """Beside every wrong entry the digit that is right."""
    for cell, digit in board.entries.items():
        if solved[cell] != digit:
            yield from _in_corner(board.geometry, Candidate(cell, solved[cell]), "right")


def _in_corner(shape: Geometry, candidate: Candidate, paint: Paint) -> Iterator[Shape]:
    x, y = cell_place(shape, candidate.cell)
    centre = (x + _CORNER[0], y + _CORNER[1])
    yield Disc(centre, 0.165, "paper", opacity=0.9)
    yield Label(centre, digit_label(candidate.digit), 0.22, paint, bold=True)


def _cell_pixels(location: GridLocation) -> int:
    """Somewhat finer than the photo, so that bending the film loses nothing."""
    return int(np.clip(round(location.cell_side * 1.25), 20, 140))


def _backing(colours: PageColours, size: int, cell_pixels: int) -> Pixels:
    """Each cluttered cell's own paper over what is in it."""
    pixels: Pixels = np.zeros((size * cell_pixels, size * cell_pixels, 4), dtype=np.uint8)
    inset = round(_BACKING_INSET * cell_pixels)
    for cell in colours.cluttered:
        row, column = divmod(cell, size)
        top, left = row * cell_pixels, column * cell_pixels
        colour = np.array([*colours.papers[cell], 255]) * _BACKING_OPACITY
        pixels[top + inset : top + cell_pixels - inset, left + inset : left + cell_pixels - inset] = colour.round()
    return pixels


def _over(upper: Pixels, lower: Pixels) -> Pixels:
    """One premultiplied film on another."""
    through = np.repeat(255 - upper[..., 3:], 4, axis=2)
    return np.asarray(cv2.add(cv2.multiply(lower, through, scale=1 / 255), upper), dtype=np.uint8)
