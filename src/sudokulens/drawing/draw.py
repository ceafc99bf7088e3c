"""A board, and the step or hint that is shown on it, as a scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulens.drawing.evidence import evidence, place_to_look
from sudokulens.drawing.scene import EdgeLabels, Mark, Scene, Tint
from sudokulens.logic.hint import Hint
from sudokulens.logic.level import HintLevel, reaches
from sudokulens.logic.step import Step
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell


def draw(
    board: Board,
    step: Step | None = None,
    level: HintLevel = "full",
    *,
    candidates: bool = True,
    edge: EdgeLabels = "r1c1",
) -> Scene:
    """The board, its candidates unless told otherwise, and as much of the step as the level allows to show."""
    pencil = tuple(board.effective_candidates()) if candidates else ()
    if step is None:
        return Scene(board, pencil, edge=edge)
    geometry = board.geometry
    shown = evidence(geometry, step) if reaches(level, "pattern") else place_to_look(geometry, step)
    full = reaches(level, "full")
    return Scene(
        board,
        pencil,
        tints=shown.tints,
        marks=shown.marks,
        arcs=shown.arcs,
        rays=shown.rays,
        blocked=shown.blocked,
        answer=step.places if full else (),
        removed=step.removes if full else (),
        edge=edge,
    )


def hint_scene(hint: Hint, level: HintLevel = "full", *, edge: EdgeLabels = "r1c1") -> Scene:
    """The hint's board with its step, its mistakes, or the cells to look at first."""
    if hint.step is not None:
        return draw(hint.board, hint.step, level, edge=edge)
    mistaken = hint.wrong + hint.missing if reaches(level, "pattern") else ()
    tints = [*_unique_tints((c.cell for c in mistaken), "wrong"), *_unique_tints(hint.suspicious, "doubt")]
    lost = hint.missing if reaches(level, "full") else ()
    return Scene(
        hint.board,
        tuple(hint.board.effective_candidates()),
        tints=tuple(tints),
        marks=tuple(Mark(candidate, "missing") for candidate in lost),
        digit_paints={candidate.cell: "wrong" for candidate in hint.wrong} if mistaken else {},
        edge=edge,
    )


def solution_scene(board: Board, solved: Board, *, edge: EdgeLabels = "none") -> Scene:
    """The solution, the digits that were missing in the colour of entries; wrong entries tinted."""
    wrong = [cell for cell, digit in board.entries.items() if solved[cell] != digit]
    return Scene(solved, tints=tuple(_unique_tints(wrong, "wrong")), edge=edge)


def _unique_tints(cells: Iterable[Cell], role: str) -> Iterator[Tint]:
    return (Tint(cell, role) for cell in dict.fromkeys(cells))
