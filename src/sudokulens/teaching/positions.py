"""The stored positions of the lessons, and the step that each of them shows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.path import find_all
from sudokulens.logic.premise import Branch, DeadlyPattern, RuleTruth, Truth, UnitTruth
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Form, Technique
from sudokulens.logic.techniques import ladder
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit

EXAMPLES = Path(__file__).with_name("examples.json")
NEAR_MISSES = Path(__file__).with_name("near_misses.json")
PRACTICE = Path(__file__).with_name("practice.json")

_FEW_STEPS = 2000
"""Steps of one technique that are compared for the clearest."""

_FEW_PROVED = 100
"""Of these, the clearest, one that needs its whole pattern is looked for."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A board that almost shows a technique; the `spoiler`, a candidate too many, is why it does not.

    Where the spoiler is in a cell that has to be filled for the technique to apply, `erased` is its digit.
    """

    board: Board
    spoiler: Candidate
    erased: Digit | None = None

    @property
    def unspoiled(self) -> Board:
        """The same board without the spoiler, on which the technique applies."""
        cell, marks = self.spoiler.cell, list(self.board.effective_candidates())
        if self.erased is None:
            marks[cell] &= ~(1 << (self.spoiler.digit - 1))
            return self.board.with_candidates(marks)
        marks[cell] = 0
        for peer in self.board.geometry.peers[cell]:
            marks[peer] &= ~(1 << (self.erased - 1))
        return self.board.with_values({cell: self.erased}).with_candidates(marks)


def example(technique: Technique) -> Board | None:
    """The board of the worked example."""
    return _board(EXAMPLES, technique)


def practice(technique: Technique) -> Board | None:
    """A board on which to try the technique oneself."""
    return _board(PRACTICE, technique)


def near_miss(technique: Technique) -> NearMiss | None:
    """The example with one thing changed, so that the technique no longer applies there."""
    found = _stored(NEAR_MISSES).get(technique.id)
    if found is None:
        return None
    return NearMiss(Board.parse(found["board"]), Candidate(*found["spoiler"]), found.get("erased"))


def shown_step(board: Board, technique: Technique) -> Step | None:
    """The clearest step of the technique on the board; None where there is none."""
    if technique.form is Form.NET:
        # There are any number of these on a board; looking for the best would take very long.
        found = next(iter(ladder.find(board, [technique], first=True)), None)
        return None if found is None else found.at(State.of(board))
    own = sorted(steps_of(board, technique), key=weight)
    return next(filter(is_whole, own[:_FEW_PROVED]), own[0] if own else None)


def is_whole(step: Step) -> bool:
    """Whether the premises rest on all of the pattern; else a smaller one inside it would do."""
    if step.technique.family is Family.FORCING:
        return True
    truths = [premise for premise in step.premises if not isinstance(premise, Branch)]
    cases = {premise.assumption.candidate for premise in step.premises if isinstance(premise, Branch)}
    if step.technique.family is Family.KRAKEN and not cases.issuperset(step.candidates["fin"]):
        return False
    if units := [unit for part in step.children or (step,) for unit in part.units.get("base", ())]:
        return {truth.unit for truth in truths if isinstance(truth, UnitTruth)}.issuperset(units)
    cited = {cell for truth in truths for cell in _cells_of(truth)}
    return cited.issuperset(cell for cells in step.cells.values() for cell in cells)


def _cells_of(truth: Truth | RuleTruth) -> Iterator[Cell]:
    if isinstance(truth, RuleTruth | DeadlyPattern):
        yield from truth.cells
    else:
        yield from (candidate.cell for candidate in truth.candidates)


def steps_of(board: Board, technique: Technique) -> list[Step]:
    """The steps of the technique on the board."""
    parts = technique.joins
    wanted = {technique, *([parts] if parts else ())}
    found = find_all(State.of(board), wanted, SearchOptions(combined=parts is not None, limit=_FEW_STEPS))
    return [step for step in found if step.technique is technique]


def weight(step: Step) -> tuple[int, int]:
    """How much there is to see of a step, and how little it gives."""
    seen = {cell for cells in step.cells.values() for cell in cells}
    seen |= {candidate.cell for group in step.candidates.values() for candidate in group}
    return len(seen) + len(step.links), -len(step.removes)


def _board(path: Path, technique: Technique) -> Board | None:
    text = _stored(path).get(technique.id)
    return None if text is None else Board.parse(text)


@cache
def _stored(path: Path) -> Mapping[str, Any]:
    stored: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return stored
