"""A step to be told: its premises, and who sees whom on its board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.clash import clash, peer_sets
from sudokulens.logic.premise import Branch, CellTruth, DeadlyPattern, Premise, RuleTruth, UnitTruth
from sudokulens.logic.step import Step
from sudokulens.puzzle.geometry import Cell, Digit, Geometry


@dataclass(frozen=True)
class Case:
    """The step with what the tellers ask of it again and again."""

    step: Step
    geometry: Geometry

    @cached_property
    def premises(self) -> tuple[Premise, ...]:
        return self.step.premises

    @property
    def values(self) -> tuple[Digit, ...]:
        """The digits on the board before the step."""
        assert self.step.position is not None
        return self.step.position.values

    @property
    def cell_truths(self) -> list[CellTruth]:
        return [premise for premise in self.premises if isinstance(premise, CellTruth)]

    @property
    def unit_truths(self) -> list[UnitTruth]:
        return [premise for premise in self.premises if isinstance(premise, UnitTruth)]

    @property
    def truths(self) -> list[CellTruth | UnitTruth | DeadlyPattern]:
        return [premise for premise in self.premises if not isinstance(premise, Branch | RuleTruth)]

    @property
    def branches(self) -> list[Branch]:
        return [premise for premise in self.premises if isinstance(premise, Branch)]

    @property
    def pattern(self) -> DeadlyPattern | None:
        return next((premise for premise in self.premises if isinstance(premise, DeadlyPattern)), None)

    @property
    def victims(self) -> tuple[Cell, ...]:
        """The cells that lose candidates."""
        return tuple(sorted({candidate.cell for candidate in self.step.removes}))

    def victims_of(self, digit: Digit) -> tuple[Cell, ...]:
        return tuple(candidate.cell for candidate in self.step.removes if candidate.digit == digit)

    def has_victims(self, unit: int) -> bool:
        return any(cell in self.geometry.units[unit].cells for cell in self.victims)

    @property
    def lost_digits(self) -> tuple[Digit, ...]:
        return tuple(sorted({candidate.digit for candidate in self.step.removes}))

    def sees(self, cell: Cell, other: Cell) -> bool:
        return other in peer_sets(self.geometry)[cell]

    def all_see_all(self, cells: Iterable[Cell], others: Iterable[Cell]) -> bool:
        """Whether each of the cells sees each of the others."""
        targets = tuple(others)
        return all(self.sees(cell, other) for cell in cells for other in targets)

    def clash(self, first: Candidate, second: Candidate) -> bool:
        return clash(self.geometry, first, second)

    def units_with(self, cells: Iterable[Cell]) -> tuple[int, ...]:
        """The units that hold all of the cells."""
        held = [set(self.geometry.units_of[cell]) for cell in cells]
        return tuple(sorted(set.intersection(*held))) if held else ()

    def places(self, cells: Iterable[Cell], digit: Digit) -> tuple[Cell, ...]:
        """Those of the cells that may hold the digit, by the cited truths."""
        known = {truth.cell: truth.digits for truth in self.cell_truths}
        return tuple(cell for cell in cells if digit in known.get(cell, ()))
