"""What notebooks show of the library's objects."""

from __future__ import annotations

import pickle
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

import sudokulens as sl
from sudokulens.logic.step import Candidate, Step
from sudokulens.logic.technique import Technique

PUZZLE = sl.Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_a_board_is_a_drawing_with_its_clues() -> None:
    shown = PUZZLE._repr_svg_()
    assert shown is not None
    digits = [text for text in texts(shown) if text.isdigit()]
    assert len(digits) == PUZZLE.clue_count
    assert "prefers-color-scheme" in shown


def test_pencil_marks_are_shown_where_a_person_made_some() -> None:
    marked = PUZZLE.with_candidates(PUZZLE.computed_candidates())._repr_svg_()
    assert marked is not None
    assert len(texts(marked)) > len(texts(str(PUZZLE._repr_svg_())))


def test_a_step_is_drawn_on_the_board_it_was_found_on() -> None:
    (step, *_) = sl.path(PUZZLE)
    assert "<svg" in str(step._repr_svg_())
    assert Step(Technique.NAKED_SINGLE, places=(Candidate(0, 1),))._repr_svg_() is None


def test_hints_solutions_and_ratings_come_with_words() -> None:
    hint = sl.hint(PUZZLE)
    assert sl.explain(hint).split(":")[0] in str(hint._repr_html_())
    solution = sl.solve(PUZZLE)._repr_html_()
    assert "unique" in str(solution)
    assert str(solution).count("<svg") == 1
    rating = sl.rate(PUZZLE)
    assert f"{rating.er:.1f}" in str(rating._repr_html_())


def test_frames_and_scans_are_pictures() -> None:
    frame = sl.Frame(np.full((1200, 600, 3), 200, dtype=np.uint8))
    assert str(frame._repr_png_()).startswith("b'\\x89PNG")


def test_shown_objects_can_still_be_pickled_and_have_no_dictionary() -> None:
    assert pickle.loads(pickle.dumps(PUZZLE)) == PUZZLE
    with pytest.raises((AttributeError, TypeError)):
        PUZZLE.extra = 1  # type: ignore[attr-defined]


def test_nothing_is_drawn_before_it_is_shown() -> None:
    code = (
        "import sudokulens, sys; sudokulens.Board; print('sudokulens.drawing' in sys.modules, 'numpy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
