"""What a network says about the cells of one grid, with all its uncertainty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from sudokulens.reading.rules import RuleEvidence

FUSED = " + "
"""Stands between the names of networks that have spoken together."""


class Ink(IntEnum):
    """How a cell was filled: the columns of `Reading.ink`."""

    NONE = 0
    PRINT = 1
    HAND = 2
    MARK = 3


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Probabilities for every cell of an n×n grid in row-major order, as the canvas lay."""

    digits: NDArray[np.float32]
    """(n·n, n+1): column 0 is "no digit", column v the value v; above 9, letters count from A = 10."""
    ink: NDArray[np.float32]
    """(n·n, 4): none, print (a given), hand (an entry, also a typed one), mark (only pencil marks)."""
    turn: NDArray[np.float32]
    """(4,): entry k is the probability that `np.rot90(canvas, k)` is upright."""
    sudoku: float
    """The probability that the canvas shows a whole Sudoku, squarely on its lines, and not a look-alike."""
    model: str
    """Name and hash of the weights that spoke."""
    marks: NDArray[np.float32] | None = None
    """(n·n, n): the probability that a digit, column 0 for 1, is among a cell's pencil marks; None if not read."""
    mark_places: NDArray[np.float32] | None = None
    """(n·n, 3): each mark in its own ninth of the cell, marks in the corners, or marks in a row; None if not read."""
    mark_counts: NDArray[np.int64] | None = None
    """(n·n,): how many pencil marks the ink of a cell seems to be, 0 where there may be none; None if not counted."""
    rules: RuleEvidence | None = None
    """What the page shows of further rules; None if not looked for."""

    lettered: bool = False
    """True where the page is written in letters alone: A stands for 1, B for 2, and so on."""

    def __post_init__(self) -> None:
        cells = self.size * self.size
        for name, array, expected in (
            ("digits", self.digits, (cells, self.size + 1)),
            ("ink", self.ink, (cells, len(Ink))),
            ("turn", self.turn, (4,)),
        ):
            _check(name, array, expected)
        if self.marks is not None:
            _check("marks", self.marks, (cells, self.size))
        if self.mark_places is not None:
            _check("mark_places", self.mark_places, (cells, 3))
        if self.mark_counts is not None:
            _check("mark_counts", self.mark_counts, (cells,))

    @property
    def size(self) -> int:
        """n, the cells along one side."""
        return isqrt(len(self.digits))

    @property
    def is_fused(self) -> bool:
        """True where more than one network has spoken."""
        return FUSED in self.model

    @property
    def quarter_turns(self) -> int:
        """The k for which `np.rot90(canvas, k)` is most probably upright."""
        return int(self.turn.argmax())

    def values(self) -> NDArray[np.int64]:
        """The most probable value of each cell on its own, 0 for none."""
        return np.asarray(self.digits.argmax(axis=1), dtype=np.int64)

    def givens(self) -> NDArray[np.bool_]:
        """True where a digit is more probably printed than written."""
        return np.asarray((self.values() > 0) & (self.ink[:, Ink.PRINT] >= self.ink[:, Ink.HAND]))

    def reread(self, cells: NDArray[np.bool_], other: Reading) -> Reading:
        """The same with the digits of those cells as another reading has them."""
        return replace(self, digits=np.where(cells[:, None], other.digits, self.digits))

    def blanked(self, cells: NDArray[np.bool_]) -> Reading:
        """The same with nothing in those cells, as where something lies over them."""
        digits, ink = self.digits.copy(), self.ink.copy()
        digits[cells], ink[cells] = np.eye(self.size + 1)[0], np.eye(len(Ink))[Ink.NONE]
        return replace(self, digits=digits, ink=ink)


def _check(name: str, array: NDArray[np.float32] | NDArray[np.int64], expected: tuple[int, ...]) -> None:
    """Refuses an array of another shape, and makes it read-only."""
    if array.shape != expected:
        raise ValueError(f"{name}: expected shape {expected}, got {array.shape}")
    array.flags.writeable = False


def likely_turns(turn: NDArray[np.float32], sure: float) -> list[int]:
    """The quarter turns worth reading, likeliest first: one where the network is that sure, two where it is not."""
    ranked = [int(quarters) for quarters in np.argsort(-turn, kind="stable")]
    return ranked[:1] if turn[ranked[0]] >= sure else ranked[:2]
