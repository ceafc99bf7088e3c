"""Things ruled or tiled that are no Sudoku, drawn flat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from pages.camera import Pixels
from pages.grids import PAPER
from pages.writing import WORDS, fitted_font, write

Pen = ImageDraw.ImageDraw
Chance = np.random.Generator

INK = (36, 36, 40)


def ruled_table(
    draw: Pen, rows: int, columns: int, across: float, down: float, line: int = 2, at: tuple[float, float] = (70, 70)
) -> None:
    left, top = at
    for row in range(rows + 1):
        draw.line([left, top + row * down, left + columns * across, top + row * down], fill=INK, width=line)
    for column in range(columns + 1):
        draw.line([left + column * across, top, left + column * across, top + rows * down], fill=INK, width=line)


def table_page(rows: int, columns: int) -> Pixels:
    """An empty table on a page of 900×900."""
    image = Image.new("RGB", (900, 900), PAPER)
    ruled_table(ImageDraw.Draw(image), rows, columns, 700 // columns, 700 // rows, 2, (90, 90))
    return np.array(image)


def _texts(
    draw: Pen,
    texts: list[list[str]],
    across: float,
    down: float,
    face: Path | None,
    height: float,
    at: tuple[float, float] = (70, 70),
) -> None:
    font = fitted_font(face, height)
    for row, line in enumerate(texts):
        for column, text in enumerate(line):
            if text:
                write(draw, font, text, at[0] + (column + 0.5) * across, at[1] + (row + 0.5) * down, INK)


def crossword(
    draw: Pen, chance: Chance, face: Path | None, size: int = 13, side: float = 66, at: tuple[float, float] = (70, 70)
) -> None:
    number = 1
    font = fitted_font(face, 0.22 * side)
    letters = fitted_font(face, 0.5 * side)
    written = chance.random() < 0.4
    for row in range(size):
        for column in range(size):
            box = [at[0] + column * side, at[1] + row * side, at[0] + (column + 1) * side, at[1] + (row + 1) * side]
            if chance.random() < 0.18:
                draw.rectangle(box, fill=INK)
            elif chance.random() < 0.25:
                write(draw, font, str(number), box[0] + 0.22 * side, box[1] + 0.2 * side, INK)
                number += 1
            elif written:
                letter = chr(65 + int(chance.integers(26)))
                write(draw, letters, letter, box[0] + side / 2, box[1] + side / 2, INK)
    ruled_table(draw, size, size, side, side, 2, at)


def kakuro(
    draw: Pen, chance: Chance, face: Path | None, size: int = 9, side: float = 90, at: tuple[float, float] = (70, 70)
) -> None:
    font, large = fitted_font(face, 0.2 * side), fitted_font(face, 0.5 * side)
    for row in range(size):
        for column in range(size):
            x, y = at[0] + column * side, at[1] + row * side
            if row == 0 or column == 0 or chance.random() < 0.2:
                draw.rectangle([x, y, x + side, y + side], fill=(70, 70, 74))
                draw.line([x, y, x + side, y + side], fill=(240, 240, 240), width=1)
                if chance.random() < 0.7:
                    write(draw, font, str(chance.integers(3, 40)), x + 0.7 * side, y + 0.25 * side, (240, 240, 240))
            elif chance.random() < 0.3:
                write(draw, large, str(chance.integers(1, 10)), x + side / 2, y + side / 2, INK)
    ruled_table(draw, size, size, side, side, 2, at)


def word_search(
    draw: Pen, chance: Chance, face: Path | None, size: int = 9, side: float = 90, at: tuple[float, float] = (70, 70)
) -> None:
    texts = [[chr(65 + int(chance.integers(26))) for _ in range(size)] for _ in range(size)]
    _texts(draw, texts, side, side, face, 0.5 * side, at)
    ruled_table(draw, size, size, side, side, 2, at)


def _chessboard(draw: Pen, chance: Chance, face: Path | None) -> None:
    dark = (90, 70, 55)
    font = fitted_font(face, 60)
    for row in range(8):
        for column in range(8):
            x, y = 90 + column * 100, 90 + row * 100
            if (row + column) % 2:
                draw.rectangle([x, y, x + 100, y + 100], fill=dark)
            if chance.random() < 0.3:
                write(draw, font, str(chance.choice(list("KQRBNP"))), x + 50, y + 50, (200, 190, 170))
    draw.rectangle([90, 90, 890, 890], outline=INK, width=4)


def _calendar(draw: Pen, chance: Chance, face: Path | None) -> None:
    first = int(chance.integers(7))
    days = [str(day) if 1 <= day <= 31 else "" for day in range(1 - first, 43 - first)]
    ruled_table(draw, 6, 7, 122, 130)
    _texts(draw, [days[row * 7 : row * 7 + 7] for row in range(6)], 122, 130, face, 40)


def _spreadsheet(draw: Pen, chance: Chance, face: Path | None) -> None:
    ruled_table(draw, 20, 7, 122, 42, 1)
    texts = [[str(chance.integers(1, 9999)) if chance.random() < 0.8 else "" for _ in range(7)] for _ in range(20)]
    _texts(draw, texts, 122, 42, face, 17)


def _digit_table(draw: Pen, chance: Chance, face: Path | None) -> None:
    """Nine by nine like a Sudoku, but with a table's numbers."""
    ruled_table(draw, 9, 9, 94, 94)
    _texts(draw, [[str((r + 1) * (c + 1)) for c in range(9)] for r in range(9)], 94, 94, face, 36)


