"""From an elimination to the next digit: what a person without pencil marks has to keep in mind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.path import walk
from sudokulens.logic.premise import Branch, CellTruth, DeadlyPattern, Premise, RemovedBefore, UnitTruth
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Level
from sudokulens.logic.truth import with_reasons

MAX_STEPS = 40
"""Steps looked through for a placement; most of them are idle."""
MAX_STEPS_TO_FOLLOW = 12
"""Steps that a hint leads through at most; further ones nobody keeps in mind."""


def steps_to_placement(first: Step) -> tuple[Step, ...]:
    """Steps from the same position to the next digit, none of them idle; the step alone where that takes too many."""
    if first.places or first.position is None:
        return (first,)
    found = [first]
    for step in walk(first.position.after(first).board):
        found.append(step)
        if step.places or len(found) >= MAX_STEPS or step.technique.level >= Level.EXTREME:
            break
    needed = _needed(first.position, found)
    return tuple(needed) if found[-1].places and len(needed) <= MAX_STEPS_TO_FOLLOW else (first,)


def _needed(start: State, steps: Sequence[Step]) -> list[Step]:
    """Those of the steps whose removals the last one rests on, directly or not."""
    kept: list[Step] = []
    wanted: set[Candidate] = set()
    for step in reversed(steps):
        if kept and wanted.isdisjoint(step.removes):
            continue
        kept.append(step)
        assert step.position is not None
        wanted |= {candidate for candidate in _removed_before(step.position, step.premises) if start.has(candidate)}
    return kept[::-1]


def _removed_before(state: State, premises: Iterable[Premise]) -> Iterator[Candidate]:
    """The candidates that the premises count on as gone although no digit on the board excludes them."""
    for premise in premises:
        reasons = [r for i in premise.implications for r in i.by] if isinstance(premise, Branch) else [premise]
        for reason in reasons:
            if isinstance(reason, (CellTruth, UnitTruth)):
                told = with_reasons(state, reason).because
                yield from (why.candidate for why in told if isinstance(why, RemovedBefore))
            elif isinstance(reason, DeadlyPattern):
                yield from _gone(state, reason.cells)


def _gone(state: State, cells: Iterable[int]) -> Iterator[Candidate]:
    """Everything that is no longer possible in the cells of a deadly pattern."""
    for cell in cells:
        for digit in range(1, state.geometry.size + 1):
            if not state.has(Candidate(cell, digit)):
                yield Candidate(cell, digit)
