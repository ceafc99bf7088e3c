"""What is still read wrong, by kind: `python -m benchmarks.reading.failure_kinds --count 6`

Pictures of the hard kinds, drawn by the project, each kind counted, and one failure of each that has any shown on a
sheet (`docs/images/reading-failures.jpg`) beside what was read. Prints the table of `docs/design/failures.md`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

import sudokulens as sl
from benchmarks.reading import crops, paper_marks, symbols
from benchmarks.reading.failure_sheet import Failure, write_sheet
from benchmarks.reading.trials import Trial, whole
from pages.boards import board_of, lawful_digits
from pages.typefaces import typefaces
from pages.writing import Writers
from sudokulens.puzzle.board import Board
from sudokulens.scanned import ScannedGrid
from sudokulens.vision.frame import load_frame


def _lettered(kind: str, size: int, faces: Sequence[Path], count: int, filled: float = 0.4) -> Iterator[Trial]:
    for number in range(count):
        random = np.random.default_rng([9, number, *kind.encode()])
        full = lawful_digits(size, random)
        board = np.where(random.random(full.shape) < filled, full, 0)
        face = faces[int(random.integers(len(faces)))]
        pixels = symbols.picture(board, kind, face, random, int(random.integers(28, 60)))
        yield Trial(pixels, whole(board_of(board.ravel(), size)))


def _covered(count: int) -> Iterator[Trial]:
    looks = [look for look in crops.LOOKS if look != "empty"]
    for number in range(count):
        crop = crops.with_popup(looks[number % len(looks)], np.random.default_rng([9, number]))
        yield Trial(crop.pixels, lambda grid: Counter(right=grid is not None and bool(grid.covered or grid.doubts)))


def _marked(count: int, data: Path) -> Iterator[Trial]:
    writers = Writers(data / "mnist")
    for seed in range(900, 900 + count):
        photo, _, marks, _ = paper_marks.page(seed, paper_marks.FACE, writers)

        def enough(grid: ScannedGrid | None, marks: dict[int, list[int]] = marks) -> Counter[str]:
            read = {each.cell: list(each.digits) for each in grid.marks} if grid else {}
            exact = sum(read.get(cell) == digits for cell, digits in marks.items())
            return Counter(right=exact >= 0.9 * len(marks))

        yield Trial(photo, enough)


def _ruled(variant: str, named: str, count: int) -> Iterator[Trial]:
    """Named where the ordinary rules leave the board open, and no line read as a digit."""
    for seed in range(count):
        board = sl.generate(seed=seed, variants=(variant,))

        def right(grid: ScannedGrid | None, board: Board = board) -> Counter[str]:
            said = grid is not None and (grid.status == "unique" or named in grid.note)
            return Counter(right=said and whole(board)(grid)["right"])

        yield Trial(sl.to_png(sl.draw(board, candidates=False), cell_pixels=64), right)


def trials(count: int, fonts: Path, data: Path) -> Iterator[tuple[str, Iterator[Trial]]]:
    faces = typefaces(fonts)
    yield "0-f on 16x16", _lettered("small letters from 0", 16, faces, count)
    yield "a-g on 16x16, three cells in five filled", _lettered("small letters", 16, faces, count, 0.6)
    yield "A-Y on 25x25", _lettered("letters alone", 25, faces, count)
    yield "1-9 and A-P on 25x25", _lettered("capital letters", 25, faces, count)
    yield "10-16 in outlined type", _lettered("numbers outlined", 16, faces, count)
    yield "1-25 as numbers", _lettered("numbers", 25, faces, count)
    yield "a message over the board", _covered(count)
    yield "pencil marks on paper, nine cells in ten", _marked(count, data)
    yield "thermometers named", _ruled("thermo", "thermometers", count)
    yield "arrows named", _ruled("arrow", "arrows", count)
    yield "dots named", _ruled("white", "dots", count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=6, help="pictures of each kind")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("out/failures"))
    parser.add_argument("--sheets", type=Path, default=Path("docs/images"), help="where the small sheets go")
    arguments = parser.parse_args()
    scanner, shown = sl.Scanner(), list[Failure]()
    print("| kind | right |\n|---|---|")
    for kind, pictures in trials(arguments.count, arguments.fonts, arguments.data):
        failed, right = None, 0
        for trial in pictures:
            frame = load_frame(trial.picture)
            grid = next(iter(scanner(frame).grids), None)
            if trial.judge(grid)["right"]:
                right += 1
            elif failed is None:
                failed = Failure(kind, frame, grid, None)
        print(f"| {kind} | {right}/{arguments.count} |", flush=True)
        shown += [failed] if failed else []
    write_sheet(shown, arguments.out)
    for number, sheet in enumerate(sorted(arguments.out.glob("failures-*.png"))):
        half = cv2.resize(cv2.imread(str(sheet)), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(arguments.sheets / f"reading-failures{number + 1 if number else ''}.jpg"), half)


if __name__ == "__main__":
    main()
