"""Placements that follow at once from locked candidates or a hidden set, without writing candidates down."""

from __future__ import annotations

from sudokulens.logic.explainer import Found, Pattern
from sudokulens.logic.step import Candidate, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.kernel_terms import placements, unit_index
from sudokulens.puzzle.board import Board


def step_of(_board: Board, found: Found, technique: Technique) -> Step:
    """Direct pointing or claiming, or a direct hidden pair or triple."""
    units = {"pattern": (unit_index(found.units[0]),)}
    if found.pattern in (Pattern.DIRECT_POINTING, Pattern.DIRECT_CLAIMING):
        units |= {"line": (unit_index(found.units[1]),), "place": (unit_index(found.units[2]),)}
    return Step(
        technique,
        places=placements(found),
        digits=found.digits,
        cells={"pattern": found.cells},
        candidates={"pattern": tuple(Candidate(cell, digit) for cell in found.cells for digit in found.digits)},
        units=units,
    )
