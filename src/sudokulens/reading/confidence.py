"""How sure a board is, as a calibrated probability, and which cells to look at again.

The lawful readings that the search found, weighed by their prices, give every cell a probability that already knows
the rules. Two things may be unsure. The puzzle: its probability is calibrated on readings of real photos, for networks
are surer than they should be, most of all where the rules had to overrule them. And single entries, which the rules
cannot settle: a person may have written anything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.chance import EVEN, logistic
from sudokulens.reading.judge import Judge
from sudokulens.reading.options import hand_share, has_mistakes, reconciled
from sudokulens.reading.reading import Reading
from sudokulens.reading.search import Findings, Lawful, Limits, find_clashes
from sudokulens.reading.verdict import Doubt

ACCEPTED = 0.985
"""A puzzle at least this sure carries no doubt, apart from entries that may be misread.

None of 1,747 such readings of good and bad photos, by networks that had not seen them, was wrong; nor any of 1,856 by
networks trained later, of which the surest wrong one came to 0.983.
"""

SURE_CELL = 0.97
"""Every cell below this probability, rules and rivals considered, is named; an entry changed by the rules, too."""

CLEARLY_WRITTEN: float = fitted("handwriting")["clear"]
"""A person is told of a mistake without a question where the ink alone gives the digit at least this probability."""

LEGIBLE: float = fitted("handwriting")["legible"]
"""An entry that agrees with the solution is asked about all the same where the ink alone gives it less than this.

The prior that people write what is right would hide the mistakes among those.
"""

MIN_NAMED_PROBABILITY = 0.01
"""Alternatives below this probability are not worth a person's time."""

FEATURES = ("margin", "price", "confirmed", "vague")
WEIGHTS: tuple[float, ...] = (-2.7, 1.0, -0.03, 1.0, -0.8)
"""Logistic regression: the bias, then one weight per feature.

Fitted as `python -m benchmarks.reading.calibration` does, then rounded, with the price held to count against a board
and vagueness counted somewhat more than fits best: it is what the one silent error in cross-validation came from.
"""

MAX_MARGIN_NATS = Limits().window


