"""The techniques that Sudoku Explainer's ladder knows beyond our own finders: which rule looks for which."""

from __future__ import annotations

from collections.abc import Iterable

from sudokulens.logic.explainer import Rule, is_available, search
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.board import Board

RULES: dict[Technique, tuple[Rule, ...]] = {
    Technique.DIRECT_POINTING: (Rule.DIRECT_LOCKING,),
    Technique.DIRECT_CLAIMING: (Rule.DIRECT_LOCKING,),
    Technique.DIRECT_HIDDEN_PAIR: (Rule.DIRECT_HIDDEN_PAIR,),
    Technique.DIRECT_HIDDEN_TRIPLE: (Rule.DIRECT_HIDDEN_TRIPLE,),
    Technique.UNIQUE_LOOP_1: (Rule.UNIQUE_LOOP,),
    Technique.UNIQUE_LOOP_2: (Rule.UNIQUE_LOOP,),
    Technique.UNIQUE_LOOP_3: (Rule.UNIQUE_LOOP,),
    Technique.UNIQUE_LOOP_4: (Rule.UNIQUE_LOOP,),
    Technique.BUG_PLUS_1: (Rule.BUG,),
    Technique.BUG_2: (Rule.BUG,),
    Technique.BUG_3: (Rule.BUG,),
    Technique.BUG_4: (Rule.BUG,),
    Technique.ALIGNED_PAIR_EXCLUSION: (Rule.ALIGNED_PAIR,),
    Technique.BIDIRECTIONAL_X_CYCLE: (Rule.CYCLE,),
    Technique.BIDIRECTIONAL_Y_CYCLE: (Rule.CYCLE,),
    Technique.BIDIRECTIONAL_CYCLE: (Rule.CYCLE,),
    Technique.FORCING_X_CHAIN: (Rule.CYCLE,),
    Technique.FORCING_CHAIN: (Rule.CYCLE,),
    Technique.ALIGNED_TRIPLE_EXCLUSION: (Rule.ALIGNED_TRIPLE,),
    Technique.NISHIO: (Rule.NISHIO,),
    Technique.CELL_FORCING_CHAIN: (Rule.FORCING,),
    Technique.REGION_FORCING_CHAIN: (Rule.FORCING,),
    Technique.CONTRADICTION_FORCING_CHAIN: (Rule.CONTRADICTION,),
    Technique.DYNAMIC_CELL_FORCING_CHAIN: (Rule.DYNAMIC_FORCING,),
    Technique.DYNAMIC_REGION_FORCING_CHAIN: (Rule.DYNAMIC_FORCING,),
    Technique.DYNAMIC_DOUBLE_FORCING_CHAIN: (Rule.DYNAMIC_FORCING,),
    Technique.DYNAMIC_CONTRADICTION_FORCING_CHAIN: (Rule.DYNAMIC_FORCING,),
    Technique.DYNAMIC_FORCING_CHAIN_PLUS: (Rule.DYNAMIC_FORCING_PLUS,),
    Technique.NESTED_FORCING_CHAIN: (
        Rule.NESTED_CYCLES,
        Rule.NESTED_FORCING,
        Rule.NESTED_DYNAMIC,
        Rule.NESTED_NESTED,
    ),
}
"""Technique → the rules that find it, the easiest first."""

_NESTED = frozenset(RULES[Technique.NESTED_FORCING_CHAIN])


def available() -> bool:
    """Whether these techniques can be looked for at all."""
    return is_available()


def knows(technique: Technique) -> bool:
    return technique in RULES


def find(
    board: Board, techniques: Iterable[Technique], *, first: bool = False, time_limit: float | None = None
) -> list[Step]:
    """The steps of those techniques on a classic board, rule by rule, each rule's easiest first; one with `first`.

    `time_limit`, in seconds, is for each rule. An empty list means that none applies or that time was up.
    """
    wanted = [technique for technique in techniques if technique in RULES]
    steps: list[Step] = []
    for rule in _rules(wanted):
        found = _steps(board, rule, wanted, first, time_limit)
        if found and first:
            return found[:1]
        steps += found
        if steps and rule in _NESTED:
            break  # a deeper nesting takes far longer and says no more
    return steps


def _rules(wanted: list[Technique]) -> list[Rule]:
    """The rules that look for those techniques, in the order of the easiest technique of each."""
    easiest = sorted(wanted, key=lambda technique: technique.order)
    return list(dict.fromkeys(rule for technique in easiest for rule in RULES[technique]))


def _steps(board: Board, rule: Rule, wanted: list[Technique], first: bool, time_limit: float | None) -> list[Step]:
    """The rule's steps that are wanted; with `first`, the easiest alone is looked for before all of them."""
    for every in (False, True) if first else (True,):
        found = search(board, rule, wanted, every=every, time_limit=time_limit)
        fitting = [step for step in found if step.technique in wanted]
        if fitting or not found:
            return fitting
    return []
