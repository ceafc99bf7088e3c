"""Fits what an entry is worth against the rules: `python -m benchmarks.reading.fit_handwriting --pages FOLDER`.

FOLDER holds photos of printed puzzles with handwritten entries, some of them mistakes, and a `labels.json`:
`{"photo.jpg": {"givens", "entries", "solution": 81 digits each, "wrong": [cells]}}`. Every page is read by both
networks, as it is and made worse. Wherever an entry's most probable digit is not the solution's, either the person or
the networks were wrong. A logistic regression on the log-odds (nats) of both digits tells which, and its two numbers
are the prior of agreement and the temperature in `reading/options.py`. Two more are what the ink alone must give an
entry of a page as it is: `legible` for it not to be asked about, so much that ASKED of the right entries fall below,
and `clear` for a mistake to be named without a question, so much that UNNAMED of the mistakes fall below.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.accuracy import scanner_with
from benchmarks.reading.calibration import fitted
from sudokulens.reading.fuse import fuse
from sudokulens.reading.options import reconciled
from sudokulens.reading.reading import Reading
from sudokulens.scanner import Scanner
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import load_frame
from sudokulens.vision.location import GridLocation

TARGET = Path("src/sudokulens/fitted/handwriting.json")
STRENGTHS = (0.0, 0.5, 1.0)
"""How far the pages are degraded, 0 to 1; unseen pages read about as well as seen ones at one half."""


ASKED = 0.007
"""The share of right entries that people may be asked about because the ink leaves them open."""


UNNAMED = 0.085
"""The share of mistakes that may be asked about because the ink leaves them open: nine in ten are to be named."""


@dataclass(frozen=True)
class Contradiction:
    """An entry read otherwise than the solution has it: by how many nats, and whether the person wrote it so."""

    nats: float
    mistake: bool


def main() -> None:
    arguments = _arguments()
    labels = json.loads((arguments.pages / "labels.json").read_text())
    scanner, random = scanner_with(arguments.weights), np.random.default_rng(1)
    found: list[Contradiction] = []
    right: list[float] = []
    wrong: list[float] = []
    for name, label in labels.items():
        for strength, reading in readings(scanner, arguments.pages / name, random):
            found += contradictions(reading, label)
            if not strength:
                for cell, chance in written(reading, label):
                    (wrong if cell in label["wrong"] else right).append(chance)
    bias, slope = fitted(
        np.array([[each.nats] for each in found]), np.array([each.mistake for each in found]), ridge=0.01
    )
    odds = math.exp(-bias) / 8
    misread = sum(not each.mistake for each in found)
    answer = {
        "written_by": "python -m benchmarks.reading.fit_handwriting",
        "fitted_on": f"{len(labels)} pages in {len(STRENGTHS)} states: {len(found) - misread} mistakes, "
        f"{misread} right entries misread; legible and clear: {len(right)} right entries and {len(wrong)} mistakes as "
        "they are",
        "agreement": round(odds / (1 + odds), 4),
        "temperature": round(1 / slope, 4),
        "legible": round(float(np.quantile(right, ASKED)), 4),
        "clear": round(float(np.quantile(wrong, UNNAMED)), 4),
    }
    arguments.out.write_text(json.dumps(answer, indent=2) + "\n")
    print(json.dumps(answer, indent=2))
    for nats in range(10):
        row = [sum(nats <= each.nats < nats + 1 for each in found if each.mistake is kind) for kind in (True, False)]
        print(f"{nats}–{nats + 1} nats: {row[0]} mistakes, {row[1]} misread")


def readings(scanner: Scanner, page: Path, random: np.random.Generator) -> Iterator[tuple[float, Reading]]:
    """The readings of a page in every state, with how much worse it was made."""
    frame = load_frame(page)
    grids = [grid for grid in scanner(frame).grids if grid.size == 9]
    for strength in STRENGTHS if grids else ():
        pixels, scale = worsened(frame.pixels, strength, random)
        yield strength, _read(scanner, pixels, grids[0].location, scale)


def _read(scanner: Scanner, pixels: NDArray[np.uint8], place: GridLocation, scale: float) -> Reading:
    readers = [reader for reader in (scanner.reader, scanner.careful) if reader is not None]
    lattice = place.lattice * scale
    return fuse([reader.read(rectify(pixels, lattice, reader.cell_pixels)) for reader in readers])


def contradictions(reading: Reading, label: dict[str, Any]) -> Iterator[Contradiction]:
    """What contradicts the solution in one reading."""
    chances = np.maximum(reconciled(reading.digits, reading.ink), 1e-9)
    for cell in range(len(chances)):
        right, best = int(label["solution"][cell]), int(chances[cell, 1:].argmax()) + 1
        if label["entries"][cell] != "0" and best != right:
            yield Contradiction(math.log(chances[cell, best] / chances[cell, right]), cell in label["wrong"])


def written(reading: Reading, label: dict[str, Any]) -> Iterator[tuple[int, float]]:
    """Every entry's cell, and the probability of what is written there by its ink alone."""
    for cell, digit in enumerate(map(int, label["entries"])):
        if digit:
            yield cell, float(reading.digits[cell, digit])


def worsened(
    pixels: NDArray[np.uint8], strength: float, random: np.random.Generator
) -> tuple[NDArray[np.uint8], float]:
    """The picture coarser, blurred, flat and noisy by a strength from 0 to 1; and its scale."""
    if not strength:
        return pixels, 1.0
    scale = 1 - 0.6 * strength * random.random()
    worse = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    worse = cv2.GaussianBlur(worse, (0, 0), 0.05 + 1.3 * strength * random.random())
    worse = 128 + (worse - 128) * (1 - 0.5 * strength * random.random())
    noise = random.normal(0, 1 + 16 * strength * random.random(), worse.shape)
    return np.clip(worse + noise, 0, 255).astype(np.uint8), scale


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=Path, required=True, help="folder of pages with mistakes and their labels.json")
    parser.add_argument("--weights", type=Path, help="folder of other ONNX weights")
    parser.add_argument("--out", type=Path, default=TARGET)
    return parser.parse_args()


if __name__ == "__main__":
    main()
