"""Where to look, without giving the step away: a unit, a digit to follow, a kind of cell."""

from __future__ import annotations

from collections.abc import Iterable

from sudokulens.logic.justify import swapped_digits
from sudokulens.logic.premise import Branch, CellTruth, RuleTruth, UnitTruth
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Form
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.wording.message import Digits, Message, Units, Value, message

_MAX_UNITS = 4
"""A nudge that names more units says nothing."""
_DIGIT_IN_UNITS = (Family.FISH, Family.KRAKEN, Family.LINKED_PAIR)
"""Families that begin with a digit's places in a few units."""


def nudge(step: Step, geometry: Geometry) -> Message:
    """One sentence that says what to look at."""
    family = step.technique.family
    if family is Family.GRAVE:
        return message("Almost every empty cell has just two candidates. Look at the others.")
    if family is Family.RULE and (units := _sums(step, geometry)):
        return message("Look at the sums of the cages in and around {units}.", units=Units(units))
    if family is Family.RULE:
        unit = _box(geometry, pattern_cells(step))
        return message("Look at what the rules beyond rows, columns and boxes leave in {unit}.", unit=unit)
    if family is Family.SECTORS:
        together = Units(_fewest(geometry, pattern_cells(step)))
        return message("Take cells of {units} together and count how often each digit fits into them.", units=together)
    if family is Family.LEFTOVER:
        lines = Units(min(step.units["base"], step.units["cover"]))  # rows and columns are numbered before regions
        return message("Compare {lines} with the regions that cover most of their cells.", lines=lines)
    if family is Family.ODD_RING and len(step.digits) > 1:
        return message(
            "Look at {digits} in {units}.",
            digits=Digits(step.digits),
            units=Units(_fewest(geometry, step.cells["pattern"])),
        )
    if family is not Family.KRAKEN and any(isinstance(premise, Branch) for premise in step.premises):
        return _forcing(step, geometry)
    if family in (Family.RECTANGLE, Family.UNIQUE_LOOP):
        return _rectangle(step, geometry)
    if truth := _first(step, UnitTruth):
        return _places(step, truth, geometry)
    if truth := _first(step, CellTruth):
        return _cells(step, truth, geometry)
    return message("Look at {unit}.", unit=_box(geometry, pattern_cells(step)))


def _sums(step: Step, geometry: Geometry) -> tuple[int, ...]:
    """The units whose cages are to be added up, or the box of a cage; nothing for other rules and for places."""
    truth = next((premise for premise in step.premises if isinstance(premise, RuleTruth)), None)
    if truth is None or step.technique.form is Form.HIDDEN:
        return ()
    if not all(isinstance(geometry.rules[rule], Cage) for rule in truth.rules):
        return ()
    units = truth.units or step.units.get("base", ())
    return units if 0 < len(units) <= _MAX_UNITS else _box(geometry, truth.cells).units


def _first(step: Step, kind: type[UnitTruth] | type[CellTruth]) -> UnitTruth | CellTruth | None:
    first = next(iter(step.premises), None)
    return first if isinstance(first, kind) else None


def _places(step: Step, truth: UnitTruth | CellTruth, geometry: Geometry) -> Message:
    """A digit to follow in one unit, in the base of a fish, or over the board."""
    assert isinstance(truth, UnitTruth)
    units = dict.fromkeys(premise.unit for premise in step.premises if isinstance(premise, UnitTruth))
    digits = {premise.digit for premise in step.premises if isinstance(premise, UnitTruth)}
    if step.technique.family is Family.SUBSET:
        return message("Look at {unit}: some digits have few places there.", unit=Units((truth.unit,)))
    if step.technique.family is Family.SINGLE and len(truth.because) == 0:
        return message("Look at {unit}: it is nearly full.", unit=Units((truth.unit,)))
    digit = Digits((truth.digit,))
    if len(digits) == 1 and step.technique.family in _DIGIT_IN_UNITS and len(units) <= _MAX_UNITS:
        return message("Look at where {digit} can go in {units}.", digit=digit, units=Units(tuple(sorted(units))))
    if step.technique.family in (Family.SINGLE, Family.LOCKED, Family.DIRECT):
        return message("Look at where {digit} can go in {units}.", digit=digit, units=Units((truth.unit,)))
    if len(digits) == 1 and len(step.digits) <= 1 and not any(isinstance(p, CellTruth) for p in step.premises):
        return message("Follow where {digit} can go on the whole board.", digit=digit)
    if step.links:
        return _chain(step, geometry)
    return message("Look at where {digit} can go in {units}.", digit=digit, units=Units((truth.unit,)))


