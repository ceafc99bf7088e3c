"""All kinds of hard pictures, drawn or made of real photos, with what is on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.reading.labelled import Drawn, drawn
from benchmarks.reading.renders import puzzle_of
from benchmarks.reading.wild.odd_pages import ODD_PAGES
from benchmarks.reading.wild.real import SHOTS
from pages.boards import partly_solved
from pages.camera import Shot, photograph
from pages.grids import Look
from pages.look_alikes import LOOK_ALIKES, Pen, crossword, draw_look_alike, kakuro, word_search
from pages.paper import Page
from pages.partitions import cages
from pages.screens import highlighted, keys, window
from pages.typefaces import held_out
from pages.writing import Writers, fitted_font
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.solve import solve
from sudokulens.solving.variants import random_variant


@dataclass(frozen=True)
class Material:
    """What pictures are made of."""

    faces: list[Path]
    writers: Writers

    def face(self, random: np.random.Generator) -> Path:
        return self.faces[int(random.integers(len(self.faces)))]


def load_material(material: Path, data: Path, fonts: Path = Path("/usr/share/fonts")) -> Material:
    """Typefaces that training held out, and the test half of MNIST."""
    return Material(held_out(material / "atlas.npz", fonts), Writers(data / "mnist"))


def _look(material: Material, random: np.random.Generator, **changes: object) -> Look:
    ink = tuple(int(value) for value in random.integers(10, 70, 3))
    look = Look(material.face(random), int(random.integers(50, 72)), ink=ink, height=float(random.uniform(0.48, 0.68)))
    look = replace(look, thin=int(random.integers(1, 3)), thick=int(random.integers(3, 6)), thin_ink=ink, thick_ink=ink)
    return replace(look, **changes)


STYLES: dict[str, dict[str, object]] = {
    "plain": {},
    "dotted lines": {"dotted": True},
    "no inner lines": {"thin": 0},
    "no border": {"outer": 0},
    "all lines alike": {"thin": 2, "thick": 2, "outer": 2},
    "ghostly lines": {"thin": 1, "thin_ink": (205, 202, 195)},
    "thin lines": {"thin": 1, "thick": 2, "outer": 2, "thin_ink": (150, 150, 150)},
    "shaded boxes": {"thick": 1, "thin": 1},
    "shaded givens": {},
    "coloured ink": {},
    "thick frames": {"thick": 9, "outer": 14},
    "tiny digits": {"height": 0.32},
    "huge digits": {"height": 0.85},
    "pen": {},
    "pencil marks": {"marks": 0.6, "entry_ink": (90, 90, 95)},
    "full": {},
    "empty": {},
}
INKED = {"coloured ink": ("ink", "thin_ink", "thick_ink"), "pen": ("entry_ink",)}
"""What is in a dark colour of any kind."""
CHECKED = [cell for cell in range(81) if (cell // 27 + cell % 9 // 3) % 2]
"""The cells of every other box."""


def _styled(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    """One grid in an unusual style on a page."""
    board = puzzle_of(seed, 9)
    printed = [cell for cell in range(81) if board.givens[cell]]
    if kind in ("pen", "pencil marks"):
        board = partly_solved(board, random.uniform(0.1, 0.9), random)
    elif kind in ("full", "empty"):
        board = Board.of((solve(board).board or board).values) if kind == "full" else Board.empty()
    changes = STYLES[kind]
    if kind.startswith("shaded"):
        tint = tuple(random.integers(150, 225, 3).tolist())
        changes = changes | {"fills": dict.fromkeys(printed if kind == "shaded givens" else CHECKED, tint)}
    inks = {name: tint_dark(random) for name in INKED.get(kind, ())}
    page = Page.around(board, _look(material, random, edge=118, **changes, **inks), material.writers, random)
    shot = Shot(tilt=random.uniform(0, 25), turn=random.normal(0, 8), bend=0.006, noise=random.uniform(1, 6))
    return drawn(kind, page.taken(shot, random))


def tint_dark(random: np.random.Generator) -> tuple[int, int, int]:
    red, green, blue = (int(value) for value in random.integers(0, 150, 3))
    return red, green, blue


def _faulty(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    """A plain grid under one strong fault."""
    page = Page.around(puzzle_of(seed, 9), _look(material, random, edge=118), material.writers, random)
    return drawn(kind, page.taken(SHOTS[kind](random), random))


def _labelled(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    """A ruled row of letters above the grid, a column of numbers to its left too, or a title above it."""
    look = _look(material, random, edge=200)
    page, cell = Page.around(puzzle_of(seed, 9), look, material.writers, random), look.cell
    font, shape = fitted_font(look.font, 0.4 * cell), {"outline": look.ink, "width": 2}
    with page.drawing() as draw:
        if kind == "title":
            keys(draw, ["SUDOKU 417"], (200, 200 - cell), (9 * cell, cell), font, look.ink, **shape)
        else:
            keys(draw, "ABCDEFGHI", (200, 200 - cell), (cell, cell), font, look.ink, **shape)
        if kind == "letters and numbers":
            keys(draw, "123456789", (200 - cell, 200), (cell, cell), font, look.ink, across=1, **shape)
    shot = Shot(turn=random.uniform(-20, 20), bend=0.006, noise=4, shake=random.uniform(0, 0.0015), contrast=0.9)
    return drawn(kind, page.taken(shot, random))


SCREENS = ("light screen", "dark screen", "tiles", "dark tiles", "highlighted screen", "screen photo", "dark photo")


def _screen(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    """An app's window, as a screenshot or photographed; some with digits typed in."""
    board = puzzle_of(seed, 9)
    if random.random() < 0.6:
        board = partly_solved(board, random.uniform(0.1, 0.8), random)
    look = _screen_look(kind, material, random)
    page = _window(Page.around(board, look, material.writers, random), look, random)
    if "photo" not in kind:
        return drawn(kind, page)
    shot = Shot(
        tilt=random.uniform(0, 30),
        turn=random.normal(0, 8),
        moire=random.uniform(0.03, 0.12),
        focus=random.uniform(0.5, 1.2),
        noise=4,
    )
    return drawn(kind, page.taken(shot, random))


