"""Fits the limits of live reading (`fitted/live.json`): `python -m benchmarks.live.fit_live`.

A coordinate search: each limit in turn is moved up and down by a step in log-odds, and stays where the clips score
best. The clips are drawn from seeds: shaky webcams, pages in motion, under a hand, and exchanged for another that has
most of the digits. The score is the share of frames that show the right solution, minus ten times the share that shows
a wrong one, minus a small cost for every reading by a network. Clips of other seeds are held out and scored before
and after.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy, OpenCV and onnxruntime start their pools.

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.live.clip_kinds import WEBCAM
from benchmarks.live.webcam import Tally, follow
from benchmarks.live.webcam import kinds as webcam_kinds
from pages import motions
from pages.clips import Exposure, Kind, shots
from pages.sheets import drawn, exchanged
from sudokulens import random_puzzle
from sudokulens.fitted import fitted
from sudokulens.reading.chance import log_odds, logistic
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
}
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


@dataclass(frozen=True)
class Score:
    """Counts over clips."""

    frames: int
    right: int
    wrong: int
    readings: int

    @property
    def value(self) -> float:
        return (self.right - WRONG_COST * self.wrong - READING_COST * self.readings) / self.frames

    def __str__(self) -> str:
        return f"{self.right} of {self.frames} frames right, {self.wrong} wrong, {self.readings} readings"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[600])
    parser.add_argument("--held-out", type=int, nargs="+", default=[700])
    parser.add_argument("--steps", type=float, nargs="+", default=[0.5], help="in log-odds, one round each")
    parser.add_argument("--out", type=Path, default=TARGET)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    scanner = Scanner()
    counter = CountingReader(scanner.reader)
    scanner.reader = counter  # type: ignore[assignment]
    clips = clips_of(arguments.seeds)
    limits: dict[str, float] = dict(fitted("live")["limits"])
    start = best = score(scanner, counter, clips, limits)
    print(f"start: {start}", flush=True)
    for step in arguments.steps:
        for name in NAMES:
            limits, best = better(scanner, counter, clips, limits, best, name, step)
    unseen = clips_of(arguments.held_out)
    before, after = (score(scanner, counter, unseen, each) for each in (fitted("live")["limits"], limits))
    print(f"held out: {before}, then {after}")
    facts = {
        "written_by": "python -m benchmarks.live.fit_live",
        "fitted_on": f"clips of seeds {arguments.seeds}: {best} (before the fit: {start})",
        "held_out": f"clips of seeds {arguments.held_out}: {after} (before the fit: {before})",
    }
    arguments.out.write_text(json.dumps(facts | {"limits": limits}, indent=2) + "\n", encoding="utf-8")


def better(
    scanner: Scanner,
    counter: CountingReader,
    clips: list[list[Exposure]],
    limits: dict[str, float],
    best: Score,
    name: str,
    step: float,
) -> tuple[dict[str, float], Score]:
    """The limits with one of them moved to where it scores best, where it is now, a step below or above."""
    tries = [limits | {name: round(float(logistic(log_odds(limits[name]) + way)), 3)} for way in (-step, step)]
    scores = [score(scanner, counter, clips, each) for each in tries]
    told = ", ".join(f"{each[name]} {found.value:.4f}" for each, found in zip(tries, scores, strict=True))
    print(f"{name}: {limits[name]} {best.value:.4f}; {told}", flush=True)
    for each, found in zip(tries, scores, strict=True):
        if found.value > best.value:
            limits, best = each, found
    return limits, best


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


def score(scanner: Scanner, counter: CountingReader, clips: list[list[Exposure]], limits: Mapping[str, float]) -> Score:
    """How the clips are followed with these limits."""
    apply(limits)
    counter.count, tally = 0, Tally()
    for clip in clips:
        follow(clip, scanner, tally)
    return Score(tally.frames, tally.right, tally.wrong, counter.count)


def apply(limits: Mapping[str, float]) -> None:
    """Gives the limits to every module of live reading that uses them."""
    modules = [module for name, module in sys.modules.items() if name.startswith("sudokulens.live.")]
    for name, constant in NAMES.items():
        for module in modules:
            if hasattr(module, constant):
                setattr(module, constant, limits[name])


if __name__ == "__main__":
    main()
