"""Lattices from white cells: each cell finds its neighbours, however the page is bent or turned."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot, sqrt
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.puzzle.facts import SMALLEST_SIZE, usual_box_shapes
from sudokulens.vision.cells import Pixels
from sudokulens.vision.ink import connected
from sudokulens.vision.lattice_fit import quantile
from sudokulens.vision.line_evidence import CELL_PIXELS
from sudokulens.vision.location import MAX_SIZE_CELLS, Points, apply_homography
from sudokulens.vision.outlines import MAX_ELONGATION

Label: TypeAlias = tuple[int, int]
"""(column, row) of a cell, counted from the cell where the walk began."""

Vector: TypeAlias = tuple[float, float]

Axes: TypeAlias = tuple[Vector, Vector]
"""Steps in pixels to the cell on the right and to the one below."""

MIN_CELL_PIXELS = 7
"""Side in pixels below which a cell cannot be read."""

_NUMBERS: dict[str, float] = fitted("locator")["numbers"]

STRAY_STEPS: float = _NUMBERS["stray_steps"]
"""How far from its place, in steps from cell to cell, a neighbour may be."""

MIN_CELLS = SMALLEST_SIZE**2 / 2
"""Fewer cells that hang together than half of the smallest board's are no grid's."""

MAX_SEEDS = MAX_SIZE_CELLS**2
"""Speckles stand alone by the thousand: after so many walks that lead nowhere there is no grid to come."""

MAX_JOINED_GRIDS = 5
"""How many grids may hang together, as in a samurai; and how many places one may have among labelled cells."""

MAX_GROUPS = 2 * MAX_JOINED_GRIDS
"""Of cells that hang together: lines of text and keypads make some, too."""

FEWER_CELLS: float = _NUMBERS["fewer_cells"]
"""Windows with less than this share of the fullest one's cells are no grids beside it."""

