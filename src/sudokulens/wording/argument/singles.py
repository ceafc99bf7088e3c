"""Singles: why every other digit is out of the cell, or every other cell out of the unit."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.premise import Blocked, CellTruth, RemovedBefore, UnitTruth
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Digit
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, counted, message


def tell(case: Case) -> list[Message]:
    """The single and what excludes everything else."""
    (truth,) = case.truths
    if isinstance(truth, CellTruth):
        return [_naked(case, truth)]
    assert isinstance(truth, UnitTruth)
    if case.step.technique is Technique.FULL_HOUSE:
        return [_full_house(truth)]
    return list(_hidden(truth))


def _full_house(truth: UnitTruth) -> Message:
    return message(
        "{cell} is the last empty cell of {unit}, and only {digit} is missing there.",
        cell=Cells(truth.cells),
        unit=Units((truth.unit,)),
        digit=Digits((truth.digit,)),
    )


def _naked(case: Case, truth: CellTruth) -> Message:
    return message(
        "Only {digit} is left in {cell}: {reasons:;}.",
        digit=Digits(truth.digits),
        cell=Cells((truth.cell,)),
        reasons=Listed(list(_what_excludes(case, truth))),
    )


def _what_excludes(case: Case, truth: CellTruth) -> Iterator[Message]:
    """Each other digit once, under the first unit of the cell that has it."""
    units = case.geometry.units_of[truth.cell]
    blocked = {reason.candidate.digit: reason.by for reason in truth.because if isinstance(reason, Blocked)}
    for unit in units:
        own = tuple(digit for digit, by in blocked.items() if by in case.geometry.units[unit].cells)
        if own:
            yield message("{unit} has {digits}", unit=Units((unit,)), digits=Digits(own))
        blocked = {digit: by for digit, by in blocked.items() if digit not in own}
    for digit, by in blocked.items():
        yield message("the {digit} in {cell} rules out {digit}", digit=Digits((digit,)), cell=Cells((by,)))
    if before := _removed_digits(truth):
        yield counted(
            "{digits} was ruled out earlier", "{digits} were ruled out earlier", len(before), digits=Digits(before)
        )


def _removed_digits(truth: CellTruth) -> tuple[Digit, ...]:
    return tuple(reason.candidate.digit for reason in truth.because if isinstance(reason, RemovedBefore))


def _hidden(truth: UnitTruth) -> Iterator[Message]:
    digit, unit, cell = Digits((truth.digit,)), Units((truth.unit,)), Cells(truth.cells)
    yield message("In {unit}, the {digit} can only go in {cell}.", unit=unit, digit=digit, cell=cell)
    by = tuple(dict.fromkeys(reason.by for reason in truth.because if isinstance(reason, Blocked)))
    earlier = tuple(reason.candidate.cell for reason in truth.because if isinstance(reason, RemovedBefore))
    if by and earlier:
        yield counted(
            "The {digit} in {blockers} rules out the other cells, except {earlier}, where {digit} was removed earlier.",
            "The {digit}s in {blockers} rule out the other cells, except {earlier}, where {digit} was removed earlier.",
            len(by),
            digit=digit,
            blockers=Cells(by),
            earlier=Cells(earlier),
        )
    elif by:
        yield counted(
            "The {digit} in {blockers} rules out every other empty cell there.",
            "The {digit}s in {blockers} rule out every other empty cell there.",
            len(by),
            digit=digit,
            blockers=Cells(by),
        )
    elif earlier:
        yield message("It was ruled out earlier in {cells}.", cells=Cells(earlier))
