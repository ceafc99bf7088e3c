"""How many pictures are read right: `make accuracy DATA=../shared/data`.

A grid is right when every digit is read as labelled and nothing else is; pencil marks count as empty. A silent error
is a wrong grid that carries no doubt and has the status "unique". Every failure goes onto a picture sheet in `--out`.

The shipped weights were trained on the wicht photos. For figures cross-validated by puzzle, `make crossvalidate`
trains one pair of networks for every fold of puzzles without that fold; with `--held-folds runs/fold0 runs/fold1 …`
every wicht photo is then read by the pair that never saw its puzzle, and everything else by the shipped ones.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.reading.failure_sheet import Failure, write_reliability, write_sheet
from benchmarks.reading.labelled import SETS, Case, Label, Picture, is_silent, label_of, load_set
from benchmarks.reading.renders import render_pages
from pages import camera
from sudokulens.reading.network import CellNetwork
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame

TURNS = (0, 90, 180, 270, 23, -38)
"""Degrees clockwise by which every picture is turned as well; odd angles enlarge the picture with grey corners."""


@dataclass
class Tally:
    """Counts over some pictures."""

    grids: int = 0
    whole: int = 0
    found: int = 0
    cells: int = 0
    of_cells: int = 0
    split: int = 0
    of_split: int = 0
    silent: int = 0
    doubted: int = 0
    named: int = 0
    negatives: int = 0
    of_negatives: int = 0
    seconds: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        parts = [
            f"{name:<28}",
            _share(self.whole, self.grids),
            f"{self.found:>4}",
            f"{100 * self.cells / max(1, self.of_cells):>8.3f}",
            _share(self.split, self.of_split),
            f"{self.silent:>6}",
            f"{self.doubted:>7}",
            f"{self.named:>3}/{self.grids - self.whole:<3}",
            f"{self.negatives:>3}/{self.of_negatives:<3}",
            f"{1000 * float(np.median(self.seconds)) if self.seconds else 0:>6.0f}",
        ]
        return " ".join(parts)


HEADER = (
    f"{'pictures':<28} {'whole grids':>17} found  cells % {'givens alone':>17} silent doubted named   negat.     ms\n"
)


def main() -> None:
    arguments = _arguments()
    scanner = scanner_with(arguments.weights)
    held = [scanner_with(folder) for folder in arguments.held_folds]
    failures: list[Failure] = []
    points: list[tuple[float, bool]] = []
    print(HEADER, end="")
    for name in arguments.sets:
        cases = load_set(arguments.data, name)[: arguments.limit]
        if not cases:
            print(f"{name:<28} skipped: no data in {arguments.data / name}")
        for turn in arguments.turns if cases else ():
            readers = by_fold(cases, held) if name.startswith("wicht") and held else [(scanner, cases)]
            tallies: dict[str, Tally] = {}
            for reader, part in readers:
                measure(reader, name, part, turn, failures, points, tallies)
            print_rows(name + (" held out" if len(readers) > 1 else ""), turn, tallies)
    if arguments.renders:
        pages = render_pages(arguments.material, arguments.data, arguments.renders)
        tallies = measure(scanner, "renders", pages, 0, failures, points, {})
        print_rows("renders held out", 0, tallies)
        if not tallies["all"].seconds:
            print(f"  skipped: no atlas in {arguments.material} (python -m training.render.atlas) or no MNIST")
    write_sheet(failures, arguments.out)
    write_reliability(points, arguments.out)


def scanner_with(weights: Path | None) -> Scanner:
    """A scanner with the shipped weights, or with those of a training run that kept a fold out."""
    if weights is None:
        return Scanner()
    fast, careful = (CellNetwork.open(next(weights.glob(f"{name}-*.onnx"))) for name in ("fast", "careful"))
    return Scanner(fast, careful)


def by_fold(cases: Sequence[Case], held: Sequence[Scanner]) -> list[tuple[Scanner, list[Case]]]:
    """Every scanner with the photos of the puzzles that it was not trained on."""
    return [
        (scanner, [case for case in cases if zlib.crc32(case.puzzle.encode()) % len(held) == fold])
        for fold, scanner in enumerate(held)
    ]


def print_rows(name: str, turn: int, tallies: dict[str, Tally]) -> None:
    """The set's row and, upright, one for each kind of picture in it."""
    print(tallies["all"].row(f"{name} {turn:+d}°" if turn else name), flush=True)
    if not turn and len(tallies) > 2:
        for kind, tally in sorted(tallies.items()):
            if kind != "all":
                print(tally.row(f"  {kind}"))


