"""How many grids are located, how exactly and how fast (processor time, one thread), on labelled photos.

    python -m benchmarks.reading.locate --data ../shared/data

Corners are compared up to quarter turns, since lines alone do not tell which way is up.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.reading.scenes import scenes
from pages import camera
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.locate import locate
from sudokulens.vision.location import GridLocation, apply_homography, quad_area

EXIF_APPLIED = {1031, 1036, 1038, 1039, 1040, 1043, 1083}
"""Outlines of wicht/train that are in EXIF-applied pixels; all others are in stored ones."""


@dataclass(frozen=True)
class Sample:
    """A picture and the corners of the grid on it; none on a negative."""

    name: str
    frame: Frame
    quad: np.ndarray | None
    size: int = 9


def stored_frame(path: Path) -> Frame:
    """The picture without its EXIF turn."""
    from PIL import Image

    return Frame(np.asarray(Image.open(path).convert("RGB")))


def wicht(data: Path) -> Iterator[Sample]:
    with (data / "wicht/train/outlines.csv").open() as file:
        for row in csv.DictReader(file):
            path = data / "wicht/train" / row["file"]
            number = int("".join(filter(str.isdigit, row["file"])))
            frame = load_frame(path) if number in EXIF_APPLIED else stored_frame(path)
            quad = np.array([[float(row[f"p{k}_{axis}"]) for axis in "xy"] for k in (1, 2, 3, 4)])
            yield Sample(row["file"], frame, quad)


def kubiesa(data: Path, part: str) -> Iterator[Sample]:
    folder = data / "kubiesa" / part
    for name, label in json.loads((folder / "labels.json").read_text()).items():
        yield Sample(name, load_frame(folder / name), np.array(label["corners"], float))


def photos(data: Path, negative: bool) -> Iterator[Sample]:
    folder = data / "photos"
    for name, label in json.loads((folder / "labels.json").read_text()).items():
        if bool(label.get("quad")) != negative:
            quad = None if negative else np.array(label["quad"], float)
            yield Sample(name, load_frame(folder / name), quad, label.get("size") or 9)


def turned(sample: Sample, degrees: float) -> Sample:
    """The sample turned about its middle on a grey canvas that holds all of it."""
    pixels, matrix = camera.turned(sample.frame.pixels, -degrees)
    quad = None if sample.quad is None else sample.quad @ matrix[:, :2].T + matrix[:, 2]
    return Sample(f"{sample.name}@{degrees:g}", Frame(pixels), quad, sample.size)


def bent(sample: Sample, share: float) -> Sample:
    """The page curled: moved up and down along a half wave whose height is that share of the grid's side."""
    side = np.sqrt(quad_area(sample.quad))
    left, right = sample.quad[:, 0].min(), sample.quad[:, 0].max()

    def lift(across: np.ndarray) -> np.ndarray:
        return share * side * np.sin(np.pi * (across - left) / (right - left))

    pixels = camera.curled(sample.frame.pixels, lift(np.arange(sample.frame.width)))
    quad = sample.quad - np.stack([np.zeros(4), lift(sample.quad[:, 0])], axis=1)
    return Sample(f"{sample.name}~{share:g}", Frame(pixels), quad, sample.size)


def cut(sample: Sample, share: float) -> Sample:
    """The picture cut so that its right edge takes that share of the grid away."""
    left, right = sample.quad[:, 0].min(), sample.quad[:, 0].max()
    edge = int(right - share * (right - left))
    return Sample(f"{sample.name}|{share:g}", Frame(sample.frame.pixels[:, :edge].copy()), sample.quad, sample.size)


def tilted(sample: Sample, depth: float) -> Sample:
    """The picture as seen from below: its upper edge drawn together by that share."""
    height, width = sample.frame.pixels.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    inset, top = depth * width / 2, depth * height
    seen = np.array([[inset, top], [width - inset, top], [width, height], [0, height]])
    pixels, matrix = camera.projected(sample.frame.pixels, flat, seen, (width, height))
    return Sample(f"{sample.name}/{depth:g}", Frame(pixels), apply_homography(matrix, sample.quad), sample.size)


def blurred(sample: Sample, share: float) -> Sample:
    """Motion blur along a slope, by that share of the grid's side."""
    length = max(4.0, share * np.sqrt(quad_area(sample.quad)))
    pixels = camera.shaken(sample.frame.pixels, length, np.arctan(0.5)).round().astype(np.uint8)
    return Sample(f"{sample.name}*{share:g}", Frame(pixels), sample.quad, sample.size)


def faint(sample: Sample, contrast: float) -> Sample:
    """The picture with little contrast, and noise of two grey levels."""
    noise = np.random.default_rng(1).normal(0, 2, sample.frame.pixels.shape)
    pixels = np.clip(150 + (sample.frame.pixels - 128.0) * contrast + noise, 0, 255).astype(np.uint8)
    return Sample(f"{sample.name}-{contrast:g}", Frame(pixels), sample.quad, sample.size)


