"""Texts that hold boards, one file a format."""

from __future__ import annotations

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.line import read


def parse(text: str) -> Board:
    """The board that the text holds, in whichever format it is; raises InvalidBoard."""
    return read(text)
