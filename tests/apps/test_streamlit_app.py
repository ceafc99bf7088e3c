"""The Streamlit app, driven by Streamlit's own test harness."""

from __future__ import annotations

from pathlib import Path

import pytest

import sudokulens

pytest.importorskip("streamlit", reason="the extra 'app' is not installed")
pytestmark = pytest.mark.filterwarnings("default")  # Streamlit's own deprecations are not ours to mend.

from streamlit.testing.v1 import AppTest  # noqa: E402

SCRIPT = Path(sudokulens.__file__).parent / "apps" / "streamlit_app.py"
SAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_file(str(SCRIPT), default_timeout=60).run()


def click(page: AppTest, label: str) -> None:
    next(button for button in page.button if button.label == label).click().run()
    assert not page.exception


def type_puzzle(page: AppTest, text: str) -> None:
    page.radio[0].set_value("text").run()
    page.text_area[0].set_value(text).run()
    assert not page.exception


def test_it_starts_with_a_sample_and_no_error(page: AppTest) -> None:
    assert not page.exception
    assert page.title[0].value == "Sudoku Lens"
    assert page.main[0].value == "Sudoku Lens", "something stands before the title"
    assert not page.error
    assert not page.success
    (text,) = [code for code in page.code if code.value == SAMPLE]
    assert text.proto.wrap_lines, "the 81 characters run out of the page"


def test_every_engine_solves_the_sample(page: AppTest) -> None:
    for engine in page.selectbox[0].options:
        page.selectbox[0].select(engine)
        click(page, "Solve")
        assert "exactly one solution" in page.success[0].value
        assert SOLVED in [code.value for code in page.code]


def test_an_answer_stays_until_the_board_changes(page: AppTest) -> None:
    click(page, "Solve")
    click(page, "Rate it")
    assert page.success
    type_puzzle(page, HARD)
    assert not page.success


def test_hints_tell_more_level_by_level_and_are_the_librarys(page: AppTest) -> None:
    click(page, "Give me a hint")
    for level in ("nudge", "technique", "pattern", "full"):
        page.select_slider[0].set_value(level).run()
        assert page.info[0].value == sudokulens.explain(sudokulens.hint(SAMPLE), level)


def test_ratings_are_the_librarys(page: AppTest) -> None:
    click(page, "Rate it")
    assert [metric.value for metric in page.metric][1] == "1.2"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5" + SAMPLE[:8] + "5" + SAMPLE[10:], "contradict each other: r1c1, r1c2"),
        ("not a puzzle", "expected"),
    ],
)
def test_what_is_no_board_is_told(page: AppTest, text: str, told: str) -> None:
    type_puzzle(page, text)
    assert told in page.error[0].value


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("." * 81, "several solutions"),
        ("1.....2...3...4.", "no solution"),
        (SAMPLE[:2] + "2" + SAMPLE[3:], "no solution"),
    ],
)
def test_what_has_not_one_solution_is_told(page: AppTest, text: str, told: str) -> None:
    type_puzzle(page, text)
    click(page, "Solve")
    assert told in page.warning[0].value


def test_boards_of_other_sizes_are_edited_and_solved(page: AppTest) -> None:
    type_puzzle(page, "...2.4....3.3...")
    click(page, "Solve")
    assert 16 in [len(code.value) for code in page.code if "." not in code.value]


def test_a_step_is_done_and_the_next_hint_follows(page: AppTest) -> None:
    click(page, "Give me a hint")
    page.select_slider[0].set_value("full").run()
    first = page.info[0].value
    click(page, "Do this step and show the next")
    assert page.info[0].value != first
    texts = [code.value for code in page.code]
    click(page, "Do this step and show the next")
    assert page.info[0].value != first
    assert texts == [code.value for code in page.code], "the clues are still those of the sample"


def test_the_engine_is_asked_for_only_by_those_who_open_it(page: AppTest) -> None:
    labels = [expander.label for expander in page.expander]
    assert "Which engine solves it" in labels
    assert [tab.label for tab in page.tabs] == ["Hint", "Solution", "Rating"]
