"""Renders the sample photo of `sudokulens demo`: a newspaper page on a table, bent, tilted and half in the shade.

    python -m training.demo_photo src/sudokulens/apps/cli/samples/newspaper.jpg

Needs fontconfig and the named typefaces on the machine that renders; the photo itself ships with the package.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

GIVENS = ".9..5...1.67.8.........19..97...21.3.........5.21...87..65.........6.79.7...1..2."
ENTRIES = {5: 6, 25: 6, 44: 9}
PAGE = (1500, 1900)
GRID = (150, 700, 810)
"""Left, top and side of the grid on the page, in page pixels."""
PHOTO = (1280, 960)
INK, PENCIL, PAPER = (38, 36, 40), (84, 88, 104), (236, 230, 214)
PROSE = (
    "The ferry to the islands will run every half hour from Saturday, the harbour office said. Passengers with "
    "bicycles are asked to come ten minutes early. The old timetable, in use since the bridge was closed, had led to "
    "long queues at the quay. Shopkeepers on the market square welcome the change; the bakery will open at five. The "
    "council meets again on Thursday to speak about the lighthouse, whose lamp has been dark since the storm. "
) * 8


def render(seed: int = 7) -> NDArray[np.uint8]:
    """The sample photo, RGB."""
    random = np.random.default_rng(seed)
    page = _aged(np.asarray(_page()), random)
    return _developed(_photographed(page, _table(random)), random)


def _page() -> Image.Image:
    page = Image.new("RGB", PAGE, PAPER)
    draw = ImageDraw.Draw(page)
    draw.text(
        (PAGE[0] / 2, 120), "The Harbour Courier", font=_font("Liberation Serif:bold", 110), fill=INK, anchor="mm"
    )
    draw.line([60, 205, PAGE[0] - 60, 205], fill=INK, width=5)
    draw.text((60, 225), "Puzzles & Weather", font=_font("Liberation Serif", 34), fill=INK)
    draw.text((60, 300), "Ferries to run twice as often", font=_font("Liberation Serif:bold", 72), fill=INK)
    _column(draw, 60, 410, 660, 6)
    _column(draw, 780, 410, 660, 6)
    draw.text((GRID[0], GRID[1] - 62), "Sudoku", font=_font("Liberation Sans:bold", 50), fill=INK)
    draw.text(
        (GRID[0] + 560, GRID[1] - 48), "No. 219 · medium", font=_font("Liberation Sans", 32), fill=(110, 104, 100)
    )
    _grid(draw)
    _column(draw, 1020, 700, 430, 25)
    _column(draw, 60, 1600, 1380, 8)
    return page


def _grid(draw: ImageDraw.ImageDraw) -> None:
    left, top, side = GRID
    cell = side / 9
    for line in range(10):
        width = 7 if line % 3 == 0 else 2
        draw.line([left, top + line * cell, left + side, top + line * cell], fill=INK, width=width)
        draw.line([left + line * cell, top - 3, left + line * cell, top + side + 3], fill=INK, width=width)
    for number, character in enumerate(GIVENS):
        centre = (left + (number % 9 + 0.5) * cell, top + (number // 9 + 0.5) * cell)
        if character != ".":
            draw.text(centre, character, font=_font("Liberation Serif:bold", 60), fill=INK, anchor="mm")
        elif number in ENTRIES:
            draw.text(centre, str(ENTRIES[number]), font=_font("Domestic Manners", 66), fill=PENCIL, anchor="mm")


def _column(draw: ImageDraw.ImageDraw, left: int, top: int, width: int, lines: int) -> None:
    font, words = _font("Liberation Serif", 26), PROSE.split()
    for line in range(lines):
        text = ""
        while words and font.getlength(f"{text} {words[0]}") < width:
            text = f"{text} {words.pop(0)}".strip()
        draw.text((left, top + line * 33), text, font=font, fill=(66, 62, 62))


def _font(family: str, points: int) -> ImageFont.FreeTypeFont:
    found = subprocess.run(["fc-match", "-f", "%{file}", family], capture_output=True, text=True, check=True)
    return ImageFont.truetype(found.stdout, points)


def _aged(page: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.float32]:
    """Paper fibres, and print of the back page showing through."""
    fibres = cv2.GaussianBlur(random.normal(0, 9, page.shape[:2]).astype(np.float32), (0, 0), 1.2)
    back = cv2.GaussianBlur(page[:, ::-1].astype(np.float32), (0, 0), 5).mean(axis=2, keepdims=True)
    return np.asarray(page.astype(np.float32) + fibres[..., None] * 2 - (236 - back) * 0.05, dtype=np.float32)


def _table(random: np.random.Generator) -> NDArray[np.float32]:
    """A wooden table top."""
    width, height = PHOTO
    grain = cv2.GaussianBlur(random.normal(0, 1, (height, width)).astype(np.float32), (0, 0), sigmaX=60, sigmaY=1.5)
    grain /= np.abs(grain).max()
    return np.asarray(np.array([122, 82, 52]) + grain[..., None] * np.array([46, 36, 26]), dtype=np.float32)


def _photographed(page: NDArray[np.float32], table: NDArray[np.float32]) -> NDArray[np.float32]:
    """The page bent and seen from an angle, with its shadow on the table."""
    height, width = page.shape[:2]
    x, y = np.meshgrid(np.linspace(0, 1, 33), np.linspace(0, 1, 41))
    lift = 0.030 * np.sin(np.pi * (x * 1.15 + 0.12)) + 0.012 * np.sin(2 * np.pi * y) * x
    source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    target = np.array([[150, -70], [1150, 40], [1235, 1180], [-60, 1060]], dtype=np.float32)
    homography = cv2.getPerspectiveTransform(source, target)
    places = cv2.perspectiveTransform(np.dstack([x, y - lift]).astype(np.float32).reshape(-1, 1, 2), homography)
    page_map = _inverse_map(places.reshape(*x.shape, 2), x * (width - 1), y * (height - 1))
    seen = cv2.remap(page, page_map[..., 0], page_map[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT)
    inside = (page_map[..., 0] >= 0).astype(np.float32)
    shadow = cv2.GaussianBlur(np.roll(inside, (10, 14), axis=(0, 1)), (0, 0), 12)[..., None]
    mask = cv2.GaussianBlur(inside, (0, 0), 0.8)[..., None]
    return np.asarray(table * (1 - 0.5 * shadow) * (1 - mask) + seen * mask, dtype=np.float32)


def _inverse_map(places: NDArray[np.float32], x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float32]:
    """For every photo pixel its place on the page, negative off the page, from a mesh of page places in the photo."""
    found = np.full((PHOTO[1], PHOTO[0], 2), -1.0, dtype=np.float32)
    for row in range(len(places) - 1):
        for column in range(len(places[0]) - 1):
            corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
            quad = np.array([places[corner] for corner in corners], dtype=np.float32)
            page_quad = np.array([[x[corner], y[corner]] for corner in corners], dtype=np.float32)
            _fill(found, quad, cv2.getPerspectiveTransform(quad, page_quad))
    return found


def _fill(found: NDArray[np.float32], quad: NDArray[np.float32], to_page: NDArray[np.float64]) -> None:
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, PHOTO)
    if right <= left or bottom <= top:
        return
    inside = np.zeros((bottom - top, right - left), dtype=np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad - (left, top)).astype(np.int32), 1)
    x, y = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    points = np.dstack([x, y]).astype(np.float32)
    mapped = cv2.perspectiveTransform(points.reshape(-1, 1, 2), to_page).reshape(points.shape)
    part = found[top:bottom, left:right]
    part[inside > 0] = mapped[inside > 0]


def _developed(photo: NDArray[np.float32], random: np.random.Generator) -> NDArray[np.uint8]:
    """Light falling off to one side, a window's shadow across the page, blur and sensor noise."""
    height, width = photo.shape[:2]
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    light = 1.04 - 0.30 * x - 0.12 * y
    shade = 1 / (1 + np.exp(-(x * 0.8 + y * 0.5 - 0.86) / 0.03))
    lit = photo * (light * (1 - 0.34 * shade))[..., None] * np.array([1.03, 1.0, 0.94])
    blurred = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), 0.9)
    return np.clip(blurred + random.normal(0, 2.6, blurred.shape), 0, 255).astype(np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--quality", type=int, default=80)
    arguments = parser.parse_args()
    Image.fromarray(render(arguments.seed)).save(arguments.out, quality=arguments.quality)
    print(f"{arguments.out}: {arguments.out.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
