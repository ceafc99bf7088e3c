"""Fits the confidence of boards on labelled photos: `python -m benchmarks.reading.calibration --data ../shared/data`.

Every photo is located and read as it is and in worse states (blurred, noisy, coarse, misplaced corners), because good
photos hardly ever go wrong. With `--held-folds runs/fold0 runs/fold1 …` the newspaper photos are read by networks that
never saw their puzzles (`make crossvalidate`). The logistic regression is fitted on half of the puzzles and judged on
the other half; what it prints goes into `reading/confidence.py`.
"""

from __future__ import annotations

import argparse
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.accuracy import by_fold, scanner_with
from benchmarks.reading.failure_sheet import write_reliability
from benchmarks.reading.labelled import Case, load_set
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.confidence import ACCEPTED, FEATURES, WEIGHTS, Rivals, features_of
from sudokulens.reading.decode import price_limit
from sudokulens.reading.judge import judge_classic
from sudokulens.reading.network import Reader
from sudokulens.reading.options import price_options
from sudokulens.reading.search import find_lawful
from sudokulens.scanner import Scanner
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.location import GridLocation

SETS = ("wicht/train", "wicht/mixed_train", "kubiesa/val", "photos")


@dataclass(frozen=True)
class Sample:
    """One reading's features, whether its board was right, and which half its puzzle belongs to."""

    features: NDArray[np.float64]
    right: bool
    half: int


def main() -> None:
    arguments = _arguments()
    scanner = scanner_with(arguments.weights)
    held = [scanner_with(folder) for folder in arguments.held_folds]
    random = np.random.default_rng(1)
    samples: list[Sample] = []
    for name in SETS:
        cases = load_set(arguments.data, name)[:: arguments.every]
        if not cases:
            print(f"{name}: skipped, no data in {arguments.data / name}")
        for reader, part in by_fold(cases, held) if name.startswith("wicht") and held else [(scanner, cases)]:
            for case in part:
                samples += samples_of(reader, case, arguments.states, random)
        print(f"{name}: {len(samples)} samples so far, {sum(not s.right for s in samples)} wrong", flush=True)
    arguments.out.mkdir(parents=True, exist_ok=True)
    np.savez(
        arguments.out / "samples.npz",
        features=np.array([sample.features for sample in samples]),
        right=np.array([sample.right for sample in samples]),
        half=np.array([sample.half for sample in samples]),
    )
    report(samples, arguments.out)


def samples_of(scanner: Scanner, case: Case, states: int, random: np.random.Generator) -> list[Sample]:
    frame = load_frame(case.path)
    grids = scanner(frame).grids
    half = zlib.crc32(case.puzzle.encode()) % 2
    found = []
    if grids and grids[0].size == 9 and len(case.labels) == 1:
        for state in range(states):
            sample = _sample(scanner.reader, frame, grids[0].location, case, half, random, state / max(1, states - 1))
            found += [sample] if sample else []
    return found


def _sample(
    reader: Reader,
    frame: Frame,
    place: GridLocation,
    case: Case,
    half: int,
    random: np.random.Generator,
    strength: float,
) -> Sample | None:
    canvas = worsened(
        rectify(frame.pixels, shaken(place, strength, random).lattice, reader.cell_pixels), strength, random
    )
    reading = reader.read(canvas)
    findings = find_lawful(price_options(reading.digits, reading.ink), Geometry.standard(), judge_classic)
    if not findings.lawful or findings.lawful[0].price > price_limit(findings):
        return None
    digits = "".join(map(str, findings.lawful[0].values))
    return Sample(features_of(reading, Rivals.of(reading, findings)), digits == case.labels[0].digits, half)


def shaken(place: GridLocation, strength: float, random: np.random.Generator) -> GridLocation:
    """The place with its corners moved by up to a quarter of a cell."""
    reach = 0.25 * strength * place.cell_side
    return place.moved(offset=tuple(random.uniform(-reach, reach, 2)))


def worsened(canvas: NDArray[np.uint8], strength: float, random: np.random.Generator) -> NDArray[np.uint8]:
    """The canvas coarser, blurred and noisy by a strength from 0 to 1."""
    side = len(canvas)
    coarse = max(40, round(side * (1 - 0.75 * strength * random.random())))
    small = cv2.resize(canvas, (coarse, coarse), interpolation=cv2.INTER_AREA)
    worse = cv2.resize(small, (side, side), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    if sigma := 2.0 * strength * random.random():
        worse = cv2.GaussianBlur(worse, (0, 0), sigma)
    worse = 128 + (worse - 128) * (1 - 0.6 * strength * random.random())
    noise = random.normal(0, 1 + 24 * strength * random.random(), worse.shape)
    return np.clip(worse + noise, 0, 255).astype(np.uint8)


def report(samples: list[Sample], out: Path) -> None:
    """Prints the weights and what they are worth on the half they were not fitted on."""
    features = np.array([sample.features for sample in samples])
    right = np.array([sample.right for sample in samples])
    half = np.array([sample.half for sample in samples])
    held = held_out(features, right, half)
    weights = fitted(features, right)
    print(f"{len(samples)} samples, {int((~right).sum())} wrong")
    print("WEIGHTS = (" + ", ".join(f"{weight:.3f}" for weight in weights) + ")  # bias, " + ", ".join(FEATURES))
    for threshold in (0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998):
        accepted = held >= threshold
        silent = int((accepted & ~right).sum())
        kept = (accepted & right).sum() / max(1, right.sum())
        print(f"accepting at {threshold}: {silent} silent of {int(accepted.sum())}, {100 * kept:.1f} % of right boards")
    shipped = predict(features, np.array(WEIGHTS))
    silent, surest = int(((shipped >= ACCEPTED) & ~right).sum()), float(shipped[~right].max(initial=0.0))
    print(
        f"as shipped, at {ACCEPTED}: {silent} silent of {int((shipped >= ACCEPTED).sum())}; surest wrong {surest:.3f}"
    )
    write_reliability(list(zip(held.tolist(), right.tolist(), strict=True)), out)


def fitted(features: NDArray[np.float64], right: NDArray[np.bool_], ridge: float = 1.0) -> NDArray[np.float64]:
    """Weights of a logistic regression with a bias first, by Newton's method with a small ridge."""
    inputs = np.hstack([np.ones((len(features), 1)), features])
    weights = np.zeros(inputs.shape[1])
    penalty = ridge * np.eye(len(weights))
    penalty[0, 0] = 1e-6
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (right - chance) - penalty @ weights
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + penalty
        step = np.linalg.solve(curvature, slope)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def predict(features: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-np.clip(weights[0] + features @ weights[1:], -30, 30))))


def held_out(
    features: NDArray[np.float64], right: NDArray[np.bool_], groups: NDArray[Any], ridge: float = 1.0
) -> NDArray[np.float64]:
    """The probability of every sample under weights that were fitted without its group."""
    held = np.zeros(len(right))
    for group in np.unique(groups):
        out = groups == group
        held[out] = predict(features[out], fitted(features[~out], right[~out], ridge))
    return held


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("out/calibration"))
    parser.add_argument("--weights", type=Path, help="folder of other ONNX weights")
    parser.add_argument("--held-folds", nargs="*", type=Path, default=[], help="weights without fold 0, 1, …")
    parser.add_argument("--states", type=int, default=6, help="readings of each photo, from as it is to very bad")
    parser.add_argument("--every", type=int, default=1, help="take every n-th photo")
    return parser.parse_args()


if __name__ == "__main__":
    main()
