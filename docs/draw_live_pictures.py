"""Draws the pictures of the guide to live solving: the bundled sample photo in front of a virtual camera.

Run from the root of the repository: PYTHONPATH=.:src python docs/draw_live_pictures.py
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image

import sudokulens as sl
from pages.clips import Kind, Pixels, Sheet, shots
from pages.motions import covered, having, held, partly_outside, rolled, swaying
from pages.sheets import photographed
from sudokulens.apps.cli import samples
from sudokulens.live import LiveTracker, Mode
from sudokulens.vision.frame import Frame

SAMPLE = Path(samples.__file__).with_name("newspaper.jpg")
IMAGES = Path(__file__).with_name("images")
FRAMES = 40


def main() -> None:
    scanner = sl.Scanner()
    scan = scanner(SAMPLE)
    sheet = photographed("sample", scan.frame, scan.grids[0])
    moving = [
        _drawn(scanner, sheet, Kind("held", held, held=True), 30),
        _drawn(scanner, sheet, Kind("turned", rolled(90)), 23),
        _drawn(scanner, sheet, Kind("covered", covered), 23),
        _drawn(scanner, sheet, Kind("outside", partly_outside), 14),
    ]
    modes = [
        _drawn(scanner, sheet, Kind("hint", swaying), 12, "hint"),
        _drawn(scanner, sheet, Kind("check", having(swaying, angle=-0.12)), 12, "check"),
    ]
    _save("live-moving.jpg", moving, 2)
    _save("live-modes.jpg", modes, 2)


def _drawn(scanner: sl.Scanner, sheet: Sheet, kind: Kind, number: int, mode: Mode = "solution") -> Pixels:
    """The frame of that number with what the tracker shows on it."""
    tracker = LiveTracker(scanner, mode)
    for count, shot in enumerate(shots(kind, [sheet], FRAMES)):
        frame = Frame(shot.pixels)
        view = tracker.update(frame)
        if count == number:
            return sl.draw_view(frame, view, mode).pixels
    raise ValueError(f"no frame {number}")


def _save(name: str, pictures: list[Pixels], across: int) -> None:
    small = [cv2.resize(picture, (640, 360), interpolation=cv2.INTER_AREA) for picture in pictures]
    rows = [np.hstack(small[start : start + across]) for start in range(0, len(small), across)]
    Image.fromarray(np.vstack(rows)).save(IMAGES / name, quality=80, optimize=True)


if __name__ == "__main__":
    main()