@dataclass(frozen=True, slots=True, eq=False)
class Rivals:
    """The lawful readings found, weighed: those that leave the puzzle as it is differ in entries alone."""

    findings: Findings
    same_puzzle: NDArray[np.bool_]
    """(readings,): true for those with the solution and the print of the cheapest one."""

    @staticmethod
    def of(reading: Reading, findings: Findings) -> Rivals:
        best = findings.lawful[0]
        printed = hand_share(reading.ink) < 0.5
        return Rivals(findings, np.array([_same_puzzle(best, found, printed) for found in findings.lawful]))

    @property
    def weights(self) -> NDArray[np.float64]:
        prices = np.array([found.price for found in self.findings.lawful])
        return np.asarray(np.exp(prices[0] - prices))

    @property
    def margin(self) -> float:
        """Nats to the next reading that makes it another puzzle, as far as was searched."""
        prices = [f.price for f, same in zip(self.findings.lawful, self.same_puzzle, strict=True) if not same]
        return max(0.0, min(self.findings.frontier, *prices, np.inf) - self.findings.lawful[0].price)

    @property
    def share(self) -> float:
        """The part of the probability that leaves the puzzle as it is."""
        return float(self.weights[self.same_puzzle].sum() / self.weights.sum())

    def cell_probabilities(self, among: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """(cells, n + 1): the probability of every value among these readings, or some of them."""
        best = self.findings.lawful[0]
        table = np.zeros((len(best.values), int(best.solution.max()) + 1))
        cells = np.arange(len(table))
        for number, found in enumerate(self.findings.lawful):
            if among is None or among[number]:
                table[cells, found.values] += self.weights[number]
        return np.asarray(table / table.sum(axis=1, keepdims=True))


def _same_puzzle(best: Lawful, other: Lawful, printed: NDArray[np.bool_]) -> bool:
    differs = best.values != other.values
    return not (differs & printed).any() and bool((best.solution == other.solution).all())


def features_of(reading: Reading, rivals: Rivals) -> NDArray[np.float64]:
    """What tells right puzzles from wrong ones, in the order of FEATURES.

    - margin: nats to the next lawful board of another puzzle, as far as was searched;
    - price: nats above the plain reading, less what mistakes cost;
    - confirmed: 1 where every cell is as the network saw it;
    - vague: the logarithm of how likely the least certain cell holds print where it seems empty, or the other way
      round. A missing given breaks no rule, so the search cannot weigh it.
    """
    best = rivals.findings.lawful[0]
    confirmed = bool((best.values == reading.values()).all())
    return np.array(
        [
            min(rivals.margin, MAX_MARGIN_NATS),
            0.0 if confirmed else best.price,
            float(confirmed),
            math.log(_most_vague(reading) + 1e-3),
        ]
    )


def _most_vague(reading: Reading) -> float:
    empty = reconciled(reading.digits, reading.ink)[:, 0]
    return float((np.minimum(empty, 1 - empty) * (1 - hand_share(reading.ink))).max())


def confidence_in_puzzle(reading: Reading, rivals: Rivals) -> float:
    """The probability that the cheapest lawful board is right, apart from entries that the ink leaves open."""
    evidence = WEIGHTS[0] + float(np.dot(WEIGHTS[1:], features_of(reading, rivals)))
    return min(float(logistic(evidence)), rivals.share)


def confidence_in_entries(reading: Reading, rivals: Rivals) -> float:
    """The probability that the entries are right, if the puzzle is."""
    return float(rivals.weights[0] / rivals.weights[rivals.same_puzzle].sum())


def confidence_of_plain(reading: Reading, several: bool) -> float:
    """The probability that a reading which the rules do not confirm is right in every cell."""
    own = float(np.exp(np.log(np.maximum(reading.digits.max(axis=1), 1e-6)).sum()))
    return own if several else own * EVEN


def doubts_of_lawful(reading: Reading, rivals: Rivals, confidence: float) -> tuple[Doubt, ...]:
    """The cells that may be wrong, the likeliest first; `confidence` is that in the puzzle."""
    best = rivals.findings.lawful[0]
    # Under a pen or a finger the rules may put a digit where nothing was to be seen, and be wrong.
    appeared = (reading.values() == 0) != (best.values == 0)
    settled = confidence >= ACCEPTED and not appeared.any()
    entries = rivals.cell_probabilities(rivals.same_puzzle)
    table = entries if settled else _unsettled(reading, rivals, confidence, entries)
    limits = np.where(best.slips, _sure_mistake(reading), SURE_CELL)
    illegible = illegible_entries(reading, best.values, best.slips)
    table[illegible], limits[illegible] = reading.digits[illegible], np.inf
    doubts = _doubts(table, best.values, limits, reading)
    return doubts or (() if settled else _least_sure_given(table, best, reading))


def _unsettled(
    reading: Reading, rivals: Rivals, confidence: float, entries: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(cells, n + 1): the probability of every value where the puzzle itself is doubtful.

    The rules have as much of a say as the board is likely to be right: with a wrong cell among them they mislead.
    """
    best = rivals.findings.lawful[0]
    table = confidence * rivals.cell_probabilities() + (1 - confidence) * reading.digits
    # A cell that was overruled stays open to doubt whatever its lawful rivals are.
    overruled = reading.digits[np.arange(len(table)), best.values] < 0.5
    table[overruled] = (table[overruled] + reading.digits[overruled]) / 2
    # A digit that contradicts a doubtful solution may be right.
    table[best.slips] = confidence * entries[best.slips]
    table[best.slips, best.solution[best.slips]] += 1 - confidence
    return np.asarray(table)


def illegible_entries(reading: Reading, values: NDArray[np.integer], wrong: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(cells,): entries that the ink alone leaves open, on pages where people make mistakes.

    `wrong` are those that contradict the solution: a person is told of a mistake only where it is clearly written.
    """
    hand = hand_share(reading.ink)
    if not has_mistakes(reconciled(reading.digits, reading.ink), hand):
        return np.zeros(len(values), dtype=np.bool_)
    written = reading.digits[np.arange(len(values)), values]
    return np.asarray((values > 0) & (hand >= 0.5) & (written < np.where(wrong, CLEARLY_WRITTEN, LEGIBLE)))


def _least_sure_given(table: NDArray[np.float64], best: Lawful, reading: Reading) -> tuple[Doubt, ...]:
    """The one doubt of a board that is uncertain though no single cell is: its least certain cell, entries aside."""
    cells = np.arange(len(table))
    own = reading.digits[cells, best.values]
    entries = (best.values > 0) & (hand_share(reading.ink) >= 0.5)
    cell = int(np.lexsort((own, table[cells, best.values], entries))[0])
    return (_doubt(cell, int(best.values[cell]), table[cell]),)


def _sure_mistake(reading: Reading) -> float:
    """The probability, rules and rivals considered, above which a mistake is reported: higher where none is expected.

    Where some are, the ink must be clear (CLEARLY_WRITTEN), and a higher probability than even tells no better.
    """
    digits, hand = reconciled(reading.digits, reading.ink), hand_share(reading.ink)
    return EVEN if has_mistakes(digits, hand) else SURE_CELL


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


def _doubts(
    table: NDArray[np.float64], values: NDArray[np.uint8], limits: NDArray[np.float64], reading: Reading
) -> tuple[Doubt, ...]:
    """Doubts on all cells that are less sure than their limit, the most suspicious first."""
    cells = np.arange(len(values))
    sure, own = table[cells, values], reading.digits[cells, values]
    order = np.lexsort((own, sure))
    return tuple(_doubt(int(c), int(values[c]), table[c]) for c in order if sure[c] < limits[c])


def _named(table: NDArray[np.float64], values: NDArray[np.uint8], own: NDArray[np.floating]) -> tuple[Doubt, ...]:
    """Doubts on all cells that are not sure, the most suspicious first; the least sure cell if all are."""
    cells = np.arange(len(values))
    sure = table[cells, values]
    order = np.lexsort((own, sure))
    unsure = [int(cell) for cell in order if sure[cell] < SURE_CELL] or [int(order[0])]
    return tuple(_doubt(cell, int(values[cell]), table[cell]) for cell in unsure)


def _doubt(cell: int, read: int, probabilities: NDArray[np.float64]) -> Doubt:
    ranked = [int(value) for value in np.argsort(-probabilities, kind="stable") if value != read]
    others = tuple(
        (value, float(probabilities[value])) for value in ranked[:3] if probabilities[value] >= MIN_NAMED_PROBABILITY
    )
    return Doubt(cell, read, float(probabilities[read]), others)
