"""What a board's rules say about its cells: their parts, and the sums of the 45 rule, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.clash import excluded_cells
from sudokulens.logic.state import State, digits_of
from sudokulens.logic.support import Masks, Support
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.constraints.parts import Allowed, Combination, Different, Part, Total
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.solving.implied import area_sums, unit_areas

MAX_UNITS = 4
"""Units side by side that a person adds up."""
MAX_CELLS = 6
"""Cells left over that a person still follows."""
MAX_CELLS_OF_TWO = 7
"""Cells of two cages that a person still follows together."""


@dataclass(frozen=True, eq=False)
class RuleFact:
    """A relation between cells that holds by the rules (indices into `geometry.rules`), and by units for a 45 rule."""

    rules: tuple[int, ...]
    units: tuple[int, ...]
    support: Support

    @property
    def part(self) -> Part:
        return self.support.parts[0]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for part in self.support.parts for cell in part.cells)

    def masks(self, state: State) -> Masks:
        """What the cells can still hold, their values included; nothing where a contradiction has left nothing."""
        return tuple(state.candidates[c] | 1 << state.values[c] >> 1 for c in self.cells)


class _Facts:
    """All facts of a geometry, kept or forgotten together: they are told apart by identity."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    @cached_property
    def own(self) -> tuple[RuleFact, ...]:
        parts = ((rule, part) for rule, part in self.geometry.parts if not isinstance(part, Allowed | Different))
        return tuple(RuleFact((rule,), (), _support(self.geometry, part)) for rule, part in parts)

    @cached_property
    def sums(self) -> tuple[RuleFact, ...]:
        return tuple(_sum_facts(self.geometry))

    @cached_property
    def pairs(self) -> tuple[tuple[RuleFact, RuleFact], ...]:
        facts = [f for f in (*self.own, *self.sums) if isinstance(f.part, Combination)]
        held = [set.intersection(*(set(self.geometry.units_of[cell]) for cell in fact.cells)) for fact in facts]
        return tuple(
            (facts[i], facts[k])
            for i, k in combinations(range(len(facts)), 2)
            if held[i] & held[k]
            and not set(facts[i].cells) & set(facts[k].cells)
            and len(facts[i].cells) + len(facts[k].cells) <= MAX_CELLS_OF_TWO
        )


_facts = lru_cache(maxsize=64)(_Facts)


def own_facts(geometry: Geometry) -> tuple[RuleFact, ...]:
    """What each rule says by itself; that cells differ, or a digit is even, is in the candidates already."""
    return _facts(geometry).own


def sum_facts(geometry: Geometry) -> tuple[RuleFact, ...]:
    """The sums of few cells that cages and one or several units make together, fewest units first."""
    return _facts(geometry).sums


def fact_pairs(geometry: Geometry) -> tuple[tuple[RuleFact, RuleFact], ...]:
    """Cages, and sums by the 45 rule, two and two that lie in one unit without sharing a cell."""
    return _facts(geometry).pairs


@lru_cache(maxsize=4096)
def joined(geometry: Geometry, first: RuleFact, second: RuleFact) -> RuleFact:
    """The two facts as one: no digit is in both."""
    support = Support(geometry.size, *first.support.parts, *second.support.parts)
    return RuleFact(first.rules + second.rules, first.units + second.units, support)


def _sum_facts(geometry: Geometry) -> Iterator[RuleFact]:
    cages = [(i, rule) for i, rule in enumerate(geometry.rules) if isinstance(rule, Cage) and rule.total is not None]
    own = {frozenset(rule.cells) for _, rule in cages}
    seen: set[frozenset[Cell]] = set()
    for units in unit_areas(geometry, MAX_UNITS) if cages else ():
        for found in area_sums(geometry, units, cages):
            cells = frozenset(found.cells)
            if not 0 < len(cells) <= MAX_CELLS or cells in seen or cells in own:
                continue
            seen.add(cells)
            for part in found.parts(geometry):
                yield RuleFact(found.cages, units, _support(geometry, part))


def _support(geometry: Geometry, part: Part) -> Support:
    """What the part supports; a sum of few cells knows that those which see each other differ."""
    return Support(geometry.size, part, peers=geometry.peers if len(part.cells) <= MAX_CELLS else ())


def total_of(geometry: Geometry, fact: RuleFact) -> int | None:
    """The sum of the fact's cells, where it is about one."""
    part = fact.part
    if isinstance(part, Total):
        return part.total
    rule = geometry.rules[fact.rules[0]]
    if fact.units or (isinstance(rule, Cage) and rule.total is not None):
        return sum(digits_of(part.sets[0])) if isinstance(part, Combination) and part.sets else None
    return None


def fact_of(
    geometry: Geometry, rules: tuple[int, ...], units: tuple[int, ...], cells: tuple[Cell, ...]
) -> RuleFact | None:
    """The fact with that origin about those cells, if there is one."""
    facts = sum_facts(geometry) if units else own_facts(geometry)
    return next((f for f in facts if (f.rules, f.units, f.cells) == (rules, units, cells)), None)


def refutes(state: State, fact: RuleFact, on: Iterable[Candidate], off: Iterable[Candidate] = ()) -> bool:
    """Whether the fact has no way left once the `on` stand and the `off` are gone; they need not be in its cells."""
    left = dict(zip(fact.cells, fact.masks(state), strict=True))
    for cell, digit in off:
        left[cell] = left.get(cell, 0) & ~(1 << (digit - 1))
    for candidate in on:
        own = left.get(candidate.cell, 0) & 1 << (candidate.digit - 1)
        for cell, excluded in excluded_cells(state.geometry, candidate):
            left[cell] = left.get(cell, 0) & ~excluded
        left[candidate.cell] = own
    masks = tuple(left[cell] for cell in fact.cells)
    return not all(masks) or not fact.support.allows(masks)
