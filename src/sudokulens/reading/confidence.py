"""How sure a board is, as a calibrated probability, and which cells to look at again.

The lawful readings that the search found, weighed by their prices, give every cell a probability that already knows
the rules. The probability of the whole board is then calibrated on readings of real photos: networks are surer than
they should be, most of all where the rules had to overrule them.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.judge import Judge
from sudokulens.reading.options import reconciled
from sudokulens.reading.reading import Reading
from sudokulens.reading.search import Findings, Limits, find_clashes
from sudokulens.reading.verdict import Doubt

ACCEPTED = 0.985
"""A board at least this sure carries no doubt.

None of 1,747 such readings of good and bad photos, by networks that had not seen them, was wrong; nor any of 1,856 by
networks trained later, of which the surest wrong one came to 0.983.
"""

SURE_CELL = 0.97
"""In a doubtful board every cell below this probability is named."""

LEAST_NAMED = 0.01
"""Alternatives below this probability are not worth a person's time."""

FEATURES = ("margin", "price", "slips", "confirmed", "vague")
WEIGHTS = (-2.7, 1.0, -0.03, -5.0, 1.0, -0.8)
"""Logistic regression: the bias, then one weight per feature.

Fitted as `python -m benchmarks.calibration` does, then rounded, with the price held to count against a board and
vagueness counted somewhat more than fits best: it is what the one silent error in cross-validation came from.
"""

LONGEST_MARGIN = Limits().window


def features_of(reading: Reading, findings: Findings) -> NDArray[np.float64]:
    """What tells right boards from wrong ones, in the order of FEATURES.

    - margin: nats to the next lawful board, as far as was searched; price: nats above the plain reading;
    - slips: handwritten digits that contradict the solution;
    - confirmed: 1 where the plain reading had exactly one solution;
    - vague: the logarithm of how likely the least certain cell is filled where it seems empty, or the other way
      round. A missing or an extra entry breaks no rule, so the search cannot weigh it.
    """
    best = findings.lawful[0]
    return np.array(
        [
            min(findings.margin, LONGEST_MARGIN),
            best.price,
            float(best.slips.sum()),
            float(findings.raw_count == 1),
            math.log(_most_vague(reading) + 1e-3),
        ]
    )


def _most_vague(reading: Reading) -> float:
    empty = reconciled(reading.digits, reading.ink)[:, 0]
    return float(np.minimum(empty, 1 - empty).max())


def confidence_of_lawful(reading: Reading, findings: Findings) -> float:
    """The probability that the cheapest lawful board is right in every cell."""
    evidence = WEIGHTS[0] + float(np.dot(WEIGHTS[1:], features_of(reading, findings)))
    calibrated = 1 / (1 + math.exp(-max(-30.0, min(30.0, evidence))))
    return min(calibrated, findings.share)


def confidence_of_plain(reading: Reading, several: bool) -> float:
    """The probability that a reading which the rules do not confirm is right in every cell."""
    own = float(np.exp(np.log(np.maximum(reading.digits.max(axis=1), 1e-6)).sum()))
    return own * (0.9 if several else 0.5)


def cell_probabilities(reading: Reading, findings: Findings) -> NDArray[np.float64]:
    """(cells, n + 1): the probability of every value among the lawful readings found."""
    table = np.zeros(reading.digits.shape)
    cells = np.arange(len(table))
    for found in findings.lawful:
        table[cells, found.values] += np.exp(findings.lawful[0].price - found.price)
    return np.asarray(table / table.sum(axis=1, keepdims=True))


def doubts_of_lawful(reading: Reading, findings: Findings, confidence: float) -> tuple[Doubt, ...]:
    """Nothing for a sure board without slips; else the cells that may be wrong, the likeliest first."""
    best = findings.lawful[0]
    # Under a pen or a finger the rules may put a digit where nothing was to be seen, and be wrong.
    appeared = (reading.values() == 0) != (best.values == 0)
    if confidence >= ACCEPTED and not best.slips.any() and not appeared.any():
        return ()
    cells = np.arange(len(best.values))
    # The rules have as much of a say as the board is likely to be right: with a wrong cell among them they mislead.
    table = confidence * cell_probabilities(reading, findings) + (1 - confidence) * reading.digits
    own = reading.digits[cells, best.values]
    # A cell that was overruled stays open to doubt whatever its lawful rivals are; so does a slip, which may as well
    # be a digit misread.
    overruled = own < 0.5
    table[overruled] = (table[overruled] + reading.digits[overruled]) / 2
    table[best.slips] /= 2
    table[best.slips, best.solution[best.slips]] += 0.5
    return _named(table, best.values, own)


def doubts_of_plain(
    reading: Reading, values: NDArray[np.uint8], geometry: Geometry, judge: Judge, several: bool
) -> tuple[Doubt, ...]:
    """The most suspicious cells of a board that the rules do not confirm, at least one."""
    own = reading.digits[np.arange(len(values)), values].astype(np.float64)
    table = reading.digits.astype(np.float64).copy()
    if not several:
        for cell in _culprits(values, geometry, judge):
            table[cell] *= 0.5
    return _named(table, values, own)


def _culprits(values: NDArray[np.uint8], geometry: Geometry, judge: Judge) -> list[int]:
    """Cells in a clash, or else those without which there would be a solution."""
    clash = find_clashes(values[None].astype(np.uint8), geometry)[0]
    if clash is not None:
        return list(clash)
    filled = np.flatnonzero(values)
    without = np.repeat(values[None], len(filled), axis=0).astype(np.uint8)
    without[np.arange(len(filled)), filled] = 0
    return [int(cell) for cell in filled[judge(without)[1] > 0]]


def _named(table: NDArray[np.float64], values: NDArray[np.uint8], own: NDArray[np.floating]) -> tuple[Doubt, ...]:
    """Doubts on all cells that are not sure, the most suspicious first; the least sure cell if all are."""
    cells = np.arange(len(values))
    sure = table[cells, values]
    order = np.lexsort((own, sure))
    unsure = [int(cell) for cell in order if sure[cell] < SURE_CELL] or [int(order[0])]
    return tuple(_doubt(cell, int(values[cell]), table[cell]) for cell in unsure)


def _doubt(cell: int, read: int, probabilities: NDArray[np.float64]) -> Doubt:
    ranked = [int(value) for value in np.argsort(-probabilities, kind="stable") if value != read]
    others = tuple((value, float(probabilities[value])) for value in ranked[:3] if probabilities[value] >= LEAST_NAMED)
    return Doubt(cell, read, float(probabilities[read]), others)
