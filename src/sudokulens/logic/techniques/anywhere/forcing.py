"""Forcing chains: what follows from each possibility of a cell or a digit in a unit, and contradictions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from sudokulens.logic.candidate import Literal
from sudokulens.logic.premise import Branch, CellTruth, Implication
from sudokulens.logic.state import State
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.anywhere.network import Flood, Network, bits, network

WIDEST_STEM = 3
"""The most possibilities of a cell or a digit that are compared."""
HASTY_SIZE = 9
"""On larger boards the first chain found is taken, not the shortest: to see them all would take minutes."""


_Told: TypeAlias = tuple[int, Flood, list[int]]
"""An assumption, what it forces, and the statements of that which are needed."""


def flood(net: Network, start: int) -> Flood:
    """What follows from the candidate, found once for all techniques that ask."""
    known = net.floods.get(start)
    if known is None:
        known = net.floods[start] = _flooded(net, start)
    return known


def _flooded(net: Network, start: int) -> Flood:
    """What follows from the candidate, nearest first, up to the first contradiction."""
    found = Flood(on=1 << start, reason={start: ()})
    left = [mask.bit_count() for mask in net.truth_masks]
    queue = deque([start])
    while queue and found.clash is None:
        on = queue.popleft()
        for off in bits(net.excludes[on] & ~found.off):
            found.off |= 1 << off
            found.reason[~off] = (on,)
            if found.on >> off & 1:
                found.clash = (off, ~off)
                break
            for number in net.truths_of[off]:
                left[number] -= 1
                if left[number] == 1 and not _force(net, found, number, queue):
                    break
            if found.clash is not None:
                break
    return found


def _force(net: Network, found: Flood, number: int, queue: deque[int]) -> bool:
    """Turns the last candidate of a truth on; false where there is none left."""
    mask = net.truth_masks[number]
    rest = mask & ~found.off
    parents = tuple(~index for index in bits(mask & found.off))
    if not rest:
        last = parents[-1]
        found.clash = (~last, last)
        found.reason.setdefault(~last, tuple(parent for parent in parents if parent != last))
        return False
    index = rest.bit_length() - 1
    if found.on >> index & 1:
        return True
    found.on |= rest
    found.reason[index] = parents
    if len(parents) > 1:
        found.dynamic.add(index)
    queue.append(index)
    return True


def contradictions(state: State) -> Iterator[Step]:
    """Candidates that lead to a contradiction by plain chains; the shortest first."""
    yield from _contradictions(state, dynamic=False)


def dynamic_contradictions(state: State) -> Iterator[Step]:
    """The same where chains run together."""
    yield from _contradictions(state, dynamic=True)


def _contradictions(state: State, dynamic: bool) -> Iterator[Step]:
    net = network(state)
    found = []
    for start in range(len(net.candidates)):
        chain = flood(net, start)
        if chain.clash is None:
            continue
        needed = _ancestors(chain, chain.clash)
        if any(index in chain.dynamic for index in needed) == dynamic:
            step = _refuted(net, start, chain, needed, dynamic)
            if state.geometry.size > HASTY_SIZE:
                yield step
            found.append((len(needed), start, step))
    yield from (step for _, _, step in sorted(found, key=lambda item: item[:2]))


def _refuted(net: Network, start: int, chain: Flood, needed: list[int], dynamic: bool) -> Step:
    assert chain.clash is not None
    plain, netted = Technique.CONTRADICTION_FORCING_CHAIN, Technique.DYNAMIC_CONTRADICTION_FORCING_CHAIN
    clash = net.candidates[max(chain.clash)]
    return _step(net, netted if dynamic else plain, (net.candidates[start],), [(start, chain, needed)], clash)


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
_DYNAMIC = (Technique.DYNAMIC_CELL_FORCING_CHAIN, Technique.DYNAMIC_REGION_FORCING_CHAIN)


def _common(state: State, technique: Technique) -> Iterator[Step]:
    net = network(state)
    found: list[tuple[int, int, list[_Told]]] = []
    for truth, mask in zip(net.truths, net.truth_masks, strict=True):
        if isinstance(truth, CellTruth) != (technique in _IN_CELLS) or not 2 <= mask.bit_count() <= WIDEST_STEM:
            continue
        branches = [(possibility, flood(net, possibility)) for possibility in bits(mask)]
        found += _shared(branches, technique in _DYNAMIC)
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
        told = [(start, chain, _ancestors(chain, (~target,))) for start, chain in branches]
        if any(index in chain.dynamic for _, chain, needed in told for index in needed) == dynamic:
            yield sum(len(needed) for _, _, needed in told), target, told


def _ancestors(chain: Flood, statements: tuple[int, ...]) -> list[int]:
    """The statements that lead to the given ones, themselves included, in the order of the argument."""
    needed: set[int] = set()
    stack = list(statements)
    while stack:
        statement = stack.pop()
        if statement not in needed:
            needed.add(statement)
            stack += chain.reason[statement]
    return [statement for statement in chain.reason if statement in needed]


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
        Implication(_literal(net, statement), tuple(_literal(net, p) for p in chain.reason[statement]), ())
        for statement in needed
        if chain.reason[statement]
    )
    return Branch(Literal(net.candidates[start], True), tuple(told))


def _literal(net: Network, statement: int) -> Literal:
    return Literal(net.candidates[max(statement, ~statement)], statement >= 0)


def _said(branch: Branch) -> list[Literal]:
    return [branch.assumption, *(implication.then for implication in branch.implications)]


def _links(branch: Branch) -> Iterator[Link]:
    for implication in branch.implications:
        yield Link(tuple(g.candidate for g in implication.given), (implication.then.candidate,), implication.then.on)
