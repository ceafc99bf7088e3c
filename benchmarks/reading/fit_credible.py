"""Fits when a place is a grid, and a grid a Sudoku: `python -m benchmarks.reading.fit_credible --data ../shared/data`.

Every candidate place on the open pictures, on drawn pages and on drawn look-alikes is a sample: what its lines show,
what is read there, and whether a labelled grid is there, judged by its digits. Three logistic regressions are fitted:
is the place a grid (`fitted/place.json`), and is it a Sudoku, before and after the rules are asked
(`fitted/credible.json`). Errors are counted as fitted and with each picture held out.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.calibration import fitted, predict
from benchmarks.reading.crops import LOOKS, crops
from benchmarks.reading.labelled import MAX_CROSSING_ERROR_CELLS, Picture, crossing_error, label_of, load_set
from benchmarks.reading.wild.pictures import GROUPS, drawn_pictures, load_material
from pages.boards import random_board
from pages.grids import Look
from pages.look_alikes import table_page
from pages.paper import Page
from sudokulens.puzzle.geometry import box_shapes
from sudokulens.reading.credible import WORTH_WORK, grid_features, page_features
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame
from sudokulens.vision.locate import MIN_LOG_ODDS, SIZES, candidates
from sudokulens.vision.restore import brightened
from sudokulens.vision.search import keep_best

TARGET = Path("src/sudokulens/fitted")
SETS = {"photos": 1, "pages": 1, "kubiesa/val": 3, "wicht/train": 12, "wicht/mixed_train": 12}
"""Of each set, one picture in this many: good photos are much the same."""

MAX_PLACES, MIN_SCORE = 8, 0.2
"""Places of a picture, best first, and the score of the lines below which nothing could be mistaken for a grid."""

SAME, OTHER = 0.7, 0.35
"""The shares of equal digits above which a place shows a labelled grid, and below which it shows something else."""

CROPPED_SIZES = (4, 6, 9, 16)
"""Sizes of the screenshots that are cut to a board, in every look: with digits, full, empty."""

FOLDS, RIDGE = 10, 0.1
LEFT_OUT = {"page": (), "grid": ("unclear",), "place": ()}
"""Features that do not help on held-out pictures."""


@dataclass(frozen=True)
class Sample:
    """One candidate place: the features of each model, and whether a grid is there."""

    picture: str
    features: dict[str, dict[str, float]]
    right: bool


def main() -> None:
    arguments = _arguments()
    samples = [*gathered(arguments), *ruled_samples()]
    right = sum(sample.right for sample in samples)
    facts = {
        "written_by": "python -m benchmarks.reading.fit_credible",
        "fitted_on": f"{len(samples)} candidate places on {len({s.picture for s in samples})} pictures: {right} grids",
    }
    weights = {name: fit(samples, name) for name in LEFT_OUT}
    _write(arguments.out / "place.json", facts | {"weights": weights["place"]})
    _write(arguments.out / "credible.json", facts | {name: weights[name] for name in ("page", "grid")})


def gathered(arguments: argparse.Namespace) -> list[Sample]:
    """The samples of all pictures, or those that were kept the last time."""
    if arguments.samples and arguments.samples.exists():
        return [Sample(**plain) for plain in json.loads(arguments.samples.read_text())]
    cv2.setNumThreads(1)
    scanner = Scanner()
    samples = [sample for name, picture in pictures(arguments) for sample in samples_of(scanner, name, picture)]
    if arguments.samples:
        arguments.samples.write_text(json.dumps([asdict(sample) for sample in samples]))
    return samples


def pictures(arguments: argparse.Namespace) -> Iterator[tuple[str, Picture]]:
    """The open pictures, then drawn ones, each with a name of its own."""
    for name, every in SETS.items():
        for case in load_set(arguments.data, name)[::every]:
            yield f"{name} {case.name}", case
    material = load_material(arguments.material, arguments.data)
    for group in GROUPS:
        for drawn in drawn_pictures(material, group, arguments.count * (3 if group == "look-alikes" else 1)):
            yield drawn.name, drawn
    for number, crop in enumerate(crops(len(LOOKS), sizes=CROPPED_SIZES)):
        yield f"{number} {crop.name}", crop


def samples_of(scanner: Scanner, name: str, picture: Picture) -> Iterator[Sample]:
    frame = brightened(picture.frame())
    for found in keep_best(candidates(frame))[:MAX_PLACES]:
        grid = scanner.examine(frame, found.location, least=0.0) if found.location.score >= MIN_SCORE else None
        if grid is None:
            continue
        equal = max((_equal(label.digits, grid) for label in picture.labels), default=0.0)
        unlabelled = bool(picture.labels) and grid.status == "unique" and not grid.verdict.misreadings
        if equal >= SAME or (equal < OTHER and not unlabelled):
            page = page_features(grid.location, grid.reading)
            features = {"place": found.features, "page": page, "grid": grid_features(grid)}
            yield Sample(name, features, equal >= SAME)


def ruled_samples() -> Iterator[Sample]:
    """Places on plain grids of every size, with paper around them or cut to their border, and on tables.

    They are about lines alone: which of the lattices that fit them is the grid.
    """
    random = np.random.default_rng(1)
    for size in SIZES:
        look = Look(thin=1, thick=3 if box_shapes(size) else 1, outer=3 if box_shapes(size) else 1, cell=600 // size)
        page, bare, last = Page.blank(720, 720), Page.blank(720, 720), 61 + size * look.cell
        lattice = page.put(random_board(size, 0.4, random), look, (60, 60))
        bare.put(random_board(size, 0.4, random), replace(look, outer=0), (60, 60))
        yield from _ruled(f"no border {size}×{size}", bare.pixels, lattice)
        yield from _ruled(f"plain {size}×{size}", page.pixels, lattice)
        yield from _ruled(f"cropped {size}×{size}", np.ascontiguousarray(page.pixels[59:last, 59:last]), lattice - 59)
    for rows, columns in ((6, 7), (20, 6), (2, 9), (7, 9), (10, 8), (12, 5)):
        yield from _ruled(f"table {rows}×{columns}", table_page(rows, columns), None)


def _ruled(name: str, pixels: NDArray[np.uint8], lattice: NDArray[np.float64] | None) -> Iterator[Sample]:
    for found in keep_best(candidates(Frame(pixels)))[:MAX_PLACES]:
        right = lattice is not None and crossing_error(found.location, lattice) < MAX_CROSSING_ERROR_CELLS
        yield Sample(name, {"place": found.features}, right)


def _equal(board: str, grid: ScannedGrid) -> float:
    """The share of the cells with a digit, labelled or read, in which both agree; 1 for two empty grids."""
    read = label_of(grid.board).digits
    if len(read) != len(board):
        return 0.0
    filled = [(one, two) for one, two in zip(board, read, strict=True) if one != "0" or two != "0"]
    return sum(one == two for one, two in filled) / len(filled) if filled else 1.0


def fit(samples: list[Sample], model: str) -> dict[str, float]:
    """The weights of one model, by name; prints what they are worth."""
    samples = [sample for sample in samples if model in sample.features]
    names = [name for name in samples[0].features[model] if name not in LEFT_OUT[model]]
    features = np.array([[sample.features[model][name] for name in names] for sample in samples])
    right = np.array([sample.right for sample in samples])
    fold = np.array([zlib.crc32(sample.picture.encode()) % FOLDS for sample in samples])
    held = np.zeros(len(samples))
    for out in range(FOLDS):
        held[fold == out] = predict(features[fold == out], _weights(features[fold != out], right[fold != out]))
    weights = _weights(features, right)
    least = {"place": 1 / (1 + np.exp(-MIN_LOG_ODDS)), "page": WORTH_WORK, "grid": 0.5}[model]
    report(model, samples, predict(features, weights), held, least)
    return dict(zip(("bias", *names), (round(float(weight), 3) for weight in weights), strict=True))


def _weights(features: NDArray[np.float64], right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The weights of a logistic regression; features are scaled alike, so that the ridge penalises them alike."""
    spread = features.std(axis=0) + 1e-9
    weights = fitted(features / spread, right, RIDGE)
    return np.concatenate([weights[:1], weights[1:] / spread])


