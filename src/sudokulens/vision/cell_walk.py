"""Lattices from white cells: each cell finds its neighbours, however the page is bent or turned."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.vision.cells import Pixels
from sudokulens.vision.ink import connected
from sudokulens.vision.location import Points, apply_homography

Label: TypeAlias = tuple[int, int]
"""(column, row) of a cell, counted from the cell where the walk began."""

SMALLEST_CELL = 7
"""Side in pixels below which a cell cannot be read."""

FEWEST_CELLS = 10
_STEPS: tuple[Label, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(slots=True, eq=False)
class CellField:
    """The white areas that may be cells: their centres (N, 2) and areas (N,), largest first."""

    centres: Points
    areas: NDArray[np.float64]
    free: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        self.free = np.ones(len(self.areas), dtype=bool)

    def nearest(self, place: Points, area: float, reach: float) -> int | None:
        """The free cell of about that area whose centre is nearest to a place, if within reach."""
        distance = np.abs(self.centres - place).sum(axis=1)
        distance[~self.free | (self.areas < 0.4 * area) | (self.areas > 2.2 * area)] = np.inf
        best = int(distance.argmin())
        return best if distance[best] <= reach else None


def white_cells(ink: Pixels) -> CellField:
    """White areas closed in by ink that are about as high as wide."""
    _, stats = connected(np.asarray(255 - ink), 4)
    left, top, width, height, area = stats[1:].T.astype(np.float64)
    largest = max(ink.shape) / 4
    wanted = (np.minimum(width, height) >= SMALLEST_CELL) & (np.maximum(width, height) <= largest)
    wanted &= (width < 2.2 * height) & (height < 2.2 * width) & (area > 0.35 * width * height)
    order = np.flatnonzero(wanted)
    order = order[np.argsort(-area[order])][:1500]
    # The middle of the bounding box and not the centroid, which a digit pulls to its own side.
    centres = np.stack([left + (width - 1) / 2, top + (height - 1) / 2], axis=1)
    return CellField(centres[order], area[order])


def walk_cells(cells: CellField, limit: int = 6) -> Iterator[dict[Label, int]]:
    """Groups of neighbouring cells, each cell with its label; larger cells are tried first."""
    for seed in range(len(cells.areas)):
        if limit == 0:
            return
        if not cells.free[seed]:
            continue
        labels = _walk_from(cells, seed)
        if len(labels) >= FEWEST_CELLS:
            limit -= 1
            yield labels


def _walk_from(cells: CellField, seed: int) -> dict[Label, int]:
    """All cells that can be reached from the seed by steps to a neighbour, or over one missing cell."""
    cells.free[seed] = False
    axes = _first_axes(cells, seed)
    if axes is None:
        return {}
    labels = {(0, 0): seed}
    queue: deque[tuple[Label, NDArray[np.float64]]] = deque([((0, 0), axes)])
    waiting: deque[tuple[Label, NDArray[np.float64]]] = deque()
    while queue or waiting:
        jump = 1 if queue else 2
        label, axes = queue.popleft() if queue else waiting.popleft()
        for step in _STEPS:
            _step(cells, labels, queue, label, axes, step, jump)
        if jump == 1:
            waiting.append((label, axes))
    return labels


def _step(
    cells: CellField,
    labels: dict[Label, int],
    queue: deque[tuple[Label, NDArray[np.float64]]],
    label: Label,
    axes: NDArray[np.float64],
    step: Label,
    jump: int,
) -> None:
    """Label the neighbour in one direction, if it is there and not yet labelled."""
    target = (label[0] + jump * step[0], label[1] + jump * step[1])
    if target in labels or abs(target[0]) > 30 or abs(target[1]) > 30:
        return
    current = labels[label]
    stride = np.asarray(step) @ axes
    reach = 0.4 * float(np.abs(stride).sum()) * (1 if jump == 1 else 0.8)
    found = cells.nearest(cells.centres[current] + jump * stride, float(cells.areas[current]), reach)
    if found is None:
        return
    cells.free[found] = False
    labels[target] = found
    turned = axes.copy()
    along = 0 if step[0] else 1
    sign = step[0] + step[1]
    turned[along] = (axes[along] + sign * (cells.centres[found] - cells.centres[current]) / jump) / 2
    queue.append((target, turned))


def _first_axes(cells: CellField, seed: int) -> NDArray[np.float64] | None:
    """Steps to the right-hand and the next-row neighbour of a cell, as two rows; None where it stands alone."""
    area = cells.areas[seed]
    apart = cells.centres - cells.centres[seed]
    distance = np.hypot(apart[:, 0], apart[:, 1])
    alike = cells.free & (cells.areas > 0.5 * area) & (cells.areas < 2 * area) & (distance < 1.9 * np.sqrt(area) + 6)
    near = np.flatnonzero(alike)
    if len(near) < 2:
        return None
    near = near[np.argsort(distance[near])]
    first = apart[near[0]]
    for other in near[1:]:
        second = apart[other]
        if abs(first @ second) < 0.5 * distance[near[0]] * distance[other]:
            return _right_handed(first, second)
    return None


def _right_handed(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """The pair as (towards the right, downwards), as far as the picture's own axes go."""
    if abs(first[0]) < abs(first[1]):
        first, second = second, first
    first = first if first[0] > 0 else -first
    second = second if first[0] * second[1] - first[1] * second[0] > 0 else -second
    return np.stack([first, second])


def likely_sizes(labels: dict[Label, int], sizes: tuple[int, ...]) -> list[int]:
    """The sizes that the extent of the labelled cells allows: outer cells may be missing, or neighbours too many."""
    extent = max(_extent([label[axis] for label in labels]) for axis in (0, 1))
    return [size for size in sizes if extent <= size <= extent + 2 or (size == 9 and extent > 9)]


def _extent(places: list[int]) -> int:
    """How many rows or columns there are from the first to the last that is not nearly empty."""
    values, counts = np.unique(places, return_counts=True)
    full = values[counts >= max(2, 0.3 * counts.max())]
    return int(full[-1] - full[0] + 1) if len(full) else 0


def windows(labels: dict[Label, int], size: int, limit: int = 3) -> list[Label]:
    """Top-left labels of the size×size windows that hold the most cells, the fullest first."""
    columns = np.array([label[0] for label in labels])
    rows = np.array([label[1] for label in labels])
    found = []
    for column in _starts(columns, size):
        for row in _starts(rows, size):
            inside = (columns >= column) & (columns < column + size) & (rows >= row) & (rows < row + size)
            found.append((int(inside.sum()), column, row))
    found.sort(key=lambda entry: -entry[0])
    fewest = max(FEWEST_CELLS, 0.3 * size * size, 0.9 * found[0][0])
    return [(column, row) for count, column, row in found[:limit] if count >= fewest]


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
    degree = 3 if len(inside) >= 40 else 2 if len(inside) >= 20 else 1
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
        weight = 1 / (1 + (residual / (2 * np.median(residual) + 0.5)) ** 2)
    return np.asarray(terms(wanted) @ coefficients)
