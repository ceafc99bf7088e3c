"""Fits what the givens say about pencil marks: `python -m benchmarks.reading.fit_marks --data ../shared/data`.

Of the pages whose marks are labelled, and of drawn paper (`paper_marks`), every digit of every marked cell is a sample:
the network's log-odds, whether a given excludes the digit, and whether it is noted. A logistic regression weighs the
two. `counted` holds log-probabilities of miscounts: how many more or fewer digits are noted than marks were counted.
Cells exact are counted as fitted and with each picture held out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.calibration import fitted
from benchmarks.reading.paper_marks import FACE, page
from pages.writing import Writers
from sudokulens.reading.chance import log_odds
from sudokulens.reading.marks import (
    MIN_MARK_INK_PROBABILITY,
    MIN_MARK_PROBABILITY,
    excluded,
    likeliest_digits,
)
from sudokulens.reading.reading import Ink
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame, load_frame

MAX_MISCOUNT = 2
"""A cell whose marks were miscounted by more counts as miscounted by this many."""

TARGET = Path("src/sudokulens/fitted/marks.json")
FOLDS = 5
UNSEEN = 0.5
"""Added to every number of miscounts, so that none is impossible."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A cell with marks: (n, 2) log-odds and exclusion of digits, (n,) which are noted, and how many were counted."""

    kind: str
    picture: str
    features: NDArray[np.float64]
    noted: NDArray[np.bool_]
    counted: int

    @property
    def off(self) -> int:
        """How many more marks there are than were counted."""
        return int(np.clip(self.noted.sum() - self.counted, -MAX_MISCOUNT, MAX_MISCOUNT))


@dataclass(frozen=True, eq=False)
class Model:
    """The weights of the regression, bias first, and the logarithms of the shares of miscounts."""

    weights: NDArray[np.float64]
    counted: NDArray[np.float64]


def main() -> None:
    arguments = _arguments()
    samples = [*_labelled(arguments.data), *_drawn(arguments.data, arguments.count)]
    model = _fit(samples)
    names = ("bias", "network", "excluded")
    answer = {
        "written_by": "python -m benchmarks.reading.fit_marks",
        "fitted_on": ", ".join(
            f"{sum(sample.kind == kind for sample in samples)} marked cells of {kind}" for kind in ("pages", "paper")
        ),
        **{name: round(float(weight), 3) for name, weight in zip(names, model.weights, strict=True)},
        "counted": [round(float(nats), 3) for nats in model.counted],
    }
    arguments.out.write_text(json.dumps(answer, indent=2) + "\n")
    print(json.dumps(answer, indent=2))
    report(samples, model)


def _fit(samples: list[Sample]) -> Model:
    weights = fitted(np.vstack([s.features for s in samples]), np.concatenate([s.noted for s in samples]))
    often = np.bincount(
        [sample.off + MAX_MISCOUNT for sample in samples if sample.counted], minlength=2 * MAX_MISCOUNT + 1
    )
    return Model(weights, np.log((often + UNSEEN) / (often + UNSEEN).sum()))


def _is_exact(sample: Sample, model: Model) -> bool:
    odds = model.weights[0] + sample.features @ model.weights[1:]
    digits = likeliest_digits(odds, sample.counted, least=1, miscounts=model.counted)
    return digits == tuple(np.flatnonzero(sample.noted) + 1)


def report(samples: list[Sample], model: Model) -> None:
    pictures = sorted({sample.picture for sample in samples})
    for kind in ("pages", "paper"):
        mine = [sample for sample in samples if sample.kind == kind]
        exact = sum(_is_exact(sample, model) for sample in mine)
        held = 0
        for fold in range(FOLDS):
            out = set(pictures[fold::FOLDS])
            others = _fit([sample for sample in samples if sample.picture not in out])
            held += sum(_is_exact(sample, others) for sample in mine if sample.picture in out)
        print(f"{kind}: {exact} of {len(mine)} cells exact, {held} with their picture held out")


def _samples(kind: str, picture: str, grid: ScannedGrid, marks: dict[int, list[int]]) -> Iterator[Sample]:
    if grid.reading.marks is None:
        return
    odds, out = log_odds(grid.reading.marks, MIN_MARK_PROBABILITY), excluded(grid.board)
    for cell, digits in marks.items():
        if not grid.board[cell] and grid.reading.ink[cell, Ink.MARK] >= MIN_MARK_INK_PROBABILITY:
            noted = np.isin(np.arange(1, grid.size + 1), digits)
            counted = int(grid.reading.mark_counts[cell]) if grid.reading.mark_counts is not None else 0
            yield Sample(kind, picture, np.stack([odds[cell], out[cell]], axis=1), noted, counted)


def _labelled(data: Path) -> Iterator[Sample]:
    scanner = Scanner()
    for name, label in json.loads((data / "pages" / "labels.json").read_text()).items():
        if label.get("marks") and label["size"] == 9:
            marks = {int(cell): [int(digit) for digit in digits] for cell, digits in label["marks"].items()}
            for grid in scanner(load_frame(data / "pages" / name)).grids[:1]:
                yield from _samples("pages", name, grid, marks)


def _drawn(data: Path, count: int) -> Iterator[Sample]:
    scanner, writers = Scanner(), Writers(data / "mnist")
    for seed in range(count):
        photo, _, marks, _ = page(seed, FACE, writers)
        for grid in scanner(Frame(photo)).grids[:1]:
            yield from _samples("paper", str(seed), grid, marks)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--count", type=int, default=12, help="drawn pages; those of `paper_marks` have other seeds")
    parser.add_argument("--out", type=Path, default=TARGET)
    return parser.parse_args()


if __name__ == "__main__":
    main()
