"""How each rule looks on the board: one entry a constraint. A new constraint adds its function here.

An entry yields the shapes beneath the grid's lines (cages, lines, cell shapes); an entry in `_SIGNS` yields those above
them (dots and signs on a border, clues outside). A rule for the whole board has no shape: its name stands below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, cos, sin
from typing import Any, TypeVar

from sudokulens.drawing.palette import Paint
from sudokulens.drawing.places import cell_place, outline
from sudokulens.drawing.shapes import Area, Disc, Label, Point, Shape, Stroke
from sudokulens.puzzle.constraints import (
    Arrow,
    BlackDot,
    Cage,
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
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.wording.language import catalogue, current

_Entry = Callable[[Any, Geometry], Iterator[Shape]]
_Function = TypeVar("_Function", bound=_Entry)
_SHAPES: dict[type[Constraint], _Entry] = {}
_SIGNS: dict[type[Constraint], _Entry] = {}

_CAGE_INSET = 0.07
_TOTAL_HEIGHT = 0.15
_SUM_HEIGHT, _SUM_SHIFT = 0.17, 0.24
"""A little killer's sum, in cells: its height, and how far it stands from the middle of its cell outside the grid."""
NAMES_OF_UNITS = {
    "diagonal": "diagonals (X)",
    "window": "windows (windoku)",
    "group": "disjoint groups",
    "extra": "extra region",
}
"""What people call the units beyond rows, columns and regions."""
OUTSIDE = 0.42
"""From the board's edge to the middle of a clue outside it, in cells."""


def rule_shapes(geometry: Geometry) -> Iterator[Shape]:
    """What the rules look like beneath the grid's lines."""
    return _drawn(geometry, _SHAPES)


def rule_signs(geometry: Geometry) -> Iterator[Shape]:
    """What the rules look like above the grid's lines."""
    return _drawn(geometry, _SIGNS)


def unshown(geometry: Geometry) -> tuple[str, ...]:
    """The names of rules that have no shape, each once, in the current language: those for the whole board."""
    groups = [NAMES_OF_UNITS["group"]] if any(unit.kind == "group" for unit in geometry.units) else []
    titles = (rule.title for rule in geometry.rules if not {type(rule)} & {*_SHAPES, *_SIGNS})
    return tuple(rule_name(title) for title in dict.fromkeys([*groups, *titles]))


def rule_name(title: str) -> str:
    """What people call a rule in the current language."""
    return catalogue(current()).pgettext("rules", title)


def has_outside_clues(geometry: Geometry) -> bool:
    """Whether clues stand outside the board."""
    return any(isinstance(rule, LittleKiller | Sandwich) for rule in geometry.rules)


def _drawn(geometry: Geometry, entries: dict[type[Constraint], _Entry]) -> Iterator[Shape]:
    for rule in geometry.rules:
        if entry := entries.get(type(rule)):
            yield from entry(rule, geometry)


def _beneath(*kinds: type[Constraint]) -> Callable[[_Function], _Function]:
    def register(entry: _Function) -> _Function:
        _SHAPES.update(dict.fromkeys(kinds, entry))
        return entry

    return register


def _above(*kinds: type[Constraint]) -> Callable[[_Function], _Function]:
    def register(entry: _Function) -> _Function:
        _SIGNS.update(dict.fromkeys(kinds, entry))
        return entry

    return register


@_above(Cage)
def _cage(rule: Cage, shape: Geometry) -> Iterator[Shape]:
    """A dashed border inside the cells, the total in the corner of the first."""
    for piece in outline(shape, rule.cells, _CAGE_INSET):
        yield Stroke(piece, "rule", 0.02, dashed=True)
    if rule.total is not None:
        text = str(rule.total)
        row, column = shape.places[min(rule.cells)]
        width = 0.07 + 0.1 * len(text)
        yield Area(column + 0.025, row + 0.02, width, _TOTAL_HEIGHT + 0.06, "paper", 0.9)
        yield Label((column + 0.025 + width / 2, row + 0.05 + _TOTAL_HEIGHT / 2), text, _TOTAL_HEIGHT, "ink")


@_beneath(Even)
def _even(rule: Even, shape: Geometry) -> Iterator[Shape]:
    for cell in rule.cells:
        row, column = shape.places[cell]
        yield Area(column + 0.14, row + 0.14, 0.72, 0.72, "shape", radius=0.04)


@_beneath(Odd)
def _odd(rule: Odd, shape: Geometry) -> Iterator[Shape]:
    return (Disc(cell_place(shape, cell), 0.38, "shape") for cell in rule.cells)


@_beneath(Thermometer)
def _thermometer(rule: Thermometer, shape: Geometry) -> Iterator[Shape]:
    yield Disc(cell_place(shape, rule.cells[0]), 0.37, "shape")
    yield _line(rule.cells, shape, "shape", 0.26)


@_beneath(Palindrome)
def _palindrome(rule: Palindrome, shape: Geometry) -> Iterator[Shape]:
    yield _line(rule.cells, shape, "shape", 0.16)


@_beneath(Renban)
def _renban(rule: Renban, shape: Geometry) -> Iterator[Shape]:
    yield _line(rule.cells, shape, "renban", 0.2)


@_beneath(Whispers)
def _whispers(rule: Whispers, shape: Geometry) -> Iterator[Shape]:
    yield _line(rule.cells, shape, "whispers", 0.2)