def _screen_look(kind: str, material: Material, random: np.random.Generator) -> Look:
    """Colours, lines, tiles and highlights of an app."""
    dark = kind.startswith("dark")
    ground = tuple(int(v) for v in (random.integers(8, 40, 3) if dark else random.integers(235, 256, 3)))
    ink = (225, 228, 235) if dark else (30, 32, 40)
    entry = (110, 170, 255) if dark else (40, 90, 220)
    thin = (75, 78, 88) if dark else (190, 194, 202)
    look = _look(
        material, random, ink=ink, paper=ground, thin_ink=thin, thick_ink=ink if random.random() < 0.6 else thin,
        thick=int(random.integers(2, 4)), outer=int(random.integers(0, 4)), entry_ink=entry, typed=True,
        marks=0.3 if random.random() < 0.3 else 0.0,
    )  # fmt: skip
    if "tiles" in kind:
        look = replace(
            look, tile=(52, 56, 66) if dark else (222, 228, 238), thin=0, thick=int(random.integers(0, 3)), outer=0
        )
    if kind == "highlighted screen":
        row, column = random.integers(0, 9, 2)
        chosen = int(row * 9 + column)
        look = replace(look, fills=dict.fromkeys(highlighted(chosen), (215, 228, 245)) | {chosen: (160, 200, 250)})
    return look


