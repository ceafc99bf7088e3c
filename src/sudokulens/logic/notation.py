"""Cells, conclusions, chains and whole steps as short text, as r1c1 or A1."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal, TypeAlias

from sudokulens.logic.step import Candidate, Link, Node, Step
from sudokulens.logic.wing_names import wing_name
from sudokulens.puzzle.geometry import Cell, Digit, Geometry

Notation: TypeAlias = Literal["r1c1", "A1"]
_UNIT_LETTERS = {"row": "r", "column": "c", "box": "b", "region": "b"}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COMPACT_SIZE = 9
"""Up to this size a row or a column is one character, so that r58c6 is clear."""


def digits_text(digits: Iterable[Digit], separator: str = "/") -> str:
    """Digits as people read them: 10 and above as numbers, as on the boards of the page."""
    return separator.join(map(str, digits))


def cell_text(cell: Cell, shape: Geometry | None = None, notation: Notation = "r1c1") -> str:
    """One cell: r1c1, or A1 with the row as a letter."""
    row, column = (shape or Geometry.standard()).places[cell]
    if notation == "r1c1":
        return f"r{row + 1}c{column + 1}"
    return f"{row_letter(row)}{column + 1}"


def cells_text(cells: Iterable[Cell], shape: Geometry | None = None, notation: Notation = "r1c1") -> str:
    """Cells as briefly as they can be written: r58c6,r1c23, or A12,B3."""
    ordered, board = sorted(set(cells)), shape or Geometry.standard()
    if notation == "A1" or max(board.height, board.width) > _COMPACT_SIZE:
        return ",".join(cell_text(cell, board, notation) for cell in ordered)
    by_row = _blocks(board.places[cell] for cell in ordered)
    by_column = _blocks(board.places[cell][::-1] for cell in ordered)
    if len(by_row) <= len(by_column):
        return ",".join(f"r{_numbers(rows)}c{_numbers(columns)}" for rows, columns in by_row)
    return ",".join(f"r{_numbers(rows)}c{_numbers(columns)}" for columns, rows in by_column)


def conclusion_text(step: Step, shape: Geometry | None = None, notation: Notation = "r1c1") -> str:
    """What follows: `r3c4=5`, or `r679c6<>3, r1c2<>4`."""
    placed = [f"{cell_text(c.cell, shape, notation)}={digits_text((c.digit,))}" for c in step.places]
    ordered = sorted(step.removes, key=lambda c: (c.digit, c.cell))
    removed = [
        f"{cells_text((c.cell for c in group), shape, notation)}<>{digits_text((digit,))}"
        for digit, group in groupby(ordered, key=lambda c: c.digit)
    ]
    return ", ".join(placed + removed)


def unit_text(unit: int, geometry: Geometry | None = None) -> str:
    """A unit by its index into `geometry.units`: r5, c3, b7 (extra units: x1); the usual 9×9 unless told otherwise.

    On overlapping grids the units are written by their places: r5c1-9, r1-9c3, r7-9c7-9.
    """
    board = geometry or Geometry.standard()
    found = board.units[unit]
    if board.overlaps and found.kind in _UNIT_LETTERS:
        first, last = board.places[found.cells[0]], board.places[found.cells[-1]]
        return f"r{_range(first[0], last[0])}c{_range(first[1], last[1])}"
    return f"{_UNIT_LETTERS.get(found.kind, 'x')}{found.index + 1}"


def units_text(units: Iterable[int], geometry: Geometry | None = None) -> str:
    """Units with those of a kind run together: r58, c13b7; on overlapping grids one by one."""
    if geometry is not None and geometry.overlaps:
        return ",".join(unit_text(unit, geometry) for unit in sorted(units))
    parts = [(text[0], text[1:]) for text in (unit_text(unit, geometry) for unit in sorted(units))]
    joint = "" if geometry is None or geometry.size <= _COMPACT_SIZE else ","
    return "".join(kind + joint.join(n for _, n in group) for kind, group in groupby(parts, key=lambda p: p[0]))


def node_text(node: Node, shape: Geometry | None = None, notation: Notation = "r1c1") -> str:
    """A node of a chain: (3)r1c2, a group (3)r1c23, or an almost locked set (13=5) as (1/3)r1c23."""
    digits = sorted({candidate.digit for candidate in node})
    return f"({digits_text(digits)}){cells_text((candidate.cell for candidate in node), shape, notation)}"


def chain_text(links: Iterable[Link], shape: Geometry | None = None, notation: Notation = "r1c1") -> str:
    """Links in reading order, `=` strong and `-` weak; a new branch starts after a semicolon."""
    text, last = "", None
    for link in links:
        if link.start != last:
            text += ("; " if text else "") + node_text(link.start, shape, notation)
        text += ("=" if link.strong else "-") + node_text(link.end, shape, notation)
        last = link.end
    return text


def eureka(step: Step, geometry: Geometry | None = None, notation: Notation = "r1c1") -> str:
    """The step's chain and conclusion; empty for a step without links."""
    if not step.links:
        return ""
    shape = _geometry(step, geometry)
    return f"{chain_text(step.links, shape, notation)} => {conclusion_text(step, shape, notation)}"


