"""Fish: as many base units as cover units, with fins where a base unit has places outside the cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudokulens.logic.step import Step
from sudokulens.puzzle.geometry import Cell
from sudokulens.wording.argument import refute
from sudokulens.wording.argument.case import Case
from sudokulens.wording.message import Cells, Digits, Message, Units, counted, message


@dataclass(frozen=True)
class _Fish:
    """The part of a fish that the premises cite: all of it, or of a large one a smaller fish inside it."""

    digit: Digits
    base: tuple[int, ...]
    cover: tuple[int, ...]
    places: tuple[Cell, ...]
    fins: tuple[Cell, ...]
    victims: tuple[Cell, ...]

    @property
    def units(self) -> dict[str, Units | Digits]:
        return {"base": Units(self.base), "cover": Units(self.cover), "digit": self.digit}


def tell(case: Case) -> list[Message]:
    """One fish, or two that share their base one after the other; as a refutation where its base is not a fish."""
    fish = [_cited(case, step) for step in case.step.children or (case.step,)]
    if not all(_is_whole(case, one) for one in fish):
        return refute.tell(case)
    told = [sentence for one in fish for sentence in (_finned(one) if one.fins else _plain(one))]
    if len(fish) == 1:
        return told
    return [message("These are two fish with the same base, {base}.", base=Units(fish[0].base)), *told]


def _cited(case: Case, step: Step) -> _Fish:
    """Fins are places in the base that are in no cover unit, or that two base units share."""
    places = {cell for truth in case.unit_truths for cell in truth.cells}
    fins = tuple(dict.fromkeys(c.cell for c in step.candidates.get("fin", ()) if c.cell in places))
    held = places.difference(fins)
    cover = tuple(unit for unit in step.units["cover"] if held & set(case.geometry.units[unit].cells))
    base = tuple(unit for unit in step.units["base"] if any(truth.unit == unit for truth in case.unit_truths))
    victims = tuple(sorted(candidate.cell for candidate in step.removes))
    return _Fish(Digits(step.digits[:1]), base, cover, tuple(sorted(places)), fins, victims)


def _is_whole(case: Case, fish: _Fish) -> bool:
    """Whether the base has as many cover units, in which what is removed is, and which the fins see."""
    covered = {cell for unit in fish.cover for cell in case.geometry.units[unit].cells}
    return (
        len(fish.base) == len(fish.cover)
        and covered.issuperset(fish.victims)
        and case.all_see_all(fish.victims, fish.fins)
    )


def _plain(fish: _Fish) -> Iterator[Message]:
    fields = fish.units
    yield message("In {base}, the {digit} can only go in {cover}: in {cells}.", cells=Cells(fish.places), **fields)
    yield message(
        "Each of {base} needs its {digit}, and together they take one in each of {cover}.",
        **fields,
    )
    yield message("So no other cell of {cover} can be {digit}.", cover=fields["cover"], digit=fish.digit)


def _finned(fish: _Fish) -> Iterator[Message]:
    fins, victims, fields = Cells(fish.fins), Cells(fish.victims), fish.units
    yield message("Apart from {fins}, the {digit} of {base} can only go in {cover}.", fins=fins, **fields)
    yield counted(
        "If {fins} is not {digit}, {base} take up {digit} in all of {cover}, and {victims} cannot be {digit}.",
        "If {fins} are not {digit}, {base} take up {digit} in all of {cover}, and {victims} cannot be {digit}.",
        len(fish.fins),
        fins=fins,
        victims=victims,
        **fields,
    )
    yield counted(
        "If {fins:or} is {digit}, {victims} cannot be {digit} either, because it sees {fins}.",
        "If {fins:or} is {digit}, {victims} cannot be {digit} either, because they see {fins}.",
        len(fish.victims),
        fins=fins,
        victims=victims,
        digit=fish.digit,
    )
