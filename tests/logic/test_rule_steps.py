"""Steps by the rules of variants: true, proved, told, and enough for killers of newspapers."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudokulens import Board, solve
from sudokulens.logic.path import find_all, path, walk
from sudokulens.logic.premise import Branch, Premise, RuleTruth
from sudokulens.logic.proof import check
from sudokulens.logic.rule_facts import fact_pairs, own_facts, sum_facts
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.support import Support
from sudokulens.logic.technique import Family, Technique
from sudokulens.logic.techniques import rules
from sudokulens.logic.techniques.anywhere import forcing
from sudokulens.puzzle.constraints import BY_KEYWORD
from sudokulens.puzzle.constraints.cage import Cage
from sudokulens.puzzle.constraints.parts import (
    Allowed,
    Between,
    Combination,
    Different,
    Holds,
    Pair,
    Part,
    Total,
    runs,
    sandwich_sets,
    sets_with_total,
    table_where,
)
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_grid, random_puzzle
from sudokulens.solving.random_rules import random_rules
from sudokulens.solving.shuffle import Shuffle
from sudokulens.solving.variants import LAYOUTS, VARIANTS, random_variant
from sudokulens.teaching import positions
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.rules import demand
from sudokulens.wording.explain import explain_step

RULE_TECHNIQUES = [technique for technique in Technique if technique.family is Family.RULE]
PARTS: list[Part] = [
    Combination((0, 1, 2), sets_with_total(4, 3, 7)),
    Combination((0, 1), runs(4, 2)),
    Pair((0, 1), table_where(4, "less")),
    Total((0, 1, 2), (1, 1, -1), 2),
    Holds((0, 1, 2, 3), (1, 2, 2)),
    Between((0, 1, 2, 3), sandwich_sets(4, 2)),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
@given(data=st.data())
def test_support_is_what_trying_every_way_gives(part: Part, data: st.DataObject) -> None:
    masks = tuple(data.draw(st.integers(1, 15)) for _ in part.cells)
    digits = [[d for d in range(1, 5) if mask >> (d - 1) & 1] for mask in masks]
    # Along a unit the digits differ: that is the unit's business, not the part's.
    fits = [w for w in product(*digits) if part.possible(w, 4) and (not isinstance(part, Between) or len(set(w)) == 4)]
    found = Support(4, part).of(masks)
    assert Support(4, part).allows(masks) == (found is not None)
    if not isinstance(part, Between):
        expected = tuple(sum(1 << (d - 1) for d in {way[k] for way in fits}) for k in range(len(masks)))
        assert found == (expected if fits else None)
    elif fits:
        assert found is not None
        assert all(found[k] >> (digit - 1) & 1 for way in fits for k, digit in enumerate(way))


@given(data=st.data())
def test_a_sum_knows_which_of_its_cells_differ(data: st.DataObject) -> None:
    part = Total((0, 1, 2, 3), (1, 1, -1, 1), 4)
    pairs = data.draw(st.sets(st.sampled_from([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])))
    peers = [[b for b in range(4) if tuple(sorted((a, b))) in pairs] for a in range(4)]
    masks = tuple(data.draw(st.integers(1, 15)) for _ in part.cells)
    digits = [[d for d in range(1, 5) if mask >> (d - 1) & 1] for mask in masks]
    fits = [w for w in product(*digits) if part.possible(w, 4) and all(w[a] != w[b] for a, b in pairs)]
    expected = tuple(sum(1 << (d - 1) for d in {way[k] for way in fits}) for k in range(len(masks)))
    assert Support(4, part, peers=peers).of(masks) == (expected if fits else None)
    assert Support(4, part, peers=peers).allows(masks) == bool(fits)


@pytest.mark.parametrize(("shaft", "is_enough"), [("r1c1,r1c2", True), ("r1c1,r2c4", False)])
def test_two_cells_of_an_arrow_that_see_each_other_are_not_both_1(shaft: str, is_enough: bool) -> None:
    board = Board.parse(f"{'.' * 81};arrow=r5c5:{shaft}")
    removed = {digit: step for step in rules.rule_elimination(State.of(board)) for cell, digit in step.removes}
    assert 1 in removed
    assert (2 in removed) is is_enough
    if is_enough:
        step = removed[2].at(State.of(board))
        assert check(step)
        assert "see each other" in explain_step(step, board.geometry)


def steps_are_true(board: Board) -> list[Step]:
    solution = solve(board).board
    assert solution
    steps = path(board)
    for step in steps:
        assert all(solution[candidate.cell] == candidate.digit for candidate in step.places), step
        assert all(solution[candidate.cell] != candidate.digit for candidate in step.removes), step
    return steps


@pytest.mark.parametrize(
    "variant", [v if v not in LAYOUTS else pytest.param(v, marks=pytest.mark.slow) for v in VARIANTS]
)
def test_steps_on_every_variant_are_true_and_those_by_rules_proved(variant: str) -> None:
    board = random_variant([variant], 8, 9 if variant in ("windoku", *LAYOUTS) else 6)
    for step in steps_are_true(board):
        if step.technique.family is Family.RULE:
            assert check(step)
            assert not check(step, premises=())
            assert explain_step(step, board.geometry)


@pytest.mark.parametrize("keyword", BY_KEYWORD)
def test_every_rule_is_told_by_what_it_demands(keyword: str) -> None:
    found: list[Step] = []
    for seed in range(20):
        grid = random_grid(seed, Geometry.standard(6))
        rules = random_rules(keyword, grid, Shuffle(seed), 6)
        values = [value if cell % 4 == 0 else 0 for cell, value in enumerate(grid)]
        board = Board.of(values, grid.geometry.with_rules(rules))
        found += find_all(State.of(board), RULE_TECHNIQUES)
    for step in found:
        assert step.position
        demands = [p for p in step.premises if isinstance(p, RuleTruth)]
        assert demands
        case = Case(step, step.position.geometry)
        assert all(list(demand(case, truth)) for truth in demands), step
    silent = all(isinstance(part, Allowed | Different) for rule in rules for part in rule.parts(board.geometry))
    assert bool(found) is not silent


def test_killers_are_solved_by_logic() -> None:
    solved = 0
    for seed in range(10):
        board = random_variant(["killer"], seed)
        solved += sum(len(step.places) for step in steps_are_true(board)) == 81
    assert solved == 10


def test_a_cage_is_explained_by_its_combinations() -> None:
    board = Board.parse("." * 81 + ";cage=3:r1c1,r1c2|17:r1c3,r2c3")
    steps = find_all(State.of(board), [Technique.CAGE_COMBINATIONS])
    assert explain_step(steps[0], board.geometry).startswith(
        "Cage combinations. The cage of r1c1 and r1c2 has different digits with the sum 3."
    )
    assert isinstance(steps[0].premises[0], RuleTruth)
    assert steps[0].premises[0].total == 3
    overlap = find_all(State.of(board), [Technique.CAGE_OVERLAP])
    assert overlap
    assert check(overlap[0])


def test_a_false_premise_about_a_rule_is_refused() -> None:
    board = Board.parse("." * 81 + ";cage=3:r1c1,r1c2|17:r1c3,r2c3")
    step = find_all(State.of(board), [Technique.CAGE_COMBINATIONS])[0]
    assert not check(step, premises=[RuleTruth((1,), (), (2, 11), 17)])
    assert not check(step, premises=[RuleTruth((0,), (), (0, 2), 3)])
    assert len(own_facts(board.geometry)) == 2


def test_every_step_concludes_something() -> None:
    # A W-Wing whose only prey were its own ends was found again and again.
    board = Board.parse("..46...5..............21.......3....;antiking")
    assert all(step.places or step.removes for step in islice(walk(board), 200))


def test_rules_take_part_in_chains_and_are_needed_for_their_proof() -> None:
    board = random_variant(["killer"], 0)
    chain = next(step for step in walk(board) if step.branches and _rules_inside(step.premises))
    assert check(chain)
    bare = [_without_rules(premise) if isinstance(premise, Branch) else premise for premise in chain.premises]
    assert not check(chain, premises=bare)
    assert "The cage of" in explain_step(chain, board.geometry)


def _rules_inside(premises: tuple[Premise, ...]) -> list[RuleTruth]:
    implications = [i for premise in premises if isinstance(premise, Branch) for i in premise.implications]
    return [reason for i in implications for reason in i.by if isinstance(reason, RuleTruth)]


def _without_rules(branch: Branch) -> Branch:
    kept = (replace(i, by=tuple(r for r in i.by if not isinstance(r, RuleTruth))) for i in branch.implications)
    return replace(branch, implications=tuple(kept))


def test_candidates_tried_inside_a_chain_are_proved() -> None:
    board = random_puzzle(1, Geometry.standard(9, diagonals=True))
    found = list(islice(forcing.nested_contradictions(State.of(board)), 1))
    assert found
    assert check(found[0].at(State.of(board)))


def test_pairs_are_tried_inside_a_chain_on_large_boards() -> None:
    board = random_puzzle(1, Geometry.standard(16))
    step = next(step for step in walk(board) if step.technique is Technique.NESTED_FORCING_CHAIN)
    assert check(step)
    solution = solve(board).board
    assert solution
    assert all(solution[cell] != digit for cell, digit in step.removes)


def test_threes_are_tried_inside_a_chain_where_pairs_lead_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.parse(
        "4.5.......3.......................7...9.........1...........4......8.............;nonconsecutive"
    )
    with monkeypatch.context() as fewer:
        fewer.setattr(forcing, "WIDTHS_TO_TRY", (2,))
        *_, last = walk(board)
    assert last.position
    state = last.position.after(last)
    assert not state.solved
    step = next(forcing.nested_contradictions(state)).at(state)
    assert check(step)
    solution = solve(board).board
    assert solution
    assert all(solution[cell] != digit for cell, digit in step.removes)


def test_facts_stay_the_same_while_other_boards_come_and_go() -> None:
    """A service sees many boards: what is cached for one must equal what is computed afresh."""
    board = positions.example(Technique.CAGE_CONFLICT)
    assert board is not None
    geometry, cage = board.geometry, next(rule for rule in board.geometry.rules if isinstance(rule, Cage))
    for total in range(10, 80):
        assert own_facts(geometry)
        assert fact_pairs(geometry)
        own_facts(replace(geometry, rules=(replace(cage, total=total),)))
    assert {fact for pair in fact_pairs(geometry) for fact in pair} <= {*own_facts(geometry), *sum_facts(geometry)}
    for total in range(80, 160):
        own_facts(replace(geometry, rules=(replace(cage, total=total),)))
    assert {fact for pair in fact_pairs(geometry) for fact in pair} <= {*own_facts(geometry), *sum_facts(geometry)}


def test_a_loop_with_a_link_by_a_rule_removes_only_what_both_ends_exclude() -> None:
    # On this board a continuous loop once emptied the cell at one end of the link of all digits but two.
    puzzle = Board.parse(
        "..8.3.......7.....7....9.5...3......4.......6...2..59...2..5.......6.........3...;thermo=r1c5,r2c4|r1c8,r2c9|"
        "r2c2,r2c3|r2c5,r1c6|r3c8,r2c8,r2c7|r4c5,r3c5|r5c1,r4c1|r5c9,r6c8|r6c3,r5c2,r6c2|r6c6,r5c5|r6c9,r7c9|r7c3,r6c2|"
        "r7c6,r7c5|r7c7,r6c8|r8c2,r8c3,r8c4|r8c2,r9c2|r8c3,r9c4|r9c5,r8c4,r9c4|r9c5,r9c4|r9c8,r9c9"
    )
    solution = solve(puzzle).boards[0]
    found = path(puzzle)
    loops = [step for step in found if step.technique.id.endswith("continuous_nice_loop") and step.links]
    assert all(solution[cell] != digit for step in found for cell, digit in step.removes)
    assert all(check(step) for step in loops)
