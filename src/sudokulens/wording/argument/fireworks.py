"""Fireworks: digits that leave a box along a row and a column by one cell each."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Message, Units, message

_TRIPLE = 3


def tell(case: Case) -> Iterator[Message]:
    """Why three digits fill the crossing and the two ends; larger ones are told as refutations."""
    step = case.step
    if len(step.digits) != _TRIPLE or len(step.cells["pivot"]) != 1:
        yield from refute.tell(case)
        return
    (pivot,), ends = step.cells["pivot"], step.cells["pincer"]
    row, column, box = case.geometry.units_of[pivot][:3]
    in_row, in_column = sorted(ends, key=lambda cell: row not in case.geometry.units_of[cell])
    digits = Digits(step.digits)
    yield message(
        "The digits {digits} can leave {box} only for {first} in {row} and only for {second} in {column}.",
        box=Units((box,)),
        digits=digits,
        first=Cells((in_row,)),
        row=Units((row,)),
        second=Cells((in_column,)),
        column=Units((column,)),
    )
    yield message("One that is in neither must be in {pivot}, where the two lines cross.", pivot=Cells((pivot,)))
    yield message(
        "So {digits} fill {cells}, and nothing else can go there.", digits=digits, cells=Cells((pivot, *ends))
    )
