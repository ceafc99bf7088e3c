"""Pencil marks, digit by digit, from what the network says of every cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sudokulens.fitted import fitted
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import Cage
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.reading.chance import EVEN, log_odds
from sudokulens.reading.details import MarkPlace
from sudokulens.reading.reading import Ink, Reading

MarkStyle: TypeAlias = Literal["corner", "centre"]

STYLES: dict[MarkPlace, MarkStyle | None] = {
    MarkPlace.NINTHS: None,
    MarkPlace.CORNERS: "corner",
    MarkPlace.ROW: "centre",
}

MIN_MARK_INK_PROBABILITY = 0.15
"""The reading networks' probability of pencil marks below which small strokes in a cell are grain of the paper."""

MIN_MARK_PROBABILITY = 1e-4
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
    odds, found = mark_odds(reading.marks, board), []
    for cell in marked_cells(reading, board.values):
        # A cell that the reading networks take for a marked one has at least one; cages' sums are small ink, too.
        certain = reading.ink[cell, Ink.MARK] >= EVEN and not _has_cages(reading, board)
        counted = int(reading.mark_counts[cell]) if certain and reading.mark_counts is not None else 0
        if digits := likeliest_digits(odds[cell], counted, least=int(certain)):
            found.append(Marks(int(cell), digits, _style(reading, int(cell))))
    return tuple(found)


def marked_cells(reading: Reading, values: Sequence[int] | NDArray[np.integer]) -> NDArray[np.intp]:
    """The cells that may hold marks: those that hold no digit and some small strokes."""
    return np.flatnonzero((np.asarray(values) == 0) & (reading.ink[:, Ink.MARK] >= MIN_MARK_INK_PROBABILITY))


def likeliest_digits(
    odds: NDArray[np.float64], counted: int, least: int, miscounts: NDArray[np.float64] | None = None
) -> tuple[Digit, ...]:
    """The most probable set of at least so many digits, by the log-odds of each and by how many marks were counted.

    Nothing is known of their number where none was counted. `miscounts` are the logarithms of how often there are so
    many more marks than were counted, from the most that are missing to the most that are too many; the fitted ones if
    not given. A cell that was miscounted by more counts as miscounted by the most.
    """
    order = np.argsort(-odds, kind="stable")
    sizes = np.arange(len(odds) + 1)
    nats = np.concatenate([[0.0], np.cumsum(odds[order])])
    if counted:
        often = np.array(fitted("marks")["counted"]) if miscounts is None else miscounts
        most = len(often) // 2
        nats += often[np.clip(sizes - counted, -most, most) + most]
    number = least + int(nats[least:].argmax())
    return tuple(sorted(int(digit) + 1 for digit in order[:number]))


def _has_cages(reading: Reading, board: Board) -> bool:
    return bool(reading.rules and reading.rules.cages) or any(isinstance(rule, Cage) for rule in board.rules)


def mark_odds(marks: NDArray[np.float32], board: Board) -> NDArray[np.float64]:
    """(cells, n): the log-odds of every mark by the network and by the givens.

    Hardly anybody notes a digit that a given excludes: such a mark must be very clear.
    """
    model = fitted("marks")
    odds = log_odds(marks, MIN_MARK_PROBABILITY)
    return np.asarray(model["bias"] + model["network"] * odds + model["excluded"] * excluded(board))


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
