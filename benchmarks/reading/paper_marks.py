"""Pencil marks on paper, as people photograph it: `python -m benchmarks.reading.paper_marks --data ../shared/data`.

Printed puzzles with marks by hand in most empty cells, each digit in its own ninth or several in a row, by writers that
no network has seen (MNIST's test digits), in pencil or pen. The sheet is photographed at 8 to 18 degrees of tilt, a
little bent, with a phone's noise and focus, and sent on at 1,600 or 2,400 pixels: a cell has 120 to 200 pixels, a mark
24 to 54. Counts cells whose marks are exactly right, by the height of a mark in the photo, and cells with marks where
there are none.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from benchmarks.reading.renders import puzzle_of
from benchmarks.reading.trials import Trial, parser_of, run, whole
from pages.camera import Shot, photograph
from pages.grids import Look, draw_grid
from pages.writing import Pixels, Writers, stroke
from sudokulens.puzzle.board import Board
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner

CELL = 150
"""Pixels a cell of the sheet before it is photographed."""
SIDES = (1600, 2400)
FACE = Path("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf")
MARGIN = 0.16
"""Paper around the grid, in shares of its side."""
HEIGHTS = (0.2, 0.27)
"""The height of a mark, in cells: people write a third of a cell at the most, and no smaller than they can read."""
MARKED = 0.85
"""The share of empty cells that hold marks."""
INKS = ((70, 70, 76), (95, 95, 100), (40, 60, 150), (30, 30, 34))
"""Pencils, a blue and a black pen."""


def noted(board: Board, random: np.random.Generator) -> dict[int, list[int]]:
    """Marks for most empty cells: some of the candidates that the rules leave."""
    marks = {}
    for cell, mask in enumerate(board.computed_candidates()):
        digits = [digit for digit in range(1, 10) if mask >> (digit - 1) & 1]
        if not board[cell] and digits and random.random() < MARKED:
            marks[cell] = sorted(random.choice(digits, min(len(digits), int(random.integers(1, 5))), replace=False))
    return marks


def places(digits: list[int], in_row: bool, height: float) -> list[tuple[float, float]]:
    """The middle of every mark of a cell, in cells."""
    if in_row:
        return [(0.5 + (number - (len(digits) - 1) / 2) * 0.85 * height, 0.5) for number in range(len(digits))]
    return [(((digit - 1) % 3 + 0.5) / 3, ((digit - 1) // 3 + 0.5) / 3) for digit in digits]


def write_marks(
    sheet: Pixels, marks: dict[int, list[int]], edge: int, height: float, writers: Writers, random: np.random.Generator
) -> None:
    ink, in_row = INKS[random.integers(len(INKS))], bool(random.random() < 0.4)
    side = round(1.4 * height * CELL)  # MNIST's digits are 20 pixels high in tiles of 28.
    for cell, digits in marks.items():
        for digit, (x, y) in zip(digits, places(digits, in_row, height), strict=True):
            shift = random.normal(0, 0.015, 2)
            left = round(edge + (cell % 9 + x + shift[0]) * CELL - side / 2)
            top = round(edge + (cell // 9 + y + shift[1]) * CELL - side / 2)
            stroke(sheet, writers.digit(int(digit), random), side, (left, top), ink, random.uniform(0.75, 1.0))


def page(seed: int, face: Path, writers: Writers) -> tuple[Pixels, Board, dict[int, list[int]], float]:
    """A photo, its puzzle and marks, and their height in pixels."""
    random = np.random.default_rng(seed)
    board, edge = puzzle_of(seed, 9), round(MARGIN * 9 * CELL)
    sheet = draw_grid(board, Look(face, cell=CELL, thin=2, thick=7, outer=7, edge=edge), writers, random)
    marks, height = noted(board, random), float(random.uniform(*HEIGHTS))
    write_marks(sheet, marks, edge, height, writers, random)
    side = SIDES[seed % len(SIDES)]
    shot = Shot(tilt=random.uniform(8, 18), bend=random.uniform(0, 0.01), light=random.uniform(0.8, 1), side=side)
    photo, _ = photograph(sheet, shot, random)
    return photo, board, marks, height * CELL * side / len(sheet)


def trial(seed: int, face: Path, writers: Writers) -> Trial:
    photo, board, marks, height = page(seed, face, writers)
    size = "marks below 40 px" if height < 40 else "marks of 40 px and more"

    def judge(grid: ScannedGrid | None) -> Counter[str]:
        read = {each.cell: list(each.digits) for each in grid.marks} if grid and grid.size == 9 else {}
        exact, false = sum(read.get(cell) == digits for cell, digits in marks.items()), len(read.keys() - marks.keys())
        counts = Counter({f"{size}: exact": exact, f"{size}: cells": len(marks), "false": false})
        counts.update({"other cells": 81 - len(marks), "right": whole(board)(grid)["right"]})
        return counts

    return Trial(photo, judge)


def main() -> None:
    parser = parser_of(__doc__, 12, "pages")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--face", type=Path, default=FACE)
    parser.set_defaults(seed=100)
    options = parser.parse_args()
    writers, seeds = Writers(options.data / "mnist"), range(options.seed, options.seed + options.count)
    run(Scanner(), [("marks", (trial(seed, options.face, writers) for seed in seeds))], options.out)


if __name__ == "__main__":
    main()
