"""The sentences of hints: true, plain, and no more than the step's premises hold."""

from __future__ import annotations

import re

import pytest

from sudokulens import Board, hint, path
from sudokulens.logic.justify import swapped_digits
from sudokulens.logic.level import LEVELS
from sudokulens.logic.path import steps
from sudokulens.logic.premise import Branch, CellTruth, DeadlyPattern, RuleTruth, UnitTruth
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Technique
from sudokulens.puzzle.geometry import Cell, Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.teaching import positions
from sudokulens.wording.explain import explain, explain_step, explanation
from sudokulens.wording.language import languages
from tests.wording.examples import NAMES, example

CELL = re.compile(r"r([1-9]+)c([1-9]+)")


def told(name: str, lang: str = "en") -> str:
    board, step = example(name)
    return explain_step(step, board.geometry, lang=lang)


def cells_in(text: str) -> set[Cell]:
    """Every cell that the text names, as r1c1 or in a bundle such as r12c3."""
    return {(int(r) - 1) * 9 + int(c) - 1 for rows, columns in CELL.findall(text) for r in rows for c in columns}


def cells_of(step: Step) -> set[Cell]:
    """The cells of a step's premises and conclusions, and those that it blames for excluding something."""
    found = {candidate.cell for candidate in (*step.places, *step.removes)}
    for premise in step.premises:
        if isinstance(premise, Branch):
            literals = [premise.assumption, *(implication.then for implication in premise.implications)]
            found |= {literal.candidate.cell for literal in literals}
            found |= {c for i in premise.implications for by in i.by if isinstance(by, UnitTruth) for c in by.cells}
            found |= {by.cell for i in premise.implications for by in i.by if isinstance(by, CellTruth)}
            continue
        found |= set(premise.cells) if isinstance(premise, DeadlyPattern | UnitTruth | RuleTruth) else {premise.cell}
        if isinstance(premise, RuleTruth):
            found |= {candidate.cell for candidate in step.removes}
        elif not isinstance(premise, DeadlyPattern):
            found |= {reason.candidate.cell for reason in premise.because}
            found |= {reason.by for reason in premise.because if hasattr(reason, "by")}
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_names_no_cell_that_the_premises_do_not(name: str) -> None:
    board, step = example(name)
    text = explain_step(step, board.geometry)
    fins = {candidate.cell for candidate in step.candidates.get("fin", ())}
    assert cells_in(text) <= cells_of(step) | fins | _leftovers(step, board.geometry), text


def _leftovers(step: Step, geometry: Geometry) -> set[int]:
    """The cells that a law of leftovers compares, and those by which it names regions without a number."""
    if step.technique is not Technique.LAW_OF_LEFTOVERS:
        return set()
    named = {min(geometry.units[unit].cells) for units in step.units.values() for unit in units}
    return named.union(*step.cells.values())


@pytest.mark.parametrize("seed", range(4))
def test_no_step_of_a_path_is_told_with_a_cell_that_its_premises_do_not_hold(seed: int) -> None:
    board = random_puzzle(seed)
    for step in path(board):
        fins = {candidate.cell for candidate in step.candidates.get("fin", ())}
        for code in languages():
            assert cells_in(explain_step(step, board.geometry, lang=code)) <= cells_of(step) | fins


@pytest.mark.parametrize("name", NAMES)
def test_every_technique_is_told_at_every_level_in_every_language(name: str) -> None:
    board, step = example(name)
    for code in languages():
        texts = [explain_step(step, board.geometry, level, lang=code) for level in LEVELS]
        assert len(set(texts)) == len(LEVELS)
        assert not any("{" in text for text in texts)
        assert not cells_in(texts[0] + texts[1]), "a nudge gives a cell away"
        assert {candidate.cell for candidate in (*step.places, *step.removes)} <= cells_in(texts[3])


@pytest.mark.parametrize("name", NAMES)
def test_full_texts_reason_before_they_conclude(name: str) -> None:
    """A step that only says what to remove has not been explained."""
    board, step = example(name)
    text = explanation(step, board.geometry).text.removeprefix(f"{step.technique.display}. ")
    assert not text.startswith(("Remove", "So")), text
    assert not re.search(r"\. So [^.]*\. So ", f". {text}"), text


