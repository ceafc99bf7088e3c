"""What a person has written into a puzzle whose solution is known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.chance import EVEN
from sudokulens.reading.confidence import illegible_entries
from sudokulens.reading.options import AGREEMENT, reconciled, tempered
from sudokulens.reading.reading import Reading

UNCLEAR = -1
"""In place of a value: the ink leaves it open."""


def written_values(reading: Reading, solution: NDArray[np.int64]) -> NDArray[np.int64]:
    """(cells,): the value of each cell if it is an entry, 0 for empty, UNCLEAR where no value is probable enough.

    The weights are those by which entries are decoded together with their puzzle.
    """
    chances = tempered(reconciled(reading.digits, reading.ink), np.ones(len(solution)))
    cells, size = np.arange(len(solution)), reading.size
    # What looks written was expected to be the solution's digit, and is weighed against an empty cell as such.
    chances[:, 0] /= np.where(chances[:, 0] < 0.5, size, 1)
    agreeing = chances[cells, solution] * AGREEMENT
    chances[:, 1:] *= (1 - AGREEMENT) / (size - 1)
    chances[cells, solution] = agreeing
    written = chances.argmax(axis=1)
    sure = chances.max(axis=1) >= EVEN * chances.sum(axis=1)
    sure &= ~illegible_entries(reading, written, written != solution)
    return np.asarray(np.where(sure, written, UNCLEAR), dtype=np.int64)
