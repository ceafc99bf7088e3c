"""Fits the numbers by which grids are found (`fitted/locator.json`): `python -m benchmarks.reading.fit_locator`.

A coordinate search from the numbers as they are, on drawn pictures whose crossings are known: pages in every style and
under every fault, screens, boards of all sizes cut to their border, several on a page, samurai, boards under a message,
frames of shaky webcams, reduced copies of some of these, and look-alikes without a grid. The loss of a picture is

- for every grid the square of its largest error at a crossing, in units of the largest that the reader forgives; 1
  where that is more, or nothing is found;
- for every other place that is returned a part of the square of its probability (`fitted/place.json`).

All places at which lines are looked for take time, which costs a little, too. A number moves only where pictures of a
second seed agree (`benchmarks/coordinate_search.py`); what was seen of each is written beside them.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy and OpenCV start their pools.

import argparse
import importlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.coordinate_search import CoordinateSearch, Losses, Numbers
from benchmarks.live.webcam import kinds as webcam_kinds
from benchmarks.reading.crops import crops
from benchmarks.reading.labelled import MAX_CROSSING_ERROR_CELLS, crossing_error
from benchmarks.reading.wild.pictures import Material, every_picture
from pages.clips import shots
from pages.sheets import drawn
from pages.typefaces import file_of
from pages.writing import Writers
from sudokulens import random_puzzle
from sudokulens.fitted import fitted
from sudokulens.reading.chance import logistic
from sudokulens.vision.frame import Frame

TARGET = Path("src/sudokulens/fitted/locator.json")
TAKEN, LOOKED = 0.1, 0.0005
"""What a look-alike that is surely taken for a grid costs, and lines looked for once, in lost grids."""

REDUCED, EVERY_REDUCED = 0.55, 4
WEBCAM_FRAMES, EVERY_FRAME = 13, 4

MODULES = (
    "ink", "outlines", "line_evidence", "lattice_fit", "lattice_score", "cell_walk", "covered", "grid_fit", "search",
    "restore", "locate",
)  # fmt: skip
"""Those of vision that use the numbers, each after those that it imports."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture and the crossings of every grid on it; none on a look-alike."""

    frame: Frame
    lattices: list[NDArray[np.float64]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--count", type=int, default=1, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--second-seed", type=int, default=41)
    parser.add_argument("--only", nargs="+", help="the numbers to look at; of the others stays what was seen before")
    parser.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    seeds = (arguments.seed, arguments.second_seed)
    tuned, second = (list(pictures(seed, arguments.count, arguments.data)) for seed in seeds)
    numbers = dict(fitted("locator")["numbers"])
    found = CoordinateSearch(numbers, partial(losses, tuned), partial(losses, second), fitted("locator")["seen"])
    for name in arguments.only or numbers:
        found.improve(name)
    facts = {
        "written_by": "python -m benchmarks.reading.fit_locator",
        "fitted_on": f"{counted(tuned)} of seed {arguments.seed}: loss {found.now}",
        "agreed_on": f"{counted(second)} of seed {arguments.second_seed}: loss {found.now_held_out}",
    }
    answer = facts | {"numbers": found.numbers, "seen": found.seen}
    arguments.out.write_text(json.dumps(answer, indent=2) + "\n", encoding="utf-8")


def counted(made: list[Picture]) -> str:
    return f"{sum(len(picture.lattices) for picture in made)} grids on {len(made)} drawn pictures"


def pictures(seed: int, count: int, data: Path) -> Iterator[Picture]:
    """Drawn pictures of all kinds, and reduced copies of every fourth with a grid."""
    material = Material([file_of(Path("/usr/share/fonts"), "DejaVuSans")], Writers(data / "mnist"))
    sheets = chain(every_picture(material, count, seed), crops(count, seed))
    plain = (Picture(each.frame(), [t.crossings for t in each.truths if t.crossings is not None]) for each in sheets)
    for number, picture in enumerate(chain(plain, webcam_frames(seed))):
        yield picture
        if number % EVERY_REDUCED == 0 and picture.lattices:
            small = cv2.resize(picture.frame.pixels, None, fx=REDUCED, fy=REDUCED, interpolation=cv2.INTER_AREA)
            lattices = [(lattice + 0.5) * REDUCED - 0.5 for lattice in picture.lattices]
            yield Picture(Frame(np.asarray(small, dtype=np.uint8)), lattices)


def webcam_frames(seed: int) -> Iterator[Picture]:
    """Frames of webcams that show a whole grid."""
    sheet = drawn(random_puzzle(seed), f"page {seed}")
    for kind in webcam_kinds(seed):
        for shot in list(shots(kind, [sheet], WEBCAM_FRAMES))[::EVERY_FRAME]:
            [(_, lattice)] = shot.sheets
            if shot.whole(lattice):
                yield Picture(Frame(np.asarray(shot.pixels, dtype=np.uint8)), [lattice])


def losses(made: list[Picture], numbers: Numbers) -> Losses:
    """The losses on these pictures with these numbers, and how many grids are lost."""
    locator = loaded(numbers)
    found = [loss(locator, picture) for picture in made]
    each, looked, lost = (np.array(column, dtype=np.float64) for column in zip(*found, strict=True))
    return Losses(each, LOOKED * looked, int(lost.sum()))


@dataclass
class Locator:
    """The modules of vision as some numbers make them, with a count of how often lines are looked for."""

    modules: dict[str, Any]
    looked: int = 0

    def places(self, frame: Frame) -> list[Any]:
        """What `locate` returns, as fits."""
        locate = self.modules["locate"]
        best = self.modules["search"].keep_best(locate.candidates(frame))
        return [fit for fit in best if fit.log_odds >= locate.MIN_LOG_ODDS][: locate.MAX_PLACES]

    def counting(self, rectify: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            self.looked += 1
            return rectify(*arguments, **named)

        return counted


def loaded(numbers: Numbers) -> Locator:
    """Vision loaded anew with these numbers, so that all that is derived from them follows."""
    fitted("locator")["numbers"].update(numbers)
    named = {name: importlib.import_module(f"sudokulens.vision.{name}") for name in MODULES}
    locator = Locator({name: importlib.reload(module) for name, module in named.items()})
    evidence = locator.modules["line_evidence"]
    evidence.rectify = locator.counting(evidence.rectify)
    return locator


def loss(locator: Locator, picture: Picture) -> tuple[float, int, int]:
    """The loss of one picture, how often lines were looked for on it, and how many of its grids were lost."""
    locator.looked = 0
    fits = locator.places(picture.frame)
    errors = np.array([[crossing_error(fit.location, true) for true in picture.lattices] for fit in fits])
    errors = errors.reshape(len(fits), len(picture.lattices))
    nearest = np.minimum(errors.min(axis=0, initial=np.inf) / MAX_CROSSING_ERROR_CELLS, 1)
    others = [fit for fit, row in zip(fits, errors, strict=True) if row.min(initial=np.inf) >= MAX_CROSSING_ERROR_CELLS]
    taken = sum(float(logistic(fit.log_odds)) ** 2 for fit in others)
    return float(np.square(nearest).sum()) + TAKEN * taken, locator.looked, int((nearest >= 1).sum())


if __name__ == "__main__":
    main()
