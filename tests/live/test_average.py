"""Frames laid over each other: what is read in their mean."""

from __future__ import annotations

import numpy as np
import pytest

from sudokulens import Board, LiveTracker, Scanner
from sudokulens.live.average import Average, read_average
from sudokulens.vision.frame import Frame
from sudokulens.vision.locate import locate
from tests.moving_pages import CELL, shot
from tests.pictures import flat_grid

PUZZLE = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
FAR_TOO_NOISY = 90.0


def test_the_mean_of_many_frames_is_rounded_and_holds_all_of_them_alike() -> None:
    frames = [np.full((2, 2, 3), value, np.uint8) for value in (0, 255, 255, 255)]
    average = Average()
    for frame in frames:
        average = average.plus([frame, frame[:1]])
    assert average.frames == 4
    first, second = average.canvases()
    assert (first == 191).all()
    assert second.shape == (1, 2, 3)


@pytest.mark.slow
def test_more_is_read_in_the_mean_of_noisy_frames_than_in_the_best_of_them() -> None:
    scanner, chance = Scanner(), np.random.default_rng(1)
    page = shot(flat_grid(PUZZLE, CELL), 0).pixels
    place = locate(Frame(page), limit=1)[0]
    average, alone = Average(), []
    for _ in range(6):
        noisy = np.clip(page + chance.normal(0, FAR_TOO_NOISY, page.shape), 0, 255).astype(np.uint8)
        alone.append(read_average(scanner, Average(), Frame(noisy), place)[1])
        average, together = read_average(scanner, average, Frame(noisy), place)
    values = np.array(PUZZLE.values)
    right = [float(reading.digits[np.arange(81), values].min()) for reading in (*alone, together)]
    assert right[-1] > max(right[:-1])
    assert (together.values() == values).all()


def test_a_clear_page_is_solved_in_its_first_frame() -> None:
    with LiveTracker(Scanner()) as tracker:
        assert tracker.update(shot(flat_grid(PUZZLE, CELL), 0).pixels).solution is not None
