"""What a step's picture shows: exactly the candidates, cells, units and links that its premises use.

The premises say what is shown; the step's roles only say in which colour. A step without a position has no premises:
then its own roles are all there is to show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sudokulens.drawing.arcs import (
    chain_arcs,
    closing_arc,
    colour_arcs,
    exclude,
    implication_arcs,
    restricted_arcs,
    ring_arcs,
    truth_arcs,
)
from sudokulens.drawing.rule_evidence import rule_evidence
from sudokulens.drawing.scene import Arc, Evidence, Mark, Ray, Tint, unit_tints
from sudokulens.logic.candidate import Candidate, candidates_of
from sudokulens.logic.premise import Blocked, Branch, CellTruth, DeadlyPattern, Premise, RuleTruth, Truth, UnitTruth
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Form
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.wording.message import units_of
from sudokulens.wording.nudge import nudge

_WHOLE_UNITS = frozenset(
    {Family.SINGLE, Family.DIRECT, Family.LOCKED, Family.SUBSET, Family.FISH, Family.GRAVE, Family.LEFTOVER}
)
"""Families whose argument runs through all cells of a unit; elsewhere a unit truth is shown as a link."""


@dataclass(slots=True)
class _Roles:
    """The step's own word for the part that a candidate or a cell plays."""

    candidates: dict[Candidate, str] = field(default_factory=dict)
    cells: dict[Cell, str] = field(default_factory=dict)

    @staticmethod
    def of(step: Step) -> _Roles:
        found = _Roles()
        for role, group in step.candidates.items():
            for candidate in group:
                found.candidates.setdefault(candidate, role)
        found.candidates |= dict.fromkeys(_ruled_out_on_the_way(step), "off")
        for role, cells in step.cells.items():
            for cell in cells:
                found.cells.setdefault(cell, role)
        return found

    def of_candidate(self, candidate: Candidate) -> str:
        return self.candidates.get(candidate) or self.cells.get(candidate.cell, "pattern")

    def of_cell(self, cell: Cell) -> str:
        return self.cells.get(cell, "pattern")


def _ruled_out_on_the_way(step: Step) -> Iterator[Candidate]:
    """Where a digit is placed at once: the other places that its unit would have had for it."""
    if step.technique.family is Family.DIRECT:
        for truth in step.premises:
            if isinstance(truth, UnitTruth) and {*step.places} & {*truth.candidates}:
                yield from (candidate for candidate in truth.candidates if candidate not in step.places)


def place_to_look(geometry: Geometry, step: Step) -> Evidence:
    """For a nudge: the units that its text names."""
    units = dict.fromkeys(units_of(nudge(step, geometry)))
    return Evidence(tuple(dict.fromkeys(tint for unit in units for tint in unit_tints(geometry, unit, "house"))))


def evidence(geometry: Geometry, step: Step, premises: Iterable[Premise] | None = None) -> Evidence:
    """What the step rests on: all its premises, or only those given."""
    roles = _Roles.of(step)
    if not step.premises:
        return _named_evidence(geometry, step, roles)
    chosen = step.premises if premises is None else tuple(premises)
    if rules := [premise for premise in chosen if isinstance(premise, RuleTruth)]:
        return rule_evidence(geometry, step, rules)
    truths: list[Truth] = [p for p in chosen if isinstance(p, CellTruth | UnitTruth | DeadlyPattern)]
    branches = [premise for premise in chosen if isinstance(premise, Branch)]
    blocks = [reason for truth in truths for reason in _reasons(truth)]
    return Evidence(
        tints=tuple(dict.fromkeys(_truth_tints(geometry, step, truths, blocks, roles))),
        marks=_single_marks(step) or tuple(_truth_marks(truths, branches, roles)),
        arcs=_arcs(geometry, step, truths, branches),
        rays=tuple(_rays(geometry, truths, blocks)),
        blocked=tuple(block.candidate for block in blocks) if _in_unit(truths) else (),
    )


def _named_evidence(geometry: Geometry, step: Step, roles: _Roles) -> Evidence:
    ends = {candidate: "pattern" for link in step.links for candidate in link.start + link.end}
    tints = [tint for units in step.units.values() for unit in units for tint in unit_tints(geometry, unit, "house")]
    tints += [Tint(cell, role) for cell, role in roles.cells.items()]
    marks = tuple(Mark(candidate, role) for candidate, role in (ends | roles.candidates).items())
    arcs = tuple(Arc(link.start, link.end, link.strong) for link in step.links)
    return Evidence(tuple(dict.fromkeys(tints)), marks, arcs)


def _truth_tints(
    geometry: Geometry, step: Step, truths: Iterable[Truth], blocks: Iterable[Blocked], roles: _Roles
) -> Iterator[Tint]:
    places = {cell for truth in truths if isinstance(truth, UnitTruth) for cell in truth.cells}
    units = step.units.get("cover", ()) if _is_fish(step) else ()
    covers = [unit for unit in units if places & set(geometry.units[unit].cells)]
    for truth in truths:
        if isinstance(truth, UnitTruth) and _shows_units(step):
            yield from unit_tints(geometry, truth.unit, "base unit" if covers else "house")
    for unit in covers:
        yield from unit_tints(geometry, unit, "cover unit")
    yield from (Tint(block.by, "block") for block in blocks)
    if step.technique.family is Family.LEFTOVER:
        yield from (Tint(cell, role) for role, cells in step.cells.items() for cell in cells)
    for truth in truths:
        yield from (Tint(cell, roles.of_cell(cell)) for cell in _own_cells(truth, roles))


