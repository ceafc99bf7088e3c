"""Fits how printed givens and entries are told apart.

    python -m benchmarks.reading.fit_split --data ../shared/data --mistakes FOLDER

Boards in the themes of `app_themes` that are for tuning, as screenshots and photos, newspaper photos with pasted
handwriting, blurred ones and some with a lamp's reflection, FOLDER's pages with entries and mistakes (as for
`fit_handwriting`), puzzles copied by hand and the labelled pages are scanned. Where all digits are right, the weights
of `reading/split_views.py` are fitted so that the true split is the likeliest of all candidates (conditional logistic
regression). How many givens are usual is counted. The other numbers that features are measured by are found by a
coordinate search: each in turn is made larger and smaller by STEP, and what raises the log-likelihood of the splits of
held-out sources is kept. A source is a theme, a photo, or an author of pages. Then every grid is split by weights that
were fitted without its source, and `sure` is chosen so that ASKED of the right splits are asked about. Held-out themes,
the labelled photos and half of the reflections are only measured on.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.app_themes import HELD_OUT, TUNED
from benchmarks.reading.apps import draw_screens, shot_of_screen
from benchmarks.reading.labelled import Label, label_of, load_set, written_label
from benchmarks.reading.renders import puzzle_of
from pages import paper
from pages.camera import lit
from pages.grids import Look
from pages.writing import Writers
from sudokulens.fitted import fitted
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.judge import Judge, judge_for
from sudokulens.reading.split import choose_givens, gain_of, needs_looks
from sudokulens.reading.split_views import FEATURES, NUMBERS, RATIOS, SIGNS, Page, candidates, features
from sudokulens.scanner import Scanner, look_at_ink
from sudokulens.vision.canvases import Canvases
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.restore import brightened

TARGET = Path("src/sudokulens/fitted/split.json")
MEASURED = ("held-out themes", "photos", "other glare")
"""Kinds of samples that are not fitted on."""

RATIO_SCALE = 5.0
"""The divisor that tempers log-likelihood ratios, since digits of a page are not independent."""

FOLDS, RIDGE, STEPS = 5, 0.002, 200
STEP, LEAST_GAIN = 1.5, 0.005
"""The factor by which a number is changed, and the nats a page that this must gain: less is chance."""

ASKED = 0.1
"""The share of right splits that people may be asked about."""

SEARCHED = tuple(name for name in NUMBERS if name not in ("usual", "many"))
"""The share of givens that is usual needs no search: it is counted."""

MARGIN = 1.05
"""Somewhat surer print than the surest entry was taken for is compared by its looks, too."""

HANDS = ((30, 60, 170), (70, 74, 90), (20, 20, 30))


@dataclass(frozen=True, eq=False)
class Sample:
    """A grid whose digits were all read right, with its true givens."""

    kind: str
    source: str
    values: NDArray[np.uint8]
    slips: NDArray[np.bool_]
    box_rows: int
    """0 where it has no single solution."""
    ink: NDArray[np.float32]
    looks: NDArray[np.float64]
    givens: NDArray[np.bool_]

    @property
    def judge(self) -> Judge | None:
        return judge_for(Geometry.standard(round(len(self.values) ** 0.5), self.box_rows)) if self.box_rows else None

    @property
    def fold(self) -> int:
        return zlib.crc32(self.source.encode()) % FOLDS


@dataclass(frozen=True, eq=False)
class Choice:
    """The lawful splits of a page that needs a look, and which of them is the true one."""

    sample: Sample
    tries: NDArray[np.bool_]
    true: int

    def table(self) -> NDArray[np.float64]:
        sample = self.sample
        return features(self.tries, Page.of(sample.values, sample.slips, gain_of(sample.ink), sample.looks))


def main() -> None:
    arguments = _arguments()
    samples = gathered(arguments)
    known = [sample for sample in samples if sample.kind not in MEASURED]
    choices = [choice for sample in known if (choice := choice_of(sample)) is not None]
    shares = [float(sample.givens.mean()) for sample in known]
    NUMBERS.update(usual=float(np.mean(shares)), many=float(np.std(shares)))
    search(choices)
    tables = [choice.table() for choice in choices]
    held = [fit(*_without(fold, choices, tables)) for fold in range(FOLDS)]
    weights = fit(choices, tables)
    outcomes = [outcome(sample, held[sample.fold]) for sample in known]
    sure = threshold(outcomes)
    answer = {
        "written_by": "python -m benchmarks.reading.fit_split",
        "fitted_on": ", ".join(f"{n} {kind}" for kind, n in Counter(sample.kind for sample in known).items()),
        "numbers": {name: round(number, 5) for name, number in NUMBERS.items()},
        "weights": _named(weights),
        "unsure": round(MARGIN * surest_entry(known), 2),
        "sure": round(sure, 3),
    }
    arguments.out.write_text(json.dumps(answer, indent=2) + "\n")
    print(json.dumps(answer, indent=2), flush=True)
    report("held out by source", known, outcomes, sure)
    rest = [sample for sample in samples if sample.kind in MEASURED]
    report("measured only", rest, [outcome(sample, weights) for sample in rest], sure)
    report("as fitted", known, [outcome(sample, weights) for sample in known], sure)


def choice_of(sample: Sample) -> Choice | None:
    page = Page.of(sample.values, sample.slips, gain_of(sample.ink), sample.looks)
    if not len(page.cells) or not needs_looks(sample.values, sample.ink):
        return None
    true = sample.givens & page.writable
    tries = np.unique(np.vstack([candidates(page), true[None]]), axis=0)
    if sample.judge is not None and len(sample.values) == 81:
        tries = tries[sample.judge(np.where(tries, sample.values, 0).astype(np.uint8))[1] == 1]
    place = np.flatnonzero((tries == true).all(axis=1))
    return Choice(sample, tries, int(place[0])) if len(place) else None


def search(choices: Sequence[Choice]) -> None:
    """Changes NUMBERS for the better, one after the other."""
    best = held_out(choices)
    for name in SEARCHED:
        for factor in (STEP, 1 / STEP):
            before = NUMBERS[name]
            while True:
                NUMBERS[name] = min(before * factor, 0.99) if before < 1 else before * factor
                gained = held_out(choices)
                if gained < best + LEAST_GAIN:
                    NUMBERS[name] = before
                    break
                best, before = gained, NUMBERS[name]
        print(f"{name}: {NUMBERS[name]:.4g}, {best:.4f} nats a page", flush=True)


def held_out(choices: Sequence[Choice]) -> float:
    """The mean log-likelihood of the true splits under weights fitted without their source."""
    tables = [choice.table() for choice in choices]
    total = 0.0
    for fold in range(FOLDS):
        weights = fit(*_without(fold, choices, tables))
        for choice, table in zip(choices, tables, strict=True):
            if choice.sample.fold == fold:
                scores = table @ weights
                total += scores[choice.true] - scores.max() - np.log(np.exp(scores - scores.max()).sum())
    return total / len(choices)


def _without(
    fold: int, choices: Sequence[Choice], tables: Sequence[NDArray[np.float64]]
) -> tuple[list[Choice], list[NDArray[np.float64]]]:
    """The choices of all other folds, and their tables."""
    kept = [number for number, choice in enumerate(choices) if choice.sample.fold != fold]
    return [choices[number] for number in kept], [tables[number] for number in kept]


def fit(choices: Sequence[Choice], tables: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Weights under which the true splits are likeliest, by gradient ascent with momentum (Adam)."""
    scale = np.array([RATIO_SCALE if name in RATIOS else 1.0 for name in FEATURES])
    # What can only speak for a split has no negative weight.
    positive = np.array([name not in (*SIGNS, "all printed") for name in FEATURES])
    rows, lengths = np.vstack(tables) / scale, np.array([len(table) for table in tables])
    first = np.cumsum(lengths) - lengths
    page = np.repeat(np.arange(len(tables)), lengths)
    true = rows[first + np.array([choice.true for choice in choices])].mean(axis=0)
    weights, mean, square = (np.zeros(len(FEATURES)) for _ in range(3))
    for step in range(STEPS):
        scores = rows @ weights
        chances = np.exp(scores - np.maximum.reduceat(scores, first)[page])
        chances /= np.add.reduceat(chances, first)[page]
        slope = true - chances @ rows / len(tables) - RIDGE * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights += 0.05 * (1 - step / STEPS) * mean / (np.sqrt(square) + 1e-6)
        weights[positive] = np.maximum(weights[positive], 0.0)
    return np.asarray(weights / scale)


