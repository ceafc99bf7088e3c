"""How the digits of a page may be parted into print and entries, and what speaks for every way to do it.

Screens show givens and entries in two inks, two weights or on two papers; on paper, print stands upright in one size
and a hand does not. A view is some of those looks. The two sides of a split are compared in every view by the
likelihood ratio of two normal distributions against one, apart from what has another cause: blur and light that change
across the page and the narrow numbers from 10 on are partialled out by linear regression, and cells of a highlighted
digit and digits that contradict each other are left out. All numbers are fitted (`fitted/split.json`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.reading.looks import CONTRAST, INK, PAPER, SHAPE, STROKE

Splits = NDArray[np.bool_]
"""(splits, cells): true where printed."""

Floats = NDArray[np.float64]

RATIOS = ("ink", "stroke", "shape", "paper")
SIGNS = ("duller", "bolder", "shaded")
FEATURES = (
    "network", *RATIOS, *SIGNS, "all printed", "many", "symmetric", "steady", "copied",
)  # fmt: skip
"""What is known of a split: see `features`."""

NUMBERS: dict[str, float] = dict(fitted("split")["numbers"])
"""By what the features are measured, each found together with the weights.

- ink spread, stroke spread, shape spread, paper spread: looks that vary by less mean nothing, in units of lightness and
  in cells;
- lit ink, lit paper: a digit whose cells are all at least this far from those of other digits, in units of lightness,
  is highlighted;
