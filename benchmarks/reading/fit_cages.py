"""Fits how cages are read: `python -m benchmarks.reading.fit_cages --count 6`

On drawn killers (`benchmarks/reading/cages.py`), some with a highlighted cell, as apps show; `fitted/cages.json`:
- where cages end: every pair of neighbours is a sample: what the network says of the sides between them, how far
  their grounds differ, and whether a cage ends there. Two logistic regressions, for pages with tinted cages and others;
- what their sums are: every sum is a sample of a conditional logit, the probabilities of the network for the cell and
  for its enlarged corner to be weighed; the scale of the enlargement is the one that does best on held-out styles.
Errors are counted as fitted and with each style held out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import sudokulens as sl
from benchmarks.reading.cages import STYLES, drawn
from benchmarks.reading.calibration import fitted, held_out, predict
from pages.cages import sum_cell
from sudokulens.puzzle.constraints import Cage
from sudokulens.reading.cages import border_features, is_tinted, neighbours
from sudokulens.reading.chance import FLOOR
from sudokulens.reading.details import NO_SUM, DetailNetwork, Details
from sudokulens.reading.drawn import cell_shades
from sudokulens.vision.cells import rectify
from sudokulens.vision.frame import Frame
from sudokulens.vision.locate import locate
from sudokulens.vision.restore import brightened

TARGET = Path("src/sudokulens/fitted/cages.json")
FEATURES = {"plain": ("network",), "tinted": ("network", "tint")}
SCALES = (1.3, 1.45, 1.6, 1.75)
RIDGE, NEWTON_STEPS = 1.0, 12
SEED = 77

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Page:
    """A drawn killer: the features of its borders and the looks at its sums, with what is right."""

    style: str
    model: str
    borders: Matrix
    ends: NDArray[np.bool_]
    looks: Matrix
    """(1 + scales, sums, totals): log-probabilities of every total, in the cell and in its enlarged corner."""
    totals: NDArray[np.int64]


def read_pages(count: int, fonts: Path) -> Iterator[Page]:
    network = DetailNetwork.load()
    for name, style in STYLES.items():
        for number in range(count):
            random = np.random.default_rng([SEED, number, *name.encode()])
            board = sl.generate(seed=SEED * 10_000 + number, variants=("killer",))
            page, _, look = drawn(board, replace(style, highlighted=bool(number % 2)), random, fonts)
            frame = brightened(Frame(np.ascontiguousarray(page)))
            lattice = next(iter(locate(frame, size=board.size))).lattice
            canvas, finer = (
                rectify(frame.pixels, lattice, scale * network.cell_pixels, paper_beyond=True) for scale in (1, 2)
            )
            details, tints = network.read(canvas), cell_shades(canvas, board.size)
            cages = [rule for rule in board.rules if isinstance(rule, Cage)]
            owner = {cell: at for at, rule in enumerate(cages) for cell in rule.cells}
            model, pairs = "tinted" if is_tinted(tints) else "plain", neighbours(board.size)
            rows = [border_features(details, tints, *pair) for pair in pairs]
            cells = [sum_cell(rule.cells, look.cage_look) for rule in cages]
            closer = [network.closer_look(finer, details, scale) for scale in SCALES]
            yield Page(
                name,
                model,
                np.array([[row[each] for each in FEATURES[model]] for row in rows]),
                np.array([owner[first] != owner[second] for first, second in pairs]),
                np.array([_of_totals(details, cells), *(_of_totals(look, cells, weighed=True) for look in closer)]),
                np.array([rule.total for rule in cages]),
            )


def _of_totals(look: Details, cells: list[int], weighed: bool = False) -> Matrix:
    """(sums, totals): the log-probability of every total, times that of there being a sum at all if `weighed`."""
    tens, units = (np.log(np.maximum(digits[cells], FLOOR)) for digits in (look.tens, look.units[:, :NO_SUM]))
    totals = (tens[:, :, None] + units[:, None, :]).reshape(len(cells), -1)
    return np.asarray(totals * (1 - look.units[cells, NO_SUM:]) if weighed else totals, dtype=np.float64)


def weights_of_looks(looks: Matrix, totals: NDArray[np.int64]) -> Matrix:
    """The conditional logit's weights of the two looks, by Newton's method."""
    weights = np.ones(len(looks))
    right = looks[:, np.arange(len(totals)), totals]
    for _ in range(NEWTON_STEPS):
        shares = _shares(looks, weights)
        mean = np.einsum("st,lst->ls", shares, looks)
        slope = (right - mean).sum(axis=1) - RIDGE * weights
        curvature = np.einsum("st,lst,mst->lm", shares, looks, looks) - mean @ mean.T + RIDGE * np.eye(len(looks))
        weights = weights + np.linalg.solve(curvature, slope)
    return weights


def _shares(looks: Matrix, weights: Matrix) -> Matrix:
    mixed = np.tensordot(weights, looks, 1)
    shares = np.exp(mixed - mixed.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def fit_sums(pages: list[Page]) -> dict[str, float]:
    """The scale with the least loss on held-out styles, and the weights of both looks."""
    styles = {page.style for page in pages}
    losses = []
    for at, scale in enumerate(SCALES, 1):
        loss, wrong = 0.0, 0
        for style in styles:
            inside, outside = ([page for page in pages if (page.style != style) == kept] for kept in (True, False))
            looks, totals = _sums(outside, at)
            shares = _shares(looks, weights_of_looks(*_sums(inside, at)))
            loss -= float(np.log(shares[np.arange(len(totals)), totals]).sum())
            wrong += int((shares.argmax(axis=1) != totals).sum())
        losses.append(loss)
        count = sum(len(page.totals) for page in pages)
        print(f"sums at {scale}: wrong {wrong} of {count} with styles held out, {loss / count:.4f} nats each")
    best = int(np.argmin(losses))
    plain, closer = weights_of_looks(*_sums(pages, best + 1))
    return {"scale": SCALES[best], "plain": round(float(plain), 3), "closer": round(float(closer), 3)}


def _sums(pages: list[Page], at: int) -> tuple[Matrix, NDArray[np.int64]]:
    """The plain and one closer look at all sums of some pages, and their totals."""
    return np.concatenate([page.looks[[0, at]] for page in pages], axis=1), np.concatenate([p.totals for p in pages])


def fit_borders(pages: list[Page], model: str) -> dict[str, float]:
    features, ends = np.vstack([page.borders for page in pages]), np.concatenate([page.ends for page in pages])
    styles = np.concatenate([np.full(len(page.ends), page.style) for page in pages])
    weights = fitted(features, ends, RIDGE)
    wrong, held = (
        int(((chance > 0.5) != ends).sum())
        for chance in (predict(features, weights), held_out(features, ends, styles, RIDGE))
    )
    print(f"{model}: {len(ends)} sides on {len(pages)} pages, wrong {wrong}, held out {held}")
    return dict(zip(("bias", *FEATURES[model]), (round(float(weight), 3) for weight in weights), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=6, help="boards of each style")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    pages = list(read_pages(options.count, options.fonts))
    answer: dict[str, object] = {
        "written_by": "python -m benchmarks.reading.fit_cages",
        "fitted_on": f"{len(pages)} drawn killers in {len({page.style for page in pages})} styles",
    }
    for model in FEATURES:
        answer[model] = fit_borders([page for page in pages if page.model == model], model)
    answer["sums"] = fit_sums(pages)
    options.out.write_text(json.dumps(answer, indent=2) + "\n")
    print(json.dumps(answer, indent=2))


if __name__ == "__main__":
    main()
