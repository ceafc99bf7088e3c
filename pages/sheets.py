"""Sheets for clips: photos whose grid is known, and drawn pages, some of which differ in as little as two digits."""

from __future__ import annotations

import cv2
import numpy as np

from pages.clips import GRID_SIDE, Sheet
from pages.grids import Look
from pages.look_alikes import Pen
from pages.paper import Page
from sudokulens import Board, random_puzzle, solve
from sudokulens.scanned import ScannedGrid
from sudokulens.vision.frame import Frame

CELL = GRID_SIDE // 9
MARGIN = 70
LOOK = Look(cell=CELL, thin=1, thick=5, outer=5, height=0.45)


def photographed(name: str, frame: Frame, grid: ScannedGrid) -> Sheet:
    """A photo with its grid where it was found, no finer than clips show it."""
    scale = min(1.0, GRID_SIDE / (9 * grid.location.cell_side))
    height, width = (round(side * scale) for side in frame.pixels.shape[:2])
    small = cv2.resize(frame.pixels, (width, height), interpolation=cv2.INTER_AREA)
    solution = "".join(map(str, grid.solved.values)) if grid.solved else ""
    return Sheet(name, np.asarray(small, np.uint8), grid.location.moved(scale).lattice, solution)


def drawn_sheets() -> list[Sheet]:
    """A puzzle, its twin with two digits exchanged throughout, and another one."""
    puzzle = random_puzzle(21)
    return [drawn(puzzle, "drawn"), drawn(exchanged(puzzle), "drawn twin"), drawn(random_puzzle(22), "drawn other")]


def exchanged(puzzle: Board, first: int = 5, second: int = 6) -> Board:
    """The puzzle with two digits exchanged that look much alike: most givens the same, but another solution."""
    swap = {first: second, second: first}
    return Board.of((swap.get(value, value) for value in puzzle.values), puzzle.geometry)


def drawn(puzzle: Board, name: str) -> Sheet:
    """The puzzle printed on a page of its own."""
    solved = solve(puzzle).board
    assert solved is not None
    side = 9 * CELL + 2 * MARGIN
    page = Page.blank(side + 300, side)
    lattice = page.put(puzzle, LOOK, (MARGIN, MARGIN))
    with page.drawing() as draw:
        Pen(draw, np.random.default_rng(0), None).lines((side, MARGIN, side + 280, side - MARGIN), 24)
    return Sheet(name, page.pixels, lattice, "".join(map(str, solved.values)))
