"""A worked example in stages: each adds a sentence of the argument and what it speaks of; the last concludes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sudokulens.drawing.draw import draw
from sudokulens.drawing.evidence import Evidence, evidence
from sudokulens.drawing.scene import Scene
from sudokulens.logic.premise import Branch
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.wording.argument import forcing
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.phrases import conclusion
from sudokulens.wording.argument.telling import reasons
from sudokulens.wording.message import Cells, Listed, Message, Units, Value
from sudokulens.wording.nudge import nudge
from sudokulens.wording.voice import Voice

_MOST_STAGES = 4
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
    told = _branches if step.technique.family is Family.FORCING else _argument
    return (first, *told(step, board, voice), last)


def _argument(step: Step, board: Board, voice: Voice) -> Iterator[Stage]:
    """Sentences in groups, each with what has been spoken of so far; the last of them shows the whole pattern."""
    whole = evidence(board.geometry, step)
    spoken_of: set[Cell] = set()
    groups = list(_grouped(reasons(Case(step, board.geometry)), board.geometry))
    for number, group in enumerate(groups, 1):
        spoken_of |= {cell for message in group for cell in _cells(message, board.geometry)}
        shown = whole if number == len(groups) else _limited(whole, spoken_of)
        yield Stage(voice.paragraph(group), _scene(board, shown))


def _branches(step: Step, board: Board, voice: Voice) -> Iterator[Stage]:
    """The summary with the stem, then a picture for every branch."""
    case = Case(step, board.geometry)
    stem = tuple(premise for premise in step.premises if not isinstance(premise, Branch))
    branches = [premise for premise in step.premises if isinstance(premise, Branch)]
    told = list(forcing.branches(case))
    if stem:
        yield Stage(voice.paragraph(forcing.summary(case)), _scene(board, evidence(board.geometry, step, stem)))
    for branch, (title, sentences) in zip(branches[:_MOST_STAGES], told, strict=False):
        text = voice.paragraph([title, *sentences])
        yield Stage(text, _scene(board, evidence(board.geometry, step, (*stem, branch))))


def _scene(board: Board, shown: Evidence) -> Scene:
    return replace(
        draw(board),
        tints=shown.tints,
        marks=shown.marks,
        arcs=shown.arcs,
        rays=shown.rays,
        blocked=shown.blocked,
    )


def _grouped(messages: Sequence[Message], geometry: Geometry) -> Iterator[list[Message]]:
    """Sentences that speak of nothing new go with the one before; the rest is shared out evenly."""
    groups: list[list[Message]] = []
    seen: set[Cell] = set()
    for message in messages:
        cells = _cells(message, geometry)
        if groups and cells <= seen:
            groups[-1].append(message)
        else:
            groups.append([message])
        seen |= cells
    size = -(-len(groups) // _MOST_STAGES)
    for start in range(0, len(groups), size or 1):
        yield [message for group in groups[start : start + size] for message in group]


def _cells(value: Value, geometry: Geometry) -> set[Cell]:
    """The cells that a message speaks of, those of its units included."""
    if isinstance(value, Cells):
        return set(value.cells)
    if isinstance(value, Units):
        return {cell for unit in value.units for cell in geometry.units[unit].cells}
    parts: Sequence[Value] = ()
    if isinstance(value, Message):
        parts = tuple(value.fields.values())
    elif isinstance(value, Listed):
        parts = value.parts
    return {cell for part in parts for cell in _cells(part, geometry)}


def _limited(whole: Evidence, cells: set[Cell]) -> Evidence:
    """What lies within the cells."""
    return Evidence(
        tints=tuple(tint for tint in whole.tints if tint.cell in cells),
        marks=tuple(mark for mark in whole.marks if mark.candidate.cell in cells),
        arcs=tuple(arc for arc in whole.arcs if {c.cell for c in (*arc.start, *arc.end)} <= cells),
        rays=tuple(ray for ray in whole.rays if {ray.start, ray.end} <= cells),
        blocked=tuple(candidate for candidate in whole.blocked if candidate.cell in cells),
    )
