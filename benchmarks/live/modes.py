"""Hints and checks while a person writes: `python -m benchmarks.live.modes`.

A printed puzzle sways in front of the camera; digits of the test half of MNIST appear on it one at a time, after a hand
has passed. Counted are the frames from a digit's appearance until the tracker has it, hints that are repeated although
they were followed, and right or wrong marks at wrong entries.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy, OpenCV and onnxruntime start their pools.

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.live.webcam import shown_in
from pages.clips import Kind, Sheet, shots
from pages.motions import swaying
from pages.sheets import CELL, MARGIN, drawn
from pages.writing import Writers, stroke
from sudokulens import Board, random_puzzle, solve
from sudokulens.live import LiveTracker, View
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame

PENS = ((30, 50, 150), (70, 72, 80), (25, 25, 30))
MAX_WAIT_FRAMES = 90


class Writer:
    """A person with a pen: writes digits into the cells of a sheet."""

    def __init__(self, data: Path, seed: int) -> None:
        self._digits = Writers(data / "mnist")
        self._chance = np.random.default_rng(seed)
        self._pen = PENS[seed % len(PENS)]

    def write(self, sheet: Sheet, cell: int, digit: int) -> Sheet:
        """The sheet with one more digit on it."""
        shape = self._digits.digit(digit, self._chance)
        side = round(CELL * self._chance.uniform(0.78, 0.95))
        left, top = (MARGIN + place * CELL + (CELL - side) // 2 for place in (cell % 9, cell // 9))
        pixels = sheet.pixels.copy()
        stroke(pixels, shape, side, (left, top), self._pen, 1.0)
        return replace(sheet, pixels=pixels)


@dataclass
class Camera:
    """Looks at a sheet that may be exchanged between two frames."""

    sheet: Sheet
    number: int = 0

    def frame(self, hand: float | None = None) -> Frame:
        self.number += 1
        kind = Kind("written on", lambda t, frames: replace(swaying(t + self.number, frames), hand=hand))
        return Frame(next(shots(kind, [self.sheet], 1)).pixels)


@dataclass
class Counts:
    """What was measured over all pages."""

    waits: list[int] = field(default_factory=list)
    missed: int = 0
    repeated: int = 0
    hidden: int = 0
    frames: int = 0
    false_marks: int = 0
    late_marks: list[int] = field(default_factory=list)
    wrong_shown: int = 0


def main() -> None:
    arguments = _arguments()
    cv2.setNumThreads(1)
    scanner = Scanner()
    hints, checks = Counts(), Counts()
    for seed in range(arguments.pages):
        follow_hints(scanner, Writer(arguments.data, seed), seed, arguments.steps, hints)
        follow_checks(scanner, Writer(arguments.data, seed + 50), seed, checks)
    print(f"{arguments.pages} pages")
    print(
        f"hints: {len(hints.waits)} followed, frames until the next one {_spread(hints.waits)}; "
        f"{hints.repeated} repeated, {hints.missed} never taken over; solution hidden in {hints.hidden} of "
        f"{hints.frames} frames, wrong in {hints.wrong_shown}"
    )
    print(
        f"checks: {len(checks.late_marks)} wrong entries marked, frames until then {_spread(checks.late_marks)}; "
        f"{checks.missed} never marked; {checks.false_marks} of {checks.frames} frames with a mark at a right entry"
    )


def follow_hints(scanner: Scanner, writer: Writer, seed: int, steps: int, counts: Counts) -> None:
    """Does what each hint says and waits for the next one."""
    puzzle = random_puzzle(100 + seed, minimal=False)
    camera = Camera(drawn(puzzle, "hints"))
    tracker = LiveTracker(scanner, "hint")
    done: set[tuple[int, int]] = set()
    for _ in range(steps):
        place, wait = _next_placement(tracker, camera, done, counts)
        if place is None:
            counts.missed += 1
            return
        if done:
            counts.waits.append(wait)
        for way in np.linspace(0.2, 0.9, 12):
            _count(tracker.update(camera.frame(hand=float(way))), camera, counts)
        camera.sheet = writer.write(camera.sheet, *place)
        done.add(place)


def _next_placement(
    tracker: LiveTracker, camera: Camera, done: set[tuple[int, int]], counts: Counts
) -> tuple[tuple[int, int] | None, int]:
    """The first digit that a hint places and that is not on the paper yet, and the frames until it came."""
    old = 0
    for wait in range(MAX_WAIT_FRAMES):
        view = tracker.update(camera.frame())
        _count(view, camera, counts)
        step = view.hint.step if view.hint is not None else None
        fresh = [tuple(place) for place in step.places if tuple(place) not in done] if step else []
        if fresh:
            counts.repeated += old > MAX_WAIT_FRAMES // 2
            return (int(fresh[0][0]), int(fresh[0][1])), wait
        old += step is not None
    return None, MAX_WAIT_FRAMES


def _count(view: View, camera: Camera, counts: Counts) -> None:
    counts.frames += 1
    counts.hidden += view.solution is None
    shown = shown_in(view)
    counts.wrong_shown += shown not in (None, camera.sheet.solution)


def follow_checks(scanner: Scanner, writer: Writer, seed: int, counts: Counts) -> None:
    """A page with right and wrong entries from the start, then more of both."""
    puzzle = random_puzzle(200 + seed, minimal=False)
    solved = solve(puzzle).board
    assert solved is not None
    camera = Camera(drawn(puzzle, "checks"))
    wrong: dict[int, int] = {}
    entries = list(_entries(puzzle, solved, seed))
    for cell, digit in entries[:6]:
        _enter(camera, writer, cell, digit, solved, wrong)
    tracker = LiveTracker(scanner, "check")
    _wait_for_marks(tracker, camera, wrong, counts)
    for cell, digit in entries[6:]:
        for way in np.linspace(0.2, 0.9, 8):
            tracker.update(camera.frame(hand=float(way)))
        _enter(camera, writer, cell, digit, solved, wrong)
        _wait_for_marks(tracker, camera, wrong, counts)


def _enter(camera: Camera, writer: Writer, cell: int, digit: int, solved: Board, wrong: dict[int, int]) -> None:
    camera.sheet = writer.write(camera.sheet, cell, digit)
    if solved[cell] != digit:
        wrong[cell] = digit


def _entries(puzzle: Board, solved: Board, seed: int) -> Iterator[tuple[int, int]]:
    """Ten entries, every third of them wrong."""
    chance = np.random.default_rng(seed)
    empty: NDArray[np.int64] = chance.permutation([cell for cell, value in enumerate(puzzle.values) if not value])
    for number, cell in enumerate(empty[:10].tolist()):
        digit = solved[cell]
        yield cell, (digit % 9 + 1 if number % 3 == 2 else digit)


def _wait_for_marks(tracker: LiveTracker, camera: Camera, wrong: dict[int, int], counts: Counts) -> None:
    marked = None
    for wait in range(40):
        view = tracker.update(camera.frame())
        counts.frames += 1
        counts.false_marks += bool(set(view.wrong) - set(wrong))
        if marked is None and set(view.wrong) == set(wrong) and view.solution is not None:
            marked = wait
    if wrong and marked is None:
        counts.missed += 1
    elif wrong and marked is not None:
        counts.late_marks.append(marked)


def _spread(values: list[int]) -> str:
    if not values:
        return "-"
    return f"{int(np.median(values))} in the median, {max(values)} at most"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pages", type=int, default=4)
    parser.add_argument("--steps", type=int, default=8)
    return parser.parse_args()


if __name__ == "__main__":
    main()
