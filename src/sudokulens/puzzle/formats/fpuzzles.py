"""Links to f-puzzles, whose `load=` part is JSON compressed with lz-string; SudokuPad's links hold the same or a
code of their own (see scf.py and scl_puzzle.py).

Values, which of them are given, centre marks, regions, diagonals, extra regions, disjoint groups and the rules that
Sudoku Lens knows (see fpuzzles_rules.py) are read and written. A puzzle with other rules is refused by name: without
them it would be another puzzle. The JSON itself is read as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Cage
from sudokulens.puzzle.formats.fpuzzles_rules import (
    cell_name,
    is_unknown_rule,
    listed,
    named_cell,
    read_rules,
    write_rules,
)
from sudokulens.puzzle.formats.limits import require_one_grid, require_short
from sudokulens.puzzle.formats.scf import read_scf
from sudokulens.puzzle.formats.scl_puzzle import read_scl
from sudokulens.puzzle.geometry import (
    DIGIT_CHARACTERS,
    Cell,
    Digit,
    DigitSet,
    Geometry,
    box_regions,
    box_shapes,
    diagonal_cells,
    group_cells,
)

ADDRESS = "https://f-puzzles.com/?load="
_LINK = re.compile(r"https?://\S+|(?:www\.)?(?:f-puzzles|sudokupad)\.\S+|(?:fpuz|scf|scl|ctc)\S{20,}", re.I)
_PAYLOAD = re.compile(r"(?:[?&]load=|(?:^|[/=])(fpuzzles|fpuz|scf|scl|ctc))([^?&#\s]+)")
_MAX_PAYLOAD_CHARACTERS = 20_000
"""lz-string can grow with the square of its length: a payload like this one makes at most some 50 MB."""
_FALLING, _RISING, _GROUPS = "diagonal-", "diagonal+", "disjointgroups"
_MARKS = ("centerPencilMarks", "givenPencilMarks", "cornerPencilMarks")
_MAX_MARKS = 64
_FOREIGN_RULES = re.compile(r"\w+").findall(
    "betweenline chess clone entropicline lockout modularline nabner regionsumline rowindexer columnindexer boxindexer "
    "skyscraper sequence slowthermometer xsum zipperline doublearrow"
)


def matches(text: str) -> bool:
    """True for links, the parts of links that hold the puzzle, or JSON."""
    words = text[:_MAX_PAYLOAD_CHARACTERS].split()
    return text.lstrip().startswith("{") or (bool(words) and all(map(_LINK.fullmatch, words[:-1] or words)))


def read(text: str) -> Board:
    require_short(text)
    content = text.strip()
    if content.startswith("{"):
        return _board(_load_json(content))
    payload = _PAYLOAD.search(content)
    if not payload:
        expected = "a link with ?load=… (f-puzzles) or /fpuzzles… (SudokuPad); short links hold no puzzle"
        raise InvalidBoard("this link holds no puzzle that can be read offline", line=1, expected=expected)
    code = unquote(payload[2])
    if payload[1] == "scf":
        return read_scf(code)
    text = _decompressed(code.replace(" ", "+"))
    return read_scl(text) if payload[1] in ("scl", "ctc") else _board(_load_json(text))


def read_all(text: str) -> list[Board]:
    if text.lstrip().startswith("{"):
        return [read(text)]
    links = text.split()
    if not links:
        raise InvalidBoard("no link found", line=1, expected=f"{ADDRESS}…")
    return [read(link) for link in links]


def write(board: Board) -> str:
    return ADDRESS + payload_of(board)


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))


def payload_of(board: Board) -> str:
    """The board as compressed JSON in base 64."""
    from lzstring import LZString

    return str(LZString.compressToBase64(json.dumps(_document(board), separators=(",", ":"))))


def _decompressed(payload: str) -> str:
    from lzstring import LZString

    if len(payload) > _MAX_PAYLOAD_CHARACTERS:
        raise InvalidBoard(f"the link has {len(payload)} characters", expected=f"at most {_MAX_PAYLOAD_CHARACTERS}")
    try:
        text = LZString.decompressFromBase64(payload)
    except (LookupError, ValueError, TypeError, UnboundLocalError) as fault:
        raise InvalidBoard("the link is damaged or incomplete", expected="all of the link") from fault
    if not text:
        raise InvalidBoard("the link is damaged or incomplete", expected="all of the link")
    return str(text)


def _load_json(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as fault:
        message, wanted = f"this is not JSON: {fault.msg}", "the JSON of f-puzzles"
        raise InvalidBoard(message, line=fault.lineno, column=fault.colno, expected=wanted) from fault
    except (ValueError, RecursionError) as fault:
        raise InvalidBoard("this JSON is not allowed", expected="the JSON of f-puzzles") from fault
    if not isinstance(document, dict):
        raise InvalidBoard("this JSON is not a puzzle", expected="an object with size and grid")
    return document


def _board(document: dict[str, Any]) -> Board:
    foreign = [rule for rule in _FOREIGN_RULES if document.get(rule)]
    foreign += [name[:40] for name, entry in document.items() if name not in foreign and is_unknown_rule(name, entry)]
    if foreign:
        raise InvalidBoard(f"this puzzle has rules that Sudoku Lens does not know: {', '.join(foreign[:10])}")
    cells = _cells(document)
    size = len(cells)
    flat = [cell for row in cells for cell in row]
    places = [(r, c) for r in range(1, size + 1) for c in range(1, size + 1)]
    values = tuple(_digit(cell.get("value"), size, place) for cell, place in zip(flat, places, strict=True))
    givens = tuple(bool(value and cell.get("given")) for cell, value in zip(flat, values, strict=True))
    marks = tuple(_marks(cell, size, place) for cell, place in zip(flat, places, strict=True))
    regions = _regions(flat, size)
    extras = list(_extras(document, size, Geometry(size, regions)))
    units = tuple(cells for cells in extras if len(cells) == size)
    # An extra region of fewer cells is a cage without a sum.
    cages = tuple(Cage(cells) for cells in extras if len(cells) != size)
    geometry = Geometry(size, regions, units, (*cages, *read_rules(document, size)))
    return Board(geometry, values, givens, marks if any(marks) else None)


def _cells(document: dict[str, Any]) -> list[list[dict[str, Any]]]:
    grid = document.get("grid")
    size = document.get("size", len(grid) if isinstance(grid, list) else None)
    if not isinstance(size, int) or not 2 <= size <= len(DIGIT_CHARACTERS):
        raise InvalidBoard(f"size {size!r}"[:60], expected=f"2 to {len(DIGIT_CHARACTERS)}")
    rows = grid if isinstance(grid, list) else []
    square = len(rows) == size and all(isinstance(row, list) and len(row) == size for row in rows)
    if not square or not all(isinstance(cell, dict) for row in rows for cell in row):
        raise InvalidBoard("the grid is not square", expected=f"{size} lists of {size} cells")
    return rows


def _digit(value: object, size: int, place: tuple[int, int]) -> Digit:
    if value is None or value == "":
        return 0
    number = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,2}", value) else value
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= size:
        raise InvalidBoard(f"{str(value)[:20]} at r{place[0]}c{place[1]}", expected=f"1 to {size}")
    return number


def _marks(cell: dict[str, Any], size: int, place: tuple[int, int]) -> DigitSet:
    """Centre marks, which list candidates; where there are none the setter's, then those in the corners."""
    lists = [[] if cell.get(key) in (None, "") else cell[key] for key in _MARKS]
    for key, found in zip(_MARKS, lists, strict=True):
        if not isinstance(found, list) or len(found) > _MAX_MARKS:
            raise InvalidBoard(f"{key} at r{place[0]}c{place[1]} is not a list of digits", expected=f"1 to {size}")
    digits = {_digit(mark, size, place) for mark in next(filter(None, lists), [])} - {0}
    return sum(1 << (digit - 1) for digit in digits)