def _named(weights: NDArray[np.float64]) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(FEATURES, weights, strict=True)}


def outcome(sample: Sample, weights: NDArray[np.float64]) -> tuple[bool, float]:
    """Whether the split is right under these weights, and how sure its least certain digit is."""
    fitted("split")["weights"] = _named(weights)
    looks = sample.looks if needs_looks(sample.values, sample.ink) else None
    split = choose_givens(sample.values, sample.slips, sample.ink, sample.judge, looks)
    return bool((split.givens == sample.givens).all()), float(split.sure[sample.values > 0].min(initial=1.0))


def surest_entry(samples: Iterable[Sample]) -> float:
    """The nats by which the network takes all digits of some page for print, though there are entries among them.

    Full grids are left out: they are always looked at.
    """
    played = (sample for sample in samples if sample.givens.sum() < (sample.values > 0).sum() < len(sample.values))
    return max(float(gain_of(sample.ink)[sample.values > 0].min()) for sample in played)


def threshold(outcomes: Sequence[tuple[bool, float]]) -> float:
    """The probability below which ASKED of the right splits lie."""
    return float(np.quantile([sure for right, sure in outcomes if right], ASKED))


def report(title: str, samples: Sequence[Sample], outcomes: Sequence[tuple[bool, float]], least: float) -> None:
    """By kind: grids, splits right, wrong without a doubt, right with one."""
    counts: dict[str, Counter[str]] = {}
    for sample, (right, sure) in zip(samples, outcomes, strict=True):
        tally = counts.setdefault(sample.kind, Counter())
        doubted = sure < least
        tally.update(grids=1, right=right, silent=not right and not doubted, doubted=right and doubted)
        if not right:
            print(f"    {sample.kind} {sample.source}: {sure:.3f}")
    for kind, tally in counts.items():
        print(f"{title}: {kind:<20} {dict(tally)}")


