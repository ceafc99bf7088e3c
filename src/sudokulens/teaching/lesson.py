"""The lesson of a technique as data: words from `wording`, pictures as scenes, positions to look at and to try."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sudokulens.drawing.draw import draw
from sudokulens.drawing.scene import Mark
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.board import Board
from sudokulens.teaching import positions
from sudokulens.teaching.spoiling import spoiled_step
from sudokulens.teaching.stages import Stage, stages
from sudokulens.wording.message import Cells, Digits, message
from sudokulens.wording.technique_pages import TechniquePage, page
from sudokulens.wording.voice import Voice


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position to try, and the step that is looked for there."""

    board: Board
    answer: Stage


@dataclass(frozen=True, slots=True)
class Lesson:
    """What there is to learn about a technique, in the language of `voice`.

    `texts` tell the idea, why it is true, how to spot it, and name related techniques. `example` tells a step in
    stages, each with its words and its picture. `near_miss` looks like the technique and is not; `exercise` is to be
    tried.
    """

    technique: Technique
    texts: TechniquePage
    voice: Voice
    board: Board
    step: Step
    example: tuple[Stage, ...]
    near_miss: Stage | None
    exercise: Exercise | None


def lesson(technique: Technique, lang: str | None = None) -> Lesson:
    """The lesson of the technique, in the language."""
    board = positions.example(technique)
    step = positions.shown_step(board, technique) if board else None
    if board is None or step is None:
        raise LookupError(f"no stored position shows {technique.id}: run docs/find_positions.py")
    texts, voice = page(technique, lang), Voice(lang, board.geometry)
    return Lesson(
        technique,
        texts,
        voice,
        board,
        step,
        stages(step, board, lang),
        _near_miss(technique, texts, voice),
        _exercise(technique, lang),
    )


def _near_miss(technique: Technique, texts: TechniquePage, voice: Voice) -> Stage | None:
    near_miss = positions.near_miss(technique)
    step = spoiled_step(near_miss, technique) if near_miss else None
    if near_miss is None or step is None:
        return None
    scene = draw(near_miss.board, step, "pattern")
    cell, digit = near_miss.spoiler
    here = message(
        "Here {cell} can also be {digit}, so this argument fails.", cell=Cells((cell,)), digit=Digits((digit,))
    )
    text = f"{texts.near_miss}\n{voice.sentence(here)}"
    return Stage(text, replace(scene, marks=(*scene.marks, Mark(near_miss.spoiler, "spoiler"))))


def _exercise(technique: Technique, lang: str | None) -> Exercise | None:
    board = positions.practice(technique)
    step = positions.shown_step(board, technique) if board else None
    if board is None or step is None:
        return None
    return Exercise(board, stages(step, board, lang)[-1])