def measure(
    scanner: Scanner,
    name: str,
    cases: Iterable[Picture],
    turn: int,
    failures: list[Failure],
    points: list[tuple[float, bool]],
    tallies: dict[str, Tally],
) -> dict[str, Tally]:
    """Tallies by kind, and "all", added to; failures and (confidence, right) pairs are added to the lists."""
    tallies.setdefault("all", Tally())
    for case in cases:
        frame = turned(case.frame(), turn)
        start = time.perf_counter()
        scan = scanner(frame)
        seconds = time.perf_counter() - start
        for tally in (tallies["all"], tallies.setdefault(case.kind, Tally())):
            tally.seconds.append(seconds)
        both = [tallies["all"], tallies[case.kind]]
        if not case.labels:
            _count_negative(both, case, frame, scan.grids, failures)
        for label in case.labels:
            _count_grid(both, f"{name}/{case.name} {turn:+d}°", label, frame, scan.grids, failures, points)
    return tallies


def _count_negative(
    tallies: Sequence[Tally], case: Picture, frame: Frame, grids: Sequence[ScannedGrid], failures: list[Failure]
) -> None:
    for tally in tallies:
        tally.of_negatives += 1
        tally.negatives += not grids
    if grids:
        failures.append(Failure(f"{case.name}: a grid where there is none", frame, grids[0], None))


def _count_grid(
    tallies: Sequence[Tally],
    name: str,
    label: Label,
    frame: Frame,
    grids: Sequence[ScannedGrid],
    failures: list[Failure],
    points: list[tuple[float, bool]],
) -> None:
    grid = max(grids, key=lambda found: _cells_right(found, label), default=None)
    right = grid is not None and label_of(grid.board).digits == label.digits
    for tally in tallies:
        _add(tally, label, grid, right)
    if grid is not None and grid.status == "unique":
        points.append((grid.confidence, right))
    if not right:
        wrong = len(label.digits) - (_cells_right(grid, label) if grid else 0)
        silent = grid is not None and is_silent(grid)
        why = "no grid" if grid is None else f"{wrong} cells wrong" + (", SILENT" if silent else "")
        failures.append(Failure(f"{name}: {why}", frame, grid, label.digits))


def _add(tally: Tally, label: Label, grid: ScannedGrid | None, right: bool) -> None:
    tally.grids += 1
    tally.of_cells += len(label.digits)
    tally.whole += right
    tally.of_split += label.givens is not None
    if grid is None:
        return
    tally.found += 1
    tally.cells += _cells_right(grid, label)
    tally.split += label.givens is not None and label_of(grid.board).givens == label.givens
    tally.doubted += right and bool(grid.doubts)
    tally.silent += not right and is_silent(grid)
    if not right and len(grid.board.values) == len(label.digits):
        wrong = {c for c, (a, b) in enumerate(zip(label_of(grid.board).digits, label.digits, strict=True)) if a != b}
        tally.named += wrong <= {doubt.cell for doubt in grid.doubts}


def turned(frame: Frame, degrees: int) -> Frame:
    """The picture turned clockwise; odd angles keep everything and fill the corners with the picture's mean."""
    if degrees % 90 == 0:
        return Frame(np.ascontiguousarray(np.rot90(frame.pixels, -degrees // 90)))
    return Frame(camera.turned(frame.pixels, degrees, frame.pixels.mean(axis=(0, 1)))[0])


def _cells_right(grid: ScannedGrid, label: Label) -> int:
    digits = label_of(grid.board).digits
    return sum(a == b for a, b in zip(digits, label.digits, strict=True)) if len(digits) == len(label.digits) else 0


def _share(part: int, whole: int) -> str:
    return f"{part:>4}/{whole:<4} {100 * part / whole:>6.2f}%" if whole else f"{'–':>17}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("out/accuracy"))
    parser.add_argument("--sets", nargs="*", default=[name for name in SETS if name != "kubiesa/train"])
    parser.add_argument("--turns", nargs="+", type=int, default=list(TURNS))
    parser.add_argument("--weights", type=Path, help="folder of other ONNX weights")
    parser.add_argument(
        "--held-folds", nargs="*", type=Path, default=[], help="folders of weights without fold 0, 1, …; all folds"
    )
    parser.add_argument("--limit", type=int, help="at most this many pictures of each set")
    parser.add_argument("--renders", type=int, default=240, help="pages to draw, 0 for none")
    parser.add_argument("--material", type=Path, default=Path(".data"), help="folder of the atlas of typefaces")
    return parser.parse_args()


if __name__ == "__main__":
    main()
