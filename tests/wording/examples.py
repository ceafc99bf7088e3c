"""The worked example of every technique, as a step with its board; found once."""

from __future__ import annotations

from functools import cache

from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.puzzle.board import Board
from sudokulens.teaching import positions

NAMES = [technique.id for technique in Technique if positions.example(technique)]


@cache
def example(name: str) -> tuple[Board, Step]:
    technique = next(technique for technique in Technique if technique.id == name)
    board = positions.example(technique)
    assert board is not None
    step = positions.shown_step(board, technique)
    assert step is not None
    return board, step
