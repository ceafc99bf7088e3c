"""The candidates of a position as bits, with what excludes what and which truths they belong to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.premise import Truth
from sudokulens.logic.refutation import all_truths
from sudokulens.logic.rule_facts import RuleFact, own_facts, sum_facts
from sudokulens.logic.state import State, digits_of
from sudokulens.puzzle.constraints.parts import Pair
from sudokulens.puzzle.geometry import DigitSet

if TYPE_CHECKING:
    from sudokulens.logic.techniques.anywhere.flood import Flood


class Network:
    """A set of candidates is one integer: bit i is `candidates[i]`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.candidates = [
            Candidate(cell, digit) for cell, mask in enumerate(state.candidates) for digit in digits_of(mask)
        ]
        self.number = {candidate: index for index, candidate in enumerate(self.candidates)}
        self.truths: tuple[Truth, ...] = all_truths(state)
        self.truth_masks = [self.mask(truth.candidates) for truth in self.truths]
        self.truth_sizes = [mask.bit_count() for mask in self.truth_masks]
        self.truths_of: list[list[int]] = [[] for _ in self.candidates]
        for number, truth in enumerate(self.truths):
            for candidate in truth.candidates:
                self.truths_of[self.number[candidate]].append(number)
        self.truth_members = [sorted({self.number[c] for c in truth.candidates}) for truth in self.truths]
        self.excluded = list(self._all_excluded())
        self.excludes = [sum(1 << other for other in others) for others in self.excluded]
        self.partners = self._partners()
        self.floods: dict[int, Flood] = {}

    @cached_property
    def in_cell(self) -> list[list[tuple[DigitSet, int]]]:
        """For every cell its candidates' bits and numbers."""
        found: list[list[tuple[DigitSet, int]]] = [[] for _ in self.state.candidates]
        for number, (cell, digit) in enumerate(self.candidates):
            found[cell].append((1 << (digit - 1), number))
        return found

    @cached_property
    def facts(self) -> list[tuple[RuleFact, int]]:
        """What the rules say of cells, with all candidates of these; relations of two cells are exclusions already."""
        geometry = self.state.geometry
        facts = (*own_facts(geometry), *(fact for fact in sum_facts(geometry) if len(fact.units) == 1))
        masks = (sum(1 << number for cell in fact.cells for _, number in self.in_cell[cell]) for fact in facts)
        return [
            (fact, mask) for fact, mask in zip(facts, masks, strict=True) if mask and not isinstance(fact.part, Pair)
        ]

    def mask(self, candidates: tuple[Candidate, ...]) -> int:
        mask = 0
        for candidate in candidates:
            mask |= 1 << self.number[candidate]
        return mask

    def listed(self, mask: int) -> tuple[Candidate, ...]:
        return tuple(self.candidates[index] for index in bits(mask))

    def _all_excluded(self) -> Iterator[list[int]]:
        """For every candidate the numbers of those that cannot be true with it, in order."""
        geometry, width = self.state.geometry, self.state.geometry.size + 1
        numbers = [-1] * (width * geometry.cell_count)
        for (cell, digit), number in self.number.items():
            numbers[cell * width + digit] = number
        for number, (cell, digit) in enumerate(self.candidates):
            in_cell = numbers[cell * width : cell * width + width]
            found = {*in_cell, *(numbers[peer * width + digit] for peer in geometry.peers[cell])}
            if geometry.rules:
                for other, digits in geometry.excluded_by(cell, digit):
                    found.update(numbers[other * width + each] for each in digits_of(digits))
            yield sorted(found - {-1, number})

    def _partners(self) -> list[dict[int, int]]:
        """For every candidate those that must be true if it is not, with the truth that says so."""
        partners: list[dict[int, int]] = [{} for _ in self.candidates]
        for number, mask in enumerate(self.truth_masks):
            if mask.bit_count() == 2:
                first, second = bits(mask)
                partners[first].setdefault(second, number)
                partners[second].setdefault(first, number)
        return partners


@lru_cache(maxsize=2)  # technique after technique is tried on the same position
def network(state: State) -> Network:
    return Network(state)


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest on."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
