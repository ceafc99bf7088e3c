"""From a scene to shapes: the only place that decides where things go and how large they are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from sudokulens.drawing.palette import Paint, role_paint
from sudokulens.drawing.places import (
    candidate_place,
    cell_place,
    curve,
    nearest,
    outline,
    rim,
    spot_side,
    thin_lines,
    through,
    walls,
)
from sudokulens.drawing.rules import OUTSIDE, has_outside_clues, rule_shapes, rule_signs, unshown
from sudokulens.drawing.scene import Arc, Scene
from sudokulens.drawing.shapes import LAYERS, Area, Disc, Drawing, Label, Layer, Point, Shape, Stroke
from sudokulens.logic.notation import row_letter
from sudokulens.logic.step import Candidate
from sudokulens.puzzle.geometry import Cell, Digit, Geometry

_THIN, _WALL, _BORDER = 0.016, 0.045, 0.06
PLAIN_MARGIN, _LABEL_MARGIN = 0.25, 0.55
_CAPTION_ROOM = 0.3
_NUMBER_HEIGHT = 0.4
"""Of digits in cells, where two figures must fit beside each other."""
_TINTS: dict[str, tuple[Paint, float]] = {
    "house": ("house", 0.17),
    "block": ("block", 0.24),
    "wrong": ("wrong", 0.3),
    "right": ("right", 0.26),
    "doubt": ("doubt", 0.32),
}
_ROLE_OPACITY, _UNIT_OPACITY = 0.24, 0.13


class Margins(NamedTuple):
    """Room around the board, in cells."""

    left: float
    top: float
    right: float
    bottom: float


def margins(scene: Scene) -> Margins:
    """Room for labels at the left and above, for clues outside the board, and for the names of rules below."""
    outside = _outside(scene)
    first = outside + (PLAIN_MARGIN if scene.edge == "none" else _LABEL_MARGIN)
    last = outside + PLAIN_MARGIN
    return Margins(first, first, last, last + (_CAPTION_ROOM if unshown(scene.board.geometry) else 0))


def _outside(scene: Scene) -> float:
    return 1.4 * OUTSIDE if has_outside_clues(scene.board.geometry) else 0.0


def layout(scene: Scene, layers: Collection[Layer] = LAYERS) -> Drawing:
    """The scene's shapes by layer, of the wanted layers only."""
    return {layer: tuple(made) for layer, made in _layers(scene).items() if layer in layers}


def _layers(scene: Scene) -> dict[Layer, Iterator[Shape]]:
    """Every layer, each made only when it is asked for."""
    return {
        "rules": _rules(scene),
        "tints": chain(_tints(scene), _rays(scene)),
        "lines": _lines(scene),
        "signs": rule_signs(scene.board.geometry),
        "digits": _digits(scene),
        "links": chain(_groups(scene), _arcs(scene), _blocked(scene)),
        "pencil": _pencil(scene),
        "marks": _marks(scene),
        "answer": chain(_removed(scene), _answer(scene)),
        "edge": chain(_edge(scene), _caption(scene)),
    }


def digit_label(digit: Digit) -> str:
    """A digit as people read it: 10 and above as numbers."""
    return str(digit)


def _tints(scene: Scene) -> Iterator[Shape]:
    for tint in scene.tints:
        row, column = scene.shape.places[tint.cell]
        yield Area(column, row, 1, 1, *tint_paint(tint.role))


def tint_paint(role: str) -> tuple[Paint, float]:
    """The paint and opacity of a tinted cell; a whole unit of the pattern (`base unit`) is paler than its own cells."""
    if role in _TINTS:
        return _TINTS[role]
    part = role.removesuffix(" unit")
    return role_paint(part), _ROLE_OPACITY if part == role else _UNIT_OPACITY


def _rules(scene: Scene) -> Iterator[Shape]:
    geometry = scene.shape
    for unit in geometry.units[geometry.first_extra :]:
        if unit.kind == "diagonal":
            yield Stroke(_from_corner_to_corner(geometry, unit.cells), "rule", 0.03, opacity=0.55)
        if unit.kind not in ("window", "extra"):
            continue
        for cell in unit.cells:
            row, column = geometry.places[cell]
            yield Area(column, row, 1, 1, "window", 0.2)
        yield from (Stroke(piece, "window", 0.03) for piece in outline(geometry, unit.cells, 0.05))
    yield from rule_shapes(geometry)


def _from_corner_to_corner(shape: Geometry, cells: Sequence[Cell]) -> tuple[Point, Point]:
    """A line through the cells of a diagonal, to the outer corners of its ends."""
    (x0, y0), (x1, y1) = cell_place(shape, cells[0]), cell_place(shape, cells[-1])
    right, down = (0.5 if x1 > x0 else -0.5), (0.5 if y1 > y0 else -0.5)
    return (x0 - right, y0 - down), (x1 + right, y1 + down)


def _lines(scene: Scene) -> Iterator[Shape]:
    yield from (Stroke(piece, "line", _THIN) for piece in thin_lines(scene.shape))
    yield from (Stroke(piece, "wall", _WALL) for piece in walls(scene.shape))
    n = scene.size
    if scene.shape.overlaps:
        yield from (Stroke(piece, "wall", _BORDER) for piece in rim(scene.shape))
    else:
        yield Stroke(((0, 0), (n, 0), (n, n), (0, n), (0, 0)), "wall", _BORDER)


