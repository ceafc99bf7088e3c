"""Forcing chains: what follows from each possibility of a cell or a digit in a unit, and contradictions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from sudokulens.logic.candidate import Literal
from sudokulens.logic.premise import Branch, CellTruth, Implication, RuleTruth
from sudokulens.logic.rule_facts import RuleFact, total_of
from sudokulens.logic.state import State
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Form, Technique
from sudokulens.logic.techniques.anywhere.flood import Flood, flood
from sudokulens.logic.techniques.anywhere.network import Network, bits, network

WIDEST_STEM = 3
"""The most possibilities of a cell or a digit that are compared."""
WIDTHS_TO_TRY = (2, 3, 4)
"""Candidates of a cell, or places of a digit, that are tried within a chain: more only where fewer lead nowhere."""
FEW = 3
"""Contradictions with rules among which the shortest is taken: each assumption takes long to follow."""
HASTY_SIZE = 9
"""On larger boards the first chain found is taken, not the shortest, and only pairs are tried within chains: to see all
of them would take minutes."""


_Told: TypeAlias = tuple[int, Flood, list[int]]
"""An assumption, what it forces, and the statements of that which are needed."""


def contradictions(state: State) -> Iterator[Step]:
    """Candidates that lead to a contradiction by plain chains; the shortest first."""
    yield from _contradictions(state, dynamic=False)


def dynamic_contradictions(state: State) -> Iterator[Step]:
    """The same where chains run together; then with what the rules exclude on the way."""
    yield from _contradictions(state, dynamic=True)
    if state.geometry.rules:
        yield from _ruled_contradictions(network(state))


def _contradictions(state: State, dynamic: bool) -> Iterator[Step]:
    net = network(state)
    plain, netted = Technique.CONTRADICTION_FORCING_CHAIN, Technique.DYNAMIC_CONTRADICTION_FORCING_CHAIN
    found = []
    for start in range(len(net.candidates)):
        chain = flood(net, start)
        if chain.clash is None:
            continue
        needed = chain.ancestors(chain.clash)
        if any(index in chain.dynamic for index in needed) == dynamic:
            step = _refuted(net, start, chain, needed, netted if dynamic else plain)
            if state.geometry.size > HASTY_SIZE:
                yield step
            found.append((len(needed), start, step))
    yield from (step for _, _, step in sorted(found, key=lambda item: item[:2]))


def _ruled_contradictions(net: Network) -> Iterator[Step]:
    """Candidates that lead to a contradiction with a rule; the shortest of each few, the scarcest cells first."""
    order = sorted(range(len(net.candidates)), key=lambda i: len(net.in_cell[net.candidates[i].cell]))
    found = []
    for start in order:
        chain = flood(net, start).copy()
        chain.apply_rules()
        if chain.clash is not None:
            needed = chain.ancestors(chain.clash)
            found.append((len(needed), start, chain, needed))
        if len(found) == FEW or (found and start == order[-1]):
            for _, candidate, told, statements in sorted(found, key=lambda item: item[:2]):
                yield _refuted(net, candidate, told, statements, Technique.DYNAMIC_CONTRADICTION_FORCING_CHAIN)
            found = []


def nested_contradictions(state: State) -> Iterator[Step]:
    """Candidates that lead to a contradiction once others, tried in turn, have been ruled out on the way."""
    net = network(state)
    if state.geometry.overlaps:
        return
    is_large = state.geometry.size > HASTY_SIZE
    order = sorted(range(len(net.candidates)), key=lambda i: len(net.in_cell[net.candidates[i].cell]))
    for widest in WIDTHS_TO_TRY[:1] if is_large else WIDTHS_TO_TRY:
        for start in order:
            chain = flood(net, start).copy()
            if chain.clash is None and chain.try_each(widest):
                needed = chain.ancestors(chain.clash or ())
                yield _refuted(net, start, chain, needed, Technique.NESTED_FORCING_CHAIN)


def _refuted(net: Network, start: int, chain: Flood, needed: list[int], technique: Technique) -> Step:
    assert chain.clash is not None
    clash = net.candidates[max(chain.clash)]
    return _step(net, technique, (net.candidates[start],), [(start, chain, needed)], clash)


def cell_chains(state: State) -> Iterator[Step]:
    """Candidates that every possibility of a cell rules out."""
    yield from _common(state, Technique.CELL_FORCING_CHAIN)


def region_chains(state: State) -> Iterator[Step]:
    """Candidates that every place of a digit in a unit rules out."""
    yield from _common(state, Technique.REGION_FORCING_CHAIN)


def dynamic_cell_chains(state: State) -> Iterator[Step]:
    """Candidates that every possibility of a cell rules out, by chains that run together."""
    yield from _common(state, Technique.DYNAMIC_CELL_FORCING_CHAIN)


def dynamic_region_chains(state: State) -> Iterator[Step]:
    """Candidates that every place of a digit in a unit rules out, by chains that run together."""
    yield from _common(state, Technique.DYNAMIC_REGION_FORCING_CHAIN)


_IN_CELLS = (Technique.CELL_FORCING_CHAIN, Technique.DYNAMIC_CELL_FORCING_CHAIN)


def _common(state: State, technique: Technique) -> Iterator[Step]:
    net = network(state)
    found: list[tuple[int, int, list[_Told]]] = []
    for truth, mask in zip(net.truths, net.truth_masks, strict=True):
        if isinstance(truth, CellTruth) != (technique in _IN_CELLS) or not 2 <= mask.bit_count() <= WIDEST_STEM:
            continue
        branches = [(possibility, flood(net, possibility)) for possibility in bits(mask)]
        found += _shared(branches, technique.form is Form.NET)
    for _, target, told in sorted(found, key=lambda item: item[:2]):
        yield _step(net, technique, (net.candidates[target],), told, None)


def _shared(branches: list[tuple[int, Flood]], dynamic: bool) -> Iterator[tuple[int, int, list[_Told]]]:
    """What every branch rules out, with its length and the statements that lead there."""
    if any(chain.clash for _, chain in branches):
        return
    removed = -1
    for _, chain in branches:
        removed &= chain.off
    for target in bits(removed):
        told = [(start, chain, chain.ancestors((~target,))) for start, chain in branches]
        if any(index in chain.dynamic for _, chain, needed in told for index in needed) == dynamic:
            yield sum(len(needed) for _, _, needed in told), target, told


def _step(
    net: Network,
    technique: Technique,
    removes: tuple[Candidate, ...],
    branches: list[_Told],
    clash: Candidate | None,
) -> Step:
    told = [_branch(net, start, chain, needed) for start, chain, needed in branches]
    literals = [literal for branch in told for literal in _said(branch)]
    states = {
        "on": tuple(dict.fromkeys(literal.candidate for literal in literals if literal.on)),
        "off": tuple(dict.fromkeys(literal.candidate for literal in literals if not literal.on)),
    }
    children = tuple(
        Step(technique, removes=removes, candidates=states, links=tuple(_links(branch)))
        for branch in told
        if len(told) > 1
    )
    stems = tuple(dict.fromkeys(branch.assumption.candidate.cell for branch in told))
    return Step(
        technique,
        removes=removes,
        digits=tuple(sorted({literal.candidate.digit for literal in literals})),
        cells={"stem": stems} if len(stems) == 1 else {},
        candidates=states | ({"clash": (clash,)} if clash else {}),
        links=tuple(link for branch in told for link in _links(branch)),
        children=children,
        branches=tuple(told),
    )


def _branch(net: Network, start: int, chain: Flood, needed: list[int]) -> Branch:
    told = (
        Implication(
            _literal(net, statement),
            tuple(_literal(net, p) for p in chain.reason(statement)),
            (_rule_truth(net, chain.rule[statement]),) if statement in chain.rule else (),
        )
        for statement in needed
        if statement != start
    )
    return Branch(Literal(net.candidates[start], True), tuple(told))


def _rule_truth(net: Network, fact: RuleFact) -> RuleTruth:
    return RuleTruth(fact.rules, fact.units, fact.cells, total_of(net.state.geometry, fact))


def _literal(net: Network, statement: int) -> Literal:
    return Literal(net.candidates[max(statement, ~statement)], statement >= 0)


def _said(branch: Branch) -> list[Literal]:
    return [branch.assumption, *(implication.then for implication in branch.implications)]


def _links(branch: Branch) -> Iterator[Link]:
    for implication in branch.implications:
        yield Link(tuple(g.candidate for g in implication.given), (implication.then.candidate,), implication.then.on)
