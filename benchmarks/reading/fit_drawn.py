"""Fits which drawn rules a page shows: `python -m benchmarks.reading.fit_drawn --data ../shared/data`

Samples are what the detail network and the shades of the cells say of X-Sudokus, windokus and highlighted boards
(`benchmarks/reading/drawn_rules.py`), of killers, of boards with thermometers, arrows, dots and other shapes as this
package draws them, in several sizes and both themes, and of real pages, none of which has any of them. One logistic
regression says for each rule whether the page shows it (`fitted/drawn.json`). Errors are counted as fitted and with
each style held out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import sudokulens as sl
from benchmarks.reading import cages, drawn_rules
from benchmarks.reading.calibration import fitted, held_out
from benchmarks.reading.labelled import load_set
from sudokulens.drawing.palette import Theme
from sudokulens.reading.details import MAX_SIZE_CELLS, DetailNetwork
from sudokulens.reading.drawn import NAMED, cell_shades, figure_features, rule_features
from sudokulens.vision.canvases import Canvases
from sudokulens.vision.frame import Frame, load_frame
from sudokulens.vision.locate import locate
from sudokulens.vision.restore import brightened

TARGET = Path("src/sudokulens/fitted/drawn.json")
VARIANTS = {
    "thermo": "thermometers", "arrow": "arrows", "white": "dots", "black": "dots", "even": "shapes", "odd": "shapes",
    "palindrome": "shapes", "renban": "shapes", "whispers": "shapes",
}  # fmt: skip
"""The rules that are drawn, and what the page should be said to show."""

THEMES: tuple[Theme, ...] = ("light", "dark")
REAL = ("photos", "pages")
RIDGE, SEED = 0.3, 55


@dataclass(frozen=True)
class Sample:
    """One page: its style, what is drawn on it, and the features of every model."""

    style: str
    shows: str
    features: dict[str, dict[str, float]]


def pictures(count: int, data: Path, fonts: Path) -> Iterator[tuple[str, str, Frame]]:
    """(style, what is drawn, picture)."""
    font = cages.faces_of(fonts)["DejaVuSans"]
    for kind, shows in (("diagonal", "diagonals"), ("windoku", "windows"), ("classic", "")):
        for name, style in drawn_rules.STYLES.items():
            for number, board in enumerate(drawn_rules.boards(kind, count, SEED)):
                random = np.random.default_rng([SEED, number, *name.encode()])
                yield name, shows, Frame(np.ascontiguousarray(drawn_rules.drawn(board, kind, style, random, font)))
    for name, killer in cages.STYLES.items():
        random = np.random.default_rng([SEED, *name.encode()])
        board = sl.generate(seed=SEED, variants=("killer",))
        yield f"killer, {name}", "", Frame(np.ascontiguousarray(cages.drawn(board, killer, random, fonts)[0]))
    for variant, shows in VARIANTS.items():
        for number in range(12 * count):
            board = sl.generate(seed=SEED * 100 + number, variants=(variant,))
            theme, pixels = THEMES[number % 2], 40 + 11 * (number % 5)
            scene = sl.draw(board, candidates=False)
            yield f"{variant}, {theme}", shows, load_frame(sl.to_png(scene, cell_pixels=pixels, theme=theme))
    for folder in REAL:
        for case in load_set(data, folder):
            yield f"{folder} {case.name}", "", load_frame(case.path)


def samples(count: int, data: Path, fonts: Path) -> Iterator[Sample]:
    network = DetailNetwork.load()
    for style, shows, frame in pictures(count, data, fonts):
        seen = brightened(frame)
        place = next((place for place in locate(seen) if place.size <= MAX_SIZE_CELLS), None)
        if place is None:
            continue
        canvas = Canvases(seen).flat(place, network.cell_pixels)
        details = network.read(canvas)
        features = dict.fromkeys(NAMED, figure_features(details))
        yield Sample(style, shows, features | rule_features(details, cell_shades(canvas, place.size)))


def fit(pages: list[Sample], model: str) -> dict[str, float]:
    pages = [page for page in pages if model in page.features]
    names = sorted(pages[0].features[model])
    table = np.array([[page.features[model][name] for name in names] for page in pages])
    right = np.array([page.shows == model for page in pages])
    styles = np.array([page.style for page in pages])
    weights, said = fitted(table, right, RIDGE), held_out(table, right, styles, RIDGE) > 0.5
    missed, false = int((right & ~said).sum()), int((said & ~right).sum())
    wrong = int(((weights[0] + table @ weights[1:] > 0) != right).sum())
    print(f"{model}: {int(right.sum())} of {len(right)} pages, wrong {wrong}; held out: {missed} missed, {false} false")
    return dict(zip(("bias", *names), (round(float(weight), 3) for weight in weights), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=3, help="boards of each rule and style")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    pages = list(samples(options.count, options.data, options.fonts))
    answer: dict[str, object] = {
        "written_by": "python -m benchmarks.reading.fit_drawn",
        "fitted_on": f"{len(pages)} pages: {sum(bool(page.shows) for page in pages)} with drawn rules",
    }
    for model in ("diagonals", "windows", *NAMED):
        answer[model] = fit(pages, model)
    options.out.write_text(json.dumps(answer, indent=2) + "\n")
    print(json.dumps(answer, indent=2))


if __name__ == "__main__":
    main()
