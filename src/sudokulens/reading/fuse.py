"""Several readings of the same grid made into one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.reading import Reading


def fuse(readings: Sequence[Reading]) -> Reading:
    """The geometric mean of the readings: what any of them finds unlikely stays unlikely."""
    if len(readings) == 1:
        return readings[0]
    return Reading(
        digits=_mean([reading.digits for reading in readings]),
        ink=_mean([reading.ink for reading in readings]),
        turn=_mean([reading.turn for reading in readings]),
        sudoku=float(np.prod([reading.sudoku for reading in readings]) ** (1 / len(readings))),
        model=" + ".join(dict.fromkeys(reading.model for reading in readings)),
    )


def _mean(tables: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The normalised geometric mean of probabilities along the last axis."""
    logarithms = np.mean([np.log(np.maximum(table, 1e-9)) for table in tables], axis=0)
    shares = np.exp(logarithms - logarithms.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True), dtype=np.float32)
