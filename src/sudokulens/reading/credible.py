"""Is it a Sudoku? How far the reading of a candidate place is to be believed.

Before the rules are asked: is this canvas worth decoding? After it: is what was decoded a Sudoku, or a calendar, a
crossword, another game?
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from sudokulens.reading.options import FEWEST_CLUES
from sudokulens.reading.reading import Ink, Reading
from sudokulens.reading.sharpen import clearness
from sudokulens.reading.split import least_clear
from sudokulens.reading.verdict import Verdict
from sudokulens.vision.location import GridLocation

LEAST_SUDOKU, SURE_SUDOKU = 0.6, 0.9
"""The network's probability that a canvas shows a Sudoku: below it is refused, or beyond doubt.

Photos of Sudokus have 0.99 and more, turned any way; look-alikes mostly 0.5, for the weights know no less than that.
"""

MOST_UNCLEAR = 3.0
"""So many misread cells may be expected in a clear reading."""

FEWEST_DIGITS = 4
"""A grid with fewer digits than this is an empty table to us."""

FEWEST_NOTES, CLEAR_LINES = 15, 0.8
"""So many cells with small numbers between lines of that score are worth a look for the cages of a killer."""

DRAWN_LINES = 0.7
"""Lines of that score without digits are worth a look for cages: on dark screens thin lines are faint beside those."""

CLEAN_LINES, LEAST_BOXED = 0.95, 0.3
"""The scores of lines and of boxes from which on such a grid is a killer even where no cages were made out.

A KenKen has small numbers, too, but no boxes.
"""

FEWEST_KILLER_CAGES = 8
"""So many cages with sums that fit them make a killer Sudoku; a KenKen's, with their signs, are not read as such."""

UNSURE_LINES, HARDLY_LINES = 0.8, 0.45
"""Lines of a lower score are those of something else with too few digits for a puzzle, or without one solution."""

LARGEST_SMALL, UNCLEAR_SHARE = 6, 0.2
"""Up to that size one solution proves little; neither does it where more than that share of the cells is in doubt."""

ILLEGIBLE = 0.35
"""With a larger share of its cells in doubt and no single solution to speak for it, a grid is a calendar."""

MOST_REPEATS, MOST_REPEATS_BY_HAND = 0.3, 0.9
"""With more repeats than this in rows and columns it is another game; people write what they like into a grid."""

CROWDED = 0.25
"""The share of cells with pencil marks from which on these may be taken for digits, or digits for these."""

CLEAR_INK = 1.5
"""Digits whose ink speaks for print or hand by fewer nats than this are worth a second look."""

UNCLEAR = -0.03
"""Doubtful grids whose digits are less clear than this, in nats a cell, may be smeared by a moving camera."""


class Judged(Protocol):
    """A candidate place with its reading and what the rules made of it."""

    @property
    def location(self) -> GridLocation: ...

    @property
    def reading(self) -> Reading: ...

    @property
    def verdict(self) -> Verdict: ...


def is_worth_decoding(place: GridLocation, reading: Reading) -> bool:
    """True where the network takes it for a Sudoku, or where digits or small numbers speak for one."""
    drawn = is_noted(place, reading) or is_bare(place, reading)
    return reading.sudoku >= LEAST_SUDOKU or is_clear(reading) or drawn


def is_worth_turning(reading: Reading) -> bool:
    """True where other quarter turns may read better: the network takes it for a Sudoku, or digits speak for one."""
    return reading.sudoku >= LEAST_SUDOKU or is_clear(reading)


def is_worth_a_second_look(grid: Judged) -> bool:
    """False for what the network takes for no Sudoku and the rules do not prove to be one."""
    return grid.reading.sudoku >= LEAST_SUDOKU or is_beyond_chance(grid)


def is_worth_grouping(grid: Judged) -> bool:
    """True where equal shapes may tell more than the network: symbols beyond 9 that do not make a puzzle."""
    return grid.reading.size > 9 and grid.verdict.status != "unique" and grid.reading.sudoku >= LEAST_SUDOKU


def has_regions(grid: Judged) -> bool:
    """True where it is worth looking for irregular regions on the page: the usual boxes do not settle it."""
    verdict = grid.verdict
    settled = verdict.status == "unique" and verdict.board.geometry.box_shape is not None
    return not settled and grid.reading.sudoku >= LEAST_SUDOKU and not is_other_game(grid)


def is_crowded(grid: Judged) -> bool:
    """True where most cells hold pencil marks and the digits among them do not make a puzzle."""
    marked = grid.reading.ink[:, Ink.MARK] > grid.reading.ink[:, Ink.NONE]
    return grid.verdict.status != "unique" and float(marked.mean()) >= CROWDED


def is_sudoku(grid: Judged) -> bool:
    """False for look-alikes: what the network takes for one, grids with next to no digits, and illegible ones."""
    digits, status, size = _digits(grid), grid.verdict.status, grid.reading.size
    if grid.reading.rules and len(grid.reading.rules.cages) >= FEWEST_KILLER_CAGES:
        return _has_boxes(grid.location)
    if has_figures(grid):
        return True
    if digits < FEWEST_DIGITS and may_be_killer(grid):
        return is_boxed(grid.location)
    if not is_worth_a_second_look(grid):
        return False
    few = size == 9 and digits < FEWEST_CLUES[9] and grid.location.score < UNSURE_LINES
    if digits < FEWEST_DIGITS or (few and status != "unique") or not _is_proved(grid):
        return False
    if status == "unsolvable" and (grid.reading.sudoku < SURE_SUDOKU or is_other_game(grid)):
        return False
    return status == "unique" or _is_legible(grid)