@pytest.mark.parametrize("name", NAMES)
def test_a_nudge_never_lists_more_than_four_units(name: str) -> None:
    board, step = example(name)
    nudge = explain_step(step, board.geometry, "nudge")
    units = nudge.partition(" in ")[2] if " in " in nudge else nudge
    assert len(re.findall(r"\d+", units)) <= 5, nudge


@pytest.mark.parametrize("seed", range(8))
def test_a_naked_single_accounts_for_every_other_digit_and_only_truly(seed: int) -> None:
    """It used to say "excluded by its row, column or box", also of digits that earlier steps had removed."""
    board = random_puzzle(seed)
    for step in path(board):
        if step.technique is not Technique.NAKED_SINGLE or step.position is None:
            continue
        text = explain_step(step, board.geometry)
        reasons = text.partition(": ")[2].partition(". So")[0]
        digits = set()
        for part in reasons.split("; "):
            found = {int(digit) for digit in re.findall(r"\d", part.partition(" has ")[2] or part)}
            digits |= found
            if unit := re.match(r"(row|column|box) (\d) has", part):
                number = ("row", "column", "box").index(unit[1]) * 9 + int(unit[2]) - 1
                values = {step.position.values[cell] for cell in board.geometry.units[number].cells}
                assert found <= values, text
            else:
                assert "ruled out earlier" in part
        assert digits == set(range(1, 10)) - {step.places[0].digit}


def test_earlier_removals_are_told_of_as_such() -> None:
    assert "were ruled out earlier" in told("naked_single")


@pytest.mark.parametrize("seed", range(8))
def test_sets_name_every_unit_that_they_remove_from(seed: int) -> None:
    """They used to name one unit and remove in another as well."""
    board = random_puzzle(seed)
    for step in steps(board):
        if step.technique.family not in (Family.LOCKED, Family.SUBSET) or Technique.HIDDEN_PAIR.display in str(step):
            continue
        text = explain_step(step, board.geometry)
        if "No other cell of " not in text and "no other cell of " not in text:
            continue
        named = re.search(r"[Nn]o other cell of ([^.]*?) can be", text)
        assert named is not None
        units = [
            board.geometry.units[("row", "column", "box").index(kind) * 9 + int(number) - 1].cells
            for kind, number in re.findall(r"(row|column|box) (\d)", named[1])
        ]
        inside = {cell for cells in units for cell in cells}
        outside = {candidate.cell for candidate in step.removes} - inside
        assert outside <= cells_in(text.partition("see")[0]), text


def test_a_locked_pair_names_its_line_and_its_box() -> None:
    assert "No other cell of column 6 or box 8 can be 7 or 9." in told("locked_pair")


def test_templates_say_where_the_digit_no_longer_fits() -> None:
    text = told("template_delete")
    assert re.search(r"Suppose r\dc\d were \d\.", text)
    assert "contradict" in text or "cannot be placed in all of" in text


def test_a_grave_names_the_candidates_that_prevent_it() -> None:
    board, step = example("bug_1")
    pattern = next(premise for premise in step.premises if isinstance(premise, DeadlyPattern))
    (escape,) = pattern.escapes
    assert f"Without {escape.digit} in {board.geometry.cell_name(escape.cell)}, every empty cell" in told("bug_1")


@pytest.mark.parametrize("name", [name for name in NAMES if "rectangle" in name and "empty" not in name])
def test_rectangles_name_their_corners_and_digits(name: str) -> None:
    _, step = example(name)
    text = told(name)
    *others, last = map(str, swapped_digits(step))
    assert f"held only {', '.join(others)} and {last}" in text
    assert set(step.cells["floor"]) | set(step.cells["roof"]) <= cells_in(text)


@pytest.mark.parametrize("name", ["als_xz", "als_xy_wing", "als_chain"])
def test_almost_locked_sets_name_their_digits_and_what_ties_them(name: str) -> None:
    text = told(name)
    for role, cells in example(name)[1].cells.items():
        if role.startswith("als "):
            assert re.search(rf"{role[-1].upper()} is [r\dc, and]+ with [\d, and]+", text), text
            assert set(cells) <= cells_in(text)
    tied = r"If A has no \d, it has \d\. Then \w cannot have \d, as its places there see those in A, so it has \d\."
    assert re.search(tied, text)


