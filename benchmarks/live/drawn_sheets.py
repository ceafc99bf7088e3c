"""Pages drawn for clips: exact crossings, and puzzles that differ in as little as two digits."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.live.clips import GRID_SIDE, Sheet
from sudokulens import Board, random_puzzle, solve

CELL = GRID_SIDE // 9
MARGIN = 70
INK, PAPER = (34, 33, 38), (236, 232, 223)


def drawn_sheets() -> list[Sheet]:
    """A puzzle, its twin with two digits exchanged throughout, and another one."""
    puzzle = random_puzzle(21)
    return [drawn(puzzle, "drawn"), drawn(exchanged(puzzle), "drawn twin"), drawn(random_puzzle(22), "drawn other")]


def exchanged(puzzle: Board, first: int = 5, second: int = 6) -> Board:
    """The puzzle with two digits exchanged that look much alike: most givens the same, but another solution."""
    swap = {first: second, second: first}
    return Board.of((swap.get(value, value) for value in puzzle.values), puzzle.geometry)


def drawn(puzzle: Board, name: str) -> Sheet:
    """The puzzle printed on a page of its own."""
    solved = solve(puzzle).board
    assert solved is not None
    side = 9 * CELL + 2 * MARGIN
    image = Image.new("RGB", (side + 300, side), PAPER)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(round(0.62 * CELL))
    for line in range(10):
        at, width = MARGIN + line * CELL, 5 if line % 3 == 0 else 1
        draw.line([MARGIN, at, side - MARGIN, at], fill=INK, width=width)
        draw.line([at, MARGIN, at, side - MARGIN], fill=INK, width=width)
    for cell, digit in enumerate(puzzle.values):
        if digit:
            place = (MARGIN + (cell % 9 + 0.5) * CELL, MARGIN + (cell // 9 + 0.5) * CELL)
            draw.text(place, str(digit), font=font, fill=INK, anchor="mm")
    text = ImageFont.load_default(24)
    for row in range(MARGIN, side - MARGIN, 34):
        draw.text((side, row), "the ferry leaves at seven", font=text, fill=INK)
    lattice = np.stack(np.meshgrid(*[MARGIN + np.arange(10.0) * CELL] * 2), axis=-1)
    return Sheet(name, np.asarray(image), lattice, "".join(map(str, solved.values)))
