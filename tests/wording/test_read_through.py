"""Faults that reading every hint as a player would has found; each stays mended."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from sudokulens import Board
from sudokulens.logic.level import LEVELS, HintLevel
from sudokulens.logic.path import find_all, path
from sudokulens.logic.premise import Branch
from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.technique import Family, Technique
from sudokulens.logic.techniques import ladder
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.solving.variants import random_variant
from sudokulens.teaching.positions import practice, shown_step, steps_of
from sudokulens.wording.explain import explain_step, explanation
from sudokulens.wording.language import languages
from tests.wording.examples import NAMES, example


def told(name: str, level: HintLevel = "full", lang: str = "en") -> str:
    board, step = example(name)
    return explain_step(step, board.geometry, level, lang=lang)


@pytest.mark.parametrize("name", NAMES)
def test_a_digit_never_runs_into_the_number_of_a_unit_or_a_cell_before_it(name: str) -> None:
    """ "In boxes 2 and 5, 7 can only go" reads as three boxes."""
    heads = re.findall(r"(?:^|\. )((?:In|But for) [^.:]*? (?:can only|could only|is therefore))", told(name))
    assert all(re.search(r", the (?:digits )?\d", head) for head in heads), heads


@pytest.mark.parametrize("name", NAMES)
def test_none_is_never_said_of_two_cells(name: str) -> None:
    assert not re.search(r"\b[Nn]one of r\dc\d and r\dc\d\b", told(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_fish_names_its_units_and_fins_in_order_and_by_number(name: str) -> None:
    text = told(name, "pattern")
    for listed in re.findall(r"(?:rows|columns|boxes|places of) ((?:\d, )*\d and \d)", text):
        assert re.findall(r"\d", listed) == sorted(re.findall(r"\d", listed)), text
    assert not re.search(r"a fin at r\dc\d(?:,| and)", text)


@pytest.mark.parametrize("name", NAMES)
def test_a_german_preposition_takes_its_case(name: str) -> None:
    for level in LEVELS:
        assert not re.search(r"\b(?:von|aus|mit|zu) die\b", told(name, level, "de"))


@pytest.mark.parametrize("name", NAMES)
def test_what_was_assumed_is_not_told_again(name: str) -> None:
    board, step = example(name)
    for branch in explanation(step, board.geometry).branches:
        assumed = branch.title.removeprefix("If ").removesuffix(":")
        assert not branch.steps[0].startswith(assumed), branch


def test_every_digit_that_is_placed_has_its_reason() -> None:
    assert "The same facts force 7 in r8c5. So the 7 goes in r3c6 and r8c5." in told("template_set")


def test_sums_of_units_give_one_cell_its_digit() -> None:
    assert "r6c9 is 7. Remove" in told("innies_and_outies")


def test_one_cell_that_must_break_a_pattern_is_told_as_such() -> None:
    assert "Only r7c8 can prevent that, so it is 1 or 9." in told("external_unique_rectangle")
    assert "So r2c5 or r6c6 is 3, and r3c6 and r6c5 see both." in told("broken_wing")


def test_colours_part_their_digits_clearly() -> None:
    assert "(3 in r4c4 and r8c7; 8 in r5c5)" in told("3d_medusa")


def test_a_nudge_to_cages_leads_to_the_units_that_are_added_up() -> None:
    assert told("innie_outie_difference", "nudge") == "Look at the sums of the cages in and around box 6."
    assert told("killer_pair", "nudge") == "Look at the sums of the cages in and around column 3."


def test_a_pattern_names_neither_all_digits_nor_only_those_that_go() -> None:
    assert told("sk_loop", "pattern").startswith("SK loop: look at ")
    assert told("killer_pair", "pattern").startswith("Killer pair: 5 and 6 in ")
    assert told("innies_and_outies", "pattern") == "Innies and outies: look at r6c9."


def test_a_cage_puts_its_digit_into_one_of_its_cells() -> None:
    assert "puts 8 into one of r2c4" in told("cage_unit_overlap")
    assert "needs 5 or 6 in r6c3 or r7c3" in told("killer_pair")


@pytest.mark.parametrize("name", NAMES)
def test_a_deadly_pattern_is_introduced_before_it_is_spoken_of(name: str) -> None:
    text = told(name)
    if "the deadly pattern" in text:
        assert "This is called a deadly pattern" in text.partition("the deadly pattern")[0]


def test_the_combinations_of_a_cage_are_listed() -> None:
    assert re.search(r"that can only be \d(?:\+\d)+", told("cage_combinations"))


@pytest.mark.parametrize("name", ["sk_loop", "multi_sector_locked_sets", "tridagon"])
def test_a_nudge_to_many_cells_names_the_units_that_hold_them(name: str) -> None:
    board, step = example(name)
    shown = re.search(r"(boxes|rows|columns) ([\d, and]+\d)", told(name, "nudge"))
    assert shown is not None
    first = {"rows": 0, "columns": 9, "boxes": 18}[shown[1]]
    units = [board.geometry.units[first + int(number) - 1].cells for number in re.findall(r"\d", shown[2])]
    assert set(step.cells["pattern"]) <= {cell for cells in units for cell in cells}


def test_a_nudge_to_a_rule_says_so() -> None:
    assert "the rules beyond rows, columns and boxes" in told("rule_elimination", "nudge")


def test_a_firework_tells_where_its_digits_go() -> None:
    assert re.search(r"can leave box \d only for r\dc\d in row \d and only for r\dc\d in column \d", told("firework"))


def test_no_name_has_two_pairs_of_brackets() -> None:
    for name in NAMES:
        for lang in ("en", "de"):
            assert ") (" not in told(name, "technique", lang)


DOUBLY_TIED = (
    "....4...1.3.6.....8........1.9.+75.........87....2......7....26.5..+394......+7..3..;marks="
    "62,132,72,190,0,1c6,170,196,0,4a,0,5b,0,93,1c3,158,19a,1da,0,13b,7b,111,17,147,178,11e,17e,0,aa,0,88,0,0,28,e,26,"
    "2e,3a,3e,109,25,125,0,0,132,6c,b8,fc,0,a4,1a4,139,119,138,10c,0,c,91,91,81,0,0,108,0,22,22,0,0,0,41,81,c0,108,81,"
    "81,0,22,22,0,118,118"
)


def test_two_sets_with_two_digits_in_common_are_told_without_trying_cases() -> None:
    board = Board.parse(DOUBLY_TIED)
    step = max(steps_of(board, Technique.ALS_XZ), key=lambda step: len(step.removes))
    text = explain_step(step, board.geometry, "full")
    assert "Each of 2 and 6 can be in only one of A and B" in text
    assert "B has the 5, and r2c9 and r3c9 see all its places there: r5c9, r6c9 and r9c9." in text
    assert "Suppose" not in text


def test_a_count_explains_every_candidate_that_goes() -> None:
    board = practice(Technique.SK_LOOP)
    assert board is not None
    step = shown_step(board, Technique.SK_LOOP)
    assert step is not None
    text = explain_step(step, board.geometry, "full")
    assert "In box 4, the 6 is therefore in one of these cells" in text
    assert "With 6 in r9c2, it would fit into them less often" in text, "r9c2 is not in box 4"


@pytest.mark.parametrize("name", ["dynamic_forcing_chains_plus", "nested_forcing_chains"])
def test_a_pattern_inside_a_chain_is_followed_to_its_contradiction(name: str) -> None:
    board, step = example(name)
    told_branches = " ".join(branch.argument for branch in explanation(step, board.geometry).branches)
    assert re.search(r"Suppose r\dc\d were \d\. Then .*: a contradiction\. So r\dc\d is not \d\.", told_branches)
    assert "it follows that" not in told_branches


def test_what_a_digit_excludes_is_told_together() -> None:
    board, step = example("dynamic_forcing_chains_plus")
    assert "r1c2 and r3c2 are not 2." in " ".join(
        branch.argument for branch in explanation(step, board.geometry).branches
    )


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_said_of_a_colour_without_candidates(name: str) -> None:
    for lang in languages():
        assert not re.search(r"[(（]\s*[)）]", told(name, lang=lang))


def test_a_colour_whose_opposite_plays_no_part_is_named_alone() -> None:
    board = practice(Technique.MULTI_COLOURS_2)
    assert board is not None
    step = shown_step(board, Technique.MULTI_COLOURS_2)
    assert step is not None
    assert "Colour B has 3 in r6c1. Either all of colour C" in explain_step(step, board.geometry, "full")


def test_cells_that_can_only_come_to_one_sum_have_no_least_and_most() -> None:
    board = Board.parse("3" + "." * 80 + ";cage=8:r1c1,r1c2")
    (step,) = (s for s in steps_of(board, Technique.CAGE_BOUNDS) if s.removes)
    assert "The rest comes to 3, so r1c2 is not" in explain_step(step, board.geometry, "full")


def test_only_the_bound_that_a_cage_uses_is_told() -> None:
    board = practice(Technique.CAGE_BOUNDS)
    assert board is not None
    step = shown_step(board, Technique.CAGE_BOUNDS)
    assert step is not None
    text = explain_step(step, board.geometry)
    assert "comes to at least" in text
    assert "at most" not in text


def test_single_cells_are_compared_by_name_and_not_by_their_sum() -> None:
    assert "there, r6c7 is the sum of r4c6 and r7c8 plus 1." in told("innie_outie_difference")


def test_no_place_is_named_twice() -> None:
    for name in NAMES:
        for places in re.findall(r"all its places there: ([^.]*)", told(name)):
            cells = re.findall(r"r\d+c\d+", places)
            assert len(cells) == len(set(cells)), name


def test_a_cage_of_one_cell_says_its_digit() -> None:
    board = Board.parse("." * 81 + ";cage=6:r8c3")
    step, *_ = steps_of(board, Technique.CAGE_BOUNDS)
    text = explain_step(step, board.geometry)
    assert "r8c3 is a cage of its own, so it is 6." in text
    assert "rest" not in text


@pytest.mark.parametrize("variant", ["even", "odd", "antiknight", "antiking", "nonconsecutive", "white", "greater"])
def test_nothing_was_ruled_out_earlier_before_the_first_step(variant: str) -> None:
    board = random_variant([variant], seed=3, minimal=False)
    state = State.of(board)
    singles = find_all(state, {Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE}, SearchOptions())
    assert singles
    for step in singles:
        assert check(step)
        assert "earlier" not in explain_step(step, board.geometry)


def test_a_cell_that_must_be_even_is_the_reason_of_a_single() -> None:
    board = random_variant(["even"], seed=3, minimal=False)
    singles = find_all(State.of(board), {Technique.HIDDEN_SINGLE}, SearchOptions())
    texts = [explain_step(step, board.geometry) for step in singles]
    assert any(re.search(r"By the rules of this puzzle, r\dc\d must be even\.", text) for text in texts), texts


FORCING = [technique.id for technique in Technique if technique.family is Family.FORCING and technique.id in NAMES]


@pytest.mark.parametrize("name", FORCING)
def test_the_pattern_of_a_forcing_chain_says_what_to_try(name: str) -> None:
    """Not the two dozen cells that the chains run through; cycles are followed."""
    text = told(name, "pattern")
    assert re.search(r": (try each|see what follows if|follow) ", text), text


def test_the_pattern_of_almost_locked_sets_names_each_set_once() -> None:
    assert told("als_xz", "pattern") == "ALS-XZ: 2 and 9 in r4c7; 2, 5 and 9 in r6c5 and r6c9."


def test_a_sue_de_coq_with_a_digit_in_line_and_box_is_counted() -> None:
    board = Board.parse("..85.3..9..9.2.75.2.6..1..4.4.....2.7.12....66.....9.....6..8..........53...7....")
    step = next(step for step in path(board) if step.technique is Technique.SUE_DE_COQ)
    text = explain_step(step, board.geometry)
    assert "9: 2×. That makes 7, so every one of these is needed there." in text
    assert "Suppose" not in text


@pytest.mark.parametrize("name", ["unique_rectangle_type_3", "unique_loop_type_3", "bug_type_3"])
def test_a_deadly_pattern_in_a_set_is_told_as_a_set(name: str) -> None:
    assert re.search(r"So r\dc\d or r\dc\d is [\d, ]+ or \d\. Together with .*, that makes \d cells for", told(name))
    assert "Suppose" not in told(name)


@pytest.mark.parametrize("technique", [Technique.TEMPLATE_SET, Technique.TEMPLATE_DELETE])
def test_templates_tell_the_cells_of_other_digits_that_they_rest_on(technique: Technique) -> None:
    board = practice(technique)
    assert board is not None
    step = shown_step(board, technique)
    assert step is not None
    lemmas = [premise.assumption.candidate for premise in step.premises if isinstance(premise, Branch)]
    assert lemmas
    said = explain_step(step, board.geometry).partition("That rules out")[0]
    for cell, digit in lemmas:
        name = re.escape(board.geometry.cell_name(cell))
        assert re.search(rf"{name} must be {digit}:|[Tt]he {digit} of [^.]* can only be in {name}\b", said), said


def test_templates_try_no_candidate_that_a_sure_cell_excludes() -> None:
    board = practice(Technique.TEMPLATE_DELETE)
    assert board is not None
    step = shown_step(board, Technique.TEMPLATE_DELETE)
    assert step is not None
    text = explain_step(step, board.geometry)
    assert "That rules out 9 in r15c5, r2c268 and r4c7. Suppose r1c7 were 9." in text
    assert text.endswith("Remove 9 from r1c57, r2c268, r3c58, r4c47, r5c459, r7c1, r8c6 and r9c9.")


def test_two_places_in_a_line_need_no_colours() -> None:
    board = Board.parse(
        ".1872......+3.814........+16+8...........5...............1.6.3.8..7+39.4..+16.......93;x;"
        "marks=28,0,0,0,0,28,114,14,110,30,130,0,120,0,0,0,42,42,102,142,4a,11c,110,11c,0,0,0,1ae,1ea,4b,132,171,18a,174,"
        "de,11b,1aa,16a,0,af,140,a6,162,8a,10b,1a6,1ea,4b,18a,171,52,174,de,11b,0,12,0,112,0,152,0,58,5a,0,0,0,92,0,92,12,"
        "0,0,9a,9a,a,31,71,72,52,0,0"
    )
    (text,) = {
        explain_step(step, board.geometry)
        for step in steps_of(board, Technique.SIMPLE_COLOURS_TRAP)
        if [cell for cell, _ in step.removes] == [30]
    }
    assert "In row 2, the 9 can only go in r2c2 or r2c4. So r2c2 or r2c4 is 9, and r4c4 sees both." in text
    assert "colour" not in text.partition(".")[2]


@pytest.mark.parametrize("name", NAMES)
def test_units_and_cells_are_listed_in_order(name: str) -> None:
    """ "In columns 5, 8 and 2", "r9c6 and r9c5 are not 7": nobody reads that way."""
    text = told(name)
    for listed in re.findall(r"(?:rows|columns|boxes) ((?:\d+, )*\d+ and \d+)", text):
        numbers = [int(number) for number in re.findall(r"\d+", listed)]
        assert numbers == sorted(numbers), text
    for listed in re.findall(r"((?:r\dc\d, )*r\dc\d and r\dc\d) are not", text):
        cells = re.findall(r"r\dc\d", listed)
        assert cells == sorted(cells), text


@pytest.mark.parametrize("name", NAMES)
def test_an_or_never_stands_inside_another(name: str) -> None:
    """ "3 in r7c7 or r8c7 or 1, 2 or 3 in r7c8" can be read in several ways."""
    assert not re.search(r"No way to do that has [^.:]* in [^.:]* in ", told(name))


def test_what_was_just_ruled_out_is_not_told_again() -> None:
    """ "So r9c1 is not 2. r9c1 is not 2, so it is 8." """
    board = practice(Technique.NESTED_FORCING_CHAIN)
    assert board is not None
    for step in islice(ladder.find(board, [Technique.NESTED_FORCING_CHAIN]), 8):
        text = explain_step(step.at(State.of(board)), board.geometry)
        assert not re.search(r"So (r\dc\d) is not (\d)\. \1 is not \2,", text)