def _own_cells(truth: Truth, roles: _Roles) -> tuple[Cell, ...]:
    """The cells that a truth is about; of a unit's places only those that the step names."""
    if isinstance(truth, CellTruth):
        return (truth.cell,)
    return tuple(cell for cell in truth.cells if isinstance(truth, DeadlyPattern) or cell in roles.cells)


def _truth_marks(truths: Iterable[Truth], branches: Iterable[Branch], roles: _Roles) -> Iterator[Mark]:
    """Every candidate of a premise once; what a forcing chain makes both true and false clashes."""
    shown: dict[Candidate, str] = {}
    for truth in truths:
        if isinstance(truth, DeadlyPattern):
            shown |= dict.fromkeys(truth.escapes, "fin")
            for cell, digits in zip(truth.cells, truth.digits, strict=True):
                shown |= dict.fromkeys(candidates_of((cell,), digits), "pattern")
        else:
            for candidate in truth.candidates:
                shown.setdefault(candidate, roles.of_candidate(candidate))
    for branch in branches:
        for literal in (branch.assumption, *(implication.then for implication in branch.implications)):
            role = "on" if literal.on else "off"
            before = shown.get(literal.candidate)
            if before == "fin" and literal == branch.assumption:
                continue
            clash = before in ("on", "off") and before != role and roles.of_candidate(literal.candidate) == "clash"
            shown[literal.candidate] = "clash" if clash or before == "clash" else role
    return (Mark(candidate, role) for candidate, role in shown.items())


def _single_marks(step: Step) -> tuple[Mark, ...]:
    """A single's own digit is its conclusion; before that only its cell is shown."""
    family = step.technique.family
    return () if family is not Family.SINGLE else tuple(Mark(candidate, "pattern") for candidate in step.places)


def _arcs(geometry: Geometry, step: Step, truths: list[Truth], branches: list[Branch]) -> tuple[Arc, ...]:
    if _goes_by_cases(step):
        return tuple(implication_arcs(branches))
    if step.links:
        links = chain_arcs(step, truths)
        return (*links, *(closing_arc(geometry, links) if _is_loop(geometry, step) else ()))
    if step.technique.family is Family.ODD_RING:
        return tuple(ring_arcs(step, truths))
    if step.technique.family is Family.COLOURING:
        return tuple(colour_arcs(geometry, truths))
    shared = tuple(restricted_arcs(geometry, step, truths))
    return shared if _shows_units(step) else (*shared, *truth_arcs(truths))


def _goes_by_cases(step: Step) -> bool:
    """Whether the step follows several possibilities, in branches; a cycle and a shortened Kraken fish do not."""
    family = step.technique.family
    return family.goes_by_cases and any(isinstance(premise, Branch) for premise in step.premises)


def _shows_units(step: Step) -> bool:
    return step.technique.family in _WHOLE_UNITS or _is_fish(step)


def _is_fish(step: Step) -> bool:
    family = step.technique.family
    return family is Family.FISH or (family is Family.KRAKEN and _goes_by_cases(step))


def _is_loop(geometry: Geometry, step: Step) -> bool:
    """Whether the step rests on its ends excluding each other: a removed candidate need not see both of them."""
    ends = step.links[0].start, step.links[-1].end
    seen_by_both = all(exclude(geometry, (removed,), end) for removed in step.removes for end in ends)
    return step.technique.form is Form.LOOP or not seen_by_both


def _reasons(truth: Truth) -> tuple[Blocked, ...]:
    reasons = () if isinstance(truth, DeadlyPattern) else truth.because
    return tuple(reason for reason in reasons if isinstance(reason, Blocked))


def _in_unit(truths: Iterable[Truth]) -> bool:
    return any(isinstance(truth, UnitTruth) for truth in truths)


def _rays(shape: Geometry, truths: list[Truth], blocks: list[Blocked]) -> Iterator[Ray]:
    """One ray for every direction from a blocking digit along its row or column, one for every cell in its box only."""
    if not _in_unit(truths):
        return
    farthest: dict[tuple[Cell, int, int], Cell] = {}
    for block in sorted(blocks, key=lambda block: abs(block.by - block.candidate.cell)):
        down = shape.row(block.candidate.cell) - shape.row(block.by)
        across = shape.column(block.candidate.cell) - shape.column(block.by)
        straight = down == 0 or across == 0
        way = ((down > 0) - (down < 0), (across > 0) - (across < 0)) if straight else (down, across)
        farthest[(block.by, *way)] = block.candidate.cell
    yield from (Ray(by, cell) for (by, _, _), cell in farthest.items())
