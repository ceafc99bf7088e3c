"""Things ruled or tiled that are no Sudoku, drawn flat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from pages.camera import Pixels
from pages.grids import PAPER
from pages.writing import WORDS, Colour, fitted_font, write

INK = (36, 36, 40)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
Place = tuple[float, float]


@dataclass(frozen=True)
class Table:
    """Cells of one size on a page, by row and column; the first one's top left is at (x, y)."""

    pen: Pen
    rows: int
    columns: int
    across: float
    down: float
    at: Place = (70, 70)

    def __iter__(self) -> Iterator[tuple[int, int, float, float]]:
        """Row, column and top left (x, y) of every cell."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield row, column, self.at[0] + column * self.across, self.at[1] + row * self.down

    def ruled(self, width: int = 2) -> Table:
        (left, top), draw = self.at, self.pen.draw
        right, bottom = left + self.columns * self.across, top + self.rows * self.down
        for row in range(self.rows + 1):
            draw.line([left, top + row * self.down, right, top + row * self.down], INK, width)
        for column in range(self.columns + 1):
            draw.line([left + column * self.across, top, left + column * self.across, bottom], INK, width)
        return self

    def filled(self, height: float, text: Callable[[int, int], object]) -> Table:
        """With a text in every cell, its digits so high."""
        font = fitted_font(self.pen.face, height)
        for row, column, x, y in self:
            if shown := str(text(row, column)):
                write(self.pen.draw, font, shown, x + self.across / 2, y + self.down / 2, INK)
        return self


@dataclass(frozen=True)
class Pen:
    """What draws onto a page, the random numbers that settle what, and the typeface."""

    draw: ImageDraw.ImageDraw
    chance: np.random.Generator
    face: Path | None = None

    def table(self, rows: int, columns: int, across: float, down: float, at: Place = (70, 70)) -> Table:
        return Table(self, rows, columns, across, down, at)

    def write(self, text: str, x: float, y: float, height: float, ink: Colour = INK) -> None:
        write(self.draw, fitted_font(self.face, height), text, x, y, ink)

    def box(self, x: float, y: float, across: float, down: float, **shape: Any) -> None:
        self.draw.rounded_rectangle([x, y, x + across, y + down], **shape)

    def lines(self, box: tuple[int, int, int, int], height: int) -> None:
        """Lines of words within a box (left, top, right, bottom)."""
        font = fitted_font(self.face, 0.7 * height)
        left, top, right, bottom = box
        words = max(1, round((right - left) / (2.6 * height)))
        for y in range(top, bottom - height, round(1.5 * height)):
            self.draw.text((left, y), " ".join(self.chance.choice(WORDS, words)), font=font, fill=INK)

    def number(self, low: int, high: int) -> int:
        return int(self.chance.integers(low, high))

    def letter(self) -> str:
        return LETTERS[self.number(0, 26)]

    def happens(self, share: float) -> bool:
        return bool(self.chance.random() < share)


def table_page(rows: int, columns: int) -> Pixels:
    """An empty table on a page of 900×900."""
    image = Image.new("RGB", (900, 900), PAPER)
    pen = Pen(ImageDraw.Draw(image), np.random.default_rng(0))
    pen.table(rows, columns, 700 // columns, 700 // rows, (90, 90)).ruled()
    return np.array(image)


def crossword(pen: Pen, size: int = 13, side: float = 66, at: Place = (70, 70)) -> None:
    number, written = 1, pen.happens(0.4)
    for _, _, x, y in pen.table(size, size, side, side, at):
        if pen.happens(0.18):
            pen.box(x, y, side, side, fill=INK)
        elif pen.happens(0.25):
            pen.write(str(number), x + 0.22 * side, y + 0.2 * side, 0.22 * side)
            number += 1
        elif written:
            pen.write(pen.letter(), x + side / 2, y + side / 2, 0.5 * side)
    pen.table(size, size, side, side, at).ruled()


def kakuro(pen: Pen, size: int = 9, side: float = 90, at: Place = (70, 70)) -> None:
    white = (240, 240, 240)
    for row, column, x, y in pen.table(size, size, side, side, at):
        if row == 0 or column == 0 or pen.happens(0.2):
            pen.box(x, y, side, side, fill=(70, 70, 74))
            pen.draw.line([x, y, x + side, y + side], fill=white, width=1)
            if pen.happens(0.7):
                pen.write(str(pen.number(3, 40)), x + 0.7 * side, y + 0.25 * side, 0.2 * side, white)
        elif pen.happens(0.3):
            pen.write(str(pen.number(1, 10)), x + side / 2, y + side / 2, 0.5 * side)
    pen.table(size, size, side, side, at).ruled()


def word_search(pen: Pen, size: int = 9, side: float = 90, at: Place = (70, 70)) -> None:
    pen.table(size, size, side, side, at).filled(0.5 * side, lambda *_: pen.letter()).ruled()


def _chessboard(pen: Pen) -> None:
    for row, column, x, y in pen.table(8, 8, 100, 100, (90, 90)):
        if (row + column) % 2:
            pen.box(x, y, 100, 100, fill=(90, 70, 55))
        if pen.happens(0.3):
            pen.write(str(pen.chance.choice(list("KQRBNP"))), x + 50, y + 50, 60, (200, 190, 170))
    pen.draw.rectangle([90, 90, 890, 890], outline=INK, width=4)


def _days(pen: Pen, last: int) -> Callable[[int, int], object]:
    """The days of a month, a week in each row."""
    first = pen.number(0, 7)

    def day(row: int, column: int) -> object:
        number = 7 * row + column + 1 - first
        return number if 1 <= number <= last else ""

    return day


def _minesweeper(pen: Pen) -> None:
    mines = pen.chance.random((11, 11)) < 0.16

    def count(row: int, column: int) -> object:
        near = int(mines[row : row + 3, column : column + 3].sum())
        return near if near and pen.happens(0.9) else ""

    pen.table(9, 9, 94, 94).ruled().filled(50, count)


def _keyboard(pen: Pen) -> None:
    for row, line in enumerate(("1234567890", "QWERTYUIOP", "ASDFGHJKL;", "ZXCVBNM,./")):
        for _, column, x, y in pen.table(1, 10, 86, 0, (60 + row * 22, 260 + row * 88)):
            pen.box(x, y, 74, 76, radius=8, outline=INK, width=3, fill=(250, 250, 250))
            pen.write(line[column], x + 37, y + 38, 28)


def _brick_wall(pen: Pen) -> None:
    pen.box(0, 0, 1000, 1000, fill=(190, 180, 170))
    for row in range(22):
        for _, _, x, y in pen.table(1, 12, 100, 0, (row % 2 * 50 - 100, row * 46)):
            shade = pen.number(110, 170)
            pen.box(x + 4, y + 4, 92, 38, fill=(shade, shade // 2, shade // 3))


def _tiles(pen: Pen) -> None:
    pen.box(0, 0, 1000, 1000, fill=(120, 120, 118))
    for _, _, x, y in pen.table(12, 12, 84, 84, (3, 3)):
        shade = pen.number(205, 235)
        pen.box(x, y, 78, 78, fill=(shade, shade, shade - 8))


def _windows(pen: Pen) -> None:
    pen.box(0, 0, 1000, 1000, fill=(200, 190, 170))
    for _, _, x, y in pen.table(9, 9, 106, 106, (30, 30)):
        shade = pen.number(40, 120)
        pen.box(x + 14, y + 10, 76, 82, fill=(shade, shade + 10, shade + 25), outline=(90, 85, 80), width=3)
        pen.draw.line([x + 52, y + 10, x + 52, y + 92], fill=(220, 220, 215), width=4)


def _bookshelf(pen: Pen) -> None:
    for shelf in range(4):
        x, bottom = 20, shelf * 245 + 228
        while x < 960:
            width, top = pen.number(18, 60), shelf * 245 + pen.number(20, 70)
            pen.box(x, top, width, bottom - top, fill=tuple(pen.chance.integers(30, 230, 3).tolist()))
            x += width + 2
        pen.box(0, bottom, 1000, 16, fill=(110, 80, 50))


def _qr_code(pen: Pen) -> None:
    side, black = 30, (15, 15, 15)
    for _, _, x, y in pen.table(29, 29, side, side, (65, 65)):
        if pen.happens(0.5):
            pen.box(x, y, side - 1, side - 1, fill=black)
    for x, y in ((65, 65), (65 + 22 * side, 65), (65, 65 + 22 * side)):
        for step, ink in enumerate((black, (240, 240, 235), black)):
            pen.box(x + step * side, y + step * side, (7 - 2 * step) * side, (7 - 2 * step) * side, fill=ink)


def _nonogram(pen: Pen) -> None:
    pen.table(15, 15, 48, 48, (220, 220)).ruled(1)
    pen.table(3, 3, 240, 240, (220, 220)).ruled(4)
    pen.table(3, 15, 48, 48, (220, 70)).filled(24, lambda *_: pen.number(1, 9) if pen.happens(0.6) else "")


def _codeword(pen: Pen) -> None:
    """A crossword with a number in every white cell."""
    for _, _, x, y in pen.table(13, 13, 66, 66).ruled():
        if pen.happens(0.3):
            pen.box(x, y, 66, 66, fill=INK)
        else:
            pen.write(str(pen.number(1, 27)), x + 20, y + 18, 20)


def _hitori(pen: Pen) -> None:
    """Eight or nine digits a row with repeats, and no empty cell."""
    size = pen.number(8, 10)
    order, repeats = pen.chance.permutation(size), pen.chance.integers(0, size, (size, size)) // 3
    digits = (np.add.outer(np.arange(size), order) + repeats) % size + 1
    table = pen.table(size, size, 860 / size, 860 / size).ruled()
    table.filled(430 / size, lambda row, column: digits[row, column])


def _kenken(pen: Pen) -> None:
    """Six by six with thick cages, each with its sum or product in a corner."""
    for _, _, x, y in pen.table(6, 6, 140, 140).ruled(1):
        if pen.happens(0.45):
            pen.write(f"{pen.number(2, 60)}{pen.chance.choice(list('+-x'))}", x + 36, y + 24, 24)
        for end in ((x + 140, y), (x, y + 140)):
            if pen.happens(0.5):
                pen.draw.line([(x, y), end], fill=INK, width=6)
    pen.draw.rectangle([70, 70, 910, 910], outline=INK, width=6)


def _year(pen: Pen) -> None:
    """Twelve months, three by four, each a small table of days."""
    for _, _, left, top in pen.table(4, 3, 310, 235, (50, 40)):
        days, table = _days(pen, 30), pen.table(6, 7, 40, 34, (left, top))
        if pen.happens(0.7):
            table.ruled(1)
        table.filled(16, days)


def _letter_board(pen: Pen) -> None:
    colours = [(225, 215, 190), (200, 60, 50), (240, 170, 160), (60, 110, 180), (150, 190, 220)]
    table = pen.table(15, 15, 60, 60, (50, 50))
    for _, _, x, y in table:
        shade = colours[int(pen.chance.choice(5, p=[0.7, 0.05, 0.1, 0.05, 0.1]))]
        pen.box(x, y, 60, 60, fill=shade, outline=(245, 245, 240), width=2)
    table.filled(30, lambda *_: pen.letter() if pen.happens(0.25) else "")


def _noughts(pen: Pen) -> None:
    for step in (367, 634):
        pen.draw.line([step, 100, step, 900], fill=INK, width=10)
        pen.draw.line([100, step, 900, step], fill=INK, width=10)
    pen.table(3, 3, 267, 267, (100, 100)).filled(150, lambda *_: pen.chance.choice(["X", "O", ""]))


def _calculator(pen: Pen) -> None:
    pen.box(180, 60, 640, 900, radius=40, fill=(52, 54, 60))
    pen.box(230, 110, 540, 150, fill=(176, 190, 170))
    for row, column, x, y in pen.table(4, 4, 140, 150, (230, 320)):
        pen.box(x, y, 118, 120, radius=14, fill=(225, 226, 230))
        pen.write(("789/", "456x", "123-", "0.=+")[row][column], x + 59, y + 60, 46)


LOOK_ALIKES: dict[str, Callable[[Pen], object]] = {
    "crossword": crossword,
    "crossword 9×9": lambda pen: crossword(pen, 9, 94),
    "kakuro": kakuro,
    "word search": word_search,
    "chessboard": _chessboard,
    "calendar": lambda pen: pen.table(6, 7, 122, 130).ruled().filled(40, _days(pen, 31)),
    "spreadsheet": lambda pen: (
        pen.table(20, 7, 122, 42).ruled(1).filled(17, lambda *_: pen.number(1, 9999) if pen.happens(0.8) else "")
    ),
    "times table": lambda pen: pen.table(9, 9, 94, 94).ruled().filled(36, lambda r, c: (r + 1) * (c + 1)),
    "minesweeper": _minesweeper,
    "random digits": lambda pen: pen.table(9, 9, 94, 94).ruled().filled(50, lambda *_: pen.number(0, 10)),
    "keyboard": _keyboard,
    "keypad": lambda pen: pen.table(4, 3, 250, 200).ruled().filled(80, lambda r, c: "123456789*0#"[3 * r + c]),
    "bingo": lambda pen: pen.table(5, 5, 160, 160).ruled(3).filled(60, lambda _, c: pen.number(1, 16) + 15 * c),
    "lottery slip": lambda pen: pen.table(7, 7, 120, 120).ruled().filled(40, lambda r, c: 7 * r + c + 1),
    "brick wall": _brick_wall,
    "tiled wall": _tiles,
    "window front": _windows,
    "bookshelf": _bookshelf,
    "QR code": _qr_code,
    "nonogram": _nonogram,
    "graph paper": lambda pen: pen.table(29, 29, 30, 30).ruled(1),
    "10×10": lambda pen: pen.table(10, 10, 86, 86).ruled(),
    "text": lambda pen: pen.lines((60, 40, 940, 960), 22),
    "codeword": _codeword,
    "hitori": _hitori,
    "ken-ken": _kenken,
    "year": _year,
    "timetable": lambda pen: (
        pen.table(9, 9, 96, 96).ruled().filled(22, lambda *_: f"{pen.number(5, 23)}:{pen.number(10, 60)}")
    ),
    "letter board": _letter_board,
    "noughts": _noughts,
    "calculator": _calculator,
}


def draw_look_alike(kind: str, chance: np.random.Generator, face: Path | None) -> Pixels:
    """One of them on a flat page of 1000×1000."""
    image = Image.new("RGB", (1000, 1000), (240, 238, 232))
    LOOK_ALIKES[kind](Pen(ImageDraw.Draw(image), chance, face))
    return np.array(image)
