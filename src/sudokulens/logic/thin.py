"""Premises without those that a conclusion can do without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.clash import refuted
from sudokulens.logic.premise import Branch, Exclusion, Implication, RuleTruth, Truth
from sudokulens.logic.proof import follows, refuted_assumptions
from sudokulens.logic.state import State
from sudokulens.logic.truth import unit_truth


def thinned(
    state: State,
    wanted: Sequence[Literal],
    pool: Iterable[Truth],
    branches: Sequence[Branch] = (),
    given: Iterable[Literal] = (),
    rules: Sequence[RuleTruth] = (),
) -> list[Truth]:
    """Truths of the pool, in its order, that prove all that is wanted, none of which can be spared.

    Later ones go first, by halves: a proof needs few of many. The whole pool where even that proves nothing.
    """
    kept, facts = list(dict.fromkeys(pool)), tuple(given)

    def proves(truths: Sequence[Truth]) -> bool:
        return all(follows(state, conclusion, truths, branches, facts, rules) for conclusion in wanted)

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


def thinned_branches(
    state: State, wanted: Sequence[Literal], truths: Sequence[Truth], branches: Sequence[Branch]
) -> list[Branch]:
    """The branches without those, and without the implications, that the conclusions can do without.

    An exclusion that a branch ends in stays: it names the pair, which the proof takes from the rules.
    """
    kept = list(branches)

    def try_with(number: int, implications: tuple[Implication, ...]) -> None:
        own = [Branch(kept[number].assumption, implications)] if implications else []
        shorter = [*kept[:number], *own, *kept[number + 1 :]]
        if _stands(state, shorter) and all(follows(state, conclusion, truths, shorter) for conclusion in wanted):
            kept[:] = shorter

    for number in reversed(range(len(branches))):
        branch = branches[number]
        if not all(map(_is_exclusion, branch.implications)):
            try_with(number, ())
        for implication in reversed(branch.implications):
            if number == len(kept) or kept[number].assumption != branch.assumption:
                break  # all of it was spared
            others = tuple(other for other in kept[number].implications if other is not implication)
            if not _is_used(implication, others, wanted, branch):
                try_with(number, others)
    return kept


def _is_exclusion(implication: Implication) -> bool:
    return all(isinstance(reason, Exclusion) for reason in implication.by)


def _is_used(
    implication: Implication, others: Iterable[Implication], wanted: Iterable[Literal], branch: Branch
) -> bool:
    """Whether another implication rests on it, or it is a bare exclusion that the branch ends in."""
    if any(implication.then in other.given for other in others):
        return True
    ends = {*wanted, branch.assumption.negated, *(other.then.negated for other in others)}
    return implication.then in ends and _is_exclusion(implication)


def _stands(state: State, branches: Sequence[Branch]) -> bool:
    """Whether each implication rests on what its branch has said, or on what those before it have refuted."""
    shown: set[Literal] = set()
    for branch in branches:
        known = {*shown, branch.assumption}
        for implication in branch.implications:
            if not known.issuperset(implication.given):
                return False
            known.add(implication.then)
        shown |= refuted_assumptions(state, [branch], shown)
    return True


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
