"""XY-, XYZ- and W-Wings: a few cells with two or three candidates, wherever they see each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from sudokulens.logic.clash import peer_sets
from sudokulens.logic.state import State, digits_of
from sudokulens.logic.step import Candidate, Link, Step, candidates_of
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.anywhere.network import network
from sudokulens.puzzle.geometry import Cell, Digit


def xy_wings(state: State) -> Iterator[Step]:
    """A cell with two candidates, each of which it shares with another cell that has the same third digit."""
    yield from _wings(state, Technique.XY_WING, 2)


def xyz_wings(state: State) -> Iterator[Step]:
    """The same with a pivot that has the third digit too."""
    yield from _wings(state, Technique.XYZ_WING, 3)


def _wings(state: State, technique: Technique, pivot_size: int) -> Iterator[Step]:
    masks, peers = state.candidates, state.geometry.peers
    for pivot, mask in enumerate(masks):
        if mask.bit_count() != pivot_size:
            continue
        near = [cell for cell in peers[pivot] if masks[cell].bit_count() == 2 and masks[cell] & mask]
        for a, b in combinations(near, 2):
            common = masks[a] & masks[b]
            if (mask | masks[a] | masks[b]).bit_count() != 3 or common.bit_count() != 1 or masks[a] == masks[b]:
                continue
            if bool(common & mask) != (pivot_size == 3):
                continue
            yield from _wing(state, technique, pivot, (a, b), common.bit_length())


def _wing(state: State, technique: Technique, pivot: Cell, pincers: tuple[Cell, Cell], digit: Digit) -> Iterator[Step]:
    holders = [cell for cell in (pivot, *pincers) if state.has(Candidate(cell, digit))]
    seen = set.intersection(*(set(peer_sets(state.geometry)[cell]) for cell in holders))
    prey = [cell for cell in sorted(seen) if state.has(Candidate(cell, digit)) and cell not in (pivot, *pincers)]
    if not prey:
        return
    digits = tuple(digits_of(state.candidates[pivot] | state.candidates[pincers[0]] | state.candidates[pincers[1]]))
    pattern = [Candidate(cell, d) for cell in (pivot, *pincers) for d in digits_of(state.candidates[cell])]
    yield Step(
        technique,
        removes=candidates_of(prey, (digit,)),
        digits=digits,
        cells={"pivot": (pivot,), "pincer": pincers},
        candidates={
            "pattern": tuple(c for c in pattern if c.digit != digit),
            "on": tuple(c for c in pattern if c.digit == digit),
        },
    )


def w_wings(state: State) -> Iterator[Step]:
    """Two cells with the same two candidates, joined by a strong link of one of them."""
    net = network(state)
    by_pair: dict[int, list[Cell]] = {}
    for cell, mask in enumerate(state.candidates):
        if mask.bit_count() == 2:
            by_pair.setdefault(mask, []).append(cell)
    for mask, cells in by_pair.items():
        for a, b in combinations(cells, 2):
            for linked in digits_of(mask):
                other = (mask & ~(1 << (linked - 1))).bit_length()
                prey = net.excludes[net.number[Candidate(a, other)]] & net.excludes[net.number[Candidate(b, other)]]
                if prey:
                    yield from _joined(state, a, b, linked, other, net.listed(prey))


def _joined(state: State, a: Cell, b: Cell, linked: Digit, other: Digit, prey: tuple[Candidate, ...]) -> Iterator[Step]:
    net, peers = network(state), peer_sets(state.geometry)
    for near_a in sorted(peers[a] - {b}):
        start = net.number.get(Candidate(near_a, linked))
        for partner in net.partners[start] if start is not None else ():
            near_b = net.candidates[partner].cell
            if net.candidates[partner].digit != linked or near_b == a or near_b not in peers[b]:
                continue
            removes = tuple(candidate for candidate in prey if candidate.cell not in (near_a, near_b))
            if not removes:
                continue
            chain = [(a, other), (a, linked), (near_a, linked), (near_b, linked), (b, linked), (b, other)]
            nodes = [(Candidate(*node),) for node in chain]
            yield Step(
                Technique.W_WING,
                removes=removes,
                digits=(linked, other),
                cells={"pincer": (a, b), "pivot": (near_a, near_b)},
                links=tuple(Link(x, y, i % 2 == 0) for i, (x, y) in enumerate(pairwise(nodes))),
            )
            return
