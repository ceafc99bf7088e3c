"""Which digits were printed and which were written, where ink alone leaves it open.

Three things are known of printed puzzles: the givens have exactly one solution; many puzzles are symmetric under a
half turn, and then without exception; and a digit that contradicts the solution was not printed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.alignment import follow_network, follow_page, right_way_round
from sudokulens.reading.groups import Groups, find_groups
from sudokulens.reading.judge import Judge
from sudokulens.reading.looks import LIKELY_INK, SHAPE, STROKE, differ_in_colour, has_examples, sharpened
from sudokulens.reading.options import hand_share

Score: TypeAlias = Callable[[NDArray[np.bool_]], NDArray[np.float64]]
"""Splits → the logarithm of their probabilities, up to a constant."""

SYMMETRIC = 0.4
"""The share of puzzles whose givens lie symmetric under a half turn."""

ALL_PRINTED = (0.45, 0.75, 1.0), (0.6, 0.2, 0.1)
"""The share of pictures without any handwriting, by the share of cells that are filled."""

USUAL_GIVENS, FEW_GIVENS, MANY_GIVENS, MOST_GIVENS = 0.35, 0.1, 0.07, 0.55
"""The share of cells that puzzles have printed, how much fewer or more there may be, and what no puzzle has."""

UNSURE_PRINT = 3.5
"""Print that the network is less sure of, in nats, is compared with the rest of the page."""

LIT = 0.25
"""What the network's opinion of a highlighted digit is worth: it goes by the colour."""

MOST_GROUPS, MOST_CHANGES, BATCH = 4, 3, 16

WIDEST_GAP = 4.0

BROKEN_PAIR = 0.002
"""How often a pair of opposite cells breaks the symmetry of a symmetric puzzle: misprints, mostly ours."""


def choose_givens(
    values: NDArray[np.uint8],
    slips: NDArray[np.bool_],
    ink: NDArray[np.float32],
    judge: Judge | None,
    looks: NDArray[np.float64] | None = None,
) -> NDArray[np.bool_]:
    """True where a digit was printed; with a judge, the printed digits alone have exactly one solution.

    `looks` are what `ink_looks` found; they are worth looking for where `needs_looks` says so.
    """
    raw, writable = _gain(ink), (values > 0) & ~slips
    if looks is not None and judge is not None and writable.any():
        groups = find_groups(values, np.flatnonzero(writable), looks)
        if groups.several:
            return _by_groups(values, writable, raw, looks, groups, judge)
        raw = np.where(groups.lit, LIT * raw, raw)
    gain = raw if looks is None else _compared(raw, looks, values > 0)
    tries = np.vstack([_by_ink(gain, writable), _most_symmetric(gain, writable)])
    scores = _scores(tries, gain, int(writable.sum()))
    scores[:-1] += _gaps(gain[writable])
    return np.asarray(tries[_best(tries, scores, values, judge)])


def needs_looks(values: NDArray[np.uint8], ink: NDArray[np.float32]) -> bool:
    """False for what is surely all printed: no digit of another mind, and no more of them than a puzzle has."""
    raw = _gain(ink)[values > 0]
    return bool(len(raw) and (raw.min() < UNSURE_PRINT or len(raw) > MOST_GIVENS * len(values)))


