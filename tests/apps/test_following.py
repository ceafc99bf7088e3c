"""What a camera's frames are answered with, beside what the tracker saw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sudokulens.apps.answers.following import Follower
from sudokulens.live import LiveTracker, View
from sudokulens.puzzle.board import Board
from sudokulens.reading.judgement import Judgement, Mistake, judge_board
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation
from sudokulens.wording.language import spoken

PLACE = GridLocation.from_corners([[0, 0], [180, 0], [180, 180], [0, 180]])
BOARD = Board.parse("5" + "." * 80).with_values({1: 5})


VIEW = View("reading", PLACE, BOARD, judgement=judge_board(BOARD, "multiple", None), mistakes=(Mistake(1, 5, right=0),))


def answered(monkeypatch: pytest.MonkeyPatch, view: View) -> dict[str, Any]:
    monkeypatch.setattr(LiveTracker, "update", lambda *_: view)
    return Follower(Scanner()).answer(Frame(np.zeros((180, 180, 3), np.uint8)), "check", "full")


def test_mistakes_have_the_shape_that_a_scan_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """With several solutions nobody knows the right digit: null, as in the answer to a picture."""
    answer = answered(monkeypatch, VIEW)
    assert answer["mistakes"] == [{"row": 1, "col": 2, "written": 5, "right": None}]
    assert answer["verdict"]["kind"] == "mistakes"


def test_the_verdict_is_told_in_the_language_of_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    with spoken("de"):
        assert answered(monkeypatch, VIEW)["verdict"]["text"].startswith("1 Fehler")


def test_rules_that_the_page_shows_are_named_as_for_a_still_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Judgement("other rules", "", (), 80, sure=False)
    text = answered(monkeypatch, replace(VIEW, judgement=other, rules="killer"))["verdict"]["text"]
    assert text == "It follows other rules: killer, with cages."
