"""Engines and rules: every constraint solved and counted alike by all engines that take it."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulens.errors import UnknownEngine
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.constraints import BY_KEYWORD, Cage, Constraint
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving import fallback_search
from sudokulens.solving._kernel import kernel
from sudokulens.solving.bitset import search_board, start_search
from sudokulens.solving.compiled_rules import rule_numbers
from sudokulens.solving.engine import Budget, Grid
from sudokulens.solving.random import random_grid
from sudokulens.solving.random_rules import WHOLE_BOARD, obeyed, random_rules
from sudokulens.solving.shuffle import Shuffle
from sudokulens.solving.solve import choose_engine, solve
from tests.solving.shapes import grids

WIKIPEDIA_KILLER = (
    "." * 81 + ";cage=3:r1c1,r1c2|15:r1c3,r1c4,r1c5|22:r1c6,r2c5,r2c6,r3c5|4:r1c7,r2c7|16:r1c8,r2c8|"
    "15:r1c9,r2c9,r3c9,r4c9|25:r2c1,r2c2,r3c1,r3c2|17:r2c3,r2c4|9:r3c3,r3c4,r4c4|8:r3c6,r4c6,r5c6|20:r3c7,r3c8,r4c7|"
    "6:r4c1,r5c1|14:r4c2,r4c3|17:r4c5,r5c5,r6c5|17:r4c8,r5c7,r5c8|13:r5c2,r5c3,r6c2|20:r5c4,r6c4,r7c4|12:r5c9,r6c9|"
    "27:r6c1,r7c1,r8c1,r9c1|6:r6c3,r7c2,r7c3|20:r6c6,r7c6,r7c7|6:r6c7,r6c8|10:r7c5,r8c4,r8c5,r9c4|"
    "14:r7c8,r7c9,r8c8,r8c9|8:r8c2,r9c2|16:r8c3,r9c3|15:r8c6,r8c7|13:r9c5,r9c6,r9c7|17:r9c8,r9c9"
)
LISTED = 60
"""Solutions that a comparison lists at most."""


@st.composite
def boards_with(draw: st.DrawFn, keyword: str, sizes: tuple[int, ...] = (4, 6)) -> Board:
    """Boards with random rules of a kind: some true to a full grid, some not, with some cells given."""
    size, seed = draw(st.sampled_from(sizes)), draw(st.integers(0, 10_000))
    shuffle = Shuffle(seed)
    grid, other = random_grid(seed, Geometry.standard(size)), random_grid(seed + 1, Geometry.standard(size))
    source = other if draw(st.integers(0, 3)) == 0 else grid
    rules = random_rules(keyword, source, shuffle, draw(st.integers(1, 8)))
    cells = list(range(size * size))
    shuffle(cells)
    given_cells = cells[: round(draw(st.floats(0, 0.6)) * len(cells))]
    values = [grid[cell] if cell in given_cells else 0 for cell in range(size * size)]
    return Board.of(values, grid.geometry.with_rules(rules))


def by_filter(board: Board, most: int) -> list[Grid] | None:
    """The solutions by what the rules' checks say of every grid without them; None where there are too many grids."""
    plain = board.with_rules(())
    every = grids(choose_engine("bitset", plain), plain, most)
    if len(every) == most:
        return None
    return [grid for grid in every if obeyed(board.rules, Board.of(grid, board.geometry))]


@pytest.mark.parametrize("keyword", BY_KEYWORD)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_engines_agree_with_each_other_and_with_the_checks(keyword: str, data: st.DataObject) -> None:
    board = data.draw(boards_with(keyword))
    if not board.status():
        assert solve(board).kind == "none"
    found = grids(choose_engine("bitset", board), board, LISTED)
    assert len(set(found)) == len(found)
    assert all(Board.of(grid, board.geometry).status().solved for grid in found)
    expected = by_filter(board, 3000)
    if expected is not None and len(found) < LISTED:
        assert set(found) == set(expected)
    for name in ("sat", "cpsat", "logic"):
        others = grids(choose_engine(name, board), board, LISTED)
        assert len(others) == len(found)
        if len(found) < LISTED:
            assert set(others) == set(found)


@pytest.mark.parametrize("keyword", BY_KEYWORD)
def test_nine_by_nine_with_one_solution(keyword: str) -> None:
    kept = 30 if BY_KEYWORD[keyword] in WHOLE_BOARD else 20
    rules: tuple[Constraint, ...] = ()
    grid = random_grid(5)
    if BY_KEYWORD[keyword] in WHOLE_BOARD:
        rules = random_rules(keyword, grid, Shuffle(1), 1)
        grid = Board.of(next(search_board(Board.empty(grid.geometry.with_rules(rules)), Budget(20))))
    rules = rules or random_rules(keyword, grid, Shuffle(1), 30)
    board = Board.of(
        [v if c * 7 % 81 < kept else 0 for c, v in enumerate(grid.values)], Geometry.standard().with_rules(rules)
    )
    kinds = {name: solve(board, name).kind for name in ("bitset", "sat", "cpsat")}
    assert len(set(kinds.values())) == 1
    assert "none" not in kinds.values()


def test_a_killer_without_givens() -> None:
    board = Board.parse(WIKIPEDIA_KILLER)
    answer = solve(board)
    assert answer.kind == "unique"
    assert answer.board
    assert "".join(map(str, answer.board)).startswith("215647398368952174794381652")
    rules = [Cage(rule.cells, rule.total) for rule in board.rules[1:] if isinstance(rule, Cage)]
    assert solve(board.with_rules([Cage((0, 1), 4), *rules])).kind == "none"


