"""Are diagonals and windows recognised? `python -m benchmarks.reading.drawn_rules --count 4`

X-Sudokus and windokus that the ordinary rules leave open, in styles that training never drew: lines of several
widths and colours, shades light and dark, outlined windows, each also on photographed paper; and ordinary boards with a
highlighted row, column and box, which must not be taken for either. A board counts when every digit and its rules are
right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

import sudokulens as sl
from benchmarks.reading.trials import Trial, parser_of, run, told
from pages.camera import Shot, photograph
from pages.grids import Look, draw_grid
from pages.screens import highlighted
from pages.typefaces import files_of
from pages.writing import Colour
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import diagonal_cells, window_cells
from sudokulens.scanned import ScannedGrid

WHITE = (255, 255, 255)
LIGHT = Look(paper=WHITE, thin=1, thick=3, outer=3, thin_ink=(120, 120, 125))
DARK = Look(
    paper=(26, 28, 34), ink=(228, 230, 236), thin_ink=(84, 88, 98), thick_ink=(190, 194, 204), thin=1, thick=3, outer=3
)
PAPER = Look(thin=1, thick=4, outer=4)
PHOTO = Shot(tilt=9, bend=0.01, noise=3, shadow=0.2)


@dataclass(frozen=True)
class Style:
    """How a rule is shown: by a tint of its cells, or by lines of that width in cells."""

    look: Look = LIGHT
    tint: Colour | None = None
    line: Colour = (120, 120, 124)
    width: float = 0.0
    shot: Shot | None = None


STYLES: dict[str, Style] = {
    "grey shade": Style(tint=(214, 214, 214)),
    "faint shade": Style(tint=(243, 243, 246)),
    "yellow shade": Style(tint=(255, 240, 170)),
    "strong shade": Style(tint=(150, 200, 240)),
    "dark shade": Style(DARK, tint=(54, 60, 78)),
    "shade on paper": Style(PAPER, tint=(205, 202, 194), shot=PHOTO),
    "fine lines": Style(width=0.015),
    "blue lines": Style(line=(70, 110, 220), width=0.03),
    "faint lines": Style(line=(205, 205, 210), width=0.03),
    "broad lines": Style(line=(225, 205, 240), width=0.12),
    "dark lines": Style(DARK, line=(130, 140, 170), width=0.03),
    "lines on paper": Style(PAPER, line=(70, 68, 72), width=0.025, shot=PHOTO),
}


def drawn(board: Board, kind: str, style: Style, random: np.random.Generator, font: Path) -> np.ndarray:
    look, room = style.look.sized(int(random.integers(38, 84))), 80 if style.shot else 0
    look = replace(look, font=font, edge=int(random.integers(4, 80)) + room)
    units = diagonal_cells(9) if kind == "diagonal" else window_cells(9) if kind == "windoku" else ()
    cells = [cell for unit in units for cell in unit] if kind != "classic" else highlighted(int(random.integers(81)))
    if style.tint is not None:
        look = replace(look, fills=dict.fromkeys(cells, style.tint))
    page = draw_grid(board, look, None, random)
    if style.width and kind != "classic":
        under = np.full_like(page, style.look.paper)
        _draw_lines(under, kind, look, style)
        line = (under != style.look.paper).any(axis=2) & (np.abs(page - np.array(style.look.paper)).max(axis=2) < 40)
        page[line] = under[line]
    return page if style.shot is None else photograph(page, style.shot, random)[0]


def _draw_lines(page: np.ndarray, kind: str, look: Look, style: Style) -> None:
    first, last, width = look.edge, look.edge + 9 * look.cell, max(1, round(style.width * look.cell))
    if kind == "diagonal":
        cv2.line(page, (first, first), (last, last), style.line, width, cv2.LINE_AA)
        cv2.line(page, (first, last), (last, first), style.line, width, cv2.LINE_AA)
        return
    inset = round(0.06 * look.cell)
    for window in window_cells(9):
        (top, left), (bottom, right) = divmod(min(window), 9), divmod(max(window), 9)
        corner = (first + left * look.cell + inset, first + top * look.cell + inset)
        opposite = (first + (right + 1) * look.cell - inset, first + (bottom + 1) * look.cell - inset)
        cv2.rectangle(page, corner, opposite, style.line, width)


def boards(kind: str, count: int, seed: int) -> Iterator[Board]:
    variants = {"diagonal": ("x",), "windoku": ("windoku",), "classic": ()}[kind]
    for number in range(count):
        yield sl.generate(seed=seed * 10_000 + number, variants=variants)


def trials(kind: str, name: str, count: int, seed: int, font: Path) -> Iterator[Trial]:
    for number, board in enumerate(boards(kind, count, seed)):
        random = np.random.default_rng([seed, number, *name.encode()])
        yield Trial(drawn(board, kind, STYLES[name], random, font), partial(score, kind, board))


def score(kind: str, board: Board, grid: ScannedGrid | None) -> Counter[str]:
    return Counter(boards=1, right=grid is not None and grid.board.values == board.values and grid.rules.kind == kind)


def main() -> None:
    options = parser_of(__doc__, 4, "boards of each kind and style").parse_args()
    scanner, font = sl.Scanner(), files_of(options.fonts, ["DejaVuSans"])["DejaVuSans"]
    for kind in ("diagonal", "windoku", "classic"):
        groups = ((f"{kind}, {name}", trials(kind, name, options.count, options.seed, font)) for name in STYLES)
        print(f"{kind + ', all':<24} {told(run(scanner, groups, options.out))}", flush=True)


if __name__ == "__main__":
    main()
