"""Colours and sizes that fit a page: seen against its paper, told apart from its print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.drawing.palette import PALETTES, Colour, Paint, Rgb, hexadecimal
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation

_CELL_PIXELS = 24
_PALETTE: tuple[Rgb, ...] = (
    (17, 82, 214),
    (8, 122, 62),
    (124, 36, 190),
    (0, 96, 110),
    (96, 184, 255),
    (110, 231, 150),
    (255, 214, 70),
    (200, 170, 255),
)
"""Deep tones for light pages, then light tones for dark ones, by preference; no red, which stands for mistakes."""


@dataclass(frozen=True, slots=True)
class PageColours:
    """How to draw on one grid: `ink` for what is added, `digit_height` in cells as the page's own digits have it."""

    paper: Rgb
    ink: Rgb
    dark: bool
    digit_height: float
    papers: tuple[Rgb, ...]
    """The background of every cell."""
    cluttered: frozenset[Cell]
    """Empty cells with something in them: pencil marks, stains."""

    @property
    def paints(self) -> Mapping[Paint, Colour]:
        """The palette for this page: light or dark as its paper is, its own paper, and an ink that it has not yet."""
        palette = PALETTES["dark" if self.dark else "light"]
        return {**palette, "paper": hexadecimal(self.paper), "entry": hexadecimal(self.ink)}


def page_colours(frame: Frame, location: GridLocation, board: Board) -> PageColours:
    """The colours and digit height that fit the grid as it lies in the frame."""
    flat = rectify(frame.pixels, location.lattice, _CELL_PIXELS, 0.0)
    size, inner = location.size, slice(4, _CELL_PIXELS - 4)
    cells = flat.reshape(size, _CELL_PIXELS, size, _CELL_PIXELS, 3).swapaxes(1, 2)
    middles = cells[:, :, inner, inner].reshape(size * size, -1, 3)
    papers = np.median(middles, axis=1)
    paper = np.median(papers, axis=0)
    dark = bool(_lightness(paper[None])[0] < 110)
    inks = _ink_colours(middles, papers, board)
    return PageColours(
        paper=_colour(paper),
        ink=_best_ink(papers, inks),
        dark=dark,
        digit_height=_digit_height(cells, papers, board),
        papers=tuple(map(_colour, papers)),
        cluttered=_cluttered(middles, papers, board),
    )


def _best_ink(papers: NDArray[np.float64], inks: list[NDArray[np.float64]]) -> Rgb:
    """The first colour that is clear on nearly every cell and unlike the page's own inks, else the clearest."""
    clearness = []
    for colour in _PALETTE:
        against = float(np.percentile(_distance(papers, colour), 5))
        clearness.append(min([against, *(2.0 * float(_distance(ink[None], colour)[0]) for ink in inks)]))
    best = max(clearness)
    return next(colour for colour, clear in zip(_PALETTE, clearness, strict=True) if clear >= 0.8 * best)


def _ink_colours(middles: NDArray[np.uint8], papers: NDArray[np.float64], board: Board) -> list[NDArray[np.float64]]:
    """The colours of the page's printed and of its written digits: what differs most from the paper there."""
    found = []
    for cells in ([c for c, given in enumerate(board.givens) if given], list(board.entries)):
        strokes = []
        for cell in cells:
            gap = _gap(middles[cell], papers[cell])
            strokes.append(middles[cell][gap >= np.percentile(gap, 92)].mean(axis=0))
        if strokes:
            found.append(np.asarray(np.median(strokes, axis=0)))
    return found


def _cluttered(middles: NDArray[np.uint8], papers: NDArray[np.float64], board: Board) -> frozenset[Cell]:
    """Empty cells in which more than a few pixels differ from the cell's background."""
    empty = [cell for cell, value in enumerate(board.values) if not value]
    return frozenset(cell for cell in empty if (_gap(middles[cell], papers[cell]) > 120).mean() > 0.02)


def _gap(pixels: NDArray[np.uint8], paper: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.abs(pixels.astype(np.float64) - paper).sum(axis=-1))


def _digit_height(cells: NDArray[np.uint8], papers: NDArray[np.float64], board: Board) -> float:
    """The usual height of the page's digits in cells, within what stays readable."""
    size, heights = board.size, []
    for cell, value in enumerate(board.values):
        if value:
            row, column = divmod(cell, size)
            gap = _gap(cells[row, column, 3:-3, 5:-5], papers[cell]).max(axis=1)
            marked = np.flatnonzero(gap > max(60.0, 0.4 * gap.max()))
            heights.append((marked[-1] - marked[0] + 1) / _CELL_PIXELS if len(marked) else 0.5)
    return float(np.clip(np.median(heights), 0.42, 0.66)) if heights else 0.55


def _distance(colours: NDArray[np.float64], other: Rgb) -> NDArray[np.float64]:
    """How different colours look from another one (CIE Lab)."""
    return np.asarray(np.linalg.norm(_lab(colours) - _lab(np.array([other])), axis=1))


def _lab(colours: NDArray[np.generic]) -> NDArray[np.float64]:
    pixels = (np.asarray(colours, dtype=np.float32) / 255).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2LAB)[0], dtype=np.float64)


def _lightness(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(colours @ np.array([0.299, 0.587, 0.114]))


def _colour(values: NDArray[np.float64]) -> Rgb:
    red, green, blue = (round(float(value)) for value in values)
    return red, green, blue
