"""How well and how fast a puzzle is followed through clips made of real photos: `python -m benchmarks.live`.

Each photo is moved before a virtual camera of 1280×720: hand-held shake, a quarter turn, motion blur, leaving and
coming back, a hand passing over. Counted from the tenth frame on in which the whole grid is in view: the share of
frames that show the right solution, and the frames that show a wrong one, of which there must be none.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy, OpenCV and onnxruntime start their pools.

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.labelled import Case, load_set
from sudokulens import Board, solve
from sudokulens.live import LiveTracker
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame, load_frame

WIDTH, HEIGHT = 1280, 720
Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Pose:
    """How the photo lies before the camera: pixels moved, scale, radians, two tilts; and what spoils the frame."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    angle: float = 0.0
    tilt: tuple[float, float] = (0.0, 0.0)
    hand: float | None = None


def shaking(number: int, frames: int) -> Pose:
    t = number / 8
    return Pose(18 * np.sin(t), 12 * np.cos(1.3 * t), 1 + 0.04 * np.sin(t / 2), 0.05 * np.sin(t / 3))


def shaking_hard(number: int, frames: int) -> Pose:
    t = number / 3
    return Pose(
        45 * np.sin(t), 30 * np.cos(1.3 * t), 1 + 0.08 * np.sin(t / 2), 0.12 * np.sin(t / 3), (0.1 * np.sin(t), 0.0)
    )


def rolling(number: int, frames: int) -> Pose:
    return Pose(angle=np.pi / 2 * np.clip((number - 12) / (frames - 24), 0, 1), scale=0.9)


def leaving(number: int, frames: int) -> Pose:
    gone = np.sin(np.pi * np.clip((number - 15) / (frames - 25), 0, 1))
    return Pose(x=1300 * gone)


def covered(number: int, frames: int) -> Pose:
    pose = shaking(number, frames)
    return Pose(pose.x, pose.y, pose.scale, pose.angle, hand=float(np.clip((number - 15) / (frames - 25), 0, 1)))


CLIPS: dict[str, tuple[Callable[[int, int], Pose], float]] = {
    "hand-held": (shaking, 0.0),
    "strong motion, blurred": (shaking_hard, 0.6),
    "a quarter turn": (rolling, 0.3),
    "leaving and coming back": (leaving, 0.4),
    "a hand passing over": (covered, 0.0),
}
"""Name → (motion, share of the way between two frames that is smeared)."""


@dataclass
class Tally:
    """Counts over the frames of one kind of clip."""

    frames: int = 0
    right: int = 0
    wrong: int = 0
    offsets: list[float] = field(default_factory=list)
    tracking: list[float] = field(default_factory=list)
    searching: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        parts = [
            f"{name:<26}{100 * self.right / max(1, self.frames):7.1f} %{self.wrong:7d}",
            f"{_median(self.offsets):9.3f}{_high(self.offsets):8.3f}",
            f"{_median(self.tracking):9.1f}{_high(self.tracking):8.1f}{_median(self.searching):9.1f}",
        ]
        return " ".join(parts)


def main() -> None:
    arguments = _arguments()
    cv2.setNumThreads(1)
    names = ("wicht/train", "kubiesa/val")
    cases = [case for name in names for case in load_set(arguments.data, name)[:: arguments.every]]
    if not cases:
        raise SystemExit(f"no photos in {arguments.data}")
    scanner = Scanner()
    print(f"{len(cases)} photos, {arguments.frames} frames a clip; ms on one thread; offsets in cells")
    print(f"{'clip':<26}{'right':>9}{'wrong':>7} {'offset':>9}{'p95':>8} {'track':>9}{'p95':>8}{'search':>9}")
    for name, (motion, blur) in CLIPS.items():
        tally = Tally()
        for case in cases:
            follow_clip(case, scanner, motion, blur, arguments.frames, tally)
        print(tally.row(name), flush=True)


def follow_clip(
    case: Case, scanner: Scanner, motion: Callable[[int, int], Pose], blur: float, frames: int, tally: Tally
) -> None:
    """One photo's clip, followed from its first frame on."""
    photo = load_frame(case.path)
    still = scanner(photo)
    wanted = _solution(case)
    if wanted is None or not still.grids:
        return
    corners = still.grids[0].location.corners
    tracker = LiveTracker(scanner)
    seen = 0
    for number, (pixels, matrix) in enumerate(shots(photo, corners, motion, blur, frames)):
        followed = tracker.following
        view = tracker.update(Frame(pixels))
        (tally.tracking if followed else tally.searching).append(view.milliseconds)
        there = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), matrix).reshape(-1, 2)
        in_view = bool((there > 0).all() and (there < (WIDTH, HEIGHT)).all())
        seen += in_view
        shown = "".join(map(str, view.solution.values)) if view.solution else None
        tally.wrong += shown not in (None, wanted)
        if in_view and seen >= 10:
            tally.frames += 1
            tally.right += shown == wanted
            if view.location is not None and number:
                side = float(np.linalg.norm(there[1] - there[0])) / 9
                tally.offsets.append(float(np.abs(view.location.corners - there).max()) / side)


def shots(
    photo: Frame, corners: Matrix, motion: Callable[[int, int], Pose], blur: float, frames: int
) -> Iterator[tuple[NDArray[np.uint8], Matrix]]:
    """The frames, each with the matrix that leads from the photo's pixels to the frame's."""
    chance = np.random.default_rng(7)
    for number in range(frames):
        matrix = _camera(photo, corners, motion(number, frames))
        before = _camera(photo, corners, motion(max(0, number - 1), frames))
        steps = np.linspace(0, blur, 5) if blur else [0.0]
        layers = [_warp(photo, (1 - step) * matrix + step * before) for step in steps]
        pixels = np.mean(layers, axis=0)
        if (hand := motion(number, frames).hand) is not None:
            cv2.ellipse(pixels, (int(hand * 1.3 * WIDTH) - 150, 420), (130, 330), 25, 0, 360, (178, 138, 118), -1)
        noisy = pixels + chance.normal(0, 3, pixels.shape)
        middle = (1 - blur / 2) * matrix + blur / 2 * before
        yield np.clip(noisy, 0, 255).astype(np.uint8), middle


def _camera(photo: Frame, corners: Matrix, pose: Pose) -> Matrix:
    """The grid in the middle of the frame, about three quarters of its height, then as the pose says."""
    centre = corners.mean(axis=0)
    side = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    scale = 0.72 * HEIGHT / side * pose.scale
    turn = np.array([[np.cos(pose.angle), -np.sin(pose.angle)], [np.sin(pose.angle), np.cos(pose.angle)]]) * scale
    flat = np.eye(3)
    flat[:2, :2], flat[:2, 2] = turn, np.array([WIDTH / 2 + pose.x, HEIGHT / 2 + pose.y]) - turn @ centre
    lean = np.eye(3)
    lean[2, :2] = np.array(pose.tilt) / WIDTH
    matrix = lean @ flat
    return np.asarray(matrix / matrix[2, 2])


def _warp(photo: Frame, matrix: Matrix) -> NDArray[np.uint8]:
    return np.asarray(
        cv2.warpPerspective(photo.pixels, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_AREA, borderValue=(110, 100, 92))
    )


def _solution(case: Case) -> str | None:
    label = case.labels[0] if case.labels else None
    if label is None:
        return None
    found = solve(Board.of(int(c) for c in label.digits), time_limit=2).board
    return "".join(map(str, found.values)) if found else None


def _median(values: list[float]) -> float:
    return float(np.median(values)) if values else float("nan")


def _high(values: list[float]) -> float:
    return float(np.percentile(values, 95)) if values else float("nan")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--every", type=int, default=16, help="take one photo of so many")
    parser.add_argument("--frames", type=int, default=70)
    return parser.parse_args()


if __name__ == "__main__":
    main()
