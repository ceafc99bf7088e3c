"""What the finders find, and that nothing they find contradicts the solution."""

from __future__ import annotations

from types import ModuleType

import pytest

from sudokulens.errors import NeedsCompiler
from sudokulens.logic.path import ORDER, find_all, next_step, path, steps
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import compiled, plain
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.solve import solve
from tests.cases import first_quick

pytestmark = pytest.mark.skipif(not compiled.available(), reason="the compiled finders were not built")

COMPILED = [technique for technique in ORDER if compiled.knows(technique)]
EVERYDAY = [
    technique for technique in COMPILED if plain.knows(technique) and technique.order <= Technique.HIDDEN_QUAD.order
]


def solution_of(board: Board) -> tuple[int, ...]:
    solved = solve(board)
    assert solved.kind == "unique"
    assert solved.board is not None
    return solved.board.values


def contradicts(step: Step, solution: tuple[int, ...]) -> bool:
    wrongly_placed = any(solution[cell] != digit for cell, digit in step.places)
    return wrongly_placed or any(solution[cell] == digit for cell, digit in step.removes)


@pytest.mark.parametrize("seed", first_quick(*range(8)))
def test_no_step_on_a_path_contradicts_the_solution(seed: int) -> None:
    board = random_puzzle(seed)
    solution, state = solution_of(board), State.of(board)
    for number, step in enumerate(path(board)):
        if number % 6 == 0:
            found = find_all(state, COMPILED)
            assert [s.line() for s in found if contradicts(s, solution)] == []
        assert not contradicts(step, solution), step.line()
        state = state.after(step)


@pytest.mark.parametrize("seed", range(8))
def test_every_step_changes_the_board(seed: int) -> None:
    state = State.of(random_puzzle(seed))
    for step in path(state.board):
        assert step.places or step.removes
        assert all(state.has(candidate) for candidate in step.places + step.removes), step.line()
        state = state.after(step)


@pytest.mark.parametrize("seed", range(6))
def test_plain_and_compiled_finders_conclude_the_same(seed: int) -> None:
    state = State.of(random_puzzle(seed))
    for step in path(state.board)[:40]:
        for technique in filter(compiled.knows, EVERYDAY):
            if technique in (Technique.NAKED_PAIR, Technique.NAKED_TRIPLE):
                continue  # those in a box and a line at once are locked pairs and triples to the compiled finder
            conclusions = {found.conclusion for found in plain.find(state, [technique])}
            assert conclusions == {found.conclusion for found in compiled.find(state, [technique])}, technique
        state = state.after(step)


def test_naked_and_locked_subsets_together_are_the_plain_ones() -> None:
    for seed in range(4):
        state = State.of(random_puzzle(seed))
        for step in path(state.board)[:40]:
            for naked, locked in (
                (Technique.NAKED_PAIR, Technique.LOCKED_PAIR),
                (Technique.NAKED_TRIPLE, Technique.LOCKED_TRIPLE),
            ):
                expected = {frozenset(found.removes) for found in plain.find(state, [naked])}
                assert {frozenset(found.removes) for found in compiled.find(state, [naked, locked])} == expected
            state = state.after(step)


def test_the_next_step_is_the_first_of_the_path_where_marks_are_kept() -> None:
    board = State.of(random_puzzle(3)).board
    assert next_step(board) == path(board)[0]


def test_steps_come_easiest_first_and_once_each() -> None:
    found = steps(random_puzzle(5))
    orders = [step.technique.order for step in found]
    assert orders == sorted(orders)
    assert len({step.conclusion for step in found}) == len(found)


def test_a_technique_of_the_classic_board_says_so_on_another() -> None:
    with pytest.raises(NeedsCompiler, match=r"Unique loop type 1 needs .* classic 9×9 only"):
        steps(random_puzzle(1, Geometry.standard(4)), techniques=[Technique.UNIQUE_LOOP_1])


def test_beyond_the_tables_a_technique_says_what_it_needs() -> None:
    with pytest.raises(NeedsCompiler, match="Sue de Coq needs the compiled part"):
        steps(Board.empty(Geometry.standard(25)), techniques=[Technique.SUE_DE_COQ])