def _window(grid: Page, look: Look, random: np.random.Generator) -> Page:
    """The grid under a bar and over a row of buttons with the digits."""
    margin = int(random.integers(4, 120))
    above, below = int(random.integers(60, 260)), int(random.integers(120, 400))
    page = window(grid, look.paper, (above, below, margin), above // 3, tuple(random.integers(0, 255, 3).tolist()))
    step = (page.pixels.shape[1] - 20) // 9
    corner, font = (10, above + len(grid.pixels) + 20), fitted_font(look.font, 0.5 * step)
    with page.drawing() as draw:
        keys(draw, "123456789", corner, (step - 6, 60), font, look.entry_ink, gap=6, outline=look.thin_ink)
    return page


SIZES = (4, 6, 8, 12, 16)


def _sized(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    size = int(kind.partition("×")[0])
    board = puzzle_of(seed, size)
    look = _look(material, random, cell=int(random.integers(560, 680)) // size, thick=4, outer=4)
    page = Page.around(board, replace(look, edge=118), material.writers, random)
    shot = Shot(tilt=random.uniform(0, 20), turn=random.normal(0, 8), noise=3)
    return drawn(kind, page.taken(shot, random))


PAGES = ("newspaper page", "two grids", "four grids", "six grids", "grid and solution", "grid and crossword")


SLOTS: dict[str, list[tuple[int, int, int]]] = {
    "newspaper page": [(1380, 1900, 540)],
    "two grids": [(80, 500, 860), (1060, 500, 860)],
    "four grids": [(x, y, 820) for x in (90, 1090) for y in (200, 1400)],
    "six grids": [(x, y, 700) for x in (150, 1150) for y in (100, 930, 1760)],
    "grid and solution": [(150, 300, 1200), (1450, 1900, 400)],
    "grid and crossword": [(1060, 300, 860)],
}
"""Left, top and side of every grid on a page of 2000×2600 pixels."""


def _page(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    """A printed page with one to six grids among text and other puzzles."""
    page = _surroundings(kind, random, material.face(random))
    for number, (left, top, side) in enumerate(SLOTS[kind]):
        board = puzzle_of(seed * 7 + number, 9)
        if kind == "grid and solution" and number == 1:
            board = Board.of((solve(board).board or board).values)
        look = _look(material, random, cell=side // 9, edge=4)
        page.lay(Page.around(board, look, material.writers, random), (left, top))
    shot = Shot(tilt=random.uniform(0, 22), turn=random.normal(0, 5), bend=0.006, side=int(random.choice([1600, 2400])))
    return drawn(kind, page.taken(shot, random))


def _surroundings(kind: str, random: np.random.Generator, face: Path) -> Page:
    """The page without its grids: text, and on some a crossword, a kakuro and a word search."""
    page = Page.blank(2000, 2600)
    with page.drawing() as draw:
        pen = Pen(draw, random, face)
        if kind == "newspaper page":
            for left in (60, 700, 1340):
                pen.lines((left, 60, left + 580, 1100), 26)
            crossword(pen, 13, 44, (60, 1200))
            kakuro(pen, 8, 70, (700, 1200))
            word_search(pen, 12, 48, (1340, 1180))
            pen.lines((60, 1850, 1300, 2540), 26)
        elif kind == "grid and solution":
            pen.lines((100, 1700, 1350, 2500), 28)
        elif kind == "grid and crossword":
            crossword(pen, 11, 76, (100, 300))
            pen.lines((100, 1300, 1900, 2500), 28)
    return page


VARIANTS = ("X-Sudoku", "jigsaw by borders", "jigsaw by colours", "killer")


def _variant(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    """Sudokus with other rules: the nature is what the scan should say of them."""
    fills: dict[int, tuple[int, int, int]] = {}
    look = _look(material, random)
    nature = "ordinary"
    if kind == "X-Sudoku":
        board = random_puzzle(seed, Geometry.standard(9, diagonals=True), minimal=True)
        fills = dict.fromkeys([c for c in range(81) if c // 9 in (c % 9, 8 - c % 9)], (205, 205, 200))
        nature = "diagonal"
    elif kind == "killer":
        board = Board.of([0] * 81)
        owner = cages(9, random).ravel()
        cut = tuple(tuple(np.flatnonzero(owner == number).tolist()) for number in range(owner.max() + 1))
        look = replace(look, cages=cut, sums=tuple(5 + number % 20 for number in range(len(cut))))
        nature = "unclear"
    else:
        board = random_variant(["jigsaw"], seed)
        nature = "irregular"
        if kind == "jigsaw by colours":
            palette = [tuple(int(v) for v in random.integers(150, 250, 3)) for _ in range(9)]
            fills = {cell: palette[region] for cell, region in enumerate(board.geometry.regions)}
            look = replace(look, thick=1, thin=1)
    page = Page.around(board, replace(look, fills=fills, edge=118), material.writers, random)
    shot = Shot(tilt=random.uniform(0, 20), turn=random.normal(0, 6), noise=3)
    return drawn(kind, page.taken(shot, random), nature)


def _negative(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    page = draw_look_alike(kind, random, material.face(random))
    turn = random.normal(0, 10) + 90 * (seed % 4)
    shot = Shot(tilt=random.uniform(0, 25), turn=turn, bend=0.004, noise=random.uniform(1, 6))
    return Drawn(kind, "", photograph(page, shot, random)[0])


def _odd(kind: str, material: Material, random: np.random.Generator, seed: int) -> Drawn:
    page, shot = ODD_PAGES[kind](material.face(random), material.writers, random, seed)
    return drawn(kind, page if shot is None else page.taken(shot, random))


Maker = Callable[[str, Material, np.random.Generator, int], Drawn]

GROUPS: dict[str, tuple[Maker, tuple[str, ...]]] = {
    "styles": (_styled, tuple(STYLES)),
    "faults": (_faulty, tuple(SHOTS)),
    "labels": (_labelled, ("title", "letters", "letters and numbers")),
    "screens": (_screen, SCREENS),
    "sizes": (_sized, tuple(f"{size}×{size}" for size in SIZES)),
    "pages": (_page, PAGES),
    "odd pages": (_odd, tuple(ODD_PAGES)),
    "variants": (_variant, VARIANTS),
    "look-alikes": (_negative, tuple(LOOK_ALIKES)),
}


def drawn_pictures(
    material: Material, group: str, per_kind: int, seed: int = 0, only: list[str] | None = None
) -> Iterator[Drawn]:
    """`per_kind` pictures of every kind of a group, the same for the same seed."""
    make, kinds = GROUPS[group]
    for kind in only or kinds:
        if kind not in kinds:
            continue
        for number in range(seed, seed + per_kind):
            random = np.random.default_rng([len(kind), *kind.encode(), number])
            yield replace(make(kind, material, random, 1000 + number), name=f"{kind} {number}")


def every_picture(material: Material, per_kind: int, seed: int = 0) -> Iterator[Drawn]:
    for group in GROUPS:
        yield from drawn_pictures(material, group, per_kind, seed)
