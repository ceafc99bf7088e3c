"""Puzzles as a PDF to print: a few on a page, their solutions small at the back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sudokulens.errors import InvalidBoard, MissingExtra
from sudokulens.logic.draw import draw
from sudokulens.logic.scene import Area, Disc, Label, Scene, Stroke
from sudokulens.puzzle.board import Board
from sudokulens.solving.solve import solve

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
    """An A4 PDF with 1, 2, 4 or 6 puzzles a page, and the solutions, twelve a page, after them."""
    if per_page not in (1, 2, 4, 6):
        raise InvalidBoard(f"{per_page} puzzles a page", expected="1, 2, 4 or 6")
    names = list(titles or [f"Sudoku {i}" for i in range(1, len(puzzles) + 1)])
    document = _new_document()
    plain = [puzzle.puzzle for puzzle in puzzles]
    columns = 1 if per_page <= 2 else 2
    _add_pages(document, plain, names, columns, -(-per_page // columns))
    if solutions:
        solved = [board for puzzle in puzzles if (board := solve(puzzle.puzzle).board)]
        _add_pages(document, solved, [f"{name}: solution" for name in names], 3, 4)
    return bytes(document.output())


def _new_document() -> FPDF:
    try:
        from fpdf import FPDF
    except ImportError as fault:
        raise MissingExtra("Printing to PDF", "print") from fault
    document = FPDF(unit="mm", format="A4")
    document.set_auto_page_break(False)
    return document


def _add_pages(document: FPDF, boards: Sequence[Board], titles: Sequence[str], columns: int, rows: int) -> None:
    width, height = (_PAGE[0] - 2 * _BORDER) / columns, (_PAGE[1] - 2 * _BORDER) / rows
    side = min(width, height - 8) * 0.92
    for index, (board, title) in enumerate(zip(boards, titles, strict=False)):
        place = index % (columns * rows)
        if place == 0:
            document.add_page()
        row, column = divmod(place, columns)
        left = _BORDER + column * width + (width - side) / 2
        top = _BORDER + row * height + 8
        document.set_font("Helvetica", size=9)
        document.set_text_color(90, 90, 90)
        document.text(left, top - 2, title)
        _paint(document, draw(board, candidates=False), left, top, side / board.size)


def _paint(document: FPDF, scene: Scene, left: float, top: float, cell: float) -> None:
    for shape in scene.shapes:
        if isinstance(shape, Stroke):
            document.set_draw_color(*_rgb(shape.colour))
            document.set_line_width(shape.width * cell)
            document.polyline([(left + x * cell, top + y * cell) for x, y in shape.points])
        elif isinstance(shape, Label):
            _write(document, shape, left, top, cell)
        elif isinstance(shape, Area | Disc):
            raise TypeError("a printed puzzle has lines and digits only")


def _write(document: FPDF, label: Label, left: float, top: float, cell: float) -> None:
    height = label.height * cell
    document.set_font("Helvetica", style="B" if label.bold else "", size=height / _CAPITAL_HEIGHT * _POINTS_PER_MM)
    document.set_text_color(*_rgb(label.colour))
    x = left + label.centre[0] * cell - document.get_string_width(label.text) / 2
    document.text(x, top + label.centre[1] * cell + height / 2, label.text)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
