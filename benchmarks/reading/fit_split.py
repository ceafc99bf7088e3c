"""Fits how print and entries are told apart.

    python -m benchmarks.reading.fit_split --data ../shared/data --pages FOLDER

Boards in the themes of `app_themes` that are for tuning, as screenshots and photos, the newspaper photos with pasted
handwriting and without any, and FOLDER's pages with entries and mistakes (as for `fit_handwriting`) are scanned. Where
all digits are right, the weights of `reading/split_views.py` are fitted so that the true split is the likeliest of all
candidates (conditional logistic regression). Held-out themes and the labelled photos and pages are only measured on.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.app_themes import HELD_OUT, TUNED
from benchmarks.reading.apps import draw_screens
from benchmarks.reading.labelled import Label, load_set
from sudokulens.reading.decode import SURE_SIDE
from sudokulens.reading.judge import judge_classic
from sudokulens.reading.split import choose_givens, gain_of, needs_looks
from sudokulens.reading.split_views import FEATURES, Page, candidates, features
from sudokulens.scanner import Scanner, look_at_ink
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.restore import brightened

TARGET = Path("src/sudokulens/fitted/split.json")
EVIDENCE = FEATURES[:7] + FEATURES[14:]
"""Features that can only speak for a split: their weights are not negative."""


RATIOS, RATIO_SCALE = FEATURES[1:7], 5.0
"""Likelihood ratios, and by how much less than a likelihood they are expected to count."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A grid whose digits were all read right, with its true givens."""

    kind: str
    values: NDArray[np.uint8]
    slips: NDArray[np.bool_]
    unique: bool
    ink: NDArray[np.float32]
    looks: NDArray[np.float64]
    givens: NDArray[np.bool_]


def main() -> None:
    arguments = _arguments()
    scanner = Scanner()
    known = list(_learned(scanner, arguments))
    weights = fit(known)
    answer = {
        "written_by": "python -m benchmarks.reading.fit_split",
        "fitted_on": ", ".join(f"{n} {kind}" for kind, n in Counter(sample.kind for sample in known).items()),
        "weights": {name: round(float(weight), 4) for name, weight in zip(FEATURES, weights, strict=True)},
    }
    arguments.out.write_text(json.dumps(answer, indent=2) + "\n")
    print(json.dumps(answer, indent=2), flush=True)
    report([*known, *_measured(scanner, arguments)])


def sample_of(scanner: Scanner, frame: Frame, label: Label, kind: str) -> Sample | None:
    """The grid of that label on the picture, or None where a digit was misread."""
    for grid in scanner(frame).grids:
        if label.givens and "".join(map(str, grid.board.values)) == label.digits:
            values = np.array(grid.board.values, dtype=np.uint8)
            right = np.array(grid.solved.values) if grid.solved else values
            givens = np.array([digit != "0" for digit in label.givens])
            looks = look_at_ink(brightened(frame), grid.location)
            slips = (values > 0) & (values != right)
            return Sample(kind, values, slips, grid.solved is not None, grid.reading.ink, looks, givens)
    return None


def fit(samples: Iterable[Sample], ridge: float = 0.002, rounds: int = 600) -> NDArray[np.float64]:
    """Weights under which the true splits are likeliest, by gradient ascent with momentum (Adam)."""
    tables = [table for sample in samples if (table := _table(sample)) is not None]
    # Likelihoods are in nats already; ratios of them count for less, for digits of one page are not independent.
    scale = np.array([RATIO_SCALE if name in RATIOS else 1.0 for name in FEATURES])
    positive = np.array([name in EVIDENCE for name in FEATURES])
    weights, mean, square = (np.zeros(len(FEATURES)) for _ in range(3))
    for step in range(rounds):
        slope = -ridge * weights
        for table, true in tables:
            scores = table / scale @ weights
            chances = np.exp(scores - scores.max())
            slope += (table[true] - chances / chances.sum() @ table) / scale / len(tables)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights += 0.05 * (1 - step / rounds) * mean / (np.sqrt(square) + 1e-6)
        weights[positive] = np.maximum(weights[positive], 0.0)
    return np.asarray(weights / scale)


