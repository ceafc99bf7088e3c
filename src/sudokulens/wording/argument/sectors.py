"""Sets of cells over many units, told by counting how often each digit fits."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.cover import room, smallest_covers
from sudokulens.puzzle.geometry import Digit
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, message


def tell(case: Case) -> Iterator[Message]:
    """How often each digit fits at most, that this is just enough, and where the digits therefore are."""
    cells = case.step.cells["pattern"]
    digits = sorted({digit for truth in case.cell_truths for digit in truth.digits})
    counts = [
        message("{digit}: {times}×", digit=Digits((digit,)), times=room(case.geometry, case.places(cells, digit)))
        for digit in digits
    ]
    yield message("Take these {number} cells: {cells:all}.", number=len(cells), cells=Cells(cells))
    yield message("Count how often each digit fits into them at most: {counts:;}.", counts=Listed(counts))
    yield message("That makes {number}, so every one of these is needed there.", number=len(cells))
    for digit in case.lost_digits:
        yield message(
            "In {units}, the {digit} is therefore in one of these cells, and nowhere else.",
            units=Units(_units(case, digit)),
            digit=Digits((digit,)),
        )


def _units(case: Case, digit: Digit) -> tuple[int, ...]:
    """The units of a smallest cover that lose the digit elsewhere."""
    places = frozenset(case.places(case.step.cells["pattern"], digit))
    covers = {unit for cover in smallest_covers(case.geometry, places) for unit in cover}
    victims = set(case.victims_of(digit))
    return tuple(sorted(unit for unit in covers if victims & set(case.geometry.units[unit].cells)))
