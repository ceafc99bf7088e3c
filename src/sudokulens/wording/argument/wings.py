"""Wings: whichever digit the pivot takes, one of the wing's cells is the digit that goes elsewhere."""

from __future__ import annotations

from itertools import combinations

from sudokulens.logic.premise import CellTruth
from sudokulens.puzzle.geometry import Digit
from sudokulens.wording.argument import chains, refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import one_of_ends
from sudokulens.wording.message import Cells, Digits, Message, message

_MAX_TOLD_FROM_THE_PIVOT = 3
"""Cells of a wing that is told from its pivot; a larger one has no cell that sees all the others."""


def tell(case: Case) -> list[Message]:
    """The pivot's digits one by one; a wing with links as a chain, a larger one by counting."""
    if case.step.links:
        return chains.tell(case)
    if len(case.lost_digits) != 1:
        return refute.tell(case)
    if len(case.cell_truths) > _MAX_TOLD_FROM_THE_PIVOT:
        return _bent_set(case)
    (goal,) = case.lost_digits
    pivot, *pincers = case.cell_truths
    told, ends = [], []
    for digit in pivot.digits:
        if digit == goal:
            ends.append(pivot.cell)
            continue
        pincer = _pincer(case, pivot, pincers, digit, goal)
        if pincer is None:
            return refute.tell(case)
        told.append(_forces(pivot, digit, pincer, goal))
        ends.append(pincer.cell)
    if not case.all_see_all(case.victims, ends):
        return refute.tell(case)
    if pivot.cell in ends:
        told.append(message("Otherwise {cell} itself is {digit}.", cell=Cells((pivot.cell,)), digit=Digits((goal,))))
    return [*told, one_of_ends(sorted(set(ends)), goal, case.victims)]


def _bent_set(case: Case) -> list[Message]:
    """As many cells as digits, of which all but one fit once only, so that this one must be there."""
    (goal,) = case.lost_digits
    cells = tuple(sorted(truth.cell for truth in case.cell_truths))
    digits = tuple(sorted({digit for truth in case.cell_truths for digit in truth.digits}))
    places = case.places(cells, goal)
    if len(cells) != len(digits) or not all(_is_there_once(case, digit) for digit in digits if digit != goal):
        return refute.tell(case)  # a part of the wing is enough
    return [
        message(
            "{cells} have {digits}: {number} cells for {number} digits.",
            cells=Cells(cells),
            digits=Digits(digits),
            number=len(cells),
        ),
        message(
            "The places of each digit but {digit} see each other, so each of the others is there once at most, "
            "and {digit} must be there too.",
            digit=Digits((goal,)),
        ),
        one_of_ends(places, goal, case.victims),
    ]


def _is_there_once(case: Case, digit: Digit) -> bool:
    """Whether the places of the digit in the wing see each other."""
    places = case.places([truth.cell for truth in case.cell_truths], digit)
    return all(case.sees(one, other) for one, other in combinations(places, 2))


def _pincer(case: Case, pivot: CellTruth, pincers: list[CellTruth], digit: Digit, goal: Digit) -> CellTruth | None:
    """The cell that must be the goal if the pivot is the digit."""
    for pincer in pincers:
        if set(pincer.digits) == {digit, goal} and case.sees(pivot.cell, pincer.cell):
            return pincer
    return None


def _forces(pivot: CellTruth, digit: Digit, pincer: CellTruth, goal: Digit) -> Message:
    return message(
        "If {pivot} is {digit}, {pincer} is {goal}.",
        pivot=Cells((pivot.cell,)),
        digit=Digits((digit,)),
        pincer=Cells((pincer.cell,)),
        goal=Digits((goal,)),
    )
