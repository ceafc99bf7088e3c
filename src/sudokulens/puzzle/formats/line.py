"""One line of text that holds a whole board: the format of `str(board)`.

The cells come first, in row-major order: `.` for empty, the digit (1–9, then A–Z) for a given, `+` and the digit for
an entry. What the cells cannot say follows as fields, each after a semicolon:

- `box=3x2`: rows and columns of a box, where it is not the usual shape of that size;
- `regions=AAAB…`: one letter per cell, for irregular regions;
- `samurai`, `sohei`, `flower`, `butterfly`, `twodoku`: 9×9 grids that overlap in that way; `grids=r1c1,r1c13,…`: grids
  that overlap in any other, each by its top left cell. `size=6` before it, where the grids are not 9×9. The cells are
  those of all grids in reading order, gaps left out;
- `x`: both diagonals hold every digit; `windoku`: so do the inner boxes; `disjoint`: so do the cells in the same place
  of every box;
- `extra=0.10.20…`: a further unit, its cells counted from 0;
- `cage=10:r1c1,r1c2|15:r1c3,r2c3`, `thermo=…`, `antiknight`, …: rules, by the keywords of `puzzle/constraints`;
- `marks=1f,0,…`: the person's pencil marks, one hexadecimal mask per cell (bit 0 is digit 1).

A plain line of cells is read too: blanks may be `0 . * _ X`, spaces may separate the cells, and a remark may
follow after `#`, a comma or a space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import isqrt
from typing import TypeAlias

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import BY_KEYWORD, read_rules, write_rules
from sudokulens.puzzle.geometry import (
    DIGIT_CHARACTERS,
    Cell,
    Digit,
    DigitSet,
    Geometry,
    box_shapes,
)
from sudokulens.puzzle.overlap import NAMED_LAYOUTS, ONE_GRID, Grids, Place, layout_name

Marks: TypeAlias = tuple[DigitSet, ...]

BLANKS = ".0*_xX"
REGION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789"
MAX_SIZE_WITH_X_AS_BLANK = 32
"""From 33 on, X is a digit."""
MAX_CELLS = len(DIGIT_CHARACTERS) ** 2
_NAMED_EXTRAS = ("x", "windoku", "disjoint")
_SAMURAI_CELLS = 369
"""No square board has this many: such a line is a samurai even where it does not say so."""
_NO_DIGIT = 255
_DIGIT_OF_BYTE = bytes(
    0 if chr(code) in BLANKS else code - 48 if chr(code) in "123456789" else _NO_DIGIT for code in range(256)
)
_SAMPLE = 20_000
_PLACE = re.compile(r"r(\d{1,2})c(\d{1,2})")
_CELLS = re.compile(r"(?:\+?[0-9A-Za-z]|[.*_])+")


def digit_character(digit: Digit, blank: str = ".") -> str:
    return DIGIT_CHARACTERS[digit - 1] if digit else blank


def digit_range(size: int) -> str:
    """The digits of that size in words, for error messages."""
    return f"1 to {DIGIT_CHARACTERS[size - 1]}"


def write(board: Board) -> str:
    """The board on one line; `read` gives it back whole."""
    cells = "".join(
        digit_character(value) if given or not value else "+" + digit_character(value)
        for value, given in zip(board.values, board.givens, strict=True)
    )
    return ";".join([cells, *geometry_fields(board.geometry), *_marks_field(board)])


def read(text: str, line: int = 1) -> Board:
    """The board that `write` wrote, or a plain line of cells; `line` is its number in the file, for errors."""
    start = len(text) - len(text.lstrip())
    cells, *fields = text.partition("#")[0].strip().split(";")
    cells = _without_remark(cells)
    values, givens = _read_cells(cells, line, start)
    if len(values) == _SAMURAI_CELLS and not overlap_size(fields):
        fields.append("samurai")
    size = _size_of(fields, len(values), line)
    _check_digits(cells, values, size, line, start)
    geometry, marks = read_fields(fields, size, line)
    return Board(geometry, values, givens, marks)


def _size_of(fields: Sequence[str], count: int, line: int) -> int:
    """The number of digits: the side of a square board, or what overlapping grids say of themselves."""
    if overlapping := overlap_size(fields):
        return overlapping
    size = isqrt(count)
    if size * size != count or size < 2:
        expected = "a square number of cells: 16, 36, 64, 81, …"
        told = "1 cell does" if count == 1 else f"{count} cells do"
        raise InvalidBoard(f"{told} not make a square grid", line=line, expected=expected)
    return size


def overlap_size(fields: Iterable[str]) -> int | None:
    """The size of overlapping grids, where the fields describe some; 9 unless they say otherwise."""
    names = [field.strip() for field in fields]
    if not any(name in NAMED_LAYOUTS or name.startswith("grids=") for name in names):
        return None
    sizes = [name.removeprefix("size=") for name in names if name.startswith("size=")]
    if sizes and not (sizes[0].isdecimal() and 2 <= int(sizes[0][:3]) <= len(DIGIT_CHARACTERS)):
        raise InvalidBoard(f"grids of size {sizes[0][:9]!r}", expected=f"2 to {len(DIGIT_CHARACTERS)}")
    return int(sizes[0]) if sizes else 9


def read_plain(text: str) -> Board | None:
    """The board of just 81 digits and blanks, quickly; None for any other text."""
    if len(text) != 81 or not text.isascii():
        return None
    digits = text.encode().translate(_DIGIT_OF_BYTE)
    return None if _NO_DIGIT in digits else Board.of(digits, Geometry.standard())


def matches(text: str) -> bool:
    """True when most lines (the first few hundred are looked at) are puzzles of their own."""
    lines = text[:_SAMPLE].splitlines()
    whole = lines if len(text) <= _SAMPLE else lines[:-1]
    counts = [_puzzle_cells(line.strip()) for line in whole if line.strip() and not line.startswith("#")]
    puzzles = {count for count in counts if count}
    # Sixteen lines of sixteen cells may be one large grid.
    return 2 * counts.count(None) < len(counts) and (len(counts) == 1 or len(counts) not in puzzles)


def read_all(text: str) -> list[Board]:
    """The boards of all lines; empty lines and lines that start with `#` are skipped."""
    boards = list(read_lines(text.splitlines()))
    if not boards:
        raise InvalidBoard("no line of cells found", line=1, expected="one line of cells for every board")
    return boards


def read_lines(lines: Iterable[str]) -> Iterator[Board]:
    """The boards one by one, so that a collection need not fit into memory."""
    for number, text in enumerate(lines, 1):
        if (content := text.strip()) and not content.startswith("#"):
            yield read(text.rstrip("\r\n"), number)


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))


def geometry_fields(geometry: Geometry) -> Iterator[str]:
    """What a reader must know beyond the size, as the fields of a line."""
    if geometry.overlaps:
        yield from _grid_fields(geometry)
    if geometry.box_shape is None:
        yield "regions=" + "".join(REGION_LETTERS[region] for region in geometry.regions)
    elif geometry.box_shape != box_shapes(geometry.size)[0]:
        yield "box={}x{}".format(*geometry.box_shape)
    extras = geometry.extras
    named = named_extras(geometry)
    while extras:
        for name, units in named.items():
            if units and extras[: len(units)] == units:
                yield name
                extras = extras[len(units) :]
                break
        else:
            yield "extra=" + ".".join(map(str, extras[0]))
            extras = extras[1:]
    yield from write_rules(geometry.rules, geometry)


def _grid_fields(geometry: Geometry) -> Iterator[str]:
    if name := layout_name(geometry.size, geometry.grids):
        yield name
        return
    if geometry.size != 9:
        yield f"size={geometry.size}"
    yield "grids=" + ",".join(f"r{row + 1}c{column + 1}" for row, column in geometry.grids)


def named_extras(geometry: Geometry) -> dict[str, tuple[tuple[Cell, ...], ...]]:
    """The sets of extra units that have a field of their own."""
    return {"x": geometry.diagonals, "windoku": geometry.windows, "disjoint": geometry.groups}


def read_fields(fields: Sequence[str], size: int, line: int | None = 1) -> tuple[Geometry, Marks | None]:
    """The geometry and the pencil marks that the fields describe."""
    found = _Fields(size)
    for field in filter(None, map(str.strip, fields)):
        try:
            found.add(field)
        except InvalidBoard:
            raise
        except ValueError as fault:
            raise InvalidBoard(f"the field {field[:40]!r} cannot be read", line=line) from fault
    return found.geometry(), found.marks


class _Fields:
    """Collects what the fields of a line say."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.regions: tuple[int, ...] | None = None
        self.box_rows: int | None = None
        self.extras: list[str | tuple[Cell, ...]] = []
        self.grids: Grids = ONE_GRID
        self.rules: list[str] = []
        self.marks: Marks | None = None

    def add(self, field: str) -> None:
        name, _, value = field.partition("=")
        if field in _NAMED_EXTRAS:
            self.extras.append(field)
        elif field in NAMED_LAYOUTS:
            self.grids = NAMED_LAYOUTS[field]
        elif name == "grids":
            self.grids = tuple(map(_grid_place, value.split(",")))
        elif name == "size" and value == str(self.size):
            pass
        elif name == "box":
            self.box_rows = self._box_rows(value)
        elif name == "regions":
            self.regions = tuple(REGION_LETTERS.index(letter) for letter in value.upper())
        elif name == "extra":
            self.extras.append(tuple(map(int, value.split("."))))
        elif name == "marks":
            self.marks = tuple(int(mask, 16) for mask in value.split(","))
        elif name.strip().lower() in BY_KEYWORD:
            self.rules.append(field)
        else:
            known = ("box", "regions", *NAMED_LAYOUTS, "grids", *_NAMED_EXTRAS, "extra", "marks", *BY_KEYWORD)
            expected = ", ".join(known)
            raise InvalidBoard(f"unknown field {field[:40]!r}", expected=expected)

    def _box_rows(self, value: str) -> int:
        rows, columns = map(int, value.split("x"))
        if (rows, columns) not in box_shapes(self.size):
            shapes = " or ".join(f"{r}x{c}" for r, c in box_shapes(self.size))
            message = f"boxes of {rows}x{columns} do not tile a {self.size}×{self.size} grid"
            raise InvalidBoard(message, expected=shapes or "regions")
        return rows

    def geometry(self) -> Geometry:
        shape = self._shape()
        if not self.extras and not self.rules:
            return shape
        rules = tuple(rule for field in self.rules for rule in read_rules(field, shape))
        return replace(shape, extras=tuple(self._extra_units(shape)), rules=rules)

    def _shape(self) -> Geometry:
        if self.regions is not None:
            return Geometry(self.size, self.regions, grids=self.grids)
        if self.grids == ONE_GRID:
            return Geometry.standard(self.size, self.box_rows)
        return Geometry.overlapping(self.grids, self.size, self.box_rows)

    def _extra_units(self, shape: Geometry) -> Iterator[tuple[Cell, ...]]:
        named = named_extras(shape)
        for extra in self.extras:
            if not isinstance(extra, str):
                yield extra
            elif not named[extra]:
                raise InvalidBoard(f"{extra} on a board of this shape", expected="boxes that allow it")
            else:
                yield from named[extra]


