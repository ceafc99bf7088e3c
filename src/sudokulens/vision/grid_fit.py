"""A rough lattice made exact on the lines of a picture, and scored."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from sudokulens.vision.cells import Pixels
from sudokulens.vision.lattice_fit import moved_to_lines
from sudokulens.vision.lattice_score import LatticeScore, score_lattice
from sudokulens.vision.line_evidence import gather_evidence
from sudokulens.vision.location import GridLocation, Points, outer_corners, quad_area

ROUNDS = ((0.3, 2), (0.22, 3), (0.18, 4))
"""Window in cells and degree of the polynomial, from rough to exact."""

HOPELESS = 0.12


@dataclass(frozen=True, slots=True)
class GridFit:
    """A located grid with what was seen at its lines."""

    location: GridLocation
    seen: LatticeScore

    @property
    def rank(self) -> float:
        """What sorts grids: the score first, then size and darkness of the lines."""
        area = max(quad_area(self.location.corners), 1.0)
        return self.location.score + 0.1 * log(area) + 0.1 * log(max(self.seen.contrast, 1.0))

    def moved(self, scale: float) -> GridFit:
        return GridFit(self.location.moved(scale), self.seen)


def fit_lattice(grey: Pixels, lattice: Points) -> GridFit | None:
    """The lattice on the dark lines near its rough place; None where there are hardly any or it folds over."""
    evidence = gather_evidence(grey, lattice)
    for turn, (window, degree) in enumerate(ROUNDS):
        lattice = moved_to_lines(lattice, evidence, window, degree)
        if not is_regular(lattice):
            return None
        evidence = gather_evidence(grey, lattice)
        if turn == 0 and score_lattice(evidence).present < HOPELESS:
            return None
    seen = score_lattice(evidence)
    return GridFit(GridLocation.from_lattice(lattice, seen.total), seen)


def quick_score(grey: Pixels, lattice: Points) -> float:
    """The score of a lattice as it stands."""
    return score_lattice(gather_evidence(grey, lattice)).total


def is_regular(lattice: Points) -> bool:
    """Whether all cells turn the same way round and none is many times larger than the others."""
    across = lattice[:-1, 1:] - lattice[:-1, :-1]
    down = lattice[1:, :-1] - lattice[:-1, :-1]
    areas = across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0]
    if not np.isfinite(areas).all() or areas.min() <= 0:
        return False
    whole = quad_area(outer_corners(lattice))
    return bool(areas.max() < 12 * areas.min() and whole > 0.3 * areas.sum())
