"""How rules are drawn in SudokuPad's JSON: cages, lines, arrows and shapes under or over the grid.

The forms, sizes and greys are those that puzzles for SudokuPad usually have, so that players know them. A place is
[row, column] in cells from the top left corner of the grid; the middle of the first cell is [0.5, 0.5].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.constraints import (
    AllDots,
    AllXv,
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    Cage,
    Constraint,
    Even,
    GreaterThan,
    LittleKiller,
    NonConsecutive,
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
from sudokulens.puzzle.geometry import Cell, Geometry

Mark: TypeAlias = dict[str, Any]
Placed: TypeAlias = tuple[str, Any]
"""The name of a list in the document, and what to add to it."""
Point: TypeAlias = list[float]

WHITE, BLACK, GREY, ARROW_GREY = "#FFFFFF", "#000000", "#CFCFCF", "#A1A1A1"
DIAGONAL_BLUE, RENBAN_PURPLE, WHISPERS_GREEN = "#34BBE6", "#F067F0", "#67F067"
BULB_WIDTH, PARITY_WIDTH, CIRCLE_WIDTH, QUADRUPLE_WIDTH, DOT_WIDTH = 0.85, 0.7, 0.83, 0.7, 0.3
_THERMOMETER_PIXELS, _LINE_PIXELS, _THIN_PIXELS, _ARROW_PIXELS = 21, 16, 2, 5
_SIGNS = {(0, 1): ">", (0, -1): "<", (1, 0): "∨", (-1, 0): "∧"}
"""By the step from the greater cell to the smaller one."""


def drawn(rule: Constraint, geometry: Geometry) -> Iterator[Placed]:
    """What a rule adds to a document; raises InvalidBoard for one that cannot be drawn."""
    draw = _DRAWINGS.get(type(rule))
    if draw is None:
        raise InvalidBoard(f"SudokuPad cannot hold a {rule.title}", expected="the format line, grid or share")
    return draw(rule, geometry)


def drawn_unit(cells: tuple[Cell, ...], geometry: Geometry) -> Placed:
    """An extra unit: a blue line for a diagonal, else a region of its own."""
    places = [geometry.places[cell] for cell in cells]
    if cells in geometry.diagonals:
        (top, first), (bottom, last) = places[0], places[-1]
        ends = [[top, first], [bottom + 1, last + 1]] if first < last else [[top, first + 1], [bottom + 1, last]]
        return "lines", {"color": DIAGONAL_BLUE, "thickness": _THIN_PIXELS, "wayPoints": ends}
    total = geometry.size * (geometry.size + 1) // 2
    return "cages", {"cells": [list(place) for place in places], "unique": True, "sum": total, "style": "extraregion"}


def _middle(cell: Cell, geometry: Geometry) -> Point:
    row, column = geometry.places[cell]
    return [row + 0.5, column + 0.5]


def _between(cells: Iterable[Cell], geometry: Geometry) -> Point:
    points = [_middle(cell, geometry) for cell in cells]
    return [sum(axis) / len(points) for axis in zip(*points, strict=True)]


def _shape(center: Point, width: float, fill: str, border: str, *, rounded: bool, text: str = "") -> Mark:
    made: Mark = {"center": center, "width": width, "height": width, "backgroundColor": fill, "borderColor": border}
    made["rounded"] = rounded
    return made | ({"text": text} if text else {})


def _label(center: Point, text: str, size: int) -> Placed:
    return "overlays", _shape(center, 0.25, WHITE, WHITE, rounded=False, text=text) | {"fontSize": size}


def _line(cells: Iterable[Cell], geometry: Geometry, color: str, thickness: int) -> Placed:
    points = [_middle(cell, geometry) for cell in cells]
    return "lines", {"color": color, "thickness": thickness, "wayPoints": points}


def _cage(rule: Cage, geometry: Geometry) -> Iterator[Placed]:
    made: Mark = {"cells": [list(geometry.places[cell]) for cell in rule.cells], "unique": True}
    yield "cages", made if rule.total is None else made | {"value": str(rule.total), "sum": rule.total}


def _parity(rule: Even | Odd, geometry: Geometry) -> Iterator[Placed]:
    for cell in rule.cells:
        center = _middle(cell, geometry)
        yield "underlays", _shape(center, PARITY_WIDTH, GREY, GREY, rounded=isinstance(rule, Odd))


def _greater(rule: GreaterThan, geometry: Geometry) -> Iterator[Placed]:
    (row, column), (other_row, other_column) = (geometry.places[cell] for cell in rule.cells)
    sign = _SIGNS.get((other_row - row, other_column - column))
    if sign is None:
        raise InvalidBoard("a greater-than sign between cells that do not touch", expected="the format line or share")
    yield _label(_between(rule.cells, geometry), sign, 21)


def _thermometer(rule: Thermometer, geometry: Geometry) -> Iterator[Placed]:
    yield "underlays", _shape(_middle(rule.cells[0], geometry), BULB_WIDTH, GREY, GREY, rounded=True)
    yield _line(rule.cells, geometry, GREY, _THERMOMETER_PIXELS)


def _arrow(rule: Arrow, geometry: Geometry) -> Iterator[Placed]:
    places = [geometry.places[cell] for cell in rule.circle]
    circle = _shape(_between(rule.circle, geometry), CIRCLE_WIDTH, WHITE, ARROW_GREY, rounded=True)
    rows, columns = zip(*places, strict=True)
    circle["width"], circle["height"] = CIRCLE_WIDTH + max(columns) - min(columns), CIRCLE_WIDTH + max(rows) - min(rows)
    yield "underlays", circle
    points = [_middle(cell, geometry) for cell in (rule.circle[-1], *rule.shaft)]
    yield "arrows", {"color": ARROW_GREY, "thickness": _ARROW_PIXELS, "headLength": 0.3, "wayPoints": points}


def _dot(rule: WhiteDot | BlackDot, geometry: Geometry) -> Iterator[Placed]:
    fill, ink = (WHITE, BLACK) if isinstance(rule, WhiteDot) else (BLACK, WHITE)
    text = "" if rule.amount == rule.usual else str(rule.amount)
    dot = _shape(_between(rule.cells, geometry), DOT_WIDTH, fill, BLACK, rounded=True, text=text)
    yield "overlays", dot | ({"color": ink} if text else {})


def _xv(rule: Xv, geometry: Geometry) -> Iterator[Placed]:
    yield _label(_between(rule.cells, geometry), rule.letter, 21)


def _little_killer(rule: LittleKiller, geometry: Geometry) -> Iterator[Placed]:
    (row, column), n = geometry.places[rule.cells[0]], geometry.size
    steps = [(r, c) for r in (1, -1) for c in (1, -1) if not (0 <= row - r < n and 0 <= column - c < n)]
    if len(rule.cells) > 1:
        second_row, second_column = geometry.places[rule.cells[1]]
        steps = [step for step in steps if step == (second_row - row, second_column - column)]
    last_row, last_column = geometry.places[rule.cells[-1]]
    steps = [(r, c) for r, c in steps if not (0 <= last_row + r < n and 0 <= last_column + c < n)]
    if not steps:
        raise InvalidBoard("SudokuPad cannot hold part of a diagonal", expected="a little killer from edge to edge")
    r, c = steps[0]
    center = [row - r + 0.5, column - c + 0.5]
    ends = [[center[0] + far * r, center[1] + far * c] for far in (0.3, 0.48)]
    yield "arrows", {"color": BLACK, "thickness": _THIN_PIXELS, "headLength": 0.1, "wayPoints": ends}
    # Beside the middle: two sums can stand outside the same cell, one for each direction.
    yield _label([center[0] - 0.15 * r, center[1] + 0.2 * c], str(rule.total), 20)


def _sandwich(rule: Sandwich, geometry: Geometry) -> Iterator[Placed]:
    place = [rule.index + 0.5, -0.5] if rule.line == "row" else [-0.5, rule.index + 0.5]
    yield _label(place, str(rule.total), 32)


def _quadruple(rule: Quadruple, geometry: Geometry) -> Iterator[Placed]:
    text = " ".join(map(str, rule.digits))
    circle = _shape(_between(rule.cells, geometry), QUADRUPLE_WIDTH, WHITE, BLACK, rounded=True, text=text)
    yield "overlays", circle | {"fontSize": 14}


def _colored(color: str) -> Callable[[Any, Geometry], Iterator[Placed]]:
    def draw(rule: Constraint, geometry: Geometry) -> Iterator[Placed]:
        yield _line(rule.cells, geometry, color, _LINE_PIXELS)

    return draw


def _said(rule: Constraint, geometry: Geometry) -> Iterator[Placed]:
    """A rule for the whole board: SudokuPad knows three by name, the text says them all."""
    if isinstance(rule, AntiKnight | AntiKing | NonConsecutive):
        yield "global", rule.keyword


_DRAWINGS: dict[type[Constraint], Callable[[Any, Geometry], Iterator[Placed]]] = {
    Cage: _cage,
    Even: _parity,
    Odd: _parity,
    GreaterThan: _greater,
    AntiKnight: _said,
    AntiKing: _said,
    NonConsecutive: _said,
    Thermometer: _thermometer,
    Arrow: _arrow,
    WhiteDot: _dot,
    BlackDot: _dot,
    AllDots: _said,
    Xv: _xv,
    AllXv: _said,
    LittleKiller: _little_killer,
    Sandwich: _sandwich,
    Quadruple: _quadruple,
    Palindrome: _colored(GREY),
    Renban: _colored(RENBAN_PURPLE),
    Whispers: _colored(WHISPERS_GREEN),
}
