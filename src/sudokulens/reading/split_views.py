"""How the digits of a page may be parted into print and entries, and what speaks for every way to do it.

Screens show givens and entries in two inks, two weights or on two papers; on paper, print stands upright in one size
and a hand does not. A view is some of those looks. The two sides of a split are compared in every view by the
likelihood ratio of two normal distributions against one. What has another cause is left out of that view: all cells of
a highlighted digit, digits that contradict each other, and glare.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.looks import CONTRAST, HEIGHT, INK, PAPER, SHAPE, STROKE

Splits = NDArray[np.bool_]
"""(splits, cells): true where printed."""

Floats = NDArray[np.float64]

FEATURES = (
    "network", "ink", "contrast", "stroke", "shape", "paper", "paper of empty cells", "likelier", "stronger", "duller",
    "bolder", "shaded", "higher", "all printed", "many", "symmetric", "steady",
)  # fmt: skip
"""What is known of a split: see `features`."""

VIEWS: tuple[tuple[slice, float, str], ...] = (
    (INK, 2.5, "ink"), (CONTRAST, 2.5, "ink"), (STROKE, 0.006, ""), (SHAPE, 0.02, ""), (PAPER, 1.5, "paper"),
)  # fmt: skip
"""Columns of the looks, the spread below which they mean nothing (units of lightness, cells), and what hides them."""

BLIND = 0.1
"""How often the network sees no difference between print and entries, as on screens with one typeface."""

MAX_OPINION_NATS = 4.0
"""The network's opinion of one digit counts for no more nats than this."""

LIT_INK, LIT_PAPER = 7.0, 6.0
"""A digit whose cells are all at least this far from those of other digits, in units of lightness, is highlighted."""

GLARE_CONTRAST_SHARE, GLARE_BRIGHTENING, MAX_GLARE_CELLS = 0.8, 12.0, 3
"""Glare: below this share of the usual contrast, on paper brighter by this lightness, in at most this many cells."""

LARGEST_RATIO = 300.0
"""A likelihood ratio counts for no more nats than this."""

FEWEST_COMPARED = 4
"""Fewer cells have no spread to speak of."""

LEADS = (2.0, 20.0, 20.0, 0.008, 6.0, 0.05)
"""Differences between the two sides that are clear, in nats, units of lightness, of chroma, cells, lightness, cells."""

USUAL_GIVENS, MANY_GIVENS = 0.35, 0.07
"""The share of cells that puzzles have printed, and how many more there may well be."""

FEWEST_EMPTY = 5
"""With fewer empty cells it cannot be seen which paper is the plain one."""

MAX_GAPS = 8
"""Only this many of a view's widest gaps are tried as thresholds."""

BROKEN_PAIR, SYMMETRIC = 0.002, 0.4
"""How often a pair of opposite cells breaks the symmetry of a symmetric puzzle, and the share of those."""


MERE_SYMMETRY = 10.0
"""Nats that symmetry may count for where nothing else sets the two sides apart."""


@dataclass(frozen=True, slots=True, eq=False)
class _Views:
    """What the two sides are compared in: VIEWS, and the paper with the empty cells among the entries."""

    kept: Floats
    """(cells, views): 1 where nothing else explains the looks."""
    centred: Floats
    """(cells, views, 3): looks less the mean of the kept cells; 0 for all others."""

    @staticmethod
    def of(looks: Floats, cells: NDArray[np.intp], hidden: dict[str, NDArray[np.bool_]]) -> _Views:
        filled = np.zeros(len(looks), dtype=np.bool_)
        filled[cells] = True
        kept = np.stack([*(filled & ~hidden[cause] for _, _, cause in VIEWS), ~hidden["paper"]], axis=1).astype(float)
        centred = np.zeros((len(looks), len(VIEWS) + 1, 3))
        for number, (view, _, _) in enumerate((*VIEWS, VIEWS[-1])):
            own = looks[:, view]
            mean = kept[:, number] @ own / max(kept[:, number].sum(), 1)
            centred[:, number, : own.shape[1]] = (own - mean) * kept[:, number, None]
        return _Views(kept, centred)


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """What a split is judged by; `looks` is None where nobody has looked."""

    values: NDArray[np.uint8]
    cells: NDArray[np.intp]
    """The cells that may hold print: filled, and in line with the solution."""
    gain: Floats
    """Nats by which the network speaks for print."""
    looks: Floats | None
    views: _Views | None = None
    leads: Floats | None = None
    """(cells, 6): what usually marks print, in units of a clear difference."""

    @staticmethod
    def of(values: NDArray[np.uint8], slips: NDArray[np.bool_], gain: Floats, looks: Floats | None) -> Page:
        cells = np.flatnonzero((values > 0) & ~slips)
        if looks is None:
            return Page(values, cells, gain, looks)
        lit = _lit(values, cells, looks[:, INK], LIT_INK) | _in_conflict(values) | _in_glare(looks, cells)
        hidden = {"": np.zeros(len(values), dtype=np.bool_), "ink": lit}
        hidden["paper"] = _lit(values, cells, looks[:, PAPER], LIT_PAPER)
        views = _Views.of(looks, cells, hidden)
        return Page(values, cells, gain, looks, views, _marks_of_print(values, cells, gain, looks))

    @property
    def writable(self) -> NDArray[np.bool_]:
        mask = np.zeros(len(self.values), dtype=np.bool_)
        mask[self.cells] = True
        return mask


