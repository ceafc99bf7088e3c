"""Ink that hangs together, counted however many pieces there are."""

from __future__ import annotations

import numpy as np
import pytest

from sudokulens.vision import ink


@pytest.mark.parametrize("counts", [False, ink.COUNTS_SHORT_LABELS])
@pytest.mark.parametrize("connectivity", [4, 8])
def test_more_pieces_than_16_bits_count_are_told_apart(
    connectivity: int, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture of noise has as many; OpenCV before 4.13 crashed on it."""
    monkeypatch.setattr(ink, "COUNTS_SHORT_LABELS", counts)
    mask = np.zeros((600, 600), np.uint8)
    mask[::2, ::2] = 255
    labels, stats = ink.connected(mask, connectivity)
    assert len(stats) == 300 * 300 + 1
    assert labels.max() == 300 * 300
