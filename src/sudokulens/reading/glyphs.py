"""Equal glyphs are equal symbols: a page's own type helps to read what the network barely knows.

On boards above 9×9 some symbols are rare in any training set: letters in lower case, numbers of two digits in outlined
type. But a board is set in one type, so the cells that hold one symbol look the same. They are grouped by normalised
cross-correlation, every group is read as one, and no two groups may be the same symbol.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.assignment import assignment_shares
from sudokulens.reading.chance import FLOOR
from sudokulens.reading.letters import CLASSES, KNOWN, NUMBER, number_shares, shape_shares
from sudokulens.reading.reading import Reading
from sudokulens.vision.cells import MARGIN_CELLS

SAME_GLYPH = 0.93
"""The mean cross-correlation above which two groups are one symbol.

In lower-case and in outlined type 99 % of equal symbols have 0.93 or more, and no two different ones have 0.94.
"""

ALIKE = 0.75
"""The same where there are more groups than symbols: in thin or small type equal symbols have as little as 0.8."""

MAX_KNOWN_NUMBER = 16
"""The largest number that the networks read as such."""

RIM = 0.125
"""What is cut away on every side of a cell, as a share of it: its lines."""

FAINTEST_INK = 0.3
"""Of the strongest ink of a cell, what counts as ink at all: less is paper, JPEG noise, or a shaded ground."""

MAX_SHIFT = 2
"""Pixels of a canvas at 48 a cell by which two glyphs may lie apart after their centres of gravity were aligned."""

MAX_WITNESS_CELLS = 4
"""Only this many cells of a group count as independent evidence: all share what makes the symbol hard to read."""


def by_glyphs(reading: Reading, canvas: NDArray[np.uint8]) -> Reading:
    """The reading with equal glyphs read as one symbol; as it was where the cells have more shapes than symbols.

    `canvas` is the upright page that was read, in RGB.
    """
    filled = np.flatnonzero(reading.digits[:, 0] < 0.5)
    if len(filled) < reading.size:
        return reading
    ink = inked(canvas, reading.size)[filled]
    digits = reading.digits.copy()
    by_network = digits[filled, 1:] / digits[filled, 1:].sum(axis=1, keepdims=True)
    likeness = correlations(np.stack([_centred(glyph) for glyph in ink]))
    groups = grouped(likeness, reading.size, agreement(by_network))
    if len(groups) > reading.size:
        return reading
    by_shape = shape_shares(ink)
    by_number = number_shares(ink, reading.size) if reading.size > MAX_KNOWN_NUMBER else None
    witnesses = [each for each in (by_network, by_shape, by_number) if each is not None]
    costs = np.stack([_cost(*(_together(shares[group]) for shares in witnesses)) for group in groups])
    for group, symbol in zip(groups, assignment_shares(costs), strict=True):
        cells = filled[group]
        digits[cells, 1:] = (1 - digits[cells, :1]) * symbol
    return replace(reading, digits=digits)


def inked(canvas: NDArray[np.uint8], size: int) -> NDArray[np.float32]:
    """(cells, side, side): the ink of every cell, whatever its colour is."""
    cell = len(canvas) // round(size + 2 * MARGIN_CELLS)
    start, rim = round(MARGIN_CELLS * cell), round(RIM * cell)
    grey = cv2.cvtColor(canvas, cv2.COLOR_RGB2GRAY).astype(np.float32)
    inner = grey[start : start + size * cell, start : start + size * cell].reshape(size, cell, size, cell)
    cells = inner.transpose(0, 2, 1, 3).reshape(size * size, cell, cell)[:, rim : cell - rim, rim : cell - rim]
    return np.stack([_ink(each) for each in cells])


def _ink(cell: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far every pixel is from the cell's ground, 0 where that is next to nothing."""
    flat = cell.ravel()
    ink = np.abs(cell - np.partition(flat, flat.size // 2)[flat.size // 2])
    return np.where(ink > FAINTEST_INK * ink.max(), ink, np.float32(0))


def _centred(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    side = len(ink)
    moments = cv2.moments(ink)
    mass = max(moments["m00"], 1e-6)
    across, down = (side - 1) / 2 - moments["m10"] / mass, (side - 1) / 2 - moments["m01"] / mass
    return np.asarray(cv2.warpAffine(ink, np.array([[1, 0, across], [0, 1, down]]), (side, side)), dtype=np.float32)


def correlations(glyphs: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, n): the normalised cross-correlation of every two glyphs, at the shift that suits them best."""
    fixed = _normalised(glyphs)
    best = fixed @ fixed.T
    shifts = range(-MAX_SHIFT, MAX_SHIFT + 1)
    for down in shifts:
        for across in shifts:
            shifted = _normalised(np.roll(glyphs, (down, across), axis=(1, 2)))
            np.maximum(best, fixed @ shifted.T, out=best)
    return np.asarray(np.maximum(best, best.T), dtype=np.float32)


def _normalised(glyphs: NDArray[np.float32]) -> NDArray[np.float32]:
    flat = glyphs.reshape(len(glyphs), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6), dtype=np.float32)


def agreement(shares: NDArray[np.floating]) -> NDArray[np.float32]:
    """(n, n): how far every two cells are read alike, the Bhattacharyya coefficient of their probabilities."""
    roots = np.sqrt(shares.astype(np.float32))
    return np.asarray(roots @ roots.T, dtype=np.float32)


def grouped(
    likeness: NDArray[np.float32], symbols: int, agreement: NDArray[np.float32] | None = None
) -> list[list[int]]:
    """Agglomerative clustering with average linkage, until no two groups are alike enough.

    While there are more groups than symbols, some of them are the same one, and less will do: of shapes so far apart
    those are joined first that read alike, for a blurred 6 is more like an 8 than like a 6 that touches a line.
    """
    groups = [[index] for index in range(len(likeness))]
    means = likeness.astype(np.float64)
    alike = np.ones_like(means) if agreement is None else agreement.astype(np.float64)
    np.fill_diagonal(means, -1)
    for count in range(len(likeness), 0, -1):
        if (first_second := _closest(means, alike, count > symbols)) is None:
            break
        first, second = first_second
        counts = len(groups[first]), len(groups[second])
        for table in (means, alike):
            table[first] = table[:, first] = np.average(table[[first, second]], axis=0, weights=counts)
        means[first, first] = means[second] = means[:, second] = -1
        groups[first], groups[second] = groups[first] + groups[second], []
    return [group for group in groups if group]


def _closest(means: NDArray[np.float64], alike: NDArray[np.float64], too_many: bool) -> tuple[int, int] | None:
    """The two groups to join next; None where no two are alike enough."""
    best = int(means.argmax())
    if means.flat[best] < SAME_GLYPH:
        best = int(np.where(means >= ALIKE, means * alike, -1).argmax())
        if not too_many or means.flat[best] < ALIKE:
            return None
    first, second = np.unravel_index(best, means.shape)
    return int(first), int(second)


def _cost(
    network: NDArray[np.float64], shape: NDArray[np.float64], number: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """What every value costs, in nats, as the one that all cells of a group hold.

    The networks speak of the symbols that they know, the shape alone of the others: letters, and numbers above 16.
    """
    mixed = network * shape[KNOWN].sum()
    if number is not None:
        two_digits = shape[CLASSES.index(NUMBER)]
        mixed += two_digits * (number - network)
    for symbol in np.flatnonzero(~KNOWN):
        value = ord(CLASSES[symbol].upper()) - ord("A") + 10
        if value <= len(mixed):
            mixed[value - 1] += shape[symbol]
    return np.asarray(-np.log(np.maximum(mixed, FLOOR)))


def _together(shares: NDArray[np.floating]) -> NDArray[np.float64]:
    """The probabilities of what all the cells hold, from those of each."""
    nats = np.log(np.maximum(shares.astype(np.float64), FLOOR)).mean(axis=0) * min(len(shares), MAX_WITNESS_CELLS)
    likely = np.exp(nats - nats.max())
    return np.asarray(likely / likely.sum())
