"""Sets of cells over many units, told by counting how often each digit fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulens.logic.cover import room, smallest_covers
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, message


def tell(case: Case) -> Iterable[Message]:
    """The count where it is just enough for every conclusion, else what the cells contradict."""
    cells = tuple(truth.cell for truth in case.cell_truths)
    digits = sorted({digit for truth in case.cell_truths for digit in truth.digits})
    rooms = {digit: room(case.geometry, case.places(cells, digit)) for digit in digits}
    enough = sum(rooms.values()) == len(cells) and all(_costs_room(case, cells, *lost) for lost in case.step.removes)
    return _counted(case, cells, rooms) if enough else refute.tell(case)


def _costs_room(case: Case, cells: tuple[Cell, ...], victim: Cell, digit: Digit) -> bool:
    """Whether the digit would fit into the cells less often with the victim taking it."""
    places = [cell for cell in case.places(cells, digit) if cell != victim]
    unseen = [cell for cell in places if not case.sees(victim, cell)]
    return room(case.geometry, unseen) < room(case.geometry, case.places(cells, digit))


def _counted(case: Case, cells: tuple[Cell, ...], rooms: dict[Digit, int]) -> Iterator[Message]:
    """How often each digit fits at most, that this is just enough, and where the digits therefore are."""
    counts = [message("{digit}: {times}×", digit=Digits((digit,)), times=times) for digit, times in rooms.items()]
    yield message("Take these {number} cells: {cells:all}.", number=len(cells), cells=Cells(cells))
    yield message("Count how often each digit fits into them at most: {counts:;}.", counts=Listed(counts))
    yield message("That makes {number}, so every one of these is needed there.", number=len(cells))
    for digit in case.lost_digits:
        units = _units(case, cells, digit)
        if units:
            yield message(
                "In {units}, the {digit} is therefore in one of these cells, and nowhere else.",
                units=Units(units),
                digit=Digits((digit,)),
            )
        held = {cell for unit in units for cell in case.geometry.units[unit].cells}
        if rest := tuple(cell for cell in case.victims_of(digit) if cell not in held):
            yield message(
                "With {digit} in {cells:or}, it would fit into them less often, and one cell would get no digit.",
                digit=Digits((digit,)),
                cells=Cells(rest),
            )


def _units(case: Case, cells: tuple[Cell, ...], digit: Digit) -> tuple[int, ...]:
    """The units of a smallest cover that lose the digit elsewhere."""
    places = frozenset(case.places(cells, digit))
    covers = {unit for cover in smallest_covers(case.geometry, places) for unit in cover}
    victims = set(case.victims_of(digit))
    return tuple(sorted(unit for unit in covers if victims & set(case.geometry.units[unit].cells)))
