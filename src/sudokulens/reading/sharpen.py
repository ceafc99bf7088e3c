"""Which smear to undo before reading again: the one without which the network sees the clearest digits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.reading import Reading
from sudokulens.vision.restore import LIKELY_SMEARS, Smear, WienerFilter, near

Canvas: TypeAlias = NDArray[np.uint8]

Read: TypeAlias = Callable[[Canvas], Reading]

MIN_DIGIT_SHARE = 0.9
"""The share of digits that must survive: undoing a smear that is not there can erase digits, leaving clear cells."""


def clearness(reading: Reading) -> float:
    """The mean logarithm of the probability of each cell's likeliest value: 0 for no doubt at all."""
    return float(np.log(np.maximum(reading.digits.max(axis=1), 1e-4)).mean())


def find_smear(read: Read, canvas: Canvas, cell_pixels: int) -> Smear | None:
    """The smear on an RGB canvas as far as digits tell; None where undoing none of them leaves half as much unclear."""
    # Colours take three times as long and tell nothing about smears.
    grey = np.asarray(cv2.cvtColor(canvas, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    wiener, before = WienerFilter(grey, cell_pixels), read(grey)
    fewest = MIN_DIGIT_SHARE * int((before.values() > 0).sum())

    def clearest(smears: tuple[Smear, ...]) -> tuple[float, Smear]:
        readings = [(read(wiener.without(smear)), smear) for smear in smears]
        return max(((_clear(reading, fewest), smear) for reading, smear in readings), key=lambda entry: entry[0])

    rough = clearest(LIKELY_SMEARS)
    exact = max(rough, clearest(near(rough[1])), key=lambda entry: entry[0])
    return exact[1] if exact[0] > clearness(before) / 2 else None


def _clear(reading: Reading, fewest: float) -> float:
    return clearness(reading) if int((reading.values() > 0).sum()) >= fewest else -np.inf
