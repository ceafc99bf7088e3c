"""Hints: the order of what is said, levels that give no more away than they may, and their pictures."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from sudokulens import Board, draw, explain, hint, path, random_puzzle, solve, steps, to_svg
from sudokulens.logic.hint import Hint, step_to_dict
from sudokulens.logic.level import LEVELS, HintLevel
from sudokulens.logic.path import find_all, next_step
from sudokulens.logic.premise import CellTruth, RemovedBefore, UnitTruth
from sudokulens.logic.state import State
from sudokulens.logic.step import Candidate, Step
from sudokulens.logic.technique import Family, Technique
from sudokulens.logic.truth import with_reasons
from sudokulens.logic.wing_names import wing_name
from sudokulens.wording.explain import explain_step
from sudokulens.wording.nudge import pattern_cells

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def solved_board(puzzle: str = PUZZLE) -> Board:
    found = solve(puzzle).board
    assert found is not None
    return found


def test_a_puzzle_without_a_solution_is_refused_with_its_suspicious_cells() -> None:
    wrong = Board.parse("4" + PUZZLE[1:])
    answer = hint(wrong)
    assert answer.kind == "no solution"
    assert 0 in answer.suspicious
    assert "no solution" in explain(answer)


def test_a_puzzle_with_several_solutions_is_refused_with_the_cells_that_differ() -> None:
    answer = hint(PUZZLE.replace("9", ".").replace("6", "."))
    assert answer.kind == "several solutions"
    assert answer.suspicious


def test_a_wrong_entry_comes_before_any_step_and_is_named_only_at_the_end() -> None:
    board = Board.parse(PUZZLE)
    digit = next(d for d in range(1, 10) if d != solved_board()[2])
    answer = hint(board.with_values({2: digit}))
    assert answer.kind == "mistake"
    texts = {level: explain(answer, level) for level in LEVELS}
    assert "r1c3" not in texts["nudge"] + texts["technique"]
    assert "r1c3" in texts["pattern"]
    assert f"cannot be {digit}" not in texts["pattern"]
    assert f"r1c3 cannot be {digit}" in texts["full"]


def test_a_removed_mark_that_is_needed_is_a_mistake() -> None:
    board = Board.parse(PUZZLE)
    marks = list(board.computed_candidates())
    marks[2] &= ~(1 << (solved_board()[2] - 1))
    answer = hint(board.with_candidates(marks))
    assert answer.kind == "mistake"
    assert [candidate.cell for candidate in answer.missing] == [2]


def test_cells_without_marks_are_not_taken_for_cells_without_candidates() -> None:
    board = Board.parse(PUZZLE)
    marks = [0] * 81
    marks[2] = board.computed_candidates()[2]
    assert hint(board.with_candidates(marks)).kind == "step"


def test_a_solved_board_says_so() -> None:
    answer = hint(solved_board())
    assert answer.kind == "solved"
    assert not answer
    assert explain(answer) == "The puzzle is solved: nothing is left to do."


def test_a_hint_uses_the_persons_own_marks() -> None:
    """Of two puzzles with the same values, the one whose marks leave one digit in a cell gives that single away."""
    board = Board.parse("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
    marks = list(board.computed_candidates())
    answer = solved_board(str(board))
    for cell in range(9):
        if not board[cell]:
            marks[cell] = 1 << (answer[cell] - 1)
    found = steps(board.with_candidates(marks), techniques=[Technique.NAKED_SINGLE])
    assert {step.places[0].cell for step in found} >= {1, 2, 3}


@pytest.mark.parametrize("seed", range(6))
def test_every_step_of_a_path_is_explained_at_every_level(seed: int) -> None:
    board = random_puzzle(seed)
    for step in path(board):
        nudge, name, pattern, full = (explain_step(step, board.geometry, level) for level in LEVELS)
        assert nudge.startswith(("Look at ", "Follow ", "Almost every ", "Try out ", "Ask what "))
        assert all(board.geometry.cell_name(cell) not in nudge + name for cell in range(81))
        assert step.technique.display in name
        assert step.technique.display in pattern
        assert full.startswith(step.technique.display)
        assert "So r" in full or "Remove " in full
        assert "{" not in full
        assert "  " not in full
        assert explain_step(step, board.geometry, "full", "A1") != full


@pytest.mark.parametrize(
    ("level", "hidden"),
    [
        ("nudge", {"technique", "cells", "digits", "places", "removes"}),
        ("technique", {"cells", "digits", "places", "removes"}),
        ("pattern", {"places", "removes", "notation", "eureka"}),
        ("full", set()),
    ],
)
def test_the_payload_of_a_level_holds_nothing_beyond_it(level: HintLevel, hidden: set[str]) -> None:
    answer = hint(PUZZLE)
    assert answer.step is not None
    payload = json.loads(json.dumps(answer.to_dict(level)))["step"]
    assert hidden.isdisjoint(payload)
    assert set(step_to_dict(answer.step)) - hidden >= set(payload)


def test_drawings_show_more_from_level_to_level_and_are_well_formed() -> None:
    board = random_puzzle(3)
    step = max(path(board), key=lambda found: len(pattern_cells(found)))
    sizes = []
    for level in LEVELS:
        picture = to_svg(draw(board, step, level))
        ElementTree.fromstring(picture)
        sizes.append(len(picture))
    assert sizes[0] <= sizes[1] <= sizes[2] < sizes[3]


def test_without_marks_a_hint_leads_on_to_a_digit() -> None:
    board = next(b for seed in range(40) if not (b := before_an_elimination(seed)).complete)
    answer = hint(board)
    assert answer.step is not None
    assert not answer.step.places
    assert answer.follow
    assert answer.follow[-1].places
    text = explain(answer)
    assert text.count("\n") >= len(answer.follow)
    assert "So r" in text.splitlines()[-1]
    assert hint(State.of(board).board).follow == ()
    assert answer.to_dict("pattern")["follow"] == []
    assert answer.to_dict("full")["follow"][-1]["places"]


def unmarked_elimination(seed: int, steps: int) -> Hint:
    """The first hint of the puzzle, its digits written in one by one, that removes candidates and leads so far on."""
    board = random_puzzle(seed)
    while True:
        answer = hint(board)
        assert answer.step is not None
        if (not answer.step.places and len(answer.follow) + 1 >= steps) or answer.needs_marks:
            return answer
        board = board.with_values(dict((answer.step, *answer.follow)[-1].places))


def test_a_digit_that_is_many_steps_away_is_led_on_to_as_well() -> None:
    answer = unmarked_elimination(12, 7)
    assert len(answer.follow) + 1 > 6
    assert answer.follow[-1].places
    assert not answer.needs_marks


def test_a_removal_that_leads_to_no_digit_asks_for_marks_or_it_would_come_back_for_ever() -> None:
    answer = unmarked_elimination(55, 81)
    assert answer.needs_marks
    assert "write down the candidates without those removed here" in explain(answer)
    assert "write down" not in explain(answer, "pattern")
    assert answer.step is not None
    marked = State.of(answer.board).after(answer.step).board
    assert hint(marked).step != answer.step
    assert "write down" not in explain(hint(marked))


def before_an_elimination(seed: int) -> Board:
    """A puzzle filled in up to the first elimination that leads to a digit within a few steps; else to the end."""
    board = random_puzzle(seed)
    while not board.complete:
        answer = hint(board)
        if answer.follow or answer.step is None or not answer.step.places:
            return board if answer.follow else random_puzzle(seed).with_values(dict(enumerate(solved_of(seed))))
        board = board.with_values(dict(answer.step.places))
    return board


def solved_of(seed: int) -> tuple[int, ...]:
    solved = solve(random_puzzle(seed)).board
    assert solved is not None
    return solved.values


def test_no_step_that_a_hint_leads_through_is_idle() -> None:
    board = next(b for seed in range(40) if not (b := before_an_elimination(seed)).complete)
    answer = hint(board)
    assert answer.step is not None
    led = [answer.step, *answer.follow]
    needed = {reason.candidate for step in led[1:] for reason in removed_before(step)}
    assert all(needed & set(step.removes) for step in led[:-1])


def removed_before(step: Step) -> list[RemovedBefore]:
    assert step.position is not None
    position = step.position
    truths = [premise for premise in step.premises if isinstance(premise, CellTruth | UnitTruth)]
    told = [reason for truth in truths for reason in with_reasons(position, truth).because]
    return [reason for reason in told if isinstance(reason, RemovedBefore)]


def corner_marks(board: Board) -> list[int]:
    """Snyder's marks: each digit that has two places in a box."""
    marks = [0] * 81
    state = State.of(board)
    for unit in range(18, 27):
        for digit in range(1, 10):
            places = state.places(unit, digit)
            for cell in places if len(places) == 2 else ():
                marks[cell] |= 1 << (digit - 1)
    return marks


