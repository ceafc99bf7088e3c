"""Techniques on any board but the classic: compiled finders where it fits their tables, Python for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from sudokulens.logic.state import State, changed
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Technique
from sudokulens.logic.techniques import compiled, plain, rules
from sudokulens.logic.techniques.compiled import DEFAULT, SearchOptions
from sudokulens.puzzle.geometry import Geometry


def knows(technique: Technique, geometry: Geometry) -> bool:
    """Whether the technique can come up on such a board."""
    if technique.family is Family.RULE and not rules.may_apply(technique, geometry):
        return False
    if technique.family is Family.LEFTOVER and geometry.box_shape:
        return False
    if technique.uses_uniqueness and (geometry.extras or geometry.rules):
        return False  # what lies beyond rows, columns and regions may tell the two solutions apart
    return looks_for(technique, geometry)


def looks_for(technique: Technique, geometry: Geometry) -> bool:
    """Whether there is a finder for the technique on such a board, whether or not there is anything to find."""
    return plain.knows(technique) or _is_compiled(technique, geometry)


def find(state: State, techniques: Iterable[Technique], options: SearchOptions = DEFAULT) -> list[Step]:
    """Every step of the techniques, each conclusion once, the easiest technique first."""
    found: dict[object, Step] = {}
    for is_compiled, wanted in _runs(state.geometry, techniques):
        steps = compiled.find(state, wanted, options=options) if is_compiled else plain.find(state, wanted)
        for step in steps:
            found.setdefault(step.conclusion, step)
    return list(found.values())


def stretch(state: State, techniques: Iterable[Technique], most: int, barren: dict[int, State]) -> list[Step]:
    """Steps in a row, each by the first of the techniques that applies; at most `most` where it is above 0.

    `barren` keeps for the next call, with the same techniques, where each run of compiled finders found nothing.
    """
    for number, (is_compiled, wanted) in enumerate(_runs(state.geometry, techniques)):
        if is_compiled:
            # Only the first techniques can be tried again and again without asking others in between.
            steps = compiled_stretch(state, wanted, 1 if number else most, number, barren)
        else:
            steps = plain.find(state, wanted, first=True)
        if steps:
            return steps
    return []


def compiled_stretch(
    state: State, wanted: list[Technique], most: int, number: int, barren: dict[int, State]
) -> list[Step]:
    """The same by compiled finders, the run of that number.

    Digits that stand as in the state on which the run last found nothing are not looked at one by one again.
    """
    before = barren.get(number)
    options = DEFAULT if before is None else replace(DEFAULT, digits=changed(before, state))
    steps = compiled.path(state, wanted, most=most, options=options)
    if not steps:
        barren[number] = state
    return steps


def _runs(geometry: Geometry, techniques: Iterable[Technique]) -> Iterator[tuple[bool, list[Technique]]]:
    """The techniques that can come up, in runs of those that the compiled finders look for and those they do not."""
    possible = (technique for technique in techniques if knows(technique, geometry))
    for is_compiled, run in groupby(possible, key=lambda technique: _is_compiled(technique, geometry)):
        yield is_compiled, list(run)


def _is_compiled(technique: Technique, geometry: Geometry) -> bool:
    return compiled.knows(technique) and compiled.takes(geometry)
