"""What a camera's frames are answered with, beside what the tracker saw."""

from __future__ import annotations

import numpy as np
import pytest

from sudokulens.apps.answers.following import Follower
from sudokulens.live import LiveTracker, View
from sudokulens.puzzle.board import Board
from sudokulens.reading.judgement import Mistake, judge_board
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame
from sudokulens.vision.location import GridLocation

PLACE = GridLocation.from_corners([[0, 0], [180, 0], [180, 180], [0, 180]])
BOARD = Board.parse("5" + "." * 80).with_values({1: 5})


def test_mistakes_have_the_shape_that_a_scan_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """With several solutions nobody knows the right digit: null, as in the answer to a picture."""
    view = View(
        "reading", PLACE, BOARD, judgement=judge_board(BOARD, "multiple", None), mistakes=(Mistake(1, 5, right=0),)
    )
    monkeypatch.setattr(LiveTracker, "update", lambda *_: view)
    answer = Follower(Scanner()).answer(Frame(np.zeros((180, 180, 3), np.uint8)), "check", "full")
    assert answer["mistakes"] == [{"row": 1, "col": 2, "written": 5, "right": None}]
    assert answer["verdict"]["kind"] == "mistakes"