def _lit(values: NDArray[np.uint8], cells: NDArray[np.intp], looks: Floats, far: float) -> NDArray[np.bool_]:
    """True for the cells of digits that all look unlike any other digit."""
    lit = np.zeros(len(values), dtype=np.bool_)
    digits, own = values[cells], looks[cells]
    gaps = np.sqrt(np.square(own[:, None] - own[None]).sum(axis=2))
    nearest = np.where(digits[:, None] == digits[None], np.inf, gaps).min(axis=1, initial=np.inf)
    for digit in set(digits.tolist()):
        mine = digits == digit
        if 1 < mine.sum() < len(digits) - 1:
            lit[cells[mine]] = nearest[mine].min() > far
    return lit


def _in_glare(looks: Floats, cells: NDArray[np.intp]) -> NDArray[np.bool_]:
    """True for a few faint digits on brighter paper than the others have."""
    glare = np.zeros(len(looks), dtype=np.bool_)
    if len(cells):
        contrast, paper = np.linalg.norm(looks[cells][:, CONTRAST], axis=1), looks[cells][:, PAPER.start]
        faint = (contrast < GLARE_CONTRAST_SHARE * _median(contrast)) & (paper > _median(paper) + GLARE_BRIGHTENING)
        glare[cells[faint]] = faint.sum() <= MAX_GLARE_CELLS
    return glare


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
    tries = [page.writable[None], _thresholds(page, page.gain, len(page.cells)), _most_symmetric(page)[None]]
    if page.looks is not None:
        columns = [*page.looks.T]
        for view in (INK, PAPER):
            centred = page.looks[:, view] - page.looks[page.cells][:, view].mean(axis=0)
            columns += [centred @ axis for axis in np.linalg.svd(centred[page.cells], full_matrices=False)[2][:2]]
        tries += [_thresholds(page, column, MAX_GAPS) for column in columns]
    return distinct(np.concatenate(tries) & page.writable)


