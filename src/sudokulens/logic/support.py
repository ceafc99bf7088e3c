"""Which candidates a part of a rule still supports: those that some way to fill its cells uses.

The ways are followed cell by cell as the states of an automaton: the digits used so far for a cage, the sum so far for
a total. A candidate is supported where a path of states through it is accepted at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from sudokulens.puzzle.constraints.parts import Allowed, Between, Combination, Different, Holds, Pair, Part, Total
from sudokulens.puzzle.geometry import Cell, DigitSet

Masks: TypeAlias = tuple[DigitSet, ...]
Advance: TypeAlias = Callable[[Any, int, int], Hashable | None]
"""State, place of the cell and digit → the next state, or None where that cannot be."""

Answer = TypeVar("Answer")

MAX_REMEMBERED = 20_000


class Support:
    """The automaton of one part, or of several whose cells all see each other, with the answers it has given.

    With `peers`, the peers of every cell, a total knows which of its cells hold different digits.
    """

    def __init__(self, size: int, *parts: Part, peers: Sequence[Sequence[Cell]] = ()) -> None:
        self.parts = parts
        if len(parts) > 1:
            automaton = _joint(parts, size)
        elif isinstance(parts[0], Total) and peers:
            automaton = _total_of_peers(parts[0], peers)
        else:
            automaton = _automaton(parts[0], size)
        self._start, self._advance, self._accepts = automaton
        self._known: dict[Masks, Masks | None] = {}
        self._answered: dict[Masks, bool] = {}

    def of(self, masks: Masks) -> Masks | None:
        """The supported digits of every cell; None where no way is left at all."""
        return _recalled(self._known, masks, self._follow)

    def allows(self, masks: Masks) -> bool:
        """Whether there is a way left at all; the search for one ends at the first."""
        if masks in self._known:
            return self._known[masks] is not None
        return _recalled(self._answered, masks, self._has_way)

    def _has_way(self, masks: Masks) -> bool:
        in_reach = self._reach(masks)
        dead: set[tuple[int, Any]] = set()

        def reaches_the_end(place: int, state: Any) -> bool:
            if place == len(masks):
                return self._accepts(state)
            if (place, state) in dead or not in_reach(place, state):
                return False
            followed = (self._advance(state, place, digit) for digit in _digits(masks[place]))
            if any(following is not None and reaches_the_end(place + 1, following) for following in followed):
                return True
            dead.add((place, state))
            return False

        return reaches_the_end(0, self._start)

    def _reach(self, masks: Masks) -> Callable[[int, Any], bool]:
        """Whether a state before the cell of that place can still come to the total, the digits' limits considered."""
        part = self.parts[0]
        if len(self.parts) > 1 or not isinstance(part, Total):
            return lambda place, state: True
        least, most = [part.total], [part.total]  # what the sum may be before each cell, from the last one on
        for factor, mask in zip(reversed(part.factors), reversed(masks), strict=True):
            ends = sorted((factor * (mask & -mask).bit_length(), factor * mask.bit_length()))
            least.append(least[-1] - ends[1])
            most.append(most[-1] - ends[0])
        least.reverse()
        most.reverse()

        def in_reach(place: int, state: int | tuple[int, Masks]) -> bool:
            return least[place] <= (state if isinstance(state, int) else state[0]) <= most[place]

        return in_reach

    def _follow(self, masks: Masks) -> Masks | None:
        in_reach = self._reach(masks)
        layers: list[dict[Any, list[tuple[Any, int]]]] = []
        states = {self._start}
        for place, mask in enumerate(masks):
            layer: dict[Any, list[tuple[Any, int]]] = {}
            for state in states:
                for digit in _digits(mask):
                    following = self._advance(state, place, digit)
                    if following is not None and in_reach(place + 1, following):
                        layer.setdefault(following, []).append((state, digit))
            layers.append(layer)
            states = set(layer)
        return _walked_back(layers, {state for state in states if self._accepts(state)})


def _recalled(known: dict[Masks, Answer], masks: Masks, answer: Callable[[Masks], Answer]) -> Answer:
    """The answer that is known, or a new one; when there are too many all are forgotten."""
    if masks not in known:
        if len(known) >= MAX_REMEMBERED:
            known.clear()
        known[masks] = answer(masks)
    return known[masks]


def _walked_back(layers: list[dict[Any, list[tuple[Any, int]]]], accepted: set[Any]) -> Masks | None:
    if not accepted:
        return None
    supported: list[DigitSet] = []
    for layer in reversed(layers):
        before: set[Any] = set()
        mask = 0
        for state in accepted:
            for former, digit in layer[state]:
                before.add(former)
                mask |= 1 << (digit - 1)
        supported.append(mask)
        accepted = before
    return tuple(reversed(supported))


