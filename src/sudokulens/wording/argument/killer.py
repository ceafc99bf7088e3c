"""Killer techniques in sentences, and the law of leftovers, which is the same idea for jigsaws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from sudokulens.logic.premise import RuleTruth, UnitTruth
from sudokulens.logic.state import digits_of
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.killer import bounds
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import no_way_with
from sudokulens.wording.message import Cells, Digits, Message, Units, counted, message

Demand: TypeAlias = Callable[[Case, RuleTruth], Iterable[Message]]
"""Tells what a rule demands of its cells."""


def tell_leftovers(case: Case) -> Iterable[Message]:
    """Which cells hold the same digits, and the digit that one side cannot hold."""
    whole = len(case.unit_truths) == len(case.step.units["base"])
    return _leftovers(case) if whole else refute.tell(case)


def _leftovers(case: Case) -> Iterator[Message]:
    inside, outside = Cells(case.step.cells["innie"]), Cells(case.step.cells["outie"])
    yield message(
        "{units} hold every digit as often as {lines}. "
        "Without the cells that they share, that leaves the same digits in {inside} and {outside}.",
        units=Units(case.step.units["cover"]),
        lines=Units(case.step.units["base"]),
        inside=inside,
        outside=outside,
    )
    digit = Digits(case.step.digits)
    yield message(
        "{outside} cannot hold {digit}, so neither can {inside}.", outside=outside, inside=inside, digit=digit
    )


def _bounds(case: Case, demand: Demand) -> Iterator[Message]:
    """What the other cells of the cage come to, for the cells that lose the same digits by it."""
    for truth in _rules(case):
        yield from demand(case, truth)
        if len(truth.cells) == 1:
            continue
        alike: dict[tuple[int | None, int | None, tuple[Digit, ...]], list[Cell]] = {}
        for cell in case.victims:
            lost = tuple(c.digit for c in case.step.removes if c.cell == cell)
            alike.setdefault((*_limits_used(case, truth, cell, lost), lost), []).append(cell)
        for (least, most, digits), cells in alike.items():
            yield _rest(least, most, Cells(tuple(cells)), Digits(digits))


def _limits_used(case: Case, truth: RuleTruth, cell: Cell, lost: tuple[Digit, ...]) -> tuple[int | None, int | None]:
    """What the others come to at least, if the cell loses large digits, and at most, if it loses small ones."""
    least, most = _others(case, truth, cell)
    state = case.step.position
    assert state is not None
    kept = [digit for digit in digits_of(state.candidates[cell]) if digit not in lost]
    return (
        least if least == most or max(lost) > max(kept) else None,
        most if least == most or min(lost) < min(kept) else None,
    )


def _rest(least: int | None, most: int | None, cells: Cells, digits: Digits) -> Message:
    number = len(cells.cells)
    if least is None:
        return counted(
            "The rest comes to at most {most}, so {cells} is not {digits:or}.",
            "For each of {cells}, the rest comes to at most {most}, so it is not {digits:or}.",
            number,
            most=most or 0,
            cells=cells,
            digits=digits,
        )
    if most is None:
        return counted(
            "The rest comes to at least {least}, so {cells} is not {digits:or}.",
            "For each of {cells}, the rest comes to at least {least}, so it is not {digits:or}.",
            number,
            least=least,
            cells=cells,
            digits=digits,
        )
    if least == most:
        return counted(
            "The rest comes to {sum}, so {cells} is not {digits:or}.",
            "For each of {cells}, the rest comes to {sum}, so it is not {digits:or}.",
            number,
            sum=least,
            cells=cells,
            digits=digits,
        )
    return counted(
        "The rest comes to at least {least} and at most {most}, so {cells} is not {digits:or}.",
        "For each of {cells}, the rest comes to at least {least} and at most {most}, so it is not {digits:or}.",
        number,
        least=least,
        most=most,
        cells=cells,
        digits=digits,
    )


def _others(case: Case, truth: RuleTruth, cell: Cell) -> tuple[int, int]:
    state = case.step.position
    assert state is not None
    others = (other for other in truth.cells if other != cell)
    return bounds(tuple(state.candidates[other] | 1 << state.values[other] >> 1 for other in others))


def _splitting(case: Case, demand: Demand) -> Iterator[Message]:
    for truth in _rules(case):
        yield from demand(case, truth)
        yield message("{cells} are part of one cage, which this sum splits in two.", cells=Cells(truth.cells))
    yield no_way_with(case.step.removes)


def _naked(case: Case, demand: Demand) -> Iterator[Message]:
    """Cells and cages that need as many digits between them as they are."""
    digits = Digits(case.step.digits)
    for truth in _rules(case):
        yield from demand(case, truth)
        cells = Cells(truth.cells)
        yield message("Every way to do that needs {digits:or} in {cells:or}.", digits=digits, cells=cells)
    for own in case.cell_truths:
        yield message("{cell} is {digits:or}.", cell=Cells((own.cell,)), digits=Digits(own.digits))
    yield message(
        "That uses up {digits}, so no other cell of {unit} can be {digits:or}.",
        digits=digits,
        unit=Units(case.step.units["base"]),
    )


def _hidden(case: Case, demand: Demand) -> Iterator[Message]:
    """Two digits for one cell and a cage that takes one of them."""
    digits, cell = Digits(case.step.digits), Cells(case.step.cells["extra"])
    for truth in _rules(case):
        yield from demand(case, truth)
        if len(case.unit_truths) < len(case.step.digits):  # one digit is enough
            yield from (_only_way(case, truth, own) for own in case.unit_truths)
            return
        yield message(
            "In {unit}, the digits {digits} can only go in {cell} and in {cells}, which cannot hold both.",
            unit=Units(case.step.units["base"]),
            digits=digits,
            cell=cell,
            cells=Cells(truth.cells),
        )
    yield message("So {cell} is {digits:or}.", cell=cell, digits=digits)


def _only_way(case: Case, rule: RuleTruth, places: UnitTruth) -> Message:
    """A digit that the cage would have to take, and cannot."""
    return message(
        "If {cell} were {lost:or}, the {digit} of {unit} would have to be in {cells:or}, and nothing would fit.",
        cell=Cells(case.step.cells["extra"]),
        lost=Digits(case.lost_digits),
        digit=Digits((places.digit,)),
        unit=Units((places.unit,)),
        cells=Cells(rule.cells),
    )


def _rules(case: Case) -> list[RuleTruth]:
    return [premise for premise in case.premises if isinstance(premise, RuleTruth)]


TELLERS: dict[Technique, Callable[[Case, Demand], Iterator[Message]]] = {
    Technique.CAGE_BOUNDS: _bounds,
    Technique.CAGE_SPLITTING: _splitting,
    Technique.KILLER_PAIR: _naked,
    Technique.KILLER_TRIPLE: _naked,
    Technique.HIDDEN_KILLER_PAIR: _hidden,
}
