"""How well a split into print and entries agrees with the groups of a page and with the network, in nats.

All is Bayesian and deliberately modest: a view of the page (inks, weights, papers) may have nothing to do with print;
if it has, hardly any group is mixed. The network may be right, may take one ink for the other, or may see no
difference where there is one; only a split that follows a view may doubt it.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.groups import Group, Groups
from sudokulens.reading.looks import CONTRAST, INK, PAPER, STROKE

Tries = NDArray[np.bool_]
"""(splits, cells): true where printed."""

Scores = NDArray[np.float64]

MIXED = 0.1
"""The parameter of the beta distribution of shares printed within a group: next to all or next to nothing."""

INK_TELLS, WEIGHT_TELLS, PAPER_TELLS = 0.6, 0.4, 0.15
"""How often each view parts print from entries where it shows several groups."""

OTHER_CAUSE = 12.0
"""Nats against two inks or weights on one page that do not part print from entries, nor highlight one digit."""

FULL_SIZE = 4
"""A second group of fewer cells than this counts for less."""

SECOND_VIEW = 0.7
"""What further views count for: they are not independent of the first."""

FOLLOWS = 3.0
"""A split follows the page if some view speaks for it by so many nats."""

SWAPPED, BLIND = 0.02, 0.1
"""How often the network takes one ink for the other, or sees no difference, on pages with several groups."""

SURE_HAND, BLIND_SPREAD = 5.0, 1.8
"""Surer than this of handwriting it is not mistaken; what it sees no difference in lies within a few such nats."""

LIKELIER, STRONGER, DULLER, BOLDER, SHADED = (2.0, 0.7), (1.5, 20.0), (2.0, 20.0), (2.5, 0.008), (2.5, 3.0)
"""Nats for the side that is rather printed to the network's mind, stronger against its paper, less colourful, bolder,
on paper nearer to grey.

The second figure is the difference that earns them: in nats, units of lightness and of chroma, cells.
"""


def follow_page(tries: Tries, groups: Groups) -> tuple[Scores, NDArray[np.bool_]]:
    """What the groups say for every split, and whether it follows one of the views."""
    views = np.stack(
        [
            _view(tries, groups.inks, INK_TELLS, OTHER_CAUSE),
            _view(tries, groups.weights, WEIGHT_TELLS, OTHER_CAUSE),
            _papers(tries, groups),
        ]
    )
    best = views.max(axis=0)
    return best + SECOND_VIEW * (views.sum(axis=0) - best), best > FOLLOWS


def _view(tries: Tries, groups: list[Group], tells: float, other_cause: float) -> Scores:
    """The log of how much likelier the labels become by the groups, which may have another cause."""
    if len(groups) < 2:
        return np.zeros(len(tries))
    sizes = sorted(len(group) for group in groups)
    printed = [tries[:, group].sum(axis=1) for group in groups]
    number, total = sum(printed), sum(sizes)
    by_group = sum(_shares(len(group), MIXED)[count] for group, count in zip(groups, printed, strict=True))
    gain = np.where((number == 0) | (number == total), -np.inf, by_group - _shares(total, 1.0)[number])
    against = other_cause * min(1.0, sizes[-2] / FULL_SIZE)
    return np.asarray(np.logaddexp(math.log(1 - tells) - against, math.log(tells) + gain))


def _papers(tries: Tries, groups: Groups) -> Scores:
    if groups.shades is None:
        return _view(tries, groups.papers, PAPER_TELLS, groups.chance)
    known = groups.shades != 0.5
    shades, labels = groups.shades[known], tries[:, known]
    if not len(shades) or shades.min() == shades.max():
        return np.zeros(len(tries))
    by_shade = np.where(labels, np.log(shades), np.log(1 - shades)).sum(axis=1)
    gain = np.where(labels.all(axis=1), -np.inf, by_shade - _shares(len(shades), 1.0)[labels.sum(axis=1)])
    return np.asarray(np.logaddexp(math.log(1 - PAPER_TELLS) - groups.chance, math.log(PAPER_TELLS) + gain))


@lru_cache(maxsize=512)
def _shares(cells: int, parameter: float) -> Scores:
    """By number printed, the log chance of these labels of a group whose share printed is beta distributed."""
    rising = np.concatenate([[0.0], np.cumsum(np.log(parameter + np.arange(cells)))])
    return np.asarray(rising + rising[::-1] - math.lgamma(cells + 2 * parameter) + math.lgamma(2 * parameter))


def follow_network(tries: Tries, gain: Scores, raw: Scores, follows: NDArray[np.bool_]) -> Scores:
    """What the network says for every split of the cells given; only those that follow the page may doubt it."""
    against = tries != (gain > 0)
    plain = -(against * np.abs(gain)).sum(axis=1)
    by_hand = -(tries * np.maximum(-raw - SURE_HAND, 0.0)).sum(axis=1)
    swapped = by_hand - (~against * np.minimum(np.abs(gain), 4.0)).sum(axis=1)
    unlike = np.square(raw - np.median(raw)) / (2 * BLIND_SPREAD**2) - 1
    blind = by_hand - float(np.clip(unlike, 0.0, 6.0).sum())
    mistaken = np.logaddexp(math.log(SWAPPED) + swapped, math.log(BLIND) + blind)
    return np.asarray(np.where(follows, np.logaddexp(plain, mistaken), plain))


def right_way_round(tries: Tries, raw: Scores, looks: NDArray[np.float64], groups: Groups) -> Scores:
    """Which side of a split of the cells given is print, by how apps usually set givens and entries apart.

    Boldness counts on pages with two weights alone, for faint ink seems somewhat bolder than it is; shades do where no
    empty cell shows which paper is the plain one.
    """
    printed = tries.sum(axis=1)
    features = [(raw, *LIKELIER), (np.abs(looks[:, CONTRAST][:, 0]), *STRONGER)]
    features.append((-np.hypot(*looks[:, INK].T[1:]), *DULLER))
    if len(groups.weights) > 1:
        features.append((looks[:, STROKE][:, 0], *BOLDER))
    if groups.shades is None and groups.chance > 0:
        features.append((-np.abs(looks[:, PAPER][:, 0] - 50), *SHADED))
    total = np.zeros(len(tries))
    for feature, nats, clear in features:
        inside = tries @ feature
        lead = inside / np.maximum(printed, 1) - (feature.sum() - inside) / np.maximum(len(raw) - printed, 1)
        total += nats * np.clip(lead / clear, -1, 1)
    return np.asarray(np.where((printed > 0) & (printed < len(raw)), total, 0.0))
