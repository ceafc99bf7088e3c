"""Pencil marks, digit by digit, from what the network says of every cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Cage
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.reading.chance import EVEN, log_odds, logistic
from sudokulens.reading.details import MarkPlace
from sudokulens.reading.reading import Ink, Reading

MarkStyle: TypeAlias = Literal["corner", "centre"]

STYLES: dict[MarkPlace, MarkStyle | None] = {
    MarkPlace.NINTHS: None,
    MarkPlace.CORNERS: "corner",
    MarkPlace.ROW: "centre",
}

LEAST_MARK_INK = 0.15
"""The reading networks' probability of pencil marks below which small strokes in a cell are grain of the paper."""

LEAST_PROBABILITY = 1e-4
"""The network is held to be no surer than this of any mark."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The digits that somebody has noted in an empty cell."""

    cell: Cell
    digits: tuple[Digit, ...]
    style: MarkStyle | None = None
    """Where they stand, if not each in its own ninth of the cell."""

    @property
    def text(self) -> str:
        return "".join(map(digit_character, self.digits))


def find_marks(reading: Reading, board: Board) -> tuple[Marks, ...]:
    """The marks of all cells of the board that hold no digit; none where the network does not read marks."""
    if reading.marks is None:
        return ()
    chances, ink = mark_probabilities(reading.marks, board), reading.ink[:, Ink.MARK]
    marked = chances >= EVEN
    if not _has_cages(board):  # their sums and dashes are small ink, too
        # A cell that the reading networks take for a marked one has at least its likeliest mark.
        silent = np.flatnonzero(~marked.any(axis=1) & (ink >= EVEN))
        marked[silent, chances[silent].argmax(axis=1)] = True
    marked &= ((np.array(board.values) == 0) & (ink >= LEAST_MARK_INK))[:, None]
    return tuple(
        Marks(int(cell), tuple(int(digit) + 1 for digit in np.flatnonzero(marked[cell])), _style(reading, int(cell)))
        for cell in np.flatnonzero(marked.any(axis=1))
    )


def _has_cages(board: Board) -> bool:
    return any(isinstance(rule, Cage) for rule in board.rules)


def mark_probabilities(marks: NDArray[np.float32], board: Board) -> NDArray[np.float64]:
    """(cells, n): the probability of every mark by the network and by the givens.

    Nobody notes a digit that a given excludes, or next to nobody: such a mark must be very clear.
    """
    model = fitted("marks")
    odds = log_odds(marks, LEAST_PROBABILITY)
    return logistic(model["bias"] + model["network"] * odds + model["excluded"] * excluded(board))


def excluded(board: Board) -> NDArray[np.bool_]:
    """(cells, n): true for digits that a given excludes from a cell."""
    left = np.array(board.puzzle.computed_candidates())[:, None] >> np.arange(board.size)
    return np.asarray(left & 1 == 0)


def noted_board(board: Board, marks: tuple[Marks, ...]) -> Board:
    """The board with the marks as its candidates; cells without marks keep all that the rules leave them."""
    if not marks:
        return board
    candidates = list(board.computed_candidates())
    for each in marks:
        candidates[each.cell] = sum(1 << (digit - 1) for digit in each.digits)
    return board.with_candidates(candidates)


def _style(reading: Reading, cell: Cell) -> MarkStyle | None:
    if reading.mark_places is None:
        return None
    return STYLES[MarkPlace(int(reading.mark_places[cell].argmax()))]
