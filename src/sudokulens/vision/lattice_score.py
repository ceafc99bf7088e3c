"""How surely a lattice lies on a Sudoku grid: every line there, and none where none should be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.puzzle.geometry import box_shapes
from sudokulens.vision.ink import MIN_LINE_GREY
from sudokulens.vision.lattice_fit import line_columns, quantile
from sudokulens.vision.line_evidence import CELL_PIXELS, LINE_CELLS, MARGIN_CELLS, LineEvidence

LINE_PIXELS = round(LINE_CELLS * CELL_PIXELS)

_NUMBERS: dict[str, float] = fitted("locator")["numbers"]

RULED_BOXES: float = _NUMBERS["ruled_boxes"]
"""How many times stronger than the others the lines between boxes are where the others are missing."""

NO_BORDER: float = _NUMBERS["no_border"]
"""Where fewer of the outer sides than this have a line, there is no border."""

MOSTLY_LINES: float = _NUMBERS["mostly_lines"]
"""The share of cell sides with a line from which on steps in brightness may stand for the others; and the share of the
sides of boxes from which on these make up for lines missing within them.

A score below it is mostly no grid's.
"""

MIN_LINE_SHARE: float = _NUMBERS["line_share"]
"""Of the typical line's darkness: what is fainter is no line."""

MIN_STEP_GREY, MAX_STEP_GREY = 2 * MIN_LINE_GREY, 255 / 2
"""In grey levels: paper is rarely so uneven along the whole side of a cell, and no shade so deep as a black cell."""

MAX_BARS = 2
"""Lines in mid-cell that a message over the board may have: its upper and its lower edge."""

CLEAR_COMB: float = _NUMBERS["clear_comb"]
"""How much more line there must be on a size's lines than between them, as a share of the cells that they pass."""

LINES_BETWEEN: float = _NUMBERS["lines_between"]
"""What is taken from the score where lines run through the middle of all cells, or the grid goes on at two sides."""

LEAST_RHYTHM, CLEAR_RHYTHM = _NUMBERS["least_rhythm"], _NUMBERS["clear_rhythm"]
"""How many times stronger lines between boxes are where they begin to stand out, and how much more so when clearly."""


@dataclass(frozen=True, slots=True)
class LatticeScore:
    """What was seen at a lattice; `total` sums it up between 0 and 1.

    `present` is the share of cell sides with a line, `weakest` the same for the two weakest lines, or for the sides in
    the two weakest rows or columns, `between` the share for the two strongest lines in mid-cell, where none should be.
    `outside` tells for left, right, top and bottom how far the grid goes on there by one more cell. `rhythm` is how
    many times stronger the lines between boxes are than the others, `frames` how complete the two weakest of the box
    lines are, on their own, `crosses` the same without the border. `inside` is what `present` and `weakest` come to
    without the border, where there is none at all. `contrast` is the typical darkness of a line in grey levels.
    """

    present: float
    weakest: float
    between: float
    outside: tuple[float, float, float, float]
    rhythm: float
    frames: float
    crosses: float
    inside: float
    contrast: float

    @property
    def boxed(self) -> float:
        """How clearly thick lines mark the boxes, 0 to 1; some printed grids and many tables have none."""
        return min(1.0, max(0.0, self.rhythm - LEAST_RHYTHM) / CLEAR_RHYTHM)

    @property
    def boxes_alone(self) -> float:
        """How complete the lines between boxes are where only those were ruled; noughts and crosses have them, too."""
        return max(self.frames, self.crosses) if self.rhythm > RULED_BOXES else 0.0

    @property
    def total(self) -> float:
        # Strokes of digits in one column happen to align. One side that goes on is a table, two are a part of one,
        # unless thick lines tell the grid from the labels around it.
        between = _excess(self.between)
        second, first = (_excess(share) for share in sorted(self.outside)[-2:])
        larger = LINES_BETWEEN * (first + second) / 2 * (1 - self.boxed)
        lines = max(_completeness(self.present, self.weakest), self.inside)
        # Some puzzles rule only their boxes; so do noughts and crosses, which leaves it to the digits.
        # Some puzzles rule only their boxes; so do noughts and crosses, which leaves it to the digits.
        return max(0.0, min(1.0, max(lines - LINES_BETWEEN * between - larger, 0.5 * self.boxes_alone)))


def _completeness(present: float, weakest: float) -> float:
    """How complete lines are, all of them and the weakest."""
    return (present + weakest) / 2


def _excess(share: float) -> float:
    """How far a share is above what chance alone may bring, 0 to 1."""
    return max(0.0, 2 * share - 1)


