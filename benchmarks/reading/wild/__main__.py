"""How hard pictures are read, by kind: `python -m benchmarks.reading.wild --data ../shared/data`.

Every kind has a row: grids on the pictures, found (quadrilaterals overlap by at least 0.8), right (every digit, the
right way up), doubted though right, givens alone right, wrong without a doubt (silent), wrong with all wrong cells
named by doubts, told what sort of Sudoku it is (nature), grids reported where none is (stray), and the median and worst
CPU time of a scan in milliseconds. `--out` collects the failures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.reading.failure_sheet import Failure, write_sheet
from benchmarks.reading.labelled import is_silent, label_of
from benchmarks.reading.wild.pictures import GROUPS, Truth, WildPicture, drawn_pictures, load_material
from benchmarks.reading.wild.real import RUINED, SHOTS, accident_pictures, real_pictures
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame

MIN_OVERLAP = 0.8
REAL_SETS = ("photos", "kubiesa/val", "wicht/train", "wicht/mixed_train")


@dataclass
class Tally:
    """Counts over the pictures of one kind."""

    pictures: int = 0
    grids: int = 0
    found: int = 0
    right: int = 0
    doubted: int = 0
    split: int = 0
    of_split: int = 0
    wrong: int = 0
    silent: int = 0
    named: int = 0
    stray: int = 0
    natures: int = 0
    seconds: list[float] = field(default_factory=list)

    def row(self, kind: str) -> str:
        split = f"{self.split}/{self.of_split}" if self.of_split else "–"
        wrong = f"{self.named}/{self.wrong}" if self.wrong else "–"
        slow = 1000 * max(self.seconds, default=0.0)
        median = 1000 * float(np.median(self.seconds)) if self.seconds else 0.0
        return (
            f"{kind:<20} {self.grids:>5} {self.found:>5} {self.right:>5} {self.doubted:>7} {split:>8} {self.silent:>6} "
            f"{wrong:>7} {self.natures:>6} {self.stray:>5} {median:>6.0f} {slow:>6.0f}"
        )


HEADER = f"{'kind':<20} grids found right doubted {'givens':>8} silent {'named':>7} nature stray    ms  worst"


def main() -> None:
    arguments = _arguments()
    cv2.setNumThreads(1)
    scanner = Scanner()
    failures: list[Failure] = []
    total: dict[str, Tally] = {}
    print(HEADER)
    for group in arguments.groups:
        tallies: dict[str, Tally] = {}
        for picture in _pictures(group, arguments):
            if arguments.kinds and picture.kind not in arguments.kinds:
                continue
            _count(scanner, picture, tallies.setdefault(picture.kind, Tally()), failures)
        for kind, tally in tallies.items():
            print(tally.row(kind), flush=True)
        total[group] = _sum(list(tallies.values()))
    for group, tally in total.items():
        print(tally.row(f"all {group}"))
    if arguments.out:
        write_sheet(failures, arguments.out)


def _pictures(group: str, arguments: argparse.Namespace) -> Iterator[WildPicture]:
    if group in ("real", "ruined"):
        shots = RUINED if group == "ruined" else SHOTS
        return real_pictures(arguments.data, REAL_SETS, arguments.count, arguments.seed, shots)
    if group == "accidents":
        return accident_pictures(arguments.data, REAL_SETS, arguments.count, arguments.seed, arguments.kinds)
    material = load_material(arguments.material, arguments.data)
    return drawn_pictures(material, group, arguments.count, arguments.seed, arguments.kinds)


def _count(scanner: Scanner, picture: WildPicture, tally: Tally, failures: list[Failure]) -> None:
    start = time.process_time()
    grids = list(scanner(Frame(picture.pixels)).grids)
    tally.seconds.append(time.process_time() - start)
    tally.pictures += 1
    frame = Frame(picture.pixels)
    for truth in picture.truths:
        grid = _at(truth, grids)
        if grid is not None:
            grids.remove(grid)
        if (fault := _judge(truth, grid, tally)) is not None:
            failures.append(Failure(f"{picture.kind} {picture.name}: {fault}", frame, grid, truth.label.digits))
    tally.stray += len(grids)
    title = f"{picture.kind} {picture.name}: a grid where there is none"
    failures += [Failure(title, frame, grid, None) for grid in grids]


def _at(truth: Truth, grids: list[ScannedGrid]) -> ScannedGrid | None:
    """The grid whose place overlaps the true one most, if it does at all."""
    best = max(grids, key=lambda grid: _overlap(truth, grid), default=None)
    return best if best is not None and _overlap(truth, best) > 0.1 else None


def _overlap(truth: Truth, grid: ScannedGrid) -> float:
    quads = [np.asarray(quad, dtype=np.float32) for quad in (truth.corners, grid.location.corners)]
    shared, _ = cv2.intersectConvexConvex(quads[0], quads[1])
    both = sum(cv2.contourArea(quad) for quad in quads) - shared
    return float(shared / both) if both > 0 else 0.0


def _judge(truth: Truth, grid: ScannedGrid | None, tally: Tally) -> str | None:
    """Counts one grid; says what is wrong with it."""
    tally.grids += 1
    tally.of_split += truth.label.givens is not None
    if grid is None:
        return "no grid"
    tally.found += _overlap(truth, grid) >= MIN_OVERLAP
    read = label_of(grid.board)
    tally.natures += grid.kind == truth.nature
    tally.split += read.givens == truth.label.givens
    if read.digits == truth.label.digits:
        tally.right += 1
        tally.doubted += bool(grid.doubts)
        return None if truth.label.givens in (None, read.givens) else "split"
    silent = is_silent(grid)
    tally.wrong += 1
    tally.silent += silent
    if len(read.digits) != len(truth.label.digits):
        return f"size {grid.size}"
    wrong = {c for c, (a, b) in enumerate(zip(read.digits, truth.label.digits, strict=True)) if a != b}
    tally.named += wrong <= {doubt.cell for doubt in grid.doubts}
    return f"{len(wrong)} cells wrong" + (", SILENT" if silent else "")


def _sum(tallies: list[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        for name, value in vars(tally).items():
            setattr(total, name, getattr(total, name) + value)
    return total


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--material", type=Path, default=Path(".data"), help="folder of the atlas of typefaces")
    parser.add_argument("--groups", nargs="*", default=["real", "ruined", "accidents", *GROUPS])
    parser.add_argument("--kinds", nargs="*", help="only these kinds")
    parser.add_argument("--count", type=int, default=4, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=0, help="the first picture's number")
    parser.add_argument("--out", type=Path, help="folder for the sheet of failures")
    return parser.parse_args()


if __name__ == "__main__":
    main()
