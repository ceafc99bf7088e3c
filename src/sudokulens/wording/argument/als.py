"""Almost locked sets: one digit more than cells, so a set that lacks one digit holds all the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument import sectors
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import only_places
from sudokulens.wording.argument.sets import tell_full_set
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, Value, counted, message


@dataclass(frozen=True)
class AlmostLocked:
    """A set with its letter."""

    name: str
    cells: tuple[Cell, ...]
    digits: tuple[Digit, ...]


def tell(case: Case) -> list[Message]:
    """Petals around a stem, a chain of sets, sets that hold all their digits together, or cells counted."""
    sets = _sets(case)
    if case.unit_truths:
        told = _joined(case, sets)
    elif "stem" in case.step.cells:
        told = _blossom(case, sets)
    else:
        told = _chain(case, sets) or _doubly_tied(case, sets)
    return told or tell_full_set(case, _all_cells(case)) or list(sectors.tell(case))


def _all_cells(case: Case) -> tuple[Cell, ...]:
    return tuple(sorted({truth.cell for truth in case.cell_truths}))


def _sets(case: Case) -> list[AlmostLocked]:
    """The sets in the order of their chain, as far as the step needs their cells; none where one is no longer a set."""
    known = {truth.cell: truth.digits for truth in case.cell_truths}
    roles = sorted(role for role in case.step.cells if role.startswith("als "))
    order = roles if len(roles) != 3 else [roles[0], roles[2], roles[1]]
    cited = [tuple(cell for cell in case.step.cells[role] if cell in known) for role in order]
    needed = [cells for cells in cited if cells]
    digits = [tuple(sorted({digit for cell in cells for digit in known[cell]})) for cells in needed]
    if any(len(own) != len(cells) + 1 for own, cells in zip(digits, needed, strict=True)):
        return []
    return [AlmostLocked(*one) for one in zip("ABCDEFGHIJ", needed, digits, strict=False)]


def _chain(case: Case, sets: list[AlmostLocked]) -> list[Message]:
    """Sets tied one to the next by digits that only one of two neighbours can hold; nothing where they are not."""
    if len(sets) < 2:
        return []
    told = [_introduced(sets)]
    by_ties: dict[tuple[Digit, ...], list[Digit]] = {}
    for goal in case.lost_digits:
        found = _ties(case, sets, goal)
        if found is None:
            return []
        by_ties.setdefault(tuple(found), []).append(goal)
    for ties, goals in by_ties.items():
        told += _followed(sets, ties, goals)
        told += _all_seen(case, sets, goals)
    return told


def _doubly_tied(case: Case, sets: list[AlmostLocked]) -> list[Message]:
    """Two sets with two digits that only one of them can hold: each takes one, and all its others."""
    if len(sets) != 2:
        return []
    first, second = sets
    ties = tuple(_common(case, first, second))[:2]
    fields: dict[str, Value] = {"first": first.name, "second": second.name, "digits": Digits(ties)}
    told = [
        _introduced(sets),
        message(
            "Each of {digits} can be in only one of {first} and {second}, because its places there see each other.",
            **fields,
        ),
        message(
            "A set can do without one digit only, so each takes one of {digits} and all its other digits.", **fields
        ),
    ]
    for goal in case.lost_digits:
        holders = [sets] if goal in ties else [[one] for one in sets if goal in one.digits]
        left = set(case.victims_of(goal))
        for holder in holders:
            places = tuple(dict.fromkeys(place for one in holder for place in case.places(one.cells, goal)))
            seeing = tuple(sorted(cell for cell in left if case.all_see_all((cell,), places)))
            left -= set(seeing)
            told += [_held(holder, goal, seeing, places)] if seeing else []
        if left or len(ties) < 2:
            return []
    return told


def _held(holder: Sequence[AlmostLocked], goal: Digit, victims: Sequence[Cell], places: Sequence[Cell]) -> Message:
    fields: dict[str, Value] = {
        "digit": Digits((goal,)),
        "victims": Cells(tuple(victims)),
        "places": Cells(tuple(places)),
    }
    if len(holder) == 2:
        return _seen_in_one(holder[0], holder[1], len(victims), fields)
    return counted(
        "{set} has the {digit}, and {victims} sees all its places there: {places}.",
        "{set} has the {digit}, and {victims} see all its places there: {places}.",
        len(victims),
        set=holder[0].name,
        **fields,
    )


def _joined(case: Case, sets: list[AlmostLocked]) -> list[Message]:
    """Two sets at the ends of a digit's two places in a unit: one of them lacks it."""
    if len(sets) != 2:
        return []
    (truth,) = case.unit_truths
    told = [_introduced(sets), only_places(Units((truth.unit,)), truth.digit, truth.cells)]
    for place, one in zip(case.step.cells["pivot"], sets, strict=True):
        if not case.all_see_all((place,), case.places(one.cells, truth.digit)):
            return []
        told.append(_without(place, truth.digit, one, case.lost_digits))
    return told + _all_seen(case, sets, case.lost_digits)


