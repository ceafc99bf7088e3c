"""How hard a puzzle is: a level in words, our score, and Sudoku Explainer's ER, EP and ED."""

from __future__ import annotations

from dataclasses import dataclass

from sudokulens.display import ShownAsHtml
from sudokulens.errors import InvalidBoard, InvalidRequest, TimeLimit
from sudokulens.logic.explainer import Climb, Scale, climb
from sudokulens.logic.path import path, walk
from sudokulens.logic.technique import Level, Technique
from sudokulens.puzzle.board import Board
from sudokulens.solving.engine import Budget
from sudokulens.solving.solve import solve

SCALES: dict[str, Scale] = {"se": "SE 1.2.1", "sukaku": "Sukaku Explainer"}
"""What `rate` calls a scale → its full name."""


@dataclass(frozen=True, slots=True)
class Rating(ShownAsHtml):
    """How hard a puzzle is.

    `er` is the rating of the hardest step needed, `ep` that of the hardest one until the first placement, `ed` that
    of the first step, all on `scale`, computed by that program's own procedure. `level`, `score`, `hardest` and
    `steps` describe our own solution, with the easiest technique at every step; `score` adds up their weights.

    Sudoku Explainer's scales are for the classic board: on any other, `er`, `ep`, `ed` and `scale` are None.
    Where the time limit came first, or our logic does not get to the end of a variant, `exact` is false, and every
    figure is what the puzzle takes at least.
    """

    level: Level
    score: int
    hardest: Technique | None
    steps: int
    er: float | None
    ep: float | None
    ed: float | None
    scale: Scale | None = "SE 1.2.1"
    exact: bool = True


def rate(board: Board | str, *, time_limit: float | None = 60.0, scale: str = "se") -> Rating:
    """How hard the puzzle is to solve by logic, with ER, EP and ED on the scale "se" (1.2.1) or "sukaku".

    Any other board than the classic has our level and score alone. Raises InvalidBoard for a board that has not exactly
    one solution, and InvalidRequest for an unknown scale.
    """
    if scale not in SCALES:
        raise InvalidRequest(f"unknown scale {scale!r}", expected=" or ".join(SCALES))
    puzzle = Board.parse(board) if isinstance(board, str) else board
    _check_solution(puzzle, time_limit)
    if not puzzle.geometry.is_classic:
        return _rate_variant(puzzle, time_limit)
    climbed = climb(puzzle, time_limit, SCALES[scale])
    exact = climbed.outcome == "solved"
    techniques = _techniques(puzzle, climbed)
    hardest = max(techniques, key=lambda technique: (technique.level, technique.order), default=None)
    level = Level.BEYOND if not exact else hardest.level if hardest else Level.EASY
    score = sum(technique.score for technique in techniques)
    return Rating(level, score, hardest, len(techniques), climbed.er, climbed.ep, climbed.ed, SCALES[scale], exact)


def _rate_variant(puzzle: Board, time_limit: float | None) -> Rating:
    """Our own level and score; beyond our levels where the steps do not get to the end."""
    budget = Budget(time_limit)
    techniques: list[Technique] = []
    left = puzzle.values.count(0)
    for step in walk(puzzle):
        techniques.append(step.technique)
        left -= len(step.places)
        if budget.left() == 0:
            break
    hardest = max(techniques, key=lambda technique: (technique.level, technique.order), default=None)
    level = Level.BEYOND if left else hardest.level if hardest else Level.EASY
    score = sum(technique.score for technique in techniques)
    return Rating(level, score, hardest, len(techniques), None, None, None, None, left == 0)


def _techniques(puzzle: Board, climbed: Climb) -> list[Technique]:
    """The techniques of our own solution; the ladder's where ours does not get to the end or time was up."""
    if climbed.outcome == "solved":
        steps = path(puzzle)
        if puzzle.values.count(0) == sum(len(step.places) for step in steps):
            return [step.technique for step in steps]
    return [step.technique for step in climbed.steps]


def _check_solution(puzzle: Board, time_limit: float | None) -> None:
    kind = solve(puzzle, time_limit=time_limit).kind
    if kind == "unfinished":
        raise TimeLimit("whether the puzzle has one solution was not settled in time")
    if kind != "unique":
        amount = "no solution" if kind == "none" else "several solutions"
        raise InvalidBoard(f"the puzzle has {amount}; only one with exactly one solution has a rating")