def _compared(gain: NDArray[np.float64], looks: NDArray[np.float64], filled: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The gain after a comparison of looks, where there are digits of both kinds to compare with."""
    if has_examples(gain, filled):
        return sharpened(gain, looks, filled)
    if has_examples(gain, filled, LIKELY_INK) and differ_in_colour(gain, looks, filled, LIKELY_INK):
        return sharpened(gain, looks, filled, LIKELY_INK)
    return gain


def _by_groups(
    values: NDArray[np.uint8],
    writable: NDArray[np.bool_],
    raw: NDArray[np.float64],
    looks: NDArray[np.float64],
    groups: Groups,
    judge: Judge,
) -> NDArray[np.bool_]:
    """The best split of a page whose digits fall into groups by their looks."""
    gain = _damped(raw, looks, values > 0, groups)
    cells = np.flatnonzero(writable)

    def score(tries: NDArray[np.bool_]) -> NDArray[np.float64]:
        page, follows = follow_page(tries, groups)
        few = tries[:, cells]
        network = follow_network(few, gain[cells], raw[cells], follows)
        unusual = np.where(few.all(axis=1), 0.0, few.sum(axis=1) / len(values) - USUAL_GIVENS)
        spread = np.where(unusual > 0, MANY_GIVENS, FEW_GIVENS)
        prior = _shape_and_count(tries, len(cells)) - np.square(unusual / spread) / 2
        return np.asarray(page + network + prior + right_way_round(few, raw[cells], looks[cells], groups))

    starts = [_by_ink(gain, writable), _most_symmetric(gain, writable)[None], *_unions(groups, gain, writable)]
    tries = np.vstack(starts)
    return _improved(tries[_best(tries, score(tries), values, judge)], score, values, cells, judge)


def _improved(
    chosen: NDArray[np.bool_], score: Score, values: NDArray[np.uint8], cells: NDArray[np.intp], judge: Judge
) -> NDArray[np.bool_]:
    """The split after single cells have changed sides for the better."""
    for _ in range(MOST_CHANGES):
        tries = np.repeat(chosen[None], len(cells) + 1, axis=0)
        tries[np.arange(len(cells)), cells] ^= True
        scores = score(tries)
        better = scores > scores[-1]
        best = _first_unique(tries[better], scores[better], values, judge)
        if best is None:
            break
        chosen = np.asarray(tries[better][best])
    return chosen


def _damped(
    raw: NDArray[np.float64], looks: NDArray[np.float64], filled: NDArray[np.bool_], groups: Groups
) -> NDArray[np.float64]:
    """The gain where a highlight counts for little, and shape for what it does; the groups speak for themselves."""
    gain = np.where(groups.lit, LIT * raw, raw)
    if not has_examples(raw, filled):
        return gain
    # The stroke comes last; where it parts groups it has had its say.
    end = STROKE.start if len(groups.weights) > 1 else SHAPE.stop
    columns = tuple(range(SHAPE.start, end))
    return gain + sharpened(raw, looks, filled, columns=columns) - raw


def _unions(groups: Groups, gain: NDArray[np.float64], writable: NDArray[np.bool_]) -> Iterator[NDArray[np.bool_]]:
    """For every view all ways to take some of its largest groups as printed, with the other cells in several ways."""
    shaded = groups.shades > 0.5 if groups.shades is not None else gain > 0
    fills = np.stack([np.zeros_like(writable), writable, writable & (gain > 0), writable & shaded])
    yield fills[3:]
    for view in (groups.inks, groups.weights, groups.papers):
        largest = sorted(view, key=len, reverse=True)[:MOST_GROUPS]
        for chosen in range(1, 2 ** len(largest)):
            tries = fills.copy()
            for number, group in enumerate(largest):
                tries[:, group] = bool(chosen >> number & 1)
            yield tries


def _best(tries: NDArray[np.bool_], scores: NDArray[np.float64], values: NDArray[np.uint8], judge: Judge | None) -> int:
    """The number of the best split whose givens have one solution; of all, where none has or nobody can tell."""
    best = _first_unique(tries, scores, values, judge) if judge is not None else None
    return int(np.argmax(scores)) if best is None else best


def _first_unique(
    tries: NDArray[np.bool_], scores: NDArray[np.float64], values: NDArray[np.uint8], judge: Judge
) -> int | None:
    order = np.argsort(-scores, kind="stable")
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH]
        unique = judge(np.where(tries[batch], values, 0).astype(np.uint8))[1] == 1
        if unique.any():
            return int(batch[np.argmax(unique)])
    return None


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
    return np.asarray(tries @ gain + _shape_and_count(tries, filled))


def _shape_and_count(tries: NDArray[np.bool_], filled: int) -> NDArray[np.float64]:
    """The same before anything is seen of the ink."""
    cells = tries.shape[1]
    pairs, number = cells // 2, tries.sum(axis=1)
    broken = (tries[:, :pairs] != tries[:, ::-1][:, :pairs]).sum(axis=1)
    share = np.clip(number / cells, 1e-6, 1 - 1e-6)
    # Half of the cells follow from the others; with nearly all cells printed that says next to nothing.
    surprise = -(number * np.log(share) + (cells - number) * np.log(1 - share)) / 2
    symmetric = surprise + broken * np.log(BROKEN_PAIR)
    shape = np.logaddexp(np.log(SYMMETRIC) + symmetric, np.log(1 - SYMMETRIC))
    return np.asarray(shape + _log_counts(filled, cells)[number])


@lru_cache(maxsize=512)
def _log_counts(filled: int, cells: int) -> NDArray[np.float64]:
    """By number printed, the log chance that just these of the filled cells were, all shares being equally likely."""
    all_printed = float(np.interp(filled / cells, *ALL_PRINTED))
    mixed = math.log(1 - all_printed) - math.log(max(1, filled))
    counts = [mixed - math.log(math.comb(filled, number)) for number in range(filled)]
    return np.array([*counts, math.log(all_printed)])


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