def test_a_death_blossom_goes_through_its_petals() -> None:
    text = told("death_blossom")
    stem = example("death_blossom")[1].cells["stem"][0]
    digits = next(t.digits for t in example("death_blossom")[1].premises if isinstance(t, CellTruth) and t.cell == stem)
    for digit in digits:
        assert re.search(rf"If r\dc\d is {digit}, [A-Z] cannot have {digit}, so it has \d\.", text)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("simple_colours_trap", r"clashes with \d in r\dc\d \(colour A\) and \d in r\dc\d \(colour B\)"),
        ("simple_colours_wrap", r"have the same colour \w but cannot both be true"),
        ("multi_colours_type_1", r"exclude each other, so \w or \w is true"),
        ("3d_medusa", r"clashes with|have the same colour|nothing would be left"),
    ],
)
def test_colours_name_their_cells_and_the_rule_that_fired(name: str, rule: str) -> None:
    text = told(name)
    assert "Either all of colour A are true (" in text
    assert re.search(rule, text), text


def test_siamese_fish_are_told_as_two() -> None:
    text = told("siamese_finned_x_wing")
    assert "two fish" in text
    assert text.count("Apart from ") == 2


def test_an_article_never_meets_a_plural_name() -> None:
    board, step = example("cell_forcing_chains")
    assert explain_step(step, board.geometry, "technique").endswith("Technique: Cell forcing chains.")


def test_the_branches_of_a_forcing_chain_stand_apart_under_their_assumptions() -> None:
    board, step = example("cell_forcing_chains")
    found = explanation(step, board.geometry)
    assert "leads to the same result" in found.text
    assert [branch.title for branch in found.branches] == ["If r4c8 is 1:", "If r4c8 is 4:", "If r4c8 is 9:"]
    assert all(branch.argument.endswith("r4c7 is not 9.") for branch in found.branches)


def test_a_long_branch_is_told_in_numbered_steps_that_do_not_repeat_each_other() -> None:
    """It was one paragraph of 65 sentences, in which the same contradiction was told three times."""
    board = Board.parse("98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6")
    found = hint(board)
    assert found.step is not None
    (branch,) = explanation(found.step, board.geometry).branches
    title, *lines = str(branch).splitlines()
    assert title == branch.title == "If r1c3 is 2:"
    assert [line.partition(". ")[0] for line in lines] == [str(number) for number in range(1, len(lines) + 1)]
    assert max(map(len, lines)) < 350
    assert "17. For the same reason as in step 3, r8c1 is not 4." in lines
    supposed = [
        re.sub(r"^.*?were \d\. |So r\dc\d is not \d\.$", "", step) for step in branch.steps if "Suppose" in step
    ]
    assert len(set(supposed)) == len(supposed)


@pytest.mark.parametrize("technique", [Technique.KRAKEN_FISH_1, Technique.KRAKEN_FISH_2])
def test_a_kraken_fish_is_told_case_by_case(technique: Technique) -> None:
    for board in (positions.example(technique), positions.practice(technique)):
        assert board is not None
        for step in positions.steps_of(board, technique):
            whole = explanation(step, board.geometry)
            assert "Suppose" not in whole.text
            assert len(whole.branches) > 1
            last = [branch.argument.rstrip(".").split(". ")[-1] for branch in whole.branches]
            ((cell, digit),) = step.removes
            assert all(said.endswith(f"{board.geometry.cell_name(cell)} is not {digit}") for said in last), last
        shown = positions.shown_step(board, technique)
        assert shown is not None
        told = explanation(shown, board.geometry)
        assert told.text.split(". ")[1].startswith("Apart from ")
        starts = " ".join(branch.title for branch in told.branches)
        assert all(f"{board.geometry.cell_name(fin.cell)} is" in starts for fin in shown.candidates["fin"])


