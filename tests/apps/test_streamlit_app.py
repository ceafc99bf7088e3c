"""The Streamlit app, driven by Streamlit's own test harness."""

from __future__ import annotations

from pathlib import Path

import pytest

import sudokulens

pytest.importorskip("streamlit", reason="the extra 'app' is not installed")
pytestmark = pytest.mark.filterwarnings("default")  # Streamlit's own deprecations are not ours to mend.

from streamlit.testing.v1 import AppTest  # noqa: E402

SCRIPT = Path(sudokulens.__file__).parent / "apps" / "streamlit_app.py"


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_file(str(SCRIPT), default_timeout=60).run()


def test_it_starts_with_a_sample_and_no_error(page: AppTest) -> None:
    assert not page.exception
    assert page.title[0].value == "Sudoku Lens"


def test_every_engine_solves_the_sample(page: AppTest) -> None:
    for engine in page.selectbox[0].options:
        page.selectbox[0].select(engine)
        page.button[0].click().run()
        assert not page.exception
        assert "exactly one solution" in page.success[0].value


def test_hints_and_ratings_are_the_librarys(page: AppTest) -> None:
    page.select_slider[0].set_value("full")
    page.button[1].click().run()
    assert not page.exception
    board = sudokulens.Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    assert any(sudokulens.explain(sudokulens.hint(board)) in text.value for text in page.markdown)
    page.button[2].click().run()
    assert any("ER 1.2" in text.value for text in page.markdown)
