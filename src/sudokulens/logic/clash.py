"""Which candidates exclude each other, and whether truths leave a choice without such a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.cover import room
from sudokulens.puzzle.geometry import Cell, DigitSet, Geometry

MAX_NODES = 200_000
"""Choices tried before a proof is given up as too long to follow; real steps need a few hundred."""


def clash(geometry: Geometry, a: Candidate, b: Candidate) -> bool:
    """Whether the rules do not allow both: two digits in a cell, a digit twice among peers, or a pair they forbid."""
    if a.cell == b.cell:
        return a.digit != b.digit
    if a.digit == b.digit and b.cell in peer_sets(geometry)[a.cell]:
        return True
    return bool(geometry.rules) and any(
        cell == b.cell and digits >> (b.digit - 1) & 1 for cell, digits in geometry.excluded_by(*a)
    )


def excluded_cells(geometry: Geometry, candidate: Candidate) -> list[tuple[Cell, DigitSet]]:
    """The other cells that the candidate leaves some digits no room in, with these digits."""
    peers = [(cell, 1 << (candidate.digit - 1)) for cell in geometry.peers[candidate.cell]]
    return [*peers, *geometry.excluded_by(*candidate)] if geometry.rules else peers


@lru_cache(maxsize=64)
def peer_sets(geometry: Geometry) -> tuple[frozenset[Cell], ...]:
    return tuple(map(frozenset, geometry.peers))


COUNTED = 9
"""From so many truths on, digits are counted before choices are tried: a pattern that is too full takes too many."""

Closing: TypeAlias = Callable[[list[Candidate], list[Candidate]], bool]
"""What is on and what is off → whether that is impossible for another reason than a clash."""


def refuted(
    geometry: Geometry,
    truths: Iterable[Sequence[Candidate]],
    facts: Iterable[Literal],
    closing: Closing = lambda on, off: False,
    *,
    with_cases: bool = True,
) -> bool:
    """Whether no choice of one candidate from every truth agrees with the facts and is free of clashes.

    Without cases only what the facts force is followed: no candidate is tried, and none are counted.
    """
    cited, known = [tuple(truth) for truth in truths], tuple(facts)
    if with_cases and len(cited) >= COUNTED and _too_full(geometry, cited, known):
        return True
    return _Search(geometry, cited, known, closing, MAX_NODES if with_cases else 1).refuted()


def _too_full(geometry: Geometry, truths: list[tuple[Candidate, ...]], facts: tuple[Literal, ...]) -> bool:
    """Whether the truths, no two of which share a candidate, are more than their digits have room for together."""
    off = {fact.candidate for fact in facts if not fact.on}
    on = [fact.candidate for fact in facts if fact.on]
    open_truths = [truth for truth in truths if not any(candidate in truth for candidate in on)]
    places: dict[int, list[Cell]] = {}
    every = [candidate for truth in open_truths for candidate in truth]
    if len(set(every)) < len(every):
        return False
    for candidate in every:
        if candidate not in off and not any(clash(geometry, candidate, other) for other in on):
            places.setdefault(candidate.digit, []).append(candidate.cell)
    return sum(room(geometry, cells) for cells in places.values()) < len(open_truths)


class _Search:
    """Candidates are bits, so that a truth, what is on and what is off are one integer each."""

    def __init__(
        self,
        geometry: Geometry,
        truths: list[tuple[Candidate, ...]],
        facts: tuple[Literal, ...],
        closing: Closing,
        most_nodes: int,
    ) -> None:
        named = [candidate for truth in truths for candidate in truth] + [fact.candidate for fact in facts]
        bits = {candidate: 1 << number for number, candidate in enumerate(dict.fromkeys(named))}
        self.truths = [sum(bits[candidate] for candidate in set(truth)) for truth in truths]
        self.clashes = _clash_masks(geometry, bits)
        self.on = sum({bits[fact.candidate] for fact in facts if fact.on})
        self.off = sum({bits[fact.candidate] for fact in facts if not fact.on})
        self.nodes, self.most_nodes = 0, most_nodes
        self.bits, self.closing = bits, closing

    def refuted(self) -> bool:
        off, on = self.off, self.on
        while on:
            off |= self.clashes[on & -on]
            on &= on - 1
        return self._closed(self.truths, self.on, off)

    def _closed(self, truths: list[int], on: int, off: int) -> bool:
        """Whether every choice ends in a clash, once what is forced has been taken."""
        self.nodes += 1
        if self.nodes > self.most_nodes:
            return False
        while True:
            if on & off:
                return True
            open_truths = []
            forced = 0
            for truth in truths:
                if truth & on:
                    continue
                left = truth & ~off
                if not left:
                    return True
                if left & (left - 1):
                    open_truths.append(left)
                else:
                    forced |= left
                    on |= left
                    off |= self.clashes[left]
            truths = open_truths
            if not forced:
                break
        if not truths:
            return self.closing(self._listed(on), self._listed(off))
        return self._every_choice_closed(truths, on, off)

    def _listed(self, mask: int) -> list[Candidate]:
        return [candidate for candidate, bit in self.bits.items() if bit & mask]

    def _every_choice_closed(self, truths: list[int], on: int, off: int) -> bool:
        left = min(truths, key=int.bit_count)
        while left:
            chosen = left & -left
            if not self._closed(truths, on | chosen, off | self.clashes[chosen]):
                return False
            off |= chosen
            left &= left - 1
        return True


def _clash_masks(geometry: Geometry, bits: dict[Candidate, int]) -> dict[int, int]:
    """For every candidate's bit, the bits of those that it excludes."""
    peers = peer_sets(geometry)
    by_cell: dict[Cell, int] = {}
    by_digit: dict[int, list[tuple[Cell, int]]] = {}
    for candidate, bit in bits.items():
        by_cell[candidate.cell] = by_cell.get(candidate.cell, 0) | bit
        by_digit.setdefault(candidate.digit, []).append((candidate.cell, bit))
    masks = {}
    for candidate, bit in bits.items():
        seen = peers[candidate.cell]
        mask = by_cell[candidate.cell] & ~bit
        for cell, other in by_digit[candidate.digit]:
            if cell in seen:
                mask |= other
        if geometry.rules:
            for cell, digits in geometry.excluded_by(*candidate):
                for digit in range(1, geometry.size + 1):
                    mask |= bits.get(Candidate(cell, digit), 0) if digits >> (digit - 1) & 1 else 0
        masks[bit] = mask
    return masks
