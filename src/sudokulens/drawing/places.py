"""Where things are on a board, in board units: candidates in their cells, links between nodes, runs of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import atan2, ceil, cos, dist, hypot, sin, sqrt
from typing import NamedTuple

from sudokulens.drawing.shapes import Point
from sudokulens.logic.step import Candidate, Node
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.puzzle.overlap import Place


class Insets(NamedTuple):
    """Room between a cell's lines and its candidates, in cells."""

    side: float
    top: float
    bottom: float


_PLAIN = Insets(0.06, 0.06, 0.06)
_UNDER_TOTALS = Insets(0.09, 0.20, 0.08)
"""The total of a cage is in the first corner. The page's stylesheet has the same insets."""

_ARROW_LENGTH, _ARROW_SPREAD = 0.13, 0.42
"""Of a head in cells, and half its angle in radians."""


def spots(size: int) -> tuple[int, int]:
    """Columns and rows of the candidates in a cell: 2×2 for 4 digits, 3×2 for 6, 3×3 for 9, 4×4 for 16."""
    columns = ceil(sqrt(size))
    return columns, ceil(size / columns)


@lru_cache(maxsize=64)
def insets(shape: Geometry) -> Insets:
    """Where the candidates of every cell end: the same on the whole board, below the totals of cages."""
    return _UNDER_TOTALS if any(isinstance(rule, Cage) for rule in shape.rules) else _PLAIN


def spot_side(shape: Geometry) -> float:
    """The side of the square that one candidate may fill."""
    columns, rows = spots(shape.size)
    inset = insets(shape)
    return min((1 - 2 * inset.side) / max(columns, rows), (1 - inset.top - inset.bottom) / rows)


def candidate_place(shape: Geometry, candidate: Candidate) -> Point:
    """The middle of a candidate: digits in reading order within the cell."""
    columns, rows = spots(shape.size)
    down, across = divmod(candidate.digit - 1, columns)
    row, column = shape.places[candidate.cell]
    inset = insets(shape)
    width, height = 1 - 2 * inset.side, 1 - inset.top - inset.bottom
    return column + inset.side + width * (across + 0.5) / columns, row + inset.top + height * (down + 0.5) / rows


def cell_place(shape: Geometry, cell: Cell) -> Point:
    """The middle of a cell."""
    row, column = shape.places[cell]
    return column + 0.5, row + 0.5


def nearest(shape: Geometry, start: Node, end: Node) -> tuple[Point, Point]:
    """The two candidates, one of each node, that lie nearest: a link begins and ends on a digit."""
    pairs = (
        (candidate_place(shape, a), candidate_place(shape, b))
        for a in start
        for b in end
        if a != b or len(start) == len(end) == 1
    )
    return min(pairs, key=lambda pair: dist(*pair))


def curve(start: Point, end: Point, short: float = 0.0, steps: int = 12) -> tuple[Point, ...]:
    """A slightly bowed line, so that links along one line do not hide each other, ending `short` of its end."""
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0) or 1.0
    bow = min(0.35, 0.12 * length)
    middle = ((x0 + x1) / 2 - (y1 - y0) / length * bow, (y0 + y1) / 2 + (x1 - x0) / length * bow)
    last = max(0.0, 1 - short / length)
    return tuple(
        (
            (1 - t) ** 2 * x0 + 2 * t * (1 - t) * middle[0] + t * t * x1,
            (1 - t) ** 2 * y0 + 2 * t * (1 - t) * middle[1] + t * t * y1,
        )
        for t in (last * i / steps for i in range(steps + 1))
    )


def arrow_head(points: tuple[Point, ...], length: float = _ARROW_LENGTH) -> tuple[Point, Point, Point]:
    """The head of an arrow at the end of a line: one side, the tip, the other side."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    angle = atan2(y0 - y1, x0 - x1)
    left, right = (
        (x1 + length * cos(angle + turn), y1 + length * sin(angle + turn)) for turn in (_ARROW_SPREAD, -_ARROW_SPREAD)
    )
    return left, (x1, y1), right


def through(places: Iterable[Point]) -> tuple[Point, ...]:
    """The places in an order that makes a short line through them: along their longer extent."""
    points = list(places)
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    high = max(y for _, y in points) - min(y for _, y in points)
    return tuple(sorted(points, key=lambda p: p if wide >= high else (p[1], p[0])))


def thin_lines(shape: Geometry) -> Iterator[tuple[Point, Point]]:
    """The lines between neighbouring cells, straight runs joined; without the outer border."""
    yield from _borders(shape, lambda one, other: one is not None and other is not None)


def walls(shape: Geometry) -> Iterator[tuple[Point, Point]]:
    """Lines between neighbouring cells of different regions, straight runs joined; without the outer border."""
    regions = shape.regions
    yield from _borders(
        shape, lambda one, other: one is not None and other is not None and regions[one] != regions[other]
    )


def rim(shape: Geometry) -> Iterator[tuple[Point, Point]]:
    """The outer border of the board, around gaps between grids too, straight runs joined."""
    yield from _borders(shape, lambda one, other: (one is None) != (other is None))


def _borders(shape: Geometry, drawn: Callable[[Cell | None, Cell | None], bool]) -> Iterator[tuple[Point, Point]]:
    """The edges between two places, cells or none, that are to be drawn; upright ones first in each pair of lines."""
    cell_at, height, width = shape.cell_at, shape.height, shape.width
    for across in range(width + 1):
        upright = [row for row in range(height) if drawn(cell_at(row, across - 1), cell_at(row, across))]
        yield from (((across, first), (across, last + 1)) for first, last in _runs(upright))
    for down in range(height + 1):
        level = [column for column in range(width) if drawn(cell_at(down - 1, column), cell_at(down, column))]
        yield from (((first, down), (last + 1, down)) for first, last in _runs(level))


def outline(shape: Geometry, cells: Iterable[Cell], inset: float) -> Iterator[tuple[Point, Point]]:
    """The border of a set of cells, drawn inside them by `inset`, as separate straight pieces."""
    inside = {shape.places[cell] for cell in cells}
    for row, column in sorted(inside):
        yield from _cell_border(inside, row, column, inset)


def _cell_border(inside: set[Place], row: int, column: int, inset: float) -> Iterator[tuple[Point, Point]]:
    """The pieces of the outline that run along one cell; where it turns inward they reach into the neighbour."""

    def has(down: int, across: int) -> bool:
        return (row + down, column + across) in inside

    x0, x1, y0, y1 = column + inset, column + 1 - inset, row + inset, row + 1 - inset
    for down, y in ((-1, y0), (1, y1)):
        if not has(down, 0):
            left = column if has(0, -1) else x0
            right = column + 1 if has(0, 1) else x1
            yield (
                (left - inset if has(0, -1) and has(down, -1) else left, y),
                (
                    right + inset if has(0, 1) and has(down, 1) else right,
                    y,
                ),
            )
    for across, x in ((-1, x0), (1, x1)):
        if not has(0, across):
            top = row if has(-1, 0) else y0
            bottom = row + 1 if has(1, 0) else y1
            yield (
                (x, top - inset if has(-1, 0) and has(-1, across) else top),
                (
                    x,
                    bottom + inset if has(1, 0) and has(1, across) else bottom,
                ),
            )


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Consecutive numbers as (first, last)."""
    first = None
    for index, number in enumerate(numbers):
        first = number if first is None else first
        if index + 1 == len(numbers) or numbers[index + 1] != number + 1:
            yield first, number
            first = None
