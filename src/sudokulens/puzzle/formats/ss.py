"""Simple Sudoku's files (.ss): a 9×9 grid in a frame of `*`, `|`, `-` and `+`."""

from __future__ import annotations

from collections.abc import Sequence

from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats import grid
from sudokulens.puzzle.formats.limits import require_classic
from sudokulens.puzzle.formats.line import digit_character

EDGE, RULE = "*-----------*", "|---+---+---|"

read_all = grid.read_all


def matches(text: str) -> bool:
    return text.lstrip().startswith(EDGE)


def write(board: Board) -> str:
    require_classic(board.geometry, "Simple Sudoku's format")
    lines = [EDGE]
    for row in range(9):
        cells = "".join(map(digit_character, board.values[row * 9 : row * 9 + 9]))
        lines.append(f"|{cells[:3]}|{cells[3:6]}|{cells[6:]}|")
        if row in (2, 5):
            lines.append(RULE)
    return "\n".join([*lines, EDGE])


def write_all(boards: Sequence[Board]) -> str:
    return "\n\n".join(map(write, boards))
