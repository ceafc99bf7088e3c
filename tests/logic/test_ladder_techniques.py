"""Every technique of the ladder is found on puzzles of our own, never against the solution, with links that hold."""

from __future__ import annotations

from functools import cache

import pytest

import sudokulens as sl
from sudokulens.logic.explainer import climb
from sudokulens.logic.state import State
from sudokulens.logic.step import Candidate, Link, Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import ladder

pytestmark = pytest.mark.skipif(not ladder.available(), reason="the kernel was not built")

HARD = ".4..2.65....1.8....9......37......6.....71.....52..4..4....258...3......8..4.6.92"
CASES: dict[Technique, tuple[str, int]] = {
    Technique.DIRECT_POINTING: (HARD, 41),
    Technique.DIRECT_CLAIMING: (HARD, 27),
    Technique.DIRECT_HIDDEN_PAIR: (HARD, 41),
    Technique.DIRECT_HIDDEN_TRIPLE: (HARD, 37),
    Technique.UNIQUE_LOOP_1: ("6.9.2...42........4.1.6.23...2..6.7....8...19..84......9..5...87..............967", 57),
    Technique.UNIQUE_LOOP_2: ("......6.......7..33.9.8.24....7.3..9.6.5..8.........12...3......47..9.....2.1..8.", 57),
    Technique.UNIQUE_LOOP_3: ("23.6...8..5..9...7.49..1........8....725.....8967...5.3...5...6.8....2.........14", 44),
    Technique.UNIQUE_LOOP_4: ("7..8..52...2..........5..........3.6.397...1...4.1..9..63..9..7.9.38.4......75...", 42),
    Technique.BUG_PLUS_1: ("1...7.9....93...........574......3.9..529....7..6.3.2.........2..3..1...8.6..5..7", 64),
    Technique.BUG_2: ("38..5...9...8..7..64.....3.5..34..........2....16...4.......8....957...4.3...9..2", 64),
    Technique.BUG_3: ("..26.18.......825.7.......1....3...9.6.2.738..4...56..97......8......9..5.......4", 40),
    Technique.BUG_4: ("38..5...9...8..7..64.....3.5..34..........2....16...4.......8....957...4.3...9..2", 64),
    Technique.ALIGNED_PAIR_EXCLUSION: (HARD, 38),
    Technique.ALIGNED_TRIPLE_EXCLUSION: (HARD, 26),
    Technique.BIDIRECTIONAL_X_CYCLE: (HARD, 11),
    Technique.BIDIRECTIONAL_Y_CYCLE: (HARD, 44),
    Technique.BIDIRECTIONAL_CYCLE: (HARD, 42),
    Technique.FORCING_X_CHAIN: (HARD, 3),
    Technique.FORCING_CHAIN: (HARD, 4),
    Technique.NISHIO: (HARD, 39),
    Technique.CELL_FORCING_CHAIN: (HARD, 19),
    Technique.REGION_FORCING_CHAIN: (HARD, 19),
    Technique.CONTRADICTION_FORCING_CHAIN: (HARD, 39),
    Technique.DYNAMIC_CELL_FORCING_CHAIN: (HARD, 19),
    Technique.DYNAMIC_REGION_FORCING_CHAIN: (HARD, 19),
    Technique.DYNAMIC_DOUBLE_FORCING_CHAIN: (HARD, 19),
    Technique.DYNAMIC_CONTRADICTION_FORCING_CHAIN: (HARD, 19),
    Technique.DYNAMIC_FORCING_CHAIN_PLUS: (HARD, 19),
    Technique.NESTED_FORCING_CHAIN: (HARD, 39),
}
"""A puzzle of our own, and the number of steps after which the technique applies."""
PATTERNS_INSIDE = (Technique.DYNAMIC_FORCING_CHAIN_PLUS, Technique.NESTED_FORCING_CHAIN)


@cache
def position(puzzle: str, steps: int) -> sl.Board:
    """The puzzle after so many steps of the ladder, with pencil marks."""
    board = sl.Board.parse(puzzle)
    state = State.of(board)
    for step in climb(board).steps[:steps]:
        state = state.after(step)
    return state.board


@cache
def found(technique: Technique) -> tuple[Step, ...]:
    return tuple(ladder.find(position(*CASES[technique]), [technique]))


def test_every_technique_of_the_ladder_has_a_case() -> None:
    assert set(CASES) == set(ladder.RULES)


@pytest.mark.parametrize("technique", CASES, ids=lambda technique: technique.id)
def test_all_instances_are_found_and_agree_with_the_solution(technique: Technique) -> None:
    board = position(*CASES[technique])
    solution = sl.solve(CASES[technique][0]).boards[0]
    assert found(technique)
    for step in found(technique):
        assert step.technique is technique
        assert step.places or step.removes
        assert all(solution[cell] == digit for cell, digit in step.places)
        assert all(solution[cell] != digit for cell, digit in step.removes)
        assert all(board.effective_candidates()[cell] >> (digit - 1) & 1 for cell, digit in step.places + step.removes)


@pytest.mark.parametrize("technique", CASES, ids=lambda technique: technique.id)
def test_the_first_instance_is_one_of_all(technique: Technique) -> None:
    (step,) = ladder.find(position(*CASES[technique]), [technique], first=True)
    assert step.conclusion in {other.conclusion for other in found(technique)}


def lies_in_one_place(board: sl.Board, group: set[Candidate]) -> bool:
    """Whether the group contains every candidate of some cell, or every place of some digit in some unit."""
    marks = board.effective_candidates()
    for cell in {candidate.cell for candidate in group}:
        if {Candidate(cell, digit) for digit in range(1, 10) if marks[cell] >> (digit - 1) & 1} <= group:
            return True
    for digit in {candidate.digit for candidate in group}:
        for unit in board.geometry.units:
            places = {Candidate(cell, digit) for cell in unit.cells if marks[cell] >> (digit - 1) & 1}
            if places and places <= group:
                return True
    return False


def holds(board: sl.Board, link: Link) -> bool:
    """Whether the link follows from the rules of Sudoku alone."""
    if link.strong:
        return lies_in_one_place(board, {*link.start, *link.end})
    (start,), (end,) = link.start, link.end
    same_digit = start.digit == end.digit and end.cell in board.geometry.peers[start.cell]
    return same_digit or (start.cell == end.cell and start.digit != end.digit)


@pytest.mark.parametrize(
    "technique",
    [t for t in CASES if t not in PATTERNS_INSIDE],
    ids=lambda technique: technique.id,
)
def test_every_link_of_every_chain_holds(technique: Technique) -> None:
    board = position(*CASES[technique])
    for step in found(technique)[:40]:
        assert all(holds(board, link) for link in step.links)


@pytest.mark.parametrize("technique", [t for t in CASES if "FORCING" in t.name], ids=lambda technique: technique.id)
def test_chains_end_in_the_conclusion_or_a_contradiction(technique: Technique) -> None:
    for step in found(technique)[:40]:
        chains = [child.links for child in step.children] or [step.links]
        ends = {chain[-1].end[0] if chain else None for chain in chains}
        concluded = {*step.places, *step.removes}
        assert len(ends - {None}) <= 1
        assert ends & concluded or ends <= {None, *step.candidates.get("clash", ())}


def test_nothing_is_found_where_nothing_applies() -> None:
    assert ladder.find(sl.Board.empty(), list(ladder.RULES)[:20]) == []
