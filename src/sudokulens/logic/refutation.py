"""Which truths of a position refute some statements, found by following what they force.

A step names its truths itself wherever its record can. This is for those that cannot: a pattern inside a forcing chain,
of which the chain only says what had to be gone before it could be seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sudokulens.logic.candidate import Candidate, Literal
from sudokulens.logic.clash import excluded_cells
from sudokulens.logic.premise import Truth
from sudokulens.logic.state import State, digits_of
from sudokulens.logic.truth import cell_truth, unit_truth

WIDEST = 4
"""The most candidates of a truth that is tried case by case."""


def refutation(state: State, facts: Sequence[Literal], depth: int = 2) -> list[Truth] | None:
    """Truths that the facts contradict, in the order of the argument; cases inside cases up to the depth."""
    return _cases(_Truths(state), tuple(facts), depth)


@lru_cache(maxsize=64)
def all_truths(state: State) -> tuple[Truth, ...]:
    """What every empty cell holds, and where every digit is in every unit that lacks it."""
    size = state.geometry.size
    cells = [cell_truth(state, cell) for cell, mask in enumerate(state.candidates) if mask]
    units = [unit_truth(state, unit, d) for unit in range(len(state.geometry.units)) for d in range(1, size + 1)]
    return (*cells, *(truth for truth in units if truth.cells))


class _Truths:
    """The truths of a position, and which of them name a candidate."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.all = all_truths(state)
        self.naming: dict[Candidate, list[int]] = {}
        for number, truth in enumerate(self.all):
            for candidate in truth.candidates:
                self.naming.setdefault(candidate, []).append(number)

    def excluded_by(self, candidate: Candidate) -> list[Candidate]:
        same_cell = digits_of(self.state.candidates[candidate.cell] & ~(1 << (candidate.digit - 1)))
        found = [Candidate(candidate.cell, digit) for digit in same_cell]
        for cell, digits in excluded_cells(self.state.geometry, candidate):
            found += [Candidate(cell, digit) for digit in digits_of(digits & self.state.candidates[cell])]
        return found


class _Flood:
    """Everything that facts force without trying cases, with the truth behind each statement."""

    def __init__(self, truths: _Truths, facts: Iterable[Literal]) -> None:
        self.truths = truths
        self.left = [len(truth.candidates) for truth in truths.all]
        self.reason: dict[Literal, tuple[int | None, tuple[Literal, ...]]] = {}
        self.queue: deque[Literal] = deque()
        self.conflict: list[Truth] | None = None
        for fact in facts:
            self._say(fact, None, ())
        while self.queue and self.conflict is None:
            self._follow(self.queue.popleft())

    def _say(self, literal: Literal, truth: int | None, given: tuple[Literal, ...]) -> None:
        if literal in self.reason or self.conflict is not None:
            return
        self.reason[literal] = truth, given
        self.queue.append(literal)
        if literal.negated in self.reason:
            self.conflict = self._used([literal, literal.negated])

    def _follow(self, literal: Literal) -> None:
        if literal.on:
            for candidate in self.truths.excluded_by(literal.candidate):
                self._say(Literal(candidate, False), None, (literal,))
            return
        for number in self.truths.naming.get(literal.candidate, ()):
            self.left[number] -= 1
            if self.left[number] == 1:
                self._force(number)

    def _force(self, number: int) -> None:
        """Says the last candidate of a truth on."""
        truth = self.truths.all[number]
        off = tuple(lit for c in truth.candidates if (lit := Literal(c, False)) in self.reason)
        rest = [c for c in truth.candidates if Literal(c, False) not in self.reason]
        if rest:
            self._say(Literal(rest[0], True), number, off)
        elif self.conflict is None:
            self.conflict = [*self._used(off), truth]

    def _used(self, literals: Iterable[Literal]) -> list[Truth]:
        """The truths behind the statements, those used first in front."""
        used: set[int] = set()
        seen: set[Literal] = set()
        stack = list(literals)
        while stack:
            literal = stack.pop()
            if literal in seen:
                continue
            seen.add(literal)
            number, given = self.reason[literal]
            if number is not None:
                used.add(number)
            stack += given
        order = [number for number, _ in self.reason.values() if number in used and number is not None]
        return [self.truths.all[number] for number in dict.fromkeys(order)]


def _cases(truths: _Truths, facts: tuple[Literal, ...], depth: int) -> list[Truth] | None:
    flood = _Flood(truths, facts)
    if flood.conflict is not None:
        return flood.conflict
    if not depth:
        return None
    open_truths = [
        (truth, left)
        for truth in truths.all
        if not any(Literal(c, True) in flood.reason for c in truth.candidates)
        and 1 < len(left := [c for c in truth.candidates if Literal(c, False) not in flood.reason]) <= WIDEST
    ]
    known = tuple(flood.reason)
    for shallower in range(depth):
        for truth, left in sorted(open_truths, key=lambda pair: len(pair[1])):
            parts = []
            for candidate in left:
                part = _cases(truths, (*known, Literal(candidate, True)), shallower)
                if part is None:
                    break
                parts.append(part)
            else:
                known_truths = flood._used(known)
                return list(dict.fromkeys([*known_truths, truth, *(t for part in parts for t in part)]))
    return None
