"""What people call the units of a board: rows, columns and boxes by number, all others by where they lie.

On overlapping grids rows, columns and boxes go by where they lie too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulens.puzzle.geometry import Geometry, Unit
from sudokulens.wording.message import Cells, Listed, Message, Value, counted, message


def unit_name(units: Sequence[Unit], geometry: Geometry) -> Iterator[Message]:
    """The name of units of one kind: one message for numbered ones, one for each of the others."""
    if geometry.overlaps and units[0].kind in _ON_OVERLAP:
        yield from (_ON_OVERLAP[unit.kind](unit) for unit in units)
        return
    numbers = Listed([str(unit.index + 1) for unit in units])
    count = len(units)
    match units[0].kind:
        case "row":
            yield counted("row {numbers}", "rows {numbers}", count, numbers=numbers)
        case "column":
            yield counted("column {numbers}", "columns {numbers}", count, numbers=numbers)
        case "box":
            yield counted("box {numbers}", "boxes {numbers}", count, numbers=numbers)
        case "region":
            yield from (_piece(unit) for unit in units)
        case "diagonal":
            yield from (_diagonal(unit) for unit in units)
        case "group":
            yield from (message("the disjoint group of {cell}", cell=Cells((min(unit.cells),))) for unit in units)
        case _:
            yield from (_extra(unit, geometry) for unit in units)


def _row(unit: Unit) -> Message:
    return message("the row from {first} to {last}", **_ends(unit))


def _column(unit: Unit) -> Message:
    return message("the column from {first} to {last}", **_ends(unit))


def _box(unit: Unit) -> Message:
    return message("the box from {first} to {last}", **_ends(unit))


def _ends(unit: Unit) -> dict[str, Value]:
    return {"first": Cells(unit.cells[:1]), "last": Cells(unit.cells[-1:])}


_ON_OVERLAP = {"row": _row, "column": _column, "box": _box}
"""On overlapping grids a number does not tell the rows of two grids apart."""


def _piece(unit: Unit) -> Message:
    return message("the region of {cell}", cell=Cells(unit.cells[:1]))


def _diagonal(unit: Unit) -> Message:
    return message("the diagonal from {first} to {last}", **_ends(unit))


def _extra(unit: Unit, geometry: Geometry) -> Message:
    """A window by its corners; any other set of cells by its first."""
    cells = unit.cells
    rows, columns = set(map(geometry.row, cells)), set(map(geometry.column, cells))
    if len(rows) * len(columns) == len(cells) == _spread(rows) * _spread(columns):
        return message("the window from {first} to {last}", first=Cells((min(cells),)), last=Cells((max(cells),)))
    return message("the extra region of {cell}", cell=Cells((min(cells),)))


def _spread(lines: set[int]) -> int:
    return max(lines) - min(lines) + 1
