"""How well and how fast a puzzle is followed through clips made of real photos: `python -m benchmarks.live`.

Each page moves in front of a virtual camera in the ways of `clip_kinds`, or with `--seed` of `more_kinds`.
Counted from the tenth frame in which the whole grid is in view, with or without a hand over it: the
share of frames that show the right solution, and the frames that show a wrong one, of which there must be none. Offsets
are those of cell centres, where digits are drawn, in cells. On photos they include the error of the reference lattice,
which is our own; on drawn pages (`--drawn`) the truth is exact. The jitter is the 95th percentile of the offsets after
subtracting each cell's median.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy, OpenCV and onnxruntime start their pools.

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.live.clip_kinds import KINDS, more_kinds
from benchmarks.live.webcam import shown_in
from benchmarks.reading.labelled import Case, load_set
from pages.clips import Exposure, Kind, Sheet, shots
from pages.sheets import drawn_sheets, photographed
from sudokulens import Board, solve
from sudokulens.live import LiveTracker, View
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame

SETS = ("wicht/train", "kubiesa/val", "photos")
FIRST_COUNTED = 10
RATE = 30
"""Frames per second of a camera."""


@dataclass
class Tally:
    """Counts over the frames of one kind of clip."""

    frames: int = 0
    right: int = 0
    wrong: int = 0
    offsets: list[list[NDArray[np.float64]]] = field(default_factory=list)
    """(cells, 2) of every frame, clip by clip."""
    tracking: list[float] = field(default_factory=list)
    searching: list[float] = field(default_factory=list)
    failures: dict[str, list[int]] = field(default_factory=dict)

    def row(self, name: str) -> str:
        clips = [np.stack(clip) for clip in self.offsets if clip] or [np.full((1, 81, 2), np.nan)]
        away = np.linalg.norm(np.concatenate(clips), axis=-1)
        jitter = np.linalg.norm(np.concatenate([clip - np.median(clip, axis=0) for clip in clips]), axis=-1)
        return (
            f"{name:<26}{self.frames:6d}{100 * self.right / max(1, self.frames):7.1f} %{self.wrong:6d} "
            f"{np.median(away):8.3f}{np.percentile(away, 95):7.3f}{np.percentile(jitter, 95):8.3f} "
            f"{_middle(self.tracking):8.1f}{_high(self.tracking):7.1f}{_middle(self.searching):8.1f}"
        )


def main() -> None:
    arguments = _arguments()
    cv2.setNumThreads(1)
    scanner = Scanner()
    photos = [] if arguments.drawn else photo_sheets(arguments.data, arguments.every, scanner)
    sheets = [*photos, *drawn_sheets()][: arguments.sheets]
    if not sheets:
        raise SystemExit(f"no photos in {arguments.data}")
    print(f"{len(sheets)} pages, {arguments.frames} frames a clip; CPU ms on one thread; offsets in cells")
    print(
        f"{'clip':<26}{'frames':>6}{'right':>9}{'wrong':>6} {'offset':>8}{'p95':>7}{'jitter':>8} "
        f"{'track':>8}{'p95':>7}{'search':>8}"
    )
    for kind in KINDS if arguments.seed is None else more_kinds(arguments.seed):
        if arguments.kind and not any(part in kind.name for part in arguments.kind):
            continue
        tally = Tally()
        for number, sheet in enumerate(sheets):
            pair = (sheet, sheets[(number + 1) % len(sheets)])
            with LiveTracker(scanner, background=arguments.background) as tracker:
                follow_clip(kind, pair, tracker, round(arguments.frames * kind.frames), tally)
        print(tally.row(kind.name), flush=True)
        if arguments.failures:
            for name, frames in tally.failures.items():
                print(f"    {name}: {_ranges(frames)}")


def follow_clip(kind: Kind, sheets: Sequence[Sheet], tracker: LiveTracker, frames: int, tally: Tally) -> None:
    """One clip, followed from its first frame on; with work beside the frames these come as a camera's do."""
    seen: dict[str, int] = {}
    tally.offsets.append([])
    for number, shot in enumerate(shots(kind, sheets, frames)):
        due, followed, start = time.perf_counter() + 1 / RATE, tracker.following, time.thread_time()
        view = tracker.update(Frame(shot.pixels))
        (tally.tracking if followed else tally.searching).append(1000 * (time.thread_time() - start))
        if tracker.background:
            time.sleep(max(0.0, due - time.perf_counter()))
        _judge(shot, view, seen, tally, f"{sheets[0].name}", number)