def distinct(tries: Splits) -> Splits:
    """Every split once, in lexicographic order: as bytes they sort many times faster than column by column."""
    packed = np.packbits(tries, axis=1)
    words = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    words[:, : packed.shape[1]] = packed
    keys = words.view(">u8").astype(np.uint64)
    order = np.lexsort(keys.T[::-1])
    ranked = keys[order]
    first = np.ones(len(tries), dtype=np.bool_)
    first[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    return tries[order[first]]


def _thresholds(page: Page, look: Floats, most: int) -> Splits:
    """The splits at the widest gaps of one look, either side being the print."""
    own = look[page.cells]
    order = np.argsort(own, kind="stable")
    steps = np.argsort(-np.diff(own[order]), kind="stable")[:most]
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.arange(len(order))
    above = np.zeros((2 * len(steps), len(look)), dtype=np.bool_)
    above[: len(steps), page.cells] = rank > steps[:, None]
    above[len(steps) :, page.cells] = rank <= steps[:, None]
    return above


def _most_symmetric(page: Page) -> NDArray[np.bool_]:
    """The best split for a symmetric puzzle: both cells of a pair or neither, unless the ink insists."""
    gain, writable = page.gain, page.writable
    opposite, both = gain[::-1], writable & writable[::-1]
    fine = math.log((1 - BROKEN_PAIR) / BROKEN_PAIR)
    together, alone = np.maximum(gain + opposite, 0.0), np.maximum(gain, opposite) - fine
    givens = np.where(both & (together >= alone), gain + opposite > 0, writable & (gain > np.where(both, 0.0, fine)))
    return np.asarray(givens, dtype=np.bool_)


def features(tries: Splits, page: Page) -> Floats:
    """(splits, features): what speaks for every split, in the order of FEATURES.

    - network: the log-likelihood by its opinion, bounded for every digit and for the page;
    - ink … paper: how much better two kinds of digits explain a view than one, in nats; for the paper also with the
      empty cells among the entries;
    - likelier … higher: by how much the print leads in what usually marks it;
    - all printed, many, symmetric: what is known of puzzles;
    - steady: the network's opinion of what it is overruled in, up to one clear digit. It may misjudge a typeface and
      all digits in it alike, but seldom a single one.
    """
    few = tries[:, page.cells]
    table = np.zeros((len(tries), len(FEATURES)))
    table[:, 0] = _opinion(few, page.gain[page.cells])
    if page.views is not None and page.leads is not None:
        table[:, 1:7] = _ratios(tries.astype(np.float64), page.views)
        table[:, 7:13] = _leads(few.astype(np.float64), page.leads)
    table[:, 13:16] = _puzzle(tries, few)
    table[:, 16] = _steady(few, page.gain[page.cells])
    if page.looks is not None:
        # Some of many digits lie symmetric by chance: symmetry counts for more where the two sides look unlike, too.
        table[:, 15] = np.minimum(table[:, 15], MERE_SYMMETRY + table[:, 1:7].sum(axis=1))
    return table


def _opinion(few: Splits, gain: Floats) -> Floats:
    """The log-likelihood of every split by the network, which may see no difference where there is one."""
    bounded = np.clip(gain, -MAX_OPINION_NATS, MAX_OPINION_NATS)
    seeing = -np.where(few, np.logaddexp(0.0, -bounded), np.logaddexp(0.0, bounded)).sum(axis=1)
    return np.asarray(np.logaddexp(seeing, math.log(BLIND) - len(gain) * math.log(2)))


def _steady(few: Splits, gain: Floats) -> Floats:
    bounded = np.clip(gain, -MAX_OPINION_NATS, MAX_OPINION_NATS)
    overruled = np.where(few, np.maximum(-bounded, 0.0), np.maximum(bounded, 0.0)).sum(axis=1)
    return np.asarray(-np.minimum(overruled, MAX_OPINION_NATS))


def _ratios(tries: Floats, views: _Views) -> Floats:
    """(splits, views): the log-likelihood ratio of two normal distributions with one spread against a single one."""
    number = views.kept.sum(axis=0)
    total = np.square(views.centred).sum(axis=(0, 2))
    least = np.maximum(number, 1) * np.square([floor for _, floor, _ in (*VIEWS, VIEWS[-1])])
    printed = tries @ views.kept
    written = number - printed
    sums = np.square(tries @ views.centred.reshape(len(views.centred), -1)).reshape(*printed.shape, 3).sum(axis=2)
    within = total - sums / np.maximum(printed, 1) - sums / np.maximum(written, 1)
    ratio = number / 2 * np.log((total + least) / (np.maximum(within, 0.0) + least))
    told = (number >= FEWEST_COMPARED) & (printed > 0) & (written > 0)
    return np.asarray(np.where(told, np.minimum(ratio, LARGEST_RATIO), 0.0))


def _marks_of_print(values: NDArray[np.uint8], cells: NDArray[np.intp], gain: Floats, looks: Floats) -> Floats:
    """(cells, 6): how likely by the network, strong, dull, bold, shaded and high every digit is."""
    empty = np.flatnonzero(values == 0)
    plain = looks[empty if len(empty) >= FEWEST_EMPTY else slice(None), PAPER]
    own = looks[cells]
    marks = [
        np.clip(gain[cells], -2 * MAX_OPINION_NATS, 2 * MAX_OPINION_NATS),
        np.linalg.norm(own[:, CONTRAST], axis=1),
        -np.linalg.norm(own[:, INK][:, 1:], axis=1),
        own[:, STROKE][:, 0],
        np.linalg.norm(own[:, PAPER] - _median(plain), axis=1),
        own[:, HEIGHT][:, 0],
    ]
    return np.asarray(np.stack(marks, axis=1) / np.array(LEADS))


def _leads(few: Floats, marks: Floats) -> Floats:
    """(splits, 6): by how much the print is likelier, stronger, duller, bolder, more shaded and higher, -1 to 1."""
    printed = few.sum(axis=1)[:, None]
    written = few.shape[1] - printed
    sums = few @ marks
    lead = sums / np.maximum(printed, 1) - (marks.sum(axis=0) - sums) / np.maximum(written, 1)
    return np.asarray(np.where((printed > 0) & (written > 0), np.clip(lead, -1, 1), 0.0))


def _puzzle(tries: Splits, few: Splits) -> Floats:
    """(splits, 3): all printed; more givens than usual; how much less a symmetric puzzle surprises."""
    cells, number = tries.shape[1], tries.sum(axis=1)
    everything = few.all(axis=1)
    share = number / cells
    many = np.where(everything, 0.0, -np.square(np.maximum(share - USUAL_GIVENS, 0.0) / MANY_GIVENS))
    pairs = cells // 2
    broken = (tries[:, :pairs] != tries[:, ::-1][:, :pairs]).sum(axis=1)
    part = np.clip(share, 1e-6, 1 - 1e-6)
    # Half of the cells follow from the others; with nearly all cells printed that says next to nothing.
    surprise = -(number * np.log(part) + (cells - number) * np.log(1 - part)) / 2 + broken * math.log(BROKEN_PAIR)
    symmetric = np.logaddexp(math.log(SYMMETRIC) + surprise, math.log(1 - SYMMETRIC))
    return np.stack([everything, many, symmetric], axis=1).astype(np.float64)
