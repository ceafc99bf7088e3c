"""Draws the sample photo of `sudokulens demo`: a newspaper page on a table, bent, tilted and half in the shade.

    python -m docs.draw_sample src/sudokulens/apps/cli/samples/newspaper.jpg

Needs fontconfig and Debian's fonts-liberation and fonts-dustin; the photo itself ships with the package.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from PIL import ImageDraw

from pages.camera import LONG_SIDE, Pixels, Plane, Shot, homography, jpeg, through
from pages.grids import Look
from pages.paper import Page
from pages.typefaces import named
from pages.writing import fitted_font
from sudokulens.puzzle.board import Board

PUZZLE = Board.parse(".9..5...1.67.8.........19..97...21.3.........5.21...87..65.........6.79.7...1..2.")
ENTRIES = {5: 6, 25: 6, 44: 9}
PAGE = (1500, 1900)
GRID, CELL = (150, 700), 90
"""Left and top of the grid on the page, and the side of a cell, in pixels of the page."""
SEEN = np.array([[150, -70], [1150, 40], [1235, 1180], [-60, 1060]], float)
"""Where the page's corners would be in the photo."""
PHOTO = (LONG_SIDE, 960)
INK, PENCIL, PAPER = (38, 36, 40), (84, 88, 104), (236, 230, 214)
SERIF, SANS = "Liberation Serif", "Liberation Sans"
PROSE = (
    "The ferry to the islands will run every half hour from Saturday, the harbour office said. Passengers with "
    "bicycles are asked to come ten minutes early. The old timetable, in use since the bridge was closed, had led to "
    "long queues at the quay. Shopkeepers on the market square welcome the change; the bakery will open at five. The "
    "council meets again on Thursday to speak about the lighthouse, whose lamp has been dark since the storm. "
) * 8


def render(seed: int = 39) -> Pixels:
    """The sample photo, RGB."""
    random = np.random.default_rng(seed)
    page = _page()
    height, width = page.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    shot = Shot(bend=0.012, shadow=0.34, light=0.98, noise=2.6, focus=0.9, quality=100)
    return through(_aged(page, random), homography(corners, SEEN), PHOTO, shot, random, _table(random))[0]


def _page() -> Pixels:
    page = Page.blank(*PAGE, PAPER)
    with page.drawing() as draw:
        _line(draw, (220, 160), "The Harbour Courier", f"{SERIF}:bold", 73)
        draw.line([60, 205, PAGE[0] - 60, 205], fill=INK, width=5)
        _line(draw, (60, 255), "Puzzles & Weather", SERIF, 22)
        _line(draw, (60, 365), "Ferries to run twice as often", f"{SERIF}:bold", 48)
        _line(draw, (GRID[0], GRID[1] - 20), "Sudoku", f"{SANS}:bold", 35)
        _line(draw, (GRID[0] + 560, GRID[1] - 20), "No. 219 · medium", SANS, 22, (110, 104, 100))
        for box in ((60, 410, 660, 6), (780, 410, 660, 6), (1020, 700, 430, 25), (60, 1600, 1380, 8)):
            _column(draw, *box)
    look = Look(
        named(f"{SERIF}:bold"), CELL, INK, PAPER, INK, INK, thin=2, thick=7, outer=7, height=0.45,
        entry_ink=PENCIL, entry_font=named("Domestic Manners"), entry_height=1.05, typed=True,
    )  # fmt: skip
    page.put(PUZZLE.with_values(ENTRIES), look, GRID)
    return page.pixels


def _line(
    draw: ImageDraw.ImageDraw,
    start: tuple[int, int],
    text: str,
    family: str,
    height: float,
    ink: tuple[int, int, int] = INK,
) -> None:
    """A line of text whose baseline starts there; the height is that of an 8."""
    draw.text(start, text, font=fitted_font(named(family), height), fill=ink, anchor="ls")


def _column(draw: ImageDraw.ImageDraw, left: int, top: int, width: int, lines: int) -> None:
    font, words = fitted_font(named(SERIF), 17), PROSE.split()
    for line in range(lines):
        text = ""
        while words and font.getlength(f"{text} {words[0]}") < width:
            text = f"{text} {words.pop(0)}".strip()
        draw.text((left, top + line * 33), text, font=font, fill=(66, 62, 62))


def _aged(page: Pixels, random: np.random.Generator) -> Pixels:
    """Paper fibres, and print of the back page showing through."""
    fibres = cv2.GaussianBlur(random.normal(0, 9, page.shape[:2]).astype(np.float32), (0, 0), 1.2)
    back = cv2.GaussianBlur(page[:, ::-1].astype(np.float32), (0, 0), 5).mean(axis=2, keepdims=True)
    aged = page.astype(np.float32) + fibres[..., None] * 2 - (236 - back) * 0.05
    return np.clip(aged, 0, 255).astype(np.uint8)


def _table(random: np.random.Generator) -> Plane:
    """A wooden table top."""
    width, height = PHOTO
    grain = cv2.GaussianBlur(random.normal(0, 1, (height, width)).astype(np.float32), (0, 0), sigmaX=60, sigmaY=1.5)
    grain /= np.abs(grain).max()
    return np.asarray(np.array([122, 82, 52]) + grain[..., None] * np.array([46, 36, 26]), dtype=np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=39)
    parser.add_argument("--quality", type=int, default=78)
    arguments = parser.parse_args()
    arguments.out.write_bytes(jpeg(render(arguments.seed), arguments.quality))
    print(f"{arguments.out}: {arguments.out.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
