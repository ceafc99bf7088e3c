"""When a board is beyond doubt, and what may be said of it before."""

from __future__ import annotations

import numpy as np

from sudokulens.live.view import LiveState, View
from sudokulens.reading.reading import Ink
from sudokulens.scanned import ScannedGrid
from sudokulens.scanner import SURE_SUDOKU
from sudokulens.solving.solve import solve

READINGS_OF_SLIPS = 3
"""Readings that must agree before a person's digit is called wrong: one alone may as well be misread."""

SURE_DIGIT, SURE_INK = 0.95, 0.8
"""What digits must reach, and their ink, where some entries contradict the others."""


def is_beyond_doubt(grid: ScannedGrid, readings: int) -> bool:
    """Whether a board's solution may be shown."""
    if grid.status != "unique" or grid.reading.sudoku < SURE_SUDOKU:
        return False
    return not grid.doubts or (readings >= READINGS_OF_SLIPS and _sure_but_for_slips(grid))


def _sure_but_for_slips(grid: ScannedGrid) -> bool:
    """Whether the printed digits, clear all of them, have the solution, and only handwriting contradicts it."""
    assert grid.solved is not None
    solved, entries = grid.solved, grid.board.entries
    slips = [cell for cell, digit in entries.items() if solved[cell] != digit]
    if not {doubt.cell for doubt in grid.doubts} <= set(slips):
        return False
    digits, ink = grid.reading.digits, grid.reading.ink
    givens = np.flatnonzero(grid.board.givens)
    values = np.array(grid.board.values)
    filled = np.flatnonzero(values)
    clear = (digits[filled, values[filled]] >= SURE_DIGIT).all()
    told_apart = (ink[givens, Ink.PRINT] >= SURE_INK).all() and (ink[slips, Ink.HAND] >= SURE_INK).all()
    if not (clear and told_apart):
        return False
    alone = solve(grid.board.puzzle)
    return alone.kind == "unique" and alone.board is not None and alone.board.values == solved.values


def unsettled(grid: ScannedGrid) -> View:
    """What may be said of a board that has not settled: never its solution."""
    state: LiveState = "unsolvable" if grid.status == "unsolvable" else "reading"
    return View(state, grid.location, grid.board, None, tuple(doubt.cell for doubt in grid.doubts))