def _digits(scene: Scene) -> Iterator[Shape]:
    for cell, value in enumerate(scene.board.values):
        if value:
            given = scene.board.givens[cell]
            paint = scene.digit_paints.get(cell, "ink" if given else "entry")
            yield _digit(scene, Candidate(cell, value), paint, bold=given)


def _digit_height(scene: Scene) -> float:
    return scene.digit_height if scene.size < 10 else min(scene.digit_height, _NUMBER_HEIGHT)


def _digit(scene: Scene, candidate: Candidate, paint: Paint, *, bold: bool) -> Label:
    return Label(
        cell_place(scene.shape, candidate.cell), digit_label(candidate.digit), _digit_height(scene), paint, bold
    )


def _rays(scene: Scene) -> Iterator[Shape]:
    for ray in scene.rays:
        ends = cell_place(scene.shape, ray.start), cell_place(scene.shape, ray.end)
        yield Stroke(ends, "block", 0.1, opacity=0.45)


def _blocked(scene: Scene) -> Iterator[Shape]:
    side = spot_side(scene.shape)
    for candidate in scene.blocked:
        yield from _cross(candidate_place(scene.shape, candidate), 0.2 * side, "block")


def _cross(place: tuple[float, float], reach: float, paint: Paint) -> Iterator[Stroke]:
    x, y = place
    yield Stroke(((x - reach, y - reach), (x + reach, y + reach)), paint, 0.025)
    yield Stroke(((x - reach, y + reach), (x + reach, y - reach)), paint, 0.025)


def _groups(scene: Scene) -> Iterator[Shape]:
    """A band around the candidates of a node that has several, so that a link is seen to belong to all of them."""
    nodes = dict.fromkeys(node for arc in scene.arcs for node in (arc.start, arc.end))
    for node in nodes:
        if len(node) > 1:
            line = through(candidate_place(scene.shape, candidate) for candidate in node)
            yield Stroke(line, "link", spot_side(scene.shape), opacity=0.22)


def _arcs(scene: Scene) -> Iterator[Shape]:
    for arc in scene.arcs:
        yield _arc(scene, arc)


def _arc(scene: Scene, arc: Arc) -> Stroke:
    start, end = nearest(scene.shape, arc.start, arc.end)
    points = curve(start, end, 0.5 * spot_side(scene.shape) if arc.arrow else 0.0)
    return Stroke(points, "link", 0.034 if arc.strong else 0.026, dashed=not arc.strong, arrow=arc.arrow)


def _pencil(scene: Scene) -> Iterator[Shape]:
    shown = {mark.candidate for mark in scene.marks} | set(scene.removed)
    answered = {candidate.cell for candidate in scene.answer}
    for cell, mask in enumerate(scene.pencil):
        for digit in range(1, scene.size + 1) if cell not in answered else ():
            if mask >> (digit - 1) & 1 and (candidate := Candidate(cell, digit)) not in shown:
                yield _candidate(scene, candidate, "pencil", bold=False)


def _candidate(scene: Scene, candidate: Candidate, paint: Paint, *, bold: bool) -> Label:
    height = min(0.2, 0.58 * spot_side(scene.shape))
    return Label(candidate_place(scene.shape, candidate), digit_label(candidate.digit), height, paint, bold)


def _marks(scene: Scene) -> Iterator[Shape]:
    answered = {candidate.cell for candidate in scene.answer}
    for mark in scene.marks:
        if mark.candidate.cell not in answered and mark.candidate not in scene.removed:
            yield Disc(candidate_place(scene.shape, mark.candidate), _mark_radius(scene), role_paint(mark.role))
            yield _candidate(scene, mark.candidate, "mark-ink", bold=True)


def _mark_radius(scene: Scene) -> float:
    return min(0.17, 0.52 * spot_side(scene.shape))


def _removed(scene: Scene) -> Iterator[Shape]:
    radius = _mark_radius(scene)
    for candidate in scene.removed:
        x, y = candidate_place(scene.shape, candidate)
        yield Disc((x, y), radius, "paper", opacity=0.85)
        yield Disc((x, y), radius, "wrong", opacity=0.16)
        yield _candidate(scene, candidate, "wrong", bold=True)
        yield Stroke(((x - radius, y + radius), (x + radius, y - radius)), "wrong", 0.03)


def _answer(scene: Scene) -> Iterator[Shape]:
    for candidate in scene.answer:
        place = cell_place(scene.shape, candidate.cell)
        yield Disc(place, 0.4, "paper", opacity=0.6)
        yield Disc(place, 0.4, "right", ring=0.05)
        yield _digit(scene, candidate, "right", bold=True)


def _edge(scene: Scene) -> Iterator[Shape]:
    if scene.edge == "none":
        return
    for i in range(scene.shape.height):
        text = f"r{i + 1}" if scene.edge == "r1c1" else row_letter(i)
        yield Label((-0.29 - _outside(scene), i + 0.5), text, 0.15, "label")
    for i in range(scene.shape.width):
        text = f"c{i + 1}" if scene.edge == "r1c1" else str(i + 1)
        yield Label((i + 0.5, -0.27 - _outside(scene)), text, 0.15, "label")


def _caption(scene: Scene) -> Iterator[Shape]:
    """The names of the rules that have no shape."""
    if names := unshown(scene.board.geometry):
        below = scene.shape.height + _outside(scene) + PLAIN_MARGIN + _CAPTION_ROOM / 3
        yield Label((scene.shape.width / 2, below), " · ".join(names), 0.16, "label")
