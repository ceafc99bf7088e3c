"""Marks, cages and drawn rules on boards in the style of the project's own painters, which no network has seen.

    python -m benchmarks.reading.details --count 20 --seed 1

Killers, windokus and X-Sudokus without a digit more than they need, and classic boards with every candidate noted, in
light and dark and at sizes of 36 to 96 pixels a cell. A board counts when every cage with its sum, or every mark of
every cell, is exact.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial

import sudokulens as sl
from benchmarks.reading import cages
from benchmarks.reading.trials import Trial, parser_of, run
from sudokulens.puzzle.board import Board
from sudokulens.scanned import ScannedGrid

SIZES = (36, 44, 52, 64, 80, 96)
KINDS = ("killer", "windoku", "x", "marks")


def drawn(board: Board, chance: random.Random, *, marks: bool) -> bytes:
    theme = chance.choice(("light", "dark"))
    edge = chance.choice(("none", "r1c1"))
    return sl.to_png(sl.draw(board, candidates=marks, edge=edge), cell_pixels=chance.choice(SIZES), theme=theme)


def score(kind: str, board: Board, grid: ScannedGrid | None) -> Counter[str]:
    counts = Counter(boards=1, found=grid is not None)
    if kind == "marks":
        cells = {cell: mask for cell, mask in enumerate(board.computed_candidates()) if not board[cell]}
        noted = {marks.cell: sum(1 << (digit - 1) for digit in marks.digits) for marks in grid.marks} if grid else {}
        exact, false = sum(noted.get(cell) == mask for cell, mask in cells.items()), len(noted.keys() - cells.keys())
        counts.update({"right": exact == len(cells), "cells": len(cells), "cells exact": exact, "false marks": false})
    else:
        counts["right"] = (
            grid is not None and grid.status == "unique" and grid.rules.kind == {"x": "diagonal"}.get(kind, kind)
        )
    return counts


def trials(kind: str, count: int, seed: int) -> Iterator[Trial]:
    chance = random.Random(seed)
    for number in range(count):
        board = sl.generate(seed=seed * 10_000 + number, variants=() if kind == "marks" else (kind,))
        judge = partial(cages.score, board) if kind == "killer" else partial(score, kind, board)
        yield Trial(drawn(board, chance, marks=kind == "marks"), judge)


def main() -> None:
    parser = parser_of(__doc__, 20, "boards of each kind")
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    options = parser.parse_args()
    run(sl.Scanner(), ((kind, trials(kind, options.count, options.seed)) for kind in options.kinds), options.out)


if __name__ == "__main__":
    main()
