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

from sudokulens.reading.assignment import assignment_shares, cheapest_assignment
from sudokulens.reading.chance import EVEN, FLOOR
from sudokulens.reading.letters import CLASSES, KNOWN, NUMBER, number_shares, shape_shares
from sudokulens.reading.reading import Ink, Reading
from sudokulens.vision.canvases import BORDER_CELLS
from sudokulens.vision.cells import MARGIN_CELLS

SAME_GLYPH = 0.93
"""The mean cross-correlation above which two groups are one symbol.

In lower-case and in outlined type 99 % of equal symbols have 0.93 or more, and no two different ones have 0.94.
"""

ALIKE = 0.75
"""The same where there are more groups than symbols: in thin or small type equal symbols have as little as 0.8."""

MAX_KNOWN_NUMBER = 16
"""The largest number that the networks read as such."""

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
    # A network spreads what it does not know over all values, "no digit" among them: of those the ink knows better.
    empty = np.minimum(reading.digits[:, 0], 1 - reading.ink[:, Ink.PRINT] - reading.ink[:, Ink.HAND])
    if (empty < EVEN).sum() < reading.size:
        return reading
    filled, ink, likeness = _glyphs(inked(canvas, reading.size), empty < EVEN)
    digits, inks = reading.digits.copy(), reading.ink.copy()
    by_network = digits[filled, 1:] / np.maximum(digits[filled, 1:].sum(axis=1, keepdims=True), FLOOR)
    alike, apart = agreement(by_network), seeing(reading)[np.ix_(filled, filled)]
    groups = grouped(likeness, reading.size, alike, apart)
    if len(groups) > reading.size:
        # An app lets two equal symbols stand in one row, typed as its givens are.
        groups = grouped(likeness, reading.size, alike)
    if len(groups) > reading.size:
        return reading
    costs, lettered = _costs(groups, by_network, ink, reading.size)
    for group, symbol in zip(groups, assignment_shares(costs), strict=True):
        cells = filled[group]
        surest = cells[empty[cells].argmin()]
        digits[cells, 0] = empty[surest]
        digits[cells, 1:] = (1 - empty[surest]) * symbol
        inks[cells[empty[cells] >= EVEN]] = inks[surest]
    return replace(reading, digits=digits, ink=inks, lettered=lettered)


def _costs(
    groups: list[list[int]], by_network: NDArray[np.floating], ink: NDArray[np.float32], size: int
) -> tuple[NDArray[np.float64], bool]:
    """(groups, size): what every value costs as that of a group, and whether the page is written in letters alone."""
    by_shape, by_number = shape_shares(ink), number_shares(ink, size)
    if size <= MAX_KNOWN_NUMBER:
        by_number *= by_network
    witnesses = (by_network, by_shape, by_number)
    mixed = np.stack([_cost(*(_together(shares[group]) for shares in witnesses)) for group in groups])
    alone = np.stack([_cost_of_letters(_together(by_shape[group]), size) for group in groups])
    lettered = _least_cost(alone) < _least_cost(mixed)
    return (alone if lettered else mixed), lettered


def _glyphs(
    ink: NDArray[np.float32], filled: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.float32], NDArray[np.float32]]:
    """The cells that hold a glyph, their ink, and how far every two are alike; what is equal to a glyph is one."""
    strength = ink.max(axis=(1, 2))
    cells = np.flatnonzero(filled | (strength >= EVEN * np.median(strength[filled])))
    likeness = correlations(np.stack([_centred(glyph) for glyph in ink[cells]]))
    equal = np.where(filled[cells], likeness, 0).max(axis=1) >= SAME_GLYPH
    kept = np.flatnonzero(filled[cells] | equal)
    return cells[kept], ink[cells[kept]], likeness[np.ix_(kept, kept)]


