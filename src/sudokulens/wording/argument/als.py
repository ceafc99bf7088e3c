"""Almost locked sets: one digit more than cells, so a set that lacks one digit holds all the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import only_places
from sudokulens.wording.argument.sets import tell_full_set
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, counted, message


@dataclass(frozen=True)
class AlmostLocked:
    """A set with its letter."""

    name: str
    cells: tuple[Cell, ...]
    digits: tuple[Digit, ...]


def tell(case: Case) -> list[Message]:
    """Petals around a stem, a chain of sets, or sets that hold all their digits together."""
    sets = _sets(case)
    if not sets or "intersection" in case.step.cells:
        return tell_full_set(case, _all_cells(case)) or refute.tell(case)
    if case.unit_truths:
        return _joined(case, sets) or refute.tell(case)
    told = _blossom(case, sets) if "stem" in case.step.cells else _chain(case, sets)
    return told or tell_full_set(case, _all_cells(case)) or refute.tell(case)


def _all_cells(case: Case) -> tuple[Cell, ...]:
    return tuple(sorted({truth.cell for truth in case.cell_truths}))


def _sets(case: Case) -> list[AlmostLocked]:
    known = {truth.cell: truth.digits for truth in case.cell_truths}
    found = []
    for role, cells in case.step.cells.items():
        if role.startswith("als "):
            digits = sorted({digit for cell in cells for digit in known[cell]})
            found.append(AlmostLocked(role.removeprefix("als ").upper(), cells, tuple(digits)))
    return sorted(found, key=lambda one: one.name)


def _chain(case: Case, sets: list[AlmostLocked]) -> list[Message]:
    """Sets tied one to the next by digits that only one of two neighbours can hold; nothing where they are not."""
    order = sets if len(sets) != 3 else [sets[0], sets[2], sets[1]]
    told = [_introduced(order)]
    for goal in case.lost_digits:
        ties = _ties(case, order, goal)
        if ties is None:
            return []
        told += _followed(order, ties, goal)
        told.append(_seen(case, order[0], order[-1], goal))
    return told


def _joined(case: Case, sets: list[AlmostLocked]) -> list[Message]:
    """Two sets at the ends of a digit's two places in a unit: one of them lacks it."""
    (truth,) = case.unit_truths
    told = [_introduced(sets), only_places(Units((truth.unit,)), truth.digit, truth.cells)]
    for goal in case.lost_digits:
        for place, one in zip(case.step.cells["pivot"], sets, strict=True):
            if not case.all_see_all((place,), case.places(one.cells, truth.digit)):
                return []
            told.append(_without(place, truth.digit, one, goal))
        told.append(_seen(case, sets[0], sets[1], goal))
    return told


def _without(cell: Cell, digit: Digit, one: AlmostLocked, goal: Digit) -> Message:
    return message(
        "If {stem} is {digit}, {petal} cannot have {digit}, so it has {goal}.",
        stem=Cells((cell,)),
        digit=Digits((digit,)),
        petal=one.name,
        goal=Digits((goal,)),
    )


def _introduced(sets: Sequence[AlmostLocked]) -> Message:
    labelled = [
        message("{name} is {cells} with {digits}", name=one.name, cells=Cells(one.cells), digits=Digits(one.digits))
        for one in sets
    ]
    return message("Each of these sets has one digit more than cells: {sets:;}.", sets=Listed(labelled))


def _ties(case: Case, order: Sequence[AlmostLocked], goal: Digit) -> list[Digit] | None:
    """A digit for every two neighbours, never the same twice in a row, nor the goal at either end."""
    places = (*case.places(order[0].cells, goal), *case.places(order[-1].cells, goal))
    if not places or not case.all_see_all(case.victims_of(goal), places):
        return None
    return _tie(case, order, goal, [goal])


def _tie(case: Case, order: Sequence[AlmostLocked], goal: Digit, chosen: list[Digit]) -> list[Digit] | None:
    number = len(chosen) - 1
    if number == len(order) - 1:
        return chosen[1:] if chosen[-1] != goal else None
    for digit in _common(case, order[number], order[number + 1]):
        if digit != chosen[-1] and (found := _tie(case, order, goal, [*chosen, digit])):
            return found
    return None


def _common(case: Case, first: AlmostLocked, second: AlmostLocked) -> Iterator[Digit]:
    """The digits that only one of the two sets can hold: all their places see each other."""
    for digit in first.digits:
        places = case.places(first.cells, digit), case.places(second.cells, digit)
        if all(places) and case.all_see_all(*places):
            yield digit


def _followed(order: Sequence[AlmostLocked], ties: Sequence[Digit], goal: Digit) -> Iterator[Message]:
    yield message(
        "If {set} has no {goal}, it has {digit}.",
        set=order[0].name,
        goal=Digits((goal,)),
        digit=Digits((ties[0],)),
    )
    for one, digit, following in zip(order[1:], ties, (*ties[1:], goal), strict=True):
        yield message(
            "Then {set} cannot have {digit}, so it has {other}.",
            set=one.name,
            digit=Digits((digit,)),
            other=Digits((following,)),
        )


def _seen(case: Case, first: AlmostLocked, last: AlmostLocked, goal: Digit) -> Message:
    places = Cells((*case.places(first.cells, goal), *case.places(last.cells, goal)))
    victims = case.victims_of(goal)
    return counted(
        "So {first} or {last} has the {digit}, and {victims} sees all its places there: {places}.",
        "So {first} or {last} has the {digit}, and {victims} see all its places there: {places}.",
        len(victims),
        first=first.name,
        last=last.name,
        digit=Digits((goal,)),
        victims=Cells(victims),
        places=places,
    )


def _blossom(case: Case, petals: list[AlmostLocked]) -> list[Message]:
    """A petal for every digit of the stem; nothing where one is missing."""
    if len(case.lost_digits) != 1:
        return []
    (goal,), (stem,) = case.lost_digits, case.step.cells["stem"]
    truth = next(truth for truth in case.cell_truths if truth.cell == stem)
    told, places = [_introduced(petals)], list[Cell]()
    for digit in truth.digits:
        petal = _petal(case, stem, petals, digit, goal)
        if petal is None:
            return []
        places += case.places(petal.cells, goal)
        told.append(_without(stem, digit, petal, goal))
    if not case.all_see_all(case.victims, places):
        return []
    return [*told, _one_petal(case, sorted(set(places)), goal)]


def _petal(case: Case, stem: Cell, petals: list[AlmostLocked], digit: Digit, goal: Digit) -> AlmostLocked | None:
    for petal in petals:
        places = case.places(petal.cells, digit)
        if goal in petal.digits and places and case.all_see_all((stem,), places):
            return petal
    return None


def _one_petal(case: Case, places: Sequence[Cell], goal: Digit) -> Message:
    return counted(
        "So one of the sets has the {digit}, and {victims} sees all its places there: {places}.",
        "So one of the sets has the {digit}, and {victims} see all its places there: {places}.",
        len(case.victims),
        digit=Digits((goal,)),
        victims=Cells(case.victims),
        places=Cells(tuple(places)),
    )