def one_line(step: Step, geometry: Geometry | None = None, notation: Notation = "r1c1") -> str:
    """Name, digits, pattern and conclusion on one line, in HoDoKu's style; by default for the step's own board."""
    board = _geometry(step, geometry)
    parts = [digits_text(step.digits), *_pattern(step, board, notation)]
    pattern = " ".join(part for part in parts if part)
    wing = f" ({name})" if (name := wing_name(step)) else ""
    return f"{step.technique.display}{wing}: {pattern} => {conclusion_text(step, board, notation)}"


def _geometry(step: Step, geometry: Geometry | None) -> Geometry:
    if geometry is not None:
        return geometry
    return Geometry.standard() if step.position is None else step.position.geometry


def _pattern(step: Step, geometry: Geometry, notation: Notation) -> Iterable[str]:
    shape = geometry
    if step.links:
        return [chain_text(step.links, shape, notation)]
    if "base" in step.units and "cover" in step.units and "intersection" not in step.cells:
        fins = [f"f{cell_text(c.cell, shape, notation)}" for c in step.candidates.get("fin", ())]
        return [units_text(step.units["base"], geometry), units_text(step.units["cover"], geometry), *fins]
    units = [f"in {units_text(units, geometry)}" for units in step.units.values()]
    named = [
        f"{role} {cells_text(cells, shape, notation)}" if role != "pattern" else cells_text(cells, shape, notation)
        for role, cells in step.cells.items()
    ]
    coloured = [
        f"{role} {cells_text((candidate.cell for candidate in group), shape, notation)}"
        for role, group in step.candidates.items()
        if role.startswith("colour")
    ]
    return [*named, *coloured, *units]


def eliminations_text(candidates: Iterable[Candidate]) -> str:
    """Candidates as HoDoKu's library writes them: digit, row, column, separated by spaces."""
    return " ".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in sorted(candidates))


def _range(first: int, last: int) -> str:
    return str(first + 1) if first == last else f"{first + 1}-{last + 1}"


def row_letter(row: int) -> str:
    """The row as a letter: A for the first, AA after Z."""
    return _LETTERS[row] if row < len(_LETTERS) else _LETTERS[row // len(_LETTERS) - 1] + _LETTERS[row % len(_LETTERS)]


def _numbers(indices: Iterable[int]) -> str:
    return "".join(str(index + 1) for index in indices)


def _blocks(pairs: Iterable[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pairs (line, place) as blocks of lines that have the same places."""
    places: dict[int, list[int]] = {}
    for line, place in pairs:
        places.setdefault(line, []).append(place)
    lines: dict[tuple[int, ...], list[int]] = {}
    for line in sorted(places):
        lines.setdefault(tuple(sorted(places[line])), []).append(line)
    return [(tuple(same), key) for key, same in lines.items()]