def test_own_pencil_marks_are_respected() -> None:
    board = random_puzzle(2)
    state = State.of(board)
    cell = next(cell for cell, mask in enumerate(state.candidates) if mask.bit_count() > 2)
    keep = 1 << (solution_of(board)[cell] - 1)
    marked = board.with_candidates(keep if c == cell else mask for c, mask in enumerate(state.candidates))
    found = steps(marked, techniques=[Technique.NAKED_SINGLE])
    assert (cell, keep.bit_length()) in [place for step in found for place in step.places]


def test_the_costliest_techniques_are_sound_too() -> None:
    board = random_puzzle(8)
    solution, state = solution_of(board), State.of(board)
    sizes = ("X_WING", "SWORDFISH")
    costly = [
        technique
        for technique in Technique
        if technique.name.startswith("KRAKEN") or ("MUTANT" in technique.name and technique.name.endswith(sizes))
    ]
    options = SearchOptions(overlapping_sets=True, set_nodes=True, empty_rectangle_pairs=True)
    wanted = [*costly, Technique.TEMPLATE_SET, Technique.TEMPLATE_DELETE, Technique.GROUPED_AIC, Technique.FIREWORK]
    for number, step in enumerate(compiled.path(state, COMPILED)):
        if number % 20 == 0:
            total, wrong = compiled.contradictions(state, wanted, solution, options)
            assert total >= len(wrong) == 0, wrong[0].line()
        state = state.after(step)


def test_wrong_marks_do_show_as_contradictions() -> None:
    board = random_puzzle(8)
    solution = solution_of(board)
    elsewhere = tuple(digit % 9 + 1 for digit in solution)
    total, wrong = compiled.contradictions(State.of(board), COMPILED, elsewhere)
    assert 0 < len(wrong) <= total


def test_bad_input_to_the_kernel_is_refused() -> None:
    shape = compiled._shape(Geometry.standard(), compiled.finder)
    packed = State.of(random_puzzle(1)).packed()
    with pytest.raises(ValueError, match="for every cell"):
        compiled.finder.find(shape, b"", b"", b"", b"", False, 0, 0, 0, 0, 0)
    for number in (255, compiled.finder.FIRST_OF_LADDER):
        with pytest.raises(ValueError, match="looks for such a technique"):
            compiled.finder.find(shape, *packed, bytes([number]), False, 0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="no rule"):
        compiled.finder.rule(shape, *packed, len(compiled.finder.RULES), b"", False, 0.0)
    six = random_puzzle(1, Geometry.standard(6))
    with pytest.raises(ValueError, match="classic"):
        compiled.finder.climb(*compiled.packed(State.of(six)), 0.0, 0)
    with pytest.raises(ValueError, match="PyCapsule"):
        compiled.finder.find(b"no shape", *packed, b"", False, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("kernel", [compiled.finder, compiled.finder_large])
@pytest.mark.parametrize(
    ("size", "regions", "extras", "peers", "exclusions"),
    [
        (25, bytes(625), b"", b"", b""),
        (4, bytes(15), b"", b"", b""),
        (4, bytes([4] * 16), b"", b"", b""),
        (4, bytes(16), b"", b"", b""),
        (4, bytes(i // 4 for i in range(16)), b"\0" * 2, b"", b""),
        (4, bytes(i // 4 for i in range(16)), b"", b"\xff" * 4, b""),
        (4, bytes(i // 4 for i in range(16)), b"", b"", b"\xff" * 8),
    ],
)
def test_a_shape_that_does_not_fit_the_tables_is_none(
    kernel: ModuleType, size: int, regions: bytes, extras: bytes, peers: bytes, exclusions: bytes
) -> None:
    assert kernel.shape(size, regions, extras, peers, exclusions, True) is None


def test_both_builds_number_techniques_and_roles_alike() -> None:
    assert compiled.finder.TECHNIQUES == compiled.finder_large.TECHNIQUES
    assert compiled.finder.ROLES == compiled.finder_large.ROLES


def test_both_builds_find_the_same() -> None:
    for seed in range(3):
        state = State.of(random_puzzle(seed))
        small = compiled._shape(state.geometry, compiled.finder)
        large = compiled._shape(state.geometry, compiled.finder_large)
        for step in compiled.path(state, COMPILED)[::15]:
            options = (compiled._numbers(COMPILED), False, 2, 0xFFFF, 5, 2, 500)
            own = compiled.finder.find(small, *state.packed(), *options)
            assert compiled.finder_large.find(large, *state.packed(), *options) == own
            state = state.after(step)
