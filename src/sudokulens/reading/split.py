"""Which digits were printed and which were written, where ink alone leaves it open.

Three things are known of printed puzzles: the givens have exactly one solution; many puzzles are symmetric under a
half turn, and then without exception; and a digit that contradicts the solution was not printed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.judge import Judge
from sudokulens.reading.looks import LIKELY_INK, differ_in_colour, has_examples, sharpened
from sudokulens.reading.options import hand_share

Looks: TypeAlias = Callable[[], NDArray[np.float64]]
"""Gives what `ink_looks` found, when it is needed."""

SYMMETRIC = 0.4
"""The share of puzzles whose givens lie symmetric under a half turn."""

ALL_PRINTED = 0.6
"""The share of pictures without any handwriting."""

WIDEST_GAP = 4.0

BROKEN_PAIR = 0.002
"""How often a pair of opposite cells breaks the symmetry of a symmetric puzzle: misprints, mostly ours."""


def choose_givens(
    values: NDArray[np.uint8],
    slips: NDArray[np.bool_],
    ink: NDArray[np.float32],
    judge: Judge | None,
    looks: Looks | None = None,
) -> NDArray[np.bool_]:
    """True where a digit was printed; with a judge, the printed digits alone have exactly one solution."""
    gain, writable = _gain(ink), (values > 0) & ~slips
    if looks is not None:
        gain = _compared(gain, looks, values > 0)
    tries = np.vstack([_by_ink(gain, writable), _most_symmetric(gain, writable)])
    scores = _scores(tries, gain, int(writable.sum()))
    scores[:-1] += _gaps(gain[writable])
    if judge is not None:
        unique = judge(np.where(tries, values, 0).astype(np.uint8))[1] == 1
        scores = np.where(unique, scores, -np.inf) if unique.any() else scores
    return np.asarray(tries[np.argmax(scores)])


def _compared(gain: NDArray[np.float64], looks: Looks, filled: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The gain after a comparison of looks, where there are digits of both kinds to compare with."""
    if has_examples(gain, filled):
        return sharpened(gain, looks(), filled)
    if has_examples(gain, filled, LIKELY_INK) and differ_in_colour(gain, found := looks(), filled, LIKELY_INK):
        return sharpened(gain, found, filled, LIKELY_INK)
    return gain


def _gaps(gain: NDArray[np.float64]) -> NDArray[np.float64]:
    """For every threshold the room it leaves to the digits on either side, in nats: a wide gap is a good place."""
    room = np.zeros(len(gain) + 1)
    room[1:-1] = np.minimum(np.diff(np.sort(gain)), WIDEST_GAP)
    return room


def least_clear(values: NDArray[np.uint8], ink: NDArray[np.float32]) -> float:
    """By how many nats the ink of the least clear digit speaks for print or for hand."""
    filled = np.abs(_gain(ink))[values > 0]
    return float(filled.min()) if len(filled) else np.inf


def _gain(ink: NDArray[np.float32]) -> NDArray[np.float64]:
    """Nats by which the ink of each cell speaks for print."""
    hand = hand_share(ink)
    return np.asarray(np.log1p(-hand) - np.log(hand))


def _by_ink(gain: NDArray[np.float64], writable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """All splits by a threshold on the ink: everything printed, all but the most hand-like digit, and so on."""
    filled = np.flatnonzero(writable)
    filled = filled[np.argsort(gain[filled], kind="stable")]
    tries = np.repeat(writable[None], len(filled) + 1, axis=0)
    for step, cell in enumerate(filled, 1):
        tries[step:, cell] = False
    return tries


def _scores(tries: NDArray[np.bool_], gain: NDArray[np.float64], filled: int) -> NDArray[np.float64]:
    """The logarithm of every split's probability, up to a constant."""
    pairs = tries.shape[1] // 2
    broken = (tries[:, :pairs] != tries[:, ::-1][:, :pairs]).sum(axis=1)
    symmetric = (pairs - broken) * np.log((1 - BROKEN_PAIR) / 2) + broken * np.log(BROKEN_PAIR / 2)
    shape = np.logaddexp(np.log(SYMMETRIC) + symmetric, np.log(1 - SYMMETRIC) + pairs * np.log(1 / 4))
    return np.asarray(tries @ gain + shape + _log_counts(filled)[tries.sum(axis=1)])


@lru_cache(maxsize=512)
def _log_counts(filled: int) -> NDArray[np.float64]:
    """By number printed, the log chance that just these of the filled cells were, all shares being equally likely."""
    mixed = math.log(1 - ALL_PRINTED) - math.log(max(1, filled))
    return np.array([mixed - math.log(math.comb(filled, number)) for number in range(filled)] + [math.log(ALL_PRINTED)])


def _most_symmetric(gain: NDArray[np.float64], writable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The best split for a symmetric puzzle: both cells of a pair or neither, unless the ink insists."""
    opposite = gain[::-1]
    both = writable & writable[::-1]
    fine = np.log((1 - BROKEN_PAIR) / BROKEN_PAIR)
    together = np.maximum(gain + opposite, 0.0)
    alone = np.maximum(gain, opposite) - fine
    keep_together = both & (together >= alone)
    givens = np.where(keep_together, gain + opposite > 0, writable & (gain > np.where(both, 0.0, fine)))
    return np.asarray(givens, dtype=np.bool_)
