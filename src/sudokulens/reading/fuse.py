"""Several readings of the same grid made into one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.reading import FUSED, Reading
from sudokulens.reading.rules import fuse_evidence


def fuse(readings: Sequence[Reading]) -> Reading:
    """The geometric mean of the readings: what any of them finds unlikely stays unlikely."""
    if len(readings) == 1:
        return readings[0]
    return Reading(
        digits=_mean([reading.digits for reading in readings]),
        ink=_mean([reading.ink for reading in readings]),
        turn=_mean([reading.turn for reading in readings]),
        sudoku=float(np.prod([reading.sudoku for reading in readings]) ** (1 / len(readings))),
        model=FUSED.join(dict.fromkeys(name for reading in readings for name in reading.model.split(FUSED))),
        marks=_mean_marks([reading.marks for reading in readings if reading.marks is not None]),
        mark_places=next((reading.mark_places for reading in readings if reading.mark_places is not None), None),
        mark_counts=next((reading.mark_counts for reading in readings if reading.mark_counts is not None), None),
        rules=fuse_evidence([reading.rules for reading in readings if reading.rules is not None]),
    )


def _mean_marks(tables: Sequence[NDArray[np.float32]]) -> NDArray[np.float32] | None:
    """The mean log-odds of independent probabilities, as probabilities again."""
    if not tables:
        return None
    clipped = [np.clip(table, 1e-6, 1 - 1e-6) for table in tables]
    odds = np.mean([np.log(table) - np.log1p(-table) for table in clipped], axis=0)
    return np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float32)


def _mean(tables: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The normalised geometric mean of probabilities along the last axis."""
    logarithms = np.mean([np.log(np.maximum(table, 1e-9)) for table in tables], axis=0)
    shares = np.exp(logarithms - logarithms.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True), dtype=np.float32)
