"""Cycles and forcing chains: every implied candidate, on or off, with links from what implies it.

A strong link starts from all the candidates whose absence together forces its end on. A weak link that starts from
several candidates, all of them off, stands for a whole pattern (locked candidates, a pair, an X-Wing, or a chain
inside the chain) that their absence makes possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokulens.logic import premise
from sudokulens.logic.candidate import Literal
from sudokulens.logic.explainer import Found, Implication, Pattern
from sudokulens.logic.premise import Branch
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.kernel_terms import candidate_of, placements, removals, unit_index
from sudokulens.puzzle.board import Board

_ABSURD = (Pattern.CONTRADICTION, Pattern.NISHIO)
"""Patterns whose two chains end in the same candidate on and off: the clash."""
_FROM_A_CELL = (Pattern.CELL_FORCING, Pattern.DOUBLE_FORCING, Pattern.CONTRADICTION, Pattern.NISHIO)


def step_of(_board: Board, found: Found, technique: Technique) -> Step:
    """A step with one chain for each possibility; where there are several, each is a child of its own too."""
    chains = [_reading_order(chain) for chain in found.chains]
    places, removes = placements(found), removals(found)
    children = tuple(
        Step(technique, places, removes, candidates=_states([chain]), links=tuple(_links(chain))) for chain in chains
    )
    states = _states(chains)
    if found.pattern in _ABSURD:
        states["clash"] = (candidate_of(chains[0][-1].candidate),)
    return Step(
        technique,
        places=places,
        removes=removes,
        digits=tuple(sorted({candidate_of(node.candidate).digit for chain in chains for node in chain})),
        cells={"stem": found.cells} if found.pattern in _FROM_A_CELL else {},
        candidates=states,
        units={"pattern": (unit_index(found.units[0]),)} if found.units else {},
        links=tuple(link for chain in chains for link in _links(chain)),
        children=children if len(children) > 1 else (),
        branches=tuple(map(_branch, chains)),
    )


def _branch(chain: Sequence[Implication]) -> Branch:
    """The chain as an assumption and what follows from it, reasons still to be added."""
    literals = [Literal(candidate_of(node.candidate), node.on) for node in chain]
    told = (
        premise.Implication(literal, tuple(literals[parent] for parent in node.parents), ())
        for literal, node in zip(literals, chain, strict=True)
        if node.parents
    )
    return Branch(literals[0], tuple(told))


def _reading_order(chain: Sequence[Implication]) -> list[Implication]:
    """The chain from its assumption to its conclusion, each branch just before what it is needed for."""
    order: dict[int, None] = {}
    stack = [0]
    while stack:
        index = stack[-1]
        waiting = [parent for parent in chain[index].parents if parent not in order and parent not in stack]
        if waiting:
            stack.append(waiting[0])
        else:
            order[stack.pop()] = None
    place = {index: position for position, index in enumerate(order)}
    return [chain[index]._replace(parents=tuple(place[p] for p in chain[index].parents)) for index in order]


def _links(chain: Sequence[Implication]) -> Iterator[Link]:
    for node in chain:
        if node.parents:
            start = tuple(candidate_of(chain[parent].candidate) for parent in node.parents)
            yield Link(start, (candidate_of(node.candidate),), node.on)


def _states(chains: Iterable[Sequence[Implication]]) -> dict[str, tuple[Candidate, ...]]:
    """The candidates that are on and those that are off somewhere in the chains."""
    states: dict[str, dict[Candidate, None]] = {"on": {}, "off": {}}
    for chain in chains:
        for node in chain:
            states["on" if node.on else "off"][candidate_of(node.candidate)] = None
    return {state: tuple(candidates) for state, candidates in states.items() if candidates}
