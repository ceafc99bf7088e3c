"""Why one thing follows from another: rules that nobody sees, contradictions, and reasons that several things share."""

from __future__ import annotations

import re

import pytest

from sudokulens import Board
from sudokulens.logic.candidate import Candidate
from sudokulens.logic.level import LEVELS
from sudokulens.logic.path import walk
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.teaching.positions import practice, shown_step, steps_of
from sudokulens.wording.argument.case import Case
from sudokulens.wording.argument.pairs import PairRules
from sudokulens.wording.explain import explain_step, explanation
from tests.wording.examples import NAMES, example

GREATER = (
    "..+8..4..+9.397......+1......2+9+2...6....57.9+81+2+668+1...5+9...+2.....8...+8..+9..8.....+24.;greater=r1c4>r1c5|"
    "r2c2>r3c2|r2c4>r1c4|r2c7>r1c7|r2c8>r1c8|r3c1>r3c2|r3c8>r3c7|r4c3>r4c2|r4c6>r4c5|r5c5>r5c4|r5c5>r6c5|r5c6>r6c6|"
    "r6c2>r6c1|r6c7>r5c7|r7c5>r8c5|r8c3>r7c3|r8c5>r8c6|r9c2>r8c2|r9c3>r8c3|r9c4>r9c5;marks=52,60,0,36,17,0,64,75,0,1a,"
    "0,0,0,b3,13,a8,b0,19,58,0,38,134,b4,114,6c,d0,0,0,0,c,11,11,0,cc,c4,4c,c,0,0,c,0,0,0,0,0,0,0,0,e,4e,46,0,0,c,55,"
    "168,0,13d,7c,155,64,75,0,55,68,14,0,3a,17,0,75,51,0,160,30,134,75,155,0,0,55"
)
TENS_AND_FIVES = (
    "..+1+4.+6+3...+4+6+9..+1..3+7+9+8+2+1+4+6+5+6+9+3+1+8+45+72+7+8+2+6..+9+1+4..+4+7+9+2+8+3+6..+5+3+4+7+6..+4+6+"
    "8+2+1+9+7+53+9+3+7+56+8+2+4+1;xv=X:r1c1,r1c2|V:r1c3,r1c4|X:r2c2,r2c3|X:r3c4,r3c5|X:r3c5,r4c5|V:r3c6,r4c6|X:r3c"
    "7,r3c8|V:r4c3,r5c3|X:r5c2,r5c3|X:r5c7,r5c8|V:r5c8,r5c9|X:r5c9,r6c9|X:r6c4,r7c4|X:r6c6,r6c7|V:r7c4,r8c4|V:r7c5,"
    "r8c5|X:r8c3,r8c4|X:r8c5,r8c6|X:r9c6,r9c7|V:r9c8,r9c9;marks=90,12,0,0,50,0,0,182,1c0,92,0,0,0,54,14,0,82,c0,0,0"
    ",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,14,14,0,0,0,11,11,0,0,0,0,0,0,0,3,3,0,0,0,0,0,180,180,0,0,0,0,0,0,0,0"
    ",0,0,0,0,0,0,0,0,0,0"
)
LITTLE_KILLER = (
    ".9.....1.......+348...3..+7.........67...1....3........+1...6..8+7.....7.+6.+4......1+32;littlekiller=32:r1c3,"
    "r2c4,r3c5,r4c6,r5c7,r6c8,r7c9|25:r1c4,r2c5,r3c6,r4c7,r5c8,r6c9|15:r1c7,r2c8,r3c9|38:r3c1,r4c2,r5c3,r6c4,r7c5,r"
    "8c6,r9c7|27:r5c1,r6c2,r7c3,r8c4,r9c5|15:r7c9,r8c8,r9c7|9:r8c1,r9c2|7:r8c9,r9c8;marks=fe,0,fe,da,ba,fa,12,0,30,"
    "73,73,73,152,133,173,0,0,0,bb,bb,bb,0,bb,bb,0,112,120,19f,9f,19f,19a,19e,19e,11a,0,0,1fa,fa,1fa,0,1ba,1fa,11a,"
    "92,0,1fe,fe,1fe,1da,1be,1fe,11a,92,0,11f,1f,11f,0,11f,11f,0,0,110,17,97,197,192,0,197,0,110,0,1f8,e8,1f8,198,1"
    "98,198,0,0,0"
)
NESTED = (
    ".....6.8.4....9....6..7.1...9...73......1..2...5.3.....1.7..6....4.....2..8.....5;marks=157,56,147,1f,1a,0,15a,0,"
    "14c,0,96,47,7,92,0,52,74,64,196,0,106,9a,0,9e,0,11c,10c,83,0,23,9a,ba,0,0,38,a9,c4,cc,64,1b8,0,98,1d8,0,1e8,c3,ca,"
    "0,1aa,0,8a,1c8,168,1e9,116,0,106,0,9a,9a,0,10c,18c,174,54,0,b4,1b0,95,1c0,145,0,166,46,0,2e,12a,f,148,14d,0"
)
LOOP = (
    "....+7...1..2..3.4..4..5.6.....7..5.8..9....+7..5..8..6..1..4...62....7...3..9...1.;marks=b0,1a4,b4,aa,0,1aa,86,"
    "92,0,170,1e0,0,81,121,0,180,0,50,41,0,45,82,0,182,0,186,144,29,6,21,0,106,29,0,104,0,a8,a6,0,3a,24,3b,9,0,a,49,0,"
    "45,a,0,10b,10f,0,10e,150,0,d0,96,0,92,140,96,0,0,1a0,b8,b5,21,0,18c,194,11c,0,e0,f8,0,22,b2,4a,0,1a"
)
LACKING = (
    "5.8.............13..+1...........3.6.9+6+3.......+85..6+39.....67..8.+5...9.31.4..3....;x;marks=0,146,0,16f,14"
    "b,b,14a,4a,16a,6a,142,6a,1ea,1da,9a,1da,0,0,6e,146,0,16e,15a,9a,c2,da,17a,4b,43,4a,180,113,0,db,0,5a,0,0,0,5b,"
    "8a,1b,c3,ca,5a,4b,0,0,4a,4b,0,0,0,4a,5,5,102,1a,0,0,10a,1a,0,e2,0,62,a,8a,0,6a,0,0,e2,0,162,93,0,93,172,52,142"
)
DIAGONALS = (
    "5.8.............13..+1...........3.6.9+6+3.......+85..6+39.....67..8.+5...9.31.4..3....;x;marks=0,146,0,125,14"
    "3,b,14a,4a,16a,6a,142,6a,1a0,1da,9a,1da,0,0,6e,146,0,124,15a,9a,c2,da,17a,4b,43,4a,180,113,0,db,0,5a,0,0,0,5b,"
    "8a,1b,c3,ca,5a,4b,0,0,4a,b,0,0,0,4a,5,5,102,1a,0,0,10a,1a,0,e2,0,62,a,8a,0,6a,0,0,e2,0,162,93,0,93,172,52,142"
)
OVERLAPPING = (
    "...6.......8.9..1...6.154......+5.97152..7...4...8..2..7..3........56.+7.246...7...;marks=105,159,48,0,8e,8e,1"
    "4,116,154,6,58,0,4a,0,e,34,0,74,106,140,0,42,0,0,0,186,1c4,a0,8c,c,a,0,2e,0,0,0,0,0,105,101,0,125,a4,a4,0,121,"
    "49,14d,0,c,121,0,34,34,0,181,12,0,8a,18b,b1,1b8,1b0,180,85,105,0,0,109,0,188,0,0,0,12,101,82,0,95,194,194"
)
BENT = (
    "98.7..6..7..5+9.4....+4+386...4..9..53......3.6........+421...7+9.5..9.1......4..+351..;marks=0,0,14,0,b,a,0,3"
    ",14,0,23,26,0,0,3,0,82,84,12,13,0,0,0,0,142,143,150,0,62,a3,0,23,c3,0,0,c1,92,52,183,a,1b,0,1c0,0,1c1,a4,34,10"
    "1,a0,31,41,1c0,0,0,0,6,a2,2a,0,0,86,0,28,36,0,50,0,2a,8a,c6,c2,68,a0,0,42,a2,0,0,0,142,160"
)