def inked(canvas: NDArray[np.uint8], size: int) -> NDArray[np.float32]:
    """(cells, side, side): the ink of every cell, whatever its colour is."""
    cell = len(canvas) // round(size + 2 * MARGIN_CELLS)
    start, rim = round(MARGIN_CELLS * cell), round(BORDER_CELLS * cell)
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


def seeing(reading: Reading) -> NDArray[np.bool_]:
    """(cells, cells): printed cells of one row or column, which hardly ever hold the same symbol.

    Boxes may be irregular, and what a person writes may be wrong.
    """
    row, column = np.divmod(np.arange(len(reading.digits)), reading.size)
    printed = reading.ink[:, Ink.PRINT] > reading.ink[:, Ink.HAND]
    together = (row[:, None] == row) | (column[:, None] == column)
    return np.asarray(together & printed[:, None] & printed)


def grouped(
    likeness: NDArray[np.float32],
    symbols: int,
    agreement: NDArray[np.float32] | None = None,
    apart: NDArray[np.bool_] | None = None,
) -> list[list[int]]:
    """Agglomerative clustering with average linkage, until no two groups are alike enough.

    While there are more groups than symbols, some of them are the same one, and less will do: of shapes so far apart
    those are joined first that read alike, for a blurred 6 is more like an 8 than like a 6 that touches a line. What is
    known to be `apart`, an O and a Q in one row, say, never comes into one group.
    """
    groups = [[index] for index in range(len(likeness))]
    means = likeness.astype(np.float64)
    alike = np.ones_like(means) if agreement is None else agreement.astype(np.float64)
    parted = np.zeros_like(means, dtype=np.bool_) if apart is None else apart.copy()
    np.fill_diagonal(parted, True)
    for count in range(len(likeness), 0, -1):
        if (first_second := _closest(np.where(parted, -1, means), alike, count > symbols)) is None:
            break
        first, second = first_second
        counts = len(groups[first]), len(groups[second])
        for table in (means, alike):
            table[first] = table[:, first] = np.average(table[[first, second]], axis=0, weights=counts)
        parted[first] = parted[:, first] = parted[first] | parted[second]
        parted[second] = parted[:, second] = True
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


def _cost(network: NDArray[np.float64], shape: NDArray[np.float64], number: NDArray[np.float64]) -> NDArray[np.float64]:
    """What every value costs, in nats, as the one that all cells of a group hold.

    The networks speak of the symbols that they know, the shape alone of the others: letters, and numbers above 16;
    of smaller numbers both do.
    """
    two_digits = shape[CLASSES.index(NUMBER)]
    mixed = network * (shape[KNOWN].sum() - two_digits) + number * two_digits
    for symbol in np.flatnonzero(~KNOWN):
        value = ord(CLASSES[symbol].upper()) - ord("A") + 10
        if value <= len(mixed):
            mixed[value - 1] += shape[symbol]
    return np.asarray(-np.log(np.maximum(mixed, FLOOR)))


def _cost_of_letters(shape: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """What every value costs, in nats, on a board that is written in letters alone, from A for 1 on."""
    shares = np.zeros(size)
    for share, symbol in zip(shape, CLASSES, strict=True):
        value = ord(symbol.upper()) - ord("A") + 1 if len(symbol) == 1 else 0
        if 1 <= value <= size:
            shares[value - 1] += share
    return np.asarray(-np.log(np.maximum(shares, FLOOR)))


def _least_cost(costs: NDArray[np.float64]) -> float:
    """What the symbols of all groups cost together, in nats."""
    return float(costs[np.arange(len(costs)), cheapest_assignment(costs)].sum())


def _together(shares: NDArray[np.floating]) -> NDArray[np.float64]:
    """The probabilities of what all the cells hold, from those of each."""
    nats = np.log(np.maximum(shares.astype(np.float64), FLOOR)).mean(axis=0) * min(len(shares), MAX_WITNESS_CELLS)
    likely = np.exp(nats - nats.max())
    return np.asarray(likely / likely.sum())
