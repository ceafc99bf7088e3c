"""SudokuPad's JSON read as a board: the whole puzzle with short names and without what can be guessed.

Grid, regions, cages and three rules for the whole board are said. The other rules are drawn and told in a text; they
are read where both are in usual forms (see scl_reading.py), and refused else. Our own links say them in a code too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import BY_KEYWORD, Cage, Constraint
from sudokulens.puzzle.formats import share
from sudokulens.puzzle.formats.scl_document import CODE, drawing
from sudokulens.puzzle.formats.scl_reading import Drawing, read_drawing
from sudokulens.puzzle.formats.scl_sentences import understood, whole_board
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS, Cell, Digit, DigitSet, Geometry
from sudokulens.puzzle.overlap import MAX_SIDE_CELLS

Document: TypeAlias = dict[str, Any]

_NAMED_CELL = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")
_STRING = re.compile(r'("(?:[^"\\]|\\.)*(?:"|\\?\Z))', re.DOTALL)
"""One without an end reaches to the end of the text: to seek another after each quote would take quadratic time."""
_LONG_NAMES = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "w": "width",
    "wp": "wayPoints",
}
_DRAWN = ("arrows", "lines", "overlays", "underlays")
_PARTS = ("cages", "global", *_DRAWN)
_NO_RULES = "No rules provided"
_MAX_MARKS = 2000
_MAX_PENCIL_MARKS = 64


def read_scl(text: str) -> Board:
    """The board of SudokuPad's JSON, short or long."""
    document = _document(text)
    if geometry := _own_geometry(document):
        return _filled(document, geometry)
    rows = _rows(document)
    size = len(rows)
    if size > len(DIGIT_CHARACTERS) or any(len(row) != size for row in rows):
        raise InvalidBoard("the grid is not square", expected="as many rows as columns, 2 to 35")
    subjects = understood(_rules_text(document))
    drawn = read_drawing({name: _marks(document, name) for name in _DRAWN}, size, subjects)
    cages = list(_cages(document, size))
    geometry = _geometry(_listed(document, "regions"), size).with_extras([*drawn.diagonals, *_units(cages, size)])
    return _filled(document, geometry.with_rules([*_rules(document, drawn), *_killer(cages, size)]))


def _own_geometry(document: Document) -> Geometry | None:
    """The geometry of our own code in the metadata, as long as nobody has changed what is drawn."""
    metadata = document.get("metadata")
    code = metadata.get(CODE) if isinstance(metadata, dict) else None
    if not isinstance(code, str):
        return None
    geometry = share.read(code).geometry
    parts = {name: document[name] for name in _PARTS if document.get(name)}
    return geometry if drawing(geometry) == parts else None


def _filled(document: Document, geometry: Geometry) -> Board:
    """The board of that shape with the values and marks of the document's cells."""
    rows = _rows(document)
    if len(rows) != geometry.height or any(len(row) != geometry.width for row in rows):
        raise InvalidBoard("the grid does not have the size of its rules")
    cells = [rows[row][column] for row, column in geometry.places]
    if any(cell and not isinstance(cell, dict) for cell in cells):
        raise InvalidBoard("a cell of the grid is not an object", expected="objects with value, given and centremarks")
    filled = [cell if isinstance(cell, dict) else {} for cell in cells]
    values = tuple(_value(cell.get("value"), geometry.size) for cell in filled)
    givens = tuple(
        bool(value) and cell.get("given", True) is not False for cell, value in zip(filled, values, strict=True)
    )
    marks = tuple(_pencil_marks(cell, geometry.size) for cell in filled)
    return Board(geometry, values, givens, marks if any(marks) else None)


def _rules(document: Document, drawn: Drawing) -> Iterator[Constraint]:
    yield from drawn.rules
    yield from whole_board(drawn.subjects)
    for name in _listed(document, "global"):
        if name not in ("antiknight", "antiking", "nonconsecutive"):
            raise InvalidBoard(f"the puzzle has a rule that Sudoku Lens does not know: {str(name)[:40]}")
        yield BY_KEYWORD[name]()


def _rules_text(document: Document) -> str:
    """What the puzzle says about its rules, in the metadata or in a cage without cells."""
    metadata = document.get("metadata")
    found = metadata.get("rules") if isinstance(metadata, dict) else None
    texts = found if isinstance(found, list) else [found]
    said = [cage.get("value") for cage in _marks(document, "cages") if not cage.get("cells")]
    texts += [text[6:] for text in said if isinstance(text, str) and text.startswith("rules:")]
    return "\n".join(text for text in texts if isinstance(text, str) and not text.strip().startswith(_NO_RULES))


