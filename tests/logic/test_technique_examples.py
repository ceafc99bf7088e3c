"""The worked examples of the documentation: each shows its technique, soundly, with a picture and sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docs.technique_pages import EXAMPLES, example_step, technique_page
from sudokulens import Board, solve
from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.technique import Technique

BOARDS = json.loads(Path(EXAMPLES).read_text())


@pytest.mark.parametrize("name", BOARDS)
def test_the_example_shows_its_technique_and_agrees_with_the_solution(name: str) -> None:
    board = Board.parse(BOARDS[name])
    step = example_step(board, Technique(name))
    solved = solve(board.puzzle).board
    assert step is not None
    assert solved is not None
    assert all(solved[candidate.cell] == candidate.digit for candidate in step.places)
    assert all(solved[candidate.cell] != candidate.digit for candidate in step.removes)
    assert step.places or step.removes
    assert check(step.at(State.of(board))), check(step.at(State.of(board))).flaw
    page = technique_page(Technique(name), board, step)
    assert step.line() in page


def test_every_technique_has_an_example() -> None:
    assert set(BOARDS) == {technique.id for technique in Technique}
