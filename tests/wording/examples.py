"""The worked example of every technique, as a step with its board; found once."""

from __future__ import annotations

import json
from functools import cache

from docs.technique_pages import EXAMPLES, example_step
from sudokulens import Board
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique

BOARDS: dict[str, str] = json.loads(EXAMPLES.read_text(encoding="utf-8"))


@cache
def example(name: str) -> tuple[Board, Step]:
    board = Board.parse(BOARDS[name])
    step = example_step(board, Technique(name))
    assert step is not None
    return board, step if step.position else step.at(State.of(board))