def has_figures(grid: Judged) -> bool:
    """True for a grid with boxes that the network takes for a Sudoku and on which thermometers or the like are drawn.

    Such puzzles have few digits, or none: what is drawn tells them from an empty table.
    """
    drawn = grid.reading.rules is not None and bool(grid.reading.rules.figures)
    return drawn and grid.reading.sudoku >= SURE_SUDOKU and is_boxed(grid.location)


def quality(grid: Judged) -> float:
    """How well a grid read: one with a single solution beats any other, then its probabilities decide."""
    lawful = {"unique": 2.0, "multiple": 1.0, "unsolvable": 0.0}[grid.verdict.status]
    return lawful + grid.reading.sudoku + max(-1.0, clearness(grid.reading)) + grid.verdict.confidence


def is_sure(grid: Judged) -> bool:
    """True for a grid that needs no second look: nothing is doubted, was changed by the rules, or is called wrong."""
    verdict, solved = grid.verdict, grid.verdict.solution.board
    if verdict.status != "unique" or solved is None or verdict.doubts or verdict.repaired:
        return False
    if any(solved[cell] != digit for cell, digit in verdict.board.entries.items()):
        return False
    clear = least_clear(np.array(verdict.board.values), grid.reading.ink) >= CLEAR_INK
    return clear and grid.reading.sudoku >= SURE_SUDOKU


def is_smeared(grid: Judged) -> bool:
    """True for a doubtful Sudoku with unclear digits."""
    doubtful = grid.verdict.status != "unique" or bool(grid.verdict.misreadings)
    return doubtful and grid.reading.sudoku >= LEAST_SUDOKU and clearness(grid.reading) < UNCLEAR


def is_clear(reading: Reading) -> bool:
    """True where digits enough for a puzzle stand out, whatever the page looks like otherwise."""
    filled = int((reading.values() > 0).sum())
    enough = reading.size == 9 and filled >= FEWEST_CLUES[9]
    return enough and float((1 - reading.digits.max(axis=1)).sum()) < MOST_UNCLEAR


def may_be_killer(grid: Judged) -> bool:
    """True for a grid that may be a killer Sudoku, which its cages must tell."""
    return is_noted(grid.location, grid.reading) or is_bare(grid.location, grid.reading)


def may_have_drawn_rules(grid: Judged) -> bool:
    """True for a grid that cages or other drawn rules may make a puzzle of, though its digits alone do not."""
    open_board = grid.verdict.status == "multiple" and grid.reading.sudoku >= SURE_SUDOKU
    return may_be_killer(grid) or (open_board and _has_boxes(grid.location))


def may_be_covered(grid: Judged) -> bool:
    """True for a grid that misses some lines and does not read well: something may lie over it."""
    verdict, score = grid.verdict, grid.location.score
    return score < 1 and (verdict.status != "unique" or bool(verdict.misreadings))


def is_bare(place: GridLocation, reading: Reading) -> bool:
    """True for lines with hardly a digit between them."""
    return reading.size == 9 and place.score >= DRAWN_LINES and int((reading.values() > 0).sum()) < FEWEST_DIGITS


def is_boxed(place: GridLocation) -> bool:
    """True for clean lines that mark the boxes."""
    return place.score >= CLEAN_LINES and _has_boxes(place)


def _has_boxes(place: GridLocation) -> bool:
    return place.boxed is None or place.boxed >= LEAST_BOXED


def is_noted(place: GridLocation, reading: Reading) -> bool:
    """True for a clean grid with small numbers in many cells, as killer Sudokus have their sums."""
    marks = int((reading.ink.argmax(axis=1) == Ink.MARK).sum())
    return reading.size == 9 and place.score >= CLEAR_LINES and marks >= FEWEST_NOTES


def is_beyond_chance(grid: Judged) -> bool:
    """True for digits that no table has by chance: enough for a puzzle, read without a doubt, and one solution."""
    proved = grid.verdict.status == "unique" and not grid.verdict.misreadings
    return grid.reading.size == 9 and _digits(grid) >= FEWEST_CLUES[9] and proved


def repeats(grid: Judged, printed_alone: bool = True) -> float:
    """The share of digits, or of those that look printed, that stand in their row or column once already."""
    counted = np.array(grid.verdict.board.values)
    if printed_alone:
        counted[grid.reading.ink[:, Ink.PRINT] <= grid.reading.ink[:, Ink.HAND]] = 0
    square = counted.reshape(grid.reading.size, -1)
    again = [len(line[line > 0]) - len(set(line[line > 0].tolist())) for line in (*square, *square.T)]
    return sum(again) / max(1, int((counted > 0).sum()))


def is_other_game(grid: Judged) -> bool:
    """True where so many digits repeat in rows and columns that no Sudoku, however misread, can be meant."""
    return repeats(grid) > MOST_REPEATS or repeats(grid, printed_alone=False) > MOST_REPEATS_BY_HAND


def _digits(grid: Judged) -> int:
    return sum(map(bool, grid.verdict.board.values))


def _is_proved(grid: Judged) -> bool:
    """False where lines are hardly there, or the grid so small that chance gives one solution, and digits unclear."""
    if grid.location.score >= HARDLY_LINES and grid.reading.size > LARGEST_SMALL:
        return True
    single = grid.verdict.status == "unique" or grid.location.score >= HARDLY_LINES
    return single and grid.reading.sudoku >= SURE_SUDOKU and _is_legible(grid, UNCLEAR_SHARE)


def _is_legible(grid: Judged, share: float = ILLEGIBLE) -> bool:
    return len(grid.verdict.misreadings) <= share * len(grid.verdict.board.values)
