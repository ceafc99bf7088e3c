"""SadMan's files (.sdk): `#` lines about the puzzle, then rows of cells under `[Puzzle]`, and under `[State]` how far
the person has got."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from sudokulens.errors import InvalidBoard
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.formats.grid import digit_of
from sudokulens.puzzle.formats.layout import Layout, by_character, cut
from sudokulens.puzzle.formats.limits import require_usual
from sudokulens.puzzle.formats.line import digit_character
from sudokulens.puzzle.geometry import Digit, Geometry

_PUZZLE, _STATE = "[puzzle]", "[state]"


def matches(text: str) -> bool:
    return any(line.strip().lower() == _PUZZLE for line in text.splitlines())


def read_all(text: str) -> list[Board]:
    """The boards of the file; one without sections holds the rows alone."""
    if not matches(text):
        text = f"{_PUZZLE}\n{text}"
        return [_board(sections, -1) for sections in _puzzles(text)]
    return [_board(sections, 0) for sections in _puzzles(text)]


def write(board: Board) -> str:
    require_usual(board.geometry, "The .sdk format")
    sections = ["[Puzzle]", *_rows(board.puzzle)]
    if board.entries:
        sections += ["[State]", *_rows(board)]
    return "\n".join(sections)


def write_all(boards: Sequence[Board]) -> str:
    return "\n".join(map(write, boards))


def _rows(board: Board) -> list[str]:
    cells = "".join(map(digit_character, board.values))
    return [cells[start : start + board.size] for start in range(0, len(cells), board.size)]


def _puzzles(text: str) -> list[dict[str, str]]:
    """For every puzzle its sections by name; each text keeps its line numbers by empty lines before it."""
    puzzles: list[dict[str, str]] = []
    name = ""
    for number, line in enumerate(text.splitlines()):
        header = line.strip().lower()
        if header.startswith("[") and header.endswith("]"):
            name = header
            if name == _PUZZLE:
                puzzles.append({})
            if puzzles:
                puzzles[-1][name] = "\n" * (number + 1)
        elif puzzles and name:
            puzzles[-1][name] += line + "\n"
    return puzzles


def _board(sections: dict[str, str], shift: int) -> Board:
    try:
        printed = _values(sections[_PUZZLE])
        state = _values(sections[_STATE]) if _STATE in sections else printed
    except InvalidBoard as fault:
        line = fault.line + shift if fault.line else None
        raise InvalidBoard(fault.message, line=line, column=fault.column, expected=fault.expected) from None
    if len(state) != len(printed):
        raise InvalidBoard(f"[State] has {len(state)} cells", expected=str(len(printed)))
    values = tuple(given or value for given, value in zip(printed, state, strict=True))
    return Board(Geometry.standard(isqrt(len(values))), values, tuple(map(bool, printed)))


def _values(section: str) -> list[Digit]:
    rows = cut(Layout.of(section), (by_character,))
    if len(rows) != len(rows[0]):
        line = rows[-1][-1].line
        raise InvalidBoard(f"{len(rows)} rows in this section", line=line, expected=str(len(rows[0])))
    return [digit_of(mark, len(rows)) for row in rows for mark in row]
