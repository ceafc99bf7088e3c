"""Ratings: sound, the same every time, ordered, honest about a time limit, and right where reasoning alone tells."""

from __future__ import annotations

import random
import signal
from types import FrameType

import pytest

import sudokulens as sl
from sudokulens.errors import InvalidBoard, InvalidRequest
from sudokulens.logic.explainer import SCALES, Rule, Scale, climb, is_available, search
from sudokulens.logic.technique import Level, Technique
from sudokulens.logic.techniques import compiled, ladder

pytestmark = pytest.mark.skipif(not is_available(), reason="the kernel was not built")

BOXES = [[27 * r + 3 * c + 9 * i + j for i in range(3) for j in range(3)] for r in range(3) for c in range(3)]
HARD_SEED = 144
"""A generated puzzle that needs dynamic forcing chains."""
LINES = [[9 * r + c for c in range(9)] for r in range(9)] + [[9 * r + c for r in range(9)] for c in range(9)]


def solved_by_singles(board: sl.Board, hidden: list[list[int]]) -> bool:
    """Whether last digits of any unit and only places in the `hidden` units, and nothing else, solve the board."""
    values = list(board.values)
    peers = board.geometry.peers
    progress = True
    while progress and not all(values):
        progress = False
        for unit in BOXES + LINES:
            empty = [cell for cell in unit if not values[cell]]
            for digit in set(range(1, 10)) - {values[cell] for cell in unit}:
                places = [cell for cell in empty if all(values[peer] != digit for peer in peers[cell])]
                if len(places) == 1 and (len(empty) == 1 or unit in hidden):
                    values[places[0]] = digit
                    progress = True
                    break
    return all(values)


def easier(seed: int, givens: int) -> sl.Board:
    """A generated puzzle made easier by more givens, spread evenly."""
    solution = sl.random_grid(seed)
    puzzle = sl.random_puzzle(seed)
    step = 7
    cells = [cell * step % 81 for cell in range(81) if not puzzle[cell * step % 81]]
    extra = cells[: max(0, givens - puzzle.clue_count)]
    return sl.Board.of(solution[c] if puzzle[c] or c in extra else 0 for c in range(81))


def test_one_missing_digit_rates_as_last_value() -> None:
    grid = sl.random_grid(3)
    rating = sl.rate(sl.Board.of(0 if cell == 40 else digit for cell, digit in enumerate(grid)))
    assert (rating.er, rating.ep, rating.ed) == (1.0, 1.0, 1.0)
    assert (rating.level, rating.hardest, rating.steps) == (Level.EASY, Technique.FULL_HOUSE, 1)


@pytest.mark.parametrize("seed", range(12))
def test_singles_decide_the_ratings_up_to_one_and_a_half(seed: int) -> None:
    puzzle = easier(seed, 26 + 2 * (seed % 6))
    er = sl.rate(puzzle).er
    assert (er <= 1.2) == solved_by_singles(puzzle, BOXES)
    assert (er <= 1.5) == solved_by_singles(puzzle, BOXES + LINES)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("seed", range(12))
def test_no_step_contradicts_the_solution_and_ratings_are_ordered(seed: int, scale: Scale) -> None:
    puzzle = sl.random_puzzle(seed)
    solution = sl.solve(puzzle).boards[0]
    climbed = climb(puzzle, scale=scale)
    assert climbed.outcome == "solved"
    assert climbed.ed <= climbed.ep <= climbed.er == max(climbed.ratings)
    assert len(climbed.ratings) == len(climbed.steps)
    for step in climbed.steps:
        assert all(solution[cell] != digit for cell, digit in step.removes)
        assert all(solution[cell] == digit for cell, digit in step.places)
    assert climb(puzzle, scale=scale) == climbed


@pytest.mark.parametrize(("scale", "name"), [("se", "SE 1.2.1"), ("sukaku", "Sukaku Explainer")])
def test_the_scale_is_named(scale: str, name: str) -> None:
    assert sl.rate(sl.random_puzzle(1), scale=scale).scale == name


def test_an_unknown_scale_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="sukaku"):
        sl.rate(sl.random_puzzle(1), scale="stars")