def gathered(arguments: argparse.Namespace) -> list[Sample]:
    """All samples, or those that were kept the last time."""
    if arguments.samples and arguments.samples.exists():
        with np.load(arguments.samples, allow_pickle=True) as kept:
            return [Sample(**plain) for plain in kept["samples"]]
    cv2.setNumThreads(1)
    scanner = Scanner()
    samples = [sample for picture in pictures(arguments) for sample in samples_of(scanner, *picture)]
    if arguments.samples:
        plain = [{part.name: getattr(sample, part.name) for part in fields(sample)} for sample in samples]
        np.savez_compressed(arguments.samples, samples=np.array(plain, dtype=object))
    return samples


def samples_of(scanner: Scanner, frame: Frame, label: Label, kind: str, source: str) -> Iterator[Sample]:
    """The grid of that label on the picture; nothing where a digit was misread."""
    for grid in scanner(frame).grids:
        if label.givens and "".join(digit_character(value, "0") for value in grid.board.values) == label.digits:
            values = np.array(grid.board.values, dtype=np.uint8)
            right = np.array(grid.solved.values) if grid.solved else values
            if grid.board.rules:
                return  # Cages tell which digits are entries.
            shape = grid.board.geometry.box_shape
            givens = np.array([digit != "0" for digit in label.givens])
            looks = look_at_ink(Canvases(brightened(frame)), grid.location)
            rows = shape[0] if shape and grid.solved else 0
            yield Sample(kind, source, values, (values > 0) & (values != right), rows, grid.reading.ink, looks, givens)
            return


