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
from benchmarks.reading.scenes import BOXES, Style, draw
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame
from sudokulens.vision.locate import locate

NEAR = 0.2
"""In cells: what the reader forgives."""

SIZES = (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 25)

LOOKS: dict[str, Style] = {
    "plain": Style(paper=(255, 255, 255), ink=(0, 0, 0), thin_ink=(0, 0, 0), digit_ink=(0, 0, 0)),
    "thin lines": Style(paper=(255, 255, 255), thin=0.01, thick=0.03, thin_ink=(190, 190, 195)),
    "alike": Style(paper=(250, 250, 250), thin=0.03, thick=0.03, ink=(70, 70, 70), thin_ink=(70, 70, 70)),
    "dark": Style(ink=(200, 200, 205), thin_ink=(90, 90, 95), paper=(25, 26, 30), digit_ink=(230, 230, 230)),
    "coloured": Style(ink=(40, 60, 160), thin_ink=(90, 120, 200), paper=(250, 240, 215), digit_ink=(160, 30, 30)),
    "shaded": Style(paper=(255, 255, 255), shaded=0.4, thin_ink=(150, 150, 150)),
    "full": Style(paper=(255, 255, 255), digits=1.0),
    "empty": Style(paper=(255, 255, 255), digits=0.0),
}


@dataclass(frozen=True)
class Crop:
    """A picture with the lattice and the digits of every board on it, row by row; 0 is an empty cell."""

    kind: str
    look: str
    pixels: np.ndarray
    lattices: list[np.ndarray]
    boards: list[np.ndarray]

    @property
    def name(self) -> str:
        height, width = self.pixels.shape[:2]
        return f"{self.kind}, {self.look}, {width}×{height}"


def lawful_digits(size: int, chance: np.random.Generator) -> np.ndarray:
    """A full board that keeps the rules of rows, columns and boxes, shuffled."""
    rows, columns = BOXES.get(size, (size, size))
    row, column = np.indices((size, size))
    steps = row if rows == size else row % rows * columns + row // rows
    board = (steps + column) % size + 1
    down, across = _shuffled(size, rows, chance), _shuffled(size, columns, chance)
    return chance.permutation(size)[board[down][:, across] - 1] + 1


