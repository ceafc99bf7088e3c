"""A lattice drawn onto the lines that are really there, from rough to exact."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.vision.line_evidence import CELL_PIXELS, LINE_CELLS, MARGIN_CELLS, LineEvidence
from sudokulens.vision.location import Points

UNSTEADY = LINE_CELLS * CELL_PIXELS
"""A line that jumps by this much from one cell to the next is hardly one."""

_NUMBERS: dict[str, float] = fitted("locator")["numbers"]

STIFFNESS: float = _NUMBERS["stiffness"]
"""By how much bends of a line are drawn towards none, in units of what one cell's side says about them."""

TRUSTED_SHARE: float = _NUMBERS["trusted_share"]
"""The share of all sides of cells whose lines are weaker than those that are trusted fully, twice over."""

FAR_LINE: float = _NUMBERS["far_line"]
"""The share by which a line counts for less at the edge of the window than in its middle."""

OUTLIERS: float = _NUMBERS["outliers"]
"""From how many times the median distance on a side of a cell loses half of its say, and more."""

SHRINKAGE: float = _NUMBERS["shrinkage"]
"""How many more sides of cells, without a distance, are counted in at every crossing."""

NEXT_SIDE: float = _NUMBERS["next_side"]
"""What the side of a cell says about a crossing one cell further on, to those that meet there."""


def moved_to_lines(
    lattice: Points, evidence: LineEvidence, window_cells: float, degree: int, local: bool = False
) -> Points:
    """The lattice shifted to the nearest lines, as a smooth polynomial of that degree over the whole grid.

    With `local` each line then follows what is left on its own, as lines ruled by hand or on crumpled paper need.
    """
    size = evidence.size
    terms = _side_terms(size, degree)
    offsets, strength = _offsets(evidence.lines[:, 1:-1], size, window_cells)
    trust = np.minimum(2 * strength / (_quantiles(strength, TRUSTED_SHARE) + 1e-6), 1)
    trust *= _steadiness(offsets) * _strong_lines(strength)
    coefficients = _polynomials(terms, offsets.reshape(2, -1), trust.reshape(2, -1), _ridge(degree))
    shifts = (coefficients @ _crossing_terms(size, degree).T).reshape(2, size + 1, size + 1)
    if local:
        shifts += _along_lines(offsets - (coefficients @ terms.T).reshape(offsets.shape), trust)
    # The lattice's own slopes turn canvas pixels into picture pixels; later rounds make up for what they miss.
    slopes = _slopes(size + 1)
    down_slope, across_slope = np.tensordot(slopes, lattice, 1), slopes @ lattice
    moved = shifts[0][..., None] * across_slope + shifts[1].T[..., None] * down_slope
    return np.asarray(lattice + moved / CELL_PIXELS)


