"""The desk whose work another worker does: what comes back is the tracker's own, and messages cannot name anything."""

from __future__ import annotations

import os
import pickle
from typing import Any, cast

import numpy as np
import pytest

from sudokulens.live.again import read_again
from sudokulens.live.elsewhere import Elsewhere, _packed, _unpacked, do
from sudokulens.live.puzzle import Memory, Puzzle
from sudokulens.live.search import search
from sudokulens.live.sight import Picture
from sudokulens.live.tracker import hint_for
from sudokulens.puzzle.board import Board
from sudokulens.reading.note import Note
from sudokulens.scanner import Scanner
from sudokulens.vision.frame import Frame

BOARD = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
NOBODY = cast(Scanner, object())


class Post:
    def __init__(self, scanner: Scanner = NOBODY) -> None:
        self.scanner, self.answer, self.message = scanner, None, b""
        self.desk = Elsewhere(scanner, self.post, self.receive)

    def post(self, message: bytes) -> None:
        self.message = message

    def receive(self) -> bytes | None:
        return do(self.message, self.scanner)


def handed(work: tuple[Any, ...], post: Post) -> Any:
    outcome: list[Any] = []
    post.desk.hand(work, outcome.append)
    assert post.desk.busy
    assert outcome == []
    post.desk.collect()
    assert not post.desk.busy
    return outcome[0]


def test_a_hint_is_found_elsewhere() -> None:
    board, found = handed((hint_for, BOARD), Post())
    assert board == BOARD
    assert found.step is not None


def test_the_frame_and_known_puzzles_come_back_as_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = Picture(Frame(np.zeros((40, 60, 3), np.uint8)))
    puzzle = Puzzle(BOARD, BOARD, cast(Any, None))
    memory = Memory()
    memory.add(puzzle)
    said = lambda _scanner, seen, known, _thorough: (seen, known.puzzles[0])  # noqa: E731
    monkeypatch.setattr("sudokulens.live.search.search", said)
    monkeypatch.setattr(said, "__qualname__", "search")
    monkeypatch.setattr(said, "__module__", "sudokulens.live.search")
    post = Post()
    seen, known = handed((said, post.scanner, picture, memory, True), post)
    assert seen is picture
    assert known is puzzle


def test_what_the_work_raises_is_raised_here() -> None:
    post = Post(cast(Scanner, object()))
    with pytest.raises(AttributeError, match="reader"):
        handed((read_again, post.scanner, False, [], None, None), post)


def test_a_remark_on_a_reading_travels_with_its_template() -> None:
    note = Note("Read {count} cells by {means}.", count=3, means=("print", "hand"))
    found = _unpacked(_packed([note], [], []), {})[0]
    assert (type(found), found, found.template, found.fields) == (Note, note, note.template, note.fields)


def test_one_piece_of_work_at_a_time() -> None:
    post = Post()
    post.desk.hand((hint_for, BOARD), print)
    with pytest.raises(RuntimeError, match="one piece"):
        post.desk.hand((hint_for, BOARD), print)
    post.desk.close()
    assert not post.desk.busy


@pytest.mark.parametrize("named", [os.system, eval, print, pickle.loads, search.__globals__["locate"]])
def test_a_message_cannot_name_anything_else(named: Any) -> None:
    with pytest.raises(pickle.UnpicklingError, match="no place in a message"):
        do(pickle.dumps(([], (named, "true"))), NOBODY)
