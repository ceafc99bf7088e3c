"""The cells and digits of a step, without what follows from them."""

from __future__ import annotations

from sudokulens.logic.premise import Branch, CellTruth, DeadlyPattern, UnitTruth
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Form
from sudokulens.puzzle.geometry import Digit
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, Value, counted, message
from sudokulens.wording.nudge import pattern_cells
from sudokulens.wording.wing_names import step_name


def pattern(step: Step) -> Message:
    """What the technique is applied to."""
    name = step_name(step)
    family = step.technique.family
    if family is Family.FISH:
        return _fish(step, name)
    if family is Family.SINGLE:
        return message("{name}: look at {cells}.", name=name, cells=Cells(tuple(c.cell for c in step.places)))
    if family in (Family.LOCKED, Family.DIRECT, Family.SUBSET, Family.ALS) and step.premises:
        return message("{name}: {facts:;}.", name=name, facts=Listed(_facts(step)))
    if family in (Family.CHAIN, Family.LINKED_PAIR) and step.links:
        cells = tuple(dict.fromkeys(c.cell for link in step.links for c in (*link.start, *link.end)))
        digits = tuple(sorted({c.digit for link in step.links for c in (*link.start, *link.end)}))
        return message(
            "{name}: follow {digits} through {cells:all}.", name=name, digits=Digits(digits), cells=Cells(cells)
        )
    if family in (Family.GRAVE, Family.SECTORS) or _gives_only_removals(step):
        return message("{name}: look at {cells}.", name=name, cells=Cells(pattern_cells(step)))
    digits = step.digits or tuple(sorted({c.digit for c in step.places + step.removes}))
    return message("{name}: {digits} in {cells}.", name=name, digits=Digits(digits), cells=Cells(pattern_cells(step)))


def _gives_only_removals(step: Step) -> bool:
    """Whether the digits of a rule's step are just those that go, which the pattern does not give away."""
    return step.technique.family is Family.RULE and step.technique.form is Form.PLAIN


def _fish(step: Step, name: Value) -> Message:
    """The units that the step rests on: all of the fish, or of a large one as many as are enough."""
    truths = [premise for premise in step.premises if isinstance(premise, UnitTruth)]
    base, cover = set(step.units["base"]), set(step.units["cover"])
    fins = {candidate.cell for candidate in step.candidates.get("fin", ())}
    if truths and step.position:
        places = {cell for truth in truths for cell in truth.cells}
        base, fins = {truth.unit for truth in truths}, fins & places
        cover = {unit for unit in cover if places & set(step.position.geometry.units[unit].cells)}
    fields: dict[str, Value] = {
        "name": name,
        "digit": Digits(step.digits[:1]),
        "base": Units(tuple(sorted(base))),
        "cover": Units(tuple(sorted(cover))),
    }
    if fins:
        return counted(
            "{name}: {digit} in {base} against {cover}, with a fin at {fins}.",
            "{name}: {digit} in {base} against {cover}, with fins at {fins}.",
            len(fins),
            fins=Cells(tuple(sorted(fins))),
            **fields,
        )
    return message("{name}: {digit} in {base} against {cover}.", **fields)


def _facts(step: Step) -> list[Value]:
    """The cited truths, as short as can be."""
    facts: list[Value] = []
    by_unit: dict[int, list[Digit]] = {}
    for premise in step.premises:
        if isinstance(premise, CellTruth):
            digits = Digits(premise.digits)
            facts.append(message("{digits} in {cell}", digits=digits, cell=Cells((premise.cell,))))
        elif isinstance(premise, UnitTruth):
            by_unit.setdefault(premise.unit, []).append(premise.digit)
        else:
            assert isinstance(premise, Branch | DeadlyPattern)
    for unit, digits_there in by_unit.items():
        digit = Digits(tuple(sorted(digits_there)))
        facts.append(message("look at the places of {digit} in {unit}", digit=digit, unit=Units((unit,))))
    return facts
