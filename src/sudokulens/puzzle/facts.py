"""Facts about printed Sudokus."""

from __future__ import annotations

from sudokulens.puzzle.geometry import box_shapes

MIN_CLUES = {4: 4, 6: 8, 8: 14, 9: 17}
"""By size: no ordinary Sudoku with fewer clues has one solution (8×8: the fewest known)."""


SMALLEST_SIZE = min(MIN_CLUES)
"""Cells along a side of the smallest boards that are printed."""


def usual_box_shapes(size: int) -> list[tuple[int, int]]:
    """The shapes (rows, columns) that boxes of that size are printed in: neither side more than twice the other."""
    return [shape for shape in box_shapes(size) if max(shape) <= 2 * min(shape)]