@pytest.mark.parametrize("technique", [t for t in Technique if t.family is Family.FISH], ids=lambda t: t.id)
def test_a_fish_names_only_the_units_that_it_rests_on(technique: Technique) -> None:
    board = positions.example(technique)
    assert board is not None
    for step in positions.steps_of(board, technique)[:5]:
        cited = {premise.unit for premise in step.premises if isinstance(premise, UnitTruth)}
        base = {unit for fish in step.children or (step,) for unit in fish.units["base"]}
        for level in ("pattern", "full"):
            named = units_in(explain_step(step, board.geometry, level=level), board.geometry)
            assert not named & (base - cited - {u for fish in step.children or (step,) for u in fish.units["cover"]})


def units_in(text: str, geometry: Geometry) -> set[int]:
    """Every unit that the text names, as in "rows 1, 3 and 4"."""
    found = set()
    for kind, numbers in re.findall(r"(row|column|box|boxes)s? ((?:\d(?:, | and |)?)+)", text):
        wanted = {int(number) for number in re.findall(r"\d", numbers)}
        found |= {u for u, unit in enumerate(geometry.units) if unit.kind == kind[:6] and unit.index + 1 in wanted}
        found |= {u for u, unit in enumerate(geometry.units) if unit.kind == kind[:3] and unit.index + 1 in wanted}
    return found


@pytest.mark.parametrize("name", NAMES)
def test_no_article_clashes_with_a_digit(name: str) -> None:
    """It used to say "a 8"."""
    assert not re.search(r"\ba 8\b|\ban [1-79]\b", told(name))


def test_a_chain_is_told_link_by_link() -> None:
    assert told("xy_chain") == (
        "XY-Chain. If r4c7 is not 9, it is 2. Then r6c9 is not 2, so it is 5. Then r6c5 is not 5, so it is 9. "
        "So r4c7 or r6c5 is 9, and r4c5 and r6c8 see both. Remove 9 from r4c5 and r6c8."
    )


def test_hints_speak_the_language_that_is_asked_for() -> None:
    found = hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    assert explain(found, "nudge", lang="de").startswith("Sieh")
    assert "ne peut aller qu’en" in explain(found, lang="fr")
    assert explain(found, lang="ja").endswith("です。")


def test_where_solutions_differ_a_few_cells_are_named_one_by_one() -> None:
    """It used to say "solutions differ at r1c12578,r2c1257"."""
    text = explain(hint("." * 80 + "1"))
    assert "among others" in text
    assert "," not in text.partition("differ in")[2].partition(", among")[0].replace(", ", " ")


def test_the_notation_of_a_small_board_counts_its_own_boxes() -> None:
    """A 6×6 hint used to say "in c5" for box 2."""
    board = random_puzzle(1, Geometry.standard(6))
    lines = [step.line() for step in steps(board) if step.units.get("pattern", (0,))[0] >= 12]
    assert lines
    assert all(re.search(r" in b\d", line) for line in lines), lines


def test_what_the_same_two_colours_exclude_is_told_once() -> None:
    board = positions.practice(Technique.SIMPLE_COLOURS_TRAP)
    assert board is not None
    step = positions.shown_step(board, Technique.SIMPLE_COLOURS_TRAP)
    assert step is not None
    assert len(step.removes) == 2
    assert explain_step(step, board.geometry).count("one of which is true") == 1


def test_a_rule_names_the_candidates_that_fit_no_way_to_obey_it() -> None:
    board, step = example("cage_conflict")
    reason = explain_step(step, board.geometry).split("No way to do that has ")[1].split(". Remove")[0]
    assert cells_in(reason) == {candidate.cell for candidate in step.removes}


def test_many_cells_are_listed_as_words_are() -> None:
    text = told("swordfish")
    assert not re.search(r"r\d+c\d+,r", text), text
    assert re.search(r"r\d+c\d+, r\d+c\d+ and r\d+c\d+", text), text


def test_the_leftovers_nudge_compares_lines_with_regions() -> None:
    board, step = example("law_of_leftovers")
    nudged = explain_step(step, board.geometry, "nudge")
    assert re.match(r"Compare (columns?|rows?) .* with the regions", nudged), nudged
