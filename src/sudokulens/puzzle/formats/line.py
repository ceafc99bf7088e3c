"""One line of text that holds a whole board: the format of `str(board)`.

The cells come first, in row-major order: `.` for empty, the digit (1–9, then A–Z) for a given, `+` and the digit for
an entry. What the cells cannot say follows as fields, each after a semicolon:

- `box=3x2`: rows and columns of a box, where it is not the usual shape of that size;
- `regions=AAAB…`: one letter per cell, for irregular regions;
- `x`: both diagonals hold every digit;
- `extra=0.10.20…`: a further unit, its cells counted from 0;
- `marks=1f,0,…`: the person's pencil marks, one hexadecimal mask per cell (bit 0 is digit 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS, Cell, Digit, Geometry, box_shapes, diagonal_cells

BLANKS = ".0*_xX"
REGION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789"
_LARGEST_WITH_X_AS_BLANK = 32
"""From 33 on, X is a digit."""


def digit_character(digit: Digit, blank: str = ".") -> str:
    return DIGIT_CHARACTERS[digit - 1] if digit else blank


def write(board: Board) -> str:
    """The board on one line; `read` gives it back whole."""
    cells = "".join(
        digit_character(value) if given or not value else "+" + digit_character(value)
        for value, given in zip(board.values, board.givens, strict=True)
    )
    return ";".join([cells, *_fields(board)])


def read(text: str) -> Board:
    """The board that `write` wrote, or a plain line of cells; blanks may be `0 . * _ X`."""
    cells, *fields = text.strip().split(";")
    values, givens = _read_cells(cells)
    size = isqrt(len(values))
    if size * size != len(values) or size < 2:
        raise InvalidBoard(f"{len(values)} cells do not make a square grid", line=1, expected="16, 36, 64, 81, …")
    _check_digits(cells, values, size)
    geometry, marks = _read_fields(fields, size)
    return Board(geometry, values, givens, marks)


def _fields(board: Board) -> Iterator[str]:
    geometry = board.geometry
    if geometry.box_shape is None:
        yield "regions=" + "".join(REGION_LETTERS[region] for region in geometry.regions)
    elif geometry.box_shape != box_shapes(geometry.size)[0]:
        yield "box={}x{}".format(*geometry.box_shape)
    for cells in geometry.extras:
        if geometry.has_diagonals and cells in diagonal_cells(geometry.size):
            continue
        yield "extra=" + ".".join(map(str, cells))
    if geometry.has_diagonals:
        yield "x"
    if board.candidates is not None:
        yield "marks=" + ",".join(f"{mask:x}" for mask in board.candidates)


def _read_cells(text: str) -> tuple[tuple[Digit, ...], tuple[bool, ...]]:
    values: list[Digit] = []
    givens: list[bool] = []
    entry = False
    blanks = BLANKS if len(text.replace("+", "")) <= _LARGEST_WITH_X_AS_BLANK**2 else ".0*_"
    for column, character in enumerate(text, 1):
        if character == "+" and not entry:
            entry = True
            continue
        if character in blanks and not entry:
            values.append(0)
        elif (found := DIGIT_CHARACTERS.find(character.upper())) >= 0:
            values.append(found + 1)
        else:
            raise InvalidBoard(f"{character!r} is no cell", line=1, column=column, expected="a digit or a blank")
        givens.append(bool(values[-1]) and not entry)
        entry = False
    if entry:
        raise InvalidBoard("'+' without a digit", line=1, column=len(text), expected="a digit")
    return tuple(values), tuple(givens)


def _check_digits(text: str, values: tuple[Digit, ...], size: int) -> None:
    if max(values) <= size:
        return
    for column, character in enumerate(text, 1):
        if DIGIT_CHARACTERS.find(character.upper()) >= size and character not in "xX":
            expected = f"{DIGIT_CHARACTERS[0]} to {DIGIT_CHARACTERS[size - 1]}"
            raise InvalidBoard(f"{character!r} in a {size}×{size} grid", line=1, column=column, expected=expected)


def _read_fields(fields: list[str], size: int) -> tuple[Geometry, tuple[int, ...] | None]:
    regions: tuple[int, ...] | None = None
    box_rows: int | None = None
    extras: list[tuple[Cell, ...]] = []
    marks: tuple[int, ...] | None = None
    try:
        for field in fields:
            name, _, value = field.partition("=")
            if name == "x" and not value:
                extras = [*diagonal_cells(size), *extras]
            elif name == "box":
                box_rows = int(value.split("x")[0])
            elif name == "regions":
                regions = tuple(REGION_LETTERS.index(letter) for letter in value.upper())
            elif name == "extra":
                extras.append(tuple(map(int, value.split("."))))
            elif name == "marks":
                marks = tuple(int(mask, 16) for mask in value.split(","))
            else:
                raise InvalidBoard(f"unknown field {field!r}", line=1, expected="box, regions, x, extra or marks")
    except ValueError as fault:
        if isinstance(fault, InvalidBoard):
            raise
        raise InvalidBoard(f"the field {field!r} cannot be read", line=1) from fault
    shape = Geometry.standard(size, box_rows) if regions is None else Geometry(size, regions)
    return (Geometry(size, shape.regions, tuple(extras)) if extras else shape), marks
