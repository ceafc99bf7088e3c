"""Pencil marks, digit by digit, from what the network says of every cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.reading.reading import Reading

MARKED = 0.5
"""The probability from which on a digit counts as marked: either error costs the same."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The digits that somebody has noted in an empty cell."""

    cell: Cell
    digits: tuple[Digit, ...]

    @property
    def text(self) -> str:
        return "".join(map(digit_character, self.digits))


def find_marks(reading: Reading, board: Board) -> tuple[Marks, ...]:
    """The marks of all cells of the board that hold no digit; none where the network does not read marks."""
    if reading.marks is None:
        return ()
    marked = (reading.marks >= MARKED) & (np.array(board.values) == 0)[:, None]
    return tuple(
        Marks(int(cell), tuple(int(digit) + 1 for digit in np.flatnonzero(marked[cell])))
        for cell in np.flatnonzero(marked.any(axis=1))
    )
