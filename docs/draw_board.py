"""Draws docs/images/board.svg, the picture of the README: a puzzle with its solution in colour.

Run from the root of the repository: python docs/draw_board.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sudokulens import Board, solve

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CELL, MARGIN = 44, 10
GIVEN, FOUND, LINE, PAPER = "#1b1f24", "#1a7f5a", "#8a929c", "#ffffff"


def drawing(board: Board) -> str:
    """The board as an SVG document; entries are drawn in another colour than givens."""
    side = board.size * CELL + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}">',
        f'<rect width="{side}" height="{side}" rx="6" fill="{PAPER}"/>',
        *_lines(board),
        *_digits(board),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _lines(board: Board) -> Iterator[str]:
    rows, columns = board.geometry.box_shape or (board.size, board.size)
    end = MARGIN + board.size * CELL
    for index in range(board.size + 1):
        place = MARGIN + index * CELL
        for step, points in ((columns, (place, MARGIN, place, end)), (rows, (MARGIN, place, end, place))):
            width, colour = (2.5, GIVEN) if index % step == 0 else (1, LINE)
            x1, y1, x2, y2 = points
            yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'


def _digits(board: Board) -> Iterator[str]:
    for cell, value in enumerate(board.values):
        x = MARGIN + (board.geometry.column(cell) + 0.5) * CELL
        y = MARGIN + (board.geometry.row(cell) + 0.5) * CELL
        colour, weight = (GIVEN, 600) if board.givens[cell] else (FOUND, 400)
        style = f'font-family="sans-serif" font-size="{CELL * 0.55:.0f}" font-weight="{weight}" fill="{colour}"'
        yield f'<text x="{x}" y="{y}" {style} text-anchor="middle" dominant-baseline="central">{value}</text>'


if __name__ == "__main__":
    solved = solve(PUZZLE).board
    assert solved is not None
    Path("docs/images/board.svg").write_text(drawing(solved), encoding="utf-8")
