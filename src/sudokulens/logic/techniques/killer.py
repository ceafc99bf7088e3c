"""Killer techniques besides combinations: bounds of a cage, pairs and triples with cages, hidden pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from sudokulens.logic.rule_facts import RuleFact, fact_pairs, own_facts, refutes, sum_facts, total_of
from sudokulens.logic.state import State, digits_of, mask_of
from sudokulens.logic.step import Candidate, Step
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.constraints.parts import Combination
from sudokulens.puzzle.geometry import Cell, Digit, DigitSet

MAX_CELLS = 4
"""Cells of a cage whose digits a person counts among a pair's or a triple's."""


def cage_bounds(state: State) -> Iterator[Step]:
    """Digits too small or too large for a cage, whatever its other cells hold."""
    for fact in own_facts(state.geometry):
        total = total_of(state.geometry, fact)
        if total is None or not isinstance(state.geometry.rules[fact.rules[0]], Cage):
            continue
        masks = fact.masks(state)
        removes = tuple(
            Candidate(cell, digit)
            for place, cell in enumerate(fact.cells)
            for digit in digits_of(state.candidates[cell])
            if not _in_bounds(masks[:place] + masks[place + 1 :], total - digit)
        )
        if removes:
            digits = tuple(sorted({candidate.digit for candidate in removes}))
            yield Step(
                Technique.CAGE_BOUNDS, removes=removes, digits=digits, cells={"pattern": fact.cells}, rules=fact.rules
            )


def _in_bounds(masks: tuple[DigitSet, ...], rest: int) -> bool:
    least, most = bounds(masks)
    return least <= rest <= most


def bounds(masks: tuple[DigitSet, ...]) -> tuple[int, int]:
    """The smallest and the largest sum of different digits in these cells, at a glance."""
    union = 0
    for mask in masks:
        union |= mask
    digits, count = list(digits_of(union)), len(masks)
    lowest, highest = sum(digits[:count]), sum(digits[len(digits) - count :])
    mins = sum((mask & -mask).bit_length() for mask in masks)
    return max(lowest, mins), min(highest, sum(mask.bit_length() for mask in masks))


def killer_sets(size: int) -> Callable[[State], Iterator[Step]]:
    """The finder of `size` digits that as many cells and cages of a unit need between them."""
    technique = {2: Technique.KILLER_PAIR, 3: Technique.KILLER_TRIPLE}[size]

    def find_in(state: State) -> Iterator[Step]:
        pairs = set(fact_pairs(state.geometry))
        for unit in range(len(state.geometry.units)):
            facts = _cages_in(state, unit)
            cells = [c for c in state.geometry.units[unit].cells if 2 <= state.candidates[c].bit_count() <= size]
            for digits in combinations(range(1, state.geometry.size + 1), size) if facts else ():
                mask = mask_of(digits)
                needing = [fact for fact in facts if _needs_one_of(state, fact, mask)]
                naked = [cell for cell in cells if not state.candidates[cell] & ~mask]
                yield from _sets_of(state, technique, unit, digits, needing, naked, pairs)

    return find_in


def _sets_of(
    state: State,
    technique: Technique,
    unit: int,
    digits: tuple[Digit, ...],
    facts: list[RuleFact],
    naked: list[Cell],
    pairs: set[tuple[RuleFact, RuleFact]],
) -> Iterator[Step]:
    """Steps of one or two cages and the cells that make up the number."""
    groups = [(fact,) for fact in facts] + [pair for pair in combinations(facts, 2) if pair in pairs]
    for cages in groups:
        held = {cell for fact in cages for cell in fact.cells}
        free = [cell for cell in naked if cell not in held]
        for cells in combinations(free, len(digits) - len(cages)):
            others = [c for c in state.geometry.units[unit].cells if c not in held and c not in cells]
            removes = tuple(Candidate(c, d) for c in others for d in digits if state.candidates[c] >> (d - 1) & 1)
            if removes:
                yield _with_cages(technique, removes, digits, cages, cells, unit)


def hidden_killer_pairs(state: State) -> Iterator[Step]:
    """Two digits of a unit that go into one cell and a cage which cannot take both: the cell takes one of them."""
    for unit in range(len(state.geometry.units)):
        for fact in _cages_in(state, unit):
            yield from _hidden_pairs(state, unit, fact)


def _hidden_pairs(state: State, unit: int, fact: RuleFact) -> Iterator[Step]:
    for digits in combinations(range(1, state.geometry.size + 1), 2):
        places = [set(state.places(unit, digit)) for digit in digits]
        outside = (places[0] | places[1]) - set(fact.cells)
        if not all(places) or len(outside) != 1 or not all(outside <= own for own in places):
            continue
        (cell,) = outside
        removes = tuple(Candidate(cell, d) for d in digits_of(state.candidates[cell] & ~mask_of(digits)))
        if removes and _takes_one_only(state, fact, digits):
            yield _with_cages(Technique.HIDDEN_KILLER_PAIR, removes, digits, (fact,), (cell,), unit)


def _takes_one_only(state: State, fact: RuleFact, digits: tuple[Digit, ...]) -> bool:
    """Whether the cage has no way with both digits."""
    first, second = ([cell for cell in fact.cells if state.candidates[cell] >> (digit - 1) & 1] for digit in digits)
    return all(
        refutes(state, fact, (Candidate(a, digits[0]), Candidate(b, digits[1])))
        for a in first
        for b in second
        if a != b
    )


def _cages_in(state: State, unit: int) -> list[RuleFact]:
    """Small cages, and sums by the 45 rule, that lie in the unit and have no digit yet."""
    held = set(state.geometry.units[unit].cells)
    return [
        fact
        for fact in (*own_facts(state.geometry), *sum_facts(state.geometry))
        if isinstance(fact.part, Combination)
        and 2 <= len(fact.cells) <= MAX_CELLS
        and held.issuperset(fact.cells)
        and not any(state.values[cell] for cell in fact.cells)
    ]


def _needs_one_of(state: State, fact: RuleFact, mask: DigitSet) -> bool:
    left = tuple(own & ~mask for own in fact.masks(state))
    return not all(left) or not fact.support.allows(left)


def _with_cages(
    technique: Technique,
    removes: tuple[Candidate, ...],
    digits: tuple[Digit, ...],
    cages: tuple[RuleFact, ...],
    cells: tuple[Cell, ...],
    unit: int,
) -> Step:
    children = tuple(
        Step(
            Technique.CAGE_COMBINATIONS,
            cells={"pattern": fact.cells},
            units={"pattern": fact.units} if fact.units else {},
            rules=fact.rules,
        )
        for fact in cages
    )
    return Step(
        technique,
        removes=removes,
        digits=digits,
        cells={"pattern": tuple(cell for fact in cages for cell in fact.cells), "extra": cells},
        units={"base": (unit,)},
        rules=tuple(dict.fromkeys(rule for fact in cages for rule in fact.rules)),
        children=children,
    )


FINDERS: dict[Technique, Callable[[State], Iterator[Step]]] = {
    Technique.CAGE_BOUNDS: cage_bounds,
    Technique.KILLER_PAIR: killer_sets(2),
    Technique.KILLER_TRIPLE: killer_sets(3),
    Technique.HIDDEN_KILLER_PAIR: hidden_killer_pairs,
}
