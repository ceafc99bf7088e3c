"""Is live's verdict that of a still picture of the same page? `python -m benchmarks.live.still PICTURE…`.

Each picture with one grid is read as a photo and shown to the tracker for some frames. What differs is named: verdict,
mistakes, the printed puzzle, the digits or the doubts; or that nothing is shown. Live shows the solution too where no
doubt is open.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy, OpenCV and onnxruntime start their pools.

import argparse
from collections import Counter
from pathlib import Path

import cv2

from sudokulens.live import LiveTracker, View
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame, load_frame

MAX_SIDE_PIXELS = 1600


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", nargs="+", type=Path)
    parser.add_argument("--frames", type=int, default=40)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    scanner = Scanner()
    counts = Counter[str]()
    for path in arguments.pictures:
        frame = _as_camera_frame(load_frame(path))
        grids = scanner(frame).grids
        if len(grids) != 1:
            continue
        view = last_view(scanner, frame, arguments.frames)
        found = differences(view, grids[0])
        kind = "one solution" if grids[0].status == "unique" else "no or several solutions"
        counts[kind] += 1
        counts[f"{kind}, same"] += not found
        counts[f"{kind}, solved"] += view.solution is not None
        if found:
            print(f"{path.name}: {', '.join(found)}", flush=True)
    for kind in ("one solution", "no or several solutions"):
        same, solved = counts[f"{kind}, same"], counts[f"{kind}, solved"]
        print(f"{kind}: {same} of {counts[kind]} pages the same; the solution is shown on {solved}")


def last_view(scanner: Scanner, frame: Frame, frames: int) -> View:
    """The view after that many frames of the picture."""
    with LiveTracker(scanner, mode="check") as tracker:
        return [tracker.update(frame) for _ in range(frames)][-1]


def differences(view: View, grid: ScannedGrid) -> list[str]:
    """How the view differs from the still picture's grid."""
    if view.judgement is None or view.board is None:
        return ["nothing is shown"]
    pairs = {
        "verdict": (view.judgement, grid.judgement),
        "mistakes": (view.mistakes, grid.mistakes),
        "printed": (view.board.puzzle, grid.board.puzzle),
        "digits": (view.board.values, grid.board.values),
        "doubts": (view.suspicious, tuple(doubt.cell for doubt in grid.verdict.misreadings)),
    }
    if view.solution is not None:
        del pairs["doubts"]  # The verdict names them, and no doubt is left that the solution hangs on.
    return [name for name, (live, still) in pairs.items() if live != still]


def _as_camera_frame(frame: Frame) -> Frame:
    scale = min(1.0, MAX_SIDE_PIXELS / max(frame.width, frame.height))
    return (
        frame
        if scale == 1.0
        else Frame(cv2.resize(frame.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    )


if __name__ == "__main__":
    main()
