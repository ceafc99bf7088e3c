"""The hint that a person gets: first whether the board is sound, then the easiest step.

A hint is data. `explain` turns it into sentences, `draw` into a picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sudokulens.display import ShownAsHtml
from sudokulens.logic.lead import steps_to_placement
from sudokulens.logic.level import HintLevel, reaches
from sudokulens.logic.marks import marked_throughout, missing_marks, stale_marks
from sudokulens.logic.path import next_step
from sudokulens.logic.proof_text import proof_to_dict
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.wing_names import wing_name
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell
from sudokulens.solving.bounded import settle
from sudokulens.solving.solve import solve

HintKind: TypeAlias = Literal["step", "mistake", "solved", "stuck", "no solution", "several solutions"]


@dataclass(frozen=True, slots=True)
class Hint(ShownAsHtml):
    """What to tell a person about a board.

    - step: `step` is the easiest one that applies. Where it removes candidates that the person has not written down,
      `follow` are the further steps that lead on to the next digit; the last of them places it. Where that takes too
      many, `needs_marks` says so.
    - mistake: `wrong` are entries that the solution contradicts, `missing` are digits that the pencil marks have lost.
    - solved: nothing is left to do.
    - stuck: no technique that we know applies; never a guess dressed as logic.
    - no solution, several solutions: no explanation can be right; `suspicious` are the cells to look at first.
    """

    kind: HintKind
    board: Board
    step: Step | None = None
    wrong: tuple[Candidate, ...] = ()
    missing: tuple[Candidate, ...] = ()
    suspicious: tuple[Cell, ...] = ()
    follow: tuple[Step, ...] = ()
    stale: tuple[Candidate, ...] = ()
    """Marks that digits on the board exclude by now: advice, no mistake."""

    def __bool__(self) -> bool:
        """Whether there is anything to do about it."""
        return self.kind not in ("solved", "stuck")

    @property
    def needs_marks(self) -> bool:
        """Whether the step removes what nobody has written down and no digit follows soon: it would come back."""
        return self.board.candidates is None and self.step is not None and not (self.step.places or self.follow)

    def to_dict(self, level: HintLevel = "full", *, proof: bool = False) -> dict[str, Any]:
        """The hint as plain values for JSON, no more than the level gives away; cells count from 0.

        With `proof`, the step of a full hint carries its premises and whether they were found to prove it.
        """
        mistakes = self.wrong + self.missing if reaches(level, "pattern") else ()
        return {
            "kind": self.kind,
            "board": str(self.board),
            "step": None if self.step is None else step_to_dict(self.step, level, proof=proof),
            "mistakes": [candidate.cell for candidate in mistakes],
            "wrong": _pairs(self.wrong if reaches(level, "full") else ()),
            "missing": _pairs(self.missing if reaches(level, "full") else ()),
            "suspicious": list(self.suspicious),
            "follow": [step_to_dict(step, proof=proof) for step in self.follow if reaches(level, "full")],
            "stale": _pairs(self.stale),
        }


def hint(board: Board | str) -> Hint:
    """The next thing to tell a person who is stuck on this board."""
    written = Board.parse(board) if isinstance(board, str) else board
    position = marked_throughout(written)
    puzzle = position.puzzle if any(position.givens) else position
    solution = solve(puzzle)
    if solution.kind == "none":
        return Hint("no solution", position, suspicious=_without_solution(puzzle))
    if solution.kind != "unique" or solution.board is None:
        return Hint("several solutions", position, suspicious=_between(solution.boards))
    if mistakes := _mistakes(written, solution.board):
        return mistakes
    if position.complete:
        return Hint("solved", position)
    return _next(position, stale_marks(written))


def _next(position: Board, stale: tuple[Candidate, ...]) -> Hint:
    """The easiest step, led on to a digit where the person keeps no marks."""
    step = next_step(position)
    if step is None:
        return Hint("stuck", position, stale=stale)
    if position.candidates is None:
        first, *others = steps_to_placement(step)
        return Hint("step", position, first, follow=tuple(others), stale=stale)
    return Hint("step", position, step, stale=stale)


def step_to_dict(step: Step, level: HintLevel = "full", *, proof: bool = False) -> dict[str, Any]:
    """The step as plain values for JSON: the payload that a drawing of that level needs, and nothing beyond."""
    found: dict[str, Any] = {"units": {role: list(units) for role, units in step.units.items()}}
    if reaches(level, "technique"):
        found |= _technique_to_dict(step.technique) | {"wing": wing_name(step)}
    if reaches(level, "pattern"):
        found |= {
            "digits": list(step.digits),
            "cells": {role: list(cells) for role, cells in step.cells.items()},
            "candidates": {role: _pairs(group) for role, group in step.candidates.items()},
            "links": [_link_to_dict(link) for link in step.links],
        }
    if reaches(level, "full"):
        found |= {
            "places": _pairs(step.places),
            "removes": _pairs(step.removes),
            "eureka": step.eureka(),
            "notation": step.line(),
            "children": [step_to_dict(child) for child in step.children],
        }
        if proof:
            found["proof"] = proof_to_dict(step)
    return found


def _technique_to_dict(technique: Technique) -> dict[str, Any]:
    return {
        "technique": technique.id,
        "name": technique.display,
        "aliases": list(technique.aliases),
        "level": technique.level.word,
        "score": technique.score,
        "uses_uniqueness": technique.uses_uniqueness,
        "needs_pencilmarks": technique.needs_pencilmarks,
    }


def _link_to_dict(link: Link) -> dict[str, Any]:
    return {"from": _pairs(link.start), "to": _pairs(link.end), "strong": link.strong}


def _pairs(candidates: tuple[Candidate, ...]) -> list[list[int]]:
    return [[candidate.cell, candidate.digit] for candidate in candidates]


def _mistakes(board: Board, solved: Board) -> Hint | None:
    wrong = tuple(Candidate(cell, digit) for cell, digit in board.entries.items() if solved[cell] != digit)
    missing = missing_marks(board, solved)
    return Hint("mistake", board, wrong=wrong, missing=missing) if wrong or missing else None


def _without_solution(puzzle: Board) -> tuple[Cell, ...]:
    """Cells of visible faults; failing these, the givens without any one of which there would be a solution."""
    if faults := puzzle.status().cells:
        return faults
    filled = [cell for cell, value in enumerate(puzzle.values) if value]
    without = {cell: settle(puzzle.with_values({cell: 0})) for cell in filled}
    unique = tuple(cell for cell in filled if without[cell].kind == "unique")
    return unique or tuple(cell for cell in filled if without[cell].kind == "multiple")


def _between(boards: tuple[Board, ...]) -> tuple[Cell, ...]:
    """The cells in which two solutions differ."""
    if len(boards) < 2:
        return ()
    return tuple(cell for cell, (a, b) in enumerate(zip(*boards, strict=True)) if a != b)