def _grid_place(word: str) -> Place:
    place = _PLACE.fullmatch(word.strip().lower())
    if not place or not int(place[1]) or not int(place[2]):
        raise InvalidBoard(f"{word[:20]!r} is not a place of a grid", expected="its top left cell: r1c1")
    return int(place[1]) - 1, int(place[2]) - 1


def _marks_field(board: Board) -> Iterator[str]:
    if board.candidates is not None:
        yield "marks=" + ",".join(f"{mask:x}" for mask in board.candidates)


def _without_remark(text: str) -> str:
    """The cells alone: joined where spaces separate them, else up to the first space or comma."""
    if not any(character in text for character in ", \t"):
        return text
    joined = "".join(text.split())
    if _CELLS.fullmatch(joined) and isqrt(count := _cell_count(joined)) ** 2 == count:
        return joined
    first = re.split(r"[,\s]", text, maxsplit=1)[0]
    return first if _cell_count(first) >= 16 else text


def _puzzle_cells(text: str) -> int | None:
    """How many cells a line of nothing but cells and fields has, None where they make no board."""
    cells, *fields = text.split(";")
    count = _cell_count(cells.strip())
    whole = (count >= 16 and isqrt(count) ** 2 == count) or count == _SAMURAI_CELLS or overlap_size(fields)
    return count if whole and _CELLS.fullmatch(cells.strip()) else None


