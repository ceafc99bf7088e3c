"""When a board is beyond doubt, and what may be said of it before."""

from __future__ import annotations

from sudokulens.live.view import LiveState, View
from sudokulens.reading.confidence import ACCEPTED
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import SURE_SUDOKU

READINGS_OF_SLIPS = 3
"""Readings that must agree before a person's digit is called wrong: one alone may as well be misread."""


def is_beyond_doubt(grid: ScannedGrid, readings: int) -> bool:
    """Whether a board's solution may be shown."""
    if grid.status != "unique" or grid.reading.sudoku < SURE_SUDOKU:
        return False
    return not grid.doubts or (readings >= READINGS_OF_SLIPS and _only_slips_in_doubt(grid))


def _only_slips_in_doubt(grid: ScannedGrid) -> bool:
    """Whether all that is doubtful are entries that contradict a solution which is sure without them."""
    assert grid.solved is not None
    entries = grid.board.entries
    slips = {cell for cell, digit in entries.items() if grid.solved[cell] != digit}
    return grid.confidence >= ACCEPTED and {doubt.cell for doubt in grid.doubts} <= slips


def unsettled(grid: ScannedGrid) -> View:
    """What may be said of a board that has not settled: never its solution."""
    state: LiveState = "unsolvable" if grid.status == "unsolvable" else "reading"
    return View(state, grid.location, grid.board, None, tuple(doubt.cell for doubt in grid.doubts))
