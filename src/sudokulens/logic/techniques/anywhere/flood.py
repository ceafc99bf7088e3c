"""What follows from an assumption: through exclusions and truths first, then by what the rules of a variant leave."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sudokulens.logic.rule_facts import RuleFact, refutes
from sudokulens.logic.techniques.anywhere.network import Network, bits


class Flood:
    """Everything that one candidate forces, if true, nearest first, up to the first contradiction.

    A statement is the number of a candidate that is on, or `~number` for one that is off. `reason` maps it to the
    statements that it follows from, in the order found; `rule` names the fact behind those that a rule excludes.
    """

    def __init__(self, net: Network, start: int) -> None:
        self.net = net
        self.on = self.off = 0
        self.reason: dict[int, tuple[int, ...]] = {}
        self.rule: dict[int, RuleFact] = {}
        self.dynamic: set[int] = set()
        """Statements that need what the chain itself has ruled out before."""
        self.nested: set[int] = set()
        """Statements that were ruled out by trying them."""
        self.clash: tuple[int, int] | None = None
        self._left = net.truth_sizes.copy()
        self._queue: deque[int] = deque()
        self._turn_on(start, ())
        self.run()

    def copy(self) -> Flood:
        other = object.__new__(Flood)
        other.net, other.on, other.off, other.clash = self.net, self.on, self.off, self.clash
        other.reason, other.rule, other.dynamic = self.reason.copy(), self.rule.copy(), self.dynamic.copy()
        other.nested = self.nested.copy()
        other._left, other._queue = self._left.copy(), self._queue.copy()
        return other

    def run(self) -> None:
        """Follows exclusions and truths to the end."""
        excludes = self.net.excludes
        while self._queue and self.clash is None:
            on = self._queue.popleft()
            for off in bits(excludes[on] & ~self.off):
                self.exclude(off, (on,))
                if self.clash is not None:
                    return

    def assume(self, start: int) -> None:
        """Follows another candidate too."""
        self._turn_on(start, ())
        self.run()

    def exclude(self, off: int, parents: tuple[int, ...]) -> None:
        self.off |= 1 << off
        self.reason[~off] = parents
        if self.on >> off & 1:
            self.clash = (off, ~off)
            return
        left = self._left
        for number in self.net.truths_of[off]:
            left[number] -= 1
            if left[number] == 1:
                self._force(number)
                if self.clash is not None:
                    return

    def _turn_on(self, index: int, parents: tuple[int, ...]) -> None:
        self.on |= 1 << index
        self.reason[index] = parents
        if len(parents) > 1:
            self.dynamic.add(index)
        self._queue.append(index)

    def _force(self, number: int) -> None:
        """Turns the last candidate of a truth on; a clash where there is none left."""
        mask = self.net.truth_masks[number]
        rest = mask & ~self.off
        if rest & self.on:
            return
        parents = tuple(~index for index in bits(mask & self.off))
        if rest:
            self._turn_on(rest.bit_length() - 1, parents)
            return
        last = parents[-1]
        self.clash = (~last, last)
        self.reason.setdefault(~last, tuple(parent for parent in parents if parent != last))

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
        values = self.net.state.values
        left = tuple(
            sum(bit for bit, index in own if not self.off >> index & 1) if own else 1 << values[cell] >> 1
            for cell, own in zip(fact.cells, cells, strict=True)
        )
        supported = fact.support.of(left) or (0,) * len(left)
        parents = tuple(~index for index in bits(touched))
        found = False
        for own, mask, kept in zip(cells, left, supported, strict=True):
            for bit, index in own:
                if mask & ~kept & bit and not self.off >> index & 1:
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
                if self.off >> candidate & 1 or self.on >> candidate & 1:
                    continue
                inner = self.copy()
                inner.assume(candidate)
                if inner.clash is None:
                    continue
                known = [s for s in inner.ancestors(inner.clash) if s in self.reason]
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
            if 2 <= left <= widest and not mask & self.on:
                found |= mask & ~self.off
        return list(bits(found))

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
                stack += self.reason[statement]
        return [statement for statement in self.reason if statement in needed]

    def _thin(self, statement: int) -> None:
        """Leaves out parents that the rule can do without."""
        net, fact = self.net, self.rule[statement]
        target, kept = net.candidates[~statement], list(self.reason[statement])
        for parent in tuple(reversed(kept)):
            others = [other for other in kept if other != parent]
            if refutes(net.state, fact, (target,), [net.candidates[~other] for other in others]):
                kept = others
        self.reason[statement] = tuple(kept)


def flood(net: Network, start: int) -> Flood:
    """What follows from the candidate without rules, found once for all techniques that ask."""
    known = net.floods.get(start)
    if known is None:
        known = net.floods[start] = Flood(net, start)
    return known
