"""Rules read from the drawing of a SudokuPad puzzle, where its text says what the usual forms mean.

The usual forms are those of `scl_drawing.py`. Anything else that is drawn makes the puzzle unreadable: without that
rule it would be another puzzle.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor, gcd
from typing import Any, TypeAlias

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints import (
    Arrow,
    BlackDot,
    Constraint,
    Even,
    GreaterThan,
    LittleKiller,
    Odd,
    Palindrome,
    Quadruple,
    Renban,
    Sandwich,
    Thermometer,
    Whispers,
    WhiteDot,
    Xv,
)
from sudokulens.puzzle.constraints.xv import TOTALS
from sudokulens.puzzle.formats.scl_sentences import DIAGONALS
from sudokulens.puzzle.geometry import Cell, diagonal_cells

Mark: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[float, float]

_NARROWEST_CIRCLE = 0.5
"""Cells: dots are smaller, bulbs and circles larger."""
_NARROWEST_FILL = 1.0
_DARK, _BRIGHT, _TINTED = 80, 230, 40
"""Levels of a colour, 0 to 255: black is darker, white brighter, and a grey's three levels are closer than a tint's."""
_SIGNS = {">": (0, 1), "<": (0, -1), "∨": (1, 0), "v": (1, 0), "∧": (-1, 0), "^": (-1, 0)}


@dataclass(slots=True)
class Drawing:
    """The marks of a puzzle by where they lie, and what its text is about."""

    size: int
    subjects: set[str]
    circles: dict[tuple[Cell, ...], Mark] = field(default_factory=dict)
    labels: dict[Place, str] = field(default_factory=dict)
    """Text outside the grid."""
    diagonals: list[tuple[Cell, ...]] = field(default_factory=list)
    rules: list[Constraint] = field(default_factory=list)

    def need(self, keyword: str, what: str) -> None:
        """Raises InvalidBoard unless the text is about that."""
        if keyword not in self.subjects:
            raise InvalidBoard(f"the puzzle shows {what}, but its rules do not say what that means")

    def cell(self, place: Place) -> Cell:
        row, column = floor(place[0]), floor(place[1])
        if not (0 <= row < self.size and 0 <= column < self.size):
            raise InvalidBoard("a drawing outside the grid that Sudoku Lens does not know")
        return row * self.size + column

    def around(self, place: Place) -> tuple[Cell, ...]:
        """The cells that meet at that place: one, two or four."""
        rows, columns = ({floor(at - 0.25), floor(at + 0.25)} for at in place)
        return tuple(self.cell((row, column)) for row in sorted(rows) for column in sorted(columns))


def read_drawing(marks: dict[str, list[Mark]], size: int, subjects: set[str]) -> Drawing:
    """The rules and diagonals that are drawn; raises InvalidBoard for a mark that is not understood."""
    drawing = Drawing(size, subjects)
    for mark in (*marks["underlays"], *marks["overlays"]):
        _shape(drawing, mark)
    starts = [_line(drawing, mark) for mark in marks["lines"]] + [_arrow(drawing, mark) for mark in marks["arrows"]]
    for cells in drawing.circles:
        if cells not in starts:
            _odd(drawing, cells)
    for (row, column), text in drawing.labels.items():
        drawing.rules.append(_sandwich(drawing, floor(row), floor(column), text))
    return drawing


def _shape(drawing: Drawing, mark: Mark) -> None:
    """Sorts a shape: outside the grid, on a cell, on an edge or on a corner."""
    place, text = _place(mark.get("center")), str(mark.get("text") or "").strip()
    if not all(0 <= at <= drawing.size for at in place):
        drawing.labels[place] = text
        return
    cells = drawing.around(place)
    if mark.get("rounded") and _width(mark) > _NARROWEST_CIRCLE and not text:
        drawing.circles[_covered(drawing, mark, place)] = mark
    elif len(cells) == 1 and not text and not mark.get("rounded") and _width(mark) < _NARROWEST_FILL:
        drawing.need("even", "squares")
        drawing.rules.append(Even(cells))
    elif len(cells) == 2:
        drawing.rules.append(_on_edge(drawing, mark, cells, text))
    elif len(cells) == 4 and re.fullmatch(r"\d+(?:\s+\d+){0,3}", text):
        drawing.need("quad", "digits in a circle")
        drawing.rules.append(Quadruple(cells[0], drawing.size, tuple(map(int, text.split()))))
    else:
        raise InvalidBoard("the puzzle has a drawing that Sudoku Lens does not know, a shape in a cell or on a corner")


def _on_edge(drawing: Drawing, mark: Mark, cells: tuple[Cell, ...], text: str) -> Constraint:
    first, second = cells
    if text in TOTALS:
        drawing.need("xv", "an X or V")
        return Xv((first, second), TOTALS[text])
    if text in _SIGNS:
        drawing.need("greater", "a greater-than sign")
        down = second - first == drawing.size
        if down != (_SIGNS[text][0] != 0):
            raise InvalidBoard("a greater-than sign that points along a border", expected="at one of the two cells")
        return GreaterThan(first, second) if sum(_SIGNS[text]) > 0 else GreaterThan(second, first)
    return _dot(drawing, mark, (first, second), text)


def _dot(drawing: Drawing, mark: Mark, cells: tuple[Cell, Cell], text: str) -> Constraint:
    levels = _levels(mark.get("backgroundColor"))
    if not mark.get("rounded") or (text and not re.fullmatch(r"\d{1,2}", text)):
        raise InvalidBoard(f"a mark {text[:10]!r} between two cells that Sudoku Lens does not know")
    if min(levels) > _BRIGHT:
        drawing.need("white", "white dots")
        return WhiteDot(cells, int(text or WhiteDot.usual))
    if max(levels) < _DARK:
        drawing.need("black", "black dots")
        return BlackDot(cells, int(text or BlackDot.usual))
    raise InvalidBoard("a coloured dot between two cells", expected="white or black")


def _line(drawing: Drawing, mark: Mark) -> tuple[Cell, ...]:
    """Reads a line; returns the bulb that it starts from, if it has one."""
    points = _points(mark)
    n = drawing.size
    if all(float(at).is_integer() for point in points for at in point):
        drawing.need(DIAGONALS, "diagonals")
        falling, rising = diagonal_cells(n)
        ends = {(0.0, 0.0), (float(n), float(n))}, {(0.0, float(n)), (float(n), 0.0)}
        if set(points) not in ends:
            raise InvalidBoard("a line along the borders of cells", expected="a diagonal of the grid")
        drawing.diagonals.append(falling if set(points) == ends[0] else rising)
        return ()
    cells = _along(drawing, points)
    for bulb, line in (((cells[0],), cells), ((cells[-1],), cells[::-1])):
        if bulb in drawing.circles:
            drawing.need("thermo", "thermometers")
            drawing.rules.append(Thermometer(line))
            return bulb
    drawing.rules.append(_colored(drawing, mark, cells))
    return ()


def _colored(drawing: Drawing, mark: Mark, cells: tuple[Cell, ...]) -> Constraint:
    red, green, blue = _levels(mark.get("color"))
    if max(red, green, blue) - min(red, green, blue) < _TINTED:
        drawing.need("palindrome", "a grey line")
        return Palindrome(cells)
    if green > max(red, blue):
        drawing.need("whispers", "a green line")
        return Whispers(cells)
    if green < min(red, blue):
        drawing.need("renban", "a purple line")
        return Renban(cells)
    raise InvalidBoard("a line in a colour without a usual meaning", expected="grey, green or purple")


def _arrow(drawing: Drawing, mark: Mark) -> tuple[Cell, ...]:
    """Reads an arrow or the sign of a little killer; returns the circle that it starts from."""
    points = _points(mark)
    if not all(0 <= at < drawing.size for at in points[0]):
        drawing.rules.append(_little_killer(drawing, points))
        return ()
    drawing.need("arrow", "arrows")
    cells = _along(drawing, points)
    circle = next((circle for circle in drawing.circles if cells[0] in circle), None)
    if circle is None:
        raise InvalidBoard("an arrow without a circle", expected="a circle where it starts")
    drawing.rules.append(Arrow(circle, tuple(cell for cell in cells if cell not in circle)))
    return circle


def _little_killer(drawing: Drawing, points: list[Place]) -> Constraint:
    """The sum that stands nearest to the arrow, outside the same cell."""
    drawing.need("littlekiller", "arrows outside the grid")
    (row, column), (end_row, end_column) = points[0], points[-1]
    outside, n = (floor(row), floor(column)), drawing.size
    near = [place for place in drawing.labels if (floor(place[0]), floor(place[1])) == outside]
    if not near:
        raise InvalidBoard("an arrow outside the grid without a sum")
    label = min(near, key=lambda place: abs(place[0] - row) + abs(place[1] - column))
    down, right = (1 if end > start else -1 for start, end in ((row, end_row), (column, end_column)))
    places = [(outside[0] + far * down, outside[1] + far * right) for far in range(1, n + 1)]
    cells = tuple(r * n + c for r, c in places if 0 <= r < n and 0 <= c < n)
    return LittleKiller(cells, _number(drawing.labels.pop(label)))


def _odd(drawing: Drawing, cells: tuple[Cell, ...]) -> None:
    drawing.need("odd", "circles in cells")
    if len(cells) != 1 or min(_levels(drawing.circles[cells].get("backgroundColor"))) > _BRIGHT:
        raise InvalidBoard("a circle without an arrow", expected="a grey circle in one cell, for an odd digit")
    drawing.rules.append(Odd(cells))


def _sandwich(drawing: Drawing, row: int, column: int, text: str) -> Constraint:
    drawing.need("sandwich", "numbers outside the grid")
    n = drawing.size
    if 0 <= row < n and column in (-1, n):
        return Sandwich("row", row, n, _number(text))
    if 0 <= column < n and row in (-1, n):
        return Sandwich("column", column, n, _number(text))
    raise InvalidBoard(f"{text[:10]!r} far outside the grid", expected="sums beside rows and columns")


def _covered(drawing: Drawing, mark: Mark, place: Place) -> tuple[Cell, ...]:
    """The cells under a circle or a pill."""
    height, width = (_length(mark.get(name)) for name in ("height", "width"))
    rows = range(floor(place[0] - height / 2 + 0.5), floor(place[0] + height / 2 - 0.5) + 1)
    columns = range(floor(place[1] - width / 2 + 0.5), floor(place[1] + width / 2 - 0.5) + 1)
    if len(rows) * len(columns) > 3 or min(len(rows), len(columns)) > 1 or not (rows and columns):
        return (drawing.cell(place),)
    return tuple(drawing.cell((row, column)) for row in rows for column in columns)


def _along(drawing: Drawing, points: list[Place]) -> tuple[Cell, ...]:
    """The cells that a line goes through; its corners may lie several cells apart."""
    n = drawing.size
    corners = [divmod(drawing.cell(point), n) for point in points]
    cells = [corners[0][0] * n + corners[0][1]]
    for (row, column), (end_row, end_column) in pairwise(corners):
        down, right = end_row - row, end_column - column
        steps = gcd(down, right)
        if steps and max(abs(down), abs(right)) != steps:
            raise InvalidBoard("a line at an odd angle across cells", expected="steps to neighbouring cells")
        far = range(1, steps + 1)
        cells += [(row + k * down // steps) * n + column + k * right // steps for k in far]
    if len(cells) < 2:
        raise InvalidBoard("a line within one cell", expected="a line through cells")
    return tuple(cells)


def _points(mark: Mark) -> list[Place]:
    points = mark.get("wayPoints")
    found = [_place(point) for point in points] if isinstance(points, list) else []
    if len(found) < 2:
        raise InvalidBoard("a line without points", expected="at least two")
    return found


def _place(value: object) -> Place:
    if not isinstance(value, list) or len(value) != 2:
        raise InvalidBoard("a drawing without a place", expected="row and column")
    return _length(value[0]), _length(value[1])


def _length(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -99 < value < 99:
        raise InvalidBoard(f"{str(value)[:20]!r} in a drawing", expected="a number of cells")
    return float(value)


def _width(mark: Mark) -> float:
    return min(_length(mark.get(name)) for name in ("width", "height"))


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise InvalidBoard(f"{text[:10]!r} outside the grid", expected="a number")
    return int(text)


def _levels(color: object) -> tuple[int, int, int]:
    """Red, green and blue of a colour such as #CFCFCF or #ccc."""
    text = str(color or "").lstrip("#").lower()
    digits = "".join(2 * digit for digit in text[:3]) if len(text) in (3, 4) else text[:6]
    if not re.fullmatch("[0-9a-f]{6}", digits):
        raise InvalidBoard(f"the colour {text[:20]!r} in a drawing", expected="such as #CFCFCF")
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue
