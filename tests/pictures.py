"""The pictures that the tests share: plain pages with Sudokus, photographed, and things that only look like one."""

from __future__ import annotations

import math

import numpy as np

from pages.camera import Shot, photograph, shaken
from pages.clips import Sheet
from pages.grids import Look, crossings, draw_grid
from pages.look_alikes import draw_look_alike
from pages.paper import Page
from pages.writing import Colour, Pixels
from sudokulens.puzzle.board import Board

INK, PAPER = (30, 30, 34), (238, 234, 226)


def flat_grid(board: Board, cell: int = 56, ink: Colour = INK, paper: Colour = PAPER) -> Pixels:
    """A printed grid without any surroundings but half a cell of paper."""
    lines = {"thin": 2, "thick": 5, "outer": 5, "thin_ink": ink, "thick_ink": ink}
    return draw_grid(board, Look(cell=cell, ink=ink, paper=paper, edge=cell // 2, typed=True, entry_ink=ink, **lines))


def sheet_of(page: Pixels, cell: int) -> Sheet:
    """A flat grid as what a clip shows."""
    return Sheet("drawn", page, crossings(9, cell, (cell / 2, cell / 2)), "")


def on_page(grids: list[Pixels], width: int = 1280, height: int = 960, seed: int = 1) -> Pixels:
    """The grids side by side on a larger sheet, with some noise, as a scanner would see it."""
    page, left = Page.blank(width, height, PAPER), 40
    for grid in grids:
        page.lay(Page(grid), (left, (height - len(grid)) // 2))
        left += grid.shape[1] + 60
    noise = np.random.default_rng(seed).normal(0, 4, page.pixels.shape)
    return np.clip(page.pixels + noise, 0, 255).astype(np.uint8)


def photographed(page: Pixels, degrees: float = 0.0, tilt: float = 10.0, bend: float = 0.0) -> Pixels:
    """The page as a camera sees it: turned clockwise, tilted by degrees, bent by a share of its longer side."""
    side = round(math.hypot(*page.shape[:2]))
    return photograph(page, Shot(turn=degrees, tilt=tilt, bend=bend, side=side), np.random.default_rng(1))[0]


def look_alike(kind: str) -> Pixels:
    """A page with something of that name in `pages.look_alikes`, which is no Sudoku."""
    return draw_look_alike(kind, np.random.default_rng(2), None)


def smeared(picture: Pixels, pixels: int, degrees: float) -> Pixels:
    """The picture taken by a hand that moved so many pixels in that direction."""
    return np.clip(shaken(picture, pixels, math.radians(degrees)), 0, 255).astype(np.uint8)
