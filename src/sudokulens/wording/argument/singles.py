"""Singles: why every other digit is out of the cell, or every other cell out of the unit."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.premise import Blocked, CellTruth, NotAllowed, RemovedBefore, UnitTruth
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Cell, Digit
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
    return list(_hidden(case, truth))


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
    """Each other digit once: under the first unit of the cell that has it, or by the rule that forbids it."""
    values = case.values
    blocked = {reason.candidate.digit: reason.by for reason in truth.because if isinstance(reason, Blocked)}
    for unit in case.geometry.units_of[truth.cell]:
        cells = case.geometry.units[unit].cells
        own = tuple(digit for digit, by in blocked.items() if by in cells and values[by] == digit)
        if own:
            yield message("{unit} has {digits}", unit=Units((unit,)), digits=Digits(own))
        blocked = {digit: by for digit, by in blocked.items() if digit not in own}
    for by in dict.fromkeys(blocked.values()):
        yield message(
            "the {digit} in {cell} rules out {digits}",
            digit=Digits((values[by],)),
            cell=Cells((by,)),
            digits=Digits(tuple(digit for digit, other in blocked.items() if other == by)),
        )
    if _digits(truth, NotAllowed):
        yield _parity(case, (truth.cell,))
    if before := _digits(truth, RemovedBefore):
        yield counted(
            "{digits} was ruled out earlier", "{digits} were ruled out earlier", len(before), digits=Digits(before)
        )


def _digits(truth: CellTruth, kind: type[NotAllowed] | type[RemovedBefore]) -> tuple[Digit, ...]:
    return tuple(reason.candidate.digit for reason in truth.because if isinstance(reason, kind))


def _parity(case: Case, cells: tuple[Cell, ...]) -> Message:
    """Which digits a rule for one cell asks for."""
    if case.geometry.possible_digits[cells[0]] & 1:
        return counted("{cells} must be odd", "{cells} must be odd", len(cells), cells=Cells(cells))
    return counted("{cells} must be even", "{cells} must be even", len(cells), cells=Cells(cells))


def _hidden(case: Case, truth: UnitTruth) -> Iterator[Message]:
    digit, unit, cell = Digits((truth.digit,)), Units((truth.unit,)), Cells(truth.cells)
    yield message("In {unit}, the {digit} can only go in {cell}.", unit=unit, digit=digit, cell=cell)
    by = tuple(sorted({r.by for r in truth.because if isinstance(r, Blocked) and _is_equal(case, r)}))
    ruled = list(_by_rules(case, truth))
    earlier = tuple(reason.candidate.cell for reason in truth.because if isinstance(reason, RemovedBefore))
    if by and earlier and not ruled:
        yield counted(
            "The {digit} in {blockers} rules out the other cells, except {earlier}, where {digit} was removed earlier.",
            "The {digit}s in {blockers} rule out the other cells, except {earlier}, where {digit} was removed earlier.",
            len(by),
            digit=digit,
            blockers=Cells(by),
            earlier=Cells(earlier),
        )
    elif by and ruled:
        yield counted(
            "The {digit} in {blockers} rules out other cells.",
            "The {digit}s in {blockers} rule out other cells.",
            len(by),
            digit=digit,
            blockers=Cells(by),
        )
    elif by:
        yield counted(
            "The {digit} in {blockers} rules out every other empty cell there.",
            "The {digit}s in {blockers} rule out every other empty cell there.",
            len(by),
            digit=digit,
            blockers=Cells(by),
        )
    if ruled:
        yield message("By the rules of this puzzle, {reasons:;}.", reasons=Listed(ruled))
    if earlier and (ruled or not by):
        yield message("It was ruled out earlier in {cells}.", cells=Cells(earlier))


def _is_equal(case: Case, reason: Blocked) -> bool:
    return case.values[reason.by] == reason.candidate.digit


def _by_rules(case: Case, truth: UnitTruth) -> Iterator[Message]:
    """The cells that other digits exclude by a rule for two cells, and those that must be even or odd."""
    forbidden = [reason for reason in truth.because if isinstance(reason, Blocked) and not _is_equal(case, reason)]
    for by in dict.fromkeys(reason.by for reason in forbidden):
        yield message(
            "the {digit} in {cell} rules out {cells}",
            digit=Digits((case.values[by],)),
            cell=Cells((by,)),
            cells=Cells(tuple(reason.candidate.cell for reason in forbidden if reason.by == by)),
        )
    if unfit := tuple(reason.candidate.cell for reason in truth.because if isinstance(reason, NotAllowed)):
        yield _parity(case, unfit)
