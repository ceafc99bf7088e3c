"""Drawn scenes with known lattices: every style of grid, page, light and look-alike that photos are short of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from PIL import Image, ImageDraw

from pages.boards import random_board
from pages.camera import Shot, followed, photograph
from pages.grids import Look, Pixels, Points, put_grid, rule_by_hand
from pages.look_alikes import LOOK_ALIKES, draw_look_alike, write_text
from pages.writing import fitted_font, write


@dataclass
class Scene:
    """A picture and the lattice of every grid on it; none on a look-alike."""

    kind: str
    pixels: Pixels
    lattices: list[Points] = field(default_factory=list)


LOOKS: dict[str, Look] = {
    "plain": Look(thin=2, thick=5, outer=5, cell=75),
    "thin lines": Look(thin=1, thick=2, outer=2, thin_ink=(150, 150, 150), cell=75),
    "ghostly lines": Look(thin=1, thin_ink=(222, 219, 212), cell=75),
    "dotted": Look(dotted=True, cell=75),
    "no frame": Look(outer=0, cell=75),
    "all lines alike": Look(thin=2, thick=2, outer=2, cell=75),
    "coloured": Look(
        thick_ink=(40, 60, 160), thin_ink=(90, 120, 200), paper=(250, 240, 215), ink=(160, 30, 30), cell=75
    ),
    "dark": Look(thick_ink=(200, 200, 205), thin_ink=(90, 90, 95), paper=(25, 26, 30), ink=(230, 230, 230), cell=75),
    "header": Look(cell=75),
    "label row": Look(cell=75),
    "labels": Look(cell=75),
}

FILLED = {"full": 1.0, "empty": 0.0}
SIZES = (4, 6, 8, 12, 16)

SHOTS: dict[str, Shot] = {
    "curled": Shot(bend=0.03, tilt=8, noise=4),
    "steep": Shot(tilt=40, turn=10, noise=4),
    "any angle": Shot(bend=0.006, noise=4),
    "motion blur": Shot(shake=0.006, turn=5, noise=4),
    "low contrast": Shot(contrast=0.2, turn=5),
    "noisy": Shot(noise=22, contrast=0.8, turn=5),
    "moiré": Shot(moire=0.1, turn=5),
    "crumpled": Shot(crumple=0.004, turn=5),
    "in the shade": Shot(shadow=0.5, turn=5),
}

TILES: dict[str, Look] = {
    "light tiles": Look(
        cell=88, paper=(170, 180, 200), tile=(250, 250, 250), ink=(30, 40, 60), thin=0, thick=0, outer=0
    ),
    "dark tiles": Look(cell=88, paper=(18, 18, 22), tile=(52, 54, 62), ink=(230, 230, 235), thin=0, thick=0, outer=0),
    "tiles on white": Look(
        cell=88, paper=(255, 255, 255), tile=(226, 232, 240), ink=(30, 40, 60), thin=0, thick=0, outer=0
    ),
}

SLOTS: dict[str, list[tuple[int, int, int]]] = {
    "two grids": [(120, 250, 75), (900, 250, 75)],
    "four grids": [(x, y, 50) for x in (250, 900) for y in (80, 640)],
    "with solution": [(150, 200, 85), (1250, 700, 30)],
    "newspaper page": [(950, 2450, 66)],
}
"""Left, top and side of a cell of every grid on a page."""


def _blank(height: int, width: int, look: Look) -> Pixels:
    return np.full((height, width, 3), look.paper, np.uint8)


def _texts(page: Pixels, boxes: list[tuple[int, int, int, int]], height: float, chance: np.random.Generator) -> None:
    image = Image.fromarray(page)
    for box in boxes:
        write_text(ImageDraw.Draw(image), chance, None, box, height)
    page[:] = np.asarray(image)


def _taken(kind: str, page: Pixels, lattices: list[Points], shot: Shot, chance: np.random.Generator) -> Scene:
    pixels, places = photograph(page, shot, chance)
    return Scene(kind, pixels, [followed(places, lattice) for lattice in lattices])


def grid_scene(kind: str, chance: np.random.Generator, size: int = 9) -> Scene:
    """One grid of that style on a page, photographed with middling faults."""
    look = LOOKS.get(kind, LOOKS["plain"])
    board = random_board(size, FILLED.get(kind, 0.4), chance)
    if kind == "shaded":
        shaded = np.flatnonzero(chance.random(81) < 0.4).tolist()
        look = replace(look, fills=dict.fromkeys(shaded, tuple(chance.integers(170, 215, 3).tolist())))
    page = _blank(1100, 900, look)
    if kind != "dark":
        _texts(page, [(60, 20, 840, 110), (60, 960, 840, 1080)], 20, chance)
    lattice = put_grid(page, (110, 200), board, look.sized(680 // size), chance)
    _labels(page, lattice, kind, look)
    if kind == "dark":
        return Scene(kind, page, [lattice])
    shot = Shot(turn=chance.uniform(-20, 20), bend=0.006, noise=4, shake=chance.uniform(0, 0.0015), contrast=0.9)
    return _taken(kind, page, [lattice], shot, chance)


def _labels(page: Pixels, lattice: Points, kind: str, look: Look) -> None:
    """A ruled row of letters above the grid, a column of numbers to its left, or a title above it."""
    if kind not in ("label row", "labels", "header"):
        return
    image = Image.fromarray(page)
    draw, (left, top), right = ImageDraw.Draw(image), lattice[0, 0], lattice[0, -1, 0]
    cell = lattice[0, 1, 0] - left
    font = fitted_font(look.font, 0.4 * cell)
    draw.rectangle([left, top - cell, right, top], outline=look.ink, width=2 if kind != "header" else 4)
    if kind == "header":
        write(draw, font, "SUDOKU 417", (left + right) / 2, top - cell / 2, look.ink)
    for number in range(9) if kind != "header" else ():
        at = (number + 0.5) * cell
        draw.line([left + number * cell, top - cell, left + number * cell, top], fill=look.ink, width=1)
        write(draw, font, "ABCDEFGHI"[number], left + at, top - cell / 2, look.ink)
        if kind == "labels":
            draw.rectangle([left - cell, top + number * cell, left, top + (number + 1) * cell], outline=look.ink)
            write(draw, font, str(number + 1), left - cell / 2, top + at, look.ink)
    page[:] = np.asarray(image)


def hard_scene(kind: str, chance: np.random.Generator) -> Scene:
    """A plain grid under one strong fault."""
    look, shot = LOOKS["plain"], SHOTS[kind]
    page = _blank(1000, 900, look)
    _texts(page, [(60, 20, 840, 110)], 20, chance)
    lattice = put_grid(page, (110, 160), random_board(9, 0.4, chance), look, chance)
    return _taken(kind, page, [lattice], replace(shot, turn=shot.turn or chance.uniform(0, 360)), chance)


def tiled_scene(kind: str, chance: np.random.Generator) -> Scene:
    """An app whose cells are rounded tiles with gaps for lines."""
    page = _blank(1400, 900, TILES[kind])
    return Scene(kind, page, [put_grid(page, (54, 300), random_board(9, 0.4, chance), TILES[kind], chance)])


def wobbly_scene(kind: str, chance: np.random.Generator) -> Scene:
    """A grid ruled by hand: no line quite straight, none quite where it should be."""
    look = replace(LOOKS["plain"], thin=0, thick=0, outer=0)
    page = _blank(1000, 900, look)
    lattice = put_grid(page, (110, 160), random_board(9, 0.4, chance), look, chance)
    lattice = rule_by_hand(page, lattice, chance)
    return _taken(kind, page, [lattice], Shot(tilt=0, noise=4, contrast=0.9), chance)


def finger_scene(kind: str, chance: np.random.Generator) -> Scene:
    """A plain grid with a finger on its lowest line."""
    page = _blank(1000, 900, LOOKS["plain"])
    lattice = put_grid(page, (110, 160), random_board(9, 0.4, chance), LOOKS["plain"], chance)
    middle = lattice[9, int(chance.integers(2, 8))].astype(int).tolist()
    cv2.ellipse(page, tuple(middle), (60, 150), 10, 0, 360, (150, 110, 90), -1, cv2.LINE_AA)
    return _taken(kind, page, [lattice], Shot(turn=chance.uniform(-10, 10), bend=0.006, noise=4), chance)


def page_scene(kind: str, chance: np.random.Generator) -> Scene:
    """Several grids on one page: side by side, with a small solution, or small on a newspaper page."""
    big, look = kind == "newspaper page", LOOKS["plain"]
    page = _blank(3400, 2500, look) if big else _blank(1200, 1700, look)
    if big:
        _texts(page, [(left, 100, left + 700, 2200) for left in (100, 900, 1700)], 26, chance)
    lattices = []
    for number, (left, top, cell) in enumerate(SLOTS[kind]):
        share = 1.0 if kind == "with solution" and number else 0.4
        lattices.append(put_grid(page, (left, top), random_board(9, share, chance), look.sized(cell), chance))
    shot = Shot(tilt=6, turn=chance.uniform(-8, 8), noise=4, side=max(page.shape))
    return _taken(kind, page, lattices, shot, chance)


def look_alike(kind: str, chance: np.random.Generator) -> Scene:
    """Something ruled that is no Sudoku."""
    page = draw_look_alike(kind, chance, None)
    return _taken(kind, page, [], Shot(turn=chance.uniform(-10, 10), bend=0.004, noise=4), chance)


def scenes(per_kind: int, seed: int = 1) -> Iterator[Scene]:
    """`per_kind` scenes of every kind, the same for the same seed."""
    for number in range(per_kind):
        chance = np.random.default_rng([seed, number])
        yield from (grid_scene(kind, chance) for kind in (*LOOKS, "shaded", *FILLED))
        yield from (grid_scene(f"{size}×{size}", chance, size) for size in SIZES)
        yield from (hard_scene(kind, chance) for kind in SHOTS)
        yield from (tiled_scene(kind, chance) for kind in TILES)
        yield wobbly_scene("ruled by hand", chance)
        yield finger_scene("finger", chance)
        yield from (page_scene(kind, chance) for kind in SLOTS)
        yield from (look_alike(kind, chance) for kind in LOOK_ALIKES)
