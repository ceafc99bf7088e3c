"""A rough lattice made exact on the lines of a picture, and scored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import log, sqrt

import numpy as np

from sudokulens.fitted import LogisticRegression, fitted
from sudokulens.vision.cells import Pixels
from sudokulens.vision.covered import cells_under_messages
from sudokulens.vision.lattice_fit import moved_to_lines
from sudokulens.vision.lattice_score import MOSTLY_LINES, LatticeScore, promised_lines, score_lattice
from sudokulens.vision.line_evidence import LINE_CELLS, LineEvidence, gather_evidence, gather_steps
from sudokulens.vision.location import GridLocation, Points, cell_side, flat_lattice, outer_corners, quad_area
from sudokulens.vision.outlines import MIN_SHARE

_NUMBERS: dict[str, float] = fitted("locator")["numbers"]

ROUNDS = 4
"""How often at most a lattice is moved to its lines."""

WINDOW: float = _NUMBERS["window"]
"""How far away, in cells, lines are looked for at first.

Later on the window shrinks with the root of the round, as the error of what is averaged more often does.
"""

DEGREE = 4
"""Of the polynomial that bends the lattice onto its lines: paper curls. Half of it will do in the first round."""

SETTLED_CELLS: float = _NUMBERS["settled_cells"]
"""Once no crossing moves further in a round, the next would move it by a quarter of that."""

MIN_PROMISING_SHARE: float = _NUMBERS["promising_share"]
"""The share of cell sides with a line near from which on fitting is worth while. A lattice that does not score this in
the end is not made exact line by line."""

HOPELESS = (_NUMBERS["hopeless_first"], _NUMBERS["hopeless_second"])
"""Scores after the first and the second round from which hardly any lattice ever came to be a grid."""

CONVINCING_SCORE: float = _NUMBERS["convincing_score"]
"""From here on lines alone may decide which of two lattices is the grid, and no other guess at the place is tried."""


@cache
def _model() -> LogisticRegression:
    return LogisticRegression.of(fitted("place")["weights"])


@dataclass(frozen=True, slots=True)
class GridFit:
    """A located grid with what was seen at its lines."""

    location: GridLocation
    seen: LatticeScore
    share: float
    """Of the picture's area."""

    @property
    def features(self) -> dict[str, float]:
        """What speaks for a Sudoku grid.

        - present, weakest, between, boxed, boxes alone: what was seen at the lines (`LatticeScore`);
        - no border: how complete the lines within a grid are that has none around it;
        - beyond: how far the grid goes on beyond one of its sides, unless boxes set it apart: a part of another guess;
        - usual size: 1 for a 9×9;
        - area: the logarithm of the share of the picture; what has too few pixels is no less likely with fewer yet.
        """
        seen = self.seen
        return {
            "present": seen.present,
            "weakest": seen.weakest,
            "between": seen.between,
            "boxed": seen.boxed,
            "boxes alone": seen.boxes_alone,
            "no border": seen.inside,
            "beyond": max(seen.outside) * (1 - seen.boxed),
            "usual size": float(self.location.size == 9),
            "area": log(min(max(self.share, MIN_SHARE**2), 1.0)),
        }

    @property
    def log_odds(self) -> float:
        """How probably it is a grid, by all that lines tell: the fitted score that sorts and admits places."""
        return _model().log_odds(self.features)

    @property
    def settled(self) -> bool:
        """Whether lines alone leave no doubt about which lattice lies at this place."""
        return self.location.score >= CONVINCING_SCORE and (self.seen.boxed > 0.5 or max(self.seen.outside) < 0.5)

    @property
    def of_its_size(self) -> bool:
        """False where it may be a 9×9 with a ruled row and column of labels: another size, and no boxes to show."""
        return self.location.size == 9 or self.seen.boxed > 0.5

    def moved(self, scale: float) -> GridFit:
        return replace(self, location=self.location.moved(scale))


def fit_lattice(grey: Pixels, lattice: Points, evidence: LineEvidence | None = None) -> GridFit | None:
    """The lattice on the dark lines near its rough place; None where there are hardly any or it folds over.

    `evidence` is what was gathered at the rough lattice, for callers that have it already.
    """
    evidence = evidence or gather_evidence(grey, lattice)
    promise = promised_lines(evidence)
    if promise < MIN_PROMISING_SHARE:
        return None
    highest = min(DEGREE, evidence.size // 2)
    for turn in range(ROUNDS):
        before = lattice
        lattice = moved_to_lines(before, evidence, _window(turn), highest if turn else min(DEGREE // 2, highest))
        if not is_regular(lattice):
            return None
        evidence = gather_evidence(grey, lattice)
        seen = score_lattice(evidence)
        if turn < len(HOPELESS) and seen.total < HOPELESS[turn]:
            return None
        if turn > 0 and np.abs(lattice - before).max() < SETTLED_CELLS * cell_side(lattice):
            break
    if MOSTLY_LINES <= seen.present < 1:
        seen = score_lattice(evidence, gather_steps(grey, lattice), cells_under_messages(evidence))
    score = max(0.0, seen.total - max(0.0, _kink(lattice) - LINE_CELLS))
    if evidence.size > 8 and score >= MIN_PROMISING_SHARE:
        lattice = _line_by_line(grey, lattice, evidence)
    location = GridLocation.from_lattice(lattice, score, seen.boxed)
    return GridFit(location, seen, quad_area(location.corners) / grey.size)


def _window(turn: int) -> float:
    return WINDOW / sqrt(turn + 1)


def _line_by_line(grey: Pixels, lattice: Points, evidence: LineEvidence) -> Points:
    """The lattice with each line on its own; twice where the first time moved something far."""
    moved = moved_to_lines(lattice, evidence, _window(1), DEGREE, local=True)
    if np.abs(moved - lattice).max() > SETTLED_CELLS / 2 * cell_side(lattice):
        moved = moved_to_lines(moved, gather_evidence(grey, moved), _window(1), DEGREE, local=True)
    return moved


def is_regular(lattice: Points) -> bool:
    """Whether all cells turn the same way round, the lattice does not overlap itself, and no line has a kink."""
    across = lattice[:-1, 1:] - lattice[:-1, :-1]
    down = lattice[1:, :-1] - lattice[:-1, :-1]
    areas = across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]
    if not np.isfinite(areas).all() or areas.min() <= 0:
        return False
    whole = quad_area(outer_corners(lattice))
    return bool(whole > 0.5 * areas.sum()) and _kink(lattice) < 2 * LINE_CELLS


def _kink(lattice: Points) -> float:
    """The largest second difference along any line, beyond what perspective explains, in cells."""
    flat = flat_lattice(outer_corners(lattice), len(lattice) - 1)
    bend = lattice - flat
    across, down = bend[:, 2:] - 2 * bend[:, 1:-1] + bend[:, :-2], bend[2:] - 2 * bend[1:-1] + bend[:-2]
    return max(float(np.abs(across).max()), float(np.abs(down).max())) / cell_side(lattice)