def _minesweeper(draw: Pen, chance: Chance, face: Path | None) -> None:
    mines = chance.random((11, 11)) < 0.16
    texts = []
    for row in range(1, 10):
        line = [int(mines[row - 1 : row + 2, column - 1 : column + 2].sum()) for column in range(1, 10)]
        texts.append([str(count) if count and chance.random() < 0.9 else "" for count in line])
    ruled_table(draw, 9, 9, 94, 94)
    _texts(draw, texts, 94, 94, face, 50)


def _random_digits(draw: Pen, chance: Chance, face: Path | None) -> None:
    """A square of digits as in number searches: nine by nine, boxes and all, but no rule holds."""
    ruled_table(draw, 9, 9, 94, 94)
    _texts(draw, [[str(chance.integers(0, 10)) for _ in range(9)] for _ in range(9)], 94, 94, face, 50)


def _keyboard(draw: Pen, chance: Chance, face: Path | None) -> None:
    keys = ["1234567890", "QWERTYUIOP", "ASDFGHJKL;", "ZXCVBNM,./"]
    font = fitted_font(face, 28)
    for row, line in enumerate(keys):
        for column, key in enumerate(line):
            x, y = 60 + column * 86 + row * 22, 260 + row * 88
            draw.rounded_rectangle([x, y, x + 74, y + 76], radius=8, outline=INK, width=3, fill=(250, 250, 250))
            write(draw, font, key, x + 37, y + 38, INK)


def _keypad(draw: Pen, chance: Chance, face: Path | None) -> None:
    ruled_table(draw, 4, 3, 250, 200)
    _texts(draw, [list("123"), list("456"), list("789"), list("*0#")], 250, 200, face, 80)


def _bingo(draw: Pen, chance: Chance, face: Path | None) -> None:
    ruled_table(draw, 5, 5, 160, 160, 3)
    texts = [[str(int(chance.integers(1, 16)) + 15 * column) for column in range(5)] for _ in range(5)]
    _texts(draw, texts, 160, 160, face, 60)


def _lotto(draw: Pen, chance: Chance, face: Path | None) -> None:
    ruled_table(draw, 7, 7, 120, 120)
    _texts(draw, [[str(row * 7 + column + 1) for column in range(7)] for row in range(7)], 120, 120, face, 40)


