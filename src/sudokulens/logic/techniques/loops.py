"""Unique loops, types 1 to 4: without an extra digit somewhere, two digits could be swapped all along the loop."""

from __future__ import annotations

from sudokulens.logic.explainer import Found
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.kernel_terms import placements, present, removals, unit_index
from sudokulens.puzzle.board import Board


def step_of(board: Board, found: Found, technique: Technique) -> Step:
    """The loop in order; its roof are the cells with extra digits, its floor the others."""
    marks = board.effective_candidates()
    roof = tuple(cell for cell in found.cells if marks[cell].bit_count() > len(found.digits))
    floor = tuple(cell for cell in found.cells if cell not in roof)
    extra = [digit for digit in range(1, 10) if digit not in found.digits]
    return Step(
        technique,
        places=placements(found),
        removes=removals(found),
        digits=found.digits,
        cells={"pattern": found.cells, "floor": floor, "roof": roof},
        candidates={"pattern": present(marks, found.cells, found.digits), "fin": present(marks, roof, extra)},
        units={"pattern": tuple(map(unit_index, found.units))} if found.units else {},
    )
