"""The cells and digits of a step, without what follows from them."""

from __future__ import annotations

from collections.abc import Sequence

from sudokulens.logic.premise import Branch, CellTruth, UnitTruth
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Form
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.wording.argument.phrases import candidate_fields
from sudokulens.wording.message import Cells, Digits, Listed, Message, Units, Value, counted, message
from sudokulens.wording.nudge import pattern_cells
from sudokulens.wording.wing_names import step_name


def pattern(step: Step) -> Message:
    """What the technique is applied to."""
    name = step_name(step)
    family = step.technique.family
    if family in (Family.FISH, Family.KRAKEN):
        return _fish(step, name)
    if family is Family.SINGLE:
        return message("{name}: look at {cells}.", name=name, cells=Cells(tuple(c.cell for c in step.places)))
    if family is Family.ALS and step.premises:
        return message("{name}: {facts:;}.", name=name, facts=Listed([*_sets(step), *_places(step)]))
    if family in (Family.LOCKED, Family.DIRECT, Family.SUBSET) and step.premises:
        return message("{name}: {facts:;}.", name=name, facts=Listed([*_cells(step), *_places(step)]))
    if family is Family.FORCING and (branches := [one for one in step.premises if isinstance(one, Branch)]):
        return _forcing(step, branches, name)
    if family in (Family.CHAIN, Family.LINKED_PAIR, Family.FORCING) and step.links:
        cells = tuple(dict.fromkeys(c.cell for link in step.links for c in (*link.start, *link.end)))
        digits = tuple(sorted({c.digit for link in step.links for c in (*link.start, *link.end)}))
        return message(
            "{name}: follow {digits} through {cells:all}.", name=name, digits=Digits(digits), cells=Cells(cells)
        )
    if family is Family.EXOCET:
        return _exocet(step, name)
    if family in (Family.GRAVE, Family.SECTORS) or _gives_only_removals(step):
        return message("{name}: look at {cells}.", name=name, cells=Cells(pattern_cells(step)))
    digits = step.digits or tuple(sorted({c.digit for c in step.places + step.removes}))
    return message("{name}: {digits} in {cells}.", name=name, digits=Digits(digits), cells=Cells(pattern_cells(step)))


def _gives_only_removals(step: Step) -> bool:
    """Whether the digits of a rule's step are just those that go, which the pattern does not give away."""
    return step.technique.family is Family.RULE and step.technique.form is Form.PLAIN


def _exocet(step: Step, name: Value) -> Message:
    """The cells that have names, without those of the lines that cross the band."""
    return message(
        "{name}: {digits} in {bases}, and again in {targets}.",
        name=name,
        digits=Digits(step.digits),
        bases=Cells(step.cells["base"]),
        targets=Cells(step.cells["target"]),
    )


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


def _forcing(step: Step, branches: Sequence[Branch], name: Value) -> Message:
    """What is to be tried: a cell's candidates, a digit's places in a unit, or one candidate."""
    first = next(iter(step.premises))
    if isinstance(first, CellTruth):
        cell, digits = Cells((first.cell,)), Digits(first.digits)
        return message("{name}: try each of {digits} in {cell}.", name=name, digits=digits, cell=cell)
    if isinstance(first, UnitTruth):
        return message(
            "{name}: try each place of {digit} in {unit}: {cells:all}.",
            name=name,
            digit=Digits((first.digit,)),
            unit=Units((first.unit,)),
            cells=Cells(first.cells),
        )
    assumption = branches[0].assumption
    fields = candidate_fields(assumption.candidate)
    if len(branches) > 1:
        return message("{name}: see what follows if {cell} is {digit}, and what if not.", name=name, **fields)
    if assumption.on:
        return message("{name}: see what follows if {cell} is {digit}.", name=name, **fields)
    return message("{name}: see what follows if {cell} is not {digit}.", name=name, **fields)


def _cells(step: Step) -> list[Value]:
    """The cited cells with their candidates, one by one."""
    return [_digits_in(truth.digits, (truth.cell,)) for truth in step.premises if isinstance(truth, CellTruth)]


def _sets(step: Step) -> list[Value]:
    """The cited cells with their candidates, by the set that they belong to."""
    known = {truth.cell: truth.digits for truth in step.premises if isinstance(truth, CellTruth)}
    cited = dict.fromkeys(tuple(cell for cell in cells if cell in known) for cells in step.cells.values())
    return [
        _digits_in(tuple(sorted({digit for cell in cells for digit in known[cell]})), cells) for cells in cited if cells
    ]


def _digits_in(digits: tuple[Digit, ...], cells: tuple[Cell, ...]) -> Value:
    return message("{digits} in {cell}", digits=Digits(digits), cell=Cells(cells))


def _places(step: Step) -> list[Value]:
    """The digits whose places in a unit are cited."""
    by_unit: dict[int, list[Digit]] = {}
    for premise in step.premises:
        if isinstance(premise, UnitTruth):
            by_unit.setdefault(premise.unit, []).append(premise.digit)
    return [
        message("look at the places of {digit} in {unit}", digit=Digits(tuple(sorted(digits))), unit=Units((unit,)))
        for unit, digits in by_unit.items()
    ]
