"""Grids of several lines, as people type and print them: bare rows, boxes of ASCII or box-drawing characters, spaces.

Empty cells may be `0 . * _ X - ? ·` or, between bars or in fixed columns, spaces; the digits after 9 are letters or
numbers of two digits. A last line with the fields of the one-line format, such as `;x`, names a variant. Boxes are
taken from the frame where it shows them. Overlapping grids have spaces in their gaps. Written grids hold the values
only: entries look like givens.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import isqrt

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.layout import Layout, Mark, MarkRows, by_character, cut, too_long
from sudokulens.puzzle.formats.line import (
    BLANKS,
    MAX_SIZE_WITH_X_AS_BLANK,
    digit_character,
    digit_range,
    geometry_fields,
    overlap_size,
    read_fields,
)
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS, Digit, Geometry, box_shapes

_WIDEST_BROKEN_ROW = 60
"""Longer lines that do not make a grid are more likely puzzles, one per line, of which some are broken."""


def matches(text: str) -> bool:
    """True when the lines look like the rows of a grid, and not each like a puzzle of its own."""
    if too_long(text):
        return False
    layout = Layout.of(text)
    if len(layout.rows) + len(layout.doubtful) < 2:
        return False
    if _names_grids(layout) or _overlapping(layout):
        return True
    puzzles = all(_is_puzzle(line.strip()) for _, line in layout.rows)
    try:
        rows = cut(layout)
    except InvalidBoard:
        return not puzzles and _median([len(line) for _, line in layout.rows]) <= _WIDEST_BROKEN_ROW
    return not puzzles or any(mark.text not in BLANKS + "1234" for row in rows for mark in row)


def read_all(text: str) -> list[Board]:
    layout = Layout.of(text)
    if overlapping := _overlapping(layout):
        return [overlapping]
    rows = cut(layout)
    size = len(rows[0])
    boards = []
    for start in range(0, len(rows), size):
        own = rows[start : start + size]
        following = rows[start + size][0].line if start + size < len(rows) else None
        values = [digit_of(mark, size) for row in own for mark in row]
        boards.append(Board.of(values, geometry_of(layout, own, following)))
    return boards


def write(board: Board) -> str:
    """The board in a frame of ASCII characters that shows the boxes; overlapping grids without a frame."""
    if board.geometry.overlaps:
        return _spaced(board)
    rows, columns = board.geometry.box_shape or (board.size, board.size)
    texts = [digit_character(value) for value in board.values]
    return framed(board, texts, rows, columns)


def write_all(boards: Sequence[Board]) -> str:
    return "\n\n".join(map(write, boards))


def geometry_of(layout: Layout, rows: MarkRows, before: int | None = None) -> Geometry:
    """What the fields after these rows, else the frame, else the size alone say of the geometry."""
    size, last = len(rows[0]), rows[-1][-1].line
    fields = [(n, text) for n, text in layout.fields if n > last and (before is None or n < before)]
    if fields:
        number = fields[0][0]
        return read_fields([part for _, text in fields for part in text.split(";")], size, number)[0]
    shape = (layout.band_height(), layout.box_columns(rows))
    return Geometry.standard(size, shape[0] if shape in box_shapes(size) else None)


def digit_of(mark: Mark, size: int) -> Digit:
    """The digit that a cell's text means, 0 for a blank; raises InvalidBoard with its place."""
    text = mark.text
    blanks = (BLANKS if size <= MAX_SIZE_WITH_X_AS_BLANK else ".0*_") + "-?·•"
    if not text.strip() or text in blanks:
        return 0
    digit = int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else _letter(text)
    if not 0 <= digit <= size:
        message = f"{text[:20]!r} in a {size}×{size} grid"
        raise InvalidBoard(message, line=mark.line, column=mark.column, expected=f"{digit_range(size)} or a blank")
    return digit


def framed(board: Board, texts: Sequence[str], box_rows: int, box_columns: int) -> str:
    """The cells' texts in a frame, then the fields that the frame cannot show."""
    n = board.size
    width = max(map(len, texts))
    rule = "+" + "+".join("-" * (box_columns * (width + 1) + 1) for _ in range(n // box_columns)) + "+"
    lines = [rule]
    for row in range(n):
        cells = [text.ljust(width) for text in texts[row * n : row * n + n]]
        boxes = [" ".join(cells[start : start + box_columns]) for start in range(0, n, box_columns)]
        lines.append("| " + " | ".join(boxes) + " |")
        if (row + 1) % box_rows == 0:
            lines.append(rule)
    if fields := list(geometry_fields(board.geometry)):
        lines.append(";" + ";".join(fields))
    return "\n".join(lines)


def _names_grids(layout: Layout) -> int | None:
    """The size of the overlapping grids that a field of the text names."""
    return overlap_size(field for _, text in layout.fields for field in text.split(";"))


def _overlapping(layout: Layout) -> Board | None:
    """The board of overlapping grids that a field names; rows as long as a samurai's need none."""
    rows, size = list(by_character(layout)), _names_grids(layout)
    if size is None:
        shape = Geometry.samurai()
        if layout.fields or [len(row) for row in rows] != _cells_a_row(shape):
            return None
    else:
        fields = [field for _, text in layout.fields for field in text.split(";")]
        shape = read_fields(fields, size, layout.fields[0][0])[0]
    if [len(row) for row in rows] != _cells_a_row(shape):
        raise InvalidBoard("the rows do not fit the overlapping grids", line=1, expected="their cells, spaces in gaps")
    return Board.of([digit_of(mark, shape.size) for row in rows for mark in row], shape)


def _cells_a_row(shape: Geometry) -> list[int]:
    counts = Counter(row for row, _ in shape.places)
    return [counts[row] for row in range(shape.height)]


def _spaced(board: Board) -> str:
    shape = board.geometry
    lines = []
    for row in range(shape.height):
        cells = (shape.cell_at(row, column) for column in range(shape.width))
        lines.append(" ".join(" " if cell is None else digit_character(board[cell]) for cell in cells).rstrip())
    return "\n".join([*lines, ";" + ";".join(geometry_fields(shape))])


def _letter(text: str) -> Digit:
    return DIGIT_CHARACTERS.find(text.upper()) + 1 or -1 if len(text) == 1 and text.isascii() else -1


def _is_puzzle(line: str) -> bool:
    count = len(line) - line.count("+")
    return count >= 16 and isqrt(count) ** 2 == count and re.fullmatch(r"[0-9A-Za-z.*_+]+", line) is not None


def _median(numbers: list[int]) -> float:
    """The standard library's own would load fractions and decimals first, which takes a browser 20 ms."""
    ordered, middle = sorted(numbers), len(numbers) // 2
    return (ordered[middle] + ordered[-1 - middle]) / 2