def _brick_wall(draw: Pen, chance: Chance, face: Path | None) -> None:
    draw.rectangle([0, 0, 1000, 1000], fill=(190, 180, 170))
    for row in range(22):
        for column in range(-1, 11):
            x, y = column * 100 + (row % 2) * 50, row * 46
            shade = int(chance.integers(110, 170))
            draw.rectangle([x + 4, y + 4, x + 96, y + 42], fill=(shade, shade // 2, shade // 3))


def _tiles(draw: Pen, chance: Chance, face: Path | None) -> None:
    draw.rectangle([0, 0, 1000, 1000], fill=(120, 120, 118))
    for row in range(12):
        for column in range(12):
            shade = int(chance.integers(205, 235))
            x, y = column * 84, row * 84
            draw.rectangle([x + 3, y + 3, x + 81, y + 81], fill=(shade, shade, shade - 8))


def _windows(draw: Pen, chance: Chance, face: Path | None) -> None:
    draw.rectangle([0, 0, 1000, 1000], fill=(200, 190, 170))
    for row in range(9):
        for column in range(9):
            x, y = 30 + column * 106, 30 + row * 106
            shade = int(chance.integers(40, 120))
            draw.rectangle(
                [x + 14, y + 10, x + 90, y + 92], fill=(shade, shade + 10, shade + 25), outline=(90, 85, 80), width=3
            )
            draw.line([x + 52, y + 10, x + 52, y + 92], fill=(220, 220, 215), width=4)


def _bookshelf(draw: Pen, chance: Chance, face: Path | None) -> None:
    for shelf in range(4):
        x = 20
        while x < 960:
            width = int(chance.integers(18, 60))
            top = shelf * 245 + int(chance.integers(20, 70))
            draw.rectangle(
                [x, top, x + width, shelf * 245 + 228], fill=tuple(int(v) for v in chance.integers(30, 230, 3))
            )
            x += width + 2
        draw.rectangle([0, shelf * 245 + 228, 1000, shelf * 245 + 244], fill=(110, 80, 50))


def _qr_code(draw: Pen, chance: Chance, face: Path | None) -> None:
    side = 30
    for row in range(29):
        for column in range(29):
            if chance.random() < 0.5:
                draw.rectangle(
                    [65 + column * side, 65 + row * side, 64 + (column + 1) * side, 64 + (row + 1) * side],
                    fill=(15, 15, 15),
                )
    for x, y in ((0, 0), (22, 0), (0, 22)):
        left, top = 65 + x * side, 65 + y * side
        draw.rectangle([left, top, left + 7 * side, top + 7 * side], fill=(15, 15, 15))
        draw.rectangle([left + side, top + side, left + 6 * side, top + 6 * side], fill=(240, 240, 235))
        draw.rectangle([left + 2 * side, top + 2 * side, left + 5 * side, top + 5 * side], fill=(15, 15, 15))


def _nonogram(draw: Pen, chance: Chance, face: Path | None) -> None:
    ruled_table(draw, 15, 15, 48, 48, 1, (220, 220))
    for step in range(0, 16, 5):
        draw.line([220, 220 + step * 48, 940, 220 + step * 48], fill=INK, width=4)
        draw.line([220 + step * 48, 220, 220 + step * 48, 940], fill=INK, width=4)
    texts = [[str(chance.integers(1, 9)) if chance.random() < 0.6 else "" for _ in range(15)] for _ in range(3)]
    _texts(draw, texts, 48, 48, face, 24, (220, 70))


def _text(draw: Pen, chance: Chance, face: Path | None) -> None:
    write_text(draw, chance, face, (60, 40, 940, 960), 22)


def write_text(draw: Pen, chance: Chance, face: Path | None, box: tuple[int, int, int, int], height: int) -> None:
    """Lines of words within a box."""
    font = fitted_font(face, 0.7 * height)
    left, top, right, bottom = box
    words = max(1, round((right - left) / (2.6 * height)))
    for y in range(top, bottom - height, round(1.5 * height)):
        draw.text((left, y), " ".join(chance.choice(WORDS, words)), font=font, fill=INK)


def _codeword(draw: Pen, chance: Chance, face: Path | None) -> None:
    """A crossword with a number in every white cell."""
    ruled_table(draw, 13, 13, 66, 66)
    font = fitted_font(face, 20)
    for cell in range(169):
        x, y = 70 + cell % 13 * 66, 70 + cell // 13 * 66
        if chance.random() < 0.3:
            draw.rectangle([x, y, x + 66, y + 66], fill=INK)
        else:
            write(draw, font, str(chance.integers(1, 27)), x + 20, y + 18, INK)


def _hitori(draw: Pen, chance: Chance, face: Path | None) -> None:
    """Eight or nine digits a row with repeats, and no empty cell."""
    size = int(chance.integers(8, 10))
    side = 860 / size
    ruled_table(draw, size, size, side, side)
    digits = (
        np.add.outer(np.arange(size), chance.permutation(size)) + chance.integers(0, size, (size, size)) // 3
    ) % size
    _texts(draw, [[str(value + 1) for value in row] for row in digits], side, side, face, 0.5 * side)


def _kenken(draw: Pen, chance: Chance, face: Path | None) -> None:
    """Six by six with thick cages, each with its sum or product in a corner."""
    ruled_table(draw, 6, 6, 140, 140, 1)
    font = fitted_font(face, 24)
    for cell in range(36):
        x, y = 70 + cell % 6 * 140, 70 + cell // 6 * 140
        if chance.random() < 0.45:
            write(draw, font, f"{chance.integers(2, 60)}{chance.choice(list('+-x'))}", x + 36, y + 24, INK)
        for start, end in (((x, y), (x + 140, y)), ((x, y), (x, y + 140))):
            if chance.random() < 0.5:
                draw.line([start, end], fill=INK, width=6)
    draw.rectangle([70, 70, 910, 910], outline=INK, width=6)


def _year(draw: Pen, chance: Chance, face: Path | None) -> None:
    """Twelve months, three by four, each a small table of days."""
    for month in range(12):
        left, top = 50 + month % 3 * 310, 40 + month // 3 * 235
        first = int(chance.integers(7))
        days = [str(day) if 1 <= day <= 30 else "" for day in range(1 - first, 43 - first)]
        if chance.random() < 0.7:
            ruled_table(draw, 6, 7, 40, 34, 1, (left, top))
        _texts(draw, [days[row * 7 : row * 7 + 7] for row in range(6)], 40, 34, face, 16, (left, top))


def _timetable(draw: Pen, chance: Chance, face: Path | None) -> None:
    ruled_table(draw, 9, 9, 96, 96, 2)
    texts = [[f"{chance.integers(5, 23)}:{chance.integers(10, 60)}" for _ in range(9)] for _ in range(9)]
    _texts(draw, texts, 96, 96, face, 22)


def _scrabble(draw: Pen, chance: Chance, face: Path | None) -> None:
    colours = [(225, 215, 190), (200, 60, 50), (240, 170, 160), (60, 110, 180), (150, 190, 220)]
    for cell in range(225):
        x, y = 50 + cell % 15 * 60, 50 + cell // 15 * 60
        shade = colours[int(chance.choice(5, p=[0.7, 0.05, 0.1, 0.05, 0.1]))]
        draw.rectangle([x, y, x + 60, y + 60], fill=shade, outline=(245, 245, 240), width=2)
    _texts(
        draw,
        [[chr(65 + int(chance.integers(26))) if chance.random() < 0.25 else "" for _ in range(15)] for _ in range(15)],
        60,
        60,
        face,
        30,
        (50, 50),
    )


def _noughts(draw: Pen, chance: Chance, face: Path | None) -> None:
    for step in (1, 2):
        draw.line([100 + step * 267, 100, 100 + step * 267, 900], fill=INK, width=10)
        draw.line([100, 100 + step * 267, 900, 100 + step * 267], fill=INK, width=10)
    _texts(
        draw,
        [[str(chance.choice(["X", "O", ""])) for _ in range(3)] for _ in range(3)],
        267,
        267,
        face,
        150,
        (100, 100),
    )


def _calculator(draw: Pen, chance: Chance, face: Path | None) -> None:
    draw.rounded_rectangle([180, 60, 820, 960], radius=40, fill=(52, 54, 60))
    draw.rectangle([230, 110, 770, 260], fill=(176, 190, 170))
    keys = ["789/", "456x", "123-", "0.=+"]
    for row, line in enumerate(keys):
        for column, key in enumerate(line):
            x, y = 230 + column * 140, 320 + row * 150
            draw.rounded_rectangle([x, y, x + 118, y + 120], radius=14, fill=(225, 226, 230))
            write(draw, fitted_font(face, 46), key, x + 59, y + 60, INK)


LOOK_ALIKES: dict[str, Callable[[Pen, Chance, Path | None], None]] = {
    "crossword": crossword,
    "crossword 9×9": lambda draw, chance, face: crossword(draw, chance, face, 9, 94),
    "kakuro": kakuro,
    "word search": word_search,
    "chessboard": _chessboard,
    "calendar": _calendar,
    "spreadsheet": _spreadsheet,
    "times table": _digit_table,
    "minesweeper": _minesweeper,
    "random digits": _random_digits,
    "keyboard": _keyboard,
    "keypad": _keypad,
    "bingo": _bingo,
    "lottery slip": _lotto,
    "brick wall": _brick_wall,
    "tiled wall": _tiles,
    "window front": _windows,
    "bookshelf": _bookshelf,
    "QR code": _qr_code,
    "nonogram": _nonogram,
    "graph paper": lambda draw, chance, face: ruled_table(draw, 29, 29, 30, 30, 1),
    "10×10": lambda draw, chance, face: ruled_table(draw, 10, 10, 86, 86),
    "text": _text,
    "codeword": _codeword,
    "hitori": _hitori,
    "ken-ken": _kenken,
    "year": _year,
    "timetable": _timetable,
    "letter board": _scrabble,
    "noughts": _noughts,
    "calculator": _calculator,
}


def draw_look_alike(kind: str, chance: Chance, face: Path | None) -> Pixels:
    """One of them on a flat page of 1000×1000."""
    image = Image.new("RGB", (1000, 1000), (240, 238, 232))
    LOOK_ALIKES[kind](ImageDraw.Draw(image), chance, face)
    return np.array(image)