def _cell_count(text: str) -> int:
    return len(text) - text.count("+")


def _read_cells(text: str, line: int, start: int) -> tuple[tuple[Digit, ...], tuple[bool, ...]]:
    if _cell_count(text) > MAX_CELLS:
        raise InvalidBoard(f"{_cell_count(text)} cells are too many", line=line, expected=f"at most {MAX_CELLS}")
    values: list[Digit] = []
    givens: list[bool] = []
    entry = False
    blanks = BLANKS if _cell_count(text) <= MAX_SIZE_WITH_X_AS_BLANK**2 else ".0*_"
    for column, character in enumerate(text, start + 1):
        if character == "+" and not entry:
            entry = True
            continue
        if character in blanks and not entry:
            values.append(0)
        elif character.isascii() and (found := DIGIT_CHARACTERS.find(character.upper())) >= 0:
            values.append(found + 1)
        else:
            raise InvalidBoard(f"{character!r} is not a cell", line=line, column=column, expected="a digit or a blank")
        givens.append(bool(values[-1]) and not entry)
        entry = False
    if entry:
        raise InvalidBoard("'+' without a digit", line=line, column=start + len(text), expected="a digit")
    return tuple(values), tuple(givens)


def _check_digits(text: str, values: tuple[Digit, ...], size: int, line: int, start: int) -> None:
    if max(values) <= size:
        return
    places = (column for column, character in enumerate(text, start + 1) if character != "+")
    for column, value in zip(places, values, strict=True):
        if value > size:
            message = f"{DIGIT_CHARACTERS[value - 1]!r} in a {size}×{size} grid"
            raise InvalidBoard(message, line=line, column=column, expected=digit_range(size))
