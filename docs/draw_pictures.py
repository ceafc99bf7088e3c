"""Draws the pictures of the README, the front page and the web page's first screen from the bundled sample photo.

Run from the root of the repository: python docs/draw_pictures.py
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

import sudokulens as sl
from sudokulens.apps.cli import samples
from sudokulens.drawing.photo import draw_hint

SAMPLE = Path(samples.__file__).with_name("newspaper.jpg")
IMAGES = Path(__file__).with_name("images")
FIRST_SCREEN = Path(sl.__file__).parent / "apps/server/static/sample.webp"
AROUND_THE_GRID = (40, 90, 890, 940)
"""Left, top, right and bottom of the sample's puzzle with some of the page around it."""


def main() -> None:
    scan = sl.scan(SAMPLE)
    grid = scan.grids[0]
    step = next(step for step in sl.steps(grid.board) if step.technique.name.startswith("LOCKED_CANDIDATES"))
    pictures = {
        "solved.jpg": sl.draw_solution(scan.frame, grid),
        "hint.jpg": draw_hint(scan.frame, grid, step),
    }
    for name, frame in pictures.items():
        Image.fromarray(frame.pixels).save(IMAGES / name, quality=82, optimize=True)
    solved = Image.fromarray(pictures["solved.jpg"].pixels).crop(AROUND_THE_GRID)
    solved.resize((720, 720), Image.Resampling.LANCZOS).save(FIRST_SCREEN, quality=50, method=6)


if __name__ == "__main__":
    main()