def test_corner_marks_are_no_mistakes_and_give_nothing_away() -> None:
    board = random_puzzle(4)
    marked = board.with_candidates(corner_marks(board))
    assert any(marked.candidates or ())
    answer = hint(marked)
    assert answer.kind == "step"
    assert answer.step == hint(board).step


def test_a_corner_mark_on_the_wrong_places_is_a_mistake() -> None:
    board = random_puzzle(4)
    solved = solved_of(4)
    marks = corner_marks(board)
    cell = next(c for c in range(81) if marks[c] >> (solved[c] - 1) & 1 and not board[c])
    marks[cell] &= ~(1 << (solved[cell] - 1))
    answer = hint(board.with_candidates(marks))
    assert (answer.kind, answer.missing) == ("mistake", (Candidate(cell, solved[cell]),))


def test_stale_marks_are_advice() -> None:
    board = random_puzzle(4)
    marks = list(State.of(board).candidates)
    cell = next(c for c in range(81) if not board[c])
    blocked = next(d for d in range(1, 10) if not marks[cell] >> (d - 1) & 1)
    marks[cell] |= 1 << (blocked - 1)
    answer = hint(board.with_candidates(marks))
    assert answer.kind == "step"
    assert answer.stale == (Candidate(cell, blocked),)
    assert answer.to_dict("nudge")["stale"] == [[cell, blocked]]