def report(
    model: str, samples: list[Sample], fit: NDArray[np.float64], held: NDArray[np.float64], least: float
) -> None:
    right = np.array([sample.right for sample in samples])
    for name, chance in (("as fitted", fit), ("held out", held)):
        lost, taken = int((right & (chance < least)).sum()), int((~right & (chance >= least)).sum())
        loss = -np.log(np.clip(np.where(right, chance, 1 - chance), 1e-9, 1)).mean()
        print(f"{model}, {name}: {lost} of {right.sum()} grids lost, {taken} of {(~right).sum()} others taken", end="")
        print(f" at {least:.2f}; {loss:.3f} nats")
    for number in np.argsort(np.where(right, held, 1 - held))[:12]:
        print(f"    {held[number]:.3f} {'grid' if right[number] else 'other'} {samples[number].picture}")


def _write(path: Path, answer: dict[str, object]) -> None:
    path.write_text(json.dumps(answer, indent=2) + "\n")
    print(path.read_text())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--material", type=Path, default=Path(".data"), help="folder of the atlas of typefaces")
    parser.add_argument("--count", type=int, default=2, help="drawn pictures of each kind")
    parser.add_argument("--samples", type=Path, help="file to keep the samples in, or to take them from")
    parser.add_argument("--out", type=Path, default=TARGET)
    return parser.parse_args()


if __name__ == "__main__":
    main()
