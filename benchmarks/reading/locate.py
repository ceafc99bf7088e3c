"""How many grids are located, how exactly and how fast (processor time, one thread), on labelled photos.

    python -m benchmarks.reading.locate --data ../shared/data

Corners are compared up to quarter turns, since lines alone do not tell which way is up.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from benchmarks.reading.crops import crops
from benchmarks.reading.labelled import crossing_error, load_set, overlap
from benchmarks.reading.wild.pictures import Material, every_picture
from benchmarks.reading.wild.real import SHOTS
from pages.camera import followed, photograph
from pages.typefaces import file_of
from pages.writing import Writers
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.locate import locate
from sudokulens.vision.location import GridLocation, quad_area

EXIF_APPLIED = {1031, 1036, 1038, 1039, 1040, 1043, 1083}
"""Outlines of wicht/train that are in EXIF-applied pixels; all others are in stored ones."""


@dataclass(frozen=True)
class Sample:
    """A picture and the corners of the grid on it; none on a negative."""

    name: str
    frame: Frame
    quad: np.ndarray | None
    size: int = 9


def wicht(data: Path) -> Iterator[Sample]:
    with (data / "wicht/train/outlines.csv").open() as file:
        for row in csv.DictReader(file):
            path = data / "wicht/train" / row["file"]
            number = int("".join(filter(str.isdigit, row["file"])))
            frame = load_frame(path) if number in EXIF_APPLIED else Frame(np.asarray(Image.open(path).convert("RGB")))
            quad = np.array([[float(row[f"p{k}_{axis}"]) for axis in "xy"] for k in (1, 2, 3, 4)])
            yield Sample(row["file"], frame, quad)


def cases(data: Path, name: str) -> Iterator[Sample]:
    """The pictures of a set whose grid's corners are labelled."""
    for case in load_set(data, name):
        if case.corners:
            size = round(len(case.labels[0].digits) ** 0.5)
            yield Sample(case.name, case.frame(), np.array(case.corners, float), size)


def negatives(data: Path) -> Iterator[Sample]:
    return (Sample(case.name, case.frame(), None) for case in load_set(data, "photos") if not case.labels)


def photographed(sample: Sample, fault: str) -> Sample:
    """The picture photographed again with one of the faults of `wild`; the camera looks at the grid."""
    random = np.random.default_rng([1, *sample.name.encode()])
    pixels, places = photograph(sample.frame.pixels, SHOTS[fault](random), random, sample.quad.mean(axis=0))
    return Sample(sample.name, Frame(pixels), followed(places, sample.quad), sample.size)


def cut(sample: Sample, share: float) -> Sample:
    """The picture cut so that its right edge takes that share of the grid away."""
    left, right = sample.quad[:, 0].min(), sample.quad[:, 0].max()
    edge = int(right - share * (right - left))
    return Sample(f"{sample.name}|{share:g}", Frame(sample.frame.pixels[:, :edge].copy()), sample.quad, sample.size)


def resized(sample: Sample, side: float) -> Sample:
    """The picture made so small or large that the grid's side has that many pixels."""
    scale = side / np.sqrt(quad_area(sample.quad))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    pixels = cv2.resize(sample.frame.pixels, None, fx=scale, fy=scale, interpolation=how)
    return Sample(f"{sample.name}#{side:g}", Frame(pixels), (sample.quad + 0.5) * scale - 0.5, sample.size)


def corner_error(first: np.ndarray, second: np.ndarray) -> float:
    """The largest distance between corners as a share of the side, at the best quarter turn."""
    side = np.sqrt(quad_area(second))
    return min(float(np.hypot(*(np.roll(first, -k, axis=0) - second).T).max() / side) for k in range(4))


@dataclass
class Outcome:
    name: str
    iou: float
    error: float
    rank: int
    score: float
    milliseconds: float
    sizes: list[int]
    right_size: bool


def judge(sample: Sample, grids: list[GridLocation], milliseconds: float) -> Outcome:
    ious = [overlap(grid.corners, sample.quad) for grid in grids] if sample.quad is not None else []
    sizes = [grid.size for grid in grids]
    if not ious:
        score = grids[0].score if grids else 0.0
        return Outcome(sample.name, 0.0, 9.0, -1, score, milliseconds, sizes, False)
    best = int(np.argmax(ious))
    grid = grids[best]
    error = corner_error(grid.corners, sample.quad)
    return Outcome(sample.name, ious[best], error, best, grid.score, milliseconds, sizes, grid.size == sample.size)


def measure(samples: Iterator[Sample]) -> list[Outcome]:
    outcomes = []
    for sample in samples:
        locate(sample.frame, thorough=False)  # So that every picture is measured warm.
        start = time.process_time()
        grids = locate(sample.frame)
        outcomes.append(judge(sample, grids, (time.process_time() - start) * 1000))
    return outcomes


