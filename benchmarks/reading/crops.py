"""Are boards found that lack surroundings? `python -m benchmarks.reading.crops --count 8`

Drawn screenshots cut to the board's border, at every size; boards at the picture's edges, side by side, samurai,
blurred solutions, and boards under a message. For every kind: boards, located (every crossing within a fifth of a
cell), reported by the scanner, and read right in every cell; with the median processor time of a scan.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from benchmarks.reading.locate import crossing_error
from pages.boards import board_of, lawful_digits
from pages.grids import Look, put_grid
from pages.screens import put_message
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import box_shapes
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame
from sudokulens.vision.locate import locate

MAX_CROSSING_ERROR_CELLS = 0.2
"""In cells: what the reader forgives."""

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


@dataclass(frozen=True)
class Crop:
    """A picture with every board on it and its lattice."""

    kind: str
    look: str
    pixels: np.ndarray
    lattices: list[np.ndarray]
    boards: list[Board]

    @property
    def name(self) -> str:
        height, width = self.pixels.shape[:2]
        return f"{self.kind}, {self.look}, {width}×{height}"


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


def _page(height: float, width: float, look: Look) -> np.ndarray:
    return np.full((round(height), round(width), 3), look.paper, np.uint8)


def cropped(size: int, name: str, chance: np.random.Generator) -> Crop:
    """A screenshot cut to the board's own border: through it, just outside it, or a few pixels off."""
    board, pad = _board(name, chance, size), 40
    look = _look(name, chance.uniform(max(220, 13 * size), max(1400, 30 * size)) / size, board, chance)
    side = size * look.cell
    page = _page(side + 2 * pad, side + 2 * pad, look)
    lattice = put_grid(page, (pad, pad), board, look)
    left, top, right, bottom = (int(chance.integers(-look.outer // 2, look.outer // 2 + 4)) for _ in range(4))
    pixels = np.ascontiguousarray(page[pad - top : pad + side + 1 + bottom, pad - left : pad + side + 1 + right])
    return Crop(f"cropped {size}×{size}", name, pixels, [lattice - (pad - left, pad - top)], [board])


def at_edges(name: str, chance: np.random.Generator) -> Crop:
    """A board that touches two or three edges of a larger screenshot with bars and buttons."""
    board = _board(name, chance)
    look = _look(name, chance.uniform(33, 111), board, chance)
    side = 9 * look.cell
    page = _page(side * chance.uniform(1.2, 2.1), side + 2, look)
    top = int(chance.integers(0, len(page) - side - 1))
    lattice = put_grid(page, (1, top), board, look)
    below = top + side + (len(page) - top - side) // 2
    for digit in range(9):
        place = (round((digit + 0.3) * look.cell), below)
        cv2.putText(page, str(digit + 1), place, 0, side / 500, look.ink, 2, cv2.LINE_AA)
    return Crop("at the edges", name, page, [lattice], [board])


def side_by_side(name: str, chance: np.random.Generator) -> Crop:
    """Two to six boards with narrow gaps."""
    columns, rows = [(2, 1), (3, 1), (2, 2), (3, 2)][int(chance.integers(4))]
    boards = [_board(name, chance) for _ in range(rows * columns)]
    look = _look(name, chance.uniform(18, 55), boards[0], chance)
    gap = round(look.cell * chance.uniform(0.25, 2.0))
    step = 9 * look.cell + gap
    page = _page(rows * step + gap, columns * step + gap, look)
    places = [(gap + number % columns * step, gap + number // columns * step) for number in range(len(boards))]
    lattices = [put_grid(page, place, board, look) for place, board in zip(places, boards, strict=True)]
    return Crop("side by side", name, page, lattices, boards)


def samurai(name: str, chance: np.random.Generator) -> Crop:
    """Five boards that share their corner boxes, whose digits are the middle board's."""
    look = LOOKS[name].sized(int(chance.integers(18, 50)))
    pad = int(chance.integers(0, 3 * look.cell))
    page = _page(21 * look.cell + 2 * pad + 3, 21 * look.cell + 2 * pad + 3, look)
    middle = np.array(_board(name, chance).values).reshape(9, 9)
    lattices, boards = [], []
    for row, column in ((0, 0), (0, 12), (12, 0), (12, 12), (6, 6)):
        digits = np.array(_board(name, chance).values).reshape(9, 9) if row != 6 else middle
        if row != 6:
            down, across = (slice(0, 3) if at else slice(6, 9) for at in (row, column))
            digits[down, across] = middle[slice(6, 9) if row else slice(0, 3), slice(6, 9) if column else slice(0, 3)]
        boards.append(board_of(digits.ravel(), 9))
        place = (pad + 1 + column * look.cell, pad + 1 + row * look.cell)
        lattices.append(put_grid(page, place, boards[-1], look))
    return Crop("samurai", name, page, lattices, boards)


def blurred(name: str, chance: np.random.Generator) -> Crop:
    """A full solution, reduced and enlarged again, or out of focus."""
    board, pad = _board(name, chance, share=1.0), 60
    look = _look(name, chance.uniform(25, 80), board, chance)
    page = _page(9 * look.cell + 2 * pad, 9 * look.cell + 2 * pad, look)
    lattice = put_grid(page, (pad, pad), board, look)
    page = cv2.GaussianBlur(page, (0, 0), look.cell * chance.uniform(0.02, 0.07))
    return Crop("blurred full", name, page, [lattice], [board])


def with_popup(name: str, chance: np.random.Generator) -> Crop:
    """A message over one or two rows; the digits under it are not counted on."""
    board, pad = _board(name, chance), int(chance.integers(4, 120))
    look = _look(name, chance.uniform(30, 100), board, chance)
    side = 9 * look.cell
    page = _page(side + 4 * pad, side + 2 * pad, look)
    lattice = put_grid(page, (pad, 2 * pad), board, look)
    middle = 2 * pad + chance.uniform(1, 8) * look.cell
    half = chance.uniform(0.35, 0.8) * look.cell
    wide = chance.uniform(0.02, 0.15) * side
    page = put_message(page, (pad + wide, middle - half, pad + side - wide, middle + half), look)
    return Crop("popup", name, page, [lattice], [board])


def crops(per_kind: int, seed: int = 1, sizes: tuple[int, ...] = SIZES) -> Iterator[Crop]:
    """`per_kind` pictures of every kind, the looks in turn; the same for the same seed."""
    looks = list(LOOKS)
    for number in range(per_kind):
        for size in sizes:
            yield cropped(size, looks[number % len(looks)], np.random.default_rng([seed, number, size]))
        for place, kind in enumerate((at_edges, side_by_side, samurai, blurred, with_popup)):
            yield kind(looks[number % len(looks)], np.random.default_rng([seed, number, 100 + place]))


@dataclass
class Tally:
    """Counts over the pictures of one kind."""

    boards: int = 0
    located: int = 0
    reported: int = 0
    right: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, crop: Crop, scanner: Scanner) -> bool:
        """Counts one picture; true where every board was located and reported."""
        frame = Frame(crop.pixels)
        places = locate(frame)
        start = time.process_time()
        grids = scanner(frame).grids
        self.milliseconds.append((time.process_time() - start) * 1000)
        before = self.located + self.reported
        for lattice, board in zip(crop.lattices, crop.boards, strict=True):
            here = [grid for grid in grids if crossing_error(grid.location, lattice) < MAX_CROSSING_ERROR_CELLS]
            self.boards += 1
            self.located += any(crossing_error(place, lattice) < MAX_CROSSING_ERROR_CELLS for place in places)
            self.reported += bool(here)
            self.right += any(grid.board.values == board.values for grid in here)
        return self.located + self.reported - before == 2 * len(crop.boards)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=8, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failures", action="store_true", help="name the pictures that failed")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    scanner, tallies = Scanner(), dict[str, Tally]()
    for crop in crops(arguments.count, arguments.seed):
        if not tallies.setdefault(crop.kind, Tally()).add(crop, scanner) and arguments.failures:
            print(f"  {crop.name}", flush=True)
    print(f"{'kind':<16} boards located reported right   median ms")
    for kind, tally in tallies.items():
        counts = f"{tally.boards:>6} {tally.located:>7} {tally.reported:>8} {tally.right:>5}"
        print(f"{kind:<16} {counts}   {np.median(tally.milliseconds):>9.0f}")


if __name__ == "__main__":
    main()
