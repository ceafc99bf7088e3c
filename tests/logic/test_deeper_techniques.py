"""The rarer patterns: each on a position of its own, proved, and refused once any one of its premises is gone."""

from __future__ import annotations

import pytest

from sudokulens import Board, solve
from sudokulens.logic.cover import room, smallest_covers
from sudokulens.logic.path import find_all, path, walk
from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Cost, Technique
from sudokulens.logic.techniques import compiled
from sudokulens.puzzle.geometry import Geometry
from sudokulens.teaching import positions

DEEPER = (
    Technique.ALMOST_LOCKED_CANDIDATES,
    Technique.EXTERNAL_RECTANGLE,
    Technique.EXTENDED_RECTANGLE,
    Technique.BUG_PLUS_N,
    Technique.BROKEN_WING,
    Technique.BIVALUE_ODDAGON,
    Technique.VWXYZ_WING,
    Technique.UVWXYZ_WING,
    Technique.ALS_W_WING,
    Technique.TRIDAGON,
    Technique.SK_LOOP,
    Technique.JUNIOR_EXOCET,
    Technique.MULTI_SECTOR_LOCKED_SETS,
)

PROVABLE_BY_LESS = (Technique.UVWXYZ_WING, Technique.SK_LOOP, Technique.JUNIOR_EXOCET)
"""Patterns that a person sees as a whole, though parts of these instances would do."""


@pytest.mark.parametrize("technique", DEEPER, ids=lambda technique: technique.id)
@pytest.mark.parametrize("kind", ["example", "practice"])
def test_every_instance_is_true_and_proved(technique: Technique, kind: str) -> None:
    board = positions.example(technique) if kind == "example" else positions.practice(technique)
    assert board is not None
    solved = solve(board.puzzle).board
    assert solved is not None
    found = find_all(State.of(board), [technique])
    assert found
    for step in found[:20]:
        assert all(solved[cell] == digit for cell, digit in step.places)
        assert all(solved[cell] != digit for cell, digit in step.removes)
        assert check(step), step.line()


def needs_every_premise(step: Step) -> bool:
    rests = (step.premises[:index] + step.premises[index + 1 :] for index in range(len(step.premises)))
    return not any(check(step, premises=rest) for rest in rests)


@pytest.mark.parametrize("technique", DEEPER, ids=lambda technique: technique.id)
def test_a_step_that_lacks_a_premise_is_refused(technique: Technique) -> None:
    boards = [positions.example(technique), positions.practice(technique)]
    found = [step for board in boards if board for step in find_all(State.of(board), [technique])]
    assert technique in PROVABLE_BY_LESS or any(map(needs_every_premise, found))
    assert not any(check(step, premises=step.premises[1:2]) for step in found)


def test_they_are_part_of_solutions() -> None:
    assert all(technique.cost is Cost.USUAL for technique in (*DEEPER, Technique.FIREWORK, Technique.WXYZ_WING))


def test_a_hard_puzzle_is_solved_by_way_of_an_exocet() -> None:
    board = positions.example(Technique.JUNIOR_EXOCET)
    assert board is not None
    *_, last = steps = path(board.puzzle)
    assert last.position is not None
    assert last.position.after(last).solved
    assert all(step.position is not None for step in steps)


@pytest.mark.slow
def test_looking_only_at_changed_digits_finds_the_same_path() -> None:
    board = Board.parse("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
    steps = path(board)
    assert any(not compiled.knows(step.technique) for step in steps), "else no state is barren"
    for step in steps:
        assert step.position is not None
        assert next(walk(step.position.board)).conclusion == step.conclusion


def test_a_digit_fits_as_often_as_units_cover_its_places() -> None:
    geometry = Geometry.standard(9)
    square = frozenset({0, 1, 9, 10})
    assert room(geometry, square) == 1
    assert smallest_covers(geometry, square) == ((18,),)
    assert room(geometry, {0, 4, 36, 40}) == 2
    assert room(geometry, ()) == 0