def report(name: str, outcomes: list[Outcome], show_failures: bool) -> None:
    times = [outcome.milliseconds for outcome in outcomes]
    good = [o for o in outcomes if o.iou >= 0.9 and o.error <= 0.025 and o.right_size]
    fair = [o for o in outcomes if o.iou >= 0.8 and o.right_size]
    first = [o for o in fair if o.rank == 0]
    print(
        f"{name:22} {len(good):4} / {len(fair):4} (first {len(first):4}) of {len(outcomes):4}   "
        f"median {np.median(times):6.1f} ms   p95 {np.percentile(times, 95):6.1f} ms",
        flush=True,
    )
    if show_failures:
        for o in outcomes:
            if o not in good or o.rank != 0:
                print(
                    f"    {o.name:34} iou {o.iou:.3f} corner {o.error:.3f} rank {o.rank} score {o.score:.2f} {o.sizes}"
                )


def report_negatives(outcomes: list[Outcome], threshold: float) -> None:
    false = [o for o in outcomes if o.sizes and o.score >= threshold]
    print(f"negatives: {len(false)} of {len(outcomes)} taken for a grid")
    for o in outcomes:
        print(f"    {o.name:34} score {o.score:.2f} {o.sizes} {o.milliseconds:.0f} ms")


def report_drawn(data: Path, per_kind: int, seed: int) -> None:
    """Drawn pictures: grids whose every crossing is right, and what was found that is no grid."""
    material = Material([file_of(Path("/usr/share/fonts"), "DejaVuSans")], Writers(data / "mnist"))
    drawn = chain(every_picture(material, per_kind, seed), crops(per_kind, seed))
    print("picture           crossings within 0.1 / 0.2 cell   median error   others found (scores)")
    for kind, pictures in groupby(drawn, key=lambda picture: picture.kind):
        found: list[float] = []
        extra: list[float] = []
        for picture in pictures:
            grids = locate(picture.frame())
            table = [[crossing_error(grid, truth.crossings) for grid in grids] for truth in picture.truths]
            found += [min(row, default=9.0) for row in table]
            extra += [grid.score for k, grid in enumerate(grids) if all(row[k] > 0.5 for row in table)]
        counts = f"{sum(e < 0.1 for e in found):4} / {sum(e < 0.2 for e in found):4} of {len(found):4}" if found else ""
        middle = f"{np.median(found):.3f}" if found else ""
        print(f"{kind:18}{counts:32}{middle:>8}       {' '.join(f'{score:.2f}' for score in extra)}", flush=True)


def base_sets(data: Path) -> dict[str, Callable[[], Iterator[Sample]]]:
    labelled = {name: partial(cases, data, name) for name in ("kubiesa/train", "kubiesa/val", "photos")}
    return {"wicht": lambda: wicht(data), **labelled}


def changed_sets(data: Path) -> dict[str, Callable[[], Iterator[Sample]]]:
    """A part of the photos, photographed again with every fault, cut, and resized."""

    def some() -> Iterator[Sample]:
        yield from [*list(cases(data, "kubiesa/val"))[::3], *list(wicht(data))[::8], *cases(data, "photos")]

    changes: dict[str, Callable[[Sample], Sample]] = {
        **{name: partial(photographed, fault=name) for name in SHOTS},
        **{f"cut {share:.0%}": partial(cut, share=share) for share in (0.02, 0.05)},
        **{f"grid of {side} px": partial(resized, side=side) for side in (150, 2500)},
    }
    return {name: (lambda change=change: map(change, some())) for name, change in changes.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", default="base", help="base, changed, all, or names separated by commas")
    parser.add_argument("--drawn", type=int, default=0, help="measure drawn pictures instead, this many of each kind")
    parser.add_argument("--seed", type=int, default=1, help="the first drawn picture's number")
    parser.add_argument("--failures", action="store_true", help="name every picture that was not located exactly")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.drawn:
        report_drawn(arguments.data, arguments.drawn, arguments.seed)
        return
    sets = {**base_sets(arguments.data), **changed_sets(arguments.data)}
    groups = {"base": list(base_sets(arguments.data)), "changed": list(changed_sets(arguments.data)), "all": list(sets)}
    names = groups.get(arguments.sets) or arguments.sets.split(",")
    print("IoU ≥ 0.9 and corners ≤ 2.5 %  /  IoU ≥ 0.8")
    for name in names:
        if name != "negatives":
            report(name, measure(sets[name]()), arguments.failures)
    report_negatives(measure(negatives(arguments.data)), 0.5)


if __name__ == "__main__":
    main()