def _shuffled(size: int, step: int, chance: np.random.Generator) -> list[int]:
    """Lines in an order that keeps those of one box together."""
    return [int(band * step + place) for band in chance.permutation(size // step) for place in chance.permutation(step)]


def _filled(style: Style, chance: np.random.Generator) -> Style:
    """The style with a share of a lawful board's digits to draw."""
    given = chance.random((style.size, style.size)) < style.digits
    return replace(style, board=np.where(given, lawful_digits(style.size, chance), 0))


def cropped(size: int, look: str, chance: np.random.Generator) -> Crop:
    """A screenshot cut to the board's own border: through it, just outside it, or a few pixels off."""
    style = _filled(replace(LOOKS[look], size=size), chance)
    side = chance.uniform(max(220, 13 * size), max(1400, 30 * size))
    cell, pad = side / size, 40
    page = np.full((round(side) + 2 * pad, round(side) + 2 * pad, 3), style.paper, np.uint8)
    lattice = draw(page, pad, pad, cell, style, chance)
    border = max(1, round(style.thick * cell))
    offsets = np.array([chance.integers(-border // 2, border // 2 + 4) for _ in range(4)])
    left, top = pad - offsets[0], pad - offsets[1]
    right, bottom = pad + round(side) + 1 + offsets[2], pad + round(side) + 1 + offsets[3]
    pixels = np.ascontiguousarray(page[top:bottom, left:right])
    return Crop(f"cropped {size}×{size}", look, pixels, [lattice - (left, top)], [style.board])


def at_edges(look: str, chance: np.random.Generator) -> Crop:
    """A board that touches two or three edges of a larger screenshot with bars and buttons."""
    style = _filled(LOOKS[look], chance)
    side = round(chance.uniform(300, 1000))
    height = round(side * chance.uniform(1.2, 2.1))
    page = np.full((height, side + 2, 3), style.paper, np.uint8)
    top = int(chance.integers(0, height - side - 1))
    lattice = draw(page, 1, top, side / 9, style, chance)
    below = top + side + (height - top - side) // 2
    for digit in range(9):
        place = (round((digit + 0.3) * side / 9), below)
        cv2.putText(page, str(digit + 1), place, 0, side / 500, style.digit_ink, 2, cv2.LINE_AA)
    return Crop("at the edges", look, page, [lattice], [style.board])


def side_by_side(look: str, chance: np.random.Generator) -> Crop:
    """Two to six boards with narrow gaps."""
    style = LOOKS[look]
    columns, rows = [(2, 1), (3, 1), (2, 2), (3, 2)][int(chance.integers(4))]
    cell = chance.uniform(18, 55)
    gap = round(cell * chance.uniform(0.25, 2.0))
    side = round(9 * cell)
    page = np.full((rows * (side + gap) + gap, columns * (side + gap) + gap, 3), style.paper, np.uint8)
    styles = [_filled(style, chance) for _ in range(rows * columns)]
    lattices = [
        draw(page, gap + n % columns * (side + gap), gap + n // columns * (side + gap), cell, filled, chance)
        for n, filled in enumerate(styles)
    ]
    return Crop("side by side", look, page, lattices, [filled.board for filled in styles])


def samurai(look: str, chance: np.random.Generator) -> Crop:
    """Five boards that share their corner boxes, whose digits are the middle board's."""
    style = replace(LOOKS[look], shaded=0.0)
    cell = int(chance.integers(18, 50))
    pad = int(chance.integers(0, 3 * cell))
    page = np.full((21 * cell + 2 * pad + 3, 21 * cell + 2 * pad + 3, 3), style.paper, np.uint8)
    lattices, boards = [], []
    for row, column in ((0, 0), (0, 12), (12, 0), (12, 12), (6, 6)):
        style = _filled(style, chance)
        lattices.append(draw(page, pad + 1 + column * cell, pad + 1 + row * cell, cell, style, chance))
        boards.append(style.board)
    for place, board in enumerate(boards[:4]):
        rows, columns = slice(6, 9) if place < 2 else slice(0, 3), slice(0, 3) if place % 2 else slice(6, 9)
        board[rows, columns] = boards[4][[slice(0, 3), slice(6, 9)][place >= 2], [slice(0, 3), slice(6, 9)][place % 2]]
    return Crop("samurai", look, page, lattices, boards)


def blurred(look: str, chance: np.random.Generator) -> Crop:
    """A full solution, reduced and enlarged again, or out of focus."""
    style = _filled(replace(LOOKS[look], digits=1.0), chance)
    cell, pad = chance.uniform(25, 80), 60
    side = round(9 * cell)
    page = np.full((side + 2 * pad, side + 2 * pad, 3), style.paper, np.uint8)
    lattice = draw(page, pad, pad, cell, style, chance)
    page = cv2.GaussianBlur(page, (0, 0), cell * chance.uniform(0.02, 0.07))
    return Crop("blurred full", look, page, [lattice], [style.board])


def with_popup(look: str, chance: np.random.Generator) -> Crop:
    """A message over one or two rows; the digits under it are not counted on."""
    style = _filled(LOOKS[look], chance)
    cell, pad = chance.uniform(30, 100), int(chance.integers(4, 120))
    side = round(9 * cell)
    page = np.full((side + 4 * pad, side + 2 * pad, 3), style.paper, np.uint8)
    lattice = draw(page, pad, 2 * pad, cell, style, chance)
    middle = 2 * pad + chance.uniform(1, 8) * cell
    half = chance.uniform(0.35, 0.8) * cell
    wide = chance.uniform(0.02, 0.15) * side
    first, last = (round(pad + wide), round(middle - half)), (round(pad + side - wide), round(middle + half))
    cv2.rectangle(page, first, last, style.paper, -1)
    cv2.rectangle(page, first, last, style.ink, max(1, round(cell / 25)))
    place = (first[0] + round(cell / 2), round(middle + cell / 6))
    cv2.putText(page, "Not complete yet: 41 to go", place, 0, cell / 65, style.digit_ink, 2, cv2.LINE_AA)
    return Crop("popup", look, page, [lattice], [style.board])


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
            here = [grid for grid in grids if crossing_error(grid.location, lattice) < NEAR]
            self.boards += 1
            self.located += any(crossing_error(place, lattice) < NEAR for place in places)
            self.reported += bool(here)
            self.right += any(grid.board.values == tuple(board.ravel().tolist()) for grid in here)
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
