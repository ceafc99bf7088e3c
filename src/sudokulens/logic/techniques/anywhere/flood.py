"""What follows from an assumption: through exclusions and truths first, then by what the rules of a variant leave."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sudokulens.logic.rule_facts import RuleFact, refutes
from sudokulens.logic.techniques.anywhere.network import Network, bits

_ON, _OFF = 1, 2
_SETTLED = 1 << 16
"""Added to what a truth has left once one of its candidates is on: it forces nothing any more."""
_AS_OFF = bytes(ord("01"[status & _OFF > 0]) for status in range(256))
"""Statuses as the binary digits of a mask."""


class Flood:
    """Everything that one candidate forces, if true, nearest first, up to the first contradiction.

    A statement is the number of a candidate that is on, or `~number` for one that is off; `rule` names the fact behind
    those that a rule excludes.
    """

    def __init__(self, net: Network, start: int) -> None:
        self.net = net
        self.rule: dict[int, RuleFact] = {}
        self.dynamic: set[int] = set()
        """Statements that need what the chain itself has ruled out before."""
        self.nested: set[int] = set()
        """Statements that were ruled out by trying them."""
        self.clash: tuple[int, int] | None = None
        # In the order found: the candidate that excludes one, the truth that forces one, or statements in any number.
        # Numbers, of which parents are made when they are asked for: hardly any ever are.
        self._cause: dict[int, int | tuple[int, ...]] = {}
        # A byte for each candidate: a mask of a thousand bits would be written anew with every exclusion.
        self._status = bytearray(len(net.candidates))
        self._left = net.truth_sizes.copy()
        self._queue: deque[int] = deque()
        self._off_mask: int | None = None
        self.assume(start)

    def copy(self) -> Flood:
        other = object.__new__(Flood)
        other.net, other.clash, other._off_mask = self.net, self.clash, self._off_mask
        other._cause, other.rule, other.dynamic = self._cause.copy(), self.rule.copy(), self.dynamic.copy()
        other.nested, other._status = self.nested.copy(), self._status.copy()
        other._left, other._queue = self._left.copy(), self._queue.copy()
        return other

    @property
    def off(self) -> int:
        """The candidates that are off, as a mask."""
        if self._off_mask is None:
            self._off_mask = int(self._status.translate(_AS_OFF)[::-1], 2)
        return self._off_mask

    def reason(self, statement: int) -> tuple[int, ...]:
        """The statements that it follows from."""
        cause = self._cause[statement]
        if isinstance(cause, tuple):
            return cause
        if statement < 0:
            return (cause,)
        return tuple([~index for index in self.net.truth_members[cause] if index != statement])

    def assume(self, start: int) -> None:
        """Follows a candidate to the end."""
        self._turn_on(start, ())
        self.run()

    def run(self) -> None:
        """Follows exclusions and truths to the end."""
        excluded, status = self.net.excluded, self._status
        while self._queue and self.clash is None:
            on = self._queue.popleft()
            for off in excluded[on]:
                if not status[off] & _OFF:
                    self.exclude(off, on)
                    if self.clash is not None:
                        return

    def exclude(self, off: int, cause: int | tuple[int, ...]) -> None:
        self._off_mask = None
        self._status[off] |= _OFF
        self._cause[~off] = cause
        if self._status[off] & _ON:
            self.clash = (off, ~off)
            return
        left = self._left
        for number in self.net.truths_of[off]:
            left[number] -= 1
            if left[number] == 1:
                self._force(number)

    def _force(self, number: int) -> None:
        """Turns the last candidate of a truth on."""
        status = self._status
        for index in self.net.truth_members[number]:
            if not status[index] & _OFF:
                self._turn_on(index, number)
                if self.net.truth_sizes[number] > 2:
                    self.dynamic.add(index)
                return

    def _turn_on(self, index: int, cause: int | tuple[int, ...]) -> None:
        self._status[index] |= _ON
        self._cause[index] = cause
        left = self._left
        for number in self.net.truths_of[index]:
            left[number] += _SETTLED
        self._queue.append(index)

    def apply_rules(self) -> None:
        """Follows what the rules exclude as well, to the end or the first contradiction."""
        seen: dict[int, int] = {}
        progress = True
        while progress and self.clash is None:
            progress = False
            for number, (fact, mask) in enumerate(self.net.facts):
                touched = mask & self.off
                if seen.get(number, 0) != touched:
                    seen[number] = touched
                    progress |= self._apply(fact, touched)
                    if self.clash is not None:
                        return

    def _apply(self, fact: RuleFact, touched: int) -> bool:
        """Excludes what the fact has no way for any more; whether there was anything."""
        cells = [self.net.in_cell[cell] for cell in fact.cells]
        values, status = self.net.state.values, self._status
        left = tuple(
            sum(bit for bit, index in own if not status[index] & _OFF) if own else 1 << values[cell] >> 1
            for cell, own in zip(fact.cells, cells, strict=True)
        )
        supported = fact.support.of(left) or (0,) * len(left)
        parents = tuple(~index for index in bits(touched))
        found = False
        for own, mask, kept in zip(cells, left, supported, strict=True):
            for bit, index in own:
                if mask & ~kept & bit and not status[index] & _OFF:
                    found = True
                    self.rule[~index] = fact
                    self.dynamic.add(~index)
                    self.exclude(index, tuple(parent for parent in parents if parent != ~index))
                    if self.clash is not None:
                        return True
        self.run()
        return found

    def try_each(self, widest: int) -> bool:
        """Tries the candidates of truths with few left, and excludes what leads nowhere; whether that is all."""
        progress = True
        while progress and self.clash is None:
            progress = False
            for candidate in self._scarce(widest):
                if self._status[candidate]:
                    continue
                inner = self.copy()
                inner.assume(candidate)
                if inner.clash is None:
                    continue
                known = [s for s in inner.ancestors(inner.clash) if s in self._cause]
                self.nested.add(~candidate)
                self.exclude(candidate, tuple(known))
                self.run()
                progress = True
                if self.clash is not None:
                    break
        return self.clash is not None

    def _scarce(self, widest: int) -> list[int]:
        """The candidates of the truths that have two left, or up to the widest."""
        found = 0
        for mask, left in zip(self.net.truth_masks, self._left, strict=True):
            if 2 <= left <= widest:
                found |= mask
        return list(bits(found & ~self.off))

    def ancestors(self, statements: Iterable[int]) -> list[int]:
        """The statements that lead to the given ones, themselves included, in the order of the argument."""
        needed: set[int] = set()
        stack = list(statements)
        while stack:
            statement = stack.pop()
            if statement not in needed:
                needed.add(statement)
                if statement in self.rule:
                    self._thin(statement)
                stack += self.reason(statement)
        return [statement for statement in self._cause if statement in needed]

    def _thin(self, statement: int) -> None:
        """Leaves out parents that the rule can do without."""
        net, fact = self.net, self.rule[statement]
        target, kept = net.candidates[~statement], list(self.reason(statement))
        for parent in tuple(reversed(kept)):
            others = [other for other in kept if other != parent]
            if refutes(net.state, fact, (target,), [net.candidates[~other] for other in others]):
                kept = others
        self._cause[statement] = tuple(kept)


def flood(net: Network, start: int) -> Flood:
    """What follows from the candidate without rules, found once for all techniques that ask."""
    known = net.floods.get(start)
    if known is None:
        known = net.floods[start] = Flood(net, start)
    return known
