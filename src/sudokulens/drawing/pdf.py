"""Puzzles as a PDF to print: a few on a page, their solutions small at the back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

from sudokulens.drawing.draw import draw
from sudokulens.drawing.layout import PLAIN_MARGIN, layout, margins
from sudokulens.drawing.lettering import Run, font_path, runs
from sudokulens.drawing.palette import LIGHT, rgb
from sudokulens.drawing.places import arrow_head
from sudokulens.drawing.scene import Scene
from sudokulens.drawing.shapes import LAYERS, Area, Disc, Label, Point, Shape, Stroke
from sudokulens.errors import InvalidRequest, MissingExtra
from sudokulens.puzzle.board import Board
from sudokulens.solving.solve import solve
from sudokulens.wording.voice import tell

if TYPE_CHECKING:
    from fpdf import FPDF

_PAGE = (210.0, 297.0)
_BORDER = 16.0
_POINTS_PER_MM = 72 / 25.4
_CAPITAL_HEIGHT = 0.718
"""Of Helvetica, one of the fonts that every PDF reader has."""


def sheet(
    puzzles: Sequence[Board], titles: Sequence[str] | None = None, *, per_page: int = 4, solutions: bool = True
) -> bytes:
    """An A4 PDF with 1, 2, 4 or 6 puzzles a page, and the solutions, twelve a page, after them.

    Letters of `titles` that no font here has are printed as question marks.
    """
    if per_page not in (1, 2, 4, 6):
        raise InvalidRequest(f"{per_page} puzzles a page", expected="1, 2, 4 or 6")
    names = list(titles or [tell("Sudoku {n}", n=i) for i in range(1, len(puzzles) + 1)])
    document = _new_document()
    plain = [(puzzle.puzzle, name) for puzzle, name in zip(puzzles, names, strict=False)]
    columns = 1 if per_page <= 2 else 2
    _add_pages(document, plain, columns, -(-per_page // columns))
    if solutions:
        solved = [(solve(puzzle).board, name) for puzzle, name in plain]
        found = [(board, tell("{title}: solution", title=name)) for board, name in solved if board]
        _add_pages(document, found, 3, 4)
    return bytes(document.output())


def to_pdf(scene: Scene, title: str = "Sudoku") -> bytes:
    """The scene as a PDF of one A4 page."""
    document = _new_document()
    document.add_page()
    document.set_title(title)
    _paint(document, scene, _BORDER, _BORDER, _PAGE[0] - 2 * _BORDER)
    return bytes(document.output())


def _new_document() -> FPDF:
    try:
        from fpdf import FPDF
    except ImportError as fault:
        raise MissingExtra("Printing to PDF", "print") from fault
    document = FPDF(unit="mm", format="A4")
    document.set_auto_page_break(False)
    return document


def _add_pages(document: FPDF, boards: Sequence[tuple[Board, str]], columns: int, rows: int) -> None:
    width, height = (_PAGE[0] - 2 * _BORDER) / columns, (_PAGE[1] - 2 * _BORDER) / rows
    side = min(width, height - 8) * 0.92
    for index, (board, title) in enumerate(boards):
        place = index % (columns * rows)
        if place == 0:
            document.add_page()
        row, column = divmod(place, columns)
        left = _BORDER + column * width + (width - side) / 2
        top = _BORDER + row * height + 8
        document.set_text_color(90, 90, 90)
        _write(document, left, top - 2, title, 9)
        _paint(document, draw(board, candidates=False, edge="none"), left, top, side)


def _paint(document: FPDF, scene: Scene, left: float, top: float, side: float) -> None:
    """Paints the scene into a square; what stands outside the board makes the board smaller."""
    drawing, around = layout(scene), max(margins(scene)) - PLAIN_MARGIN
    cell = side / (max(scene.shape.height, scene.shape.width) + 2 * around)
    place = _Place(left + around * cell, top + around * cell, cell)
    for layer in LAYERS:
        for shape in drawing[layer]:
            opacity = 1.0 if isinstance(shape, Label) else shape.opacity
            with document.local_context(fill_opacity=opacity, stroke_opacity=opacity):
                _paint_shape(shape, document, place)


class _Place(NamedTuple):
    """Where a board lies on the page: its corner and the side of a cell, in millimetres."""

    left: float
    top: float
    cell: float

    def at(self, point: Point) -> Point:
        return self.left + point[0] * self.cell, self.top + point[1] * self.cell


@singledispatch
def _paint_shape(shape: Shape, document: FPDF, place: _Place) -> None:
    raise TypeError(f"no way to print {type(shape).__name__}")


@_paint_shape.register(Stroke)
def _(shape: Stroke, document: FPDF, place: _Place) -> None:
    document.set_draw_color(*rgb(LIGHT[shape.paint]))
    width = shape.width * place.cell
    document.set_line_width(width)
    if shape.dashed:
        document.set_dash_pattern(dash=4 * width, gap=3 * width)
    document.polyline([place.at(point) for point in shape.points])
    document.set_dash_pattern()
    if shape.arrow:
        document.polyline([place.at(point) for point in arrow_head(shape.points)])


@_paint_shape.register(Area)
def _(shape: Area, document: FPDF, place: _Place) -> None:
    document.set_fill_color(*rgb(LIGHT[shape.paint]))
    x, y = place.at((shape.x, shape.y))
    width, height, radius = (length * place.cell for length in (shape.width, shape.height, shape.radius))
    document.rect(x, y, width, height, style="F", round_corners=radius > 0, corner_radius=radius)


@_paint_shape.register(Disc)
def _(shape: Disc, document: FPDF, place: _Place) -> None:
    colour, (x, y) = rgb(LIGHT[shape.paint]), place.at(shape.centre)
    document.set_fill_color(*colour)
    document.set_draw_color(*colour)
    document.set_line_width((shape.ring or 0) * place.cell)
    document.circle(x, y, shape.radius * place.cell, style="F" if shape.ring is None else "D")


@_paint_shape.register(Label)
def _(shape: Label, document: FPDF, place: _Place) -> None:
    height = shape.height * place.cell
    points = height / _CAPITAL_HEIGHT * _POINTS_PER_MM
    document.set_text_color(*rgb(LIGHT[shape.paint]))
    x, y = place.at(shape.centre)
    width = sum(_choose(document, run, points, shape.bold) for run in runs(shape.text))
    _write(document, x - width / 2, y + height / 2, shape.text, points, bold=shape.bold)


def _write(document: FPDF, left: float, base: float, text: str, points: float, *, bold: bool = False) -> None:
    for run in runs(text):
        width = _choose(document, run, points, bold)
        document.text(left, base, run.text)
        left += width


def _choose(document: FPDF, run: Run, points: float, bold: bool) -> float:
    """Takes the run's font, which comes in one weight unless it is built in, and gives the run's width."""
    if run.font is None:
        document.set_font("Helvetica", style="B" if bold else "", size=points)
        return float(document.get_string_width(run.text))
    if run.font not in document.fonts:
        document.add_font(run.font, fname=font_path(run.font))
    document.set_font(run.font, size=points)
    return float(document.get_string_width(run.text))
