"""Candidates and what can be said about one: that it is true (on) or false (off)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from sudokulens.puzzle.geometry import Cell, Digit


class Candidate(NamedTuple):
    """A digit in a cell."""

    cell: Cell
    digit: Digit


Node: TypeAlias = tuple[Candidate, ...]
"""One end of a link: a candidate, or a group of which at least one is meant; an almost locked set is a node too."""


class Literal(NamedTuple):
    """A candidate said to be true (`on`) or false."""

    candidate: Candidate
    on: bool

    @property
    def negated(self) -> Literal:
        return Literal(self.candidate, not self.on)


def candidates_of(cells: Iterable[Cell], digits: Iterable[Digit]) -> tuple[Candidate, ...]:
    """Every digit in every cell, in order."""
    chosen = tuple(digits)
    return tuple(Candidate(cell, digit) for cell in cells for digit in chosen)
