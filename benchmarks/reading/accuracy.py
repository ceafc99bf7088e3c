"""How many pictures are read right: `make accuracy DATA=../shared/data`.

A grid is right when every digit is read as labelled and nothing else is; pencil marks count as empty. A silent error
is a wrong grid that carries no doubt and has the status "unique". Every failure goes onto a picture sheet in `--out`.

The shipped weights were trained on the wicht photos. For figures cross-validated by puzzle, `make crossvalidate`
trains one pair of networks for every fold of puzzles without that fold; with `--held-folds runs/fold0 runs/fold1 …`
every wicht photo is then read by the pair that never saw its puzzle, and everything else by the shipped ones.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Sequence
from pathlib import Path

from benchmarks.reading.failure_sheet import write_reliability
from benchmarks.reading.labelled import SETS, Case, load_set
from benchmarks.reading.renders import render_pages
from benchmarks.reading.results import HEADER, Results, measured, write_failures
from sudokulens.reading.network import CellNetwork
from sudokulens.scanner import Scanner

TURNS = (0, 90, 180, 270, 23, -38)
"""Degrees clockwise by which every picture is turned as well; odd angles enlarge the picture with grey corners."""


def main() -> None:
    arguments = _arguments()
    scanner = scanner_with(arguments.weights)
    held = [scanner_with(folder) for folder in arguments.held_folds]
    done: list[Results] = []
    print(HEADER)
    for name in arguments.sets:
        cases = load_set(arguments.data, name)[: arguments.limit]
        if not cases:
            print(f"{name:<28} skipped: no data in {arguments.data / name}")
        for turn in arguments.turns if cases else ():
            readers = by_fold(cases, held) if name.startswith("wicht") and held else [(scanner, cases)]
            done.append(measured(readers, turn))
            title = name + (" held out" if len(readers) > 1 else "")
            done[-1].show(f"{title} {turn:+d}°" if turn else title, kinds=not turn)
    if arguments.renders:
        pages = render_pages(arguments.material, arguments.data, arguments.renders)
        done.append(measured([(scanner, pages)]))
        done[-1].show("renders held out")
        if not done[-1].tallies["all"].seconds:
            print(f"  skipped: no atlas in {arguments.material} (python -m training.render.atlas) or no MNIST")
    write_failures(done, arguments.out)
    write_reliability([point for results in done for point in results.points], arguments.out)


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
