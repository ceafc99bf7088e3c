"""The general search of the kernel (`_kernel/bitset.c`) in Python: the same steps in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from struct import calcsize
from typing import TYPE_CHECKING, Literal

from sudokulens.solving.fallback_rules import Kind, partners, propagate_rule, read_rules

if TYPE_CHECKING:
    from typing_extensions import Buffer

MAX_SIZE = 35
INITIAL_WEIGHT = 30
MAX_UNITS = 4096
MAX_CELLS = MAX_RULES = 60_000


class Search:
    """Every solution of a board, found in slices of nodes."""

    def __init__(self, size: int, units: Buffer, candidates: Buffer, rules: Buffer = b"") -> None:
        if not 2 <= size <= MAX_SIZE:
            raise ValueError(f"size is {size} (expected 2 to {MAX_SIZE})")
        self.size = size
        members, self.open = _read(units, "H"), _read(candidates, "Q")
        if not 1 <= len(self.open) <= MAX_CELLS or max(self.open) >> size:
            raise ValueError(f"candidates must be masks of {size} digits, one for each of 1 to {MAX_CELLS} cells")
        if not members or len(members) % size or len(members) // size > MAX_UNITS:
            raise ValueError(f"units must be 16-bit cell numbers, {size} for each of 1 to {MAX_UNITS} units")
        if max(members) >= len(self.open):
            raise ValueError(f"a unit has cell {max(members)} (expected 0 to {len(self.open) - 1})")
        self._all_digits = (1 << size) - 1
        self._units = [members[i : i + size] for i in range(0, len(members), size)]
        self._rules = read_rules(_read(rules, "q") if memoryview(rules).nbytes else [], size, len(self.open))
        if len(self._rules) > MAX_RULES:
            raise ValueError(f"more than {MAX_RULES} rules")
        self._units_of: list[list[int]] = [[] for _ in self.open]
        self._rules_of: list[list[int]] = [[] for _ in self.open]
        for number, unit in enumerate(self._units):
            for cell in unit:
                self._units_of[cell].append(number)
        self._pairs_of: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in self.open]
        for number, rule in enumerate(self._rules, len(self._units)):
            if rule.kind is Kind.PAIR:
                first, second = rule.cells
                self._pairs_of[first].append((second, number, rule.data[:size]))
                self._pairs_of[second].append((first, number, rule.data[size:]))
                continue
            for cell in rule.cells:
                self._rules_of[cell].append(number)
        self._weights = [0] * (len(self._units) + len(self._rules))
        self._dirty_rules: dict[int, None] = {}
        self._changed: dict[int, None] = {}
        self._trail: list[tuple[int, int]] = []
        self._singles: list[int] = []
        self._dirty: list[int] = []
        self._steps = self._run()
        self._budget = 0
        self.nodes = 0
        self.done = False

    def advance(self, nodes: int, /) -> bytes | None:
        """The next solution, or None when the nodes are spent or there is none left."""
        if nodes < 0:
            raise OverflowError("nodes must be 0 or more")
        self._budget = self.nodes + nodes
        for solution in self._steps:
            return solution
        self.done = True
        return None

    def _run(self) -> Iterator[bytes | None]:
        """Solutions as they are found, and None wherever the budget is spent."""
        choices: list[tuple[int, int, int]] = []
        possible = self._start()
        while possible or self._go_back(choices):
            possible = False
            while self.nodes >= self._budget:
                yield None
            chosen = self._choose()
            if chosen is None:
                yield bytes(mask.bit_length() for mask in self.open)
                continue
            cell, digit = chosen
            self.nodes += 1
            choices.append((len(self._trail), cell, digit))
            possible = self.narrow(cell, digit) and self._propagate()

    def _start(self) -> bool:
        self._dirty = list(range(len(self._units)))
        rules = enumerate(self._rules, len(self._units))
        self._dirty_rules = dict.fromkeys(number for number, rule in rules if rule.kind is not Kind.PAIR)
        self._changed = dict.fromkeys(cell for cell, pairs in enumerate(self._pairs_of) if pairs)
        self._singles = [cell for cell, mask in enumerate(self.open) if mask.bit_count() == 1]
        return all(self.open) and self._propagate()

    def _go_back(self, choices: list[tuple[int, int, int]]) -> bool:
        while choices:
            length, cell, digit = choices.pop()
            self._singles.clear()
            self._changed.clear()
            self._dirty.clear()
            self._dirty_rules.clear()
            while len(self._trail) > length:
                changed, mask = self._trail.pop()
                self.open[changed] = mask
            if self.narrow(cell, ~digit) and self._propagate():
                return True
        return False

    def narrow(self, cell: int, keep: int) -> bool:
        before = self.open[cell]
        after = before & keep
        if after == before:
            return True
        self._trail.append((cell, before))
        self.open[cell] = after
        if not after:
            return False
        if not after & (after - 1):
            self._singles.append(cell)
        for unit in self._units_of[cell]:
            if unit not in self._dirty:
                self._dirty.append(unit)
        for rule in self._rules_of[cell]:
            self._dirty_rules.setdefault(rule)
        if self._pairs_of[cell]:
            self._changed.setdefault(cell)
        return True

    def _propagate(self) -> bool:
        while True:
            while self._singles:
                if not self._tell_peers(self._singles.pop()):
                    return False
            if self._changed:
                if not self._tell_pairs(self._changed.popitem()[0]):
                    return False
            elif self._dirty:
                if not self._place_hidden_singles(self._dirty.pop()):
                    return False
            elif self._dirty_rules:
                if not self._look_at_rule(self._dirty_rules.popitem()[0]):
                    return False
            else:
                return True

    def _look_at_rule(self, number: int) -> bool:
        return propagate_rule(self, self._rules[number - len(self._units)]) or self._blame(number)

    def _tell_peers(self, cell: int) -> bool:
        keep = ~self.open[cell]
        for unit in self._units_of[cell]:
            for other in self._units[unit]:
                if other != cell and not self.narrow(other, keep):
                    return self._blame(unit)
        return True

    def _tell_pairs(self, cell: int) -> bool:
        mask = self.open[cell]
        for other, number, table in self._pairs_of[cell]:
            if not self.narrow(other, partners(mask, table)):
                return self._blame(number)
        return True

    def _place_hidden_singles(self, unit: int) -> bool:
        once = twice = settled = 0
        for cell in self._units[unit]:
            mask = self.open[cell]
            twice |= once & mask
            once |= mask
            if not mask & (mask - 1):
                settled |= mask
        if once != self._all_digits:
            return self._blame(unit)
        hidden = once & ~twice & ~settled
        for cell in self._units[unit] if hidden else ():
            if here := self.open[cell] & hidden:
                if here & (here - 1):
                    return self._blame(unit)
                self.narrow(cell, here)
                hidden &= ~here
        return True

    def _blame(self, scope: int) -> bool:
        self._weights[scope] += 1
        return False

    def _choose(self) -> tuple[int, int] | None:
        """The cell and digit to try next, or None when every cell is settled."""
        best, fewest, heaviest = -1, 1, 0
        for cell, mask in enumerate(self.open):
            count = mask.bit_count()
            if count < 2:
                continue
            weight = INITIAL_WEIGHT + self._weight(cell)
            if best < 0 or count * heaviest < fewest * weight:
                best, fewest, heaviest = cell, count, weight
        if best < 0:
            return None
        hidden = self._choose_hidden() if fewest > 2 else None
        return hidden or (best, self.open[best] & -self.open[best])

    def _weight(self, cell: int) -> int:
        scopes = (*self._units_of[cell], *self._rules_of[cell], *(number for _, number, _ in self._pairs_of[cell]))
        return sum(self._weights[scope] for scope in scopes)

    def _choose_hidden(self) -> tuple[int, int] | None:
        """A digit with exactly two places in the heaviest unit that has one, and the first of the places."""
        best: tuple[int, int] | None = None
        heaviest = 0
        for unit, cells in enumerate(self._units):
            if best and self._weights[unit] <= heaviest:
                continue
            once = twice = thrice = 0
            for cell in cells:
                mask = self.open[cell]
                thrice |= twice & mask
                twice |= once & mask
                once |= mask
            if pair := twice & ~thrice:
                pair &= -pair
                best, heaviest = (next(c for c in cells if self.open[c] & pair), pair), self._weights[unit]
        return best


def _read(buffer: Buffer, kind: Literal["H", "Q", "q"]) -> list[int]:
    view = memoryview(buffer)
    if not view.c_contiguous:
        raise BufferError("a buffer is not contiguous")
    if view.itemsize != calcsize(kind):
        raise ValueError(f"expected {8 * calcsize(kind)}-bit numbers")
    return view.cast("B").cast(kind).tolist()
