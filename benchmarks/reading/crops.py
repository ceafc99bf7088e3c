"""Are boards found that lack surroundings? `python -m benchmarks.reading.crops --count 8`

Drawn screenshots cut to the board's border, at every size; boards at the picture's edges, side by side, samurai,
blurred solutions, and boards under a message. Columns are those of `benchmarks.reading.wild`; what is located before
anything is read is counted by `python -m benchmarks.reading.locate --drawn 8`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from benchmarks.reading.labelled import Drawn, drawn
from benchmarks.reading.results import HEADER, measured, write_failures
from benchmarks.reading.trials import parser_of
from pages.boards import board_of, lawful_digits
from pages.grids import Look
from pages.paper import Page
from pages.screens import keys, put_message
from pages.writing import fitted_font
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import box_shapes
from sudokulens.scanner import Scanner

SIZES = (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 25)

WHITE, BLACK = (255, 255, 255), (0, 0, 0)

LOOKS: dict[str, Look] = {
    "plain": Look(cell=100, paper=WHITE, ink=BLACK, thin_ink=BLACK, thick_ink=BLACK, thin=2, thick=6, outer=6),
    "thin lines": Look(cell=100, paper=WHITE, thin=1, thick=3, outer=3, thin_ink=(190, 190, 195)),
    "alike": Look(
        cell=100, paper=(250, 250, 250), thin=3, thick=3, outer=3, thin_ink=(70, 70, 70), thick_ink=(70, 70, 70)
    ),
    "dark": Look(
        cell=100, paper=(25, 26, 30), ink=(230, 230, 230), thin_ink=(90, 90, 95), thick_ink=(200, 200, 205), thin=2,
        thick=6, outer=6,
    ),
    "coloured": Look(
        cell=100, paper=(250, 240, 215), ink=(160, 30, 30), thin_ink=(90, 120, 200), thick_ink=(40, 60, 160), thin=2,
        thick=6, outer=6,
    ),
    "shaded": Look(cell=100, paper=WHITE, thin_ink=(150, 150, 150), thin=2, thick=6, outer=6),
    "full": Look(cell=100, paper=WHITE, thin=2, thick=6, outer=6),
    "empty": Look(cell=100, paper=WHITE, thin=2, thick=6, outer=6),
}  # fmt: skip
"""By name, in pixels of cells of 100."""

FILLED = {"full": 1.0, "empty": 0.0}
"""The share of cells with a digit, where it is not the usual one."""


def _board(look: str, chance: np.random.Generator, size: int = 9, share: float | None = None) -> Board:
    """A lawful board with a share of its digits."""
    given = chance.random(size * size) < (FILLED.get(look, 0.4) if share is None else share)
    return board_of(np.where(given, lawful_digits(size, chance).ravel(), 0), size)


def _look(name: str, cell: float, board: Board, chance: np.random.Generator) -> Look:
    """The look at that size; some cells are shaded where it is the shaded one."""
    look = LOOKS[name].sized(max(8, round(cell)))
    if not box_shapes(board.size):
        look = replace(look, thick=look.thin)
    if name != "shaded":
        return look
    tint = tuple(int(level) for level in chance.uniform(190, 230, 3))
    cells = np.flatnonzero(chance.random(len(board.values)) < 0.4)
    return replace(look, fills=dict.fromkeys(cells.tolist(), tint))


def _named(kind: str, name: str, page: Page) -> Drawn:
    height, width = page.pixels.shape[:2]
    return drawn(kind, page, name=f"{kind}, {name}, {width}×{height}")


def cropped(size: int, name: str, chance: np.random.Generator) -> Drawn:
    """A screenshot cut to the board's own border: through it, just outside it, or a few pixels off."""
    board = _board(name, chance, size)
    look = _look(name, chance.uniform(max(220, 13 * size), max(1400, 30 * size)) / size, board, chance)
    left, top, right, bottom = (int(chance.integers(-look.outer // 2, look.outer // 2 + 4)) for _ in range(4))
    side = size * look.cell + 1
    page = Page.blank(left + side + right, top + side + bottom, look.paper)
    page.put(board, look, (left, top))
    return _named(f"cropped {size}×{size}", name, page)


def at_edges(name: str, chance: np.random.Generator) -> Drawn:
    """A board that touches two or three edges of a larger screenshot with bars and buttons."""
    board = _board(name, chance)
    look = _look(name, chance.uniform(33, 111), board, chance)
    side = 9 * look.cell
    page = Page.blank(side + 2, side * chance.uniform(1.2, 2.1), look.paper)
    room = len(page.pixels) - side
    top = int(chance.integers(0, room - 1))
    page.put(board, look, (1, top))
    below, font = top + side + (room - top) // 2 - look.cell // 2, fitted_font(None, 0.4 * look.cell)
    with page.drawing() as draw:
        keys(draw, "123456789", (0, below), (look.cell, look.cell), font, look.ink)
    return _named("at the edges", name, page)


def side_by_side(name: str, chance: np.random.Generator) -> Drawn:
    """Two to six boards with narrow gaps."""
    columns, rows = [(2, 1), (3, 1), (2, 2), (3, 2)][int(chance.integers(4))]
    boards = [_board(name, chance) for _ in range(rows * columns)]
    look = _look(name, chance.uniform(18, 55), boards[0], chance)
    gap = round(look.cell * chance.uniform(0.25, 2.0))
    step = 9 * look.cell + gap
    page = Page.blank(columns * step + gap, rows * step + gap, look.paper)
    for number, board in enumerate(boards):
        page.put(board, look, (gap + number % columns * step, gap + number // columns * step))
    return _named("side by side", name, page)


def samurai(name: str, chance: np.random.Generator) -> Drawn:
    """Five boards that share their corner boxes, whose digits are the middle board's."""
    look = LOOKS[name].sized(int(chance.integers(18, 50)))
    pad = int(chance.integers(0, 3 * look.cell))
    page = Page.blank(21 * look.cell + 2 * pad + 3, 21 * look.cell + 2 * pad + 3, look.paper)
    middle = np.array(_board(name, chance).values).reshape(9, 9)
    for row, column in ((0, 0), (0, 12), (12, 0), (12, 12), (6, 6)):
        digits = np.array(_board(name, chance).values).reshape(9, 9) if row != 6 else middle
        if row != 6:
            down, across = (slice(0, 3) if at else slice(6, 9) for at in (row, column))
            digits[down, across] = middle[slice(6, 9) if row else slice(0, 3), slice(6, 9) if column else slice(0, 3)]
        page.put(board_of(digits.ravel(), 9), look, (pad + 1 + column * look.cell, pad + 1 + row * look.cell))
    return _named("samurai", name, page)


def blurred(name: str, chance: np.random.Generator) -> Drawn:
    """A full solution, reduced and enlarged again, or out of focus."""
    board = _board(name, chance, share=1.0)
    look = replace(_look(name, chance.uniform(25, 80), board, chance), edge=60)
    page = Page.around(board, look)
    page.pixels = cv2.GaussianBlur(page.pixels, (0, 0), look.cell * chance.uniform(0.02, 0.07))
    return _named("blurred full", name, page)


def with_popup(name: str, chance: np.random.Generator) -> Drawn:
    """A message over one or two rows; the digits under it are not counted on."""
    board, pad = _board(name, chance), int(chance.integers(4, 120))
    look = _look(name, chance.uniform(30, 100), board, chance)
    side = 9 * look.cell
    page = Page.blank(side + 2 * pad, side + 4 * pad, look.paper)
    page.put(board, look, (pad, 2 * pad))
    middle = 2 * pad + chance.uniform(1, 8) * look.cell
    half = chance.uniform(0.35, 0.8) * look.cell
    wide = chance.uniform(0.02, 0.15) * side
    page.pixels = put_message(page.pixels, (pad + wide, middle - half, pad + side - wide, middle + half), look)
    return _named("popup", name, page)


def crops(per_kind: int, seed: int = 1, sizes: tuple[int, ...] = SIZES) -> Iterator[Drawn]:
    """`per_kind` pictures of every kind, the looks in turn; the same for the same seed."""
    looks = list(LOOKS)
    for number in range(per_kind):
        for size in sizes:
            yield cropped(size, looks[number % len(looks)], np.random.default_rng([seed, number, size]))
        for place, kind in enumerate((at_edges, side_by_side, samurai, blurred, with_popup)):
            yield kind(looks[number % len(looks)], np.random.default_rng([seed, number, 100 + place]))


def main() -> None:
    options = parser_of(__doc__, 8, "pictures of each kind").parse_args()
    cv2.setNumThreads(1)
    print(HEADER)
    results = measured([(Scanner(), crops(options.count, options.seed))])
    results.show("crops")
    if options.out:
        write_failures([results], options.out)


if __name__ == "__main__":
    main()
