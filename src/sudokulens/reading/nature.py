"""What sort of grid it is that the ordinary rules do not confirm, in one sentence for the person."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sudokulens.puzzle.facts import MIN_CLUES
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.judge import judge_for
from sudokulens.reading.note import Note
from sudokulens.reading.verdict import Kind


def describe(values: NDArray[np.uint8], geometry: Geometry, solutions: int) -> tuple[Kind, Note]:
    """The kind of Sudoku that the digits suggest and a sentence about it."""
    clues = int((values > 0).sum())
    if solutions > 1:
        return _describe_several(values, geometry, clues)
    lines, boxes = _clashing_units(values, geometry)
    if boxes and not lines:
        return "irregular", Note(
            "Not an ordinary Sudoku: digits repeat within boxes but not within rows or columns, "
            "so its regions are probably irregular (a jigsaw)."
        )
    if lines or boxes:
        return "unclear", Note(
            "Not an ordinary Sudoku as read: digits repeat in {number} of its rows, columns and boxes. "
            "Either cells were misread or it follows other rules.",
            number=lines + boxes,
        )
    return "unclear", Note(
        "No solution under the ordinary rules: either a cell was misread or it follows other rules, as a jigsaw does."
    )


def _describe_several(values: NDArray[np.uint8], geometry: Geometry, clues: int) -> tuple[Kind, Note]:
    if geometry.size == 9 and not geometry.extras and clues and _is_diagonal(values, geometry):
        return "diagonal", Note("One solution only if both diagonals hold every digit too: probably an X-Sudoku.")
    fewest = MIN_CLUES.get(geometry.size, 0)
    if clues < fewest:
        return "unclear", Note(
            "Several solutions: {clues} digits are too few for an ordinary Sudoku (at least {fewest}). "
            "It may follow further rules, as a killer Sudoku does, or digits were missed.",
            clues=clues,
            fewest=fewest,
        )
    return "ordinary", Note(
        "Several solutions: a digit may have been missed or misread, or the puzzle really has more than one."
    )


def _is_diagonal(values: NDArray[np.uint8], geometry: Geometry) -> bool:
    judge = judge_for(geometry.with_diagonals())
    return int(judge(values[None].astype(np.uint8))[1][0]) == 1


def _clashing_units(values: NDArray[np.uint8], geometry: Geometry) -> tuple[int, int]:
    """The numbers of rows and columns, and of boxes, that hold a digit twice."""
    lines = boxes = 0
    for unit in geometry.units:
        held = values[list(unit.cells)]
        held = held[held > 0]
        clash = len(np.unique(held)) < len(held)
        lines += clash and unit.kind in ("row", "column")
        boxes += clash and unit.kind == "box"
    return lines, boxes