def next_told(board: Board) -> str:
    return explain_step(next(walk(board)), board.geometry)


def test_a_sign_that_a_chain_rests_on_is_told_where_it_does() -> None:
    assert "If r8c6 is 3: r8c5 is greater than r8c6. r8c5 is not 2, so" in next_told(Board.parse(GREATER))


def test_a_sum_that_leaves_a_cell_empty_is_told() -> None:
    text = next_told(Board.parse(TENS_AND_FIVES))
    assert "Suppose r1c1 were 5. The sum of r1c1 and r1c2 is 10. Then nothing is left for r1c2" in text


def test_a_rule_between_all_neighbours_is_told_once_and_only_where_no_common_unit_explains_more() -> None:
    board = Board.parse("." * 81 + ";nonconsecutive")
    told = PairRules(Case(Step(Technique.RULE_ELIMINATION), board.geometry))
    apart = [((0, 4), (1, 5)), ((1, 4), (2, 3)), ((0, 4), (1, 4)), ((0, 4), (0, 5))]
    (said,) = told.behind((Candidate(*one), Candidate(*other)) for one, other in apart)
    assert "do not have consecutive digits" in said.template


def test_a_contradiction_names_both_cells_and_their_unit() -> None:
    board, step = example("dynamic_contradiction_forcing_chains")
    (branch,) = explanation(step, board.geometry).branches
    argument = branch.argument
    found = re.search(
        r"(r\dc\d) and (r\dc\d) would both be (\d) in (?:row|column|box) \d: a contradiction\.$", argument
    )
    assert found, argument
    for cell in found[1], found[2]:
        assert f"{cell} is not {found[3]}" not in argument


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_said_to_be_false_right_before_it_is_said_to_be_both(name: str) -> None:
    board, step = example(name)
    for branch in explanation(step, board.geometry).branches:
        assert not re.search(r"(r\dc\d) is not (\d)\.(?: |\n\d+\. )\1 would be", branch.argument)


