"""Chains of links: two strong links, X-chains, XY-chains and alternating inference chains, the shortest first.

A chain starts from a candidate taken to be false. Strong links turn the next one on, exclusions turn others off. Where
it arrives at one that is on, the start or the end is true, and what both exclude can go.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sudokulens.logic.premise import CellTruth
from sudokulens.logic.state import State
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.anywhere.network import Network, network

MAX_STRONG_LINKS = 12
"""Strong links of the longest chain: beyond that, forcing chains are easier to follow."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Which strong links a chain may use, and how many it has."""

    technique: Technique
    in_cells: bool
    in_units: bool
    same_digit: bool
    fewest: int = 2
    most: int = MAX_STRONG_LINKS


KINDS = (
    Kind(Technique.TURBOT_FISH, False, True, True, 2, 2),
    Kind(Technique.X_CHAIN, False, True, True, 3),
    Kind(Technique.XY_CHAIN, True, False, False),
    Kind(Technique.AIC, True, True, False),
)


def finder(kind: Kind) -> Callable[[State], Iterator[Step]]:
    """The finder of one kind of chain; steps come with the shortest chain first."""

    def find_in(state: State) -> Iterator[Step]:
        net = network(state)
        links = _Links.of(net, kind)
        starts = [start for start, partners in enumerate(links.strong) if partners]
        found = [chain for start in starts for chain in _chains_from(net, kind, links, start)]
        for chain in sorted(found, key=lambda chain: (len(chain.nodes), -chain.removes.bit_count(), chain.nodes)):
            yield _step(net, kind.technique, chain)

    return find_in


@dataclass(frozen=True, slots=True)
class _Chain:
    nodes: tuple[int, ...]
    """Candidates off, on, off, on, …"""
    removes: int


def _chains_from(net: Network, kind: Kind, links: _Links, start: int) -> Iterator[_Chain]:
    """One chain, the shortest, to every candidate that ends one from the start."""
    parent: dict[int, int] = {}
    wave, strong = [start], 0
    reached_on, seen_off = bytearray(len(net.candidates)), bytearray(len(net.candidates))
    seen_off[start] = 1
    while wave and strong < kind.most:
        strong += 1
        fresh_on = []
        for off in wave:
            for partner in links.strong[off]:
                if not reached_on[partner]:
                    reached_on[partner] = 1
                    parent[partner] = off
                    fresh_on.append(partner)
        if strong >= kind.fewest:
            yield from filter(None, (_closed(net, kind, start, end, parent) for end in fresh_on))
        wave = []
        for on in fresh_on:
            for off in links.weak[on]:
                if not seen_off[off]:
                    seen_off[off] = 1
                    parent[~off] = on
                    wave.append(off)


@dataclass(frozen=True, slots=True)
class _Links:
    """For every candidate the ones at the other ends of the links that a kind of chain may use."""

    strong: list[list[int]]
    weak: list[list[int]]

    @staticmethod
    def of(net: Network, kind: Kind) -> _Links:
        both = kind.in_cells and kind.in_units
        strong = [
            [other for other, truth in own.items() if both or isinstance(net.truths[truth], CellTruth) == kind.in_cells]
            for own in net.partners
        ]
        if not kind.same_digit:
            return _Links(strong, net.excluded)
        digits = [candidate.digit for candidate in net.candidates]
        return _Links(
            strong, [[other for other in own if digits[other] == digits[on]] for on, own in enumerate(net.excluded)]
        )


def _closed(net: Network, kind: Kind, start: int, end: int, parent: dict[int, int]) -> _Chain | None:
    """The chain between the two if it removes anything; each is found from one of its ends only."""
    if start == end:
        removes = 0  # the start is true: a placement
    elif end < start and kind.technique is not Technique.AIC:
        return None
    else:
        removes = net.excludes[start] & net.excludes[end]
    if not removes and start != end:
        return None
    nodes = [end, parent[end]]
    while nodes[-1] != start:
        nodes += [parent[~nodes[-1]], parent[parent[~nodes[-1]]]]
    nodes.reverse()
    inner = 0
    for node in nodes:
        inner |= 1 << node
    removes &= ~inner
    return _Chain(tuple(nodes), removes) if (removes or start == end) and _is_simple(nodes) else None


def _is_simple(nodes: list[int]) -> bool:
    """Whether the chain meets no candidate twice, but for a start that is its end too."""
    return len(set(nodes)) == len(nodes) - (nodes[0] == nodes[-1])


def _step(net: Network, technique: Technique, chain: _Chain) -> Step:
    nodes = [net.candidates[node] for node in chain.nodes]
    links = tuple(Link((a,), (b,), index % 2 == 0) for index, (a, b) in enumerate(itertools.pairwise(nodes)))
    inner = tuple(dict.fromkeys(node.cell for node in nodes[1:-1]))
    ends = tuple(dict.fromkeys((nodes[0].cell, nodes[-1].cell)))
    return Step(
        technique,
        places=(nodes[0],) if nodes[0] == nodes[-1] else (),
        removes=net.listed(chain.removes),
        digits=_digits(nodes, technique),
        cells={"pincer": ends, "pattern": tuple(cell for cell in inner if cell not in ends)},
        candidates={"off": tuple(nodes[::2]), "on": tuple(nodes[1::2])},
        links=links,
    )


def _digits(nodes: list[Candidate], technique: Technique) -> tuple[int, ...]:
    if technique is Technique.XY_CHAIN:
        return (nodes[0].digit,)
    return tuple(sorted({node.digit for node in nodes}))
