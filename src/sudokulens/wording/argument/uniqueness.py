"""Deadly patterns: two digits that could be swapped would give the puzzle two solutions, so something breaks them."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.premise import DeadlyPattern
from sudokulens.logic.technique import Family
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import one_of_ends
from sudokulens.wording.message import Cells, Digits, Listed, Message, message


def tell(case: Case) -> list[Message]:
    """The pattern, what can break it, and what follows from that."""
    pattern = case.pattern
    if pattern is None:
        return refute.tell(case)
    first = _grave(pattern) if case.step.technique.family is Family.GRAVE else _swap(case, pattern)
    return [first, *_broken(case, pattern)]


def _swap(case: Case, pattern: DeadlyPattern) -> Message:
    digits = Digits(tuple(sorted({digit for own in pattern.digits for digit in own})))
    cells = Cells(tuple(sorted(pattern.cells)))
    state = case.step.position
    if state is not None and any(state.values[cell] for cell in pattern.cells):
        return message(
            "None of {cells} is a given: if they held only {digits}, these could be swapped, "
            "and the puzzle would have two solutions.",
            cells=cells,
            digits=digits,
        )
    return message(
        "If {cells} held only {digits}, these could be swapped, and the puzzle would have two solutions.",
        cells=cells,
        digits=digits,
    )


def _grave(pattern: DeadlyPattern) -> Message:
    return message(
        "Without {escapes}, every empty cell would have two candidates, "
        "and every digit two places wherever it is missing: "
        "such a puzzle does not have exactly one solution.",
        escapes=_together(pattern),
    )


def _by_cell(pattern: DeadlyPattern) -> dict[Cell, tuple[Digit, ...]]:
    cells = sorted({escape.cell for escape in pattern.escapes})
    return {cell: tuple(sorted(e.digit for e in pattern.escapes if e.cell == cell)) for cell in cells}


def _together(pattern: DeadlyPattern) -> Listed:
    """All that can break the pattern: "6 and 7 in r7c2 and 7 in r8c2"."""
    return Listed(
        [
            message("{digits} in {cell}", digits=Digits(digits), cell=Cells((cell,)))
            for cell, digits in _by_cell(pattern).items()
        ]
    )


def _one_of(pattern: DeadlyPattern) -> Listed:
    """The same, of which one is true: "6 or 7 in r7c2; 7 in r8c2"."""
    return Listed(
        [
            message("{digits:or} in {cell}", digits=Digits(digits), cell=Cells((cell,)))
            for cell, digits in _by_cell(pattern).items()
        ]
    )


def _broken(case: Case, pattern: DeadlyPattern) -> Iterator[Message]:
    """One of the escapes is true: all in one cell, all of one digit, or none of that."""
    cells = tuple(sorted({escape.cell for escape in pattern.escapes}))
    digits = tuple(sorted({escape.digit for escape in pattern.escapes}))
    if len(case.truths) == 1 and len(cells) == 1:
        yield message("Only {cell} can prevent that, so it is {digits:or}.", cell=Cells(cells), digits=Digits(digits))
    elif len(case.truths) == 1 and len(digits) == 1 and case.all_see_all(case.victims, cells):
        yield message("Only {digit} in {cells:or} can prevent that.", digit=Digits(digits), cells=Cells(cells))
        yield one_of_ends(cells, digits[0], case.victims)
    else:
        yield message("So one of these must be true: {escapes:;}.", escapes=_one_of(pattern))
        yield from refute.tell(case)
