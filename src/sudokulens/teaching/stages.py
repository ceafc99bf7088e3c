"""A worked example in stages: each adds a sentence of the argument and what it speaks of; the last concludes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sudokulens.drawing.draw import draw
from sudokulens.drawing.evidence import evidence
from sudokulens.drawing.scene import Evidence, Scene
from sudokulens.logic.premise import Branch
from sudokulens.logic.step import Step
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import conclusion
from sudokulens.wording.argument.telling import reasons
from sudokulens.wording.explain import explanation
from sudokulens.wording.message import Message, cells_of, units_of
from sudokulens.wording.nudge import nudge
from sudokulens.wording.voice import Voice

_MAX_STAGES = 4
"""Between where to look and the conclusion: more pictures tire."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A picture and the words that go with it."""

    text: str
    scene: Scene


def stages(step: Step, board: Board, lang: str | None = None) -> tuple[Stage, ...]:
    """Where to look, the argument piece by piece, and what follows."""
    voice = Voice(lang, board.geometry)
    first = Stage(voice.paragraph([nudge(step, board.geometry)]), draw(board, step, "nudge"))
    last = Stage(voice.paragraph(conclusion(step)), draw(board, step))
    by_cases = step.technique.family.goes_by_cases and any(isinstance(premise, Branch) for premise in step.premises)
    told = _branches if by_cases else _argument
    return (first, *told(step, board, voice), last)


def _argument(step: Step, board: Board, voice: Voice) -> Iterator[Stage]:
    """Sentences with what has been spoken of so far, those with the same picture together; the last shows all of it."""
    whole = evidence(board.geometry, step)
    told: list[tuple[list[Message], Evidence]] = []
    spoken_of: set[Cell] = set()
    for message in reasons(Case(step, board.geometry)):
        spoken_of |= _cells(message, board.geometry)
        shown = _limited(whole, spoken_of)
        if told and shown == told[-1][1]:
            told[-1][0].append(message)
        else:
            told.append(([message], shown))
    size = max(1, -(-len(told) // _MAX_STAGES))
    for start in range(0, len(told), size):
        part = told[start : start + size]
        shown = whole if start + size >= len(told) else part[-1][1]
        yield Stage(voice.paragraph([message for messages, _ in part for message in messages]), _scene(board, shown))


def _branches(step: Step, board: Board, voice: Voice) -> Iterator[Stage]:
    """The summary with the stem, then a picture for every branch."""
    case = Case(step, board.geometry)
    stem = tuple(premise for premise in step.premises if not isinstance(premise, Branch))
    branches = [premise for premise in step.premises if isinstance(premise, Branch)]
    told = explanation(step, board.geometry, lang=voice.language).branches
    if stem:
        yield Stage(voice.paragraph(reasons(case)), _scene(board, evidence(board.geometry, step, stem)))
    for branch, words in zip(branches[:_MAX_STAGES], told, strict=False):
        yield Stage(str(words), _scene(board, evidence(board.geometry, step, (*stem, branch))))


def _scene(board: Board, shown: Evidence) -> Scene:
    return replace(
        draw(board),
        tints=shown.tints,
        marks=shown.marks,
        arcs=shown.arcs,
        rays=shown.rays,
        blocked=shown.blocked,
    )


def _cells(message: Message, geometry: Geometry) -> set[Cell]:
    """The cells that a message speaks of, those of its units included."""
    return {*cells_of(message), *(cell for unit in units_of(message) for cell in geometry.units[unit].cells)}


def _limited(whole: Evidence, cells: set[Cell]) -> Evidence:
    """What lies within the cells."""
    return Evidence(
        tints=tuple(tint for tint in whole.tints if tint.cell in cells),
        marks=tuple(mark for mark in whole.marks if mark.candidate.cell in cells),
        arcs=tuple(arc for arc in whole.arcs if {c.cell for c in (*arc.start, *arc.end)} <= cells),
        rays=tuple(ray for ray in whole.rays if {ray.start, ray.end} <= cells),
        blocked=tuple(candidate for candidate in whole.blocked if candidate.cell in cells),
    )
