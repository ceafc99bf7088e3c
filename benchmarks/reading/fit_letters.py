"""Fits what a glyph is by its shape: `python -m benchmarks.reading.fit_letters --fonts /usr/share/fonts`.

Sheets of 16×16 cells in every typeface under the folder, each with the symbols of one way of writing large boards, go
through the same straightening as a page. A multinomial logistic regression on the features of `reading/letters.py` is
written to `fitted/letters.json`. Every fifth typeface is held out: the share of its glyphs told right is
printed first, of a fit without them; what is written is fitted on all.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.reading.symbols import picture_of
from pages.typefaces import typefaces
from sudokulens.reading.glyphs import inked
from sudokulens.reading.letters import CLASSES, NUMBER, shape_features
from sudokulens.vision.cells import rectify

TARGET = Path("src/sudokulens/fitted/letters.json")
WAYS: tuple[tuple[str, ...], ...] = (
    tuple("0123456789ABCDEFG"),
    tuple("0123456789abcdefg"),
    tuple("123456789ABCDEFGHIJKLMNOP"),
    tuple("ABCDEFGHIJKLMNOPQRSTUVWXY"),
    tuple(str(number) for number in range(1, 26)),
)
"""How boards of 16×16 and 25×25 are written."""

SIZE, CELL_PIXELS = 16, 48
STEPS, BATCH, RATE, SHRINKAGE = 3000, 512, 0.02, 1e-4
"""Of stochastic gradient descent (Adam): steps, glyphs a step, rate, and the weight of squared weights."""


def sheet(face: Path, way: Sequence[str], random: np.random.Generator) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """The features of a sheet's glyphs, and their classes."""
    cell = int(random.integers(24, 64))
    texts = np.array(way, dtype=object)[random.integers(len(way), size=(SIZE, SIZE))]
    pixels, lattice = picture_of(texts, face, random, cell, outlined=bool(random.random() < 0.2))
    slack = random.normal(0, 0.02 * cell, lattice.shape[-1:])
    ink = inked(rectify(pixels, lattice + slack, CELL_PIXELS, paper_beyond=True), SIZE)
    classes = [CLASSES.index(text if len(text) == 1 else NUMBER) for text in texts.ravel()]
    return shape_features(ink), np.array(classes)


def regression(features: NDArray[np.float64], classes: NDArray[np.intp], seed: int) -> dict[str, NDArray[np.float64]]:
    """Weights (features + 1, classes) of a multinomial logistic regression on standardised features."""
    random = np.random.default_rng(seed)
    mean, spread = features.mean(axis=0), np.maximum(features.std(axis=0), 1e-3)
    seen = np.hstack([(features - mean) / spread, np.ones((len(features), 1))])
    weights = np.zeros((seen.shape[1], len(CLASSES)))
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        chosen = random.integers(len(seen), size=BATCH)
        nats = seen[chosen] @ weights
        shares = np.exp(nats - nats.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        shares[np.arange(BATCH), classes[chosen]] -= 1
        slope = seen[chosen].T @ shares / BATCH + SHRINKAGE * weights
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        rate = RATE * (1 - step / STEPS) * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
        weights -= rate * first / (np.sqrt(second) + 1e-8)
    return {"weights": weights, "mean": mean, "spread": spread}


def told(model: dict[str, NDArray[np.float64]], features: NDArray[np.float64]) -> NDArray[np.intp]:
    seen = np.hstack([(features - model["mean"]) / model["spread"], np.ones((len(features), 1))])
    return np.asarray((seen @ model["weights"]).argmax(axis=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fonts", type=Path, nargs="+", default=[Path("/usr/share/fonts")])
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    faces = typefaces(*arguments.fonts)
    random = np.random.default_rng(arguments.seed)
    sheets = [(number, *sheet(face, way, random)) for number, face in enumerate(faces) for way in WAYS]
    held = np.concatenate([np.full(len(classes), number % 5 == 0) for number, _, classes in sheets])
    features = np.concatenate([each for _, each, _ in sheets])
    classes = np.concatenate([each for _, _, each in sheets])
    right = told(regression(features[~held], classes[~held], arguments.seed), features[held]) == classes[held]
    print(f"{len(faces)} typefaces, {len(classes)} glyphs; of those held out {100 * right.mean():.1f} % told right")
    for symbol in CLASSES:
        of_class = classes[held] == CLASSES.index(symbol)
        print(f"{symbol} {100 * right[of_class].mean():.0f}", end="  ")
    print()
    model = regression(features, classes, arguments.seed)
    facts = {
        "written_by": "python -m benchmarks.reading.fit_letters",
        "fitted_on": f"{len(classes)} rendered glyphs in {len(faces)} typefaces, seed {arguments.seed}",
    }
    rounded = {name: np.round(values, 3).tolist() for name, values in model.items()}
    TARGET.write_text(json.dumps(facts | rounded) + "\n")


if __name__ == "__main__":
    main()
