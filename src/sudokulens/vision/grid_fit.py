"""A rough lattice made exact on the lines of a picture, and scored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log, sqrt

import numpy as np

from sudokulens.vision.cells import Pixels
from sudokulens.vision.lattice_fit import moved_to_lines
from sudokulens.vision.lattice_score import LatticeScore, promised_lines, score_lattice
from sudokulens.vision.line_evidence import LineEvidence, gather_evidence, gather_steps
from sudokulens.vision.location import GridLocation, Points, flat_lattice, outer_corners, quad_area

ROUNDS = ((0.3, 2), (0.22, 4), (0.18, 4), (0.15, 4))
"""Window in cells and degree of the polynomial, from rough to exact."""

LINE_BY_LINE = (0.2, 4)
SETTLED = 0.016
"""Of the grid's side: once no crossing moves further in a round, the next would move it by a quarter of that."""

LEAST_PROMISE, CLEAR_PROMISE = 0.45, 0.8
"""The shares of cell sides with a line near from which on fitting is worth while, and hardly ever hopeless."""

HOPELESS = (0.1, 0.3)
"""Scores after the first and the second round from which hardly any lattice ever came to be a grid."""

LEAST_SCORE = 0.45
"""Below this a lattice is not worth being made exact line by line."""

WORTH_STEPS = 0.6
"""From this share of cell sides with a line on, it is worth looking whether the others have a step in brightness."""

USUAL_KINK, SHARPEST_KINK = 0.1, 0.25
"""In cells: paper bends, but hardly within one cell."""


@dataclass(frozen=True, slots=True)
class GridFit:
    """A located grid with what was seen at its lines."""

    location: GridLocation
    seen: LatticeScore
    kink: float = 0.0
    """The sharpest bend of a line, in cells."""

    @property
    def rank(self) -> float:
        """What sorts grids: the score first, then extent, darkness of the lines, boxes and the usual size.

        A grid that goes on beyond one of its sides is more likely a part of another guess, unless boxes set it apart.
        """
        area = max(quad_area(self.location.corners), 1.0)
        beyond = max(self.seen.outside) * (1 - self.seen.boxed)
        likely = 0.2 * log(area) + 0.1 * log(max(self.seen.contrast, 1.0)) - 0.3 * beyond
        return self.location.score + likely + 0.3 * self.seen.boxed + (0.15 if self.location.size == 9 else 0.0)

    @property
    def settled(self) -> bool:
        """Whether lines alone leave no doubt about which lattice lies at this place."""
        return self.location.score >= 0.9 and (self.seen.boxed > 0.5 or max(self.seen.outside) < 0.3)

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
    if promise < LEAST_PROMISE:
        return None
    seen: LatticeScore | None = None
    for turn, (window, degree) in enumerate(ROUNDS):
        before = lattice
        lattice = moved_to_lines(lattice, evidence, window, min(degree, evidence.size // 2))
        if not is_regular(lattice):
            return None
        evidence = gather_evidence(grey, lattice)
        hopeful = turn >= len(HOPELESS) or (turn == 0 and promise >= CLEAR_PROMISE)
        seen = None if hopeful else score_lattice(evidence)
        if seen is not None and seen.total < HOPELESS[turn]:
            return None
        if turn > 0 and np.abs(lattice - before).max() < SETTLED * np.sqrt(quad_area(outer_corners(lattice))):
            break
    seen = seen or score_lattice(evidence)
    if WORTH_STEPS <= seen.present < 1:
        seen = score_lattice(evidence, gather_steps(grey, lattice))
    kink = _kink(lattice)
    score = max(0.0, seen.total - 0.8 * max(0.0, kink - USUAL_KINK))
    if evidence.size > 8 and score >= LEAST_SCORE:
        lattice = _line_by_line(grey, lattice, evidence)
    return GridFit(GridLocation.from_lattice(lattice, score, seen.boxed), seen, kink)


def _line_by_line(grey: Pixels, lattice: Points, evidence: LineEvidence) -> Points:
    """The lattice with each line on its own; twice where the first time moved something far."""
    moved = moved_to_lines(lattice, evidence, *LINE_BY_LINE, local=True)
    if np.abs(moved - lattice).max() > SETTLED / 2 * np.sqrt(quad_area(outer_corners(lattice))):
        moved = moved_to_lines(moved, gather_evidence(grey, moved), *LINE_BY_LINE, local=True)
    return moved


def is_regular(lattice: Points) -> bool:
    """Whether all cells turn the same way round, none is many times larger than another, and no line has a kink."""
    across = lattice[:-1, 1:] - lattice[:-1, :-1]
    down = lattice[1:, :-1] - lattice[:-1, :-1]
    areas = across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]
    if not np.isfinite(areas).all() or areas.min() <= 0 or areas.max() > 12 * areas.min():
        return False
    whole = quad_area(outer_corners(lattice))
    return bool(whole > 0.3 * areas.sum()) and _kink(lattice) < SHARPEST_KINK


def _kink(lattice: Points) -> float:
    """The largest second difference along any line, beyond what perspective explains, in cells."""
    flat = flat_lattice(outer_corners(lattice), len(lattice) - 1)
    cell_side = sqrt(quad_area(outer_corners(lattice))) / (len(lattice) - 1)
    bend = lattice - flat
    across, down = bend[:, 2:] - 2 * bend[:, 1:-1] + bend[:, :-2], bend[2:] - 2 * bend[1:-1] + bend[:-2]
    return max(float(np.abs(across).max()), float(np.abs(down).max())) / cell_side
