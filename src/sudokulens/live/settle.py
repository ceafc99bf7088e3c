"""When a board is beyond doubt, and what may be said of it before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sudokulens.live.view import LiveState, View
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.reading.confidence import ACCEPTED
from sudokulens.reading.credible import SURE, chance
from sudokulens.scanned import ScannedGrid
from sudokulens.solving.solve import solve


def is_beyond_doubt(grid: ScannedGrid) -> bool:
    """Whether a board's solution may be shown."""
    if grid.status != "unique" or chance(grid) < SURE:
        return False
    if grid.mistakes and not grid.reading.is_fused:
        return False  # Nobody is told of a mistake by a single network.
    return not grid.verdict.misreadings or _sure_without_the_doubtful(grid)


def _sure_without_the_doubtful(grid: ScannedGrid) -> bool:
    """Whether the surest digits alone have the solution, whatever is in the other cells, under a finger, say.

    Entries that contradict the solution are not asked: with a clear mistake on the page nothing would ever settle.
    """
    values, doubtful = np.array(grid.board.values), list(_doubtful(grid))
    values[doubtful + _slips(grid)] = 0
    filled = np.flatnonzero(values)
    chances = grid.reading.digits[filled, values[filled]].astype(np.float64)
    surest = np.argsort(-chances, kind="stable")
    values[filled[surest[np.cumprod(chances[surest]) < ACCEPTED]]] = 0
    return _have_the_solution(grid, values)


def _slips(grid: ScannedGrid) -> list[Cell]:
    """Entries that contradict the solution."""
    assert grid.solved is not None
    return [cell for cell, digit in grid.board.entries.items() if grid.solved[cell] != digit]


def _have_the_solution(grid: ScannedGrid, values: NDArray[np.int64]) -> bool:
    assert grid.solved is not None
    found = solve(Board.of(map(int, values), grid.board.geometry))
    return found.kind == "unique" and found.board is not None and found.board.values == grid.solved.values


def unsettled(grid: ScannedGrid) -> View:
    """What may be said of a board that the frames have not settled: never its solution."""
    state: LiveState = "unsolvable" if grid.status == "unsolvable" else "reading"
    judgement = grid.judgement if grid.status != "unique" else None
    return View(state, grid.location, grid.board, None, _doubtful(grid), judgement=judgement, rules=grid.rules.kind)


def left_open(grid: ScannedGrid) -> View:
    """What a still picture says of a board that carries a doubt: its verdict and the doubt, never its solution."""
    mistakes = grid.mistakes
    wrong = tuple(mistake.cell for mistake in mistakes)
    return replace(unsettled(grid), wrong=wrong, judgement=grid.judgement, mistakes=mistakes)


def _doubtful(grid: ScannedGrid) -> tuple[Cell, ...]:
    return tuple(doubt.cell for doubt in grid.verdict.misreadings)
