"""The premises of cycles and forcing chains: every implication with the truth or the rule behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.clash import clash
from sudokulens.logic.premise import Branch, Exclusion, Implication, Premise, Truth
from sudokulens.logic.refutation import refutation
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.thin import thinned
from sudokulens.logic.truth import exact_truth


def forcing_premises(state: State, step: Step) -> Iterator[Premise]:
    """The stem that the branches start from, then what follows from each possibility."""
    branches = merged(step.branches)
    possibilities = {branch.assumption.candidate for branch in branches}
    if len(possibilities) > 1 and (stem := exact_truth(state, possibilities)):
        yield stem
    yield from (_justified(state, branch) for branch in branches)


def cycle_premises(state: State, step: Step) -> Iterator[Premise]:
    """The truths around the cycle, one for each candidate that is forced on."""
    for branch in step.branches:
        for implication in branch.implications:
            if implication.then.on:
                yield from _reasons(state, implication)  # type: ignore[misc]  # an "on" never follows by exclusion


def merged(branches: Iterable[Branch]) -> list[Branch]:
    """Branches from the same assumption told as one."""
    together: dict[Literal, dict[Literal, Implication]] = {}
    for branch in branches:
        known = together.setdefault(branch.assumption, {})
        for implication in branch.implications:
            known.setdefault(implication.then, implication)
    return [Branch(assumption, tuple(known.values())) for assumption, known in together.items()]


def _justified(state: State, branch: Branch) -> Branch:
    told = (Implication(i.then, i.given, i.by or tuple(_reasons(state, i))) for i in branch.implications)
    return Branch(branch.assumption, tuple(told))


def _reasons(state: State, implication: Implication) -> Sequence[Exclusion | Truth]:
    """The rule or the truth that an implication follows by; several truths where a whole pattern is meant."""
    then, given = implication.then, implication.given
    candidates = [literal.candidate for literal in given]
    if then.on and not any(literal.on for literal in given):
        truth = exact_truth(state, {then.candidate, *candidates})
        if truth:
            return (truth,)
    if not then.on and len(given) == 1 and given[0].on and (rule := _exclusion(state, candidates[0], then.candidate)):
        return (rule,)
    found = refutation(state, (*given, then.negated)) or []
    return thinned(state, (then,), found, given=given)


def _exclusion(state: State, first: Candidate, second: Candidate) -> Exclusion | None:
    """The rule that does not allow both; a region before a line, and a unit before a further rule."""
    if first.cell == second.cell:
        return Exclusion(first, second, None)
    shared = set(state.geometry.units_of[first.cell]) & set(state.geometry.units_of[second.cell])
    if first.digit == second.digit and shared:
        return Exclusion(first, second, max(shared))
    for index, rule in enumerate(state.geometry.rules):
        if clash(state.geometry.with_rules((rule,)), first, second):
            return Exclusion(first, second, None, index)
    return None