def pictures(arguments: argparse.Namespace) -> Iterator[tuple[Frame, Label, str, str]]:
    """Pictures with one label each, their kinds and sources."""
    data = arguments.data
    for kind, themes in (("tuned themes", TUNED), ("held-out themes", HELD_OUT)):
        for screen in draw_screens(themes, arguments.count, data, 100, arguments.fonts):
            yield screen.frame(), screen.labels[0], kind, screen.kind
    for case in load_set(data, "wicht/mixed_train")[::3]:
        yield case.frame(), case.labels[0], "pasted handwriting", case.path.stem
    random = np.random.default_rng(5)
    for case in load_set(data, "wicht/train")[1::3]:
        digits = case.labels[0].digits
        yield Frame(_reduced(case.frame().pixels, random)), Label(digits, digits), "blurred print", case.path.stem
    if arguments.mistakes:
        for name, label in list(json.loads((arguments.mistakes / "labels.json").read_text()).items())[::6]:
            written = written_label(label["givens"], label["entries"])
            yield load_frame(arguments.mistakes / name), written, "entries and mistakes", name.split("_")[0]
    yield from _glares(data)
    yield from _copies(data)
    for kind in ("photos", "pages"):
        for case in load_set(data, kind):
            for label in case.labels[:1]:
                yield case.frame(), label, kind, case.path.stem.rpartition("_")[2] if kind == "pages" else case.name


def _glares(data: Path) -> Iterator[tuple[Frame, Label, str, str]]:
    """Photos of print on which a lamp is reflected in some cells."""
    random = np.random.default_rng(6)
    for case in load_set(data, "wicht/train")[2::3]:
        pixels, digits = case.frame().pixels, case.labels[0].digits
        height, width = pixels.shape[:2]
        middle, radius = random.uniform(0.3, 0.7, 2) * (width, height), random.uniform(0.02, 0.06) * width
        across, down = np.arange(width)[None, :] - middle[0], np.arange(height)[:, None] - middle[1]
        spot = random.uniform(0.5, 0.9) * np.exp(-(across**2 + down**2) / (2 * radius**2))
        kind = "glare" if zlib.crc32(case.path.stem.encode()) % 2 else "other glare"
        yield Frame(lit(pixels, spot)), Label(digits, digits), kind, case.path.stem


def _copies(data: Path, count: int = 32) -> Iterator[tuple[Frame, Label, str, str]]:
    """Puzzles that somebody has copied with a pen."""
    writers = Writers(data / "mnist")
    for number in range(count):
        random = np.random.default_rng([3, number])
        puzzle = puzzle_of(9000 + number, 6 if number % 8 == 7 else 9)
        look = Look(cell=int(random.integers(44, 76)), entry_ink=HANDS[number % len(HANDS)], edge=40)
        page = paper.Page.around(replace(puzzle, givens=(False,) * len(puzzle.values)), look, writers, random)
        page = page.taken(shot_of_screen(random), random) if number % 4 else page
        yield Frame(page.pixels), label_of(puzzle), "copied by hand", f"copy {number}"


def _reduced(pixels: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """The picture smaller, flatter and noisier, so that the network is less sure of its print."""
    scale = random.uniform(0.3, 0.6)
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    worse = 128 + (small - 128) * random.uniform(0.5, 1) + random.normal(0, random.uniform(1, 12), small.shape)
    return np.clip(worse, 0, 255).astype(np.uint8)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--mistakes", type=Path, help="folder of pages with entries and mistakes and their labels.json")
    parser.add_argument("--count", type=int, default=8, help="pictures of each theme")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"), help="folder of typefaces")
    parser.add_argument("--samples", type=Path, help="file to keep the samples in, or to take them from")
    parser.add_argument("--out", type=Path, default=TARGET)
    return parser.parse_args()


if __name__ == "__main__":
    main()
