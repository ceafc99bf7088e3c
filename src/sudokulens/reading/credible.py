"""Is it a Sudoku? How far the reading of a candidate place is to be believed.

Two logistic regressions say how probably a place shows a Sudoku: from the page alone, before the rules are asked, and
from all that is known after it. Their weights are fitted on grids and on look-alikes: calendars, crosswords, other
games (`fitted/credible.json`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import LogisticRegression, fitted
from sudokulens.puzzle.facts import MIN_CLUES
from sudokulens.reading.chance import EVEN, log_odds
from sudokulens.reading.confidence import ACCEPTED, SURE_CELL, illegible_entries
from sudokulens.reading.reading import Ink, Reading
from sudokulens.reading.sharpen import clearness
from sudokulens.reading.verdict import Verdict
from sudokulens.vision.location import GridLocation

WORTH_WORK = 1 - ACCEPTED
"""The probability of a Sudoku above which decoding a place, or looking at it again, is worth the milliseconds.

Below it a place is as surely no Sudoku as a puzzle without a doubt is right. Of the places that the models were fitted
on, all Sudokus but one, which no later look could read, have more.
"""

SURE = 0.9
"""Above this probability a grid needs no further evidence."""

NETWORK_FLOOR = 0.01
"""The network is held to be no surer than this of a canvas being a Sudoku, or none."""

MIN_UNCLEAR_SHARE = 0.001
"""The share of a cell that is unclear on any page, however clean."""

MIN_CLEARNESS_NATS = log(SURE_CELL)
"""Doubtful grids whose cells are less clear than this in the mean may be smeared by a moving camera: each would be."""


class Judged(Protocol):
    """A candidate place with its reading and what the rules made of it."""

    def __hash__(self) -> int: ...

    @property
    def location(self) -> GridLocation: ...

    @property
    def reading(self) -> Reading: ...

    @property
    def verdict(self) -> Verdict: ...


@cache
def _model(name: str) -> LogisticRegression:
    return LogisticRegression.of(fitted("credible")[name])


def page_features(place: GridLocation, reading: Reading) -> dict[str, float]:
    """What speaks for a Sudoku before the rules are asked.

    - network: the log-odds that the network gives the whole canvas;
    - lines, boxes: the scores of the lines and of thicker ones around boxes;
    - clues: the share that is read of the fewest digits that a puzzle of this size has;
    - unclear: the logarithm of how much of the cells is unclear, 0 for nothing at all;
    - smudged: the same where clues are missing: empty cells are clear.
    """
    clues = _clues(int((reading.values() > 0).sum()), reading.size)
    unclear = float(np.log1p((1 - reading.digits.max(axis=1)).mean() / MIN_UNCLEAR_SHARE))
    return {
        "network": float(log_odds(reading.sudoku, NETWORK_FLOOR)),
        "lines": place.score,
        "boxes": EVEN if place.boxed is None else place.boxed,
        "clues": clues,
        "unclear": unclear,
        "smudged": (1 - clues) * unclear,
    }


def grid_features(grid: Judged) -> dict[str, float]:
    """What speaks for a Sudoku once the rules were asked.

    To what the page says come the outcome, the share of cells in doubt, the share of printed digits that stand in their
    row or column once already, and killer cages.
    """
    verdict, reading = grid.verdict, grid.reading
    drawn = reading.rules is not None and bool(reading.rules.figures)  # as good a sign as cages
    cages = reading.size if drawn else len(reading.rules.cages) if reading.rules else 0
    return page_features(grid.location, reading) | {
        "clues": _clues(_digits(grid), reading.size),
        "unique": float(verdict.status == "unique"),
        "several": float(verdict.status == "multiple"),
        "doubted": len(verdict.misreadings) / len(verdict.board.values),
        "repeats": repeats(grid),
        # As many cages as rows, with sums that fit them, cannot be chance: further ones add no evidence.
        "cages": min(1.0, cages / reading.size),
    }


def page_chance(place: GridLocation, reading: Reading) -> float:
    """The probability that a place shows a Sudoku, before the rules are asked."""
    return _model("page").probability(page_features(place, reading))


@lru_cache(maxsize=32)
def chance(grid: Judged) -> float:
    """The probability that a grid as read is a Sudoku; every step of a scan asks for it."""
    return _model("grid").probability(grid_features(grid))


def is_worth_a_second_look(grid: Judged) -> bool:
    """False for what is hardly a Sudoku, whatever a second look would say."""
    return chance(grid) >= WORTH_WORK


def is_worth_grouping(grid: Judged) -> bool:
    """True where equal shapes may tell more than the network: symbols beyond 9 that do not make a puzzle.

    Letters that the network has never seen look like no Sudoku to it: what the page alone says is asked instead.
    """
    worth = is_worth_a_second_look(grid) or page_chance(grid.location, grid.reading) >= WORTH_WORK
    return grid.reading.size > 9 and grid.verdict.status != "unique" and worth


def is_sudoku(grid: Judged) -> bool:
    """False for look-alikes."""
    return chance(grid) >= EVEN


def has_regions(grid: Judged) -> bool:
    """True where it is worth looking for irregular regions on the page: the usual boxes do not settle it."""
    verdict = grid.verdict
    settled = verdict.status == "unique" and verdict.board.geometry.box_shape is not None
    return not settled and is_worth_a_second_look(grid)


def is_crowded(grid: Judged) -> bool:
    """True where most cells hold pencil marks and the digits among them do not make a puzzle."""
    marked = grid.reading.ink[:, Ink.MARK] > grid.reading.ink[:, Ink.NONE]
    return grid.verdict.status != "unique" and float(marked.mean()) >= EVEN


def is_bare(grid: Judged) -> bool:
    """True where too few digits stand to tell which way is up."""
    return _digits(grid) < grid.reading.size


def quality(grid: Judged) -> float:
    """How well a grid read: one with a single solution beats any other, then its probabilities decide."""
    lawful = {"unique": 2.0, "multiple": 1.0, "unsolvable": 0.0}[grid.verdict.status]
    return lawful + grid.reading.sudoku + max(-1.0, clearness(grid.reading)) + grid.verdict.confidence


def is_sure(grid: Judged) -> bool:
    """True for a grid that needs no second look: nothing is doubted, was changed by the rules, or is called wrong.

    Where the ink is unclear, its looks are asked first (`told_apart`); what they leave open is among the doubts.
    """
    verdict, solved = grid.verdict, grid.verdict.solution.board
    if verdict.status != "unique" or solved is None or verdict.doubts or verdict.repaired:
        return False
    if any(solved[cell] != digit for cell, digit in verdict.board.entries.items()):
        return False
    return chance(grid) >= SURE


def thin_entries(grid: Judged) -> NDArray[np.bool_]:
    """(cells,): entries of a page at work that the ink leaves more open than a mistake may be to be named."""
    values = np.array(grid.verdict.board.values)
    return illegible_entries(grid.reading, values, np.ones(len(values), dtype=np.bool_))


def likely_mistakes(grid: Judged) -> NDArray[np.bool_]:
    """(cells,): of these entries, those whose ink rather contradicts the solution."""
    solved = grid.verdict.solution.board
    if grid.verdict.status != "unique" or solved is None:
        return np.zeros(len(grid.reading.digits), dtype=np.bool_)
    return np.asarray(thin_entries(grid) & (grid.reading.values() != np.array(solved.values)))


def is_thinly_read(grid: Judged) -> bool:
    """True where one network alone has read an entry that it leaves open: a second one may see a mistake in it."""
    return not grid.reading.is_fused and bool(thin_entries(grid).any())


def is_smeared(grid: Judged) -> bool:
    """True for a doubtful Sudoku with unclear digits."""
    doubtful = grid.verdict.status != "unique" or bool(grid.verdict.misreadings)
    return doubtful and clearness(grid.reading) < MIN_CLEARNESS_NATS and is_worth_a_second_look(grid)


def may_be_covered(grid: Judged) -> bool:
    """True for a grid that does not read well: something may lie over it."""
    verdict = grid.verdict
    return verdict.status != "unique" or bool(verdict.misreadings)


def repeats(grid: Judged) -> float:
    """The share of printed digits that stand in their row or column once already; people write what they like."""
    counted = np.array(grid.verdict.board.values)
    counted[grid.reading.ink[:, Ink.PRINT] <= grid.reading.ink[:, Ink.HAND]] = 0
    square: list[list[int]] = counted.reshape(grid.reading.size, -1).tolist()
    lines = [[digit for digit in line if digit] for line in (*square, *zip(*square, strict=True))]
    again = sum(len(line) - len(set(line)) for line in lines)
    return again / max(1, int((counted > 0).sum()))


def _digits(grid: Judged) -> int:
    return sum(map(bool, grid.verdict.board.values))


def _clues(digits: int, size: int) -> float:
    return min(1.0, digits / MIN_CLUES.get(size, size))
