"""Hypothesis strategies for geometries and boards of every size and variant."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry, box_shapes

SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 25)
JIGSAW_9 = "000011222000111222001111222333344555333444555334444555666677888666777888667777888"
JIGSAW_5 = "1112211222333443344455555"
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
JSON_VALUES: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=4)
)
unhurried = [HealthCheck.too_slow, HealthCheck.data_too_large]
relaxed = settings(max_examples=60, deadline=None, suppress_health_check=unhurried)


@st.composite
def standard_geometries(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES) -> Geometry:
    size = draw(st.sampled_from(sizes))
    rows = draw(st.sampled_from([rows for rows, _ in box_shapes(size)]))
    return Geometry.standard(size, rows, diagonals=draw(st.booleans()))


@st.composite
def jigsaw_geometries(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES) -> Geometry:
    """Boxes of which some cells have changed places: no box shape is left, yet every region has its n cells."""
    size = draw(st.sampled_from(sizes))
    regions = list(Geometry.standard(size).regions)
    swaps = draw(st.lists(st.tuples(*[st.integers(0, size * size - 1)] * 2), min_size=1, max_size=6))
    for one, other in swaps:
        regions[one], regions[other] = regions[other], regions[one]
    return Geometry.jigsaw(regions, diagonals=draw(st.booleans()))


@st.composite
def geometries(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES) -> Geometry:
    geometry = draw(st.one_of(standard_geometries(sizes), jigsaw_geometries(sizes)))
    if draw(st.integers(0, 4)):
        return geometry
    cells = draw(st.permutations(range(geometry.cell_count)))[: geometry.size]
    return Geometry(geometry.size, geometry.regions, (*geometry.extras, tuple(cells)))


@st.composite
def boards(
    draw: st.DrawFn,
    geometry: st.SearchStrategy[Geometry] | None = None,
    *,
    entries: bool = True,
    marks: bool = True,
) -> Board:
    """Any values, lawful or not: formats must hold them all."""
    shape = draw(geometry if geometry is not None else geometries())
    randomness = draw(st.randoms(use_true_random=False))
    density = draw(st.floats(0, 1))
    digits = range(1, shape.size + 1)
    values = tuple(randomness.choice(digits) if randomness.random() < density else 0 for _ in range(shape.cell_count))
    share = draw(st.floats(0, 1)) if entries else 0.0
    givens = tuple(bool(value) and randomness.random() >= share for value in values)
    board = Board(shape, values, givens)
    if not marks or not draw(st.booleans()):
        return board
    return board.with_candidates(randomness.randrange(shape.all_digits + 1) for _ in range(shape.cell_count))


def classic_boards(*, entries: bool = True, marks: bool = True) -> st.SearchStrategy[Board]:
    return boards(st.just(Geometry.standard()), entries=entries, marks=marks)
