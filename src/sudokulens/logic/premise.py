"""What a step rests on: the facts about the position that a proof may use, and no others.

A **truth** names candidates of which at least one holds: a cell takes one of its digits, a digit has one of its places
in a unit. That two candidates exclude each other follows from the rules of the puzzle and needs no premise. A step is
proved when its cited truths leave no choice without a clash; `proof` checks that, knowing nothing of techniques.

- `CellTruth`, `UnitTruth`: the truths of every Sudoku, read off the position.
- `Blocked`, `NotAllowed`, `RemovedBefore`: why a truth of a single leaves out a digit or a cell.
- `DeadlyPattern`: the puzzle has one solution, so one of the candidates outside the pattern holds.
- `RuleTruth`: the cells obey a rule of the variant, or the sum that several cages leave them.
- `Branch`: what follows from an assumption, implication by implication, each with its own reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sudokulens.logic.candidate import Candidate, Literal, candidates_of
from sudokulens.puzzle.geometry import Cell, Digit


@dataclass(frozen=True, slots=True)
class Blocked:
    """The candidate is impossible because of the digit in the cell `by`: its own digit, or one that a rule forbids."""

    candidate: Candidate
    by: Cell


@dataclass(frozen=True, slots=True)
class NotAllowed:
    """A rule for its cell alone, even or odd, excludes the candidate."""

    candidate: Candidate


@dataclass(frozen=True, slots=True)
class RemovedBefore:
    """The candidate was removed by an earlier step (or by the player), not by a digit on the board."""

    candidate: Candidate


Reason: TypeAlias = Blocked | NotAllowed | RemovedBefore


@dataclass(frozen=True, slots=True)
class CellTruth:
    """The cell holds one of the digits. `because`, where given, accounts for every digit left out."""

    cell: Cell
    digits: tuple[Digit, ...]
    because: tuple[Reason, ...] = ()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return candidates_of((self.cell,), self.digits)


@dataclass(frozen=True, slots=True)
class UnitTruth:
    """The digit is in one of the cells, which are its only places in the unit (an index into `geometry.units`).

    `because`, where given, accounts for every empty cell of the unit left out.
    """

    unit: int
    digit: Digit
    cells: tuple[Cell, ...]
    because: tuple[Reason, ...] = ()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return candidates_of(self.cells, (self.digit,))


@dataclass(frozen=True, slots=True)
class DeadlyPattern:
    """The puzzle has one solution, so the cells do not all take digits of the pattern.

    `digits[i]` are the pattern's digits in `cells[i]`. However the cells took them, there would be a second way (a
    twin) that puts the same digits into every unit, and so a second solution. Hence one of the `escapes`, the other
    candidates of the cells, holds.
    """

    cells: tuple[Cell, ...]
    digits: tuple[tuple[Digit, ...], ...]
    escapes: tuple[Candidate, ...]

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return self.escapes


@dataclass(frozen=True, slots=True)
class RuleTruth:
    """The cells obey what the rules say of them, together with the units for a sum by the 45 rule.

    `rules` and `units` are indices into `geometry.rules` and `geometry.units`. `total` is the sum of the cells (those
    that reach out of the units counted negative where others do not), where it is one.
    """

    rules: tuple[int, ...]
    units: tuple[int, ...]
    cells: tuple[Cell, ...]
    total: int | None = None


Truth: TypeAlias = CellTruth | UnitTruth | DeadlyPattern
"""A premise of which one of the `candidates` holds."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Two candidates that the puzzle does not allow together: in one cell, both in the unit, or by the rule.

    `unit` is an index into `geometry.units`, `rule` one into `geometry.rules`; both are None for a common cell.
    """

    first: Candidate
    second: Candidate
    unit: int | None
    rule: int | None = None


@dataclass(frozen=True, slots=True)
class Implication:
    """If all of `given` hold, `then` holds: by an exclusion, or since the truths and the rules leave nothing else."""

    then: Literal
    given: tuple[Literal, ...]
    by: tuple[Exclusion | Truth | RuleTruth, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows from the assumption, in an order in which each implication rests on what came before it."""

    assumption: Literal
    implications: tuple[Implication, ...]


Premise: TypeAlias = Truth | RuleTruth | Branch
