"""Is live's verdict that of a still picture of the same page? `python -m benchmarks.live.still PICTURE…`.

Each picture with one grid and one solution is read as a photo and shown to the tracker for some frames. What differs
is named: verdict, mistakes, the printed puzzle or the digits; or that nothing is shown.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Before numpy, OpenCV and onnxruntime start their pools.

import argparse
from pathlib import Path

import cv2

from sudokulens.live import LiveTracker
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
    pages = unsettled = same = 0
    for path in arguments.pictures:
        frame = _as_camera_frame(load_frame(path))
        grids = scanner(frame).grids
        if len(grids) != 1 or grids[0].status != "unique":
            continue
        found = differences(scanner, frame, grids[0], arguments.frames)
        pages, same, unsettled = pages + 1, same + (not found), unsettled + ("nothing is shown" in found)
        if found:
            print(f"{path.name}: {', '.join(found)}", flush=True)
    print(f"{same} of {pages} pages the same, {pages - same - unsettled} otherwise, {unsettled} not shown")


def differences(scanner: Scanner, frame: Frame, grid: ScannedGrid, frames: int) -> list[str]:
    """How the view differs from the still picture's grid after that many frames of it."""
    with LiveTracker(scanner, mode="check") as tracker:
        view = [tracker.update(frame) for _ in range(frames)][-1]
    if view.solution is None or view.board is None:
        return ["nothing is shown"]
    pairs = {
        "verdict": (view.judgement, grid.judgement),
        "mistakes": (view.mistakes, grid.mistakes),
        "printed": (view.board.puzzle, grid.board.puzzle),
        "digits": (view.board.values, grid.board.values),
    }
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