def _document(text: str) -> Document:
    for candidate in (text, _lengthened(text)):
        try:
            document = _long(json.loads(candidate))
        except (ValueError, RecursionError):
            continue
        if isinstance(document, dict):
            return document
    raise InvalidBoard("the link is damaged or incomplete", expected="all of the link")


def _long(value: Any) -> Any:
    """The value with the long names of everything; SudokuPad shortens them at every depth."""
    if isinstance(value, list):
        return [_long(part) for part in value]
    if isinstance(value, dict):
        return {_LONG_NAMES.get(name, name): _long(part) for name, part in value.items()}
    return value


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
    part = re.sub(r":#([0F])(?=[,}\]])", lambda found: f':"#{found[1] * 6}"', part)
    return re.sub(r":#?([0-9A-Fa-f]{6})(?=[,}\]])", r':"#\1"', part)


def _listed(part: Document, name: str) -> list[Any]:
    """The list of that name, empty where there is none; anything else would be a rule lost without a word."""
    found = part.get(name) or []
    if not isinstance(found, list):
        raise InvalidBoard(f"{name} is not a list", expected="a list")
    return found


def _marks(document: Document, name: str) -> list[Document]:
    found = document.get(name) or []
    if not isinstance(found, list) or len(found) > _MAX_MARKS or not all(isinstance(mark, dict) for mark in found):
        raise InvalidBoard(f"{name} is not a list of drawings", expected="a list of objects")
    return found


def _rows(document: Document) -> list[list[object]]:
    rows = document.get("cells")
    if (
        not isinstance(rows, list)
        or not 2 <= len(rows) <= MAX_SIDE_CELLS
        or not all(isinstance(row, list) for row in rows)
    ):
        raise InvalidBoard("the puzzle has no grid", expected="lists of cells")
    return rows


def _cages(document: Document, size: int) -> Iterator[tuple[tuple[Cell, ...], Document]]:
    """The cages that hold cells; those without hold the title and the like."""
    for cage in _marks(document, "cages"):
        if places := _listed(cage, "cells"):
            if cage.get("unique") is False:
                raise InvalidBoard("a cage in which digits may repeat", expected="cages with different digits")
            yield tuple(_cell(place, size) for place in places), cage


def _units(cages: list[tuple[tuple[Cell, ...], Document]], size: int) -> Iterator[tuple[Cell, ...]]:
    """The extra regions with a cell for every digit."""
    yield from (cells for cells, cage in cages if cage.get("style") == "extraregion" and len(cells) == size)


def _killer(cages: list[tuple[tuple[Cell, ...], Document]], size: int) -> Iterator[Cage]:
    for cells, cage in cages:
        value = str(cage.get("value") or "").strip()
        if value and not re.fullmatch("[0-9]{1,3}", value):
            raise InvalidBoard(f"a cage with the value {value[:20]!r}", expected="a number or nothing")
        if cage.get("style") != "extraregion" or len(cells) != size:
            yield Cage(cells, int(value) if value else None)


def _cell(place: object, size: int) -> Cell:
    """A cell by its row and column, as a pair of numbers or a name."""
    if isinstance(place, str) and (named := _NAMED_CELL.fullmatch(place)):
        place = [int(named[1]) - 1, int(named[2]) - 1]
    if isinstance(place, list) and len(place) == 2 and all(isinstance(part, int) for part in place):
        row, column = place
        if 0 <= row < size and 0 <= column < size:
            return int(row * size + column)
    raise InvalidBoard("an invalid cell", expected="pairs of row and column")


def _value(value: object, size: int) -> Digit:
    if value in (None, ""):
        return 0
    number = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) else value
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= size:
        raise InvalidBoard(f"{str(value)[:20]!r} in a cell", expected=f"1 to {size}")
    return number


def _pencil_marks(cell: Document, size: int) -> DigitSet:
    marks = cell.get("centremarks") or []
    if not isinstance(marks, list) or len(marks) > _MAX_PENCIL_MARKS:
        raise InvalidBoard("centremarks is not a list of digits", expected=f"1 to {size}")
    return sum(1 << (digit - 1) for digit in {_value(mark, size) for mark in marks} - {0})


def _geometry(regions: list[Any], size: int) -> Geometry:
    if not regions:
        return Geometry.standard(size)
    labels: dict[Cell, int] = {}
    for number, region in enumerate(regions):
        for place in region if isinstance(region, list) else []:
            labels[_cell(place, size)] = number
    if set(labels) != set(range(size * size)):
        raise InvalidBoard("the regions do not cover the grid", expected=f"{size} regions of {size} cells")
    return Geometry.jigsaw(labels[cell] for cell in range(size * size))
