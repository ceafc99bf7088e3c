"""Odd rings: what two digits, or a digit and its absence, cannot fill in turn; so a candidate outside breaks it."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import alternatives, one_of
from sudokulens.wording.message import Cells, Digits, Message, message


def tell(case: Case) -> list[Message]:
    """The ring, what it would need, and what follows from that being impossible."""
    cells, units = case.step.cells["pattern"], case.step.units.get("base", ())
    if len(case.cell_truths) not in (0, len(cells)) or len(case.unit_truths) != len(units):
        return refute.tell(case)  # a part of the ring is enough
    first = _boxes(case) if len(case.step.digits) > 2 else _ring(case)
    return [*first, *_guarded(case)]


def _ring(case: Case) -> Iterator[Message]:
    cells = case.step.cells["pattern"]
    yield message(
        "Each of {cells:all} sees the next, and the last sees the first: a ring of {number} cells.",
        cells=Cells(cells),
        number=len(cells),
    )
    guardians = alternatives(case.step.candidates["on"])
    if case.unit_truths:
        yield message(
            "Without {guardians:or}, each of the units that join them would have its {digit} in this ring, "
            "so every second cell of it would be {digit}. With {number} cells that is impossible.",
            guardians=guardians,
            digit=Digits(case.step.digits),
            number=len(cells),
        )
    else:
        yield message(
            "Without {guardians:or}, they would have to be {digits} in turn. With {number} cells that is impossible.",
            guardians=guardians,
            digits=Digits(case.step.digits),
            number=len(cells),
        )


def _boxes(case: Case) -> Iterator[Message]:
    yield message(
        "{cells} all have {digits}: three cells in each of four boxes, no two of them in a line of their box.",
        cells=Cells(case.step.cells["pattern"]),
        digits=Digits(case.step.digits),
    )
    yield message(
        "Without {guardians:or}, these digits would have to fill all of them; "
        "however they are arranged, two equal digits meet in a row or column.",
        guardians=alternatives(case.step.candidates["on"]),
    )


def _guarded(case: Case) -> Iterator[Message]:
    guardians = case.step.candidates["on"]
    if len(guardians) == 1:
        return
    yield from one_of(case, guardians)
