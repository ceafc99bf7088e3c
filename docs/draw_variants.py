"""Draws one board of every variant on a sheet: python docs/draw_variants.py [docs/images/variants.png]"""

from __future__ import annotations

import io
import sys

from PIL import Image, ImageDraw

from sudokulens import Board, draw, to_png
from sudokulens.puzzle.geometry import Geometry
from sudokulens.puzzle.overlap import NAMED_LAYOUTS
from sudokulens.solving.random import random_grid
from sudokulens.solving.random_regions import random_regions
from sudokulens.solving.random_rules import random_rules
from sudokulens.solving.shuffle import Shuffle
from sudokulens.solving.variants import VARIANTS

SEED, CLUES, IN_A_ROW = 3, 12, 6
PICTURE, GAP, COLOURS = 236, 20, 200
"""Pixels of a board and of the space for its name; colours of the file."""


def example(variant: str) -> Board:
    """A board with the variant's units or rules and some givens; nobody has to solve it."""
    if variant in NAMED_LAYOUTS:
        return Board.empty(Geometry.overlapping(NAMED_LAYOUTS[variant]))
    if variant in ("x", "windoku", "disjoint"):
        return Board.parse("." * 81 + f";{variant}")
    if variant == "jigsaw":
        return Board.empty(Geometry(9, random_regions(9, Shuffle(SEED))))
    grid = random_grid(SEED)
    rules = random_rules("cage" if variant == "killer" else variant, grid, Shuffle(SEED), CLUES)
    values = [value if variant != "killer" and cell % 4 == 1 else 0 for cell, value in enumerate(grid)]
    return Board.of(values, grid.geometry.with_rules(rules))


def main(target: str = "docs/images/variants.png") -> None:
    rows = -(-len(VARIANTS) // IN_A_ROW)
    sheet = Image.new("RGB", (IN_A_ROW * (PICTURE + GAP), rows * (PICTURE + 2 * GAP)), "white")
    pen = ImageDraw.Draw(sheet)
    for number, variant in enumerate(VARIANTS):
        scene = draw(example(variant), candidates=False)
        picture = Image.open(io.BytesIO(to_png(scene))).convert("RGB")
        picture.thumbnail((PICTURE, PICTURE), Image.Resampling.LANCZOS)
        left, top = number % IN_A_ROW * (PICTURE + GAP) + GAP // 2, number // IN_A_ROW * (PICTURE + 2 * GAP)
        pen.text((left, top + GAP // 3), variant, fill="black")
        sheet.paste(picture, (left, top + GAP))
    sheet.quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(target, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
