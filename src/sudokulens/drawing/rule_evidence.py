"""What the picture of a step by rules shows: the cells of the rules, the units of a sum, and the digits that matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase

from sudokulens.drawing.scene import Evidence, Mark, Tint, unit_tints
from sudokulens.logic.candidate import Candidate
from sudokulens.logic.premise import RuleTruth
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Form
from sudokulens.puzzle.geometry import Cell, Geometry


def rule_evidence(geometry: Geometry, step: Step, truths: Sequence[RuleTruth]) -> Evidence:
    """The units that are added up, the rules' own cells paler than those that the argument is about."""
    tints = [tint for index, truth in enumerate(truths) for tint in _tints(geometry, truth, index)]
    extra = step.cells.get("extra", ())
    tints += [Tint(cell, "extra") for cell in extra]
    shown = [cell for truth in truths for cell in truth.cells] + list(extra)
    return Evidence(
        tints=tuple(dict.fromkeys(tints)),
        marks=tuple(_marks(step, shown)) if step.technique.form is not Form.PLAIN else (),
    )


def _tints(geometry: Geometry, truth: RuleTruth, index: int) -> Iterator[Tint]:
    for unit in truth.units:
        yield from unit_tints(geometry, unit, "house")
    role = f"rule {ascii_lowercase[index % len(ascii_lowercase)]}"
    if truth.units:
        added = dict.fromkeys(cell for rule in truth.rules for cell in geometry.rules[rule].cells)
        yield from (Tint(cell, f"{role} unit") for cell in added if cell not in truth.cells)
    yield from (Tint(cell, role) for cell in truth.cells)


def _marks(step: Step, cells: Iterable[Cell]) -> Iterator[Mark]:
    """The places of the digits that the rule must hold."""
    if step.position is None:
        return
    for cell in cells:
        for digit in step.digits:
            if step.position.candidates[cell] >> (digit - 1) & 1:
                yield Mark(Candidate(cell, digit), "pattern")