def _digits(mask: DigitSet) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length()
        mask &= mask - 1


def _automaton(part: Part, size: int) -> tuple[Any, Advance, Callable[[Any], bool]]:
    match part:
        case Allowed():
            return 0, lambda state, place, digit: 0 if part.digits >> (digit - 1) & 1 else None, lambda state: True
        case Different():
            return 0, _collect, lambda state: True
        case Combination():
            return 0, _collect_within(part.sets), frozenset(part.sets).__contains__
        case Pair():
            return None, _paired(part.table), lambda state: True
        case Total():
            return 0, lambda state, place, digit: state + part.factors[place] * digit, part.total.__eq__
        case Holds():
            return _counts(part), _count_down(part), lambda state: not any(state)
        case Between():
            return (0, 0), _sandwich(size), lambda state: state[0] == 2 and state[1] in part.sets


def _total_of_peers(part: Total, peers: Sequence[Sequence[Cell]]) -> tuple[Any, Advance, Callable[[Any], bool]]:
    """A state is the sum so far, and for each cell to come the digits in cells that it sees."""
    cells, factors = part.cells, part.factors
    sees = [[later in peers[cell] for later in cells[place + 1 :]] for place, cell in enumerate(cells)]

    def advance(state: tuple[int, Masks], place: int, digit: int) -> tuple[int, Masks] | None:
        (total, (taken, *rest)), bit = state, 1 << (digit - 1)
        if taken & bit:
            return None
        masks = tuple(mask | bit if seen else mask for mask, seen in zip(rest, sees[place], strict=True))
        return total + factors[place] * digit, masks

    return (0, (0,) * len(cells)), advance, lambda state: state[0] == part.total


def _joint(parts: tuple[Part, ...], size: int) -> tuple[Any, Advance, Callable[[Any], bool]]:
    """One part after the other; no digit is in two of them."""
    each = [_automaton(part, size) for part in parts]
    homes = [(number, place) for number, part in enumerate(parts) for place in range(len(part.cells))]

    def advance(state: tuple[int, tuple[Any, ...]], place: int, digit: int) -> tuple[int, tuple[Any, ...]] | None:
        used = _collect(state[0], place, digit)
        number, own = homes[place]
        following = None if used is None else each[number][1](state[1][number], own, digit)
        if used is None or following is None:
            return None
        return used, (*state[1][:number], following, *state[1][number + 1 :])

    def accepts(state: tuple[int, tuple[Any, ...]]) -> bool:
        return all(automaton[2](own) for automaton, own in zip(each, state[1], strict=True))

    return (0, tuple(start for start, _, _ in each)), advance, accepts


def _collect(state: int, place: int, digit: int) -> int | None:
    bit = 1 << (digit - 1)
    return None if state & bit else state | bit


def _collect_within(sets: tuple[DigitSet, ...]) -> Advance:
    """Different digits that are part of one of the sets."""

    @lru_cache(maxsize=1024)
    def possible(state: int) -> bool:
        return any(not state & ~digits for digits in sets)

    def advance(state: int, place: int, digit: int) -> int | None:
        following = _collect(state, place, digit)
        return following if following is not None and possible(following) else None

    return advance


def _paired(table: tuple[DigitSet, ...]) -> Advance:
    def advance(state: int | None, place: int, digit: int) -> int | None:
        return digit if state is None or table[state - 1] >> (digit - 1) & 1 else None

    return advance


def _counts(part: Holds) -> tuple[int, ...]:
    return tuple(Counter(part.digits).values())


def _count_down(part: Holds) -> Advance:
    order = list(Counter(part.digits))

    def advance(state: tuple[int, ...], place: int, digit: int) -> tuple[int, ...]:
        if digit not in order:
            return state
        at = order.index(digit)
        return (*state[:at], max(0, state[at] - 1), *state[at + 1 :])

    return advance


def _sandwich(size: int) -> Advance:
    """Phase 0 is before the lowest and highest digit, 1 between them, 2 after; with the digits between so far."""

    def advance(state: tuple[int, int], place: int, digit: int) -> tuple[int, int] | None:
        phase, inside = state
        if digit in (1, size):
            return None if phase == 2 else (phase + 1, inside)
        if phase != 1:
            return state
        following = _collect(inside, place, digit)
        return None if following is None else (1, following)

    return advance