def test_what_the_same_places_exclude_is_told_together() -> None:
    board = Board.parse(NESTED)
    text = next_told(board)
    assert "The 3 of box 2 is then in r1c4 or r2c4, so r8c4 and r9c4 are not 3." in text
    assert not re.search(r"(The \d of [^.]* is then in [^.]*), so [^.]*\. \1", text)


def test_digits_that_one_cell_loses_are_told_together() -> None:
    assert not re.search(r"\. (r\dc\d) is not \d\. \1 is not \d\.", next_told(Board.parse(NESTED)))


def test_a_chain_of_several_digits_is_not_said_to_follow_one() -> None:
    step = next(walk(Board.parse(LOOP)))
    assert explain_step(step, Board.parse(LOOP).geometry, "nudge") == "Follow a chain that starts with 4 in box 2."


def test_ends_of_different_digits_name_what_neither_allows() -> None:
    board = practice(Technique.GROUPED_AIC)
    assert board is not None
    texts = [explain_step(step, board.geometry) for step in steps_of(board, Technique.GROUPED_AIC)]
    assert any("So r6c4 is 5, or r3c4 is 8. In any case, r3c4 cannot be 5; r6c4 cannot be 8." in text for text in texts)


def test_a_chain_that_comes_back_to_its_start_has_not_two_ends() -> None:
    board = practice(Technique.DISCONTINUOUS_NICE_LOOP)
    assert board is not None
    texts = [explain_step(step, board.geometry) for step in steps_of(board, Technique.DISCONTINUOUS_NICE_LOOP)]
    assert not any(re.search(r"So (r\dc\d is \d), or \1", text) for text in texts)
    assert any("So if r2c3 were not 8, it would be 8: it must be 8. Remove" in text for text in texts)


def test_two_cells_of_a_loop_are_seen_both() -> None:
    for name in NAMES:
        board, step = example(name)
        assert not re.search(
            r"One of r\dc\d and r\dc\d is \d, so no other cell that sees them all", explain_step(step, board.geometry)
        )


def test_almost_locked_sets_that_lack_several_digits_are_followed_once() -> None:
    text = next_told(Board.parse(LACKING))
    assert "If A lacks one of 2, 4 and 7, it has 9." in text
    assert text.count("Then B cannot have 9, as its places there see those in A, so it has 8.") == 1
    assert "so it has 2, 4 and 7." in text
    assert "A or D has the 4 too, and r1c4, r2c4 and r3c4 see all its places there" in text


def test_a_set_is_named_once_in_a_pattern() -> None:
    step = next(step for step in walk(Board.parse(OVERLAPPING)) if step.technique is Technique.ALS_CHAIN)
    sets = explain_step(step, Board.parse(OVERLAPPING).geometry, "pattern").split("; ")
    assert len(sets) == len(set(sets))