def _offsets(
    profiles: NDArray[np.float32], size: int, window_cells: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(2, cells, lines): for every stretch the distance in pixels to the strongest line near, and its strength."""
    reach = round(window_cells * CELL_PIXELS)
    steps = np.arange(-reach, reach + 1)
    columns = line_columns(size)[:, None] + steps
    near = (profiles[:, :, columns] * (1 - FAR_LINE * (steps / (reach + 1)) ** 2)).reshape(-1, len(steps))
    stretches, peak = np.arange(len(near)), near.argmax(axis=1)
    around = np.clip(peak[:, None] + np.arange(-2, 3), 0, 2 * reach)
    weights = near[stretches[:, None], around] ** 2 + 1e-6
    offset = (weights * steps[around]).sum(axis=1) / weights.sum(axis=1)
    # Column k of the canvas has its centre half a pixel further than the line it should lie on.
    return (offset + 0.5).reshape(2, size, -1), near[stretches, peak].reshape(2, size, -1)


@lru_cache(maxsize=32)
def _slopes(lines: int) -> NDArray[np.float64]:
    """The matrix from values at the lines to their slopes there: to both neighbours, at the ends to the only one."""
    return np.asarray(np.gradient(np.eye(lines), axis=0))


def _steadiness(offsets: NDArray[np.float64]) -> NDArray[np.float64]:
    """(2, 1, lines), 0 to 1: a real line runs on from cell to cell, where none is strokes of digits jump about."""
    jumps = np.abs(offsets[:, 1:] - offsets[:, :-1])
    return np.asarray(1 / (1 + (_middle(jumps) / UNSTEADY) ** 2) ** 2)


def _strong_lines(strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """(2, 1, lines), 0 to 1: low for a line that most cells have little of, as where a border is missing."""
    middle = _middle(strength)
    return np.asarray(np.minimum(2 * middle / (_quantiles(middle, 0.5) + 1e-6), 1) ** 2)


def _middle(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median over the cells along every line, the upper one of two."""
    half = values.shape[1] // 2
    return np.partition(values, half, axis=1)[:, half : half + 1]


def line_columns(size: int) -> NDArray[np.intp]:
    """The canvas column just right of every line of the lattice."""
    return (np.arange(size + 1) + MARGIN_CELLS) * CELL_PIXELS


def _polynomials(
    terms: NDArray[np.float64], values: NDArray[np.float64], trust: NDArray[np.float64], ridge: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(2, terms): the coefficients of polynomials through noisy values, one for each way; outliers lose their say."""
    weight = trust
    for _ in range(3):
        left = terms.T * weight[:, None]
        coefficients = np.linalg.solve(left @ terms + ridge, left @ values[..., None])[..., 0]
        residual = np.abs(values - coefficients @ terms.T)
        spread = OUTLIERS * _quantiles(residual, 0.5) + 0.5
        weight = trust / (1 + (residual / spread) ** 2) ** 2
    return np.asarray(coefficients)


@lru_cache(maxsize=8)
def _ridge(degree: int) -> NDArray[np.float64]:
    """What holds coefficients back: strong bends need strong evidence, for there may be few lines to go by."""
    degrees = [i + j for i in range(degree + 1) for j in range(degree + 1 - i)]
    return np.diag([1e-4 if total <= 2 else STIFFNESS for total in degrees])


def quantile(values: NDArray[np.floating], share: float) -> float:
    """The value below which that share of the values lies; numpy's own is ten times slower on so few."""
    place = int(share * values.size)
    return float(np.partition(values, place, axis=None)[place])


def _quantiles(values: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """`quantile` for each way, in the shape to divide by."""
    flat = values.reshape(2, -1)
    place = int(share * flat.shape[1])
    return np.partition(flat, place, axis=1)[:, place].reshape(2, *[1] * (values.ndim - 1))


def _along_lines(residual: NDArray[np.float64], trust: NDArray[np.float64]) -> NDArray[np.float64]:
    """At every crossing the mean residual of the sides above and below it on the same line, drawn towards zero."""
    weight = np.where(np.abs(residual) < LINE_CELLS * CELL_PIXELS, trust, 0.0)
    near = _neighbours(residual.shape[1])
    return np.asarray((near @ (weight * residual)) / (near @ weight + SHRINKAGE))


@lru_cache(maxsize=32)
def _neighbours(size: int) -> NDArray[np.float64]:
    """How much each side of a line says about each crossing on it: the two that meet there most."""
    apart = np.abs(np.arange(size + 1)[:, None] - np.arange(size) - 0.5)
    return np.where(apart < 1, 1.0, np.where(apart < 2, NEXT_SIDE, 0.0))


@lru_cache(maxsize=32)
def _side_terms(size: int, degree: int) -> NDArray[np.float64]:
    """Terms at the middle of every vertical cell side, in the order of the evidence: cell row, then line."""
    across, down = np.meshgrid(np.arange(size + 1.0) / size, (np.arange(size) + 0.5) / size)
    return _terms(across, down, degree)


@lru_cache(maxsize=32)
def _crossing_terms(size: int, degree: int) -> NDArray[np.float64]:
    steps = np.arange(size + 1.0) / size
    return _terms(*np.meshgrid(steps, steps), degree)


def _terms(u: NDArray[np.float64], v: NDArray[np.float64], degree: int) -> NDArray[np.float64]:
    """All products of powers of u and v up to the degree, centred, one row per place."""
    x, y = 2 * u.ravel() - 1, 2 * v.ravel() - 1
    return np.stack([x**i * y**j for i in range(degree + 1) for j in range(degree + 1 - i)], axis=1)
