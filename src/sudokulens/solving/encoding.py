"""The rules of a board as clauses, for the engines `sat` and `cpsat`.

A literal is a positive number for "this digit stands in this cell" (or a helping variable) and its negative for the
opposite. Sums are followed along the cells as an automaton: a helping variable for each sum that the first cells can
have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TypeAlias

from sudokulens.puzzle.constraints.parts import Allowed, Between, Combination, Different, Holds, Pair, Part, Total
from sudokulens.puzzle.geometry import Cell, Digit, DigitSet

Literal: TypeAlias = int
Clause: TypeAlias = list[Literal]


class Encoding:
    """Clauses for the parts of a board.

    `variable(cell, digit)` is the literal of a digit in a cell, True or False where that is settled; `fresh()` is a
    new helping variable.
    """

    def __init__(
        self, size: int, variable: Callable[[Cell, Digit], Literal | bool], fresh: Callable[[], Literal]
    ) -> None:
        self.size = size
        self.variable = variable
        self.fresh = fresh

    def clauses(self, part: Part) -> Iterator[Clause]:
        """The clauses of a part; one without literals where it cannot hold."""
        for clause in self._raw(part):
            literals: Clause = []
            for literal in clause:
                if literal is True:
                    break
                if literal is not False:
                    literals.append(literal)
            else:
                yield literals

    def _raw(self, part: Part) -> Iterator[list[Literal | bool]]:
        match part:
            case Allowed():
                yield from ([self._not(part.cells[0], digit)] for digit in self._outside(part.digits))
            case Different():
                yield from self._different(part.cells)
            case Pair():
                yield from self._pair(part)
            case Combination():
                yield from self._combination(part)
            case Total():
                yield from self._total(part)
            case Holds():
                yield from self._holds(part)
            case Between():
                yield from self._between(part)

    def _not(self, cell: Cell, digit: Digit) -> Literal | bool:
        literal = self.variable(cell, digit)
        return not literal if isinstance(literal, bool) else -literal

    def _outside(self, digits: DigitSet) -> Iterator[Digit]:
        return (digit for digit in range(1, self.size + 1) if not digits >> (digit - 1) & 1)

    def _different(self, cells: tuple[Cell, ...]) -> Iterator[list[Literal | bool]]:
        for first, second in combinations(cells, 2):
            for digit in range(1, self.size + 1):
                yield [self._not(first, digit), self._not(second, digit)]

    def _pair(self, part: Pair) -> Iterator[list[Literal | bool]]:
        first, second = part.cells
        for digit, partners in enumerate(part.table, 1):
            for other in self._outside(partners):
                yield [self._not(first, digit), self._not(second, other)]

    def _combination(self, part: Combination) -> Iterator[list[Literal | bool]]:
        """One of the sets is chosen, and the cells keep to it."""
        yield from self._different(part.cells)
        chosen: list[Literal | bool] = [self.fresh() for _ in part.sets]
        yield chosen
        for literal, digits in zip(chosen, part.sets, strict=True):
            for digit in self._outside(digits):
                yield from ([-literal, self._not(cell, digit)] for cell in part.cells)

    def _total(self, part: Total) -> Iterator[list[Literal | bool]]:
        sums: dict[int, Literal | bool] = {0: True}
        least, most = self._ends(part)
        for place, (cell, factor) in enumerate(zip(part.cells, part.factors, strict=True), 1):
            following: dict[int, Literal | bool] = {}
            for total, literal in sums.items():
                before = False if literal is True else -literal
                for digit in range(1, self.size + 1):
                    after = total + factor * digit
                    reachable = least[place] <= part.total - after <= most[place]
                    if reachable and after not in following:
                        following[after] = self.fresh()
                    yield [before, self._not(cell, digit), following[after] if reachable else False]
            sums = following

    def _ends(self, part: Total) -> tuple[list[int], list[int]]:
        """The least and the most that the cells from each place on can add up to."""
        least, most = [0], [0]
        for factor in reversed(part.factors):
            ends = sorted((factor, factor * self.size))
            least.append(least[-1] + ends[0])
            most.append(most[-1] + ends[1])
        return least[::-1], most[::-1]

    def _holds(self, part: Holds) -> Iterator[list[Literal | bool]]:
        """Of any cells too many to leave out, one has the digit."""
        for digit, times in Counter(part.digits).items():
            for cells in combinations(part.cells, len(part.cells) - times + 1):
                yield [self.variable(cell, digit) for cell in cells]

    def _between(self, part: Between) -> Iterator[list[Literal | bool]]:
        """For each place of the lowest and the highest digit, one of the sets that fit between."""
        for i, low in enumerate(part.cells):
            for j, high in enumerate(part.cells):
                if i == j:
                    continue
                here = [self._not(low, 1), self._not(high, self.size)]
                inside = part.cells[min(i, j) + 1 : max(i, j)]
                sets = [digits for digits in part.sets if digits.bit_count() == len(inside)]
                chosen: list[Literal | bool] = [self.fresh() for _ in sets]
                yield here + chosen
                for literal, digits in zip(chosen, sets, strict=True):
                    # Elsewhere no set is chosen, so that each solution comes once.
                    yield [-literal, self.variable(low, 1)]
                    yield [-literal, self.variable(high, self.size)]
                    for digit in self._outside(digits):
                        yield from ([-literal, self._not(cell, digit)] for cell in inside)
