"""Pages that people photograph and that the other groups lack, drawn flat: spreads, frames, boards by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from PIL import ImageFont

from benchmarks.reading.renders import puzzle_of
from pages.boards import partly_solved
from pages.camera import Pixels, Shot
from pages.grids import INK, PAPER, Colour, Look, crossings, rule_by_hand
from pages.look_alikes import Pen
from pages.paper import Grid, Page
from pages.screens import keys
from pages.writing import Writers, fitted_font, stroke, write
from sudokulens.puzzle.board import Board
from sudokulens.solving.solve import solve

Chance = np.random.Generator


OddPage = tuple[Page, Shot | None]
"""A flat page, and how it is photographed; None for a screenshot."""
PageMaker = Callable[[Path, Writers, Chance, int], OddPage]


def _handheld(chance: Chance, side: int = 1280) -> Shot:
    return Shot(tilt=chance.uniform(0, 18), turn=chance.normal(0, 5), bend=0.004, noise=chance.uniform(1, 5), side=side)


def _look(face: Path, chance: Chance, cell: int) -> Look:
    return Look(face, cell, height=float(chance.uniform(0.5, 0.66)), thick=max(2, cell // 14), outer=max(2, cell // 14))


def _spread(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """Two pages of a puzzle book, four or six grids, some untouched, some half done and some complete."""
    down = int(chance.integers(2, 4))
    side, page = 1300 // down - 60, Page.blank(1700, 1500)
    for number in range(2 * down):
        board = partly_solved(puzzle_of(seed * 11 + number, 9), [0.0, 0.5, 1.0][number % 3], chance)
        grid = Page.around(board, _look(face, chance, side // 9), writers, chance)
        left = 425 + (850 if number % 2 else 0) - len(grid.pixels) // 2
        page.lay(grid, (left, 120 + number // 2 * (1300 // down)))
    depth = np.exp(-np.abs(np.arange(1700) - 850) / 60)[None, :, None]
    page.pixels = (page.pixels * (1 - 0.5 * depth)).astype(np.uint8)
    return page, _handheld(chance, 2000)


def _turned_solution(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """A puzzle, and below it the small solution of another, upside down."""
    page = Page.blank(1000, 1400)
    with page.drawing() as draw:
        Pen(draw, chance, face).lines((80, 1000, 560, 1360), 24)
    puzzle = puzzle_of(seed, 9)
    answer = Board.of((solve(puzzle_of(seed + 500, 9)).board or puzzle).values)
    page.lay(Page.around(puzzle, _look(face, chance, 88), writers, chance), (90, 80))
    small = Page.around(answer, _look(face, chance, 34), writers, chance)
    over = Grid(answer, len(small.pixels) - small.grids[0].crossings)
    page.lay(Page(small.pixels[::-1, ::-1], [over]), (620, 1000))
    return page, _handheld(chance)


def _framed(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """A grid in a decorated frame with a title on it."""
    band = int(chance.integers(24, 70))
    grid = Page.around(puzzle_of(seed, 9), replace(_look(face, chance, 72), edge=4), writers, chance)
    start = 90 + band + int(chance.integers(0, 20))
    side = len(grid.pixels) + 2 * (start - 90)
    page = Page.blank(side + 180, side + 180)
    colour = tuple(int(value) for value in chance.integers(20, 170, 3))
    with page.drawing() as draw:
        draw.rectangle([90, 90, 90 + side, 90 + side], fill=colour)
        for place in range(90, 90 + side, band):
            for x, y in ((place, 90), (place, 90 + side - band), (90, place), (90 + side - band, place)):
                draw.ellipse([x + 4, y + 4, x + band - 4, y + band - 4], fill=PAPER)
        draw.rectangle([90 + band, 90 + band, 90 + side - band, 90 + side - band], fill=PAPER)
        write(draw, fitted_font(face, 0.5 * band), "SUDOKU 217", 90 + side / 2, 90 + band / 2, INK)
    page.lay(grid, (start, start))
    return page, _handheld(chance)


def _browser(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """A screenshot of a browser: tabs, a column of text, the puzzle among advertisements, a keypad beside it."""
    page = Page.blank(1600, 900, (255, 255, 255))
    with page.drawing() as draw:
        draw.rectangle([0, 0, 1600, 40], fill=(222, 225, 230))
        draw.rectangle([10, 6, 240, 40], fill=(255, 255, 255))
        draw.rounded_rectangle([90, 48, 1400, 82], radius=16, fill=(241, 243, 244))
        Pen(draw, chance, face).lines((40, 130, 380, 860), 22)
        shape = {"radius": 8, "fill": (232, 237, 245)}
        keys(draw, "123456789", (1090, 180), (86, 86), fitted_font(face, 40), (50, 90, 180), 3, 10, **shape)
        draw.rectangle([1090, 520, 1390, 800], fill=tuple(int(value) for value in chance.integers(80, 240, 3)))
    board = partly_solved(puzzle_of(seed, 9), chance.uniform(0, 0.6), chance)
    look = replace(
        _look(face, chance, int(chance.integers(48, 68))),
        paper=(255, 255, 255), ink=(52, 72, 97), thin_ink=(191, 198, 212), thick_ink=(52, 72, 97), outer=2, thick=2,
        typed=True, entry_ink=(50, 90, 180), fills={int(cell): (226, 235, 243) for cell in chance.integers(0, 81, 12)},
    )  # fmt: skip
    page.lay(Page.around(board, look, writers, chance), (440, 150))
    return page, None


def _by_hand(ground: Colour, ink: Colour, thin: int, thick: int) -> PageMaker:
    """A grid ruled and filled in by hand; nobody can say which digits were given."""

    def page(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
        board, cell, edge = puzzle_of(seed, 9), 74, 100
        sheet, side = Page.blank(9 * cell + 2 * edge, 9 * cell + 2 * edge, ground), round(0.84 * cell)
        lattice = rule_by_hand(sheet.pixels, crossings(9, cell, (edge, edge)), chance, ink, thin, thick)
        for number, value in enumerate(board.values):
            if value:
                corner = tuple(edge + place * cell + (cell - side) // 2 for place in (number % 9, number // 9))
                stroke(sheet.pixels, writers.digit(value, chance), side, corner, ink, 1.0)
        sheet.grids.append(Grid(replace(board, givens=(False,) * 81), lattice))
        return sheet, _handheld(chance)

    return page


def _newspaper(size: int) -> PageMaker:
    """A grid of another size in a column of small print, on grey paper."""

    def page(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
        paper = (206, 203, 196)
        sheet = Page.blank(1200, 1400, paper)
        with sheet.drawing() as draw:
            for box in ((50, 40, 1150, 330), (50, 960, 1150, 1360), (50, 330, 480, 950)):
                Pen(draw, chance, face).lines(box, 22)
        look = replace(_look(face, chance, 580 // size), paper=paper, thin=1, thick=3, outer=3, edge=4)
        sheet.lay(Page.around(puzzle_of(seed, size), look, writers, chance), (540, 345))
        return sheet, replace(_handheld(chance, 1600), noise=chance.uniform(3, 9), focus=chance.uniform(0.5, 1.1))

    return page


def _covered(width: float, rounded: bool, colours: list[Colour]) -> PageMaker:
    """A long object covers part of the grid, where it hides the fewest digits; those it hides are left out."""

    def page(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
        cell, edge = 72, 110
        full = puzzle_of(seed, 9)
        covers = [_cover(chance, cell, edge, width, rounded) for _ in range(40)]
        cover = min(covers, key=lambda cover: sum(map(bool, _under(full, cover, cell, edge))))
        hidden = _under(full, cover, cell, edge)
        board = Board.of([0 if under else value for value, under in zip(full.values, hidden, strict=True)])
        sheet = Page.around(board, replace(_look(face, chance, cell), edge=edge), writers, chance)
        part = (cover / 255.0)[..., None]
        colour = np.array(colours[int(chance.integers(len(colours)))])
        sheet.pixels = (sheet.pixels * (1 - part) + colour * part).astype(np.uint8)
        return sheet, _handheld(chance)

    return page


def _cover(chance: Chance, cell: int, edge: int, width: float, rounded: bool) -> Pixels:
    """255 where the thing lies: from a place in the grid to beyond its edge."""
    end = np.array([chance.uniform(1, 8), chance.uniform(5, 8)])
    far = end + (np.array([chance.uniform(-3, 3), 12.0]) if rounded else chance.normal(0, 9, 2))
    cover = np.zeros((9 * cell + 2 * edge, 9 * cell + 2 * edge), np.uint8)
    ends = [tuple(int(value) for value in point * cell + edge) for point in (end, far)]
    cv2.line(cover, ends[0], ends[1], 255, round(width * cell), cv2.LINE_AA)
    return cover


def _under(board: Board, cover: Pixels, cell: int, edge: int) -> list[int]:
    """The digits under the cover, cell by cell; 0 where it hides none."""
    inner = cover[edge : edge + 9 * cell, edge : edge + 9 * cell].reshape(9, cell, 9, cell)
    touched = inner[:, cell // 8 : -cell // 8, :, cell // 8 : -cell // 8].max(axis=(1, 3)).ravel()
    return [value if under else 0 for value, under in zip(board.values, touched.tolist(), strict=True)]


def _titled(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """A puzzle card: a dark bar with its number touches the grid, and a bar of stars below does too."""
    grid = Page.around(puzzle_of(seed, 9), replace(_look(face, chance, 70), edge=2), writers, chance)
    side, bar = len(grid.pixels), int(chance.integers(50, 90))
    page = Page.blank(side + 200, side + 2 * bar + 200)
    colour = tuple(int(value) for value in chance.integers(0, 120, 3))
    with page.drawing() as draw:
        for top in (100, 100 + bar + side):
            draw.rectangle([100, top, 100 + side - 1, top + bar], fill=colour)
            font = ImageFont.truetype(str(face), bar // 2)
            draw.text((120, top + bar // 5), f"No. {seed}  ****", font=font, fill=(250, 250, 250))
    page.lay(grid, (100, 100 + bar))
    return page, _handheld(chance)


ODD_PAGES: dict[str, PageMaker] = {
    "book spread": _spread,
    "turned solution": _turned_solution,
    "decorated frame": _framed,
    "title bars": _titled,
    "browser": _browser,
    "drawn by hand": _by_hand((236, 233, 226), (40, 50, 110), 2, 4),
    "whiteboard": _by_hand((226, 230, 232), (20, 90, 60), 5, 8),
    "chalkboard": _by_hand((38, 52, 46), (225, 228, 222), 4, 7),
    "6×6 newspaper": _newspaper(6),
    "16×16 newspaper": _newspaper(16),
    "finger": _covered(1.6, True, [(205, 160, 130), (120, 80, 60), (230, 190, 165)]),
    "pen across": _covered(0.55, False, [(20, 40, 120), (20, 20, 22), (180, 30, 30), (190, 192, 196)]),
}
