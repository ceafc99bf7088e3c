"""Fits the limits of live reading (`fitted/live.json`): `python -m benchmarks.live.fit_live`.

A coordinate search (`benchmarks/coordinate_search.py`) on clips drawn from seeds: shaky webcams, pages in motion, under
a hand, and exchanged for another that has most of the digits. The loss of a clip is the number of its frames that do
not show the right solution and ten times that of those that show a wrong one; readings by a network take time. A limit
moves only where clips of other seeds, which are held out, agree; what was seen of each is written beside them.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy, OpenCV and onnxruntime start their pools.

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.coordinate_search import CoordinateSearch, Losses, Numbers
from benchmarks.live.clip_kinds import WEBCAM
from benchmarks.live.webcam import Tally, follow
from benchmarks.live.webcam import kinds as webcam_kinds
from pages import motions
from pages.clips import Exposure, Kind, shots
from pages.sheets import drawn, exchanged
from sudokulens import random_puzzle
from sudokulens.fitted import fitted
from sudokulens.reading.reading import Reading
from sudokulens.scanner import Scanner

TARGET = Path("src/sudokulens/fitted/live.json")
NAMES = {
    "possible_correlation": "MIN_POSSIBLE_CORRELATION",
    "same_correlation": "MIN_SAME_CORRELATION",
    "convincing_correlation": "MIN_CONVINCING_CORRELATION",
    "correlation_deficit": "MAX_CORRELATION_DEFICIT",
    "correlation_drop": "MIN_CORRELATION_DROP",
    "blurred_sharpness": "MAX_BLURRED_SHARPNESS",
    "legible_sharpness": "MIN_LEGIBLE_SHARPNESS",
    "smeared_sharpness": "MAX_SMEARED_SHARPNESS",
    "renewal_sharpness": "MIN_RENEWAL_SHARPNESS",
    "uncovered_share": "MIN_UNCOVERED_SHARE",
    "changed_share": "MAX_CHANGED_SHARE",
    "confident_probability": "MIN_CONFIDENT_PROBABILITY",
    "confirmed_share": "MIN_CONFIRMED_SHARE",
    "coarse_correlation": "MIN_COARSE_CORRELATION",
    "decay": "DECAY",
    "near_cells": "NEAR_CELLS",
    "smear_cells": "MAX_SMEAR_CELLS",
    "visible_share": "MIN_VISIBLE_SHARE",
    "smearing_motion_cells": "MIN_SMEARING_MOTION_CELLS",
    "exposure_share": "MAX_EXPOSURE_SHARE",
    "followed_share": "MIN_FOLLOWED_SHARE",
    "way_cells": "MIN_WAY_CELLS",
    "found_share": "MIN_FOUND_SHARE",
    "return_error_pixels": "MAX_RETURN_ERROR_PIXELS",
    "miss_pixels": "MAX_MISS_PIXELS",
    "bend_ridge": "BEND_RIDGE",
    "structure": "MIN_STRUCTURE",
    "smear_growth": "GROWTH",
    "smear_contrast": "MIN_CONTRAST",
}
USERS = ("sudokulens.live.", "sudokulens.vision.follow", "sudokulens.vision.appearance", "sudokulens.vision.smear")
"""How the names of the modules begin that use the limits."""
FRAMES, WEBCAM_FRAMES = 24, 13
WRONG_COST, READING_COST = 10.0, 0.02
"""What a frame with a wrong solution, and a reading, cost in frames with the right one."""


@dataclass
class CountingReader:
    """A network that counts how often it is asked."""

    reader: object
    count: int = 0

    @property
    def cell_pixels(self) -> int:
        return int(self.reader.cell_pixels)  # type: ignore[attr-defined]

    def read(self, canvas: NDArray[np.uint8]) -> Reading:
        self.count += 1
        found: Reading = self.reader.read(canvas)  # type: ignore[attr-defined]
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[600])
    parser.add_argument("--held-out", type=int, nargs="+", default=[700])
    parser.add_argument("--only", nargs="+", help="the limits to look at; of the others stays what was seen before")
    parser.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    scanner = Scanner()
    counter = CountingReader(scanner.reader)
    scanner.reader = counter  # type: ignore[assignment]
    clips, held_out = clips_of(arguments.seeds), clips_of(arguments.held_out)
    search = CoordinateSearch(
        dict(fitted("live")["limits"]),
        partial(losses, scanner, counter, clips),
        partial(losses, scanner, counter, held_out),
        fitted("live").get("seen", {}),
    )
    before = search.now, search.now_held_out
    for name in arguments.only or NAMES:
        search.improve(name)
    facts = {
        "written_by": "python -m benchmarks.live.fit_live",
        "fitted_on": f"{len(clips)} clips of seeds {arguments.seeds}: loss {search.now} (before the fit: {before[0]})",
        "held_out": f"{len(held_out)} clips of seeds {arguments.held_out}: loss {search.now_held_out} "
        f"(before the fit: {before[1]})",
    }
    answer = facts | {"limits": search.numbers, "seen": search.seen}
    arguments.out.write_text(json.dumps(answer, indent=2) + "\n", encoding="utf-8")


def clips_of(seeds: Iterable[int]) -> list[list[Exposure]]:
    """For every seed a clip of each webcam, and of each motion with a second page that differs in two digits."""
    made = []
    for seed in seeds:
        puzzle = random_puzzle(seed)
        pages = [drawn(puzzle, f"page {seed}"), drawn(exchanged(puzzle), f"twin {seed}")]
        made += [list(shots(kind, pages[:1], WEBCAM_FRAMES)) for kind in webcam_kinds(seed)]
        made += [list(shots(kind, pages, FRAMES)) for kind in moving_kinds(seed)]
    return made


def moving_kinds(seed: int) -> list[Kind]:
    """Clips in which a settled page is moved, hidden, blurred and exchanged, at webcam resolution."""
    moving = [motions.covered, motions.shaken, motions.jolted, motions.wandering(seed, 2.0), motions.hunting(seed)]
    ways = enumerate(("hand", "jerk", "outside", "walk"))
    moving += [motions.exchanged(seed + number, how) for number, how in ways]
    return [Kind(str(number), motion, 0.4, size=WEBCAM, noise=5.0) for number, motion in enumerate(moving)]


def losses(scanner: Scanner, counter: CountingReader, clips: list[list[Exposure]], limits: Numbers) -> Losses:
    """How the clips are followed with these limits; a frame is lost where a wrong solution is shown."""
    apply(limits)
    found, readings, wrong = [], [], 0
    for clip in clips:
        counter.count, tally = 0, Tally()
        follow(clip, scanner, tally)
        found.append(tally.frames - tally.right + WRONG_COST * tally.wrong)
        readings.append(counter.count)
        wrong += tally.wrong
    return Losses(np.array(found), READING_COST * np.array(readings), wrong)


def apply(limits: Numbers) -> None:
    """Gives the limits to every module that uses them."""
    modules = [module for name, module in sys.modules.items() if name.startswith(USERS)]
    for name, constant in NAMES.items():
        for module in modules:
            if hasattr(module, constant):
                setattr(module, constant, limits[name])


if __name__ == "__main__":
    main()
