"""The premises of cycles and forcing chains: every implication with the truth or the rule behind it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.clash import clash
from sudokulens.logic.premise import Branch, Exclusion, Implication, Premise, Truth
from sudokulens.logic.proof import conclusions
from sudokulens.logic.refutation import refutation
from sudokulens.logic.state import State
from sudokulens.logic.step import Link, Step
from sudokulens.logic.thin import thinned, thinned_branches
from sudokulens.logic.truth import exact_truth


def forcing_premises(state: State, step: Step) -> Iterator[Premise]:
    """The stem that the branches start from, then what follows from each possibility."""
    branches = merged(step.branches)
    possibilities = {branch.assumption.candidate for branch in branches}
    stem = exact_truth(state, possibilities) if len(possibilities) > 1 else None
    if stem:
        yield stem
    told = [_justified(state, branch) for branch in branches]
    yield from thinned_branches(state, conclusions(step), [stem] if stem else [], told)


def cycle_premises(state: State, step: Step) -> list[Truth]:
    """The truths around the cycle, one for each candidate that is forced on."""
    implications = [implication for branch in step.branches for implication in branch.implications]
    reasons = [reason for implication in implications if implication.then.on for reason in _reasons(state, implication)]
    return thinned(state, conclusions(step), [reason for reason in reasons if not isinstance(reason, Exclusion)])


def kraken_cases(state: State, step: Step) -> list[Branch]:
    """What follows from every fin and, for type 2, from every place of the fish in one of its cover units."""
    (removed,) = step.removes
    chains = {chain[0].start[0]: chain for chain in _chains(step.links)}
    fins = step.candidates.get("fin", ())
    own = () if removed.digit == step.digits[0] and set(chains) <= set(fins) else _in_one_cover(state, step, chains)
    return [_chain_branch(state, start, chains.get(start, ()), removed) for start in (*fins, *own)]


def cases_of(state: State, step: Step, base: Sequence[Truth], cases: Iterable[Branch]) -> list[Branch]:
    """The cases of the candidates in the base; for one unit all of them, also what excludes the removed one at once."""
    known = {case.assumption.candidate: case for case in cases}
    places = dict.fromkeys(candidate for truth in base for candidate in truth.candidates)
    if len(base) > 1:
        return [known[place] for place in places if place in known]
    return [known.get(place) or _chain_branch(state, place, (), step.removes[0]) for place in places]


def _in_one_cover(state: State, step: Step, chains: Collection[Candidate]) -> tuple[Candidate, ...]:
    """The places of the fish in the cover unit that chains start from; what is in the removed one's cell needs none."""
    (removed,) = step.removes
    fish = [Candidate(cell, step.digits[0]) for cell in step.cells["base"]]
    for unit in step.units["cover"]:
        places = tuple(candidate for candidate in fish if candidate.cell in state.geometry.units[unit].cells)
        if all(place in chains or (place.cell == removed.cell and place != removed) for place in places):
            return places
    return ()


def _chains(links: Sequence[Link]) -> Iterator[list[Link]]:
    """The links of several chains apart: one begins where the one before does not go on."""
    chain: list[Link] = []
    for link in links:
        if chain and chain[-1].end != link.start:
            yield chain
            chain = []
        chain.append(link)
    if chain:
        yield chain


def _chain_branch(state: State, start: Candidate, links: Sequence[Link], removed: Candidate) -> Branch:
    """What a candidate implies along a chain; one that excludes the removed candidate at once needs no links."""
    implications: list[Implication] = []
    on = Literal(start, True)
    known: tuple[Literal, ...] = (on,)
    truth: Truth | None = None
    for link in links:
        if link.strong:
            truth = exact_truth(state, {*link.start, *link.end})
            known = tuple(Literal(candidate, False) for candidate in link.start)
            if truth and len(link.end) == 1:  # of a group, what it excludes is told at once
                implications.append(Implication(Literal(link.end[0], True), known, (truth,)))
                known, truth = (Literal(link.end[0], True),), None
            continue
        for candidate in link.end:
            reason = truth or _exclusion(state, known[0].candidate, candidate)
            implications.append(Implication(Literal(candidate, False), known, (reason,) if reason else ()))
    if not links and (reason := _exclusion(state, start, removed)):
        implications.append(Implication(Literal(removed, False), known, (reason,)))
    return Branch(on, tuple(implications))


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
