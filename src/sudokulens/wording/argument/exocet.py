"""Exocets: the digits of two base cells come back in two targets."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Message, Units, counted, message


def tell(case: Case) -> Iterator[Message]:
    """Where a digit of the base must be in the lines that cross the band, and what is left for the targets."""
    bases, targets = Cells(case.step.cells["base"]), Cells(case.step.cells["target"])
    yield message("{bases} take two different digits of {digits}.", bases=bases, digits=Digits(case.step.digits))
    shared = case.units_with(case.step.cells["base"])
    yield message(
        "Whichever digit {bases:or} takes, it cannot be elsewhere in {shared:or}. "
        "If it were in neither of {targets}, then in {units} it could only be outside {boxes}, "
        "where it does not fit into all three.",
        bases=bases,
        shared=Units(shared),
        targets=targets,
        units=Units(tuple(sorted(case.step.units["cover"]))),
        boxes=Units(_band(case, shared)),
    )
    yield message("So each of the two digits is in one of {targets}, and nothing else fits in them.", targets=targets)
    bases_lose = tuple(digit for digit in case.lost_digits if digit in case.step.digits)
    if bases_lose:
        yield counted(
            "{digits} cannot be in {targets:or}, so it is not in {bases:or} either.",
            "{digits} cannot be in {targets:or}, so they are not in {bases:or} either.",
            len(bases_lose),
            digits=Digits(bases_lose),
            targets=targets,
            bases=bases,
        )


def _band(case: Case, shared: tuple[int, ...]) -> tuple[int, ...]:
    """The boxes on the line of the base."""
    return tuple(sorted({case.geometry.units_of[cell][2] for cell in case.geometry.units[shared[0]].cells}))
