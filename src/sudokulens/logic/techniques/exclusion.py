"""Aligned pair and triple exclusion: of all ways to fill the cells, some leave another cell without a candidate."""

from __future__ import annotations

from sudokulens.logic.explainer import Found, Pattern
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.kernel_terms import placements, removals
from sudokulens.puzzle.board import Board


def step_of(board: Board, found: Found, technique: Technique) -> Step:
    """The pair or triple of cells, and the excluders: cells that see all of them and have few candidates."""
    size = 2 if found.pattern is Pattern.ALIGNED_PAIR else 3
    marks = board.effective_candidates()
    together = 0
    for cell in found.cells[:size]:
        together |= marks[cell]
    return Step(
        technique,
        places=placements(found),
        removes=removals(found),
        digits=tuple(digit for digit in range(1, 10) if together >> (digit - 1) & 1),
        cells={"pattern": found.cells[:size], "excluder": found.cells[size:]},
    )
