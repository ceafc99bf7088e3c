"""The rules decide together with the network: what they repair, what they leave alone, what they doubt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.reading.confidence import CLEARLY_WRITTEN, LEGIBLE, Rivals, doubts_of_lawful
from sudokulens.reading.decode import decode
from sudokulens.reading.judge import judge_classic
from sudokulens.reading.options import price_options
from sudokulens.reading.search import Limits, find_lawful
from sudokulens.solving.solve import solve
from tests.reading.simulation import random_reading, simulate

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MINIMAL = "...8.1..........435............7.8........1...2..3....6......75..34........2..6.."
SEVERAL_SOLUTIONS = MINIMAL.replace("435", "43.")
JIGSAW = "000600000000490801900000500300082000010048090000010007003000002102067000007009000"


def digits(text: str) -> tuple[int, ...]:
    return tuple(0 if c in ".0" else int(c) for c in text)


def test_a_clear_reading_stays_as_it_is_without_a_doubt() -> None:
    verdict = decode(simulate(PUZZLE))
    assert verdict.board == Board.parse(PUZZLE)
    assert verdict.status == "unique"
    assert verdict.solution.board is not None
    assert verdict.solution.board.values == digits(ANSWER)
    assert verdict.doubts == ()
    assert verdict.repaired == ()
    assert verdict.confidence > 0.97


@pytest.mark.parametrize("cell", [0, 1, 4, 12, 40, 80])
def test_a_single_confusable_cell_is_repaired_and_reported(cell: int) -> None:
    true = digits(PUZZLE)[cell]
    wrong = true % 9 + 1
    verdict = decode(simulate(PUZZLE, confused={cell: {true: 0.3, wrong: 0.7}}))
    assert verdict.board.values[cell] == true
    assert [(r.cell, r.looked, r.became) for r in verdict.repaired] == [(cell, wrong, true)]


def test_a_digit_that_was_nearly_missed_is_found_again() -> None:
    first, last = MINIMAL.index("8"), MINIMAL.rindex("6")
    verdict = decode(simulate(MINIMAL, confused={first: {0: 0.8, 8: 0.2}, last: {0: 0.7, 6: 0.3}}))
    assert verdict.board.values == digits(MINIMAL)
    assert {repair.cell for repair in verdict.repaired} == {first, last}


def test_a_digit_where_nothing_was_seen_is_doubted_however_sure_the_board_is() -> None:
    cell = MINIMAL.index("8")
    reading = simulate(MINIMAL, confused={cell: {0: 0.8, 8: 0.2}})
    findings = find_lawful(price_options(reading.digits, reading.ink), Geometry.standard(9), judge_classic, Limits())
    assert findings.lawful[0].values[cell] == 8
    assert [doubt.cell for doubt in doubts_of_lawful(reading, Rivals.of(reading, findings), 0.999)] == [cell]


def test_speckles_read_as_digits_are_taken_out() -> None:
    verdict = decode(simulate(PUZZLE, confused={2: {0: 0.4, 1: 0.6}, 77: {0: 0.3, 7: 0.7}}))
    assert verdict.board.values[2] == 0 or verdict.doubts
    assert verdict.board.values[77] == 0


def test_a_choice_that_the_rules_leave_open_is_doubted_with_its_alternative() -> None:
    full = ANSWER[:2] + "." + ANSWER[3:]
    verdict = decode(simulate(full, confused={2: {0: 0.6, 4: 0.4}}))
    assert verdict.doubts[0].cell == 2
    assert verdict.doubts[0].alternatives[0][0] in (0, 4)
    assert verdict.confidence < 0.9


def test_a_doubtful_board_names_every_cell_that_was_not_clear_itself() -> None:
    confused = {cell: {digit: 0.7, digit % 9 + 1: 0.3} for cell, digit in enumerate(digits(PUZZLE)) if digit}
    verdict = decode(simulate(PUZZLE, confused=confused))
    assert verdict.confidence < 0.9
    assert {doubt.cell for doubt in verdict.doubts} >= set(confused)


def test_two_wrong_cells_at_once_are_repaired_in_a_full_grid() -> None:
    confused = {10: {7: 0.2, 1: 0.8}, 60: {2: 0.1, 7: 0.9}}
    verdict = decode(simulate(ANSWER, confused=confused))
    assert verdict.board.values == digits(ANSWER)
    assert {repair.cell for repair in verdict.repaired} == {10, 60}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_clear_mistakes_are_what_is_written_and_no_matter_of_doubt(number: int) -> None:
    written = [2, 3, 5, 6, 10, 11, 15, 16]
    entered = [int(ANSWER[cell]) if cell in written else given for cell, given in enumerate(digits(PUZZLE))]
    wrong = {cell: entered[cell] % 9 + 1 for cell in written[:number]}
    for cell, digit in wrong.items():
        entered[cell] = digit
    verdict = decode(simulate(entered, written=written))
    assert verdict.status == "unique"
    assert {cell: verdict.board.entries[cell] for cell in wrong} == wrong
    assert verdict.doubts == ()
    assert verdict.repaired == ()
    assert verdict.solution.board is not None
    assert verdict.solution.board.values == digits(ANSWER)


@pytest.mark.parametrize("written", [0.95, 0.97])
def test_an_entry_that_may_be_a_mistake_or_misread_is_asked_about(written: float) -> None:
    entered = list(digits(PUZZLE))
    entered[2] = 9
    verdict = decode(simulate(entered, written=[2], confused={2: {9: written, 4: 1 - written}}))
    assert [doubt.cell for doubt in verdict.doubts] == [2]
    assert {verdict.doubts[0].read, verdict.doubts[0].alternatives[0][0]} == {4, 9}


def test_the_rules_do_not_take_a_wrong_entry_away() -> None:
    entered = list(digits(PUZZLE))
    entered[2] = 9
    verdict = decode(simulate(entered, written=[2], confused={2: {9: 0.95, 0: 0.05}}))
    assert verdict.board.entries == {2: 9}


def test_in_a_puzzle_copied_by_hand_the_rules_repair_what_they_do_in_print() -> None:
    confused = {4: {7: 0.03, 1: 0.97}}
    verdict = decode(simulate(PUZZLE, written=range(81), confused=confused))
    assert verdict.board.values == digits(PUZZLE)
    assert [(repair.cell, repair.became) for repair in verdict.repaired] == [(4, 7)]


def test_ambiguous_handwriting_follows_the_solution() -> None:
    entered = list(digits(PUZZLE))
    entered[2] = 4
    verdict = decode(simulate(entered, written=[2], confused={2: {4: 0.4, 9: 0.6}}))
    assert verdict.board.values[2] == 4


def test_a_board_that_takes_too_much_counting_is_read_without_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudokulens.solving.bitset.SLICE", 1)
    monkeypatch.setattr("sudokulens.solving.bounded.LOCKSTEP_NODES", 0)
    monkeypatch.setattr("sudokulens.solving.bounded.NODES_TIMES_CELLS", 0)
    verdict = decode(simulate(MINIMAL))
    assert (verdict.status, verdict.solution.board) == ("multiple", None)
    assert verdict.board.values == digits(MINIMAL)


def test_several_solutions_are_not_repaired_away() -> None:
    verdict = decode(simulate(SEVERAL_SOLUTIONS))
    assert verdict.status == "multiple"
    assert verdict.board.values == digits(SEVERAL_SOLUTIONS)
    assert verdict.doubts
    assert "Several solutions" in verdict.note


def test_a_jigsaw_is_not_damaged_and_is_said_to_be_one() -> None:
    verdict = decode(simulate(JIGSAW))
    assert verdict.board.values == digits(JIGSAW)
    assert verdict.status == "unsolvable"
    assert verdict.kind == "irregular"
    assert "irregular" in verdict.note


def test_too_few_digits_are_said_to_be_too_few() -> None:
    verdict = decode(simulate("1" + "." * 79 + "2"))
    assert verdict.status == "multiple"
    assert "too few" in verdict.note


def test_an_empty_grid_and_a_hopeless_one_get_an_answer() -> None:
    assert decode(simulate("." * 81)).status == "multiple"
    hopeless = decode(simulate("1" * 81))
    assert hopeless.status == "unsolvable"
    assert hopeless.doubts


def test_no_information_at_all_is_no_certainty() -> None:
    verdict = decode(simulate([0] * 81, confused={c: dict.fromkeys(range(10), 0.1) for c in range(81)}))
    assert verdict.status != "unique" or verdict.doubts
    assert verdict.confidence < 0.5


def test_the_solver_completes_the_givens_where_ink_is_uncertain() -> None:
    first = MINIMAL.index("8")
    verdict = decode(simulate(MINIMAL, print_share={first: 0.4}))
    assert verdict.board.givens[first], "without it the givens have several solutions"


def test_symmetry_settles_a_doubtful_given() -> None:
    written = [2, 3, 5, 6, 10, 11]
    entered = "".join(ANSWER[cell] if cell in written else given for cell, given in enumerate(PUZZLE))
    verdict = decode(simulate(entered, written=written, print_share={2: 0.6}))
    assert not verdict.board.givens[2], "its opposite cell is empty and all other givens lie symmetric"


@pytest.mark.parametrize(("size", "box_rows"), [(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)])
def test_other_sizes_find_their_own_box_shape(size: int, box_rows: int) -> None:
    from sudokulens.solving.random import random_puzzle

    puzzle = random_puzzle(5, Geometry.standard(size, box_rows))
    verdict = decode(simulate(list(puzzle.values)))
    assert verdict.board.values == puzzle.values
    assert verdict.status == "unique"


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), hard=st.sampled_from([0.0, 0.05, 0.15, 0.4]))
def test_unique_always_means_exactly_one_solution(seed: int, hard: float) -> None:
    verdict = decode(random_reading(list(digits(PUZZLE)), seed, hard))
    if verdict.status == "unique":
        assert solve(verdict.board.puzzle).kind == "unique"
        assert verdict.solution.board is not None
        for cell, value in enumerate(verdict.board.values):
            assert not verdict.board.givens[cell] or verdict.solution.board.values[cell] == value
    else:
        assert verdict.doubts


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_same_reading_gives_the_same_verdict(seed: int) -> None:
    reading = random_reading(list(digits(PUZZLE)), seed)
    assert decode(reading) == decode(reading)


def test_a_conflict_on_a_small_grid_is_an_entry_and_no_reason_to_invent_digits() -> None:
    verdict = decode(simulate("...11.3...3.2.43", print_share={10: 0.67}))
    assert verdict.status == "multiple"
    assert verdict.board.values == digits("...11.3...3.2.43")
    assert verdict.board.entries == {10: 3}


@pytest.mark.parametrize(("share", "asked"), [(0.3, True), (LEGIBLE - 0.02, True), (LEGIBLE + 0.2, False)])
def test_an_entry_that_the_ink_leaves_open_is_asked_about_though_it_is_right(share: float, asked: bool) -> None:
    entered = PUZZLE[:2] + "46" + PUZZLE[4:]
    verdict = decode(simulate(entered, written=[2, 3], confused={2: {4: share, 9: 1 - share}}))
    assert verdict.board.values[2] == 4
    assert (2 in {doubt.cell for doubt in verdict.doubts}) is asked


@pytest.mark.parametrize(("share", "asked"), [(CLEARLY_WRITTEN - 0.01, True), (CLEARLY_WRITTEN + 0.01, False)])
def test_a_mistake_is_told_only_where_it_is_clearly_written(share: float, asked: bool) -> None:
    entered = PUZZLE[:2] + "16" + PUZZLE[4:]
    verdict = decode(simulate(entered, written=[2, 3], confused={2: {1: share, 7: 1 - share}}))
    assert verdict.board.values[2] == 1
    assert (2 in {doubt.cell for doubt in verdict.doubts}) is asked


def test_without_a_split_all_but_slips_counts_as_print() -> None:
    entered = PUZZLE[:2] + "9" + PUZZLE[3:]
    reading = simulate(entered, written=[2])
    whole, quick = decode(reading), decode(reading, split=False)
    assert quick.board.values == whole.board.values
    assert [cell for cell, value in enumerate(quick.board.values) if value and not quick.board.givens[cell]] == [2]
    assert (quick.status, quick.doubts, quick.confidence) == (whole.status, whole.doubts, whole.confidence)