def test_a_single_place_is_not_every_place() -> None:
    text = next_told(Board.parse(BENT))
    assert re.search(r"sees? the only place that \d has there: r\dc\d\.", text)
    assert not re.search(r"every place that \d has there: r\dc\d\.", text)


def test_units_of_several_kinds_are_listed_with_commas_and_each_in_its_case() -> None:
    step = next(walk(Board.parse(DIAGONALS)))
    geometry = Board.parse(DIAGONALS).geometry
    nudge = "Look at where 4 can go in box 6, the diagonal from r1c1 to r9c9 and the diagonal from r1c9 to r9c1."
    assert explain_step(step, geometry, "nudge") == nudge
    assert explain_step(step, geometry, "nudge", lang="de").count("der Diagonale") == 2


def test_an_exocet_names_its_line_and_boxes_and_no_cells_of_the_crossing_lines() -> None:
    board, step = example("junior_exocet")
    text, pattern = (explain_step(step, board.geometry, level) for level in ("full", "pattern"))
    assert re.search(r"cannot be elsewhere in (?:row|column) \d or box \d\. If", text)
    assert re.search(r"could only be outside boxes \d, \d and \d, where", text)
    assert len(re.findall(r"r\dc\d", pattern)) == 4


def test_blockers_are_named_in_order() -> None:
    board = practice(Technique.HIDDEN_SINGLE)
    assert board is not None
    step = shown_step(board, Technique.HIDDEN_SINGLE)
    assert step is not None
    found = re.search(r"The \ds in (.*) rule out", explain_step(step, board.geometry))
    assert found
    cells = re.findall(r"r\dc\d", found[1])
    assert cells == sorted(cells)


@pytest.mark.parametrize("name", NAMES)
def test_a_german_sentence_after_a_colon_begins_with_a_capital(name: str) -> None:
    board, step = example(name)
    assert ": sieh" not in explain_step(step, board.geometry, "pattern", lang="de")


def test_a_fish_in_japanese_keeps_its_base_and_cover_apart() -> None:
    """ "3と8行目の4と4と9列目" runs them together."""
    board, step = example("finned_x_wing")
    assert re.search(r"の\d、カバーは.*、フィンは", explain_step(step, board.geometry, "pattern", lang="ja"))


@pytest.mark.parametrize("name", NAMES)
def test_no_space_stands_between_chinese_characters(name: str) -> None:
    board, step = example(name)
    for level in LEVELS:
        assert not re.search(r"[一-鿿] [一-鿿]", explain_step(step, board.geometry, level, lang="zh")), name


def test_what_breaks_a_grave_names_what_it_excludes() -> None:
    board, step = example("bug_n")
    text = explain_step(step, board.geometry)
    assert "In any case, r5c5 cannot be 8; r6c5 cannot be 7. Remove 8 from r5c5; 7 from r6c5." in text


def test_sets_joined_by_a_digit_are_gone_through_once() -> None:
    board, step = example("als_w_wing")
    text = explain_step(step, board.geometry)
    assert text.count("If r3c6 is 7, A cannot have 7, so it has 1 and 5.") == 1
    assert text.count("If r3c") == 2


@pytest.mark.parametrize("name", ["kraken_fish_type_1", "kraken_fish_type_2"])
def test_the_pattern_of_a_kraken_is_its_fish(name: str) -> None:
    board, step = example(name)
    pattern = explain_step(step, board.geometry, "pattern")
    assert re.search(r": 3 in (?:rows|columns) [^:]* against [^:]*, with fins at", pattern)
    assert not any(board.geometry.cell_name(cell) in pattern for cell, _ in step.removes)


def test_the_units_of_a_nudge_stand_in_order() -> None:
    board, step = example("dual_2_string_kite")
    nudge = explain_step(step, board.geometry, "nudge")
    assert nudge == "Look at where 7 can go in rows 2 and 3 and columns 1 and 2."


def test_what_a_sum_leaves_is_told_in_words() -> None:
    text = next_told(Board.parse(LITTLE_KILLER))
    assert "The sum of r1c7, r2c8 and r3c9 is 15. r3c9 is not 6, so r1c7 is not 5." in text
    assert "≠" not in text