def _table(sample: Sample) -> tuple[NDArray[np.float64], int] | None:
    """The features of all lawful splits of a page that needs a look, and which of them is the true one."""
    page = Page.of(sample.values, sample.slips, gain_of(sample.ink), sample.looks)
    if not len(page.cells) or not needs_looks(sample.values, sample.ink):
        return None
    true = sample.givens & page.writable
    tries = np.unique(np.vstack([candidates(page), true[None]]), axis=0)
    if sample.unique:
        tries = tries[judge_classic(np.where(tries, sample.values, 0).astype(np.uint8))[1] == 1]
    place = np.flatnonzero((tries == true).all(axis=1))
    return (features(tries, page), int(place[0])) if len(place) else None


def report(samples: Iterable[Sample]) -> None:
    """By kind: grids, splits right, wrong without a doubt, right with one."""
    counts: dict[str, Counter[str]] = {}
    for sample in samples:
        looks = sample.looks if needs_looks(sample.values, sample.ink) else None
        judge = judge_classic if sample.unique else None
        split = choose_givens(sample.values, sample.slips, sample.ink, judge, looks)
        right = bool((split.givens == sample.givens).all())
        doubted = looks is not None and bool((split.sure[sample.values > 0] < SURE_SIDE).any())
        tally = counts.setdefault(sample.kind, Counter())
        tally.update(grids=1, right=right, silent=not right and not doubted, doubted=right and doubted)
    for kind, tally in counts.items():
        print(f"{kind:<12} {dict(tally)}")


def _learned(scanner: Scanner, arguments: argparse.Namespace) -> Iterator[Sample]:
    for screen in draw_screens(TUNED, arguments.count, arguments.data, seed=100):
        yield from _one(sample_of(scanner, Frame(screen.pixels), screen.label, "tuned themes"))
    for case in load_set(arguments.data, "wicht/mixed_train")[::3]:
        yield from _one(sample_of(scanner, case.frame(), case.labels[0], "pasted handwriting"))
    random = np.random.default_rng(5)
    for case in load_set(arguments.data, "wicht/train")[1::3]:
        frame = Frame(_reduced(case.frame().pixels, random))
        yield from _one(sample_of(scanner, frame, Label(case.labels[0].digits, case.labels[0].digits), "blurred print"))
    if arguments.pages:
        for name, label in list(json.loads((arguments.pages / "labels.json").read_text()).items())[::6]:
            written = zip(label["givens"], label["entries"], strict=True)
            digits = "".join(entry if given == "0" else given for given, entry in written)
            frame = load_frame(arguments.pages / name)
            yield from _one(sample_of(scanner, frame, Label(digits, label["givens"]), "entries and mistakes"))


def _reduced(pixels: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """The picture smaller, flatter and noisier, so that the network is less sure of its print."""
    scale = random.uniform(0.3, 0.6)
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    worse = 128 + (small - 128) * random.uniform(0.5, 1) + random.normal(0, random.uniform(1, 12), small.shape)
    return np.clip(worse, 0, 255).astype(np.uint8)


def _measured(scanner: Scanner, arguments: argparse.Namespace) -> Iterator[Sample]:
    for screen in draw_screens(HELD_OUT, arguments.count, arguments.data, seed=100):
        yield from _one(sample_of(scanner, Frame(screen.pixels), screen.label, "held-out themes"))
    for name in ("photos", "pages"):
        for case in load_set(arguments.data, name):
            for label in case.labels[:1]:
                yield from _one(sample_of(scanner, case.frame(), label, name))


def _one(sample: Sample | None) -> Iterator[Sample]:
    if sample is not None and len(sample.values) == 81:
        yield sample


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pages", type=Path, help="folder of pages with entries and mistakes and their labels.json")
    parser.add_argument("--count", type=int, default=8, help="pictures of each theme")
    parser.add_argument("--out", type=Path, default=TARGET)
    return parser.parse_args()


if __name__ == "__main__":
    main()
