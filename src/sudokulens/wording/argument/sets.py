"""Locked candidates, naked and hidden sets, direct placements, and sets around a corner that hold all their digits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulens.logic.premise import UnitTruth
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import none_elsewhere, only_places
from sudokulens.wording.message import Cells, Digits, Message, Units, Value, counted, message


def tell_locked(case: Case) -> Iterator[Message]:
    """A digit of one unit whose places all lie in another."""
    (truth,) = case.unit_truths
    covers = tuple(unit for unit in case.units_with((*truth.cells, *case.victims)) if unit != truth.unit)
    if not covers:
        yield only_places(Units((truth.unit,)), truth.digit, truth.cells)
        yield _victims_see(truth.cells, truth.digit, case.victims)
        return
    yield message(
        "In {unit}, the {digit} can only go in {cover}: in {cells:or}.",
        unit=Units((truth.unit,)),
        digit=Digits((truth.digit,)),
        cells=Cells(truth.cells),
        cover=Units(covers[:1]),
    )
    yield message("So no other cell of {cover} can be {digit}.", cover=Units(covers[:1]), digit=Digits((truth.digit,)))


def tell_subset(case: Case) -> list[Message]:
    """As many cells as digits: naked where the cells have no others, hidden where the digits have no other cells."""
    if case.step.technique is Technique.ALMOST_LOCKED_CANDIDATES:
        return list(_almost_locked(case))
    return list(_naked(case) if case.cell_truths else _hidden(case))


def _naked(case: Case) -> Iterator[Message]:
    cells = tuple(truth.cell for truth in case.cell_truths)
    digits = tuple(sorted({digit for truth in case.cell_truths for digit in truth.digits}))
    yield message(
        "{cells} have only {digits} left, and use them up: {number} digits for {number} cells.",
        cells=Cells(cells),
        digits=Digits(digits),
        number=len(cells),
    )
    units = tuple(unit for unit in case.units_with(cells) if case.has_victims(unit))
    if units:
        yield none_elsewhere(units, digits)
    inside = {cell for unit in units for cell in case.geometry.units[unit].cells}
    for digit in digits:
        outside = tuple(cell for cell in case.victims_of(digit) if cell not in inside)
        if outside:
            yield _victims_see(case.places(cells, digit), digit, outside)


def _almost_locked(case: Case) -> Iterator[Message]:
    """Cells that take all but one of the digits, so that the crossing has room for that one only."""
    naked, hidden = case.step.cells["pattern"], case.step.cells["extra"]
    first, second = Units(case.step.units["cover"]), Units(case.step.units["base"])
    digits = Digits(case.step.digits)
    yield counted(
        "{cells} takes one of {digits}, so only one of them can go where {first} and {second} meet.",
        "{cells} take all but one of {digits}, so only one of them can go where {first} and {second} meet.",
        len(naked),
        cells=Cells(naked),
        digits=digits,
        first=first,
        second=second,
    )
    yield counted(
        "Elsewhere in {second}, they can only go in {hidden}, so {hidden} takes the other and nothing else.",
        "Elsewhere in {second}, they can only go in {hidden}, so {hidden} take the others and nothing else.",
        len(hidden),
        second=second,
        hidden=Cells(hidden),
    )
    if set(case.lost_digits) & set(case.step.digits):
        yield none_elsewhere(case.step.units["cover"], case.step.digits)


def _hidden(case: Case) -> Iterator[Message]:
    digits = tuple(truth.digit for truth in case.unit_truths)
    cells = tuple(sorted({cell for truth in case.unit_truths for cell in truth.cells}))
    yield message(
        "In {unit}, the digits {digits} can only go in {cells}: {number} digits for {number} cells, "
        "so nothing else fits in them.",
        unit=Units((case.unit_truths[0].unit,)),
        digits=Digits(digits),
        cells=Cells(cells),
        number=len(cells),
    )


def tell_direct(case: Case) -> Iterator[Message]:
    """A locked digit or a hidden set leaves one place for a digit in another unit."""
    (cell, digit), *_ = case.step.places
    *first, last = case.unit_truths
    cells = tuple(sorted({place for truth in first for place in truth.cells}))
    if len(first) == 1:
        others = tuple(place for place in last.cells if place != cell)
        yield only_places(Units((first[0].unit,)), first[0].digit, cells)
        yield message("Wherever it goes there, it rules out {others}.", others=Cells(others))
    else:
        yield from _hidden_first(first, cells)
    yield message(
        "That leaves {cell} as the only place for {digit} in {unit}.",
        cell=Cells((cell,)),
        digit=Digits((digit,)),
        unit=Units((last.unit,)),
    )


def _hidden_first(truths: list[UnitTruth], cells: tuple[Cell, ...]) -> Iterator[Message]:
    yield message(
        "In {unit}, the digits {digits} can only go in {cells}: {number} digits for {number} cells, "
        "so nothing else fits in them.",
        unit=Units((truths[0].unit,)),
        digits=Digits(tuple(truth.digit for truth in truths)),
        cells=Cells(cells),
        number=len(cells),
    )


def tell_full_set(case: Case, cells: tuple[Cell, ...]) -> list[Message]:
    """As many cells as digits, not all in one unit, where no digit fits twice; nothing where that is not so."""
    digits = tuple(sorted({digit for truth in case.cell_truths for digit in truth.digits if truth.cell in cells}))
    places = {digit: case.places(cells, digit) for digit in digits}
    if len(digits) != len(cells) or not all(_together(case, places[digit]) for digit in digits):
        return []
    if not all(case.all_see_all(case.victims_of(digit), places[digit]) for digit in case.lost_digits):
        return []
    told = [
        message(
            "{cells} have {digits}: {number} cells for {number} digits.",
            cells=Cells(cells),
            digits=Digits(digits),
            number=len(cells),
        ),
        message("The places of each digit among them see each other, so every digit is there exactly once."),
    ]
    return told + [_victims_see(places[digit], digit, case.victims_of(digit)) for digit in case.lost_digits]


def _together(case: Case, cells: Iterable[Cell]) -> bool:
    """Whether all the cells see each other, so that a digit is in one of them at most."""
    every = tuple(cells)
    return all(case.sees(a, b) for i, a in enumerate(every) for b in every[i + 1 :])


def _victims_see(cells: tuple[Cell, ...], digit: Digit, victims: tuple[Cell, ...]) -> Message:
    fields: dict[str, Value] = {"victims": Cells(victims), "digit": Digits((digit,)), "cells": Cells(cells)}
    if len(cells) == 1:
        return counted(
            "{victims} sees the only place that {digit} has there: {cells}.",
            "{victims} see the only place that {digit} has there: {cells}.",
            len(victims),
            **fields,
        )
    return counted(
        "{victims} sees every place that {digit} has there: {cells}.",
        "{victims} see every place that {digit} has there: {cells}.",
        len(victims),
        **fields,
    )
