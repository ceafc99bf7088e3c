"""How soon the solution appears in short, shaky clips of a poor webcam: `python -m benchmarks.live.webcam`.

Pages that the project draws, moved as by an unsteady hand, with motion blur, noise and motion JPEG
compression. Every frame that shows the whole grid counts, from the first on. Shown for each camera: frames
with the right solution, frames with a wrong one, and the number of the first right frame in the median clip.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from statistics import median

import cv2

from benchmarks.live.clip_kinds import WEBCAM
from pages.clips import Exposure, Kind, shots
from pages.motions import having, wandering
from pages.sheets import drawn
from sudokulens import random_puzzle
from sudokulens.live import LiveTracker, View
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame

QUARTER_WEBCAM = (320, 240)
FRAMES = 13


@dataclass
class Tally:
    """Counts over the clips of one camera."""

    frames: int = 0
    right: int = 0
    wrong: int = 0
    first: list[int] = field(default_factory=list)
    """The number of the first right frame of each clip, or one beyond its last."""

    def row(self, name: str) -> str:
        return f"{name:<22}{self.frames:6d}{self.right:7d}{self.wrong:7d}{median(self.first):8.1f}"


def kinds(seed: int) -> tuple[Kind, ...]:
    """The cameras, all in an unsteady hand, some in poor light or out of focus."""
    webcam = partial(Kind, codec="mjpeg", size=WEBCAM, noise=8.0)
    quarter = partial(Kind, codec="mjpeg", size=QUARTER_WEBCAM, noise=6.0)
    return (
        webcam("640×480, violent", wandering(seed, 3.0), 0.9),
        webcam("640×480, far away", having(wandering(seed, 1.5, scale=0.5), light=0.8, defocus=0.8), 0.7),
        webcam("640×480, evening", having(wandering(seed, 2.0), light=0.45, defocus=1.2), 0.9, noise=12.0),
        quarter("320×240", having(wandering(seed, 1.5), light=0.8, defocus=0.6), 0.6),
        quarter("320×240, violent", having(wandering(seed, 2.2, scale=1.1), light=0.7, defocus=0.8), 0.8),
    )


def clips(count: int, seed: int) -> Iterator[tuple[str, list[Exposure]]]:
    """So many clips of every camera, each of a puzzle of its own."""
    for number in range(seed, seed + count):
        sheet = drawn(random_puzzle(number), f"page {number}")
        for kind in kinds(number):
            yield kind.name, list(shots(kind, [sheet], FRAMES))


def shown_in(view: View) -> str | None:
    """The digits of the solution that the view shows."""
    return "".join(map(str, view.solution.values)) if view.solution else None


def follow(taken: list[Exposure], scanner: Scanner, tally: Tally) -> None:
    """One clip, from its first frame on."""
    first = len(taken) + 1
    with LiveTracker(scanner) as tracker:
        for number, shot in enumerate(taken, 1):
            shown, (solution, lattice) = shown_in(tracker.update(Frame(shot.pixels))), shot.sheets[0]
            tally.frames += shot.whole(lattice)
            tally.right += shot.whole(lattice) and shown == solution
            tally.wrong += shown not in (None, solution)
            first = min(first, number) if shown == solution else first
    tally.first.append(first)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clips", type=int, default=8, help="clips of each camera")
    parser.add_argument("--seed", type=int, default=300)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    scanner = Scanner()
    tallies: dict[str, Tally] = {}
    for name, taken in clips(arguments.clips, arguments.seed):
        follow(taken, scanner, tallies.setdefault(name, Tally()))
    print(f"{'camera':<22}{'frames':>6}{'right':>7}{'wrong':>7}{'first':>8}")
    for name, tally in tallies.items():
        print(tally.row(name))


if __name__ == "__main__":
    main()
