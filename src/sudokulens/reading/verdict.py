"""What decoding says about one grid: the board, its doubts, and what the rules changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.reading.note import Note
from sudokulens.solving.engine import Solution

Status: TypeAlias = Literal["unique", "multiple", "unsolvable"]

Kind: TypeAlias = Literal["ordinary", "diagonal", "irregular", "unclear"]
"""What sort of Sudoku the digits suggest; "unclear" where they fit no sort that we know."""


DoubtKind: TypeAlias = Literal["digit", "ink"]
"""What is doubted: the digit, or whether it was printed or written."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell that may have been misread; alternatives are (digit, probability), 0 for empty, likeliest first.

    Where the doubt is about the ink, the digit is sure, there are no alternatives, and `probability` is that of a given
    being one, or of an entry.
    """

    cell: Cell
    read: Digit
    probability: float
    alternatives: tuple[tuple[Digit, float], ...] = ()
    kind: DoubtKind = "digit"


@dataclass(frozen=True, slots=True)
class Repair:
    """A cell that the rules changed from what it looked like most."""

    cell: Cell
    looked: Digit
    became: Digit


@dataclass(frozen=True, slots=True)
class Verdict:
    """The most probable lawful board, or the plain reading where no lawful one is near.

    `solution` has the solved board where the digits have exactly one solution. `price` is that of this board above
    the plain reading, in nats; `margin` that of the next best lawful board above this one, infinite where none came
    near. Doubts come with the most suspicious cell first.
    """

    board: Board
    status: Status
    solution: Solution
    confidence: float
    doubts: tuple[Doubt, ...]
    repaired: tuple[Repair, ...]
    margin: float
    price: float
    kind: Kind
    note: Note
    """One sentence for the person where something is unusual; empty otherwise."""

    @property
    def misreadings(self) -> tuple[Doubt, ...]:
        """The doubts about digits."""
        return tuple(doubt for doubt in self.doubts if doubt.kind == "digit")
