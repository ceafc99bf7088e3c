"""Steps by the rules of a variant: what one rule leaves no way for, cages that must hold a digit, and the 45 rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from sudokulens.logic.rule_facts import RuleFact, fact_pairs, joined, own_facts, refutes, sum_facts
from sudokulens.logic.state import State, digits_of
from sudokulens.logic.step import Candidate, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import killer
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.constraints.parts import Combination, Pair, Total
from sudokulens.puzzle.geometry import Digit, Geometry


def cage_combinations(state: State) -> Iterator[Step]:
    """Digits that no combination for a cage allows in a cell."""
    facts = (fact for fact in own_facts(state.geometry) if _is_cage(state, fact))
    return _unsupported(state, Technique.CAGE_COMBINATIONS, facts)


def rule_elimination(state: State) -> Iterator[Step]:
    """Digits that any other rule leaves no way for."""
    facts = (fact for fact in own_facts(state.geometry) if not _is_cage(state, fact))
    return _unsupported(state, Technique.RULE_ELIMINATION, facts)


def innies_outies(state: State) -> Iterator[Step]:
    """Digits that do not fit the sum of the cells which the cages leave over in a unit, or reach out of it."""
    facts = (f for f in _sums_of_one(state) if not _is_difference(f) and not _is_split(state, f))
    return _unsupported(state, Technique.INNIES_OUTIES, facts)


def innie_outie_differences(state: State) -> Iterator[Step]:
    """The same where some cells are left over and others reach out: their sums differ by a known amount."""
    return _unsupported(state, Technique.INNIE_OUTIE_DIFFERENCE, filter(_is_difference, _sums_of_one(state)))


def cage_splitting(state: State) -> Iterator[Step]:
    """The same where all the cells are part of one cage, which the sum of the unit splits in two."""
    facts = (fact for fact in _sums_of_one(state) if _is_split(state, fact))
    return _unsupported(state, Technique.CAGE_SPLITTING, facts)


def _sums_of_one(state: State) -> Iterator[RuleFact]:
    return (fact for fact in sum_facts(state.geometry) if len(fact.units) == 1)


def _is_difference(fact: RuleFact) -> bool:
    return isinstance(fact.part, Total) and min(fact.part.factors) < 0


def _is_split(state: State, fact: RuleFact) -> bool:
    cages = (rule for rule in state.geometry.rules if isinstance(rule, Cage))
    return len(fact.cells) > 1 and any(set(cage.cells).issuperset(fact.cells) for cage in cages)


def large_innies_outies(state: State) -> Iterator[Step]:
    """The same with several units side by side."""
    facts = (fact for fact in sum_facts(state.geometry) if len(fact.units) > 1)
    return _unsupported(state, Technique.LARGE_INNIES_OUTIES, facts)


def cage_overlap(state: State) -> Iterator[Step]:
    """Digits that a cage must hold, taken from cells that see all their places in it."""
    for fact in (*own_facts(state.geometry), *sum_facts(state.geometry)):
        if not isinstance(fact.part, Combination):
            continue
        for digit in range(1, state.geometry.size + 1):
            if removes := _seen_by_all_places(state, fact, digit):
                yield _step(state, Technique.CAGE_OVERLAP, fact, removes, (digit,))


def cage_conflicts(state: State) -> Iterator[Step]:
    """Digits that two cages of one unit leave no way for together, since they share none."""
    for first, second in fact_pairs(state.geometry):
        fact = joined(state.geometry, first, second)
        for step in _unsupported(state, Technique.CAGE_CONFLICT, [fact]):
            yield replace(step, children=(_child(first), _child(second)))


def _child(fact: RuleFact) -> Step:
    """One of the two cages, with where it comes from."""
    units = {"pattern": fact.units} if fact.units else {}
    return Step(Technique.CAGE_COMBINATIONS, cells={"pattern": fact.cells}, units=units, rules=fact.rules)


def _is_cage(state: State, fact: RuleFact) -> bool:
    return isinstance(state.geometry.rules[fact.rules[0]], Cage)


def _unsupported(state: State, technique: Technique, facts: Iterable[RuleFact]) -> Iterator[Step]:
    """What the facts have no way for: by their own relation first, then since the candidate rules others out too."""
    known = list(facts)
    yield from _without_way(state, technique, known)
    for fact in known:
        if removes := _refuted(state, fact):
            yield _step(state, technique, fact, removes, tuple(sorted({c.digit for c in removes})))


def _refuted(state: State, fact: RuleFact) -> tuple[Candidate, ...]:
    """Candidates that leave the fact no way, with what they rule out in its other cells."""
    if isinstance(fact.part, Pair | Combination):
        return ()  # there the candidates exclude no more than the relation does
    return tuple(
        Candidate(cell, digit)
        for cell in fact.cells
        for digit in digits_of(state.candidates[cell])
        if refutes(state, fact, (Candidate(cell, digit),))
    )


def _without_way(state: State, technique: Technique, facts: Iterable[RuleFact]) -> Iterator[Step]:
    for fact in facts:
        masks = fact.masks(state)
        supported = fact.support.of(masks)
        if supported is None:
            continue
        removes = tuple(
            Candidate(cell, digit)
            for cell, mask, kept in zip(fact.cells, masks, supported, strict=True)
            for digit in digits_of(mask & ~kept)
        )
        if removes:
            yield _step(state, technique, fact, removes, tuple(sorted({c.digit for c in removes})))


def _seen_by_all_places(state: State, fact: RuleFact, digit: Digit) -> tuple[Candidate, ...]:
    bit = 1 << (digit - 1)
    masks = fact.masks(state)
    places = [cell for cell, mask in zip(fact.cells, masks, strict=True) if mask & bit]
    if not places or any(state.values[cell] == digit for cell in places):
        return ()
    peers = state.geometry.peers
    seen = set(peers[places[0]]).intersection(*(peers[cell] for cell in places[1:])) - set(fact.cells)
    victims = sorted(cell for cell in seen if state.candidates[cell] & bit)
    if not victims or fact.support.allows(tuple(mask & ~bit for mask in masks)):
        return ()
    return tuple(Candidate(cell, digit) for cell in victims)


def _step(
    state: State, technique: Technique, fact: RuleFact, removes: tuple[Candidate, ...], digits: tuple[Digit, ...]
) -> Step:
    units = {"pattern": fact.units} if fact.units else {}
    return Step(technique, removes=removes, digits=digits, cells={"pattern": fact.cells}, units=units, rules=fact.rules)


FINDERS: dict[Technique, Callable[[State], Iterator[Step]]] = {
    Technique.CAGE_COMBINATIONS: cage_combinations,
    Technique.RULE_ELIMINATION: rule_elimination,
    Technique.INNIES_OUTIES: innies_outies,
    Technique.CAGE_SPLITTING: cage_splitting,
    Technique.INNIE_OUTIE_DIFFERENCE: innie_outie_differences,
    Technique.CAGE_OVERLAP: cage_overlap,
    Technique.LARGE_INNIES_OUTIES: large_innies_outies,
    Technique.CAGE_CONFLICT: cage_conflicts,
    **killer.FINDERS,
}


def may_apply(technique: Technique, geometry: Geometry) -> bool:
    """Whether the board has rules of the kind that the technique is about."""
    for_cages = technique is not Technique.RULE_ELIMINATION
    return any(isinstance(rule, Cage) == for_cages for rule in geometry.rules)
