"""Fish: as many base units as cover units, with fins where a base unit has places outside the cover."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.puzzle.geometry import Cell
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Message, Units, counted, message


def tell(case: Case) -> list[Message]:
    """One fish, or two that share their base one after the other."""
    if case.step.children:
        return [
            message("These are two fish with the same base, {base}.", base=Units(case.step.units["base"])),
            *(sentence for child in case.step.children for sentence in _told(Case(child, case.geometry))),
        ]
    return _told(case)


def _told(case: Case) -> list[Message]:
    outside = _outside(case)
    if not case.all_see_all(case.victims, outside):
        return refute.tell(case)
    return list(_finned(case, outside) if outside else _plain(case))


def _outside(case: Case) -> tuple[Cell, ...]:
    """The fins: places in the base that are in no cover unit, or that two base units share."""
    return tuple(dict.fromkeys(candidate.cell for candidate in case.step.candidates.get("fin", ())))


def _fields(case: Case) -> dict[str, Units | Digits]:
    step = case.step
    return {
        "base": Units(step.units["base"]),
        "cover": Units(step.units["cover"]),
        "digit": Digits(step.digits[:1]),
    }


def _plain(case: Case) -> Iterator[Message]:
    fields = _fields(case)
    places = tuple(sorted({cell for truth in case.unit_truths for cell in truth.cells}))
    yield message("In {base}, the {digit} can only go in {cover}: in {cells}.", cells=Cells(places), **fields)
    yield message(
        "Each of {base} needs its {digit}, and together they take one in each of {cover}.",
        **fields,
    )
    yield message("So no other cell of {cover} can be {digit}.", cover=fields["cover"], digit=fields["digit"])


def _finned(case: Case, fins: tuple[Cell, ...]) -> Iterator[Message]:
    fields = _fields(case)
    yield message("Apart from {fins}, the {digit} of {base} can only go in {cover}.", fins=Cells(fins), **fields)
    yield counted(
        "If {fins} is not {digit}, {base} take up {digit} in all of {cover}, and {victims} cannot be {digit}.",
        "If {fins} are not {digit}, {base} take up {digit} in all of {cover}, and {victims} cannot be {digit}.",
        len(fins),
        fins=Cells(fins),
        victims=Cells(case.victims),
        **fields,
    )
    yield counted(
        "If {fins:or} is {digit}, {victims} cannot be {digit} either, because it sees {fins}.",
        "If {fins:or} is {digit}, {victims} cannot be {digit} either, because they see {fins}.",
        len(case.victims),
        fins=Cells(fins),
        victims=Cells(case.victims),
        digit=fields["digit"],
    )
