"""Bivalue universal graves: without the extra candidates the puzzle would have two solutions or none."""

from __future__ import annotations

from sudokulens.logic.explainer import Found
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.kernel_terms import placements, present, removals, unit_index
from sudokulens.puzzle.board import Board


def step_of(board: Board, found: Found, technique: Technique) -> Step:
    """The cells with extra candidates; at least one of those candidates is true."""
    marks = board.effective_candidates()
    return Step(
        technique,
        places=placements(found),
        removes=removals(found),
        digits=found.digits,
        cells={"pattern": found.cells},
        candidates={"fin": present(marks, found.cells, found.digits)},
        units={"pattern": tuple(map(unit_index, found.units))} if found.units else {},
    )
