"""Fits where cages end: `python -m benchmarks.reading.fit_cages --count 6`

On drawn killers (`benchmarks/reading/cages.py`) every pair of neighbouring cells is a sample: what the network says of
the sides between them, how far their grounds differ, and whether a cage ends there. Some pages have a highlighted cell,
as apps show. Two logistic regressions, for pages with tinted cages and for others (`fitted/cages.json`). Errors are
counted as fitted and with each style held out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import sudokulens as sl
from benchmarks.reading.cages import STYLES, drawn
from benchmarks.reading.calibration import fitted
from sudokulens.puzzle.constraints import Cage
from sudokulens.reading.cages import border_features, is_tinted, neighbours
from sudokulens.reading.details import DetailNetwork
from sudokulens.reading.drawn import cell_shades
from sudokulens.vision.cells import rectify

TARGET = Path("src/sudokulens/fitted/cages.json")
FEATURES = {"plain": ("network",), "tinted": ("network", "tint")}
RIDGE = 1.0
SEED = 77

Samples = dict[str, tuple[NDArray[np.float64], NDArray[np.bool_]]]


def samples(count: int, fonts: Path) -> Iterator[tuple[str, str, NDArray[np.float64], NDArray[np.bool_]]]:
    """(model, style, features, cage ends) for every page."""
    network = DetailNetwork.load()
    for name, style in STYLES.items():
        for number in range(count if style.shot is None else 0):
            random = np.random.default_rng([SEED, number, *name.encode()])
            board = sl.generate(seed=SEED * 10_000 + number, variants=("killer",))
            page, shown, look = drawn(board, replace(style, highlighted=bool(number % 2)), random, fonts)
            steps = np.arange(board.size + 1.0) * look.cell + look.edge
            lattice = np.stack(np.meshgrid(steps, steps), axis=-1)
            canvas = rectify(page, lattice, network.cell_pixels, paper_beyond=True)
            details, tints = network.read(canvas), cell_shades(canvas, board.size)
            owner = {cell: at for at, rule in enumerate(shown.rules) if isinstance(rule, Cage) for cell in rule.cells}
            model = "tinted" if is_tinted(tints) else "plain"
            pairs = neighbours(board.size)
            rows = [border_features(details, tints, *pair) for pair in pairs]
            ends = np.array([owner[first] != owner[second] for first, second in pairs])
            yield model, name, np.array([[row[each] for each in FEATURES[model]] for row in rows]), ends


def errors(features: NDArray[np.float64], ends: NDArray[np.bool_], weights: NDArray[np.float64]) -> int:
    return int((((weights[0] + features @ weights[1:]) > 0) != ends).sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=6, help="boards of each style")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    seen = list(samples(options.count, options.fonts))
    answer: dict[str, object] = {
        "written_by": "python -m benchmarks.reading.fit_cages",
        "fitted_on": f"{len(seen)} drawn killers in {len({name for _, name, *_ in seen})} styles",
    }
    for model, names in FEATURES.items():
        mine = [each for each in seen if each[0] == model]
        features, ends = np.vstack([each[2] for each in mine]), np.concatenate([each[3] for each in mine])
        weights = fitted(features, ends, RIDGE)
        answer[model] = dict(zip(("bias", *names), (round(float(weight), 3) for weight in weights), strict=True))
        held = 0
        for style in {each[1] for each in mine}:
            inside = [each for each in mine if each[1] != style]
            without = fitted(
                np.vstack([each[2] for each in inside]), np.concatenate([each[3] for each in inside]), RIDGE
            )
            held += sum(errors(each[2], each[3], without) for each in mine if each[1] == style)
        print(
            f"{model}: {len(ends)} sides on {len(mine)} pages, wrong {errors(features, ends, weights)}, held out {held}"
        )
    options.out.write_text(json.dumps(answer, indent=2) + "\n")
    print(json.dumps(answer, indent=2))


if __name__ == "__main__":
    main()
