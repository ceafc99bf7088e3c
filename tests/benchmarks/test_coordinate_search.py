"""Numbers move where two sets of samples agree, and of all others is told whether they make a difference."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from benchmarks.coordinate_search import CoordinateSearch, Losses, Numbers, moved


def losses(best: dict[str, float], numbers: Numbers, seed: int = 1) -> Losses:
    """As far as the numbers are from the best ones, with noise from sample to sample."""
    noise = np.random.default_rng(seed).normal(0, 0.01, 50)
    apart = sum(abs(numbers[name] - best[name]) for name in best)
    return Losses(apart * (1 + noise), np.zeros(50), 0)


def searched(numbers: dict[str, float], best: dict[str, float], held_out: dict[str, float]) -> CoordinateSearch:
    search = CoordinateSearch(dict(numbers), partial(losses, best), partial(losses, held_out, seed=2))
    for name in numbers:
        search.improve(name)
    return search


def test_a_number_moves_where_the_held_out_samples_agree() -> None:
    search = searched({"share": 0.5}, {"share": 0.9}, {"share": 0.8})
    assert search.numbers == {"share": moved(0.5, 1.2)}
    assert search.seen["share"].startswith("moved from 0.5 (loss ")


def test_a_number_stays_where_they_do_not() -> None:
    search = searched({"share": 0.5}, {"share": 0.9}, {"share": 0.2})
    assert search.numbers == {"share": 0.5}
    assert search.seen["share"].startswith("kept: worse at ")


def test_a_number_that_makes_no_difference_is_flat() -> None:
    search = searched({"share": 0.5, "idle": 3.0}, {"share": 0.5}, {"share": 0.5})
    assert search.seen["idle"].startswith("flat (loss ")
    assert search.seen["share"].startswith("kept: worse at ")


def test_no_number_moves_that_loses_more() -> None:
    def lossy(numbers: Numbers) -> Losses:
        found = losses({"share": 0.9}, numbers)
        return Losses(found.each, found.time, int(numbers["share"] > 0.5))

    search = CoordinateSearch({"share": 0.5}, lossy, lossy)
    search.improve("share")
    assert search.numbers == {"share": 0.5}


def test_no_number_moves_for_time_alone_but_is_kept_by_it() -> None:
    def slow(numbers: Numbers) -> Losses:
        return Losses(np.ones(50), np.full(50, numbers["share"]) + np.linspace(0, 0.01, 50), 0)

    search = CoordinateSearch({"share": 0.5}, slow, slow)
    search.improve("share")
    assert search.numbers == {"share": 0.5}
    assert search.seen["share"].startswith("kept: worse at ")


@pytest.mark.parametrize("value", [0.01, 0.5, 0.97, 1.35, 18.0])
def test_steps_keep_shares_shares_and_lead_back(value: float) -> None:
    assert (moved(value, 1.2) < 1) == (value < 1)
    assert moved(moved(value, 1.2), -1.2) == pytest.approx(value, rel=0.01)