def resized(sample: Sample, side: float) -> Sample:
    """The picture made so small or large that the grid's side has that many pixels."""
    scale = side / np.sqrt(quad_area(sample.quad))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    pixels = cv2.resize(sample.frame.pixels, None, fx=scale, fy=scale, interpolation=how)
    return Sample(f"{sample.name}#{side:g}", Frame(pixels), (sample.quad + 0.5) * scale - 0.5, sample.size)


def overlap(first: np.ndarray, second: np.ndarray) -> float:
    """Intersection over union of two convex quadrilaterals."""
    area, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return float(area / max(quad_area(first) + quad_area(second) - area, 1e-9))


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


def crossing_error(grid: GridLocation, lattice: np.ndarray) -> float:
    """The largest distance of any crossing from its true place, in cells, at the best quarter turn."""
    if grid.size != len(lattice) - 1:
        return 9.0
    distances = (np.hypot(*(np.rot90(grid.lattice, k) - lattice).transpose(2, 0, 1)).max() for k in range(4))
    return float(min(distances) / grid.cell_side)


def report_scenes(per_kind: int, seed: int) -> None:
    """Drawn scenes: grids whose every crossing is right, and what was found that is no grid."""
    errors: dict[str, list[float]] = {}
    extra: dict[str, list[float]] = {}
    for scene in scenes(per_kind, seed):
        grids = locate(Frame(scene.pixels))
        table = [[crossing_error(grid, lattice) for grid in grids] for lattice in scene.lattices]
        errors.setdefault(scene.kind, []).extend(min(row, default=9.0) for row in table)
        wrong = [grid.score for k, grid in enumerate(grids) if all(row[k] > 0.5 for row in table)]
        extra.setdefault(scene.kind, []).extend(wrong)
    print("scene             crossings within 0.1 / 0.2 cell   median error   others found (scores)")
    for kind, found in errors.items():
        counts = f"{sum(e < 0.1 for e in found):4} / {sum(e < 0.2 for e in found):4} of {len(found):4}" if found else ""
        middle = f"{np.median(found):.3f}" if found else ""
        print(f"{kind:18}{counts:32}{middle:>8}       {' '.join(f'{score:.2f}' for score in extra[kind])}")


def base_sets(data: Path) -> dict[str, Callable[[], Iterator[Sample]]]:
    return {
        "wicht": lambda: wicht(data),
        "kubiesa/train": lambda: kubiesa(data, "train"),
        "kubiesa/val": lambda: kubiesa(data, "val"),
        "photos": lambda: photos(data, negative=False),
    }


def changed_sets(data: Path) -> dict[str, Callable[[], Iterator[Sample]]]:
    """Turned, bent, tilted, cut, blurred, faint and resized versions of a part of the photos."""

    def some() -> Iterator[Sample]:
        pool = [*list(kubiesa(data, "val"))[::3], *list(wicht(data))[::8], *photos(data, negative=False)]
        yield from pool

    changes: dict[str, Callable[[Sample], Sample]] = {
        **{f"turned {d}": (lambda s, d=d: turned(s, d)) for d in (90, 180, 270, 17, 45)},
        "bent 3 %": lambda s: bent(s, 0.03),
        "bent 5 %": lambda s: bent(s, 0.05),
        "bent 8 %": lambda s: bent(s, 0.08),
        "tilted 0.3": lambda s: tilted(s, 0.3),
        "tilted 0.5": lambda s: tilted(s, 0.5),
        "cut 2 %": lambda s: cut(s, 0.02),
        "cut 5 %": lambda s: cut(s, 0.05),
        "blurred 1.5 %": lambda s: blurred(s, 0.015),
        "blurred 3 %": lambda s: blurred(s, 0.03),
        "faint 0.3": lambda s: faint(s, 0.3),
        "faint 0.15": lambda s: faint(s, 0.15),
        "grid of 150 px": lambda s: resized(s, 150),
        "grid of 2500 px": lambda s: resized(s, 2500),
    }
    return {name: (lambda change=change: map(change, some())) for name, change in changes.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sets", default="base", help="base, changed, all, or names separated by commas")
    parser.add_argument("--scenes", type=int, default=0, help="measure drawn scenes instead, this many of each kind")
    parser.add_argument("--seed", type=int, default=1, help="of the drawn scenes")
    parser.add_argument("--failures", action="store_true", help="name every picture that was not located exactly")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    if arguments.scenes:
        report_scenes(arguments.scenes, arguments.seed)
        return
    sets = {**base_sets(arguments.data), **changed_sets(arguments.data)}
    groups = {"base": list(base_sets(arguments.data)), "changed": list(changed_sets(arguments.data)), "all": list(sets)}
    names = groups.get(arguments.sets) or arguments.sets.split(",")
    print("IoU ≥ 0.9 and corners ≤ 2.5 %  /  IoU ≥ 0.8")
    for name in names:
        if name != "negatives":
            report(name, measure(sets[name]()), arguments.failures)
    report_negatives(measure(photos(arguments.data, negative=True)), 0.5)


if __name__ == "__main__":
    main()