@_beneath(Arrow)
def _arrow(rule: Arrow, shape: Geometry) -> Iterator[Shape]:
    """A circle, or a pill around the cells of a longer number, and the shaft with a head."""
    pill = [cell_place(shape, cell) for cell in rule.circle]
    if len(pill) > 1:
        yield Stroke(tuple(pill), "rule", 0.76)
        yield Stroke(tuple(pill), "paper", 0.70)
    else:
        yield Disc(pill[0], 0.38, "rule", ring=0.03)
    start, first = pill[-1], cell_place(shape, rule.shaft[0])
    angle = atan2(first[1] - start[1], first[0] - start[0])
    edge = _towards(start, angle, 0.38)
    points = (edge, *(cell_place(shape, cell) for cell in rule.shaft))
    yield Stroke(points, "rule", 0.035, arrow=True)


@_above(GreaterThan)
def _greater(rule: GreaterThan, shape: Geometry) -> Iterator[Shape]:
    """A chevron on the border, open towards the greater digit."""
    greater, smaller = cell_place(shape, rule.greater), cell_place(shape, rule.smaller)
    x, y = _between(greater, smaller)
    angle = atan2(smaller[1] - greater[1], smaller[0] - greater[0])
    tip = _towards((x, y), angle, 0.07)
    wings = [_towards(_towards((x, y), angle, -0.07), angle + side, 0.11) for side in (1.5708, -1.5708)]
    yield Disc((x, y), 0.12, "paper", opacity=0.9)
    yield Stroke((wings[0], tip, wings[1]), "ink", 0.035)


@_above(WhiteDot)
def _white_dot(rule: WhiteDot, shape: Geometry) -> Iterator[Shape]:
    place = _between(*(cell_place(shape, cell) for cell in rule.cells))
    yield from _dot(place, "white", "black", str(rule.difference) if rule.difference != 1 else "")


@_above(BlackDot)
def _black_dot(rule: BlackDot, shape: Geometry) -> Iterator[Shape]:
    place = _between(*(cell_place(shape, cell) for cell in rule.cells))
    yield from _dot(place, "black", "white", str(rule.ratio) if rule.ratio != 2 else "")


def _dot(place: Point, fill: Paint, ink: Paint, text: str) -> Iterator[Shape]:
    yield Disc(place, 0.12, fill)
    yield Disc(place, 0.12, "rule", ring=0.025)
    if text:
        yield Label(place, text, 0.13, ink)


@_above(Xv)
def _xv(rule: Xv, shape: Geometry) -> Iterator[Shape]:
    place = _between(*(cell_place(shape, cell) for cell in rule.cells))
    yield Disc(place, 0.13, "paper", opacity=0.95)
    yield Label(place, rule.letter, 0.18, "ink", bold=True)


@_above(Quadruple)
def _quadruple(rule: Quadruple, shape: Geometry) -> Iterator[Shape]:
    row, column = shape.places[rule.corner]
    place = (float(column + 1), float(row + 1))
    yield Disc(place, 0.27, "paper")
    yield Disc(place, 0.27, "rule", ring=0.02)
    for index, digit in enumerate(rule.digits):
        down, across = divmod(index, 2)
        alone = index == len(rule.digits) - 1 and across == 0
        x = place[0] if alone else place[0] + (across - 0.5) * 0.2
        y = place[1] + (0 if len(rule.digits) < 3 else (down - 0.5) * 0.22)
        yield Label((x, y), str(digit), 0.14, "ink")


@_above(Sandwich)
def _sandwich(rule: Sandwich, shape: Geometry) -> Iterator[Shape]:
    """The sum to the right of its row or below its column."""
    beyond = shape.size + OUTSIDE
    place = (beyond, rule.index + 0.5) if rule.line == "row" else (rule.index + 0.5, beyond)
    yield Label(place, str(rule.total), 0.24, "ink")


@_above(LittleKiller)
def _little_killer(rule: LittleKiller, shape: Geometry) -> Iterator[Shape]:
    """The sum outside the first cell, with an arrow along its diagonal."""
    first = cell_place(shape, rule.cells[0])
    across, down = _direction(rule, shape)
    place = (first[0] - across * (0.5 + OUTSIDE), first[1] - down * (0.5 + OUTSIDE))
    yield Label(_apart(place, across, down, shape), str(rule.total), _SUM_HEIGHT, "ink")
    yield Stroke(
        ((first[0] - 0.68 * across, first[1] - 0.68 * down), (first[0] - 0.54 * across, first[1] - 0.54 * down)),
        "rule",
        0.03,
        arrow=True,
    )


def _apart(place: Point, across: int, down: int, shape: Geometry) -> Point:
    """The place moved along the edge towards its diagonal: two sums can stand outside the same cell."""
    if not 0 < place[0] < shape.width:
        return place if not 0 < place[1] < shape.height else (place[0], place[1] + _SUM_SHIFT * down)
    return place[0] + _SUM_SHIFT * across, place[1]


def _direction(rule: LittleKiller, shape: Geometry) -> tuple[int, int]:
    """Columns and rows of one step along the diagonal; a diagonal of one cell leads away from its corner."""
    row, column = shape.places[rule.cells[0]]
    if len(rule.cells) > 1:
        following = shape.places[rule.cells[1]]
        return following[1] - column, following[0] - row
    return 1 if column else -1, 1 if row else -1


def _line(cells: tuple[Cell, ...], shape: Geometry, paint: Paint, width: float) -> Stroke:
    return Stroke(tuple(cell_place(shape, cell) for cell in cells), paint, width)


def _between(first: Point, second: Point) -> Point:
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def _towards(point: Point, angle: float, length: float) -> Point:
    return point[0] + length * cos(angle), point[1] + length * sin(angle)
