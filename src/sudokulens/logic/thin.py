"""Premises without those that a conclusion can do without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.clash import refuted
from sudokulens.logic.premise import Branch, Implication, Truth
from sudokulens.logic.proof import follows, refuted_assumptions
from sudokulens.logic.state import State
from sudokulens.logic.truth import unit_truth


def thinned(
    state: State,
    wanted: Sequence[Literal],
    pool: Iterable[Truth],
    branches: Sequence[Branch] = (),
    given: Iterable[Literal] = (),
) -> list[Truth]:
    """Truths of the pool, in its order, that prove all that is wanted, none of which can be spared.

    Later ones go first, by halves: a proof needs few of many. The whole pool where even that proves nothing.
    """
    kept, facts = list(dict.fromkeys(pool)), tuple(given)

    def proves(truths: Sequence[Truth]) -> bool:
        return all(follows(state, conclusion, truths, branches, facts) for conclusion in wanted)

    def needed(block: list[Truth], others: list[Truth]) -> list[Truth]:
        """Those of the block that are needed beside the others."""
        if not block or proves(others):
            return []
        if len(block) == 1:
            return block
        half = len(block) // 2
        late = needed(block[half:], [*others, *block[:half]])
        early = needed(block[:half], [*others, *late])
        return [*early, *late]

    return needed(kept, [])


def follows_straight(state: State, wanted: Iterable[Literal], truths: Sequence[Truth]) -> bool:
    """Whether each conclusion can be followed truth by truth, without trying cases."""
    named = [truth.candidates for truth in truths]
    return all(refuted(state.geometry, named, [conclusion.negated], with_cases=False) for conclusion in wanted)


def sure_cells(state: State, candidates: Iterable[Candidate]) -> list[Branch]:
    """For each candidate, which every way to place its digit holds, why: its denial leads to itself."""
    lemmas: list[Branch] = []
    for candidate in candidates:
        denied = Literal(candidate, False)
        units = range(len(state.geometry.units))
        pool = [unit_truth(state, unit, candidate.digit) for unit in units if state.places(unit, candidate.digit)]
        known = tuple(refuted_assumptions(state, lemmas, ()))
        truths = thinned(state, (denied.negated,), pool, given=known)
        given = _thinned_facts(state, denied.negated, truths, known)
        lemmas.append(Branch(denied, (Implication(denied.negated, (denied, *given), tuple(truths)),)))
    return lemmas


def _thinned_facts(
    state: State, wanted: Literal, truths: Sequence[Truth], facts: tuple[Literal, ...]
) -> tuple[Literal, ...]:
    """The facts without those that the truths can do without."""
    kept = list(facts)
    for fact in facts:
        others = [other for other in kept if other != fact]
        if follows(state, wanted, truths, given=others):
            kept = others
    return tuple(kept)


def needed_lemmas(
    state: State, wanted: Sequence[Literal], pool: Sequence[Truth], lemmas: Sequence[Branch]
) -> list[Branch]:
    """The lemmas that the conclusions rest on, and those that these rest on."""
    kept = list(lemmas)
    for lemma in reversed(lemmas):
        shown = lemma.assumption.negated
        others = [other for other in kept if other is not lemma]
        if any(shown in implication.given for other in others for implication in other.implications):
            continue
        if all(follows(state, conclusion, pool, others) for conclusion in wanted):
            kept = others
    return kept
