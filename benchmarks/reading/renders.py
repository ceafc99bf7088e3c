"""Whole pages drawn for measuring: typefaces and writers that training never saw, photographed badly in known ways.

Typefaces come from the atlas that `python -m training.render.atlas` collects (those it holds out), handwriting from
the test half of MNIST. Its seed determines every picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import ImageFont

from benchmarks.reading.labelled import Drawn, drawn
from pages.boards import partly_solved
from pages.camera import Shot
from pages.grids import Look
from pages.look_alikes import LOOK_ALIKES, draw_look_alike
from pages.paper import Page
from pages.screens import window
from pages.typefaces import held_out
from pages.writing import WORDS, Writers
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle

KINDS = ("print", "hand", "screen", "bent", "small", "two on a page", "other size", "negative")


def render_pages(material: Path, data: Path, count: int, fonts: Path = Path("/usr/share/fonts")) -> Iterator[Drawn]:
    """`count` pages, the kinds in turn; nothing where the atlas or MNIST is missing."""
    atlas, digits = material / "atlas.npz", data / "mnist" / "t10k-images-idx3-ubyte.gz"
    if not atlas.exists() or not digits.exists():
        return
    faces, writers = held_out(atlas, fonts), Writers(digits.parent)
    for seed in range(count):
        kind, face = KINDS[seed % len(KINDS)], faces[seed * 7919 % len(faces)]
        name = f"{kind} {seed}" if kind == "negative" else f"{kind} {seed} {face.stem}"
        yield drawn(kind, _page(kind, seed, face, writers), name=name)


def _page(kind: str, seed: int, face: Path, writers: Writers) -> Page:
    random = np.random.default_rng(seed)
    if kind == "negative":
        flat = draw_look_alike(str(random.choice(sorted(LOOK_ALIKES))), random, face)
        return Page(flat).taken(_shot(random, 0.012), random)
    style = _look(kind, random, face)
    sizes = [int(random.choice([4, 6, 8, 12, 16]))] if kind == "other size" else [9]
    puzzles = [puzzle_of(seed * 2 + number, sizes[0]) for number in range(2 if kind == "two on a page" else 1)]
    boards = [_entered(puzzle, kind, random) for puzzle in puzzles]
    grids = [Page.around(board, style, writers, random) for board in boards]
    if kind == "screen":
        return _screen(grids[0], style, random)
    shot = _shot(random, bend=0.06 if kind == "bent" else 0.012)
    return _sheet(grids, style, kind, random).taken(shot, random)


def _look(kind: str, random: np.random.Generator, face: Path) -> Look:
    cell = int(random.integers(44, 76)) if kind not in ("small", "two on a page") else int(random.integers(26, 40))
    dark = kind == "screen" and random.random() < 0.4
    ink, paper = ((225, 228, 235), (32, 34, 42)) if dark else ((34, 32, 36), (238, 233, 222))
    entry = (110, 170, 255) if dark else [(30, 60, 170), (70, 74, 90), (20, 20, 30)][int(random.integers(3))]
    thick, thin = int(random.integers(3, 7)), int(random.integers(1, 3))
    look = Look(face, cell, ink, paper, ink, ink, thin, thick, thick, height=float(random.uniform(0.5, 0.68)))
    return replace(look, entry_ink=entry, typed=dark, edge=thick)


def puzzle_of(seed: int, size: int) -> Board:
    return random_puzzle(seed, Geometry.standard(size), minimal=size == 9 and seed % 3 > 0)


def _entered(puzzle: Board, kind: str, random: np.random.Generator) -> Board:
    """The puzzle with some of its solution filled in by hand, or on a screen typed in another colour."""
    if kind != "hand" and not (kind == "screen" and random.random() < 0.5):
        return puzzle
    return partly_solved(puzzle, random.uniform(0.1, 0.9), random)


def _sheet(grids: list[Page], style: Look, kind: str, random: np.random.Generator) -> Page:
    """The grids on a page of text."""
    margin = 110 if kind != "small" else 420
    sides = [len(grid.pixels) for grid in grids]
    page = Page.blank(sum(sides) + margin * 2 + 60 * (len(grids) - 1), max(sides) + 2 * margin, style.paper)
    font, height = ImageFont.load_default(max(12, margin // 6)), len(page.pixels)
    with page.drawing() as draw:
        for y in range(10, height - 20, max(16, margin // 4)):
            if y < margin - 30 or y > height - margin + 10:
                draw.text((20, y), " ".join(random.choice(WORDS, 40)), font=font, fill=style.ink)
    for number, grid in enumerate(grids):
        page.lay(grid, (margin + sum(sides[:number]) + 60 * number, margin))
    return page


def _screen(grid: Page, style: Look, random: np.random.Generator) -> Page:
    """A screenshot: the grid on its background with a bar above it."""
    top, side = int(random.integers(20, 140)), int(random.integers(12, 160))
    return window(grid, style.paper, (top, int(random.integers(20, 200)), side), top // 2, (60, 110, 190))


def _shot(random: np.random.Generator, bend: float) -> Shot:
    """From an angle, turned a little or upside down, unevenly lit, blurred and noisy."""
    return Shot(
        tilt=random.uniform(0, 16),
        turn=random.normal(0, 8) + 90 * random.choice([0, 0, 0, 1, 2, 3]),
        bend=bend * random.uniform(0.5, 1.0),
        shadow=0.4 * random.random(),
        light=random.uniform(0.65, 1.0),
        noise=random.uniform(1, 8),
        focus=random.uniform(0.4, 1.6),
        quality=int(random.integers(50, 95)),
    )