def test_the_simplest_instance_of_a_technique_is_shown() -> None:
    board = Board.parse("7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........")
    found = [step for step in path(board) if step.technique is Technique.ALS_XZ]
    assert found
    for step in found:
        assert step.position is not None
        shown = next_step(step.position.board)
        assert shown is not None
        assert cell_count(shown) == min(map(cell_count, find_all(step.position, [Technique.ALS_XZ])))


@pytest.mark.parametrize("seed", [0, 11, 12])
def test_without_marks_a_placement_comes_before_an_elimination(seed: int) -> None:
    board = random_puzzle(seed)
    while (step := next_step(board)) and step.technique.family is Family.SINGLE:
        board = board.with_values(dict(step.places))
    noted = next_step(board.with_candidates(board.effective_candidates()))
    assert step is not None
    assert noted is not None
    assert step.places
    assert noted.removes, "with marks the elimination is easier"


def test_a_short_chain_comes_before_a_medusa() -> None:
    medusas = [step for step in path(random_puzzle(47)) if step.technique is Technique.MEDUSA_3D]
    assert medusas
    for step in medusas:
        assert step.position is not None
        shown = next_step(step.position.board)
        assert shown is not None
        assert wing_name(shown), "there is a chain of three strong links on both boards"


def cell_count(step: Step) -> int:
    return len({cell for cells in step.cells.values() for cell in cells})
