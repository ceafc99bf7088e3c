"""Marks, cages and drawn rules on boards in the style of the project's own painters, which no network has seen.

    python -m benchmarks.reading.details --count 20 --seed 1

Killers, windokus and X-Sudokus without a digit more than they need, and classic boards with every candidate noted, in
light and dark and at sizes of 36 to 96 pixels a cell. A board counts when every cage with its sum, or every mark of
every cell, is exact.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import sudokulens as sl
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Cage
from sudokulens.scanned import ScannedGrid

SIZES = (36, 44, 52, 64, 80, 96)
KINDS = ("killer", "windoku", "x", "marks")


def drawn(board: Board, chance: random.Random, *, marks: bool) -> bytes:
    theme = chance.choice(("light", "dark"))
    edge = chance.choice(("none", "r1c1"))
    return sl.to_png(sl.draw(board, candidates=marks, edge=edge), cell_pixels=chance.choice(SIZES), theme=theme)


def score(kind: str, board: Board, grid: ScannedGrid | None, counts: Counter[str]) -> None:
    counts["boards"] += 1
    counts["found"] += grid is not None
    if kind == "killer":
        wanted = {(rule.cells, rule.total) for rule in board.rules if isinstance(rule, Cage)}
        read = {(cage.cells, cage.sum) for cage in grid.rules.cages} if grid else set()
        counts["cages"] += len(wanted)
        counts["cages exact"] += len(wanted & read)
        counts["boards exact"] += wanted == read
    elif kind == "marks":
        cells = {cell: mask for cell, mask in enumerate(board.computed_candidates()) if not board[cell]}
        noted = {marks.cell: sum(1 << (digit - 1) for digit in marks.digits) for marks in grid.marks} if grid else {}
        counts["cells"] += len(cells)
        counts["cells exact"] += sum(noted.get(cell) == mask for cell, mask in cells.items())
        counts["false marks"] += len(noted.keys() - cells.keys())
    elif grid:
        counts["boards exact"] += grid.status == "unique" and grid.rules.kind == {"x": "diagonal"}.get(kind, kind)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20, help="boards of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS)
    options = parser.parse_args()
    scanner = sl.Scanner()
    for kind in options.kinds:
        chance, counts = random.Random(options.seed), Counter[str]()
        for number in range(options.count):
            variants = () if kind == "marks" else (kind,)
            board = sl.generate(seed=options.seed * 10_000 + number, variants=variants)
            grids = scanner(drawn(board, chance, marks=kind == "marks")).grids
            score(kind, board, grids[0] if grids else None, counts)
        print(f"{kind}: " + ", ".join(f"{name} {number}" for name, number in counts.items()), flush=True)


if __name__ == "__main__":
    main()
