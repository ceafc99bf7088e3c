"""Rules for two cells, said where an argument first rests on them: nobody sees a sum of five by looking along a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.premise import RuleTruth
from sudokulens.puzzle.constraints import NonConsecutive
from sudokulens.puzzle.constraints.parts import Pair, forbidden_digits
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.demands import demand
from sudokulens.wording.message import Message


class PairRules:
    """The rules for two cells that one argument has told, so that it tells each of them once."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._told: set[object] = set()

    def behind(self, pairs: Iterable[tuple[Candidate, Candidate]]) -> Iterator[Message]:
        """What the rules say by which these exclude each other, of which nothing has been said yet."""
        if not self._case.geometry.exclusions:
            return
        for first, second in pairs:
            truth = pair_rule(self._case, first, second)
            if truth is None or (name := self._name(truth)) in self._told:
                continue
            self._told.add(name)
            yield from demand(self._case, truth)

    def _name(self, truth: RuleTruth) -> object:
        """A rule that holds between all neighbours is told once."""
        everywhere = isinstance(self._case.geometry.rules[truth.rules[0]], NonConsecutive)
        return truth.rules if everywhere else truth


def pair_rule(case: Case, first: Candidate, second: Candidate) -> RuleTruth | None:
    """The rule for two cells that does not allow both; None where a common cell or unit is reason enough."""
    if first.cell == second.cell or (first.digit == second.digit and case.sees(first.cell, second.cell)):
        return None
    for rule, part in case.geometry.parts:
        if isinstance(part, Pair) and _forbids(case, part, first, second):
            return RuleTruth((rule,), (), part.cells)
    return None


def _forbids(case: Case, part: Pair, first: Candidate, second: Candidate) -> bool:
    if {*part.cells} != {first.cell, second.cell}:
        return False
    forbidden = forbidden_digits(part, case.geometry.size)
    return any((cell, digit) == first and mask >> (second.digit - 1) & 1 for cell, digit, _, mask in forbidden)
