"""Which digits were printed and which were written: one fitted model over the digits of a grid.

Every way to part the digits that suggests itself is weighed: by what the network says of their ink, by how far apart
the two sides look (`split_views.py`), and by what is known of printed puzzles. The weights of this log-linear model are
fitted (`fitted/split.json`), so its answer is a probability. The printed digits must have exactly one solution, and a
digit that contradicts the solution was not printed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.reading.judge import Judge
from sudokulens.reading.options import hand_share
from sudokulens.reading.split_views import FEATURES, Page, candidates, distinct, features, surplus

Splits = NDArray[np.bool_]
"""(splits, cells): true where printed."""

UNSURE_PRINT: float = fitted("split")["unsure"]
"""Print that the network is less sure of, in nats, is compared with the rest of the page."""

SURE_SIDE: float = fitted("split")["sure"]
"""Digits that are less probably printed, or written, than this are doubted for their ink."""

MAX_JUDGED_SPLITS = 48
"""How many of the likeliest splits are judged first; the rest only if none of these will do."""

BY_NETWORK = {"network": 1.0, "symmetric": 1.0}
"""Weights for readings without a page to look at: log-probabilities are simply added."""


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Where digits were printed, and how probable it is for each filled cell that it is on the right side."""

    givens: NDArray[np.bool_]
    sure: NDArray[np.float64]


def choose_givens(
    values: NDArray[np.uint8],
    slips: NDArray[np.bool_],
    ink: NDArray[np.float32],
    judge: Judge | None,
    looks: NDArray[np.float64] | None = None,
) -> Split:
    """The most probable split; with a judge, one whose printed digits alone have exactly one solution.

    `looks` are what `ink_looks` found; they are worth looking for where `needs_looks` says so.
    """
    page = Page.of(values, slips, gain_of(ink), looks)
    if not page.cells.size or not needs_looks(values, ink):
        return Split(page.writable, np.ones(len(values)))
    tries = candidates(page)
    scores = _scores(tries, page)
    lawful = _lawful(tries, scores, values, judge)
    around, scores_around = _improved(tries[lawful[0]], page, values, judge)
    near = np.argsort(-scores_around[1:], kind="stable")[:MAX_JUDGED_SPLITS] + 1
    if judge is not None:
        near = near[_are_unique(around[near], values, judge)]
    near = np.append(0, near)
    weighed = np.vstack([tries[lawful], around[near]])
    return Split(around[0], _marginals(weighed, np.append(scores[lawful], scores_around[near]), around[0]))


def needs_looks(values: NDArray[np.uint8], ink: NDArray[np.float32]) -> bool:
    """False where all is surely printed: no digit looks written, and there are no more than a puzzle has givens."""
    raw = gain_of(ink)[values > 0]
    return bool(len(raw) and (raw.min() < UNSURE_PRINT or surplus(np.array(len(raw) / len(values))) > 1))


def gain_of(ink: NDArray[np.float32]) -> NDArray[np.float64]:
    """Nats by which the ink of each cell speaks for print."""
    hand = hand_share(ink)
    return np.asarray(np.log1p(-hand) - np.log(hand))


def _scores(tries: Splits, page: Page) -> NDArray[np.float64]:
    """The logarithm of every split's probability, up to a constant."""
    weights = fitted("split")["weights"] if page.looks is not None else BY_NETWORK
    return np.asarray(features(tries, page) @ np.array([weights.get(name, 0.0) for name in FEATURES]))


def _lawful(
    tries: Splits, scores: NDArray[np.float64], values: NDArray[np.uint8], judge: Judge | None
) -> NDArray[np.intp]:
    """The numbers of the likeliest splits whose givens have one solution, likeliest first; of all if none has."""
    order = np.argsort(-scores, kind="stable")[:MAX_JUDGED_SPLITS]
    if judge is None:
        return order
    unique = order[_are_unique(tries[order], values, judge)]
    if len(unique):
        return unique
    rest = np.argsort(-scores, kind="stable")[MAX_JUDGED_SPLITS:]
    unique = rest[_are_unique(tries[rest], values, judge)]
    return unique if len(unique) else order[:1]


def _are_unique(tries: Splits, values: NDArray[np.uint8], judge: Judge) -> NDArray[np.bool_]:
    if not len(tries):
        return np.zeros(0, dtype=np.bool_)
    return np.asarray(judge(np.where(tries, values, 0).astype(np.uint8))[1] == 1)


def _neighbours(chosen: NDArray[np.bool_], page: Page) -> Splits:
    """The splits in which one digit is on the other side."""
    tries = np.repeat(chosen[None], len(page.cells), axis=0)
    tries[np.arange(len(page.cells)), page.cells] ^= True
    return tries


def _improved(
    chosen: NDArray[np.bool_], page: Page, values: NDArray[np.uint8], judge: Judge | None
) -> tuple[Splits, NDArray[np.float64]]:
    """The split after single digits have changed sides for the better, then its neighbours, and the scores of all."""
    while True:
        tries = np.vstack([chosen[None], _neighbours(chosen, page)])
        scores = _scores(tries, page)
        better = np.flatnonzero(scores > scores[0])
        better = better[np.argsort(-scores[better], kind="stable")]
        if judge is not None:
            better = better[_are_unique(tries[better], values, judge)]
        if not len(better):
            return tries, scores
        chosen = np.asarray(tries[better[0]])


def _marginals(tries: Splits, scores: NDArray[np.float64], chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(cells,): the probability, among these splits, that each digit is on the side it is on in the chosen one."""
    once = distinct(tries)
    shares = np.exp(scores[once] - scores[once].max())
    return np.asarray(shares @ (tries[once] == chosen) / shares.sum())
