"""Forcing chains: every implied candidate, on or off, with links from what implies it.

A strong link starts from all the candidates whose absence together forces its end on. A weak link that starts from
several candidates, all of them off, stands for a whole pattern (locked candidates, a pair, an X-Wing, or a chain
inside the chain) that their absence makes possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sudokulens.logic.candidate import Literal
from sudokulens.logic.premise import Branch, Implication
from sudokulens.logic.step import Candidate, Link, Step


class Implied(NamedTuple):
    """One statement of a chain: the candidate is on or off, because of its parents (places in the chain)."""

    candidate: Candidate
    on: bool
    parents: tuple[int, ...]


def with_branches(step: Step, branches: Iterable[Sequence[Implied]]) -> Step:
    """The step with one chain for each possibility; where there are several, each is a child of its own too.

    The chains come with their conclusion first.
    """
    chains = [_reading_order(chain) for chain in branches]
    children = tuple(
        Step(step.technique, step.places, step.removes, candidates=_states([chain]), links=tuple(_links(chain)))
        for chain in chains
    )
    return replace(
        step,
        candidates={**_states(chains), **step.candidates},
        links=tuple(link for chain in chains for link in _links(chain)),
        children=children if len(children) > 1 else (),
        branches=tuple(map(_branch, chains)),
    )


def _branch(chain: Sequence[Implied]) -> Branch:
    """The chain as an assumption and what follows from it, reasons still to be added."""
    literals = [Literal(node.candidate, node.on) for node in chain]
    told = (
        Implication(literal, tuple(literals[parent] for parent in node.parents), ())
        for literal, node in zip(literals, chain, strict=True)
        if node.parents
    )
    return Branch(literals[0], tuple(told))


def _reading_order(chain: Sequence[Implied]) -> list[Implied]:
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


def _links(chain: Sequence[Implied]) -> Iterator[Link]:
    for node in chain:
        if node.parents:
            yield Link(tuple(chain[parent].candidate for parent in node.parents), (node.candidate,), node.on)


def _states(chains: Iterable[Sequence[Implied]]) -> dict[str, tuple[Candidate, ...]]:
    """The candidates that are on and those that are off somewhere in the chains."""
    states: dict[str, dict[Candidate, None]] = {"on": {}, "off": {}}
    for chain in chains:
        for node in chain:
            states["on" if node.on else "off"][node.candidate] = None
    return {state: tuple(candidates) for state, candidates in states.items() if candidates}
