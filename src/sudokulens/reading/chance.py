"""Probabilities and their log-odds, for all of `reading/`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

EVEN = 0.5
"""The probability above which something is more likely than not: the threshold where both errors cost the same."""

FLOOR = 1e-6
"""No network is surer than this of what it did not see."""


def log_odds(probability: Any, floor: float = FLOOR) -> NDArray[np.float64]:
    """The logarithm of p to 1 - p, with p held within `floor` and 1 - `floor`."""
    held = np.clip(np.asarray(probability, dtype=np.float64), floor, 1 - floor)
    return np.asarray(np.log(held) - np.log1p(-held))


def logistic(odds: Any) -> NDArray[np.float64]:
    """The probability with these log-odds."""
    return np.asarray(1 / (1 + np.exp(-np.asarray(odds, dtype=np.float64))))
