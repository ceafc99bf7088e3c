"""Cells, candidates and units of the explainer kernel in the terms of steps."""

from __future__ import annotations

from collections.abc import Iterable

from sudokulens.logic.explainer import Found
from sudokulens.logic.step import Candidate
from sudokulens.puzzle.geometry import Cell, Digit

_BOXES = 9
"""The kernel counts boxes, rows, columns; a geometry's units are rows, columns, boxes."""


def unit_index(unit: int) -> int:
    """The kernel's unit as an index into `geometry.units`."""
    return unit - _BOXES if unit >= _BOXES else unit + 2 * _BOXES


def candidate_of(number: int) -> Candidate:
    return Candidate(number // 9, number % 9 + 1)


def removals(found: Found) -> tuple[Candidate, ...]:
    """What the hint removes; nothing where it places a digit, which says it all."""
    return () if found.placed is not None else tuple(candidate_of(number) for number in found.removed)


def placements(found: Found) -> tuple[Candidate, ...]:
    return () if found.placed is None else (candidate_of(found.placed),)


def present(candidates: tuple[int, ...], cells: Iterable[Cell], digits: Iterable[Digit]) -> tuple[Candidate, ...]:
    """Those digits in those cells that are still candidates; `candidates` are the board's masks."""
    chosen = tuple(digits)
    return tuple(Candidate(c, d) for c in cells for d in chosen if candidates[c] >> (d - 1) & 1)