def test_dlx_takes_even_and_odd_and_refuses_other_rules() -> None:
    even = Board.parse("." * 16 + ";even=r1c1,r1c2")
    assert len(grids(choose_engine("dlx", even), even)) == len(grids(choose_engine("bitset", even), even)) == 48
    with pytest.raises(UnknownEngine, match="killer cage"):
        choose_engine("dlx", Board.parse("." * 16 + ";cage=5:r1c1,r1c2"))


@pytest.mark.parametrize("keyword", BY_KEYWORD)
def test_the_python_search_takes_the_same_branches(keyword: str) -> None:
    grid = random_grid(3, Geometry.standard(6))
    take_the_same_branches(Board.empty(grid.geometry.with_rules(random_rules(keyword, grid, Shuffle(3), 6))))


@pytest.mark.parametrize("size", [10, 20, 35])
def test_pairs_of_more_digits_than_a_table_looks_up_at_once(size: int) -> None:
    geometry = Geometry.standard(size)
    rows, columns = geometry.box_shape or (1, size)
    shifts = [row % rows * columns + row // rows for row in range(size)]
    grid = Board.of([(column + shift) % size + 1 for shift in shifts for column in range(size)], geometry)
    assert grid.status().solved
    rules = [*random_rules("thermo", grid, Shuffle(size), 20), *random_rules("greater", grid, Shuffle(size), 20)]
    cells = list(range(size * size))
    Shuffle(size)(cells)
    blank = set(cells[: size * 3])
    board = Board.of([0 if c in blank else v for c, v in enumerate(grid.values)], geometry.with_rules(rules))
    take_the_same_branches(board)
    assert grid.values in {tuple(found) for found in grids(choose_engine("bitset", board), board, 5000)}


def take_the_same_branches(board: Board) -> None:
    geometry = board.geometry
    units = array("H", [cell for unit in geometry.units for cell in unit.cells])
    masks = array(
        "Q", [1 << (v - 1) if v else mask for v, mask in zip(board.values, geometry.possible_digits, strict=True)]
    )
    numbers = rule_numbers(geometry)
    compiled, python = (module.Search(board.size, units, masks, numbers) for module in (kernel, fallback_search))
    for _ in range(5):
        assert compiled.advance(2000) == python.advance(2000)
        assert compiled.nodes == python.nodes


def test_rules_of_the_same_two_cells_are_one_table() -> None:
    board = Board.parse("." * 81 + ";nonconsecutive;antiknight;greater=r1c1>r1c2;white=r1c1,r1c2")
    search = start_search(board)
    plain = start_search(Board.parse("." * 81 + ";nonconsecutive;antiknight"))
    assert search.advance(100_000) is None
    assert search.done
    assert plain.advance(100_000) is not None


def test_cells_of_a_sum_that_see_each_other_have_different_digits() -> None:
    # Three cells of one box with the sum 7 are 1, 2 and 4: nothing is left to guess that has a 3 among them.
    board = Board.parse("." * 81 + ";littlekiller=7:r1c3,r2c2,r3c1;greater=r1c3>r2c2|r2c2>r3c1")
    found = next(search_board(board, Budget(20)))
    assert [found[2], found[10], found[18]] == [4, 2, 1]


@pytest.mark.parametrize(
    "numbers",
    [
        *([0], [0, 1], [0, 1, 0], [0, 9, 0, 0], [7, 1, 0, 0], [0, 1, 99, 0], [1, 1, 0, 0], [0, 1, 0, 5]),
        [3, 1, 0, 3, 5, 0, 1],  # a factor of zero
        [3, 2, 0, 1, 5, 5, 1, 2, 1, 1],  # two factors in a group
        [3, 5, 0, 1, 2, 3, 4, 11, 5, *[1] * 10],  # five different digits of four
        [3, 1, 0, 3, 5, 2_000_000, 1],
    ],
)
def test_numbers_that_make_no_rule_are_refused(numbers: list[int]) -> None:
    units, masks = array("H", range(4)), array("Q", [15] * 16)
    for module in (kernel, fallback_search):
        with pytest.raises(ValueError, match="rule"):
            module.Search(4, units, masks, array("q", numbers))


@pytest.mark.parametrize("keyword", BY_KEYWORD)
def test_engines_agree_on_boards_with_no_one_two_and_many_solutions(keyword: str) -> None:
    wanted: set[int] = {0, 1, 2, 3} - {3 if keyword == "alldots" else -1}  # which leaves small boards two at most
    found: set[int] = set()
    for seed in range(400):
        board = _board_of_seed(keyword, seed)
        bitset = grids(choose_engine("bitset", board), board, 3)
        if len(bitset) in found:
            continue
        found.add(len(bitset))
        for name in ("sat", "cpsat"):
            others = grids(choose_engine(name, board), board, 3)
            assert len(others) == len(bitset), (name, board)
            assert len(bitset) == 3 or set(others) == set(bitset), (name, board)
        if found == wanted:
            break
    assert found == wanted


def _board_of_seed(keyword: str, seed: int) -> Board:
    """A small board that may have any number of solutions: some have the rules of another grid."""
    size, shuffle = (4, 6)[seed % 2], Shuffle(seed)
    if BY_KEYWORD[keyword] in WHOLE_BOARD:
        geometry = Geometry.standard(6).with_rules([BY_KEYWORD[keyword]()])
        grid = random_grid(seed, geometry)
    else:
        grid = random_grid(seed, Geometry.standard(size))
        source = random_grid(seed + 1, grid.geometry) if seed % 5 == 4 else grid
        geometry = grid.geometry.with_rules(random_rules(keyword, source, shuffle, 1 + shuffle.below(6)))
    percent = (0, 5, 10, 15, 20, 30)[seed % 6]
    values = [value if shuffle.below(100) < percent else 0 for value in grid.values]
    if seed % 7 == 6:
        values[shuffle.below(len(values))] = 1
    return Board.of(values, geometry)