def test_a_solved_board_needs_no_step() -> None:
    rating = sl.rate(sl.random_grid(1))
    assert (rating.steps, rating.hardest, rating.er) == (0, None, 0.0)


@pytest.mark.parametrize(
    ("givens", "fault"), [({0: 1, 1: 1}, "no solution"), ({0: 1}, "several solutions")], ids=["none", "several"]
)
def test_a_puzzle_without_one_solution_has_no_rating(givens: dict[int, int], fault: str) -> None:
    with pytest.raises(InvalidBoard, match=fault):
        sl.rate(sl.Board.of(givens.get(cell, 0) for cell in range(81)))


def test_other_boards_have_our_level_and_score_alone() -> None:
    for board in (sl.random_puzzle(1, sl.Geometry.standard(6)), sl.generate(variants=["killer"], seed=3)):
        rating = sl.rate(board, time_limit=None)
        assert (rating.er, rating.ep, rating.ed, rating.scale) == (None, None, None, None)
        steps = sl.path(board)
        assert rating.score == sum(step.technique.score for step in steps) > 0
        assert rating.exact
        assert rating.level is max(step.technique.level for step in steps)


def test_a_time_limit_gives_lower_bounds_and_says_so() -> None:
    puzzle = sl.random_puzzle(HARD_SEED)
    whole, cut = climb(puzzle), climb(puzzle, time_limit=1e-4)
    assert whole.outcome == "solved"
    assert cut.outcome == "unfinished"
    assert cut.er <= whole.er
    assert cut.steps == whole.steps[: len(cut.steps)]


def test_a_long_search_can_be_interrupted() -> None:
    class Interrupted(Exception):
        pass

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(Interrupted):
            search(sl.Board.empty(), Rule.NESTED_NESTED)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("rule", "puzzle"), [(Rule.TWO_STRONG_LINKS, 3), (Rule.THREE_STRONG_LINKS, 5), (Rule.BENT_FOUR, 12)], ids=str
)
def test_the_second_scale_knows_more_rules_and_they_hold(rule: Rule, puzzle: int) -> None:
    board = sl.random_puzzle(puzzle)
    solution = sl.solve(board).boards[0]
    assert all(solution[cell] != digit for step in search(board, rule) for cell, digit in step.removes)


def test_the_kernel_numbers_every_rule_once() -> None:
    from sudokulens.logic._kernel import finder

    assert tuple(rule.name for rule in Rule) == finder.RULES


def test_one_list_numbers_the_techniques_of_both_searches() -> None:
    from sudokulens.logic._kernel import finder, finder_large

    assert finder.TECHNIQUES == finder_large.TECHNIQUES
    assert len(set(finder.TECHNIQUES)) == len(finder.TECHNIQUES)
    found = {technique for technique in Technique if compiled.knows(technique)}
    only_on_the_ladder = {Technique[name] for name in finder.TECHNIQUES[finder.FIRST_OF_LADDER :]}
    assert only_on_the_ladder == ladder.RULES.keys() - found


def test_a_rule_gives_only_the_techniques_asked_for() -> None:
    board = sl.random_puzzle(HARD_SEED)
    steps = search(board, Rule.DYNAMIC_FORCING)
    kinds = {step.technique for step in steps}
    assert len(kinds) > 1
    wanted = steps[0].technique
    assert {step.technique for step in search(board, Rule.DYNAMIC_FORCING, [wanted])} == {wanted}


@pytest.mark.parametrize("seed", range(6))
def test_contradictory_candidates_do_no_harm(seed: int) -> None:
    shuffle = random.Random(seed)
    values = tuple(shuffle.choice((0, 0, 0, shuffle.randint(1, 9))) for _ in range(81))
    marks = tuple(0 if value else shuffle.getrandbits(9) for value in values)
    board = sl.Board(sl.Geometry.standard(), values, (False,) * 81, marks)
    for scale in SCALES:
        assert climb(board, time_limit=0.5, scale=scale).outcome in ("solved", "stuck", "unfinished")
    for rule in Rule:
        search(board, rule, time_limit=0.05)
