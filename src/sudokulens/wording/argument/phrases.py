"""Sentences that several families share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.step import Step
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, Value, counted, message


def conclusion(step: Step) -> list[Message]:
    """What to do: the digits to write, and the candidates to remove."""
    told = []
    if len(step.places) == 1:
        told.append(message("So {cell} is {digit}.", **candidate_fields(step.places[0])))
    elif len({candidate.digit for candidate in step.places}) == 1:
        cells, digit = Cells(tuple(c.cell for c in step.places)), Digits((step.places[0].digit,))
        told.append(message("So the {digit} goes in {cells}.", digit=digit, cells=cells))
    elif step.places:
        placed = [message("{cell} is {digit}", **candidate_fields(candidate)) for candidate in step.places]
        told.append(message("So: {placements}.", placements=Listed(placed)))
    if step.removes:
        told.append(message("Remove {removals:;}.", removals=removals(step.removes)))
    return told


def removals(candidates: Iterable[Candidate]) -> Listed:
    """ "5 from r1c2 and r1c3, and 7 from r4c4": cells that lose the same digits together."""
    return Listed([message("{digits} from {cells}", digits=d, cells=c) for d, c in together(candidates)])


def together(candidates: Iterable[Candidate]) -> Iterator[tuple[Digits, Cells]]:
    """The candidates by the cells that have the same digits among them."""
    by_cell: dict[Cell, list[Digit]] = {}
    for cell, digit in sorted(candidates):
        by_cell.setdefault(cell, []).append(digit)
    by_digits: dict[tuple[Digit, ...], list[Cell]] = {}
    for cell, digits in by_cell.items():
        by_digits.setdefault(tuple(digits), []).append(cell)
    for same, cells in by_digits.items():
        yield Digits(same), Cells(tuple(cells))


def by_digit(candidates: Iterable[Candidate]) -> Listed:
    """ "7 in r1c3 and r3c8", digit by digit."""
    group = tuple(candidates)
    digits = sorted({candidate.digit for candidate in group})
    return Listed(
        [
            message("{digit} in {cells}", digit=Digits((d,)), cells=Cells(tuple(c.cell for c in group if c.digit == d)))
            for d in digits
        ]
    )


def alternatives(candidates: Iterable[Candidate]) -> Listed:
    """Candidates of which one holds: "7 in r1c3 or r3c8" for one digit, else cell by cell, "1 or 7 in r1c3"."""
    group = tuple(sorted(candidates))
    digits = tuple(sorted({candidate.digit for candidate in group}))
    cells = tuple(dict.fromkeys(candidate.cell for candidate in group))
    if len(digits) == 1:
        return Listed([message("{digits:or} in {cells:or}", digits=Digits(digits), cells=Cells(cells))])
    own = {cell: tuple(candidate.digit for candidate in group if candidate.cell == cell) for cell in cells}
    return Listed(
        [message("{digits:or} in {cell}", digits=Digits(digits), cell=Cells((cell,))) for cell, digits in own.items()]
    )


def no_way_with(removed: Iterable[Candidate]) -> Message:
    """After what rules demand: no way to obey them has the removed candidates."""
    these = Listed([message("{digits:or} in {cells:or}", digits=d, cells=c) for d, c in together(removed)])
    if len(these.parts) > 1:  # each may hold an "or" of its own
        return message("No way to do that has any of these: {these:;}.", these=these)
    return message("No way to do that has {these:or}.", these=these)


def none_elsewhere(units: Sequence[int], digits: Sequence[Digit]) -> Message:
    """What a set of cells that takes all of its digits leaves for the rest of its units."""
    return message(
        "No other cell of {units:or} can be {digits:or}.", units=Units(tuple(units)), digits=Digits(tuple(digits))
    )


def in_any_case(removed: Iterable[Candidate]) -> Message:
    """Before the removals of a step: what holds is not known, but all of it excludes them."""
    gone = [message("{cells} cannot be {digits:or}", cells=cells, digits=digits) for digits, cells in together(removed)]
    return message("In any case, {these:;}.", these=Listed(gone))


def one_of(case: Case, guardians: Iterable[Candidate]) -> Iterator[Message]:
    """One of the guardians holds: all in one cell, all of one digit that the victims see, or none of that."""
    group = tuple(sorted(guardians))
    cells = tuple(dict.fromkeys(guardian.cell for guardian in group))
    digits = tuple(dict.fromkeys(guardian.digit for guardian in group))
    if len(cells) == 1:
        yield message("Only {cell} can prevent that, so it is {digits:or}.", cell=Cells(cells), digits=Digits(digits))
    elif len(digits) == 1 and case.all_see_all(case.victims, cells):
        yield message("Only {digit} in {cells:or} can prevent that.", digit=Digits(digits), cells=Cells(cells))
        yield one_of_ends(cells, digits[0], case.victims)
    else:
        yield message("So one of these must be true: {escapes:;}.", escapes=alternatives(group))
        yield in_any_case(case.step.removes)


def candidate_fields(candidate: Candidate) -> dict[str, Cells | Digits]:
    return {"cell": Cells((candidate.cell,)), "digit": Digits((candidate.digit,))}


def only_places(unit: Units, digit: Digit, cells: Sequence[Cell]) -> Message:
    """A digit has few places in a unit."""
    return message(
        "In {unit}, the {digit} can only go in {cells:or}.",
        unit=unit,
        digit=Digits((digit,)),
        cells=Cells(tuple(cells)),
    )


_MAX_ENDS = 5
"""Cells that are told one by one; more are told together."""


def one_of_ends(ends: Sequence[Cell], digit: Digit, victims: Sequence[Cell]) -> Message:
    """One of two or more cells holds the digit, and the victims see them all."""
    fields: dict[str, Value] = {
        "ends": Cells(tuple(ends)),
        "digit": Digits((digit,)),
        "victims": Cells(tuple(victims)),
    }
    if len(ends) == 2:
        return counted(
            "So {ends:or} is {digit}, and {victims} sees both.",
            "So {ends:or} is {digit}, and {victims} see both.",
            len(victims),
            **fields,
        )
    if len(ends) > _MAX_ENDS:
        return counted(
            "So one of {ends} is {digit}, and {victims} sees them all.",
            "So one of {ends} is {digit}, and {victims} see them all.",
            len(victims),
            **fields,
        )
    return counted(
        "So {ends:or} is {digit}, and {victims} sees them all.",
        "So {ends:or} is {digit}, and {victims} see them all.",
        len(victims),
        **fields,
    )
