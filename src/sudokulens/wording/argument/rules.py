"""Steps by the rules of a variant: what the rule says, and that some candidates fit no way to obey it."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.premise import RuleTruth
from sudokulens.logic.rule_facts import fact_of
from sudokulens.logic.state import digits_of
from sudokulens.logic.support import Support
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.constraints.parts import Combination, Total
from sudokulens.puzzle.geometry import DigitSet
from sudokulens.wording.argument import killer
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.demands import demand
from sudokulens.wording.argument.phrases import no_way_with
from sudokulens.wording.message import Cells, Digits, Listed, Message, message

_MAX_COMBINATIONS = 8
"""More of them are no help to a reader."""


def tell(case: Case) -> Iterator[Message]:
    """What the rule demands, then why the removed candidates do not fit it."""
    if case.step.technique in killer.TELLERS:
        yield from killer.TELLERS[case.step.technique](case, demand)
        return
    for truth in case.premises:
        if isinstance(truth, RuleTruth):
            yield from demand(case, truth)
            if case.step.technique is Technique.CAGE_OVERLAP:
                yield from _overlap(case, truth)
            if case.step.technique is Technique.CAGE_COMBINATIONS:
                yield from _combinations(case, truth)
            if _needs_peers(case, truth):
                yield message("Those of these cells that see each other hold different digits.")
    if case.step.technique is Technique.CAGE_CONFLICT:
        yield message("All these cells see each other, so no digit stands in both groups.")
    if case.step.technique is not Technique.CAGE_OVERLAP and not _is_one_cell(case):
        yield no_way_with(case.step.removes)


def _needs_peers(case: Case, truth: RuleTruth) -> bool:
    """Whether the sum alone has a way for a removed candidate, with a digit twice among cells that see each other."""
    state = case.step.position
    fact = fact_of(case.geometry, truth.rules, truth.units, truth.cells)
    if state is None or fact is None or not isinstance(fact.part, Total):
        return False
    supported = Support(case.geometry.size, fact.part).of(fact.masks(state)) or ()
    left = dict(zip(fact.cells, supported, strict=False))
    return any(left.get(cell, 0) >> (digit - 1) & 1 for cell, digit in case.step.removes)


def _combinations(case: Case, truth: RuleTruth) -> Iterator[Message]:
    """The sets of digits that the cells can still be filled with, where a person would write them down."""
    state = case.step.position
    fact = fact_of(case.geometry, truth.rules, truth.units, truth.cells)
    if state is None or fact is None or not isinstance(fact.part, Combination):
        return
    masks = fact.masks(state)
    left = [digits for digits in fact.part.sets if _fits(digits, masks)]
    if 0 < len(left) <= _MAX_COMBINATIONS:
        sums = ["+".join(map(str, digits_of(digits))) for digits in left]
        yield message("With the candidates left there, that can only be {sums:or}.", sums=Listed(sums))


def _fits(digits: DigitSet, masks: tuple[DigitSet, ...]) -> bool:
    """Whether the digits can be dealt out to the cells with these candidates."""
    if not masks:
        return True
    return any(_fits(digits & ~(1 << (d - 1)), masks[1:]) for d in digits_of(digits & masks[0]))


def _is_one_cell(case: Case) -> bool:
    """Whether sums give the digit of one cell, which needs no word about other ways."""
    truths = [truth for truth in case.premises if isinstance(truth, RuleTruth)]
    return len(truths) == 1 and bool(truths[0].units) and len(truths[0].cells) == 1


def _overlap(case: Case, truth: RuleTruth) -> Iterator[Message]:
    digit = Digits(case.step.digits[:1])
    cells, victims = Cells(truth.cells), Cells(case.victims)
    yield message("Every way to do that puts {digit} into one of {cells}.", digit=digit, cells=cells)
    yield message("Wherever it goes there, it rules out {others}.", others=victims)