def _without(cell: Cell, digit: Digit, one: AlmostLocked, goals: tuple[Digit, ...]) -> Message:
    return message(
        "If {stem} is {digit}, {petal} cannot have {digit}, so it has {goal}.",
        stem=Cells((cell,)),
        digit=Digits((digit,)),
        petal=one.name,
        goal=Digits(goals),
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


def _followed(order: Sequence[AlmostLocked], ties: Sequence[Digit], goals: Sequence[Digit]) -> Iterator[Message]:
    first, digit = order[0].name, Digits((ties[0],))
    if len(goals) > 1:
        yield message(
            "If {set} lacks one of {goals}, it has {digit}.", set=first, goals=Digits(tuple(goals)), digit=digit
        )
    else:
        yield message("If {set} has no {goal}, it has {digit}.", set=first, goal=Digits(tuple(goals)), digit=digit)
    others = [*((tie,) for tie in ties[1:]), tuple(goals)]
    for before, one, tie, following in zip(order, order[1:], ties, others, strict=False):
        yield message(
            "Then {set} cannot have {digit}, as its places there see those in {before}, so it has {other}.",
            set=one.name,
            digit=Digits((tie,)),
            before=before.name,
            other=Digits(following),
        )


def _all_seen(case: Case, sets: Sequence[AlmostLocked], goals: Sequence[Digit]) -> list[Message]:
    """One of the first and the last set has each of the digits; the first of them with "so"."""
    return [_seen(case, sets[0], sets[-1], goal, again=number > 0) for number, goal in enumerate(goals)]


def _seen(case: Case, first: AlmostLocked, last: AlmostLocked, goal: Digit, *, again: bool) -> Message:
    places = tuple(dict.fromkeys((*case.places(first.cells, goal), *case.places(last.cells, goal))))
    victims = case.victims_of(goal)
    fields: dict[str, Value] = {"digit": Digits((goal,)), "victims": Cells(victims), "places": Cells(places)}
    if not again:
        return _seen_in_one(first, last, len(victims), fields)
    return counted(
        "{first} or {last} has the {digit} too, and {victims} sees all its places there: {places}.",
        "{first} or {last} has the {digit} too, and {victims} see all its places there: {places}.",
        len(victims),
        first=first.name,
        last=last.name,
        **fields,
    )


def _seen_in_one(first: AlmostLocked, last: AlmostLocked, number: int, fields: dict[str, Value]) -> Message:
    return counted(
        "So {first} or {last} has the {digit}, and {victims} sees all its places there: {places}.",
        "So {first} or {last} has the {digit}, and {victims} see all its places there: {places}.",
        number,
        first=first.name,
        last=last.name,
        **fields,
    )


def _blossom(case: Case, petals: list[AlmostLocked]) -> list[Message]:
    """A petal for every digit of the stem; nothing where one is missing."""
    if len(case.lost_digits) != 1:
        return []
    (goal,), (stem,) = case.lost_digits, case.step.cells["stem"]
    truth = next((truth for truth in case.cell_truths if truth.cell == stem), None)
    if truth is None:
        return []
    told, places = [_introduced(petals)], list[Cell]()
    for digit in truth.digits:
        petal = _petal(case, stem, petals, digit, goal)
        if petal is None:
            return []
        places += case.places(petal.cells, goal)
        told.append(_without(stem, digit, petal, (goal,)))
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
