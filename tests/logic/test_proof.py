"""Every step carries premises that prove it, and none of them can be spared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sudokulens.logic.candidate import Candidate
from sudokulens.logic.path import path, steps
from sudokulens.logic.premise import (
    Blocked,
    Branch,
    CellTruth,
    DeadlyPattern,
    Exclusion,
    Implication,
    Premise,
    RemovedBefore,
    UnitTruth,
)
from sudokulens.logic.proof import check, conclusions
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Form, Technique
from sudokulens.logic.techniques import compiled, ladder
from sudokulens.logic.thin import follows_straight
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.teaching import positions
from tests.cases import first_quick

pytestmark = pytest.mark.skipif(not compiled.available(), reason="the compiled finders were not built")

HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def flaw(step: Step) -> str:
    return f"{step.line()}: {check(step).flaw}" if check(step).flaw else ""


@pytest.mark.parametrize("seed", range(12))
def test_every_step_of_a_path_is_proved(seed: int) -> None:
    assert [flaw(step) for step in path(random_puzzle(seed)) if flaw(step)] == []


@pytest.mark.skipif(not ladder.available(), reason="the rating kernel was not built")
def test_forcing_chains_are_proved_with_what_lies_inside_them() -> None:
    found = path(Board.parse(HARD))
    assert [flaw(step) for step in found if flaw(step)] == []


@pytest.mark.parametrize("seed", first_quick(*range(6)))
def test_every_step_that_applies_is_proved(seed: int) -> None:
    for step in path(random_puzzle(seed))[::7]:
        assert step.position is not None
        assert [flaw(found) for found in steps(step.position.board) if flaw(found)] == []


@pytest.mark.parametrize("seed", range(12))
def test_no_premise_of_a_step_can_be_spared(seed: int) -> None:
    for step in path(random_puzzle(seed)):
        assert _spared(step) == [], step.line()


@pytest.mark.parametrize("seed", [144, 248, 291, 865])
def test_a_cell_of_an_almost_locked_set_is_spared_only_by_trying_cases(seed: int) -> None:
    sets = [step for step in path(random_puzzle(seed)) if step.technique.family is Family.ALS]
    assert any(_spared(step) for step in sets), "else there is nothing to test"
    for step in sets:
        assert not _spared_straight(step), step.line()


SEEN_AS_ONE = {
    Technique.LAW_OF_LEFTOVERS: "told by comparing whole regions with whole lines",
    Technique.VWXYZ_WING: "told by counting its digits",
    Technique.UVWXYZ_WING: "told by counting its digits",
    Technique.ALS_XY_WING: "each set has one digit more than cells only as a whole",
    Technique.ALS_CHAIN: "each set has one digit more than cells only as a whole",
    Technique.DEATH_BLOSSOM: "each petal has one digit more than cells only as a whole",
    Technique.BIVALUE_ODDAGON: "two digits cannot alternate around a ring, which must be closed",
    Technique.TRIDAGON: "three digits cannot fill the four boxes, which must all be there",
    Technique.SK_LOOP: "told by counting the digits of the whole loop",
    Technique.MULTI_SECTOR_LOCKED_SETS: "told by counting the digits of all sectors",
}
"""Patterns that a person sees as one: a part is left out only where the rest can be followed straight on, since trying
cases with fewer cells is harder to follow than the whole."""

WHOLE = {Technique.JUNIOR_EXOCET: "the argument is about whichever digits the base takes, so it names all of them"}
"""Patterns that are never thinned out."""


@pytest.mark.slow
@pytest.mark.parametrize("technique", Technique, ids=lambda technique: technique.id)
def test_no_premise_of_a_technique_can_be_spared(technique: Technique) -> None:
    boards = [board for board in (positions.example(technique), positions.practice(technique)) if board]
    assert len(boards) == 2
    for step in (step for board in boards for step in _instances(board, technique)):
        assert check(step), flaw(step)
        if technique in SEEN_AS_ONE:
            assert not _spared_straight(step), step.line()
        elif technique not in WHOLE:
            assert not _spared(step), step.line()
            assert not _spared_inside(step), step.line()


def _instances(board: Board, technique: Technique) -> list[Step]:
    """The step that the lesson shows, and some of the others on its board."""
    shown = positions.shown_step(board, technique)
    assert shown is not None
    return [shown] if technique.form is Form.NET else [shown, *positions.steps_of(board, technique)[:6]]


def _spared_straight(step: Step) -> list[Premise]:
    """The premises without which the step can still be followed truth by truth."""
    assert step.position is not None
    truths = [premise for premise in step.premises if isinstance(premise, CellTruth | UnitTruth)]
    return [
        truth
        for truth in truths
        if follows_straight(step.position, conclusions(step), [other for other in truths if other is not truth])
    ]


def _spared(step: Step) -> list[Premise]:
    """The premises that the proof can do without.

    A branch of exclusions alone may stay: it names a pair, which the proof takes from the rules of the puzzle.
    """
    return [p for p in step.premises if not _is_exclusions(p) and check(step, premises=_without(step, p))]


def _is_exclusions(premise: Premise) -> bool:
    return isinstance(premise, Branch) and all(map(_is_exclusion, premise.implications))


def _is_exclusion(implication: Implication) -> bool:
    return all(isinstance(reason, Exclusion) for reason in implication.by)


def _spared_inside(step: Step) -> list[Implication]:
    """The implications, exclusions aside, that the proof can do without."""
    return [
        implication
        for branch in step.premises
        if isinstance(branch, Branch)
        for implication in branch.implications
        if not _is_exclusion(implication) and check(step, premises=_shortened(step, branch, implication))
    ]


def _shortened(step: Step, branch: Branch, implication: Implication) -> list[Premise]:
    """The premises in their order, the branch without the implication."""
    shorter = replace(branch, implications=tuple(other for other in branch.implications if other is not implication))
    return [shorter if premise is branch else premise for premise in step.premises]


def _without(step: Step, premise: Premise) -> list[Premise]:
    return [other for other in step.premises if other is not premise]


def test_a_branch_that_lacks_an_implication_or_a_reason_is_refused() -> None:
    chains = [step for step in path(Board.parse(HARD)) if step.branches]
    branches = [(step, branch) for step in chains for branch in step.premises if isinstance(branch, Branch)]
    assert branches
    for step, branch in branches:
        for number, implication in enumerate(branch.implications):
            others = _without(step, branch)
            without = branch.implications[:number] + branch.implications[number + 1 :]
            if implication.then.on:
                assert not check(step, premises=[*others, replace(branch, implications=without)])
            bare = list(branch.implications)
            bare[number] = replace(implication, by=())
            assert not check(step, premises=[*others, replace(branch, implications=tuple(bare))])


def test_a_single_says_which_digits_block_it_and_what_was_removed_before() -> None:
    state = State.of(random_puzzle(2))
    naked = [step for step in path(state.board) if step.technique is Technique.NAKED_SINGLE]
    assert naked
    for step in naked:
        (truth,) = step.premises
        assert isinstance(truth, CellTruth)
        assert sorted(reason.candidate.digit for reason in truth.because) == sorted(
            digit for digit in range(1, 10) if digit != step.places[0].digit
        )
        assert not check(step, premises=[replace(truth, because=truth.because[1:])])


def test_a_reason_that_is_not_the_real_one_is_refused() -> None:
    step = next(step for step in path(random_puzzle(2)) if step.technique is Technique.HIDDEN_SINGLE)
    (truth,) = step.premises
    assert isinstance(truth, UnitTruth)
    blocked = next(reason for reason in truth.because if isinstance(reason, Blocked))
    others = tuple(reason for reason in truth.because if reason is not blocked)
    claimed = RemovedBefore(blocked.candidate)
    assert "reason" in check(step, premises=[replace(truth, because=(*others, claimed))]).flaw
    wrong_cell = Blocked(blocked.candidate, blocked.candidate.cell)
    assert not check(step, premises=[replace(truth, because=(*others, wrong_cell))])


def test_a_premise_must_hold_at_the_position() -> None:
    step = next(step for step in path(random_puzzle(3)) if step.technique is Technique.LOCKED_CANDIDATES_1)
    (truth,) = step.premises
    assert isinstance(truth, UnitTruth)
    assert "other candidates" in check(step, premises=[replace(truth, cells=truth.cells[:1])]).flaw
    assert not check(step, premises=[replace(truth, digit=truth.digit % 9 + 1)])


def test_a_step_at_another_position_has_the_premises_of_that_position() -> None:
    found = path(random_puzzle(3))
    step = next(step for step in found if step.technique is Technique.LOCKED_CANDIDATES_1)
    first = found[0].position
    assert step.premises
    assert first is not None
    assert step.position != first
    assert step.at(first).premises != step.premises


def test_a_wrong_conclusion_does_not_follow() -> None:
    step = next(step for step in path(random_puzzle(3)) if step.technique is Technique.LOCKED_CANDIDATES_1)
    assert step.position is not None
    untouched = next(
        Candidate(cell, mask.bit_length())
        for cell, mask in enumerate(step.position.candidates)
        if mask and Candidate(cell, mask.bit_length()) not in step.removes
    )
    assert "does not follow" in check(replace(step, removes=(untouched,)), step.position, step.premises).flaw
    assert check(replace(step, position=None)).flaw


def test_templates_name_the_cells_of_other_digits_that_they_rest_on() -> None:
    board = random_puzzle(5)
    found = steps(board, techniques=[Technique.TEMPLATE_SET, Technique.TEMPLATE_DELETE])
    assert found
    with_lemmas = [step for step in found if any(isinstance(premise, Branch) for premise in step.premises)]
    assert with_lemmas
    for step in with_lemmas:
        assert not flaw(step)
        lemma = next(premise for premise in step.premises if isinstance(premise, Branch))
        assert not check(step, premises=_without(step, lemma))


class TestDeadlyPatterns:
    """On an empty board with the digits 1 and 2 free in r1c1, r1c2, r4c1, r4c2 and so on."""

    def pattern(self, cells: tuple[int, ...], digits: tuple[int, ...], state: State) -> DeadlyPattern:
        escapes = tuple(
            Candidate(cell, digit)
            for cell in cells
            for digit in range(1, state.geometry.size + 1)
            if digit not in digits
        )
        return DeadlyPattern(cells, (digits,) * len(cells), escapes)

    def flaw(self, cells: tuple[int, ...], digits: tuple[int, ...], geometry: Geometry | None = None) -> str:
        state = State.of(Board.empty(geometry))
        step = Step(Technique.UNIQUE_RECTANGLE_1, removes=(Candidate(80, 9),), position=state)
        return check(step, premises=[self.pattern(cells, digits, state)]).flaw

    def test_a_rectangle_in_two_boxes_is_deadly(self) -> None:
        assert "does not follow" in self.flaw((0, 3, 9, 12), (1, 2))

    def test_one_in_four_boxes_is_not(self) -> None:
        assert "not deadly" in self.flaw((0, 3, 27, 30), (1, 2))

    def test_one_with_a_corner_on_a_diagonal_is_not(self) -> None:
        assert "not deadly" in self.flaw((0, 3, 9, 12), (1, 2), Geometry.standard(9, diagonals=True))

    def test_an_extended_rectangle_is_deadly(self) -> None:
        assert "does not follow" in self.flaw((0, 3, 9, 12, 18, 21), (1, 2, 3))

    def test_a_row_of_three_is_not(self) -> None:
        assert "not deadly" in self.flaw((0, 1, 2), (1, 2, 3))

    def test_a_pattern_with_a_given_is_refused(self) -> None:
        state = State.of(Board.of([1] + [0] * 80))
        step = Step(Technique.UNIQUE_RECTANGLE_1, removes=(Candidate(80, 9),), position=state)
        pattern = DeadlyPattern((0, 3, 9, 12), ((1, 2),) * 4, ())
        assert "given" in check(step, premises=[pattern]).flaw