def _regions(cells: list[dict[str, Any]], size: int) -> tuple[int, ...]:
    shapes = box_shapes(size)
    usual: Sequence[int | None] = box_regions(size, shapes[0][0]) if shapes else (None,) * size**2
    regions = [_region(cell.get("region"), default) for cell, default in zip(cells, usual, strict=True)]
    return Geometry.jigsaw(regions).regions


def _region(value: object, default: int | None) -> int:
    region = default if value is None else value
    if not isinstance(region, int):
        raise InvalidBoard(f"region {str(value)[:20]}", expected="a number for every cell")
    return region


def _extras(document: dict[str, Any], size: int, shape: Geometry) -> Iterator[tuple[Cell, ...]]:
    falling, rising = diagonal_cells(size)
    if document.get(_FALLING):
        yield falling
    if document.get(_RISING):
        yield rising
    if document.get(_GROUPS):
        if not shape.box_shape:
            raise InvalidBoard("disjoint groups on a board without boxes", expected="rectangular boxes")
        yield from group_cells(size, shape.box_shape[0])
    for region in listed(document, "extraregion"):
        names = region.get("cells") if isinstance(region, dict) else None
        if not isinstance(names, list):
            raise InvalidBoard("an extra region has no cells", expected=f"{size} names such as R1C1")
        yield tuple(named_cell(name, size) for name in names)


def _document(board: Board) -> dict[str, Any]:
    n, geometry = board.size, board.geometry
    require_one_grid(geometry, "f-puzzles' format")
    shapes = box_shapes(n)
    usual = bool(shapes) and geometry.regions == box_regions(n, shapes[0][0])
    cells = [_cell(board, cell, usual) for cell in range(n * n)]
    document: dict[str, Any] = {"size": n, "grid": [cells[start : start + n] for start in range(0, n * n, n)]}
    falling, rising = diagonal_cells(n)
    for name, cells_of in ((_FALLING, falling), (_RISING, rising)):
        if cells_of in geometry.extras:
            document[name] = True
    others = [cells_of for cells_of in geometry.extras if cells_of not in (falling, rising)]
    groups = group_cells(n, geometry.box_shape[0]) if geometry.box_shape else ()
    if groups and set(groups) <= set(others):
        document[_GROUPS] = True
        others = [cells_of for cells_of in others if cells_of not in groups]
    if others:
        document["extraregion"] = [{"cells": [cell_name(c, n) for c in unit]} for unit in others]
    return document | write_rules(geometry.rules, n)


def _cell(board: Board, cell: Cell, usual: bool) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if board.values[cell]:
        made["value"] = board.values[cell]
    if board.givens[cell]:
        made["given"] = True
    if board.candidates is not None and board.candidates[cell]:
        made["centerPencilMarks"] = [d for d in range(1, board.size + 1) if board.candidates[cell] >> (d - 1) & 1]
    if not usual:
        made["region"] = board.geometry.regions[cell]
    return made
