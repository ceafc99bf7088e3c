"""A board, and the step that a hint is about, as a scene."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from sudokulens.logic.level import HintLevel, reaches
from sudokulens.logic.scene import Area, Colour, Disc, Label, Point, Scene, Shape, Stroke
from sudokulens.logic.step import Candidate, Node, Step
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import DIGIT_CHARACTERS, Cell, Geometry

INK = "#1c2430"
ENTRY = "#1f5fbf"
PALE = "#707b88"
PLACED = "#128a43"
REMOVED = "#d2232a"
CHAIN = "#8a3ffc"
REGION = "#fff3c4"
ROLE_COLOURS: tuple[Colour, ...] = ("#bfe3c8", "#bcd9f7", "#f9d3a8", "#e4c9f2", "#f6c6cf", "#cfeeee", "#e6e3a9")
"""Pale enough for digits to be read on them; told apart also by lightness, for the colour-blind."""


def draw(board: Board, step: Step | None = None, level: HintLevel = "full", *, candidates: bool = True) -> Scene:
    """The board, its candidates unless told otherwise, and as much of the step as the level allows to show."""
    shapes: list[Shape] = []
    if step:
        shapes += _step_areas(board.geometry, step, level)
    shapes += _lines(board.geometry)
    shapes += _values(board)
    shown = step if step and reaches(level, "pattern") else None
    if shown:
        # Beneath the candidates, so that a link never strikes out the digit it starts from.
        shapes += _links(board.geometry, shown)
    if candidates:
        shapes += _candidates(board, shown, level)
    if step and reaches(level, "full"):
        shapes += _placements(board, step)
    return Scene(board.size, tuple(shapes))


def candidate_place(geometry: Geometry, candidate: Candidate) -> Point:
    """Where a pencil mark stands: its own spot in a small grid inside the cell."""
    columns = -(-geometry.size // -(-geometry.size // 5)) if geometry.size > 9 else 3
    rows = -(-geometry.size // columns)
    down, across = divmod(candidate.digit - 1, columns)
    row, column = divmod(candidate.cell, geometry.size)
    return column + (across + 0.5 + 0.08 * (1 - across)) / columns, row + (down + 0.5 + 0.08 * (1 - down)) / rows


def _step_areas(geometry: Geometry, step: Step, level: HintLevel) -> Iterator[Shape]:
    for unit in sorted({unit for units in step.units.values() for unit in units}):
        for cell in geometry.units[unit].cells:
            yield _cell_area(geometry, cell, REGION)
    if not reaches(level, "pattern"):
        return
    painted: set[Cell] = set()
    for index, cells in enumerate(step.cells.values()):
        for cell in cells:
            if cell not in painted:
                painted.add(cell)
                yield _cell_area(geometry, cell, ROLE_COLOURS[index % len(ROLE_COLOURS)])


def _cell_area(geometry: Geometry, cell: Cell, colour: Colour) -> Area:
    row, column = divmod(cell, geometry.size)
    return Area(column, row, 1, 1, colour)


def _lines(geometry: Geometry) -> Iterator[Shape]:
    n = geometry.size
    for i in range(1, n):
        yield Stroke(((i, 0), (i, n)), PALE, 0.014)
        yield Stroke(((0, i), (n, i)), PALE, 0.014)
    for cell, region in enumerate(geometry.regions):
        row, column = divmod(cell, n)
        if column and geometry.regions[cell - 1] != region:
            yield Stroke(((column, row), (column, row + 1)), INK, 0.045)
        if row and geometry.regions[cell - n] != region:
            yield Stroke(((column, row), (column + 1, row)), INK, 0.045)
    yield Stroke(((0, 0), (n, 0), (n, n), (0, n), (0, 0)), INK, 0.06)
    if geometry.has_diagonals:
        yield Stroke(((0, 0), (n, n)), PALE, 0.02, dashed=True)
        yield Stroke(((n, 0), (0, n)), PALE, 0.02, dashed=True)


def _values(board: Board) -> Iterator[Shape]:
    for cell, value in enumerate(board.values):
        if value:
            given = board.givens[cell]
            yield _digit(board.geometry, Candidate(cell, value), INK if given else ENTRY, bold=given)


def _digit(geometry: Geometry, candidate: Candidate, colour: Colour, *, bold: bool) -> Label:
    row, column = divmod(candidate.cell, geometry.size)
    return Label((column + 0.5, row + 0.5), DIGIT_CHARACTERS[candidate.digit - 1], 0.5, colour, bold)


def _candidates(board: Board, step: Step | None, level: HintLevel) -> Iterator[Shape]:
    height = 0.17 if board.size <= 9 else 0.11
    pattern = _pattern_candidates(step) if step else set()
    removed = set(step.removes) if step and reaches(level, "full") else set()
    placed = {c.cell for c in step.places} if step and reaches(level, "full") else set()
    for cell, mask in enumerate(board.effective_candidates()):
        if cell in placed:
            continue
        for digit in range(1, board.size + 1):
            if not mask >> (digit - 1) & 1:
                continue
            candidate = Candidate(cell, digit)
            place = candidate_place(board.geometry, candidate)
            strong = candidate in pattern or candidate in removed
            colour = REMOVED if candidate in removed else INK if strong else PALE
            if candidate in pattern and candidate not in removed:
                yield Disc(place, 0.14 if board.size <= 9 else 0.09, "#ffd84d")
            yield Label(place, DIGIT_CHARACTERS[digit - 1], height, colour, strong)
            if candidate in removed:
                yield _crossing_out(place, 0.12)


def _pattern_candidates(step: Step) -> set[Candidate]:
    named = {candidate for group in step.candidates.values() for candidate in group}
    return named | {candidate for link in step.links for candidate in link.start + link.end}


def _crossing_out(place: Point, reach: float) -> Stroke:
    x, y = place
    return Stroke(((x - reach, y + reach), (x + reach, y - reach)), REMOVED, 0.03)


def _placements(board: Board, step: Step) -> Iterator[Shape]:
    for candidate in step.places:
        row, column = divmod(candidate.cell, board.size)
        yield _digit(board.geometry, candidate, PLACED, bold=True)
        yield Disc((column + 0.5, row + 0.5), 0.42, PLACED, ring=0.04)


def _links(geometry: Geometry, step: Step) -> Iterator[Shape]:
    for link in step.links:
        start, end = _node_place(geometry, link.start), _node_place(geometry, link.end)
        yield Stroke(_curve(start, end), CHAIN, 0.03 if link.strong else 0.022, dashed=not link.strong)


def _node_place(geometry: Geometry, node: Node) -> Point:
    places = [candidate_place(geometry, candidate) for candidate in node]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _curve(start: Point, end: Point, steps: int = 12) -> tuple[Point, ...]:
    """A slight bow, so that links along one line do not hide each other."""
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0) or 1.0
    bow = min(0.35, 0.12 * length)
    middle = ((x0 + x1) / 2 - (y1 - y0) / length * bow, (y0 + y1) / 2 + (x1 - x0) / length * bow)
    return tuple(
        (
            (1 - t) ** 2 * x0 + 2 * t * (1 - t) * middle[0] + t * t * x1,
            (1 - t) ** 2 * y0 + 2 * t * (1 - t) * middle[1] + t * t * y1,
        )
        for t in (i / steps for i in range(steps + 1))
    )
