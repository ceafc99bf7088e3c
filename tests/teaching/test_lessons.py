"""The lessons: every technique has one, its positions show what they say, and every page can be made."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from sudokulens import Board, solve
from sudokulens.logic.candidate import Candidate
from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.technique import Form, Technique
from sudokulens.teaching import positions
from sudokulens.teaching.lesson import Lesson, lesson
from sudokulens.teaching.pages import lesson_to_dict, pictures, to_html, to_markdown, to_text
from sudokulens.teaching.spoiling import near_misses, spoiled_step


def solved_board(board: Board) -> Board:
    solved = solve(board.puzzle).board
    assert solved is not None
    return solved


@pytest.mark.parametrize("technique", Technique, ids=lambda technique: technique.id)
@pytest.mark.parametrize("kind", ["example", "practice"])
def test_a_position_shows_its_technique_and_agrees_with_the_solution(technique: Technique, kind: str) -> None:
    board = positions.example(technique) if kind == "example" else positions.practice(technique)
    assert board is not None
    step = positions.shown_step(board, technique)
    assert step is not None
    solved = solved_board(board)
    assert step.places or step.removes
    assert all(solved[candidate.cell] == candidate.digit for candidate in step.places)
    assert all(solved[candidate.cell] != candidate.digit for candidate in step.removes)
    assert check(step), "the step that is taught must be proved"


@pytest.mark.parametrize("technique", Technique, ids=lambda technique: technique.id)
def test_what_there_is_to_practise_is_not_the_example(technique: Technique) -> None:
    example, practice = positions.example(technique), positions.practice(technique)
    assert example is not None
    assert practice is not None
    assert example.puzzle != practice.puzzle


@pytest.mark.parametrize("technique", Technique, ids=lambda technique: technique.id)
def test_a_near_miss_lacks_the_step_only_for_its_spoiler(technique: Technique) -> None:
    near_miss = positions.near_miss(technique)
    assert near_miss is not None
    assert not near_miss.board.status().faults
    step = spoiled_step(near_miss, technique)
    assert step is not None
    assert check(step)
    assert not check(step, State.of(near_miss.board), step.premises)


def test_near_misses_are_positions_of_the_same_puzzle() -> None:
    board = positions.example(Technique.X_WING)
    assert board is not None
    step = positions.shown_step(board, Technique.X_WING)
    assert step is not None
    for near_miss in near_misses(board, step):
        assert near_miss.board.puzzle == board.puzzle
        solved, marks = solved_board(board), near_miss.board.effective_candidates()
        assert all(not mask or mask >> (solved[cell] - 1) & 1 for cell, mask in enumerate(marks))


@pytest.fixture(scope="module")
def x_wing() -> Lesson:
    return lesson(Technique.X_WING)


def test_the_example_goes_from_where_to_look_to_the_conclusion(x_wing: Lesson) -> None:
    first, *_, last = x_wing.example
    assert not first.scene.marks
    assert not first.scene.removed
    assert last.scene.removed == x_wing.step.removes
    counts = [len(stage.scene.marks) for stage in x_wing.example]
    assert counts == sorted(counts)
    assert len({stage.text for stage in x_wing.example}) == len(x_wing.example)


def test_the_near_miss_marks_what_spoils_it(x_wing: Lesson) -> None:
    assert x_wing.near_miss is not None
    stored = positions.near_miss(Technique.X_WING)
    assert stored is not None
    spoilers = [mark.candidate for mark in x_wing.near_miss.scene.marks if mark.role == "spoiler"]
    assert spoilers == [stored.spoiler]
    assert not x_wing.near_miss.scene.removed


def test_every_picture_of_a_page_exists_and_is_used(x_wing: Lesson) -> None:
    named = set(re.findall(r"\(([\w-]+\.svg)\)", to_markdown(x_wing)))
    made = dict(pictures(x_wing))
    assert named == set(made)
    for picture in made.values():
        ElementTree.fromstring(picture)
        assert "prefers-color-scheme" in picture


def test_all_pages_tell_the_same_lesson(x_wing: Lesson) -> None:
    said = x_wing.example[-1].text
    as_values = lesson_to_dict(x_wing)
    assert as_values["example"][-1]["text"] == said
    assert said in to_text(x_wing)
    assert said.replace(">", "&gt;").replace("<", "&lt;")[:40] in to_html(x_wing)
    assert Board.parse(as_values["practice"]["board"])


@pytest.mark.parametrize("technique", [t for t in Technique if t.form is not Form.NET], ids=lambda t: t.id)
def test_every_lesson_can_be_made(technique: Technique) -> None:
    made = lesson(technique)
    assert made.exercise is not None
    assert all(stage.text for stage in made.example)
    assert isinstance(made.example[-1].scene.removed + made.example[-1].scene.answer, tuple)
    assert Candidate(*(made.step.places + made.step.removes)[0]) in (
        made.example[-1].scene.removed + made.example[-1].scene.answer
    )
