"""Boards of other sizes, shapes and rules: solved by logic to the end, every step sound and proved."""

from __future__ import annotations

import pytest

from sudokulens.logic.path import path, steps
from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import compiled, plain
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.solve import solve

JIGSAW = "111122233122222233111133333444556666445555566447855669447888969777888999777788999"
WINDOWS = tuple(
    tuple(9 * (top + row) + left + column for row in range(3) for column in range(3))
    for top in (1, 5)
    for left in (1, 5)
)
KINDS = {
    "4x4": Geometry.standard(4),
    "6x6": Geometry.standard(6),
    "8x8": Geometry.standard(8),
    "X": Geometry.standard(9, diagonals=True),
    "windoku": Geometry(9, Geometry.standard(9).regions, WINDOWS),
    "jigsaw": Geometry.jigsaw(map(int, JIGSAW)),
    "10x10": Geometry.standard(10),
}
BEYOND = list(plain._BEYOND_EVERYDAY)


def contradicts(step: Step, solution: tuple[int, ...]) -> bool:
    wrongly_placed = any(solution[cell] != digit for cell, digit in step.places)
    return wrongly_placed or any(solution[cell] == digit for cell, digit in step.removes)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", KINDS)
def test_minimal_puzzles_are_solved_by_proved_steps(kind: str, seed: int) -> None:
    board = random_puzzle(seed, KINDS[kind])
    solved = solve(board).board
    found = path(board)
    assert solved is not None
    assert sum(len(step.places) for step in found) == board.values.count(0)
    assert [step.line() for step in found if contradicts(step, solved.values)] == []
    assert [f"{step.line()}: {check(step).flaw}" for step in found if not check(step)] == []


@pytest.mark.slow
@pytest.mark.parametrize("technique", BEYOND, ids=lambda technique: technique.id)
def test_the_general_finders_prove_what_they_find_on_the_classic_board(technique: Technique) -> None:
    seen = 0
    for seed in range(6):
        for step in path(random_puzzle(seed))[::9]:
            assert step.position is not None
            for found in plain.find(step.position, [technique])[:5]:
                seen += 1
                assert check(found.at(step.position)), found.line()
    assert seen


@pytest.mark.skipif(not compiled.available(), reason="the compiled finders were not built")
@pytest.mark.parametrize("technique", [Technique.XY_WING, Technique.XYZ_WING], ids=lambda technique: technique.id)
def test_general_and_compiled_wings_are_the_same(technique: Technique) -> None:
    for seed in range(8):
        for step in path(random_puzzle(seed))[::5]:
            assert step.position is not None
            general = {found.conclusion for found in plain.find(step.position, [technique])}
            assert general == {found.conclusion for found in compiled.find(step.position, [technique])}


def test_exclusions_of_rules_take_part_in_proofs() -> None:
    board = Board.parse("." * 81 + ";antiknight;nonconsecutive")
    state = State.of(board)
    assert state.geometry.rules
    found = steps(board, techniques=[Technique.DYNAMIC_CONTRADICTION_FORCING_CHAIN])
    assert all(check(step) for step in found)