- faint: the share of the usual contrast below which a digit on brighter paper than usual lies in glare;
- opinion: the network's opinion of one digit counts for no more nats than this;
- blind: how often the network sees no difference between print and entries, as on screens with one typeface;
- usual, many: the mean share of cells that puzzles have printed, and its standard deviation;
- symmetric, broken pair: the share of symmetric puzzles, and how often a pair of opposite cells breaks their symmetry.
"""

MAX_GAPS = 8
"""Only this many of a view's widest gaps are tried as thresholds, for the sake of time."""


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """The cells whose looks tell, with an orthonormal basis of what may explain these otherwise; 0 elsewhere."""

    kept: Floats
    """(cells,): 1 where nothing else explains the looks."""
    causes: Floats
    """(cells, causes)."""

    @staticmethod
    def of(values: NDArray[np.uint8], kept: NDArray[np.bool_]) -> _Ground:
        return _Ground(kept.astype(np.float64), _causes(values, kept))

    def left(self, tries: Floats) -> Floats:
        """What is left of "printed" itself once position and symbol are known (Frisch, Waugh and Lovell)."""
        return np.asarray(tries @ self.kept - np.square(tries @ self.causes).sum(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """Looks by which the two sides are compared, with what position and symbol explain taken out of them."""

    ground: _Ground
    rest: Floats
    """(cells, columns): the looks without what their ground explains."""
    spread: float

    @staticmethod
    def of(looks: Floats, ground: _Ground, name: str) -> _View:
        own = looks * ground.kept[:, None]
        return _View(ground, own - ground.causes @ (ground.causes.T @ own), NUMBERS[f"{name} spread"])

    def compared(self, tries: Floats, left: Floats) -> tuple[Floats, Floats]:
        """For every split the log-likelihood ratio of two kinds of cells against one, and the partial correlation.

        The correlation is that of the first column with being printed: positive where print has more of it. `left` is
        what the ground leaves of the splits.
        """
        told = left > 1e-6
        left = np.where(told, left, 1.0)
        dots = tries @ self.rest
        number = self.ground.kept.sum()
        least = max(number, 1.0) * self.spread**2
        total = np.square(self.rest).sum() + least
        within = total - np.minimum(np.where(told, np.square(dots).sum(axis=1) / left, 0.0), total - least)
        return number / 2 * np.log(total / within), np.where(told, dots[:, 0] / np.sqrt(left * total), 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """What a split is judged by; `looks` is None where nobody has looked."""

    values: NDArray[np.uint8]
    cells: NDArray[np.intp]
    """The cells that may hold print: filled, and in line with the solution."""
    gain: Floats
    """Nats by which the network speaks for print."""
    looks: Floats | None
    views: Mapping[str, _View] = field(default_factory=dict)
    """Those of RATIOS and those of SIGNS, by their names."""

    @staticmethod
    def of(values: NDArray[np.uint8], slips: NDArray[np.bool_], gain: Floats, looks: Floats | None) -> Page:
        cells = np.flatnonzero((values > 0) & ~slips)
        if looks is None:
            return Page(values, cells, gain, looks)
        filled = np.zeros(len(values), dtype=np.bool_)
        filled[cells] = True
        lit = _lit(values, cells, looks[:, INK], NUMBERS["lit ink"])
        inked = filled & ~lit & ~_in_conflict(values) & ~_in_glare(values, cells, looks)
        plain = ~_lit(values, cells, looks[:, PAPER], NUMBERS["lit paper"]) & ~_alone(looks[:, PAPER])
        return Page(values, cells, gain, looks, _views(values, looks, filled, inked, plain))

    @property
    def writable(self) -> NDArray[np.bool_]:
        mask = np.zeros(len(self.values), dtype=np.bool_)
        mask[self.cells] = True
        return mask


def _views(values: NDArray[np.uint8], looks: Floats, filled: Splits, inked: Splits, plain: Splits) -> dict[str, _View]:
    """`filled`, `inked`, `plain`: the cells whose shapes, inks and papers tell; empty cells count among the entries."""
    empty = values == 0
    usual_paper = _median(looks[empty if empty.any() else slice(None), PAPER])
    dullness = -np.linalg.norm(looks[:, INK][:, 1:], axis=1, keepdims=True)
    shade = np.linalg.norm(looks[:, PAPER] - usual_paper, axis=1, keepdims=True)
    shapes, inks, papers = (_Ground.of(values, kept) for kept in (filled, inked, plain))
    strokes = _View.of(looks[:, STROKE], shapes, "stroke")
    return {
        "ink": _View.of(looks[:, INK], inks, "ink"),
        "stroke": strokes,
        "shape": _View.of(looks[:, SHAPE], shapes, "shape"),
        "paper": _View.of(looks[:, PAPER], papers, "paper"),
        "duller": _View.of(dullness, inks, "ink"),
        "bolder": strokes,
        "shaded": _View.of(shade, _Ground.of(values, filled & plain), "paper"),
    }


def _causes(values: NDArray[np.uint8], kept: NDArray[np.bool_]) -> Floats:
    """(cells, causes): an orthonormal basis, over the kept cells, of a constant, the position and a second figure."""
    size = math.isqrt(len(values))
    rows, columns = (part - (size - 1) / 2 for part in np.divmod(np.arange(len(values)), size))
    table = np.stack([np.ones(len(values)), rows, columns, values > 9], axis=1) * kept[:, None]
    left, weights, _ = np.linalg.svd(table, full_matrices=False)
    return np.asarray(left[:, weights > 1e-9 * len(values)])


def _lit(values: NDArray[np.uint8], cells: NDArray[np.intp], looks: Floats, far: float) -> NDArray[np.bool_]:
    """True for the cells of digits that all look unlike any other digit."""
    lit = np.zeros(len(values), dtype=np.bool_)
    digits, own = values[cells], looks[cells].T
    gaps = np.sqrt(np.square(own[:, :, None] - own[:, None]).sum(axis=0))
    nearest = np.where(digits[:, None] == digits[None], np.inf, gaps).min(axis=1, initial=np.inf)
    number = np.bincount(digits)
    least = np.full(len(number), np.inf)
    np.minimum.at(least, digits, nearest)
    lit[cells] = ((number > 1) & (number < len(digits) - 1) & (least > far))[digits]
    return lit


def _alone(papers: Floats) -> NDArray[np.bool_]:
    """True for the cell that is selected, if any: no other has a paper like it."""
    squares = np.square(papers).sum(axis=1)
    gaps = squares[:, None] + squares[None] - 2 * papers @ papers.T
    np.fill_diagonal(gaps, np.inf)
    return np.asarray(gaps.min(axis=1) > NUMBERS["lit paper"] ** 2)


def _in_glare(values: NDArray[np.uint8], cells: NDArray[np.intp], looks: Floats) -> NDArray[np.bool_]:
    """True for faint digits of which ink and paper are both bright; entries would have the paper of the empty cells."""
    empty, strength = values == 0, np.linalg.norm(looks[:, CONTRAST], axis=1)
    if not len(cells) or not empty.any():
        return np.zeros(len(values), dtype=np.bool_)
    ink, paper = looks[:, INK.start], looks[:, PAPER.start]
    faint = strength < NUMBERS["faint"] * _median(strength[cells])
    bright = (paper > _median(paper[empty]) + NUMBERS["lit paper"]) & (ink > _median(ink[cells]))
    return np.asarray(faint & bright)


def _median(values: Floats) -> Floats:
    """Down the rows; `np.median` loads numpy's masked arrays, which takes 40 ms of a process's first read."""
    ranked, middle = np.sort(values, axis=0), len(values) // 2
    return np.asarray((ranked[middle - 1 + len(values) % 2] + ranked[middle]) / 2)


def _in_conflict(values: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """True for digits that stand twice in a row, a column or a usual box."""
    same = (values[:, None] == values[None]) & (values > 0)[:, None]
    return np.asarray((same & _see(len(values))).any(axis=1))


@lru_cache(maxsize=32)
def _see(cells: int) -> NDArray[np.bool_]:
    """(cells, cells): true for two cells of one row or column, or of one box where boxes are square."""
    size = math.isqrt(cells)
    root = math.isqrt(size)
    rows, columns = np.divmod(np.arange(cells), size)
    units = [rows, columns, rows // root * size + columns // root] if root * root == size else [rows, columns]
    table = np.logical_or.reduce([unit[:, None] == unit[None] for unit in units])
    np.fill_diagonal(table, False)
    return np.asarray(table)


def candidates(page: Page) -> Splits:
    """All splits worth weighing: thresholds on the network's opinion and at the gaps of every view, both ways round."""
    tries = [page.writable[None], _thresholds(page, page.gain[:, None], len(page.cells)), _most_symmetric(page)[None]]
    if page.looks is not None:
        columns = [page.looks]
        for view in (INK, PAPER):
            centred = page.looks[:, view] - page.looks[page.cells][:, view].mean(axis=0)
            columns.append(centred @ np.linalg.svd(centred[page.cells], full_matrices=False)[2][:2].T)
        tries.append(_thresholds(page, np.hstack(columns), MAX_GAPS))
    every = np.concatenate(tries) & page.writable
    return every[distinct(every)]


def distinct(tries: Splits) -> NDArray[np.intp]:
    """Where each split stands first, in lexicographic order: as bytes they sort many times faster than by columns."""
    packed = np.packbits(tries, axis=1)
    width = np.dtype(np.uint64).itemsize
    words = np.zeros((len(packed), -(-packed.shape[1] // width) * width), dtype=np.uint8)
    words[:, : packed.shape[1]] = packed
    keys = words.view(">u8").astype(np.uint64)
    order = np.lexsort(keys.T[::-1])
    ranked = keys[order]
    first = np.ones(len(tries), dtype=np.bool_)
    first[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    return np.asarray(order[first])


def _thresholds(page: Page, looks: Floats, most: int) -> Splits:
    """The splits at the widest gaps of every column of looks, either side being the print."""
    own = looks[page.cells]
    order = np.argsort(own, axis=0, kind="stable")
    steps = np.argsort(-np.diff(np.take_along_axis(own, order, axis=0), axis=0), axis=0, kind="stable")[:most]
    ranks = np.argsort(order, axis=0, kind="stable")
    over = (ranks.T[:, None] > steps.T[..., None]).reshape(-1, len(own))
    above = np.zeros((2 * len(over), len(looks)), dtype=np.bool_)
    above[: len(over), page.cells] = over
    above[len(over) :, page.cells] = ~over
    return above


def _most_symmetric(page: Page) -> NDArray[np.bool_]:
    """The best split for a symmetric puzzle: both cells of a pair or neither, unless the ink insists."""
    gain, writable = page.gain, page.writable
    opposite, both = gain[::-1], writable & writable[::-1]
    fine = math.log(1 / NUMBERS["broken pair"] - 1)
    together, alone = np.maximum(gain + opposite, 0.0), np.maximum(gain, opposite) - fine
    givens = np.where(both & (together >= alone), gain + opposite > 0, writable & (gain > np.where(both, 0.0, fine)))
    return np.asarray(givens, dtype=np.bool_)


def features(tries: Splits, page: Page) -> Floats:
    """(splits, features): what speaks for every split, in the order of FEATURES.

    - network: the log-likelihood by its opinion, bounded for every digit and for the page;
    - ink … paper: how much better two kinds of digits explain a view than one, in nats; the empty cells have the paper
      of the entries;
    - duller … shaded: how far what usually marks print does so, as a correlation;
    - all printed, many, symmetric: what is known of puzzles;
    - steady: the network's opinion of what it is overruled in, up to one clear digit. It may misjudge a typeface and
      all digits in it alike, but seldom a single one;
    - copied: all digits are givens, and all are written: a puzzle copied by hand.
    """
    few, gain = tries[:, page.cells], page.gain[page.cells]
    copied = np.asarray(few.all(axis=1) & (gain < 0).all())
    printed = tries.astype(np.float64)
    ratios, signs = _compared(printed, page.views)
    everything, many, symmetric = _puzzle(tries, few)
    if page.looks is not None:
        # Some of many digits lie symmetric by chance: symmetry counts for no more than the two sides look unlike,
        # unless all digits together are as symmetric.
        symmetric = np.minimum(symmetric, np.maximum(sum(ratios), _symmetry(page.writable[None])))
    steady = np.where(copied, 0.0, _steady(few, gain))
    table = [_opinion(few, gain, copied), *ratios, *signs, everything, many, symmetric, steady, copied]
    return np.stack(table, axis=1).astype(np.float64)


def _compared(printed: Floats, views: Mapping[str, _View]) -> tuple[list[Floats], list[Floats]]:
    """For every split the ratios of RATIOS and the correlations of SIGNS; nothing where nobody has looked."""
    if not views:
        return [np.zeros(len(printed))] * len(RATIOS), [np.zeros(len(printed))] * len(SIGNS)
    # Several views have one ground, and two names one view: each is worked out once.
    left = {ground: ground.left(printed) for ground in {view.ground for view in views.values()}}
    each = {view: view.compared(printed, left[view.ground]) for view in set(views.values())}
    return [each[views[name]][0] for name in RATIOS], [each[views[name]][1] for name in SIGNS]


def _opinion(few: Splits, gain: Floats, copied: NDArray[np.bool_]) -> Floats:
    """The log-likelihood of every split by the network, which may see no difference where there is one."""
    bounded = np.clip(gain, -NUMBERS["opinion"], NUMBERS["opinion"])
    printed = few & ~copied[:, None]
    # Of a logistic probability and its complement the logarithms differ by the log-odds themselves.
    seeing = printed @ bounded - np.logaddexp(0.0, bounded).sum()
    return np.asarray(np.logaddexp(seeing, math.log(NUMBERS["blind"]) - len(gain) * math.log(2)))


def _steady(few: Splits, gain: Floats) -> Floats:
    bounded = np.clip(gain, -NUMBERS["opinion"], NUMBERS["opinion"])
    overruled = np.maximum(bounded, 0.0).sum() - few @ bounded
    return np.asarray(-np.minimum(overruled, NUMBERS["opinion"]))


def surplus(share: Floats) -> Floats:
    """How much more cells are printed than puzzles usually have, in nats."""
    return np.asarray(np.square(np.maximum(share - NUMBERS["usual"], 0.0) / NUMBERS["many"]))


def _puzzle(tries: Splits, few: Splits) -> tuple[Floats, Floats, Floats]:
    """For every split: all printed; more givens than usual; how much less a symmetric puzzle surprises."""
    number, cells = tries.sum(axis=1), tries.shape[1]
    everything = few.all(axis=1)
    many = np.where(everything, 0.0, -surplus(number / cells))
    return np.asarray(everything, dtype=np.float64), many, _symmetry(tries)


def _symmetry(tries: Splits) -> Floats:
    """How much less a symmetric puzzle surprises than another, in nats."""
    cells, number = tries.shape[1], tries.sum(axis=1)
    pairs = cells // 2
    broken = (tries[:, :pairs] != tries[:, ::-1][:, :pairs]).sum(axis=1)
    part = np.clip(number / cells, 1e-6, 1 - 1e-6)
    # Half of the cells follow from the others; with nearly all cells printed that says next to nothing.
    surprise = -(number * np.log(part) + (cells - number) * np.log(1 - part)) / 2 + broken * math.log(
        NUMBERS["broken pair"]
    )
    often = NUMBERS["symmetric"]
    return np.asarray(np.logaddexp(math.log(often) + surprise, math.log(1 - often)))
