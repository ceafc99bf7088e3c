"""Whole pages drawn for measuring: typefaces and writers that training never saw, photographed badly in known ways.

Typefaces come from the atlas that `python -m training.render.atlas` collects (those it holds out), handwriting from
the test half of MNIST. Every picture is settled by its seed.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks.reading.labelled import Label
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.solve import solve
from sudokulens.vision.frame import Frame

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]

KINDS = ("print", "hand", "screen", "bent", "small", "two on a page", "other size", "negative")
WORDS = ("tide", "ferry", "harbour", "lamp", "bread", "rope", "bell", "market", "window", "garden", "letter", "winter")


@dataclass(frozen=True)
class Page:
    """A picture with the grids on it; none on a negative."""

    name: str
    kind: str
    pixels: Pixels
    labels: tuple[Label, ...]

    def frame(self) -> Frame:
        return Frame(self.pixels)


@dataclass(frozen=True)
class Style:
    """How a grid is printed."""

    font: Path
    cell: int
    ink: Colour
    paper: Colour
    thick: int
    thin: int
    height: float
    entry_ink: Colour


def render_pages(material: Path, data: Path, count: int, fonts: Path = Path("/usr/share/fonts")) -> Iterator[Page]:
    """`count` pages, the kinds in turn; nothing where the atlas or MNIST is missing."""
    atlas, digits = material / "atlas.npz", data / "mnist" / "t10k-images-idx3-ubyte.gz"
    if not atlas.exists() or not digits.exists():
        return
    with np.load(atlas) as packed:
        chosen = packed["held_out"] & ~packed["written"]
        faces = [fonts / str(name) for name in packed["names"][chosen] if (fonts / str(name)).exists()]
    writers = Writers(digits.parent)
    for seed in range(count):
        kind = KINDS[seed % len(KINDS)]
        yield _page(kind, seed, faces[seed * 7919 % len(faces)], writers)


class Writers:
    """Handwritten digits by value."""

    def __init__(self, folder: Path) -> None:
        images = gzip.decompress((folder / "t10k-images-idx3-ubyte.gz").read_bytes())
        labels = gzip.decompress((folder / "t10k-labels-idx1-ubyte.gz").read_bytes())
        self.shapes = np.frombuffer(images, np.uint8, offset=16).reshape(-1, 28, 28)
        self.values = np.frombuffer(labels, np.uint8, offset=8)

    def digit(self, value: int, random: np.random.Generator) -> NDArray[np.float32]:
        """Coverage of 0 to 1, 28×28."""
        return self.shapes[random.choice(np.flatnonzero(self.values == value))].astype(np.float32) / 255


def _page(kind: str, seed: int, face: Path, writers: Writers) -> Page:
    random = np.random.default_rng(seed)
    if kind == "negative":
        return Page(f"{kind} {seed}", kind, _camera(_negative(random, face), random), ())
    style = _style(kind, random, face)
    sizes = [int(random.choice([4, 6, 8, 12, 16]))] if kind == "other size" else [9]
    puzzles = [puzzle_of(seed * 2 + number, sizes[0]) for number in range(2 if kind == "two on a page" else 1)]
    boards = [_entered(puzzle, kind, random) for puzzle in puzzles]
    grids = [_grid(board, style, writers, random) for board in boards]
    if kind == "screen":
        pixels = _screen(grids[0], style, random)
    else:
        pixels = _camera(_sheet(grids, style, kind, random), random, bend=0.06 if kind == "bent" else 0.012)
    return Page(f"{kind} {seed} {face.stem}", kind, pixels, tuple(map(label_of, boards)))


def _style(kind: str, random: np.random.Generator, face: Path) -> Style:
    cell = int(random.integers(44, 76)) if kind not in ("small", "two on a page") else int(random.integers(26, 40))
    dark = kind == "screen" and random.random() < 0.4
    ink, paper = ((225, 228, 235), (32, 34, 42)) if dark else ((34, 32, 36), (238, 233, 222))
    entry = (110, 170, 255) if dark else [(30, 60, 170), (70, 74, 90), (20, 20, 30)][int(random.integers(3))]
    thick = int(random.integers(3, 7))
    return Style(face, cell, ink, paper, thick, int(random.integers(1, 3)), float(random.uniform(0.5, 0.68)), entry)


def puzzle_of(seed: int, size: int) -> Board:
    return random_puzzle(seed, Geometry.standard(size), minimal=size == 9 and seed % 3 > 0)


def _entered(puzzle: Board, kind: str, random: np.random.Generator) -> Board:
    """The puzzle with some of its solution filled in by hand, or on a screen typed in another colour."""
    if kind != "hand" and not (kind == "screen" and random.random() < 0.5):
        return puzzle
    solved = solve(puzzle).board
    assert solved is not None
    share = random.uniform(0.1, 0.9)
    empty = [cell for cell, value in enumerate(puzzle.values) if not value and random.random() < share]
    return puzzle.with_values({cell: solved.values[cell] for cell in empty})


def _grid(board: Board, style: Style, writers: Writers, random: np.random.Generator) -> Pixels:
    """The printed grid with its digits, tight on its outer lines but for half the border."""
    image = _lines(board, style)
    draw, font = ImageDraw.Draw(image), fitted_font(style.font, style.height * style.cell)
    typed = style.entry_ink in ((110, 170, 255), (30, 60, 170)) and style.paper != (238, 233, 222)
    corners = {
        number: tuple(style.thick + place * style.cell for place in (number % board.size, number // board.size))
        for number in range(len(board.values))
    }
    for number, value in enumerate(board.values):
        if value and (board.givens[number] or typed):
            colour = style.ink if board.givens[number] else style.entry_ink
            x, y = (corner + style.cell / 2 for corner in corners[number])
            write(draw, font, digit_character(value), x, y, colour)
    pixels = np.array(image)
    for number, value in board.entries.items() if not typed else ():
        left, top = corners[number]
        pen(pixels, writers.digit(value, random), left, top, style, random)
    return pixels


def _lines(board: Board, style: Style) -> Image.Image:
    size, cell, edge = board.size, style.cell, style.thick
    side = size * cell + 2 * edge
    image = Image.new("RGB", (side, side), style.paper)
    draw = ImageDraw.Draw(image)
    rows, columns = board.geometry.box_shape or (size, size)
    for line in range(size + 1):
        at = edge + line * cell
        draw.line([0, at, side, at], fill=style.ink, width=style.thick if line % rows == 0 else style.thin)
        draw.line([at, 0, at, side], fill=style.ink, width=style.thick if line % columns == 0 else style.thin)
    return image


def pen(
    pixels: Pixels, shape: NDArray[np.float32], left: int, top: int, style: Style, random: np.random.Generator
) -> None:
    """Writes one digit into its cell, in place."""
    side = round(style.cell * random.uniform(0.72, 0.98))
    stroke = cv2.resize(shape, (side, side), interpolation=cv2.INTER_CUBIC).clip(0, 1)[..., None]
    x, y = (start + round((style.cell - side) * random.random()) for start in (left, top))
    part = pixels[y : y + side, x : x + side]
    stroke = stroke[: part.shape[0], : part.shape[1]] * random.uniform(0.75, 1.0)
    part[:] = (part * (1 - stroke) + np.array(style.entry_ink) * stroke).astype(np.uint8)


def fitted_font(face: Path, height: float) -> ImageFont.FreeTypeFont:
    size = max(8, round(height * 1.4))
    top, bottom = (ImageFont.truetype(str(face), size).getbbox("8")[side] for side in (1, 3))
    return ImageFont.truetype(str(face), max(6, round(size * height / max(1, bottom - top))))


def write(
    draw: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont, text: str, x: float, y: float, colour: Colour
) -> None:
    left, top, right, bottom = font.getbbox(text)
    draw.text((x - (left + right) / 2, y - (top + bottom) / 2), text, font=font, fill=colour)


def _sheet(grids: list[Pixels], style: Style, kind: str, random: np.random.Generator) -> Pixels:
    """The grids on a page of text."""
    margin = 110 if kind != "small" else 420
    width = sum(grid.shape[1] for grid in grids) + margin * 2 + 60 * (len(grids) - 1)
    height = max(grid.shape[0] for grid in grids) + 2 * margin
    page = Image.new("RGB", (width, height), style.paper)
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(max(12, margin // 6))
    for y in range(10, height - 20, max(16, margin // 4)):
        if y < margin - 30 or y > height - margin + 10:
            draw.text((20, y), " ".join(random.choice(WORDS, 40)), font=font, fill=style.ink)
    pixels = np.array(page)
    left = margin
    for grid in grids:
        pixels[margin : margin + grid.shape[0], left : left + grid.shape[1]] = grid
        left += grid.shape[1] + 60
    return pixels


def _screen(grid: Pixels, style: Style, random: np.random.Generator) -> Pixels:
    """A screenshot: the grid on its background with a bar above it."""
    top, side = int(random.integers(20, 140)), int(random.integers(12, 160))
    pixels = cv2.copyMakeBorder(
        grid, top, int(random.integers(20, 200)), side, side, cv2.BORDER_CONSTANT, value=style.paper
    )
    pixels[: top // 2] = (60, 110, 190)
    return np.asarray(pixels, dtype=np.uint8)


def _camera(page: Pixels, random: np.random.Generator, bend: float = 0.012) -> Pixels:
    """The page photographed: bent, from an angle, turned a little or upside down, unevenly lit, blurred and noisy."""
    height, width = page.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    wave = (
        bend
        * height
        * random.uniform(0.5, 1.0)
        * np.sin(np.pi * (x / width * random.uniform(0.8, 1.4) + random.random()))
    )
    bent = cv2.remap(page, x, y + wave.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    seen = corners + random.uniform(-0.07, 0.07, (4, 2)) * (width, height)
    angle = np.deg2rad(random.normal(0, 8) + 90 * random.choice([0, 0, 0, 1, 2, 3]))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    placed = (seen - seen.mean(axis=0)) @ turn.T
    placed -= placed.min(axis=0)
    scale = 1240 / placed.max()
    size = tuple(int(value) + 40 for value in placed.max(axis=0) * scale)
    matrix = cv2.getPerspectiveTransform(corners, (placed * scale + 20).astype(np.float32))
    ground = tuple(float(value) for value in random.integers(40, 170, 3))
    photo = cv2.warpPerspective(bent, matrix, size, flags=cv2.INTER_AREA, borderValue=ground).astype(np.float32)
    return _exposed(photo, random)


def _exposed(photo: NDArray[np.float32], random: np.random.Generator) -> Pixels:
    height, width = photo.shape[:2]
    x, y = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    direction = random.uniform(-1, 1, 2)
    light = 1 - 0.35 * random.random() * (x * direction[0] + y * direction[1] + 1) / 2
    shade = 1 / (1 + np.exp(-((x - random.random()) * direction[1] - (y - random.random()) * direction[0]) / 0.02))
    lit = photo * (light * (1 - 0.4 * random.random() * shade))[..., None] * random.uniform(0.65, 1.0)
    blurred = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), random.uniform(0.4, 1.6))
    noisy = blurred + random.normal(0, random.uniform(1, 8), blurred.shape)
    pixels = np.clip(noisy, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(50, 95))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1], dtype=np.uint8)


def _negative(random: np.random.Generator, face: Path) -> Pixels:
    """A table, a crossword, a calendar or squared paper."""
    kind = int(random.integers(4))
    rows, columns = [(int(random.integers(5, 14)), int(random.integers(4, 8))), (13, 13), (6, 7), (18, 18)][kind]
    across, down = [(120, 44), (44, 44), (90, 70), (36, 36)][kind]
    image = Image.new("RGB", (columns * across + 120, rows * down + 160), (240, 238, 230))
    draw = ImageDraw.Draw(image)
    font = fitted_font(face, 20)
    for row in range(rows):
        for column in range(columns):
            box = [60 + column * across, 100 + row * down, 60 + (column + 1) * across, 100 + (row + 1) * down]
            black = kind == 1 and random.random() < 0.22
            draw.rectangle(box, outline=(40, 40, 44), width=2, fill=(20, 20, 22) if black else None)
            text = ["", "", str(row * 7 + column + 1) if row * 7 + column < 31 else "", ""][kind]
            text = str(random.choice(WORDS)) if kind == 0 else text
            write(draw, font, text or " ", (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (40, 40, 44))
    return np.asarray(image)


def label_of(board: Board) -> Label:
    digits = "".join(digit_character(value, "0") for value in board.values)
    return Label(digits, "".join(digit_character(value, "0") for value in board.puzzle.values))