def _judge(shot: Exposure, view: View, seen: dict[str, int], tally: Tally, name: str, number: int) -> None:
    """Counts one frame; the sheet that matters is the one that the view lies on, or the largest."""
    whole = [(solution, lattice) for solution, lattice in shot.sheets if shot.whole(lattice)]
    for solution, _ in whole:
        seen[solution] = seen.get(solution, 0) + 1
    shown = shown_in(view)
    solution, lattice = _meant(shot, view)
    if shown not in (None, solution):
        tally.wrong += 1
        tally.failures.setdefault(f"{name} WRONG", []).append(number)
    due = [solution for solution, _ in whole if seen[solution] >= FIRST_COUNTED]
    if not due:
        return
    tally.frames += 1
    if shown in due:
        tally.right += 1
        assert view.location is not None
        cell = float(np.linalg.norm(lattice[0, 9] - lattice[0, 0])) / 9
        tally.offsets[-1].append((_centres(view.location.lattice) - _centres(lattice)).reshape(-1, 2) / cell)
    else:
        tally.failures.setdefault(name, []).append(number)


def _centres(lattice: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the digits are drawn."""
    return np.asarray((lattice[1:, 1:] + lattice[1:, :-1] + lattice[:-1, 1:] + lattice[:-1, :-1]) / 4)


def _meant(shot: Exposure, view: View) -> tuple[str, NDArray[np.float64]]:
    if view.location is None:
        return shot.sheets[0]
    centre = view.location.corners.mean(axis=0)
    return min(shot.sheets, key=lambda sheet: float(np.linalg.norm(sheet[1].mean(axis=(0, 1)) - centre)))


def photo_sheets(data: Path, every: int, scanner: Scanner) -> list[Sheet]:
    """Every n-th photo of each set, if its one grid is read correctly as a still."""
    cases = [case for name in SETS for case in load_set(data, name)[::every]]
    return [sheet for case in cases if (sheet := _sheet(case, scanner)) is not None]


def _sheet(case: Case, scanner: Scanner) -> Sheet | None:
    wanted = _solution(case)
    scan = scanner(case.path) if wanted else None
    if wanted is None or scan is None or len(scan.grids) != 1:
        return None
    sheet = photographed(case.name, scan.frame, scan.grids[0])
    return sheet if sheet.solution == wanted else None


def _solution(case: Case) -> str | None:
    label = case.labels[0] if len(case.labels) == 1 else None
    if label is None or len(label.digits) != 81:
        return None
    found = solve(Board.of(int(c) for c in label.givens or label.digits), time_limit=2)
    return "".join(map(str, found.board.values)) if found.kind == "unique" and found.board else None


def _middle(values: list[float]) -> float:
    return float(np.median(values)) if values else float("nan")


def _high(values: list[float]) -> float:
    return float(np.percentile(values, 95)) if values else float("nan")


def _ranges(numbers: list[int]) -> str:
    """Frame numbers with neighbours drawn together: 3-7 12."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--every", type=int, default=16, help="take every n-th photo of each set")
    parser.add_argument("--sheets", type=int, default=99, help="take no more pages than this")
    parser.add_argument("--drawn", action="store_true", help="no photos: drawn pages, two of them nearly the same")
    parser.add_argument("--frames", type=int, default=70)
    parser.add_argument("--kind", action="append", default=[], help="only kinds whose name contains this")
    parser.add_argument("--seed", type=int, help="the further kinds, drawn from this")
    parser.add_argument("--background", action="store_true", help="search and read beside the frames, at 30 frames/s")
    parser.add_argument("--failures", action="store_true", help="name the frames that fail")
    return parser.parse_args()


if __name__ == "__main__":
    main()
