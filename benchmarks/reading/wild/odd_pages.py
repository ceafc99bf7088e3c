"""Pages that people photograph and that the other groups lack, drawn flat: spreads, frames, boards by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.reading.labelled import Label, label_of
from benchmarks.reading.renders import puzzle_of
from pages.boards import partly_solved
from pages.camera import Pixels, Points, Shot
from pages.grids import INK, PAPER, Colour, Look, crossings, draw_grid, rule_by_hand, square
from pages.look_alikes import write_text
from pages.writing import Writers, fitted_font, stroke, write
from sudokulens.puzzle.board import Board
from sudokulens.solving.solve import solve

Chance = np.random.Generator


@dataclass(frozen=True, eq=False)
class OddPage:
    """A flat page with its grids; `shot` is None for a screenshot."""

    pixels: Pixels
    labels: list[Label]
    squares: list[Points]
    shot: Shot | None


def _handheld(chance: Chance, side: int = 1280) -> Shot:
    return Shot(tilt=chance.uniform(0, 18), turn=chance.normal(0, 5), bend=0.004, noise=chance.uniform(1, 5), side=side)


def _look(face: Path, chance: Chance, cell: int) -> Look:
    return Look(face, cell, height=float(chance.uniform(0.5, 0.66)), thick=max(2, cell // 14), outer=max(2, cell // 14))


def _spread(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """Two pages of a puzzle book, four or six grids, some untouched, some half done and some complete."""
    down = int(chance.integers(2, 4))
    side, page = 1300 // down - 60, np.full((1500, 1700, 3), PAPER, np.uint8)
    labels, squares = [], []
    for number in range(2 * down):
        board = partly_solved(puzzle_of(seed * 11 + number, 9), [0.0, 0.5, 1.0][number % 3], chance)
        grid = draw_grid(board, _look(face, chance, side // 9), writers, chance)
        left = 425 + (850 if number % 2 else 0) - len(grid) // 2
        top = 120 + number // 2 * (1300 // down)
        page[top : top + len(grid), left : left + len(grid)] = grid
        labels.append(label_of(board))
        squares.append(square(left, top, len(grid)))
    depth = np.exp(-np.abs(np.arange(1700) - 850) / 60)[None, :, None]
    return OddPage((page * (1 - 0.5 * depth)).astype(np.uint8), labels, squares, _handheld(chance, 2000))


def _turned_solution(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """A puzzle, and below it the small solution of another, upside down."""
    page = Image.new("RGB", (1000, 1400), PAPER)
    write_text(ImageDraw.Draw(page), chance, face, (80, 1000, 560, 1360), 24)
    pixels = np.array(page)
    puzzle = puzzle_of(seed, 9)
    answer = Board.of((solve(puzzle_of(seed + 500, 9)).board or puzzle).values)
    grid = draw_grid(puzzle, _look(face, chance, 88), writers, chance)
    small = draw_grid(answer, _look(face, chance, 34), writers, chance)[::-1, ::-1]
    pixels[80 : 80 + len(grid), 90 : 90 + len(grid)] = grid
    pixels[1000 : 1000 + len(small), 620 : 620 + len(small)] = small
    squares = [square(90, 80, len(grid)), square(620, 1000, len(small))[[2, 3, 0, 1]]]
    return OddPage(pixels, [label_of(puzzle), label_of(answer)], squares, _handheld(chance))


def _framed(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """A grid in a decorated frame with a title on it."""
    board = puzzle_of(seed, 9)
    cell, band = 72, int(chance.integers(24, 70))
    grid = draw_grid(board, replace(_look(face, chance, cell), edge=4), writers, chance)
    gap = int(chance.integers(0, 20))
    start = 90 + band + gap
    side = len(grid) + 2 * (start - 90)
    page = Image.new("RGB", (side + 180, side + 180), PAPER)
    draw = ImageDraw.Draw(page)
    colour = tuple(int(value) for value in chance.integers(20, 170, 3))
    draw.rectangle([90, 90, 90 + side, 90 + side], fill=colour)
    for place in range(90, 90 + side, band):
        for x, y in ((place, 90), (place, 90 + side - band), (90, place), (90 + side - band, place)):
            draw.ellipse([x + 4, y + 4, x + band - 4, y + band - 4], fill=PAPER)
    draw.rectangle([90 + band, 90 + band, 90 + side - band, 90 + side - band], fill=PAPER)
    write(draw, fitted_font(face, 0.5 * band), "SUDOKU 217", 90 + side / 2, 90 + band / 2, INK)
    pixels = np.array(page)
    pixels[start : start + len(grid), start : start + len(grid)] = grid
    return OddPage(pixels, [label_of(board)], [square(start, start, len(grid))], _handheld(chance))


def _browser(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
    """A screenshot of a browser: tabs, a column of text, the puzzle among advertisements, a keypad beside it."""
    image = Image.new("RGB", (1600, 900), (255, 255, 255))
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, 0, 1600, 40], fill=(222, 225, 230))
    draw.rectangle([10, 6, 240, 40], fill=(255, 255, 255))
    draw.rounded_rectangle([90, 48, 1400, 82], radius=16, fill=(241, 243, 244))
    write_text(draw, chance, face, (40, 130, 380, 860), 22)
    for number in range(9):
        x, y = 1090 + number % 3 * 96, 180 + number // 3 * 96
        draw.rounded_rectangle([x, y, x + 86, y + 86], radius=8, fill=(232, 237, 245))
        write(draw, fitted_font(face, 40), str(number + 1), x + 43, y + 43, (50, 90, 180))
    draw.rectangle([1090, 520, 1390, 800], fill=tuple(int(value) for value in chance.integers(80, 240, 3)))
    board = partly_solved(puzzle_of(seed, 9), chance.uniform(0, 0.6), chance)
    look = replace(
        _look(face, chance, int(chance.integers(48, 68))),
        paper=(255, 255, 255), ink=(52, 72, 97), thin_ink=(191, 198, 212), thick_ink=(52, 72, 97), outer=2, thick=2,
        typed=True, entry_ink=(50, 90, 180), fills={int(cell): (226, 235, 243) for cell in chance.integers(0, 81, 12)},
    )  # fmt: skip
    grid = draw_grid(board, look, writers, chance)
    pixels = np.array(image)
    pixels[150 : 150 + len(grid), 440 : 440 + len(grid)] = grid
    return OddPage(pixels, [label_of(board)], [square(440, 150, len(grid))], None)


def _by_hand(ground: Colour, ink: Colour, thin: int, thick: int) -> Callable[[Path, Writers, Chance, int], OddPage]:
    """A grid ruled and filled in by hand; nobody can say which digits were given."""

    def page(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
        board, cell, edge = puzzle_of(seed, 9), 74, 100
        pixels, side = np.full((9 * cell + 2 * edge, 9 * cell + 2 * edge, 3), ground, np.uint8), round(0.84 * cell)
        rule_by_hand(pixels, crossings(9, cell, (edge, edge)), chance, ink, thin, thick)
        for number, value in enumerate(board.values):
            if value:
                corner = tuple(edge + place * cell + (cell - side) // 2 for place in (number % 9, number // 9))
                stroke(pixels, writers.digit(value, chance), side, corner, ink, 1.0)
        label = Label(label_of(board).digits)
        return OddPage(pixels, [label], [square(edge, edge, 9 * cell)], _handheld(chance))

    return page


def _newspaper(size: int) -> Callable[[Path, Writers, Chance, int], OddPage]:
    """A grid of another size in a column of small print, on grey paper."""

    def page(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
        paper = (206, 203, 196)
        image = Image.new("RGB", (1200, 1400), paper)
        draw = ImageDraw.Draw(image)
        write_text(draw, chance, face, (50, 40, 1150, 330), 22)
        write_text(draw, chance, face, (50, 960, 1150, 1360), 22)
        write_text(draw, chance, face, (50, 330, 480, 950), 22)
        cell = 580 // size
        look = replace(_look(face, chance, cell), paper=paper, thin=1, thick=3, outer=3, edge=4)
        board = puzzle_of(seed, size)
        grid = draw_grid(board, look, writers, chance)
        pixels = np.array(image)
        pixels[345 : 345 + len(grid), 540 : 540 + len(grid)] = grid
        shot = replace(_handheld(chance, 1600), noise=chance.uniform(3, 9), focus=chance.uniform(0.5, 1.1))
        return OddPage(pixels, [label_of(board)], [square(540, 345, len(grid))], shot)

    return page


def _covered(width: float, rounded: bool, colours: list[Colour]) -> Callable[[Path, Writers, Chance, int], OddPage]:
    """A long object covers part of the grid, where it hides the fewest digits; those it hides are left out."""

    def page(face: Path, writers: Writers, chance: Chance, seed: int) -> OddPage:
        cell, edge = 72, 110
        full = puzzle_of(seed, 9)
        covers = [_cover(chance, cell, edge, width, rounded) for _ in range(40)]
        cover = min(covers, key=lambda cover: sum(map(bool, _under(full, cover, cell, edge))))
        hidden = _under(full, cover, cell, edge)
        board = Board.of([0 if under else value for value, under in zip(full.values, hidden, strict=True)])
        grid = draw_grid(board, replace(_look(face, chance, cell), edge=8), writers, chance)
        pixels = np.full((*cover.shape, 3), PAPER, np.uint8)
        pixels[edge - 8 : edge - 8 + len(grid), edge - 8 : edge - 8 + len(grid)] = grid
        part = (cover / 255.0)[..., None]
        colour = np.array(colours[int(chance.integers(len(colours)))])
        pixels = (pixels * (1 - part) + colour * part).astype(np.uint8)
        return OddPage(pixels, [label_of(board)], [square(edge, edge, 9 * cell)], _handheld(chance))

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
    board, cell = puzzle_of(seed, 9), 70
    grid = draw_grid(board, replace(_look(face, chance, cell), edge=2), writers, chance)
    side, bar = len(grid), int(chance.integers(50, 90))
    image = Image.new("RGB", (side + 200, side + 2 * bar + 200), PAPER)
    draw = ImageDraw.Draw(image)
    colour = tuple(int(value) for value in chance.integers(0, 120, 3))
    for top in (100, 100 + bar + side):
        draw.rectangle([100, top, 100 + side - 1, top + bar], fill=colour)
        font = ImageFont.truetype(str(face), bar // 2)
        draw.text((120, top + bar // 5), f"No. {seed}  ****", font=font, fill=(250, 250, 250))
    pixels = np.array(image)
    pixels[100 + bar : 100 + bar + side, 100 : 100 + side] = grid
    return OddPage(pixels, [label_of(board)], [square(100, 100 + bar, side)], _handheld(chance))


ODD_PAGES: dict[str, Callable[[Path, Writers, Chance, int], OddPage]] = {
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