_STEPS: tuple[Label, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(slots=True, eq=False)
class CellField:
    """The white areas that may be cells: their centres (N, 2) and areas (N,), largest first.

    Walking looks cells up one by one, for which plain lists, sorted into squares, are much quicker than arrays.
    """

    centres: Points
    areas: NDArray[np.float64]
    free: list[bool] = field(init=False)
    _places: list[Vector] = field(init=False)
    _sizes: list[float] = field(init=False)
    _squares: dict[tuple[int, int], list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.free = [True] * len(self.areas)
        self._places = [(x, y) for x, y in self.centres.tolist()]
        self._sizes = self.areas.tolist()
        self._squares = defaultdict(list)
        for cell, (x, y) in enumerate(self._places):
            self._squares[int(x) // CELL_PIXELS, int(y) // CELL_PIXELS].append(cell)

    def place(self, cell: int) -> Vector:
        return self._places[cell]

    def area(self, cell: int) -> float:
        return self._sizes[cell]

    def nearest(self, place: Vector, area: float, reach: float) -> int | None:
        """The free cell of about that area whose centre is nearest to a place, if within reach."""
        best, closest = None, reach
        least, most = area / MAX_ELONGATION, area * MAX_ELONGATION
        for cell in self._around(place, reach):
            x, y = self._places[cell]
            distance = abs(x - place[0]) + abs(y - place[1])
            if distance <= closest and self.free[cell] and least <= self._sizes[cell] <= most:
                best, closest = cell, distance
        return best

    def neighbours(self, seed: int) -> list[Vector]:
        """Steps from a cell to the free ones of about its area that are near, the nearest first."""
        (x, y), area = self._places[seed], self._sizes[seed]
        reach = 2 * sqrt(area) + MIN_CELL_PIXELS
        steps = [
            (self._places[cell][0] - x, self._places[cell][1] - y)
            for cell in self._around((x, y), reach)
            if self.free[cell] and 0.5 * area < self._sizes[cell] < 2 * area
        ]
        return sorted((step for step in steps if hypot(*step) < reach), key=lambda step: hypot(*step))

    def _around(self, place: Vector, reach: float) -> Iterator[int]:
        left, right = int(place[0] - reach) // CELL_PIXELS, int(place[0] + reach) // CELL_PIXELS
        top, bottom = int(place[1] - reach) // CELL_PIXELS, int(place[1] + reach) // CELL_PIXELS
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                yield from self._squares.get((column, row), ())


def white_cells(ink: Pixels) -> CellField:
    """White areas closed in by ink that are about as high as wide."""
    _, stats = connected(np.asarray(255 - ink), 4)
    left, top, width, height, area = stats[1:].T.astype(np.float64)
    # Where a board of the smallest size fills the picture.
    largest = max(ink.shape) / SMALLEST_SIZE
    wanted = (np.minimum(width, height) >= MIN_CELL_PIXELS) & (np.maximum(width, height) <= largest)
    wanted &= (width < MAX_ELONGATION * height) & (height < MAX_ELONGATION * width)
    order = np.flatnonzero(wanted)
    order = order[np.argsort(-area[order])][:1500]
    # The middle of the bounding box and not the centroid, which a digit pulls to its own side.
    centres = np.stack([left + (width - 1) / 2, top + (height - 1) / 2], axis=1)
    return CellField(centres[order], area[order])


def walk_cells(cells: CellField, limit: int = MAX_GROUPS) -> Iterator[dict[Label, int]]:
    """Groups of neighbouring cells, each cell with its label; larger cells are tried first."""
    seeds = MAX_SEEDS
    for seed in range(len(cells.areas)):
        if limit == 0 or seeds == 0:
            return
        if not cells.free[seed]:
            continue
        seeds -= 1
        labels = _walk_from(cells, seed)
        if len(labels) >= MIN_CELLS:
            limit -= 1
            yield labels


def _walk_from(cells: CellField, seed: int) -> dict[Label, int]:
    """All cells that can be reached from the seed by steps to a neighbour, or over one missing cell."""
    cells.free[seed] = False
    axes = _first_axes(cells, seed)
    if axes is None:
        return {}
    labels = {(0, 0): seed}
    queue: deque[tuple[Label, Axes]] = deque([((0, 0), axes)])
    waiting: deque[tuple[Label, Axes]] = deque()
    while queue or waiting:
        jump = 1 if queue else 2
        label, axes = queue.popleft() if queue else waiting.popleft()
        for step in _STEPS:
            target = (label[0] + jump * step[0], label[1] + jump * step[1])
            if target not in labels and max(map(abs, target)) <= MAX_SIZE_CELLS:
                found = _neighbour(cells, labels[label], axes, step, jump)
                if found is not None:
                    labels[target] = found
                    queue.append((target, _turned(cells, labels[label], found, axes, step, jump)))
        if jump == 1:
            waiting.append((label, axes))
    return labels


def _neighbour(cells: CellField, current: int, axes: Axes, step: Label, jump: int) -> int | None:
    """The free cell one step, or one jump, away in that direction; it is then taken."""
    stride_x = step[0] * axes[0][0] + step[1] * axes[1][0]
    stride_y = step[0] * axes[0][1] + step[1] * axes[1][1]
    x, y = cells.place(current)
    reach = STRAY_STEPS * (abs(stride_x) + abs(stride_y))
    found = cells.nearest((x + jump * stride_x, y + jump * stride_y), cells.area(current), reach)
    if found is not None:
        cells.free[found] = False
    return found


def _turned(cells: CellField, current: int, found: int, axes: Axes, step: Label, jump: int) -> Axes:
    """The axes with the one just walked along drawn halfway to what it really was."""
    (x, y), (next_x, next_y) = cells.place(current), cells.place(found)
    sign = (step[0] + step[1]) / jump
    along = axes[0] if step[0] else axes[1]
    mean = (along[0] + sign * (next_x - x)) / 2, (along[1] + sign * (next_y - y)) / 2
    return (mean, axes[1]) if step[0] else (axes[0], mean)


def _first_axes(cells: CellField, seed: int) -> Axes | None:
    """Steps to the right-hand and the next-row neighbour of a cell; None where it stands alone."""
    first: Vector | None = None
    for step in cells.neighbours(seed):
        if first is None:
            first = step
        elif abs(first[0] * step[0] + first[1] * step[1]) < 0.5 * hypot(*first) * hypot(*step):
            return _right_handed(first, step)
    return None


def _right_handed(first: Vector, second: Vector) -> Axes:
    """The pair as (towards the right, downwards), as far as the picture's own axes go."""
    if abs(first[0]) < abs(first[1]):
        first, second = second, first
    first = first if first[0] > 0 else (-first[0], -first[1])
    downwards = first[0] * second[1] - first[1] * second[0] > 0
    return first, second if downwards else (-second[0], -second[1])


def likely_sizes(labels: dict[Label, int], sizes: tuple[int, ...]) -> list[int]:
    """The sizes that the extent of the labelled cells allows: outer cells may be missing, or neighbours too many.

    Of the rarer sizes only the one that fits exactly is worth a try.
    """
    extent = max(_extent([label[axis] for label in labels]) for axis in (0, 1))
    return [
        size
        for size in sizes
        if size == extent or (usual_box_shapes(size) and extent < size <= extent + 2) or (size == 9 and extent > 9)
    ]


def _extent(places: list[int]) -> int:
    """How many rows or columns there are from the first to the last that is not nearly empty."""
    values, counts = np.unique(places, return_counts=True)
    full = values[counts >= max(2, 0.3 * counts.max())]
    return int(full[-1] - full[0] + 1) if len(full) else 0


def windows(labels: dict[Label, int], size: int) -> list[tuple[float, Label]]:
    """Top-left labels of the size×size windows that hold the most cells, each with how much it looks like a grid.

    That is the share of its cells that are there, less the share of places around it that are taken, too. Windows
    that are half a grid apart are grids of their own where boards hang together, as in a samurai.
    """
    places = np.array(list(labels))
    columns, rows = places[:, 0], places[:, 1]
    across, down = _starts(columns, size), _starts(rows, size)
    counts = _window_counts(columns - across[0], rows - down[0], size, (len(down), len(across)))
    best = np.argsort(-counts, axis=None, kind="stable")
    fewest = max(MIN_CELLS, FEWER_CELLS * float(counts.flat[best[0]]))
    best = best[counts.flat[best] >= fewest]
    best = np.concatenate([best[:MAX_JOINED_GRIDS], _apart(best, len(across), size)])
    found = []
    for place in dict.fromkeys(best.tolist()):
        row, column = down[place // len(across)], across[place % len(across)]
        spill = _spill(columns - column, rows - row, size)
        found.append((float(counts.flat[place]) / size**2 - 0.5 * spill, (column, row)))
    return found


def _apart(windows: NDArray[np.intp], columns: int, size: int) -> NDArray[np.intp]:
    """The first windows of which none is near another: they may be grids of their own."""
    kept: list[int] = []
    for window in windows.tolist():
        row, column = divmod(window, columns)
        steps = (divmod(other, columns) for other in kept)
        if len(kept) < MAX_JOINED_GRIDS and all(max(abs(row - r), abs(column - c)) >= size // 2 for r, c in steps):
            kept.append(window)
    return np.array(kept, dtype=np.intp)


def _window_counts(
    columns: NDArray[np.int64], rows: NDArray[np.int64], size: int, shape: tuple[int, int]
) -> NDArray[np.int64]:
    """How many cells every size×size window holds, by its first row and column."""
    taken = np.zeros((shape[0] + size, shape[1] + size), dtype=np.int64)
    inside = (columns >= 0) & (rows >= 0) & (columns < shape[1] + size - 1) & (rows < shape[0] + size - 1)
    taken[rows[inside] + 1, columns[inside] + 1] = 1
    sums = taken.cumsum(axis=0).cumsum(axis=1)
    return np.asarray(sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size])


def _spill(columns: NDArray[np.int64], rows: NDArray[np.int64], size: int) -> float:
    """The share of the places next to a window's sides that are taken: the mean for both ways."""
    beside = ((columns == -1) | (columns == size)) & (rows >= 0) & (rows < size)
    above = ((rows == -1) | (rows == size)) & (columns >= 0) & (columns < size)
    return float(np.mean([beside.sum(), above.sum()])) / (2 * size)


def _starts(places: NDArray[np.int64], size: int) -> range:
    """Where a window may begin to cover the labels, or to lie within them where there are too many."""
    first, last = int(places.min()), int(places.max())
    ends = sorted((first, last - size + 1))
    return range(ends[0], ends[1] + 1)


def window_lattice(cells: CellField, labels: dict[Label, int], start: Label, size: int) -> Points | None:
    """The lattice of a window, by a homography and a smooth displacement fitted to its cells' centres."""
    inside = [(c - start[0], r - start[1], k) for (c, r), k in labels.items()]
    inside = [(c, r, k) for c, r, k in inside if -1 <= c <= size and -1 <= r <= size]
    places = np.array([[c + 0.5, r + 0.5] for c, r, _ in inside])
    centres: Points = cells.centres[[k for _, _, k in inside]]
    fitted, _ = cv2.findHomography(places, centres, 0)
    if fitted is None or not np.isfinite(fitted).all():
        return None
    homography = np.asarray(fitted, dtype=np.float64)
    steps = np.arange(size + 1.0)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1)
    # Terms of so high a degree that two cells speak for each.
    degree = next((degree for degree in (3, 2) if len(inside) >= (degree + 1) * (degree + 2)), 1)
    bend = _displacement(places / size, centres - apply_homography(homography, places), grid / size, degree)
    lattice = apply_homography(homography, grid) + bend
    return lattice if np.isfinite(lattice).all() else None


def _displacement(known: Points, values: Points, wanted: Points, degree: int) -> Points:
    """A polynomial through displacements at known places, evaluated at the wanted ones."""
    powers = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]

    def terms(places: Points) -> NDArray[np.float64]:
        x, y = 2 * places[..., 0] - 1, 2 * places[..., 1] - 1
        return np.stack([x**i * y**j for i, j in powers], axis=-1)

    left = terms(known)
    weight = np.ones(len(known))
    for _ in range(2):
        scaled = left * weight[:, None]
        coefficients = np.linalg.solve(scaled.T @ left + 1e-3 * np.eye(len(powers)), scaled.T @ values)
        residual = np.hypot(*(values - left @ coefficients).T)
        weight = 1 / (1 + (residual / (2 * quantile(residual, 0.5) + 0.5)) ** 2)
    return np.asarray(terms(wanted) @ coefficients)
