from __future__ import annotations

import numpy as np
import pytest

from sudokulens.reading.reading import Ink, Reading


def reading_of(values: list[int], inks: list[Ink], confidence: float = 0.97) -> Reading:
    """A 2×2 reading that is `confidence` sure of every cell."""
    digits = np.full((4, 3), (1 - confidence) / 2, dtype=np.float32)
    digits[np.arange(4), values] = confidence
    ink = np.full((4, 4), (1 - confidence) / 3, dtype=np.float32)
    ink[np.arange(4), inks] = confidence
    turn = np.array([0.1, 0.7, 0.1, 0.1], dtype=np.float32)
    return Reading(digits, ink, turn, sudoku=0.9, model="test")


def test_values_and_givens_follow_the_most_probable_columns() -> None:
    reading = reading_of([1, 2, 0, 1], [Ink.PRINT, Ink.HAND, Ink.NONE, Ink.PRINT])
    assert reading.size == 2
    assert reading.values().tolist() == [1, 2, 0, 1]
    assert reading.givens().tolist() == [True, False, False, True]
    assert reading.quarter_turns == 1


def test_wrong_shapes_name_what_was_expected_and_what_came() -> None:
    sure = reading_of([1, 1, 1, 1], [Ink.PRINT] * 4)
    with pytest.raises(ValueError, match=r"ink: expected shape \(4, 4\), got \(4, 3\)"):
        Reading(sure.digits, sure.ink[:, :3], sure.turn, 0.9, "test")


def test_arrays_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        reading_of([1, 1, 1, 1], [Ink.PRINT] * 4).digits[0, 0] = 1
