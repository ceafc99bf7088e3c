"""Flat pages with grids and text, and photos of them; where every crossing went is known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
from PIL import Image, ImageDraw

from pages.camera import Pixels, Points, Shot, followed, photograph
from pages.grids import PAPER, Colour, Look, crossings, draw_grid
from pages.writing import Writers
from sudokulens.puzzle.board import Board


@dataclass(frozen=True, eq=False)
class Grid:
    """A board on a page, and its crossings (n + 1, n + 1, 2), the puzzle's own top left first."""

    board: Board
    crossings: Points


@dataclass(eq=False)
class Page:
    """A page, a screen or a photo of one, with the grids on it."""

    pixels: Pixels
    grids: list[Grid] = field(default_factory=list)

    @classmethod
    def blank(cls, width: float, height: float, paper: Colour = PAPER) -> Page:
        return cls(np.full((round(height), round(width), 3), paper, np.uint8))

    @classmethod
    def around(
        cls, board: Board, look: Look, writers: Writers | None = None, random: np.random.Generator | None = None
    ) -> Page:
        """The grid alone, with the paper around it that the look has."""
        place = crossings(board.size, look.cell, (look.edge, look.edge))
        return cls(draw_grid(board, look, writers, random), [Grid(board, place)])

    def put(
        self,
        board: Board,
        look: Look,
        corner: tuple[float, float],
        writers: Writers | None = None,
        random: np.random.Generator | None = None,
    ) -> Points:
        """Draws a grid with its own top left at the corner (x, y), and gives its crossings."""
        grid = Page.around(board, replace(look, edge=look.outer), writers, random)
        self.lay(grid, (corner[0] - look.outer, corner[1] - look.outer))
        return self.grids[-1].crossings

    def lay(self, other: Page, corner: tuple[float, float]) -> None:
        """Lays another page onto this one with its top left at the corner (x, y), as far as there is room."""
        x, y = map(round, corner)
        seen = other.pixels[max(0, -y) :, max(0, -x) :]
        part = self.pixels[max(0, y) :, max(0, x) :][: seen.shape[0], : seen.shape[1]]
        part[:] = seen[: part.shape[0], : part.shape[1]]
        self.grids += [Grid(grid.board, grid.crossings + np.array((x, y))) for grid in other.grids]

    @contextmanager
    def drawing(self) -> Iterator[ImageDraw.ImageDraw]:
        """Draws onto the page what is drawn within."""
        image = Image.fromarray(self.pixels)
        yield ImageDraw.Draw(image)
        self.pixels[:] = np.asarray(image)

    def taken(self, shot: Shot, random: np.random.Generator) -> Page:
        """A photo of the page."""
        pixels, places = photograph(self.pixels, shot, random)
        return Page(pixels, [Grid(grid.board, followed(places, grid.crossings)) for grid in self.grids])
