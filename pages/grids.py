"""Grids drawn in every style: line styles, shading, screens, tiles, pencil marks, jigsaw regions, killer cages."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pages.cages import CageLook, Point, outline, sum_cell
from pages.camera import Pixels, Points
from pages.writing import Colour, Writers, fitted_font, stroke, write
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import digit_character

INK, PAPER = (34, 32, 36), (238, 234, 224)


@dataclass(frozen=True)
class Look:
    """How a grid is drawn; widths are pixels, 0 for no line, `height` is that of a digit in cells.

    Typed entries are in `entry_font`, if given, and `entry_height` times as high as givens; `inks` colours digits.
    `texts` are drawn in their cells on one line, whatever the board holds there; `hollow` ones are outlines. Pencil
    marks are in a share of the empty cells (`marks`), or they are those that are `noted`.
    """

    font: Path | None = None
    cell: int = 64
    ink: Colour = INK
    paper: Colour = PAPER
    thin_ink: Colour = INK
    thick_ink: Colour = INK
    thin: int = 1
    thick: int = 4
    outer: int = 4
    dotted: bool = False
    tile: Colour | None = None
    height: float = 0.6
    entry_ink: Colour = (30, 60, 170)
    entry_font: Path | None = None
    entry_height: float = 1.0
    inks: dict[int, Colour] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    hollow: bool = False
    bold: Collection[int] = ()
    typed: bool = False
    marks: float = 0.0
    noted: dict[int, Sequence[int]] = field(default_factory=dict)
    fills: dict[int, Colour] = field(default_factory=dict)
    cages: tuple[tuple[int, ...], ...] = ()
    sums: tuple[int, ...] = ()
    cage_look: CageLook = field(default_factory=CageLook)
    edge: int = 8

    def sized(self, cell: int) -> Look:
        """The same for cells of another size, with lines in proportion."""
        thin, thick, outer = (
            max(1, round(w * cell / self.cell)) if w else 0 for w in (self.thin, self.thick, self.outer)
        )
        return replace(self, cell=cell, thin=thin, thick=thick, outer=outer)


def crossings(size: int, cell: float, corner: tuple[float, float]) -> Points:
    """(size + 1, size + 1, 2): where the lines of a grid cross whose top left is at the corner."""
    steps = np.arange(size + 1.0) * cell
    return np.stack(np.meshgrid(corner[0] + steps, corner[1] + steps), axis=-1)


def square(left: float, top: float, side: float) -> Points:
    """The corners of a square, clockwise from the top left."""
    return np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]], float)


def draw_grid(
    board: Board, look: Look, writers: Writers | None = None, random: np.random.Generator | None = None
) -> Pixels:
    """The grid on its paper with `look.edge` pixels around it; entries need `writers` unless they are typed."""
    random = random or np.random.default_rng(0)
    side = board.size * look.cell + 2 * look.edge
    image = Image.new("RGB", (side, side), look.paper)
    draw = ImageDraw.Draw(image)
    _fill(draw, board, look)
    _lines(draw, board, look)
    _cages(draw, board.size, look)
    _printed(draw, board, look)
    _marks(draw, board, look, random)
    pixels = np.array(image)
    if not look.typed and writers is not None:
        for number, value in board.entries.items():
            _pen(pixels, writers.digit(value, random), _corner(number, board.size, look), look, random)
    return pixels


def rule_by_hand(
    page: Pixels,
    lattice: Points,
    random: np.random.Generator,
    ink: Colour = (70, 70, 90),
    thin: int = 2,
    thick: int = 4,
) -> Points:
    """Rules a 9×9 grid, in place, as somebody without a ruler does; gives its crossings."""
    bend = cv2.resize(random.normal(0, 5, (4, 4, 2)).astype(np.float32), (10, 10), interpolation=cv2.INTER_CUBIC)
    lattice = lattice + bend
    for line in range(10):
        for points in (lattice[line], lattice[:, line]):
            rough = points + random.normal(0, 0.8, points.shape)
            width = thin if line % 3 else thick
            cv2.polylines(page, [(rough * 16).astype(np.int32)], False, ink, width, cv2.LINE_AA, 4)
    return lattice


def _corner(number: int, size: int, look: Look) -> tuple[int, int]:
    return look.edge + number % size * look.cell, look.edge + number // size * look.cell


def _fill(draw: ImageDraw.ImageDraw, board: Board, look: Look) -> None:
    for number in range(len(board.values)):
        x, y = _corner(number, board.size, look)
        if look.tile:
            gap = max(1, look.cell // 24)
            box = [x + gap, y + gap, x + look.cell - gap, y + look.cell - gap]
            draw.rounded_rectangle(box, radius=look.cell // 8, fill=look.fills.get(number, look.tile))
        elif number in look.fills:
            draw.rectangle([x, y, x + look.cell, y + look.cell], fill=look.fills[number])


def _lines(draw: ImageDraw.ImageDraw, board: Board, look: Look) -> None:
    """Every cell side by what it parts: nothing, two regions, or the grid and the page; thin ones first."""
    size, regions = board.size, board.geometry.regions
    for thick in (False, True):
        for number in range(size * size):
            row, column = divmod(number, size)
            x, y = _corner(number, size, look)
            if column and (regions[number] != regions[number - 1]) == thick:
                _side(draw, (x, y), (x, y + look.cell), look, thick)
            if row and (regions[number] != regions[number - size]) == thick:
                _side(draw, (x, y), (x + look.cell, y), look, thick)
    if look.outer:
        first, last = look.edge, look.edge + size * look.cell
        box = [(first, first), (last, first), (last, last), (first, last), (first, first)]
        draw.line(box, fill=look.thick_ink, width=look.outer, joint="curve")


def _side(draw: ImageDraw.ImageDraw, start: tuple[int, int], end: tuple[int, int], look: Look, thick: bool) -> None:
    width = look.thick if thick else look.thin
    if not width:
        return
    ink = look.thick_ink if thick else look.thin_ink
    if look.dotted and not thick:
        steps = np.linspace(0, 1, 8)[:-1]
        for step in steps:
            first, last = (
                tuple(round(s + (e - s) * t) for s, e in zip(start, end, strict=True)) for t in (step, step + 0.07)
            )
            draw.line([first, last], fill=ink, width=width)
    else:
        draw.line([start, end], fill=ink, width=width)


def _cages(draw: ImageDraw.ImageDraw, size: int, look: Look) -> None:
    """Outlines and sums of cages."""
    for cage in look.cages if look.cage_look.width else ():
        for start, end in outline(cage, size, look.cage_look.inset):
            _dashed(draw, start, end, look)
    for cage, total in zip(look.cages, look.sums, strict=True):
        _sum(draw, str(total), sum_cell(cage, look.cage_look), size, look)


def _dashed(draw: ImageDraw.ImageDraw, start: Point, end: Point, look: Look) -> None:
    """A line between two points in cells."""
    style, length = look.cage_look, float(np.hypot(end[0] - start[0], end[1] - start[1]))
    dash, step = (style.dash, style.dash + style.gap) if style.gap else (length, length)
    for at in np.arange(0, length - 1e-9, step):
        ends = [
            tuple(round(look.edge + look.cell * (s + (e - s) * t)) for s, e in zip(start, end, strict=True))
            for t in (at / length, min(1.0, (at + dash) / length))
        ]
        draw.line(ends, fill=style.ink, width=max(1, round(style.width * look.cell)))


def _sum(draw: ImageDraw.ImageDraw, text: str, number: int, size: int, look: Look) -> None:
    """A sum in a corner of its cell."""
    style, cell, (left, top) = look.cage_look, look.cell, _corner(number, size, look)
    face = fitted_font(look.font, max(5.0, style.sum_height * cell))
    box = face.getbbox(text)
    margin, high, wide = 0.05 * cell, box[3] - box[1], box[2] - box[0]
    x = left + (margin + wide / 2 if "left" in style.sum_corner else cell - margin - wide / 2)
    y = top + (margin + high / 2 if "top" in style.sum_corner else cell - margin - high / 2)
    paper = style.sum_paper or look.fills.get(number, look.paper)
    draw.rectangle([x - wide / 2 - 1, y - high / 2 - 1, x + wide / 2 + 1, y + high / 2 + 1], fill=paper)
    write(draw, face, text, x, y, style.sum_ink)


def _printed(draw: ImageDraw.ImageDraw, board: Board, look: Look) -> None:
    height = look.height * look.cell * (0.85 if board.size > 9 and not look.texts else 1)
    font = fitted_font(look.font, height)
    entry_font = fitted_font(look.entry_font or look.font, height * look.entry_height)
    for number, value in enumerate(board.values):
        given, text = board.givens[number], look.texts.get(number, "")
        x, y = (corner + look.cell / 2 for corner in _corner(number, board.size, look))
        colour = look.inks.get(number, look.ink if given or text else look.entry_ink)
        if text:
            stroke_width = max(1, round(font.size / 22)) if look.hollow else int(number in look.bold)
            fill = look.paper if look.hollow else colour
            draw.text((x, y), text, fill, font, "mm", stroke_width=stroke_width, stroke_fill=colour)
        elif value and (given or look.typed):
            write(draw, font if given else entry_font, digit_character(value), x, y, colour)


def _marks(draw: ImageDraw.ImageDraw, board: Board, look: Look, random: np.random.Generator) -> None:
    """Small candidates, each at its place among three by three."""
    font = fitted_font(look.font, 0.19 * look.cell)
    for number, digits in (look.noted or _some_marks(board, look.marks, random)).items():
        x, y = _corner(number, board.size, look)
        for digit in digits:
            column, row = (((digit - 1) % 3 + 0.5) / 3, ((digit - 1) // 3 + 0.5) / 3)
            place = column * 0.86 + 0.07, row * 0.86 + 0.07
            write(draw, font, str(digit), x + place[0] * look.cell, y + place[1] * look.cell, look.entry_ink)


def _some_marks(board: Board, share: float, random: np.random.Generator) -> dict[int, list[int]]:
    """A few candidates in a share of the empty cells."""
    return {
        number: (random.choice(9, int(random.integers(1, 6)), replace=False) + 1).tolist()
        for number, value in enumerate(board.values)
        if not value and random.random() < share
    }


def _pen(
    pixels: Pixels, shape: NDArray[np.float32], corner: tuple[int, int], look: Look, random: np.random.Generator
) -> None:
    side = round(look.cell * random.uniform(0.72, 0.98))
    x, y = (start + round((look.cell - side) * random.random()) for start in corner)
    stroke(pixels, shape, side, (x, y), look.entry_ink, random.uniform(0.75, 1.0))
