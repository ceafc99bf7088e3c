"""Boards on the screens of apps: themes with inks, weights, shades and highlights, a bar above and a keypad below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import ImageDraw, ImageFont

from pages.grids import Look
from pages.paper import Page
from pages.writing import Colour, Pixels, Writers, fitted_font, write
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.solve import solve

Tint = tuple[float, ...]
"""A colour laid over what is there: red, green, blue and, where that shines through, how strongly it covers."""

PEN = "pen"
TILE = (236, 240, 246)


@dataclass(frozen=True)
class Theme:
    """An app's looks. Weights are "light", "regular", "bold", "italic", "script" or "pen" (written on the screen).

    - `given_fill` shades the cells of givens; `boxes` every other box;
    - the chosen cell, its row, column and box (`peers`) and all cells with its digit (`equal`) may be tinted, and
      these digits given another ink: `equal_ink`, whoever wrote them;
    - `wrong_ink` is what slips are shown in; where there is none, none are made;
    - `marks` is the share of empty cells with pencil marks.
    """

    name: str
    ground: Colour = (255, 255, 255)
    given: Colour = (20, 22, 28)
    entry: Colour = (40, 90, 220)
    given_weight: str = "regular"
    entry_weight: str = "regular"
    entry_height: float = 1.0
    given_fill: Colour | None = None
    boxes: Colour | None = None
    peers: Tint | None = None
    equal: Tint | None = None
    chosen: Tint | None = None
    equal_ink: Colour | None = None
    wrong_ink: Colour | None = None
    wrong: Tint | None = None
    thin: Colour = (190, 194, 202)
    thick: Colour = (40, 44, 52)
    tiles: bool = False
    marks: float = 0.0


def draw_window(
    board: Board, theme: Theme, faces: Mapping[str, Path], writers: Writers, random: np.random.Generator
) -> Page:
    """A classic board in that theme on an app's window; `faces` holds a typeface for every weight."""
    look = look_of(board, theme, faces, random)
    cell = look.cell
    above, below, side = (int(random.integers(cell // 2, 3 * cell)) for _ in range(3))
    grid = Page.around(board, look, writers, random)
    bar = tuple(random.integers(0, 255, 3).tolist())
    page = window(grid, theme.ground, (above, below + cell, side), above // 3 + 1, bar)
    place = (side + look.edge, above + len(grid.pixels) + below / 2)
    with page.drawing() as draw:
        keys(draw, "123456789", place, (cell, cell), fitted_font(faces["regular"], look.height * cell), theme.entry)
    return page


def window(grid: Page, ground: Colour, room: tuple[int, int, int], bar: int, colour: Colour) -> Page:
    """A window with so much room above the grid, below it and at its sides, and a bar at its top."""
    above, below, side = room
    page = Page.blank(len(grid.pixels) + 2 * side, len(grid.pixels) + above + below, ground)
    page.lay(grid, (side, above))
    page.pixels[:bar] = colour
    return page


def keys(
    draw: ImageDraw.ImageDraw,
    texts: Sequence[str],
    corner: tuple[float, float],
    size: tuple[float, float],
    font: ImageFont.FreeTypeFont,
    ink: Colour,
    across: int = 9,
    gap: float = 0,
    **shape: Any,
) -> None:
    """Keys with a text each, so many in a row, that gap apart; `shape` is how Pillow draws them, nothing if empty.

    The first one's top left is at the corner (x, y).
    """
    for number, text in enumerate(texts):
        x, y = (
            start + place * (side + gap)
            for start, place, side in zip(corner, (number % across, number // across), size, strict=True)
        )
        if shape:
            draw.rounded_rectangle([x, y, x + size[0], y + size[1]], **shape)
        write(draw, font, text, x + size[0] / 2, y + size[1] / 2, ink)


def highlighted(cell: int) -> list[int]:
    """The row, column and box of a cell, as apps highlight them."""
    return [cell, *Geometry.standard(9).peers[cell]]


def put_message(pixels: Pixels, box: tuple[float, float, float, float], look: Look) -> Pixels:
    """The picture with a message in the box (left, top, right, bottom), as apps lay one over the board."""
    page, width, font = Page(pixels.copy()), max(1, round(look.cell / 25)), fitted_font(look.font, 0.3 * look.cell)
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    with page.drawing() as draw:
        draw.rounded_rectangle(box, radius=look.cell // 8, fill=look.paper, outline=look.thick_ink, width=width)
        draw.text(middle, "Not complete yet: 41 to go", font=font, fill=look.ink, anchor="mm")
    return page.pixels


def look_of(board: Board, theme: Theme, faces: Mapping[str, Path], random: np.random.Generator) -> Look:
    """How the theme draws a board while some cell is chosen."""
    cell = int(random.integers(36, 104))
    height, chosen = float(random.uniform(0.42, 0.64)), int(random.integers(board.size**2))
    slips = _slips(board)
    inks = {slip: theme.wrong_ink for slip in slips if theme.wrong_ink}
    if theme.equal_ink:
        inks = dict.fromkeys(_equal(board, chosen), theme.equal_ink) | inks
    grounds = {number: _ground(board, theme, number, chosen, slips) for number in range(board.size**2)}
    thick = max(1, cell // 24)
    return Look(
        font=faces[theme.given_weight], entry_font=faces.get(theme.entry_weight), cell=cell, height=height,
        entry_height=theme.entry_height, ink=theme.given, entry_ink=theme.entry, inks=inks, paper=theme.ground,
        thin=max(1, cell // 48), thick=thick, outer=thick, thin_ink=theme.thin, thick_ink=theme.thick, fills=grounds,
        tile=TILE if theme.tiles else None, typed=theme.entry_weight != PEN, marks=theme.marks, edge=max(3, cell // 8),
    )  # fmt: skip


def _slips(board: Board) -> set[int]:
    solved = solve(board.puzzle).board
    assert solved is not None
    return {cell for cell, value in board.entries.items() if value != solved.values[cell]}


def _equal(board: Board, chosen: int) -> list[int]:
    return [cell for cell, value in enumerate(board.values) if value and value == board.values[chosen]]


def _ground(board: Board, theme: Theme, cell: int, chosen: int, slips: set[int]) -> Colour:
    colour = theme.ground
    if theme.boxes and (cell // 27 + cell % 9 // 3) % 2:
        colour = theme.boxes
    if theme.tiles:
        colour = TILE
    if theme.given_fill and board.givens[cell]:
        colour = theme.given_fill
    if cell == chosen or cell in board.geometry.peers[chosen]:
        colour = _tinted(colour, theme.peers)
    if cell in _equal(board, chosen):
        colour = _tinted(colour, theme.equal)
    if cell in slips:
        colour = _tinted(colour, theme.wrong)
    return _tinted(colour, theme.chosen) if cell == chosen else colour


def _tinted(colour: Colour, tint: Tint | None) -> Colour:
    *over, strength = (*tint, 1.0)[:4] if tint else (*colour, 1.0)
    red, green, blue = (round(a + (b - a) * strength) for a, b in zip(colour, over, strict=True))
    return red, green, blue
