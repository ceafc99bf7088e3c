"""Deadly patterns: two digits that could be swapped would give the puzzle two solutions, so something breaks them."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.premise import DeadlyPattern
from sudokulens.logic.technique import Family, Technique
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import alternatives, in_any_case, none_elsewhere, one_of, one_of_ends
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, message


def tell(case: Case) -> list[Message]:
    """The pattern, what can break it, and what follows from that."""
    pattern = case.pattern
    if pattern is None:
        return refute.tell(case)
    first = _grave(pattern) if case.step.technique.family is Family.GRAVE else _swap(case, pattern)
    external = case.step.technique is Technique.EXTERNAL_RECTANGLE
    return [first, *(_external(case) if external else _broken(case, pattern))]


def _external(case: Case) -> Iterator[Message]:
    """What keeps the pair out of two corners, all of it in a unit of theirs."""
    guardians = alternatives(case.step.candidates["on"])
    yield message(
        "In {unit}, without {guardians:or}, {digits} would have to go in {corners}, and that would complete it.",
        unit=Units(case.step.units["pattern"]),
        guardians=guardians,
        digits=Digits(case.step.digits[:2]),
        corners=Cells(case.step.cells["roof"]),
    )
    yield from one_of(case, case.step.candidates["on"])


def _swap(case: Case, pattern: DeadlyPattern) -> Message:
    digits = Digits(tuple(sorted({digit for own in pattern.digits for digit in own})))
    cells = Cells(tuple(sorted(pattern.cells)))
    state = case.step.position
    if state is not None and any(state.values[cell] for cell in pattern.cells):
        return message(
            "None of {cells} is a given: if they held only {digits}, these could be swapped, "
            "and the puzzle would have two solutions.",
            cells=cells,
            digits=digits,
        )
    return message(
        "If {cells} held only {digits}, these could be swapped, and the puzzle would have two solutions.",
        cells=cells,
        digits=digits,
    )


def _grave(pattern: DeadlyPattern) -> Message:
    return message(
        "Without {escapes}, every empty cell would have two candidates, "
        "and every digit two places wherever it is missing: "
        "such a puzzle does not have exactly one solution.",
        escapes=_together(pattern),
    )


def _by_cell(pattern: DeadlyPattern) -> dict[Cell, tuple[Digit, ...]]:
    cells = sorted({escape.cell for escape in pattern.escapes})
    return {cell: tuple(sorted(e.digit for e in pattern.escapes if e.cell == cell)) for cell in cells}


def _together(pattern: DeadlyPattern) -> Listed:
    """All that can break the pattern: "6 and 7 in r7c2 and 7 in r8c2"."""
    return Listed(
        [
            message("{digits} in {cell}", digits=Digits(digits), cell=Cells((cell,)))
            for cell, digits in _by_cell(pattern).items()
        ]
    )


def _broken(case: Case, pattern: DeadlyPattern) -> Iterator[Message]:
    """One of the escapes is true: all in one cell, all of one digit, or none of that."""
    cells = tuple(sorted({escape.cell for escape in pattern.escapes}))
    digits = tuple(sorted({escape.digit for escape in pattern.escapes}))
    if len(case.truths) == 1 and len(cells) == 1:
        yield message("Only {cell} can prevent that, so it is {digits:or}.", cell=Cells(cells), digits=Digits(digits))
    elif len(case.truths) == 1 and len(digits) == 1 and case.all_see_all(case.victims, cells):
        yield message("Only {digit} in {cells:or} can prevent that.", digit=Digits(digits), cells=Cells(cells))
        yield one_of_ends(cells, digits[0], case.victims)
    else:
        yield message(
            "This is called a deadly pattern, and one of these must prevent it: {escapes:;}.",
            escapes=alternatives(pattern.escapes),
        )
        told = [in_any_case(case.step.removes)] if _excluded_by_all(case, pattern) else _set_with(case, cells, digits)
        yield from told or refute.tell(case)


def _set_with(case: Case, cells: tuple[Cell, ...], digits: tuple[Digit, ...]) -> list[Message]:
    """The escapes as one cell of a naked set; nothing where the others do not complete it."""
    others = tuple(sorted(truth.cell for truth in case.cell_truths))
    together = tuple(sorted({*digits, *(digit for truth in case.cell_truths for digit in truth.digits)}))
    units = tuple(unit for unit in case.units_with((*cells, *others)) if case.has_victims(unit))
    elsewhere = {cell for unit in units for cell in case.geometry.units[unit].cells}.difference(cells, others)
    complete = not case.unit_truths and len(together) == len(others) + 1
    if not (complete and elsewhere.issuperset(case.victims) and set(together).issuperset(case.lost_digits)):
        return []
    return [
        message("So {cells:or} is {digits:or}.", cells=Cells(cells), digits=Digits(digits)),
        message(
            "Together with {cells}, that makes {number} cells for {number} digits: {digits}.",
            cells=Cells(others),
            number=len(together),
            digits=Digits(together),
        ),
        none_elsewhere(units, together),
    ]


def _excluded_by_all(case: Case, pattern: DeadlyPattern) -> bool:
    """Whether the pattern alone is the reason: whatever breaks it excludes all that goes."""
    removed = case.step.removes
    return bool(removed) and all(case.clash(gone, escape) for gone in removed for escape in pattern.escapes)