def score_lattice(
    evidence: LineEvidence,
    steps: NDArray[np.float32] | None = None,
    covered: NDArray[np.bool_] | None = None,
) -> LatticeScore:
    """The score of the lattice from which the evidence was gathered.

    With `steps` (see `gather_steps`) those count as lines, too, where lines make up most of the grid; a chessboard has
    nothing else. The sides of `covered` cells are taken to be like the rest of their lines.
    """
    size = evidence.size
    inner = _inner(evidence)
    if covered is not None and covered.any():
        inner = _as_elsewhere(inner, covered)
    typical = quantile(inner, 0.5)
    threshold = _threshold(typical)
    there = inner >= threshold
    if steps is not None and there.mean() >= MOSTLY_LINES:
        shades = _strengths(steps[:, 1:-1], line_columns(size))
        there |= (shades >= max(threshold, MIN_STEP_GREY)) & (shades <= MAX_STEP_GREY)
    there = _with_cut_sides(there, evidence)
    weakest = _weakest(there)
    between = _between(evidence, 2 * threshold)
    lines = np.partition(inner, size // 2, axis=1)[:, size // 2]
    return LatticeScore(
        present=float(there.mean()),
        weakest=weakest,
        between=between,
        outside=_outside(evidence, threshold),
        rhythm=_rhythm(lines[0], lines[1], size),
        frames=_frames(inner[..., ::3]) if size == 9 else 0.0,
        crosses=_frames(inner[..., 3:-1:3]) if size == 9 else 0.0,
        inside=_inside(there),
        contrast=typical,
    )


def line_threshold(evidence: LineEvidence) -> float:
    """The grey levels from which on a response is a line, by the typical side of a cell."""
    return _threshold(quantile(_inner(evidence), 0.5))


def sides_with_lines(evidence: LineEvidence) -> NDArray[np.bool_]:
    """(2, cells, lines): which sides of cells have a line, of the vertical and of the horizontal ones."""
    return np.asarray(_inner(evidence) >= line_threshold(evidence))


def _inner(evidence: LineEvidence) -> NDArray[np.float32]:
    """(2, cells, lines): the strongest response near every side of a cell."""
    return _strengths(evidence.lines[:, 1:-1], line_columns(evidence.size))


def _as_elsewhere(inner: NDArray[np.float32], covered: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The strengths where, beside covered cells, none is below the typical one of the same line elsewhere.

    A line that is covered from end to end is taken to be like the others.
    """
    beside = np.stack([_beside(covered), _beside(covered.T)])
    ranked = np.sort(np.where(beside, np.inf, inner), axis=1)
    middle = (~beside).sum(axis=1, keepdims=True) // 2
    typical = np.take_along_axis(ranked, middle, axis=1)
    typical[np.isinf(typical)] = quantile(inner, 0.5)
    return np.where(beside, np.maximum(typical, inner), inner).astype(np.float32)


def _beside(covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(cells, lines): the sides, along every row, of covered cells."""
    return np.pad(covered, ((0, 0), (1, 0))) | np.pad(covered, ((0, 0), (0, 1)))


def _threshold(typical: float, least: float = MIN_LINE_GREY) -> float:
    return max(MIN_LINE_SHARE * typical, least)


def _with_cut_sides(there: NDArray[np.bool_], evidence: LineEvidence) -> NDArray[np.bool_]:
    """The sides of cells (direction, cell, line) with a line, counting those where the picture itself ends."""
    for number, cut in enumerate(evidence.cut):
        if cut:
            there[number // 2, :, -(number % 2)] = True
    return there


def _weakest(there: NDArray[np.bool_]) -> float:
    """The share of sides with a line for the two weakest lines, or the two weakest rows or columns."""
    return min(float(np.sort(there.mean(axis=axis).ravel())[:2].mean()) for axis in (1, 2))


def _inside(there: NDArray[np.bool_]) -> float:
    """The score of the lines within a grid whose border is missing on all sides; 0 where there is some."""
    if there[..., [0, -1]].mean() > NO_BORDER:
        return 0.0
    within = there[..., 1:-1]
    return _completeness(float(within.mean()), _weakest(within))


def _frames(boxes: NDArray[np.float32]) -> float:
    """The share of sides with a line on the two weakest of the box lines of a 9×9."""
    threshold = _threshold(quantile(boxes, 0.5), MIN_STEP_GREY)
    return float(np.sort((boxes >= threshold).mean(axis=1).ravel())[:2].mean())


def _rhythm(down: NDArray[np.float32], across: NDArray[np.float32], size: int) -> float:
    """Box lines against the others, in the direction where they stand out less, for the box shape that fits best."""
    return max(
        (min(_standing_out(across, rows), _standing_out(down, columns)) for rows, columns in box_shapes(size)),
        default=1.0,
    )


def _standing_out(strengths: NDArray[np.float32], step: int) -> float:
    """The mean strength of every step-th inner line, relative to the other inner lines."""
    inner = np.arange(1, len(strengths) - 1)
    of_boxes = strengths[inner[inner % step == 0]].mean()
    others = strengths[inner[inner % step != 0]].mean()
    return float(of_boxes / max(others, 1.0))


def promised_lines(evidence: LineEvidence) -> float:
    """The share of the sides of a rough lattice's cells, or of its boxes alone, that have a line somewhere near."""
    strengths = _strengths(evidence.lines[:, 1:-1], line_columns(evidence.size), reach=CELL_PIXELS // 3)
    threshold = _threshold(quantile(strengths, 0.5))
    share = float(_with_cut_sides(strengths >= threshold, evidence).mean())
    boxes = _frames(strengths[..., 3:-1:3]) if evidence.size == 9 and share < MOSTLY_LINES else 0.0
    return max(share, boxes if boxes >= MOSTLY_LINES else 0.0)


def likely_size(evidence: LineEvidence, sizes: tuple[int, ...]) -> int | None:
    """The size among those given at which lines recur in the rough extent of a grid, whatever size it was cut to.

    Boxes recur, too: of sizes that fit the largest is meant.
    """
    shares = (evidence.lines[:, 1:-1] >= MIN_STEP_GREY).mean(axis=1)[:, MARGIN_CELLS * CELL_PIXELS :]
    side = evidence.size * CELL_PIXELS
    combs = {size: _comb(shares, side, size) for size in sizes}
    return max((size for size, comb in combs.items() if comb >= CLEAR_COMB), default=None)


def _comb(shares: NDArray[np.float64], side: int, size: int) -> float:
    """How much more line there is at a grid's inner lines than in between, in the direction where it is less."""
    lines, gaps = (shares[:, near].max(axis=2).mean(axis=1) for near in _comb_columns(side, size))
    return float((lines - gaps).min())


@lru_cache(maxsize=64)
def _comb_columns(side: int, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(places, columns): the columns near every inner line of a grid of that size, and near every middle of a cell."""
    step = side / size
    reach = max(2, round(LINE_CELLS * step))
    places = np.round(np.arange(1, size) * step).astype(np.intp)
    middles = np.round((np.arange(size) + 0.5) * step).astype(np.intp)
    near = np.arange(-reach, reach)
    return places[:, None] + near, middles[:, None] + near


def _strengths(
    profiles: NDArray[np.float32], columns: NDArray[np.intp], reach: int = LINE_PIXELS
) -> NDArray[np.float32]:
    """The strongest response within `reach` pixels of each column, for every cell along it."""
    near = columns[:, None] + np.arange(-reach, reach)
    return np.asarray(profiles[..., near].max(axis=-1))


def _between(evidence: LineEvidence, threshold: float) -> float:
    """The share of cells that the two most complete straight lines in mid-cell run through, bars left out."""
    reach = CELL_PIXELS // 4
    middles = line_columns(evidence.size)[:-1, None] + CELL_PIXELS // 2 + np.arange(-reach, reach)
    shares = (evidence.unbroken[:, 1:-1] >= threshold).mean(axis=1)[:, middles].max(axis=2)
    return float(np.sort(shares, axis=None)[-2 - MAX_BARS : -MAX_BARS].mean())


def _outside(evidence: LineEvidence, threshold: float) -> tuple[float, float, float, float]:
    """How complete one more row of cells is: left, right, top, bottom."""
    down, across = evidence.lines >= threshold
    return (*_continued(down, across, evidence.size), *_continued(across, down, evidence.size))


def _continued(along: NDArray[np.bool_], across: NDArray[np.bool_], size: int) -> tuple[float, float]:
    """Before the first and after the last line: the lesser of a further line and of the sides that lead to it."""
    columns = line_columns(size)
    near = np.arange(-LINE_PIXELS, LINE_PIXELS)
    sides = [float(across[row][columns[:, None] + near].any(axis=1).mean()) for row in (0, -1)]
    shares = along[1:-1].mean(axis=0)
    before, after = columns[0] - CELL_PIXELS, columns[-1] + CELL_PIXELS
    lines = [
        float(shares[max(0, before - 2 * LINE_PIXELS) : before + 2 * LINE_PIXELS + 1].max()),
        float(shares[after - 2 * LINE_PIXELS - 1 : after + 2 * LINE_PIXELS].max()),
    ]
    return min(lines[0], sides[0]), min(lines[1], sides[1])
