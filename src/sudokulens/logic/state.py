"""A board as a solver sees it: what stands, and what can still stand where."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudokulens.logic.step import Candidate, Step
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit, DigitSet, Geometry


@dataclass(frozen=True, slots=True)
class State:
    """Values and candidates of any board; `candidates[cell]` is 0 for a filled cell.

    Candidates start from the person's own marks where there are any, so that a hint fits what they have written.
    """

    geometry: Geometry
    values: tuple[Digit, ...]
    givens: tuple[bool, ...]
    candidates: tuple[DigitSet, ...]

    @staticmethod
    def of(board: Board) -> State:
        return State(board.geometry, board.values, board.givens, board.effective_candidates())

    @property
    def board(self) -> Board:
        """The state as a board whose pencil marks are its candidates."""
        return Board(self.geometry, self.values, self.givens, self.candidates)

    @property
    def solved(self) -> bool:
        return all(self.values)

    def places(self, unit: int, digit: Digit) -> tuple[Cell, ...]:
        """The cells of the unit that can still take the digit."""
        mask, candidates = 1 << (digit - 1), self.candidates
        return tuple([cell for cell in self.geometry.units[unit].cells if candidates[cell] & mask])

    def has(self, candidate: Candidate) -> bool:
        return bool(self.candidates[candidate.cell] >> (candidate.digit - 1) & 1)

    def after(self, step: Step) -> State:
        """The state once the step has been made, peers of placed digits included."""
        values, candidates = list(self.values), list(self.candidates)
        for cell, digit in step.places:
            values[cell], candidates[cell] = digit, 0
            for peer in self.geometry.peers[cell]:
                candidates[peer] &= ~(1 << (digit - 1))
            if self.geometry.rules:
                for other, forbidden in self.geometry.excluded_by(cell, digit):
                    candidates[other] &= ~forbidden
        for cell, digit in step.removes:
            candidates[cell] &= ~(1 << (digit - 1))
        return State(self.geometry, tuple(values), self.givens, tuple(candidates))

    def packed(self) -> tuple[bytes, bytes, bytes]:
        """Values, givens and candidate masks as the compiled finders take them."""
        return bytes(self.values), bytes(self.givens), array("H", self.candidates).tobytes()


def changed(before: State, after: State) -> DigitSet:
    """The digits that have other places now."""
    found = 0
    for old, new in zip(before.candidates, after.candidates, strict=True):
        found |= old ^ new
    return found


def digits_of(mask: DigitSet) -> Iterator[Digit]:
    """The digits of a mask, in order."""
    while mask:
        yield (mask & -mask).bit_length()
        mask &= mask - 1


def mask_of(digits: Iterable[Digit]) -> DigitSet:
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask
