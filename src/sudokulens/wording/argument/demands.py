"""What the rules of a variant, and the sums of its cages, demand of some cells, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.premise import RuleTruth
from sudokulens.puzzle.constraints import (
    AllDots,
    AllXv,
    Arrow,
    BlackDot,
    Cage,
    Constraint,
    GreaterThan,
    LittleKiller,
    NonConsecutive,
    Palindrome,
    Quadruple,
    Renban,
    Sandwich,
    Thermometer,
    Whispers,
    WhiteDot,
    Xv,
)
from sudokulens.puzzle.geometry import Cell
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Message, Units, Value, message


def demand(case: Case, truth: RuleTruth) -> Iterator[Message]:
    """What the rule, or the sum of units and cages, demands of the cells."""
    return _sum_of_units(case, truth) if truth.units else _rule(case, truth)


def _sum_of_units(case: Case, truth: RuleTruth) -> Iterator[Message]:
    """The 45 rule: what the cages leave over, or have too much."""
    units, total = Units(truth.units), truth.total or 0
    area = {cell for unit in truth.units for cell in case.geometry.units[unit].cells}
    inside = tuple(cell for cell in truth.cells if cell in area)
    outside = tuple(cell for cell in truth.cells if cell not in area)
    if inside and outside:
        larger, smaller = map(_sum_of, (inside, outside) if total >= 0 else (outside, inside))
        if total == 0:
            yield message(
                "By the sums of {units} and of the cages there, {larger} equals {smaller}.",
                units=units,
                larger=larger,
                smaller=smaller,
            )
            return
        yield message(
            "By the sums of {units} and of the cages there, {larger} is {smaller} plus {total}.",
            units=units,
            larger=larger,
            smaller=smaller,
            total=abs(total),
        )
    elif len(truth.cells) == 1:
        yield message(
            "By the sums of {units} and of the cages there, {cell} is {digit}.",
            units=units,
            cell=Cells(truth.cells),
            digit=Digits((total,)),
        )
    else:
        yield message(
            "By the sums of {units} and of the cages there, the sum of {cells} is {total}.",
            units=units,
            cells=Cells(truth.cells),
            total=total,
        )


def _sum_of(cells: tuple[Cell, ...]) -> Value:
    """One cell by its name; several by their sum."""
    return Cells(cells) if len(cells) == 1 else message("the sum of {cells}", cells=Cells(cells))


def _rule(case: Case, truth: RuleTruth) -> Iterator[Message]:
    rule = case.geometry.rules[truth.rules[0]]
    yield from _signs(rule, truth.cells)
    yield from _lines(rule, truth.cells)
    yield from _sums(case, rule, truth.cells)


def _signs(rule: Constraint, cells: tuple[Cell, ...]) -> Iterator[Message]:
    first, second = Cells(cells[:1]), Cells(cells[1:2])
    match rule:
        case GreaterThan():
            yield message("{second} is greater than {first}.", first=first, second=second)
        case WhiteDot(difference=difference):
            yield message("{first} and {second} differ by {number}.", first=first, second=second, number=difference)
        case BlackDot(ratio=ratio):
            yield message("Of {cells}, one is {number} times the other.", cells=Cells(cells), number=ratio)
        case Xv(total=total):
            yield message("The sum of {cells} is {total}.", cells=Cells(cells), total=total)
        case NonConsecutive():
            yield message("Neighbours such as {cells} do not have consecutive digits.", cells=Cells(cells))
        case AllDots():
            yield message("There is no dot between {cells}, so no dot would fit there.", cells=Cells(cells))
        case AllXv():
            yield message("There is no X or V between {cells}, so none would fit there.", cells=Cells(cells))
        case Quadruple(digits=digits):
            yield message("The circle puts {digits} into {cells}.", digits=Digits(digits), cells=Cells(cells))


def _lines(rule: Constraint, cells: tuple[Cell, ...]) -> Iterator[Message]:
    shown = Cells(cells)
    match rule:
        case Thermometer():
            yield message(
                "On the thermometer, the digit grows from {first} to {second}.",
                first=Cells(cells[:1]),
                second=Cells(cells[1:]),
            )
        case Palindrome():
            yield message("The line reads the same from both ends, so {cells} are equal.", cells=shown)
        case Renban():
            yield message("The line through {cells} holds consecutive digits in any order.", cells=shown)
        case Whispers(difference=difference):
            yield message("On the line, {cells} differ by at least {number}.", cells=shown, number=difference)


def _sums(case: Case, rule: Constraint, cells: tuple[Cell, ...]) -> Iterator[Message]:
    match rule:
        case Cage(total=int(total)) if len(cells) == 1:
            digit = Digits((total,))
            yield message("{cell} is a cage of its own, so it is {digit}.", cell=Cells(cells), digit=digit)
        case Cage(total=int(total)):
            yield message(
                "The cage of {cells} has different digits with the sum {total}.", cells=Cells(cells), total=total
            )
        case LittleKiller(total=total):
            yield message("The sum of {cells} is {total}.", cells=Cells(cells), total=total)
        case Arrow(circle=circle, shaft=shaft):
            yield message("The sum of the arrow {shaft} is {circle}.", shaft=Cells(shaft), circle=Cells(circle))
        case Sandwich(total=total):
            unit = rule.index + (0 if rule.line == "row" else rule.size)
            yield message(
                "In {unit}, the digits between {lowest} and {highest} have the sum {total}.",
                unit=Units((unit,)),
                lowest=Digits((1,)),
                highest=Digits((case.geometry.size,)),
                total=total,
            )
