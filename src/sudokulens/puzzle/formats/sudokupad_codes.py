"""SudokuPad's own codes, as its links hold them.

`scf` is a classic grid in few letters: each stands for a digit (0 for an empty cell) and up to five empty cells after
it; `x` and `w` after the grid add the diagonals and the four inner boxes of a windoku. `scl` is the whole puzzle as
JSON with short names and without what can be guessed, compressed. Of its rules only the cages are said; the others
are drawn and described, so puzzles with drawings cannot be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS, Cell, Digit, Geometry, diagonal_cells, window_cells

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_NAMED_TEXT = re.compile(r"[ta](?:\*\*|[^*])*\*?")
_NAMED_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")
_STRING = re.compile(r'("(?:[^"\\]|\\.)*")')
_SHORT_NAMES = {"cells": "ce", "regions": "re", "cages": "ca", "arrows": "a", "lines": "l", "overlays": "o"}
_SHORT_NAMES |= {"underlays": "u", "value": "v"}
_DRAWN = ("arrows", "lines", "overlays", "underlays")


def read_scf(code: str) -> Board:
    """The board of a code without its prefix."""
    grid, star, rules = code.partition("*")
    values: list[Digit] = []
    used = 0
    while used < len(grid) and len(values) < 81:
        number = _LETTERS.find(grid[used])
        if number < 0:
            raise InvalidBoard(f"{grid[used]!r} in the code", line=1, column=used + 1, expected="letters and digits")
        values += [number % 10, *[0] * (number // 10)]
        used += 1
    if len(values) != 81 or (star and used != len(grid)):
        raise InvalidBoard(f"the code has {len(values)} cells", line=1, expected="81")
    regions = Geometry.standard().regions
    return Board.of(values, Geometry(9, regions, tuple(_named_rules(rules if star else grid[used:]))))


def read_scl(text: str) -> Board:
    """The board of SudokuPad's JSON, short or long."""
    document = _document(text)
    drawn = [name for name in _DRAWN if _get(document, name)]
    if drawn:
        raise InvalidBoard(f"the rules of this puzzle are drawn, which Sudoku Lens cannot read: {', '.join(drawn)}")
    rows = _get(document, "cells")
    size = len(rows) if isinstance(rows, list) else 0
    if not 2 <= size <= len(DIGIT_CHARACTERS) or not all(isinstance(row, list) and len(row) == size for row in rows):
        raise InvalidBoard("the grid is not square", expected="as many rows as columns, 2 to 35")
    values = [_value(cell, size) for row in rows for cell in row]
    geometry = _geometry(_get(document, "regions"), size)
    return Board.of(values, geometry.with_rules(_cages(document, size)))


def _named_rules(rules: str) -> Iterator[tuple[Cell, ...]]:
    remaining = rules
    while remaining:
        if named := _NAMED_TEXT.match(remaining):
            remaining = remaining[named.end() :]
            continue
        if remaining[0] == "x":
            yield from diagonal_cells(9)
        elif remaining[0] == "w":
            yield from window_cells(9)
        elif remaining[0] != "*":
            raise InvalidBoard(f"the rule {remaining[0]!r} in the code is not known", line=1, expected="x or w")
        remaining = remaining[1:]


def _document(text: str) -> dict[str, Any]:
    for candidate in (text, _lengthened(text)):
        try:
            document = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        if isinstance(document, dict):
            return document
    raise InvalidBoard("the link is damaged or incomplete", expected="all of the link")


def _lengthened(text: str) -> str:
    """Proper JSON of the short one: quotes, names in quotes, empty cells written out."""
    if '"' not in text:
        text = re.sub(r"\\?'", lambda quote: "'" if quote[0] == "\\'" else '"', text)
    parts = _STRING.split(text)
    parts[::2] = map(_outside_strings, parts[::2])
    return "".join(parts)


def _outside_strings(part: str) -> str:
    part = re.sub(r"([,{\[])(\w+):", r'\1"\2":', part)
    part = re.sub(r"(?<=[,\[])(?=[,\]])", "{}", part)
    part = re.sub(r":([tf])(?=[,}\]])", lambda found: ":true" if found[1] == "t" else ":false", part)
    return re.sub(r":#?([0-9A-Fa-f]{6}|(?<=#)[0F])(?=[,}\]])", r':"\1"', part)


def _get(holder: dict[str, Any], name: str) -> Any:
    return holder.get(name, holder.get(_SHORT_NAMES[name]))


def _cages(document: dict[str, Any], size: int) -> Iterator[Cage]:
    """The cages that hold cells; those without hold the title and the like."""
    cages = _get(document, "cages")
    for cage in cages if isinstance(cages, list) else []:
        places = _get(cage, "cells") if isinstance(cage, dict) else None
        if not places:
            continue
        value = str(_get(cage, "value") or "").strip()
        if value and not re.fullmatch("[0-9]{1,3}", value):
            raise InvalidBoard(f"a cage with the value {value[:20]!r}", expected="a number or nothing")
        yield Cage(tuple(_cell(place, size) for place in places), int(value) if value else None)


def _cell(place: object, size: int) -> Cell:
    """A cell by its row and column, as a pair of numbers or a name."""
    if isinstance(place, str) and (named := _NAMED_CELL.fullmatch(place)):
        place = [int(named[1]) - 1, int(named[2]) - 1]
    if isinstance(place, list) and len(place) == 2 and all(isinstance(part, int) for part in place):
        row, column = place
        if 0 <= row < size and 0 <= column < size:
            return int(row * size + column)
    raise InvalidBoard("a cell that is no cell", expected="pairs of row and column")


def _value(cell: object, size: int) -> Digit:
    value = _get(cell, "value") if isinstance(cell, dict) else None
    if value in (None, ""):
        return 0
    number = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) else value
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= size:
        raise InvalidBoard(f"{str(value)[:20]!r} in a cell", expected=f"1 to {size}")
    return number


def _geometry(regions: object, size: int) -> Geometry:
    if not isinstance(regions, list) or not regions:
        return Geometry.standard(size)
    labels: dict[Cell, int] = {}
    for number, region in enumerate(regions):
        for place in region if isinstance(region, list) else []:
            labels[_cell(place, size)] = number
    if set(labels) != set(range(size * size)):
        raise InvalidBoard("the regions do not cover the grid", expected=f"{size} regions of {size} cells")
    return Geometry.jigsaw(labels[cell] for cell in range(size * size))
