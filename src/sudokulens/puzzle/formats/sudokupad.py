"""Links to SudokuPad with the puzzle inside, in f-puzzles' format."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import fpuzzles

ADDRESS = "https://sudokupad.app/fpuzzles"

matches = fpuzzles.matches
read_all = fpuzzles.read_all


def write(board: Board) -> str:
    return ADDRESS + quote(fpuzzles.payload_of(board), safe="")


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))
