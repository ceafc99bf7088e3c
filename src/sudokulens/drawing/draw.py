"""A board, and the step or hint that is shown on it, as a scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sudokulens.drawing.blocking import Blocking, blocking
from sudokulens.drawing.scene import Arc, EdgeLabels, Mark, Scene, Tint
from sudokulens.logic.hint import Hint
from sudokulens.logic.level import HintLevel, reaches
from sudokulens.logic.step import Candidate, Step
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell

_NOTHING_BLOCKED = Blocking()


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
    pattern, full = reaches(level, "pattern"), reaches(level, "full")
    blocked = blocking(board, step) if pattern else _NOTHING_BLOCKED
    return Scene(
        board,
        pencil,
        tints=tuple(_step_tints(board, step, blocked, pattern)),
        marks=tuple(_step_marks(step)) if pattern else (),
        arcs=tuple(Arc(link.start, link.end, link.strong) for link in step.links) if pattern else (),
        rays=blocked.rays,
        blocked=blocked.places,
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
    return Scene(hint.board, tuple(hint.board.effective_candidates()), tints=tuple(tints), edge=edge)


def solution_scene(board: Board, solved: Board, *, edge: EdgeLabels = "none") -> Scene:
    """The solution, the digits that were missing in the colour of entries; wrong entries tinted."""
    wrong = [cell for cell, digit in board.entries.items() if solved[cell] != digit]
    return Scene(solved, tints=tuple(_unique_tints(wrong, "wrong")), edge=edge)


def _unique_tints(cells: Iterable[Cell], role: str) -> Iterator[Tint]:
    return (Tint(cell, role) for cell in dict.fromkeys(cells))


def _step_tints(board: Board, step: Step, blocked: Blocking, pattern: bool) -> Iterator[Tint]:
    for role, units in step.units.items():
        shown = role if pattern and role in ("base", "cover") and len(step.units) > 1 else "house"
        cells = (cell for unit in units for cell in board.geometry.units[unit].cells)
        yield from _unique_tints(cells, shown if shown == "house" else f"{role} unit")
    yield from _unique_tints(blocked.cells, "block")
    if pattern:
        painted: set[Cell] = set()
        for role, own in step.cells.items():
            yield from _unique_tints((cell for cell in own if cell not in painted), role)
            painted |= set(own)


def _step_marks(step: Step) -> Iterator[Mark]:
    """Every candidate of the pattern once, by its first role; ends of links that have none are part of the pattern."""
    roles: dict[Candidate, str] = {}
    for role, group in step.candidates.items():
        for candidate in group:
            roles.setdefault(candidate, role)
    for link in step.links:
        for candidate in link.start + link.end:
            roles.setdefault(candidate, "pattern")
    return (Mark(candidate, role) for candidate, role in roles.items())
