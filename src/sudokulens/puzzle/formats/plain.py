"""The usual 81 characters: one per cell, a dot where it is empty (16, 36, 256, … for other sizes).

It holds the values of a Sudoku with the usual boxes and nothing else: entries are written as if they were givens.
"""

from __future__ import annotations

from collections.abc import Sequence

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import line
from sudokulens.puzzle.formats.limits import require_usual

matches = line.matches
read_all = line.read_all


def write(board: Board) -> str:
    require_usual(board.geometry, "81 characters")
    return "".join(map(line.digit_character, board.values))


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))