def _cells(step: Step, truth: UnitTruth | CellTruth, geometry: Geometry) -> Message:
    """Cells with few candidates, in their unit or around the first of them."""
    assert isinstance(truth, CellTruth)
    cells = [premise.cell for premise in step.premises if isinstance(premise, CellTruth)]
    if step.technique.family is Family.SINGLE:
        return message("Look at which digits the cells of {unit} can still take.", unit=_box(geometry, cells))
    if step.links:
        return _chain(step, geometry)
    if shared := _shared(geometry, cells):
        return message("Look at the cells of {unit} that have few candidates.", unit=Units(shared))
    return message("Look at the cells with few candidates in and around {unit}.", unit=_box(geometry, cells[:1]))


def _chain(step: Step, geometry: Geometry) -> Message:
    first = step.links[0].start[0]
    fields: dict[str, Value] = {"digit": Digits((first.digit,)), "unit": _box(geometry, (first.cell,))}
    return message("Follow a chain that starts with {digit} in {unit}.", **fields)


def _forcing(step: Step, geometry: Geometry) -> Message:
    first = next(iter(step.premises), None)
    if isinstance(first, UnitTruth):
        digit = Digits((first.digit,))
        return message("Try out every place of {digit} in {unit}.", digit=digit, unit=Units((first.unit,)))
    if isinstance(first, CellTruth):
        return message("Try out the candidates of a cell in {unit}.", unit=_box(geometry, (first.cell,)))
    cells = [branch.assumption.candidate.cell for branch in step.branches] or list(pattern_cells(step))
    return message("Pick a candidate in {unit} and see what would follow from it.", unit=_box(geometry, cells[:1]))


def _rectangle(step: Step, geometry: Geometry) -> Message:
    cells = step.cells.get("floor", ()) + step.cells.get("roof", ())
    rows = sorted({geometry.units_of[cell][0] for cell in cells})[:_MAX_UNITS]
    return message("Look at {digits} in {units}.", digits=Digits(swapped_digits(step)), units=Units(tuple(rows)))


def _box(geometry: Geometry, cells: Iterable[Cell]) -> Units:
    """The box of the first cell."""
    first = next(iter(cells), 0)
    return Units((geometry.first_region + geometry.regions[first],))


def _fewest(geometry: Geometry, cells: Iterable[Cell]) -> tuple[int, ...]:
    """The regions, rows or columns that hold the cells, whichever are fewest."""
    held = [geometry.units_of[cell][:3] for cell in cells]
    kinds = (tuple(sorted({units[kind] for units in held})) for kind in (2, 0, 1))
    return min(kinds, key=len)


def _shared(geometry: Geometry, cells: Iterable[Cell]) -> tuple[int, ...]:
    held = [set(geometry.units_of[cell]) for cell in cells]
    return tuple(sorted(set.intersection(*held), reverse=True))[:1] if held else ()


def pattern_cells(step: Step) -> tuple[Cell, ...]:
    """The cells that make the pattern, without those that only lose candidates."""
    found = {cell for cells in step.cells.values() for cell in cells}
    found |= {candidate.cell for group in step.candidates.values() for candidate in group}
    found |= {candidate.cell for link in step.links for candidate in link.start + link.end}
    return tuple(sorted(found or {candidate.cell for candidate in step.places}))
